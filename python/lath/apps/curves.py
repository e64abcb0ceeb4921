# SPDX-License-Identifier: Apache-2.0
"""Sums of encrypted points of an elliptic curve, which the server does not see."""

from .._lath.apps.curves import P256, Client, Curve, Plan, Server

__all__ = ["P256", "Client", "Curve", "Plan", "Server"]
