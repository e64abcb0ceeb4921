# SPDX-License-Identifier: Apache-2.0
"""The errors of the library, a class for each code."""


class Error(Exception):
    """An error with the value found, the value needed instead, and a remedy."""

    code = ""

    def __init__(self, found: str, needed: str, remedy: str) -> None:
        super().__init__(found, needed, remedy)
        self.found, self.needed, self.remedy = found, needed, remedy

    def __str__(self) -> str:
        return f"{self.found}; {self.needed}; {self.remedy}"


class InvalidArgumentError(Error):
    """A value outside its documented range."""

    code = "invalid_argument"


class MismatchError(Error):
    """Operands that do not belong together."""

    code = "mismatch"


class UnsupportedError(Error):
    """A valid request that this build or this CPU cannot serve."""

    code = "unsupported"


class MalformedError(Error):
    """Bytes from outside that are not the object they claim to be."""

    code = "malformed"


class AuthenticationError(Error):
    """Bytes from outside that were changed, or a wrong key."""

    code = "authentication"


class InputOutputError(Error):
    """A file or stream that could not be read or written."""

    code = "input_output"


class EntropyError(Error):
    """The random generator failed."""

    code = "entropy"


class CancelledError(Error):
    """Long work that was asked to stop."""

    code = "cancelled"


_classes = {kind.code: kind for kind in Error.__subclasses__()}


def of_code(code: str, found: str, needed: str, remedy: str) -> Error:
    """The error of a code."""
    return _classes[code](found, needed, remedy)
