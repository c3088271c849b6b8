# SPDX-License-Identifier: MIT
"""The program `tauflow`, and what it says."""
import collections
import json
import os
import pathlib
import selectors
import shutil
import subprocess
import sys

from tauflow.progress import Watcher


class TauflowError(RuntimeError):
    """What the program or the library said, in its words."""


def _of_tree(name):
    """A file of the source tree's build folder, where the package is used from there."""
    return pathlib.Path(__file__).resolve().parents[2] / "build" / name


def _carried():
    """The program that came with the package, where it was built with one."""
    return pathlib.Path(__file__).resolve().parent / "native" / "bin" / "tauflow"


def program():
    """The path of `tauflow`: $TAUFLOW, what the package carries, the PATH, or the build folder of
    the source tree."""
    if os.environ.get("TAUFLOW"):
        return os.environ["TAUFLOW"]
    if _carried().exists():
        return str(_carried())
    found = shutil.which("tauflow")
    if not found and _of_tree("tauflow").exists():
        found = str(_of_tree("tauflow"))
    if not found:
        raise TauflowError("there is no program 'tauflow': this package does not carry it, and it "
                           "is not on the PATH; pip install ./python, make install, or set TAUFLOW")
    return found


def library():
    """The path of libtauflow: $TAUFLOW_LIBRARY, or where the program stands, or its name."""
    named = os.environ.get("TAUFLOW_LIBRARY")
    if named:
        return named
    home = pathlib.Path(program()).resolve().parent
    for path in (home / "lib" / "libtauflow.so", home.parent / "lib" / "libtauflow.so"):
        if path.exists():
            return str(path)
    return "libtauflow.so.1"  # machine/version.sh soname


def arguments(options):
    """Keyword arguments as options of the program."""
    words = []
    for key, value in options.items():
        option = "--" + key.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is None or value is False:
            continue
        elif isinstance(value, (list, tuple)):
            for item in value:
                words += [option, str(item)]
        else:
            words += [option, str(value)]
    return words


_Done = collections.namedtuple("_Done", "code output warning")


def _listen(process, lines, watcher):
    """What the process writes until it ends: to its outputs, and lines of progress."""
    said = {process.stdout: b"", process.stderr: b""}
    with selectors.DefaultSelector() as ready:
        for pipe in [*said, lines]:
            ready.register(pipe, selectors.EVENT_READ)
        while ready.get_map():
            for key, _ in ready.select():
                data = os.read(key.fd, 1 << 16)
                if not data:
                    ready.unregister(key.fileobj)
                elif key.fileobj is lines:
                    watcher.take(data)
                else:
                    said[key.fileobj] += data
    return [said[pipe].decode(errors="replace") for pipe in (process.stdout, process.stderr)]


def run_program(command, robot, options, codes=(0,)):
    """Runs a command; its exit code, which is one of those, and what it prints. Notes go on to
    standard error."""
    options = dict(options)
    watcher = Watcher(options.pop("progress", None))
    words = [program(), command, os.fspath(robot), *arguments(options)]
    out, into = os.pipe()
    told = {"TAUFLOW_PROGRESS": str(into)} if watcher.wants_lines else {}
    with os.fdopen(out, "rb", buffering=0) as lines:
        try:
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       pass_fds=(into,), env={**os.environ, **told})
        finally:
            os.close(into)
        with process:
            try:
                output, notes = _listen(process, lines, watcher)
            except BaseException:
                process.kill()
                raise
            finally:
                watcher.end()
    if process.returncode not in codes:
        raise TauflowError(notes.strip() or f"tauflow {command} failed")
    if process.returncode == 0:
        sys.stderr.write(notes)
    return _Done(process.returncode, output, notes.strip())


def call(command, robot, options):
    """What a command prints."""
    return run_program(command, robot, options).output


def _figures(command, robot, options):
    return json.loads(call(command, robot, {**options, "json": True}))


def info(robot, **options):
    """Joints, masses and operation counts, as `tauflow info --json` gives them."""
    return _figures("info", robot, options)


def schedule(robot, **options):
    """Cycles, bounds and machine of a schedule, as `tauflow schedule --json` gives them."""
    return _figures("schedule", robot, options)


def run(robot, **options):
    """A run on the simulated core, as `tauflow run --json` gives it."""
    return _figures("run", robot, options)


def report(robot, page, **options):
    """Writes the report page; its path."""
    call("report", robot, {**options, "out": os.fspath(page)})
    return page


def image(robot, path, **options):
    """Writes the image that a core loads; its path."""
    call("image", robot, {**options, "out": os.fspath(path)})
    return path


def fmu(robot, path, **options):
    """Writes the robot as a model for other tools (FMI 2.0; fmi=3: 3.0); its path."""
    call("fmu", robot, {**options, "out": os.fspath(path)})
    return path
