# SPDX-License-Identifier: Apache-2.0
"""The site of build/docs/site: the pages of this folder, the Python package, and the headers by Doxygen's XML.

`make docs` builds it, with warnings as errors and without a network.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE / "sphinx"))

project = "Lath"
author = "the authors of Lath"
extensions = ["myst_parser", "sphinx.ext.autodoc", "breathe", "headers", "notebooks", "signatures",
              "links"]
root_doc = "index"
source_suffix = {".md": "markdown"}
exclude_patterns = ["sphinx"]

html_theme = "furo"
html_title = "Lath"
html_copy_source = False
html_show_sphinx = False
# Thousands of declarations: each page would copy all of their entries for its list of pages.
toc_object_entries = False
# Links to headings have the names that the forge gives them.
myst_heading_anchors = 4

# Pages that lead to others: readers of the files see no list there, the site does.
filed = {"api": "rooms/*", "decisions/README": "decisions/*", "lab/README": "lab/0*", "headers/README": "headers/*",
         "notebooks/README": "notebooks/*"}

autodoc_member_order = "bysource"
autodoc_docstring_signature = True
autodoc_default_options = {"special-members": "__init__"}

breathe_projects = {"lath": str(HERE.parent / "build/docs/breathe")}
breathe_default_project = "lath"
breathe_default_members = ("members",)
breathe_show_include = False
# A namespace stands in each header, and constrained overloads look alike to Sphinx. Doxygen reports true duplicates.
suppress_warnings = ["duplicate_declaration.cpp"]


def file_pages(app, docname, source):
    """Adds the pages that belong to a page, in place of a list in the page."""
    if docname in filed:
        pages = sorted(page for page in HERE.glob(filed[docname] + ".md") if page.stem != "README")
        names = "\n".join("/" + page.relative_to(HERE).with_suffix("").as_posix() for page in pages)
        if pages:
            source[0] += f"\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"


def setup(app):
    app.connect("source-read", file_pages)
