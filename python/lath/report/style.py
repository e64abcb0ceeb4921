# SPDX-License-Identifier: Apache-2.0
"""How the page looks."""

STYLE = """
body { margin: 0; background: #ffffff; color: #1f2328;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.7rem; margin: 0 } h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; border-top: 2px solid #d0d7de;
  padding-top: 1rem } h3 { font-size: 1.1rem; margin: 2rem 0 .3rem }
p { max-width: 50rem } nav { margin: 1rem 0 } a { color: #0550ae }
.wide { overflow-x: auto; margin: .8rem 0 }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; padding: .3rem 0 }
th, td { border-bottom: 1px solid #d0d7de; padding: .3rem .7rem; text-align: left; vertical-align: top }
thead th { background: #f6f8fa; border-bottom: 2px solid #8c959f } tbody th { font-weight: 400 }
tbody tr:hover { background: #f6f8fa }
.spread, .none, figcaption, .beside { color: #59636e } .none { font-style: italic }
.spread, .ratio { white-space: nowrap; font-size: .8rem } b { white-space: nowrap }
.beside { font-size: .85rem; padding-left: 1.2rem; margin: .3rem 0 }
strong { color: #a40e26 }
figure { margin: 1rem 0 } img { max-width: 100%; height: auto; border: 1px solid #d0d7de }
figcaption { font-size: .8rem }
@media print { section { break-inside: auto } figure, table { break-inside: avoid } }
"""
