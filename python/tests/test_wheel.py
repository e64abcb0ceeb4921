# SPDX-License-Identifier: Apache-2.0
"""The installed wheel: its licences, its list of parts, and the module in it. For scripts/check-python."""

import importlib.metadata
import json
import re
import subprocess
from pathlib import Path

import lath
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def files():
    """The files of the wheel by the last part of their names; a package without a list of parts is no wheel."""
    found = {file.name: Path(str(file.locate())) for file in importlib.metadata.files("lath")}
    if "lath.cdx.json" not in found:
        pytest.skip("the package was not installed from a wheel of scripts/build-wheels")
    return found


@pytest.fixture(scope="module")
def components(files):
    return json.loads(files["lath.cdx.json"].read_text(encoding="utf-8"))["components"]


def module(files):
    return next(path for name, path in files.items() if re.match(r"_lath\..*so$", name))


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_every_part_has_its_licence(files, components):
    headers = importlib.metadata.metadata("lath").get_all("License-File")
    # Parts with one licence share its file: libgcc-and-libstdc++.txt.
    files_of = {part: name for name in headers for part in name.removesuffix(".txt").split("-and-")}
    assert set(files_of) == {part["name"] for part in components} | {"LICENSE"}
    for name in headers:
        assert len(files[name].read_text(encoding="utf-8")) > 1000
    texts = {"OpenSSL": "Apache License", "nanobind": "Wenzel Jakob", "robin-map": "Thibaut", "Highway": "Apache",
             "nlohmann-json": "Niels Lohmann", "libcbor": "Pavel Kalvoda", "libstdc++": "RUNTIME LIBRARY EXCEPTION"}
    for name, text in texts.items():
        assert text in files[files_of[name]].read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def link_map(files):
    """The map of the linker of this wheel, by scripts/build-wheels."""
    python, abi = re.search(r"^Tag: (\w+)-(\w+)-", files["WHEEL"].read_text(encoding="utf-8"), re.M).groups()
    path = ROOT / "build/python" / (python if abi == python else f"{python}-{abi}") / "build/link.map"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    return path.read_text(encoding="utf-8")


def test_everything_that_was_linked_is_a_part(files, components, link_map):
    listed = {item["value"]: part for part in components for item in part.get("properties", [])}
    linked = {word.split("(")[0] for word in re.findall(r"^\S+\.a\(\S+\)", link_map, re.M)}
    foreign = {archive for archive in linked if "/liblath_" not in archive}
    grafted = {name for name in files if name.startswith("libcbor-")}
    assert {Path(archive).name for archive in foreign} | grafted == set(listed)
    assert {"libcrypto.a", "libzstd.a", "libnanobind-static.a"} <= set(listed)
    for archive in foreign:
        part = listed[Path(archive).name]
        if archive.startswith("/"):
            assert version_of_package(archive) == part["version"]
    for name in grafted:
        library = re.search(r"^LOAD (\S+/libcbor\.so\S*)$", link_map, re.M)[1]
        assert version_of_package(library) == listed[name]["version"]


def version_of_package(file):
    package = output("dpkg", "-S", str(Path(file).resolve())).split(":")[0]
    return output("dpkg-query", "--show", "--showformat=${Version}", package)


def test_the_page_has_every_part(components):
    page = (ROOT / "docs/python-parts.md").read_text(encoding="utf-8")
    release = Path("/etc/debian_version")
    debian = release.read_text(encoding="utf-8") if release.exists() else ""
    table = page.split("## Inside the wheels")[1].split("## From PyPI")[0]
    rows = {name: rest for name, *rest in re.findall(r"^\| ([\w+-]+) \| (.+?) \|.*\| (.+?) \|$", table, re.M)}
    assert {part["name"] for part in components} == set(rows) - {"part"}
    for part in components:
        version, licence = rows[part["name"]]
        # Debian 12 repairs its packages, but keeps these two numbers.
        if debian.startswith("12.") or part["purl"].startswith("pkg:pypi"):
            assert re.split(r"[.+-]", part["version"])[:2] == version.split(".")[:2]
        assert part["licenses"][0]["expression"] == licence


def needed_by(library):
    dynamic = output("readelf", "--dynamic", "--wide", str(library))
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic)), re.findall(r"\(R(?:UN)?PATH\).*\[(.+)\]", dynamic)


def test_the_module_needs_the_c_library_and_what_lies_beside_it(files):
    c_library = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
    beside = {name for name in files if ".so." in name}
    needed, paths = needed_by(module(files))
    assert needed - c_library == beside
    assert paths == ["$ORIGIN/../lath.libs"]
    for name in beside:
        needed, paths = needed_by(files[name])
        assert needed <= c_library
        assert not paths


def test_no_gmp_is_inside(files, components):
    assert not any("gmp" in part["name"].lower() for part in components)
    assert not [name for name in files if "gmp" in name]
    assert b"__gmp" not in module(files).read_bytes()


def test_versions_are_those_of_the_parts(components):
    versions = lath.versions()
    parts = {part["name"].lower(): part["version"] for part in components}
    for name in ("openssl", "libcbor", "zstd", "nanobind"):
        assert re.split(r"[+-]", parts[name])[0] == versions[name]
    assert importlib.metadata.version("lath") == versions["lath"]


def test_the_module_exports_one_symbol(files):
    assert output("nm", "--dynamic", "--defined-only", str(module(files))).split()[2:] == ["PyInit__lath"]


def test_no_path_of_the_build_is_inside(files):
    assert str(ROOT).encode() not in module(files).read_bytes()


def test_sources_build_with_the_stable_interface_of_python():
    """The wheel for 3.12 and later is built without the members of Python's structures; this one may have them."""
    sources = sorted((ROOT / "python" / "src").rglob("*.?pp"))
    assert len(sources) > 40
    for source in sources:
        assert not re.search(r"->(tp|nb|sq|mp|ob)_", source.read_text(encoding="utf-8")), source
