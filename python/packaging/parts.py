# SPDX-License-Identifier: Apache-2.0
"""The parts of a wheel that others wrote: archives and libraries, by the map of the linker, and headers."""

import importlib.metadata
import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """A part, with the text of its licence, and the file it came by, an "archive" or a "library", if any."""

    name: str
    version: str
    licence: str
    source: str
    text: str
    form: str = ""
    file: str = ""


# A Debian package | name | licence | the texts that its copyright file leaves to /usr/share/common-licenses.
DEBIAN = [
    (r"libssl-dev", "OpenSSL", "Apache-2.0", ["Apache-2.0"]),
    (r"libcbor\d.*", "libcbor", "MIT", []),
    (r"libzstd-dev", "zstd", "BSD-3-Clause", []),
    (r"libstdc\+\+-\d+-dev", "libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1", ["GPL-3"]),
    (r"libgcc-\d+-dev", "libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1", ["GPL-3"]),
    (r"libc6-dev", "glibc", "LGPL-2.1-or-later", ["LGPL-2.1"]),
    (r"libhwy-dev", "Highway", "Apache-2.0", ["Apache-2.0"]),
    (r"nlohmann-json3-dev", "nlohmann-json", "MIT", []),
]
HEADERS = ["/usr/include/hwy/highway.h", "/usr/include/nlohmann/json.hpp"]


def archives(link_map: str) -> list[str]:
    """The archives of which the linker took something."""
    return sorted(set(re.findall(r"^(\S+\.a)\(", link_map, re.M)))


def of_debian(file: str) -> Part:
    """The part that a file of a Debian package belongs to. Throws ValueError for packages that have no line above."""
    found = subprocess.run(["dpkg", "-S", os.path.realpath(file)], capture_output=True, text=True)
    package = found.stdout.split(":")[0]
    for pattern, name, licence, common in DEBIAN:
        if found.returncode == 0 and re.fullmatch(pattern, package):
            version = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}\n", package],
                                     capture_output=True, text=True, check=True).stdout.split()[0]
            texts = [f"/usr/share/doc/{package}/copyright", *(f"/usr/share/common-licenses/{text}" for text in common)]
            text = "\n".join(Path(text).read_text(encoding="utf-8") for text in texts)
            return Part(name, version, licence, f"pkg:deb/debian/{package}@{version.replace('+', '%2B')}", text)
    raise ValueError(f"{file} is of {package or 'no package'}; the wheel needs its licence; "
                     "add it to python/packaging/parts.py")


def of_nanobind() -> list[Part]:
    """nanobind, and the hash map that it contains, whose headers begin with the licence."""
    files = importlib.metadata.files("nanobind") or []
    version = importlib.metadata.version("nanobind")

    def read(end: str) -> str:
        return next(file for file in files if str(file).endswith(end)).read_text(encoding="utf-8")

    source = f"pkg:pypi/nanobind@{version}"
    mit = read("tsl/robin_map.h").split("*/")[0].removeprefix("/**\n") + "\n"
    return [Part("nanobind", version, "BSD-3-Clause", source, read("dist-info/licenses/LICENSE")),
            Part("robin-map", f"of nanobind {version}", "MIT", source, mit)]


def of_library(grafted: str, link_map: str) -> Part:
    """The part that auditwheel put beside the module, with a digest in its name: libcbor-0a1b2c3d.so.0.8.0."""
    name = re.sub(r"-[0-9a-f]+\.so", ".so", os.path.basename(grafted))
    for file in re.findall(r"^LOAD (/\S+\.so\S*)$", link_map, re.M):
        if os.path.basename(os.path.realpath(file)) == name:
            return of_debian(file)._replace(form="library", file=os.path.basename(grafted))
    raise ValueError(f"the linker did not read {name}, but the wheel has it")


def of_module(link_map: str, ours: str, grafted: list[str]) -> list[Part]:
    """All parts of a module and the libraries beside it, in the order of their names. Archives below the folder `ours`
    are Lath's own.
    """
    found = of_nanobind() + [of_debian(header) for header in HEADERS]
    for archive in archives(link_map):
        file = os.path.basename(archive)
        if "libnanobind" in archive:
            found[0] = found[0]._replace(form="archive", file=file)
        elif not archive.startswith(ours):
            found.append(of_debian(archive)._replace(form="archive", file=file))
    return sorted(found + [of_library(library, link_map) for library in grafted])
