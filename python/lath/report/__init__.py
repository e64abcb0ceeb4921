# SPDX-License-Identifier: Apache-2.0
"""`python -m lath.report`: one page of how fast Lath is here, beside the packages of other libraries that import.

It needs matplotlib: `pip install lath[report]`. The page and its charts are files in one folder, and need no network.
"""
