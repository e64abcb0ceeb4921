# SPDX-License-Identifier: Apache-2.0
"""The errors of the library, a class for each code."""


class Error(Exception):
    """An error with the value found, the value needed instead, and a remedy.

    Each `code` has a class of its own, so that a program catches all of them or some.

    >>> try:
    ...     lath.he.bfv.Parameters.recommended(1000, 65537)
    ... except lath.Error as error:
    ...     print(error.code, "|", error.found, "|", error.needed, "|", error.remedy)
    invalid_argument | degree 1000 | ...
    """

    code = ""

    def __init__(self, found: str, needed: str, remedy: str) -> None:
        super().__init__(found, needed, remedy)
        self.found, self.needed, self.remedy = found, needed, remedy

    def __str__(self) -> str:
        return f"{self.found}; {self.needed}; {self.remedy}"


class InvalidArgumentError(Error):
    """A value outside its documented range.

    >>> client.encrypt([70000])
    Traceback (most recent call last):
    lath.InvalidArgumentError: ...
    >>> lath.InvalidArgumentError.code
    'invalid_argument'
    """

    code = "invalid_argument"


class MismatchError(Error):
    """Operands that do not belong together.

    >>> x + lath.Client(lath.he.bgv.Parameters.recommended(4096, 65537)).encrypt([1])
    Traceback (most recent call last):
    lath.MismatchError: ...
    >>> lath.MismatchError.code
    'mismatch'
    """

    code = "mismatch"


class UnsupportedError(Error):
    """A valid request that this build or this CPU cannot serve.

    >>> lath.he.SlotEncoder(lath.he.bfv.Parameters.recommended(4096, 257))
    Traceback (most recent call last):
    lath.UnsupportedError: ...
    >>> lath.UnsupportedError.code
    'unsupported'
    """

    code = "unsupported"


class MalformedError(Error):
    """Bytes from outside that are not the object they claim to be.

    >>> lath.he.bfv.Parameters.from_json("no JSON")
    Traceback (most recent call last):
    lath.MalformedError: ...
    >>> lath.MalformedError.code
    'malformed'
    """

    code = "malformed"


class AuthenticationError(Error):
    """Bytes from outside that were changed, or a wrong key.

    >>> lath.save(x, "x.lath", key=lath.MacKey.generate())
    >>> lath.load("x.lath", key=lath.MacKey.generate())
    Traceback (most recent call last):
    lath.AuthenticationError: ...
    >>> lath.AuthenticationError.code
    'authentication'
    """

    code = "authentication"


class InputOutputError(Error):
    """A file or stream that could not be read or written.

    >>> lath.load("no such file")
    Traceback (most recent call last):
    lath.InputOutputError: ...
    >>> lath.InputOutputError.code
    'input_output'
    """

    code = "input_output"


class EntropyError(Error):
    """The random generator failed.

    >>> lath.EntropyError.code, issubclass(lath.EntropyError, lath.Error)
    ('entropy', True)
    """

    code = "entropy"


class CancelledError(Error):
    """Long work that was asked to stop.

    >>> lath.CancelledError.code, issubclass(lath.CancelledError, lath.Error)
    ('cancelled', True)
    """

    code = "cancelled"


_classes = {kind.code: kind for kind in Error.__subclasses__()}
for _kind in (Error, *_classes.values()):
    _kind.__module__ = "lath"  # as users name them, and tracebacks


def of_code(code: str, found: str, needed: str, remedy: str) -> Error:
    """The error of a code."""
    return _classes[code](found, needed, remedy)
