# SPDX-License-Identifier: Apache-2.0
"""What git says of the last commits."""
import subprocess


def git(root, *arguments):
    """The lines that git prints; none where it fails."""
    result = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
    return result.stdout.splitlines() if result.returncode == 0 else []


def changed_files(root, base="HEAD~10"):
    """The files that changed after the commit `base`, the latest first; all where there is no such commit."""
    base = git(root, "rev-parse", "--verify", "--quiet", base + "^{commit}")
    files = git(root, "diff", "--name-only", "HEAD")
    files += git(root, "ls-files", "--others", "--exclude-standard")
    # In a history that is too short, everything changed.
    files += git(root, "log", "--first-parent", "-m", "--name-only", "--format=",
                 f"{base[0]}..HEAD" if base else "HEAD")
    return list(dict.fromkeys(files))
