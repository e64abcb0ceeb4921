# SPDX-License-Identifier: Apache-2.0
"""Private retrieval: a client gets a record of a server's table, and the server does not learn which."""

from .._lath.apps.retrieval import Client, Plan, Server, Table

__all__ = ["Client", "Plan", "Server", "Table"]
