# SPDX-License-Identifier: Apache-2.0
"""Runs a program and lets some of its system calls fail, or ends it before one of them: with ptrace,
so that the program needs no code for it. Knows x86-64 only."""

import ctypes
import os
import platform
import signal
import subprocess

# Those that change files or make sockets, by number; openat only where it creates a file without a
# name.
NAMES = {1: "write", 41: "socket", 53: "socketpair", 73: "flock", 74: "fsync", 82: "rename", 86: "link", 87: "unlink",
         91: "fchmod", 257: "openat", 265: "linkat", 316: "renameat2"}
EXCHANGE = 2  # renameat2's flag
NAMELESS = 0o20200000  # O_TMPFILE, of the flags of openat
KILL, INTERRUPT = "kill", "interrupt"

TRACEME, POKEUSER, SYSCALL, SETOPTIONS, SYSCALL_INFO = 0, 6, 24, 0x4200, 0x420E
TRACESYSGOOD, EXITKILL = 1, 1 << 20
RAX, ORIG_RAX = 8 * 10, 8 * 15  # places in struct user

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
LIBC.ptrace.restype = ctypes.c_long


class Info(ctypes.Structure):
    """struct ptrace_syscall_info at the entry of a call."""

    _fields_ = [("op", ctypes.c_uint8), ("padding", ctypes.c_uint8 * 3), ("arch", ctypes.c_uint32),
                ("ip", ctypes.c_uint64), ("sp", ctypes.c_uint64), ("number", ctypes.c_uint64),
                ("arguments", ctypes.c_uint64 * 6), ("more", ctypes.c_uint64 * 2)]


def is_watched(info):
    name = NAMES.get(info.number)
    return name and (name != "openat" or info.arguments[2] & NAMELESS == NAMELESS)


def ptrace(request, process, address=0, data=0):
    if LIBC.ptrace(request, process, address, data) == -1:
        raise OSError(ctypes.get_errno(), f"ptrace request {request}")


def run(command, decide, **options):
    """Runs `command` and asks decide(name, arguments) before each call of NAMES: None lets it through,
    an errno is what it fails with, KILL ends the process before it, INTERRUPT sends SIGINT. Returns
    the exit code (-signal where one ended it) and what was written to standard output and error."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          preexec_fn=lambda: ptrace(TRACEME, 0), **options) as process:
        try:
            process.returncode = trace(process.pid, decide)
        except BaseException:
            process.kill()
            raise
        return process.returncode, process.stdout.read(), process.stderr.read()


def trace(pid, decide):
    os.waitpid(pid, 0)  # the stop of exec
    ptrace(SETOPTIONS, pid, 0, TRACESYSGOOD | EXITKILL)
    at_entry, failure, passed_on = True, None, 0
    while True:
        ptrace(SYSCALL, pid, 0, passed_on)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            return os.waitstatus_to_exitcode(status)
        stopped_by = os.WSTOPSIG(status)
        passed_on = 0 if stopped_by == signal.SIGTRAP | 0x80 else stopped_by
        if passed_on:
            continue
        if at_entry:
            info = Info()
            ptrace(SYSCALL_INFO, pid, ctypes.sizeof(info), ctypes.addressof(info))
            failure = decide(NAMES[info.number], info.arguments) if is_watched(info) else None
            if failure == KILL:
                os.kill(pid, signal.SIGKILL)
                return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            if failure == INTERRUPT:
                os.kill(pid, signal.SIGINT)
                failure = None
            if failure is not None:
                ptrace(POKEUSER, pid, ORIG_RAX, ctypes.c_uint64(-1).value)
        elif failure is not None:
            ptrace(POKEUSER, pid, RAX, ctypes.c_uint64(-failure).value)
        at_entry = not at_entry


def can_run():
    """Whether this machine lets us do that."""
    if platform.machine() != "x86_64":
        return False
    try:
        return run(["true"], lambda name, arguments: None)[0] == 0
    except (OSError, subprocess.SubprocessError):
        return False
