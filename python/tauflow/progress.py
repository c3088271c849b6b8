# SPDX-License-Identifier: MIT
"""What the program says while it works: to a callback, or as a line where a person looks."""
import sys


class _Line:
    """A line that is written over and over, on a terminal or in a notebook."""

    def __init__(self):
        self._shown = 0

    def __call__(self, line):
        sys.stderr.write("\r" + line.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(line)

    def end(self):
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()


def _is_seen():
    """Whether a person sees standard error: a terminal, or the stream of a notebook's kernel."""
    stream = sys.stderr
    return stream is not None and (type(stream).__module__.split(".")[0] == "ipykernel" or
                                   (hasattr(stream, "isatty") and stream.isatty()))


class Watcher:
    """Takes lines, and shows them as the argument `progress` of a call wishes: None is a line where
    a person sees it, False nothing, anything else a function that is called with each line."""

    def __init__(self, wish):
        if wish is not None and wish is not False and not callable(wish):
            raise TypeError("progress is a function that takes a line, None or False")
        self._tell = wish or (_Line() if wish is None and _is_seen() else None)
        self._rest = b""

    @property
    def wants_lines(self):
        return self._tell is not None

    def take(self, data):
        """Bytes as they come."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._tell(line.decode(errors="replace"))

    def end(self):
        if isinstance(self._tell, _Line):
            self._tell.end()
