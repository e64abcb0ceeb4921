# SPDX-License-Identifier: Apache-2.0
"""Packs a wheel of auditwheel again: with licences, a list of parts (CycloneDX, PEP 770), and always the same bytes.

pack.py <wheel> <map of the linker> <folder of Lath's archives> <LICENSE> <folder to write to>
SOURCE_DATE_EPOCH is the time of all files.
"""

import base64
import hashlib
import json
import os
import re
import sys
import time
import zipfile
from pathlib import Path

import parts


def bill(version: str, found: list[parts.Part]) -> bytes:
    """The list of parts, without a time and a number of its own, which would differ between builds."""
    components = [{"type": "library", "bom-ref": f"{part.name}@{part.version}", "name": part.name,
                   "version": part.version, "licenses": [{"expression": part.licence}], "purl": part.source,
                   "properties": [{"name": f"lath:{part.form}", "value": part.file}] if part.file else []}
                  for part in found]
    lath = {"type": "library", "bom-ref": f"lath@{version}", "name": "lath", "version": version,
            "licenses": [{"expression": "Apache-2.0"}], "purl": f"pkg:pypi/lath@{version}"}
    contains = {"ref": lath["bom-ref"], "dependsOn": [component["bom-ref"] for component in components]}
    return (json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
                        "metadata": {"component": lath}, "components": components, "dependencies": [contains]},
                       indent=1) + "\n").encode()


def licences(found: list[parts.Part], own: str) -> dict[str, bytes]:
    """A file for each licence, by the names of the parts that it is for."""
    names: dict[str, list[str]] = {}
    for part in found:
        names.setdefault(part.text, []).append(part.name)
    texts = {f"{'-and-'.join(parts)}.txt": text.encode() for text, parts in names.items()}
    return {"LICENSE": Path(own).read_bytes(), **texts}


def record(files: dict[str, bytes], path: str) -> bytes:
    """The file RECORD: a digest and a size for every other file."""
    lines = []
    for name in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(files[name])}\n")
    return ("".join(lines) + f"{path},,\n").encode()


def write(path: Path, files: dict[str, bytes]) -> None:
    """An archive whose bytes depend on the files only."""
    stamp = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # The folder of metadata comes last, so that installers find it fast.
        for name in sorted(files, key=lambda name: (".dist-info/" in name, name)):
            entry = zipfile.ZipInfo(name, stamp)
            entry.create_system, entry.external_attr = 3, (0o755 if ".so" in Path(name).name else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name])


def main(wheel: str, link_map: str, ours: str, own: str, folder: str) -> None:
    """Adds what is missing, and writes the wheel under its name."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    info = next(name for name in files if name.endswith(".dist-info/RECORD")).removesuffix("/RECORD")
    # The list of auditwheel has the libraries that it grafted only.
    files.pop(f"{info}/sboms/auditwheel.cdx.json", None)
    grafted = [name for name in files if name.startswith("lath.libs/")]
    found = parts.of_module(Path(link_map).read_text(encoding="utf-8"), ours, grafted)
    texts = licences(found, own)
    files.update({f"{info}/licenses/{name}": text for name, text in texts.items()})
    files[f"{info}/sboms/lath.cdx.json"] = bill(info.split("-")[1].removesuffix(".dist"), found)
    lines = "".join(f"License-File: {name}\n" for name in sorted(texts))
    meta = files[f"{info}/METADATA"].decode()
    files[f"{info}/METADATA"] = re.sub(r"(?m)^License-Expression: .*\n", lambda line: line[0] + lines, meta).encode()
    del files[f"{info}/RECORD"]
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    write(Path(folder) / Path(wheel).name, files)


main(*sys.argv[1:])
