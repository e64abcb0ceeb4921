# SPDX-License-Identifier: Apache-2.0
"""The Python of the README prints what its comments say."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_readme(tmp_path, monkeypatch, capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) == 1
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks[0], "README.md", "exec"), {})
    promised = re.findall(r"print\(.*\)  # (.*)", blocks[0])
    assert capsys.readouterr().out.splitlines() == promised
    assert (tmp_path / "key.lath").exists()
