# SPDX-License-Identifier: Apache-2.0
"""Calls leave no objects of Python behind: scripts/check-python-sanitizers makes more of them, and looks at all memory."""

import gc
import sys

from many_calls import all_calls


def test_calls_leave_no_objects_behind():
    calls = all_calls()
    for call in calls:
        call()
    gc.collect()
    before = sys.getallocatedblocks()
    for call in calls:
        call()
    gc.collect()
    assert sys.getallocatedblocks() - before < 100
