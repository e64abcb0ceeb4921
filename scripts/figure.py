# SPDX-License-Identifier: Apache-2.0
"""What the pictures of docs/figures have in common."""
import html
import pathlib
import sys

MARGIN = 24
# Pixels of a letter in the widest of the fonts that a browser may take, DejaVu Sans.
TITLE_LETTER, BOLD_LETTER, SMALL_LETTER = 9.2, 8, 6.5

# A card of its own: the page behind it may be light or dark whatever the reader's system prefers.
STYLE = """
    .card { fill: #ffffff; stroke: #d0d7de }
    .ink { fill: #1f2328 } .soft { fill: #59636e }
    .other { fill: #afb8c1 } .lath { fill: #0969da } .line { stroke: #d0d7de }
    text { font: 13px system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif }
    .title { font-size: 15px; font-weight: 600 } .bold { font-weight: 600 } .small { font-size: 12px }
    @media (prefers-color-scheme: dark) {
      .card { fill: #0d1117; stroke: #30363d }
      .ink { fill: #f0f6fc } .soft { fill: #9198a1 }
      .other { fill: #57606a } .lath { fill: #4493f8 } .line { stroke: #30363d }
    }"""


def text(x, y, what, style, anchor="start"):
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'  <text x="{x}" y="{y}" class="{style}"{where}>{html.escape(what)}</text>'


def fitted(what, letter, room):
    """The text, if it stays in its place."""
    if len(what) * letter > room:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: '{what}' may take {len(what) * letter:.0f} pixels where {room} are: "
                 "shorten it")
    return what


def picture(width, height, origin, title, spoken, body):
    """A whole file; `spoken` says the values for those who cannot see them."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="title values">',
        f"  <!-- Drawn by {origin}. SPDX-License-Identifier: Apache-2.0 -->",
        f'  <title id="title">{html.escape(title)}</title>',
        f'  <desc id="values">{html.escape(spoken)}</desc>',
        f"  <style>{STYLE}\n  </style>",
        f'  <rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="6" class="card"/>',
        *body, "</svg>", ""])
