# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Random generators."""

from typing import Literal


class Generator:
    """
    A cryptographic random generator: the key stream of a cipher. All threads may use it.

        >>> lath.random.Generator.from_system()
        <lath Generator>
    """

    @staticmethod
    def from_system(cipher: Literal['aes-256-ctr', 'chacha20'] = 'aes-256-ctr') -> Generator:
        """
        A generator seeded by the operating system, with "aes-256-ctr" or "chacha20".

        Raises EntropyError if the system has no randomness.

            >>> len(lath.random.Generator.from_system("chacha20").bytes(16))
            16
        """

    @staticmethod
    def from_seed(seed: bytes, name: str, *, cipher: Literal['aes-256-ctr', 'chacha20'] = 'aes-256-ctr') -> Generator:
        """
        For tests only: the generator that 32 bytes and a name determine.

        Whoever has the seed has all secrets that are drawn. Raises InvalidArgumentError for another number
        of bytes.

            >>> a, b = (lath.random.Generator.from_seed(bytes(32), "test") for _ in range(2))
            >>> a.bytes(16) == b.bytes(16)
            True
        """

    def bytes(self, size: int) -> bytes:
        """
        The next `size` bytes of the stream.

            >>> len(lath.random.Generator.from_system().bytes(32))
            32
        """

    def split(self, name: str) -> Generator:
        """
        A generator that is independent of the rest of this stream.

            >>> generator = lath.random.Generator.from_system()
            >>> generator.split("noise").bytes(16) == generator.bytes(16)
            False
        """

    def __repr__(self) -> str: ...
