# SPDX-License-Identifier: Apache-2.0
"""The mutants of what changed last."""
import hashlib
import sys

from history import changed_files, git
from mutants.tables import ROOMS, read_table


def changed(tables, since):
    """The mutants of files that changed after the commit `since` (by default the tenth before the last), and
    those that are new themselves; the latest first. What changed at the same time comes in another order at
    each commit."""
    root = tables.root
    base = git(root, "rev-parse", "--verify", "--quiet", (since or "HEAD~10") + "^{commit}")
    if since and not base:
        sys.exit(f"check-mutants: there is no commit {since}")
    rank = {file: i for i, file in enumerate(changed_files(root, since or "HEAD~10"))}
    head = git(root, "rev-parse", "HEAD")
    chosen = []
    for room in ROOMS:
        table = f"tests/mutants/{room}.txt"
        before = git(root, "show", f"{base[0]}:{table}") if base and table in rank else []
        before = read_table(room, "\n".join(before))[0]
        for mutant in tables.mutants:
            if mutant.room == room:
                places = [tables.planted[mutant.name][0]] + [table] * (mutant not in before)
                ranks = [rank[place] for place in places if place in rank]
                tie = hashlib.sha256(f"{head} {mutant.name}".encode()).digest()
                chosen += [(min(ranks), tie, mutant)] if ranks else []
    return [mutant for _, _, mutant in sorted(chosen, key=lambda each: each[:2])]
