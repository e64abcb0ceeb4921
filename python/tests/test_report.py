# SPDX-License-Identifier: Apache-2.0
"""The report: its pages are read back, without peers and with peers that do not work."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("matplotlib")

import lath
import report_pages
from lath.report import comparison, sets, timing, units
from lath.report.command import main
from lath.report.peers.presence import presences
from lath.report.results import Row, Section, Table, Value
from lath.report.rows import programs

ROOT = pathlib.Path(__file__).resolve().parents[2]

WORKING = """
from lath.ml_kem import MlKem768
def keygen():
    key = MlKem768.generate_key()
    return bytes(key.public_key), key.seed_bytes()
def encaps(public_key):
    return MlKem768.public_key(public_key).encapsulate()
def decaps(private_key, ciphertext):
    return MlKem768.private_key_from_seed(private_key).decapsulate(ciphertext)
"""
# Packages that are there, by their files.
FAKES = {
    "seal.py": "raise ImportError('libseal.so.4: cannot open shared object file')",
    "openfhe.py": "import os\nos.abort()",
    "tenseal.py": "",
    "flint.py": "raise RuntimeError('a <b>bold</b> reason')",
    "pqcrypto/__init__.py": "",
    "pqcrypto/kem/__init__.py": "",
    "pqcrypto/kem/ml_kem_768.py": WORKING,
    "kyber_py/__init__.py": "",
    "kyber_py/ml_kem.py": WORKING + """
class ML_KEM_768:
    keygen, decaps = staticmethod(keygen), staticmethod(decaps)
    encaps = staticmethod(lambda public_key: (bytes(32), encaps(public_key)[0]))
""",
}


def put(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def run(path, *arguments):
    """The report as a program, which finds packages in `path` first."""
    return subprocess.run([sys.executable, "-m", "lath.report", *map(str, arguments)], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(path)}, check=False)


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """The report of this machine."""
    folder = tmp_path_factory.mktemp("quick")
    assert main(["--quick", "--out", str(folder), "--save", str(folder / "saved.json")]) == 0
    return folder


def test_every_peer_is_present_or_named(quick):
    page = report_pages.check(quick)
    assert {"transforms", "bfv", "bgv", "sizes", "noise", "ml_kem"} <= set(page.images)
    rows = dict(page.tables["machine"][1:])
    assert rows["Lath"] == lath.versions()["lath"] and rows["instruction set of Lath"] == lath.versions()["isa"]


def test_parameters_are_printed(quick):
    ours = [item for item in report_pages.read(quick).items["bfv"] if item.startswith("Lath: ")]
    assert ours == ["Lath: n = 4096, t = 65537, log₂ Q = 70.0, log₂ QP = 106.0, 128 bits of security"]


def test_a_peer_that_is_not_installed():
    peer = report_pages.peers.Peer("Missing", "no_such_module", "no-such-package", "missing")
    assert presences([peer])["Missing"].reason == "not installed: pip install no-such-package"


def test_peers_that_do_not_work(tmp_path):
    put(tmp_path / "packages", FAKES)
    done = run(tmp_path / "packages", "--quick", "--rows", "bfv", "--rows", "ml_kem", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    page = report_pages.check(tmp_path)
    found = report_pages.presences(page)
    assert found["seal-python"] == "import error: ImportError: libseal.so.4: cannot open shared object file"
    assert found["OpenFHE"] == "import error: signal 6 ended Python"
    assert found["python-flint"] == "import error: RuntimeError: a <b>bold</b> reason"
    assert found["pqcrypto"].startswith("pqcrypto ")
    assert any(item.startswith("TenSEAL is not here: AttributeError: module 'tenseal'") for item in page.items["bfv"])
    assert "kyber-py is not here: its result is wrong" in page.items["ml_kem"]
    assert page.tables["ml_kem"][0] == ["", "Lath", "pqcrypto"]
    assert "×" in page.tables["ml_kem"][1][2]
    assert page.tables["sizes-ml_kem"][1] == ["ML-KEM-768: public key", "1.16 KiB", "1.16 KiB (1.00 ×)"]


def edited(file, target, change):
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    target.write_text(json.dumps(data), encoding="utf-8")
    return target


def test_regressions_are_flagged(quick, tmp_path, capsys):
    arguments = ["--quick", "--rows", "sizes", "--out", str(tmp_path)]
    assert main([*arguments, "--compare", str(quick / "saved.json")]) == 0
    assert "0 of 4 figures are more than 5 % worse" in (tmp_path / "index.html").read_text(encoding="utf-8")

    def smaller(data):
        sizes = next(each for each in data["sections"] if each["name"] == "sizes")
        sizes["tables"][0]["rows"][1]["cells"]["Lath"]["median"] *= 0.9

    worse = edited(quick / "saved.json", tmp_path / "worse.json", smaller)
    capsys.readouterr()
    assert main([*arguments, "--compare", str(worse)]) == 1
    assert "regression: Sizes, BFV, n = 4096: public key: +11.1 %" in capsys.readouterr().err
    table = report_pages.check(tmp_path).tables["comparison"]
    assert table[1][0] == "Sizes, BFV, n = 4096: public key" and table[1][3:] == ["+11.1 %", "regression"]
    assert [row[4] for row in table[2:]] == ["as before"] * 3


def test_five_percent(tmp_path):
    table = Table("t", "T", "ns", [Row("a", {"Lath": Value.exactly(100)}), Row("b", {"Lath": "none"})])
    bits = Table("u", "U", "bits", [Row("c", {"Lath": Value.exactly(100)})], more_is_better=True)
    comparison.save(tmp_path / "a.json", {"CPU": "x"}, [Section("s", "S", "", [table, bits])])
    data = comparison.load(tmp_path / "a.json")
    for now, worse in ((94.9, (False, True)), (95.1, (False, False)), (104.9, (False, False)), (105.1, (True, False))):
        table.rows[0].cells["Lath"] = bits.rows[0].cells["Lath"] = Value.exactly(now)
        changes = comparison.changes(data, [Section("s", "S", "", [table, bits])])
        found = {change.row: change.is_regression for change in changes}
        assert (found["a"], found["c"]) == worse


def test_reports_of_other_machines_are_refused(quick, tmp_path, capsys):
    other = edited(quick / "saved.json", tmp_path / "other.json", lambda data: data["host"].update(CPU="a PDP-11"))
    assert main(["--compare", str(other), "--out", str(tmp_path)]) == 2
    assert "a report with CPU a PDP-11; one of this machine" in capsys.readouterr().err


@pytest.mark.parametrize("text, said", [
    (None, "No such file"), ("{", "a report in JSON is needed"), ("[]", "a report that --save wrote is needed"),
    ('{"format": "lath report 1"}', "all parts of a report are needed"),
    ('{"format": "lath report 1", "host": [], "sections": []}', "all parts of a report are needed"),
])
def test_files_that_are_no_reports(text, said, tmp_path, capsys):
    file = tmp_path / "bad.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert main(["--compare", str(file), "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["--quick", "--rows", "sizes", "--out", str(tmp_path / "file")]) == 2
    assert "a place that can be written is needed" in capsys.readouterr().err


def test_matplotlib_is_missed(tmp_path):
    put(tmp_path, {"matplotlib.py": "raise ImportError('hidden')"})
    done = run(tmp_path, "--quick", "--out", tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "pip install lath[report]" in done.stderr


def test_programs_in_cpp(tmp_path, capsys):
    results = {"cpu": "a CPU", "isa": "avx2", "commit": "abc", "date": "2026-11-28", "benchmarks": [
        {"name": "bfv/add/8192/214/1", "times_ns": [17000.0, 18000.0, 19000.0]},
        {"name": "bfv/add/8192/214/1/seal", "times_ns": [23000.0]},
        {"name": "bfv/multiply/8192/214/1/openfhe", "skipped": "OpenFHE not found"},
        {"name": "expression/a/b", "times_ns": [1.0]}]}
    (tmp_path / "bench.json").write_text(json.dumps(results), encoding="utf-8")
    found = programs.section(tmp_path / "bench.json")
    assert [table.libraries for table in found.tables] == [["Lath", "SEAL"]]
    assert found.tables[0].absent == {"OpenFHE": "OpenFHE not found"}
    assert found.tables[0].rows[0].cells["Lath"] == Value(18000, 17500, 18500, 3)
    figures = ROOT / "docs/figures/peers.json"
    assert main(["--quick", "--rows", "sizes", "--programs", str(figures), "--out", str(tmp_path)]) == 0
    assert len(report_pages.check(tmp_path).images["programs"]) == 3
    (tmp_path / "bench.json").write_text('{"benchmarks": [1]}', encoding="utf-8")
    assert main(["--programs", str(tmp_path / "bench.json"), "--out", str(tmp_path)]) == 2
    assert "results of C++ benchmarks are needed" in capsys.readouterr().err


def test_calls_take_turns():
    order = []
    calls = {name: lambda name=name: order.append(name) for name in "ab"}
    values = timing.measure(calls, timing.Budget(seconds=0, least=4, most=9, sample_ns=1))
    assert order == ["a"] * 3 + ["b"] * 3 + ["a", "a", "b", "b"] * 4
    assert all(value.samples == 4 and value.low <= value.median <= value.high for value in values.values())


def test_parameters_that_differ_are_named():
    ours = sets.Facts(8192, 65537, 171.0, 214.0)
    assert sets.disagreement(ours, sets.Facts(8192, 65537, 152.0, 212.0)) == ""
    assert "parameters are others" in sets.disagreement(ours, sets.Facts(4096, 65537, 171.0, 214.0))
    assert "parameters are others" in sets.disagreement(ours, sets.Facts(8192, 257, 171.0, 214.0))
    assert "log₂ QP is 230.0" in sets.disagreement(ours, sets.Facts(8192, 65537, 171.0, 230.0))
    assert "log₂ Q is 190.0" in sets.disagreement(ours, sets.Facts(8192, 65537, 190.0, 213.0))
    assert "0 bits of security" in sets.disagreement(ours, sets.Facts(8192, 65537, 171.0, 216.0))


def test_figures_read_well():
    assert [units.shown(x, "ns") for x in (0.5, 999, 1500, 123456, 2e9)] == [
        "0.50 ns", "999 ns", "1.50 µs", "123 µs", "2 s"]
    assert units.shown(1184, "bytes") == "1.16 KiB" and units.spread(900, 1100, "ns") == "0.90–1.10 µs"
