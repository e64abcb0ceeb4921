# SPDX-License-Identifier: Apache-2.0
"""Sums of encrypted points of an elliptic curve, which the server does not see.

>>> from lath.apps.curves import P256, Plan
>>> P256, Plan(P256, 1)
(<lath Curve over P-256>, <lath curves Plan, 512 sums of 2 points>)
"""

from .._lath.apps.curves import P256, Client, Curve, Plan, Server

__all__ = ["P256", "Client", "Curve", "Plan", "Server"]
