# SPDX-License-Identifier: Apache-2.0
"""Lath opens no network connection and starts no program: neither the libraries nor `lath` refer to
what does, and no verb makes such a system call.

network_test.py <path of lath> <library>... [unittest options]"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import system_calls
from command_line import CommandLine, main

# What the C library, OpenSSL and others have for it. libcrypto can open sockets (BIO_s_connect); what
# counts is that nothing of Lath asks it to.
FORBIDDEN = re.compile(
    r"^(_*(socket|socketpair|connect|bind|listen|accept4?|send(to|msg|mmsg)?|recv(from|msg|mmsg)?|"
    r"getaddrinfo(_a)?|gethostby\w+|getservby\w+|res_\w+|getpeername|setsockopt|"
    r"system|popen|exec[lv]\w*|fexecve|posix_spawnp?|dlm?open)(64)?(@.*)?|"
    r"BIO_(s|new)_(connect|accept|socket|dgram|datagram)\w*|BIO_(socket|connect|accept|listen|bind|lookup)\w*|"
    r"(SSL|TLS|OSSL_HTTP|curl|RAND_query_egd|RAND_egd)_\w+)$")
LIBRARIES = []


def undefined(path):
    """The names that a library or a program asks others for."""
    dynamic = [] if path.endswith(".a") else ["-D"]
    listed = subprocess.run(["nm", *dynamic, "--undefined-only", path], check=True, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True).stdout
    return {line.split()[-1] for line in listed.splitlines() if " U " in line}


def forbidden(path):
    return sorted(name for name in undefined(path) if FORBIDDEN.match(name))


class Network(CommandLine):
    def test_nothing_refers_to_what_opens_connections_or_starts_programs(self):
        self.assertGreaterEqual(len(LIBRARIES), 3)
        for path in (self.LATH, *LIBRARIES):
            self.assertGreater(len(undefined(path)), 10, path)
            self.assertEqual(forbidden(path), [], path)

    def test_what_does_is_found(self):
        """A program that asks the C library and OpenSSL for connections."""
        compiler = shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            self.skipTest("there is no C compiler")
        names = ("socket", "connect", "getaddrinfo", "system", "execve", "dlopen", "BIO_s_connect",
                 "BIO_new_accept", "SSL_connect")
        with tempfile.TemporaryDirectory() as folder:
            source, archive = os.path.join(folder, "asks.c"), os.path.join(folder, "asks.a")
            with open(source, "w", encoding="utf-8") as file:
                file.writelines(f"void {name}_(void) __asm__(\"{name}\"); void use_{name}(void) {{ {name}_(); }}\n"
                                for name in names)
            subprocess.run([compiler, "-c", source, "-o", archive], check=True)
            self.assertEqual(forbidden(archive), sorted(names))

    def test_no_verb_opens_a_socket(self):
        if not system_calls.can_run():
            self.skipTest("needs x86-64 and leave to trace processes")
        self.encrypted(b"text")
        sockets = []

        def calls(command):
            seen = []
            code, _, _ = system_calls.run(command, lambda name, _: seen.append(name), cwd=self.folder,
                                          env=dict(self.environment, ASAN_OPTIONS="detect_leaks=0"))
            self.assertEqual(code, 0, command)
            return seen

        for arguments in (["keygen", "-o", "bob"], ["encrypt", "-R", "alice.pub", "plain", "-o", "new"],
                          ["decrypt", "-i", "alice.key", "sealed", "-o", "old"],
                          ["decrypt", "-i", "alice.key", "sealed", "-o", "-"], ["params", "show", "mlwe-128"],
                          ["--version"]):
            seen = calls([self.LATH, *arguments])
            self.assertIn("write", seen)
            sockets += [name for name in seen if name in ("socket", "socketpair")]
        self.assertEqual(sockets, [])
        self.assertIn("socket", calls([sys.executable, "-c", "import socket; socket.socket(); print()"]))


if __name__ == "__main__":
    LIBRARIES += [argument for argument in sys.argv[2:] if not argument.startswith("-") and "/" in argument]
    sys.argv[1:] = [argument for argument in sys.argv[1:] if argument not in LIBRARIES]
    main()
