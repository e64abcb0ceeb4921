# SPDX-License-Identifier: Apache-2.0
"""Private retrieval: a client gets a record of a server's table, and the server does not learn which.

>>> from lath.apps.retrieval import Plan
>>> Plan(4000, 256)
<lath retrieval Plan, 4000 records of 256 bytes>
"""

from .._lath.apps.retrieval import Client, Plan, Server, Table

__all__ = ["Client", "Plan", "Server", "Table"]
