# SPDX-License-Identifier: Apache-2.0
"""The tables of mutants: how they are read, and where each mutant fits."""
import dataclasses
import re

# Where the sources of each room are.
ROOMS = {
    room: [f"include/lath/{room}", f"src/{room}"]
    for room in ["base", "arith", "hash", "coding", "wire", "ntt", "algebra", "rns", "ring", "random", "security",
                 "pke", "ml_kem", "he", "circuits", "apps", "io"]
} | {"tools": ["tools"], "hardware": ["hardware/software/include", "hardware/software/src"]}

ENTRY = re.compile(r"(?P<name>[a-z0-9]+(-[a-z0-9]+)*)\n(?P<defect>(?!tests:).*\.)\ntests: (?P<tests>.*\S)"
                   r"(?P<old>(\n-( .*)?)+)(?P<new>(\n\+( .*)?)*)")


@dataclasses.dataclass(frozen=True)
class Mutant:
    room: str
    name: str
    defect: str
    tests: tuple
    old: str
    new: str

    def __str__(self):
        return f"{self.room}.txt: {self.name}"


def read_table(room, text):
    """The mutants of a table, and what is wrong with its form."""
    mutants, wrong = [], []
    text = re.sub(r"(?m)^#.*\n?", "", text).strip("\n")
    for entry in re.split(r"\n\s*\n", text) if text else []:
        form = ENTRY.fullmatch(entry)
        old, new = (re.sub(r"(?m)^[-+] ?", "", form[part][1:]) if form else "" for part in ("old", "new"))
        if old.strip():
            mutants.append(Mutant(room, form["name"], form["defect"], tuple(form["tests"].split()), old, new))
        else:
            first = entry.split("\n")[0]
            wrong.append(f"{room}.txt: {first}: needs a name, a sentence, tests, an old text and a new one")
    return mutants, wrong


def pattern_of(old):
    """Finds `old`, whatever white space stands between its tokens there."""
    tokens = re.findall(r"\w+|[^\w\s]", old)
    gaps = [r"\s+" if re.fullmatch(r"\w\w", a[-1] + b[0]) else r"\s*" for a, b in zip(tokens, tokens[1:])]
    pattern = "".join(re.escape(token) + gap for token, gap in zip(tokens, [*gaps, ""]))
    # No part of a longer word.
    before = r"(?<!\w)" if re.match(r"\w", tokens[0]) else ""
    after = r"(?!\w)" if re.match(r"\w", tokens[-1]) else ""
    return re.compile(before + pattern + after)


def replaced(text, start, end, new):
    """`text` with `new` from start to end, whose further lines are indented like the first."""
    line = text.rfind("\n", 0, start) + 1
    if not new and not text[line:start].strip() and text[end:end + 1] == "\n":
        return text[:line] + text[end + 1:]  # no empty line stays
    indentation = re.match(r"[ \t]*", text[line:])[0]
    return text[:start] + re.sub(r"\n(?=.)", "\n" + indentation, new) + text[end:]


class Tables:
    """The mutants of a tree, what is wrong with them, and by name the file of each and its text then."""

    def __init__(self, root):
        self.root, self.mutants, self.wrong, self.planted = root, [], [], {}
        for path in sorted(root.glob("tests/mutants/*.txt")):
            mutants, wrong = read_table(path.stem, path.read_text(encoding="utf-8"))
            self.mutants += mutants
            self.wrong += wrong if path.stem in ROOMS else [f"{path.name}: there is no such room"]
        lists = [path.read_text(encoding="utf-8") for folder in ("tests", "hardware/software/tests")
                 for path in root.glob(f"{folder}/**/CMakeLists.txt")]
        programs = re.findall(r"\blath(?:_hardware)?_test\(\s*(\w+)", "\n".join(lists))
        names = [mutant.name for mutant in self.mutants]
        sources = {room: self.sources(room) for room in ROOMS}
        for mutant in self.mutants:
            if names.count(mutant.name) > 1:
                self.wrong.append(f"{mutant}: another mutant has this name")
            for test in sorted(set(mutant.tests).difference(programs)):
                self.wrong.append(f"{mutant}: there is no test program {test}")
            if mutant.new.split() == mutant.old.split():
                self.wrong.append(f"{mutant}: the new text is the old one")
            self.find(mutant, sources.get(mutant.room, {}))

    def sources(self, room):
        paths = [path for folder in ROOMS[room] for path in sorted((self.root / folder).rglob("*"))]
        return {path.relative_to(self.root).as_posix(): path.read_text(encoding="utf-8")
                for path in paths if path.suffix in (".cpp", ".hpp", ".inl")}

    def find(self, mutant, sources):
        pattern = pattern_of(mutant.old)
        found = [(file, match) for file, text in sources.items() for match in pattern.finditer(text)]
        if len(found) == 1:
            file, match = found[0]
            self.planted[mutant.name] = file, replaced(sources[file], *match.span(), mutant.new)
        else:
            where = ", ".join(sorted({file for file, _ in found})) or "its folders"
            self.wrong.append(f"{mutant}: the old text is found {len(found)} times in {where}")
