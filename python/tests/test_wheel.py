# SPDX-License-Identifier: Apache-2.0
"""The installed wheel: its licences, its list of parts, and the module in it. For scripts/check-python."""

import importlib.metadata
import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAPS = sorted((ROOT / "build/python").glob("cp3*/build/link.map"))


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
    for name in [f"{part['name']}.txt" for part in components] + ["LICENSE"]:
        assert name in headers
        assert len(files[name].read_text(encoding="utf-8")) > 1000
    texts = {"OpenSSL": "Apache License", "nanobind": "Wenzel Jakob", "robin-map": "Thibaut", "Highway": "Apache",
             "nlohmann-json": "Niels Lohmann", "libstdc++": "RUNTIME LIBRARY EXCEPTION"}
    for name, text in texts.items():
        assert text in files[f"{name}.txt"].read_text(encoding="utf-8")


@pytest.mark.skipif(len(MAPS) != 1, reason="the map of one link is needed, build/python/cp*/build/link.map")
def test_every_archive_is_a_part(components):
    listed = {item["value"]: part for part in components for item in part.get("properties", [])}
    linked = {word.split("(")[0] for word in re.findall(r"^\S+\.a\(\S+\)", MAPS[0].read_text(), re.M)}
    foreign = {archive for archive in linked if "/liblath_" not in archive}
    assert {Path(archive).name for archive in foreign} == set(listed)
    assert {"libcrypto.a", "libnanobind-static.a"} <= set(listed)
    for archive in foreign:
        part = listed[Path(archive).name]
        if archive.startswith("/"):
            package = output("dpkg", "-S", str(Path(archive).resolve())).split(":")[0]
            assert output("dpkg-query", "--show", "--showformat=${Version}", package) == part["version"]


def test_the_page_has_every_part(components):
    page = (ROOT / "docs/python-parts.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([\w+-]+) \|.*\| (.+?) \|$", page, re.M))
    for part in components:
        assert rows[part["name"]] == part["licenses"][0]["expression"]


def test_the_module_needs_the_c_library_only(files):
    dynamic = output("readelf", "--dynamic", "--wide", str(module(files)))
    needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic))
    assert needed <= {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
    assert "RPATH" not in dynamic
    assert "RUNPATH" not in dynamic


def test_the_module_exports_one_symbol(files):
    assert output("nm", "--dynamic", "--defined-only", str(module(files))).split()[2:] == ["PyInit__lath"]


def test_no_path_of_the_build_is_inside(files):
    assert str(ROOT).encode() not in module(files).read_bytes()
