# SPDX-License-Identifier: Apache-2.0
"""The table of misuses: each is refused with its class, its code and a remedy, and following the remedy works."""

import lath
import pytest
from files import FILES
from lifetimes import LIFETIMES, ML_KEM
from sessions import SESSIONS
from table import objects
from values import PARAMETERS, VALUES

TABLE = {
    f"{part}: {name}": row
    for part, rows in {"values": VALUES, "parameters": PARAMETERS, "sessions": SESSIONS, "files": FILES,
                       "lifetimes": LIFETIMES, "ML-KEM": ML_KEM}.items()
    for name, row in rows.items()
}


@pytest.fixture(scope="module")
def everything():
    return objects()


@pytest.fixture
def s(everything, tmp_path):
    everything.file = tmp_path / "file"
    everything.mac, everything.signer = lath.MacKey.generate(), lath.SigningKey.generate()
    everything.generator = lath.random.Generator.from_seed(bytes(32), "test")
    return everything


@pytest.mark.filterwarnings("ignore:nanobind. attempted to access an uninitialized instance")
@pytest.mark.parametrize("row", TABLE.values(), ids=TABLE.keys())
def test_a_misuse_and_its_remedy(s, row):
    with pytest.raises(row.kind) as caught:
        row.call(s)
    error = caught.value
    assert type(error) is row.kind
    if isinstance(error, lath.Error):
        assert error.code == row.code and error.found and error.needed
        assert row.remedy and row.remedy in error.remedy
    else:
        assert row.remedy and row.remedy in str(error)
    assert "::" not in str(error)
    assert row.use(s) is not False


def test_the_table_is_long_enough():
    assert len(TABLE) >= 60
