# SPDX-License-Identifier: Apache-2.0
"""The page of parts, docs/python-parts.md, beside the lock files and the packages that are installed."""

import importlib.metadata
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = {(path.stem.removeprefix("requirements").lstrip("-") or "tests"): path
         for path in sorted((ROOT / "python").glob("*.lock"))}


def locked():
    """(package, version, lock) of every line of the lock files."""
    found = set()
    for lock, path in LOCKS.items():
        for name, version in re.findall(r"^([\w-]+)==(\S+)", path.read_text(encoding="utf-8"), re.M):
            found.add((name, version, lock))
    return found


def rows():
    """The fields of each row of the table of packages."""
    page = (ROOT / "docs/python-parts.md").read_text(encoding="utf-8").split("## From PyPI")[1]
    return re.findall(r"^\| ([\w-]+) \| (\d[\d., a-z]+) \| ([a-z, ]+) \| (.+) \|$", page, re.M)


def test_the_page_has_every_package_of_the_locks():
    on_page = {(name, version) for name, versions, *_ in rows() for version in versions.split(", ")}
    assert on_page == {(name, version) for name, version, _ in locked()}
    locks = {(name, lock) for name, _, locks, _ in rows() for lock in locks.split(", ")}
    assert locks == {(name, lock) for name, _, lock in locked()}


def test_every_line_has_a_digest():
    for path in LOCKS.values():
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith(("#", "-r ")):
                assert re.fullmatch(r"[\w-]+==\S+( ; \S+ \S+ \S+)?( --hash=sha256:[0-9a-f]{64})+", line), line


def test_locks_agree():
    versions = {}
    for name, version, _ in locked() - {("numpy", "2.2.6", "numpy")}:
        assert versions.setdefault(name, version) == version


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_licences_are_those_that_packages_state(row):
    name, version, _, licence = row
    try:
        stated = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("it is not installed here")
    assert stated["Version"] in version.split(", ")
    if "License-Expression" in stated:
        assert stated["License-Expression"] == licence
    else:
        text = " ".join([stated.get("License", ""), *(stated.get_all("Classifier") or [])])
        known = {"MIT": "MIT", "Apache-2.0": "Apache", "BSD-3-Clause": "BSD", "MPL-2.0": "Mozilla",
                 "LicenseRef-Public-Domain": "Public", "ISC": "ISC", "PSF-2.0": "Python Software Foundation",
                 "BSD-2-Clause": "BSD",
                 "Apache-2.0 AND GPL-3.0-or-later": "GPL-3"}
        assert known[licence] in text


def test_the_build_requires_what_is_locked():
    project = (ROOT / "python/pyproject.toml").read_text(encoding="utf-8")
    for name, version in re.findall(r'"([\w-]+)==([\d.]+)"', project):
        assert (name, version, "wheels") in locked()
