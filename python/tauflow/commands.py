"""The program `tauflow`, and what it says."""
import json
import os
import pathlib
import shutil
import subprocess
import sys


class TauflowError(RuntimeError):
    """What the program or the library said, in its words."""


def _of_tree(name):
    """A file of the source tree's build folder, where the package is used from there."""
    return pathlib.Path(__file__).resolve().parents[2] / "build" / name


def program():
    """The path of `tauflow`: $TAUFLOW, the PATH, or the build folder of the source tree."""
    found = os.environ.get("TAUFLOW") or shutil.which("tauflow")
    if not found and _of_tree("tauflow").exists():
        found = str(_of_tree("tauflow"))
    if not found:
        raise TauflowError("the program 'tauflow' is not on the PATH: make install, or set TAUFLOW")
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


def call(command, robot, options):
    """Runs a command; what it prints. Notes go on to standard error."""
    done = subprocess.run([program(), command, os.fspath(robot), *arguments(options)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise TauflowError(done.stderr.strip() or f"tauflow {command} failed")
    sys.stderr.write(done.stderr)
    return done.stdout


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
