# SPDX-License-Identifier: MIT
"""Builds the package for pip (PEP 517, PEP 660) with the standard library alone, so that nothing
has to be loaded for it: a wheel is an archive of the files, what pyproject.toml says, and their
hashes. It carries the compiler `tauflow` and libtauflow for this kind of computer, which `make`
builds of the sources around this folder (python/wheel.mk), in the `build` folder there. Two runs
make the same bytes, and nothing but Python's own cache is left in this folder."""

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "tauflow"
# What the compiler is built of, in the tree or in an archive of sources (build_sdist).
TREES = (os.path.dirname(HERE), os.path.join(HERE, "source"))
SOURCES = ("Makefile", "LICENSE", "base", "host", "machine", "measure/synth", "rtl",
           "scheduler", "sim", "python/wheel.mk", "tests/fuzz/fuzz.mk")
NEEDED = ("the wheel contains the compiler, which is built here: make, gcc, objcopy and the "
          "headers of expat are needed (Debian: make gcc binutils libexpat1-dev)")


def _project():
    """The [project] table: plain strings and one list, which is all that it has."""
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
        table = file.read().split("[project]")[1].split("\n[")[0]
    fields = dict(re.findall(r'^([a-z-]+) = "(.*)"$', table, re.M))
    fields["dependencies"] = re.findall(
        r'"([^"]*)"', re.search(r"^dependencies = \[(.*)\]$", table, re.M).group(1))
    return fields


def _metadata(project):
    lines = ["Metadata-Version: 2.1", "Name: " + project["name"], "Version: " + project["version"],
             "Summary: " + project["description"], "Requires-Python: " + project["requires-python"]]
    return "\n".join(lines + ["Requires-Dist: " + d for d in project["dependencies"]]) + "\n"


def _package():
    folder = os.path.join(HERE, PACKAGE)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                yield PACKAGE + "/" + name, file.read(), False


def _tree():
    for tree in TREES:
        if os.path.isfile(os.path.join(tree, "scheduler", "main.c")):
            return tree
    raise RuntimeError("the wheel contains the compiler, and its sources are not here: neither in "
                       + " nor in ".join(TREES) + "; pip has to see python/ inside the source tree")


def _make(tree):
    """`make native`; the folder that it fills. What a `make` around us says is not for it."""
    outside = {key: value for key, value in os.environ.items()
               if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    try:
        done = subprocess.run(["make", "-j%d" % (os.cpu_count() or 1), "BUILD=build", "native"],
                              cwd=tree, env=outside, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    except OSError as why:
        raise RuntimeError("make cannot be started: %s; %s" % (why, NEEDED)) from why
    if done.returncode != 0:
        raise RuntimeError("make failed:\n%s\n%s" % (done.stdout[-3000:], NEEDED))
    return os.path.join(tree, "build", "native")


def _native():
    """Compiler and library, and what cores are built from."""
    top = _make(_tree())
    for folder, folders, names in os.walk(top):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                yield (PACKAGE + "/native/" + os.path.relpath(path, top).replace(os.sep, "/"),
                       file.read(), os.access(path, os.X_OK))


def _write(wheel_directory, files, tag):
    """files: (name, bytes, is it a program) of everything but what every wheel has."""
    project = _project()
    info = "%s-%s.dist-info/" % (project["name"], project["version"])
    name = "%s-%s-%s.whl" % (project["name"], project["version"], tag)
    about = "Wheel-Version: 1.0\nGenerator: tauflow\nRoot-Is-Purelib: %s\nTag: %s\n" % (
        "true" if tag.endswith("-any") else "false", tag)
    files = list(files) + [(info + "METADATA", _metadata(project).encode(), False),
                           (info + "WHEEL", about.encode(), False)]
    record = ""
    for path, content, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += "%s,sha256=%s,%d\n" % (path, digest, len(content))
    files.append((info + "RECORD", (record + info + "RECORD,,\n").encode(), False))
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content, is_program in files:
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    platform = re.sub("[^A-Za-z0-9]", "_", sysconfig.get_platform())
    return _write(wheel_directory, list(_package()) + list(_native()), "py3-none-" + platform)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A link to this folder; the compiler is that of the tree's build folder."""
    return _write(wheel_directory, [(PACKAGE + ".pth", (HERE + "\n").encode(), False)],
                  "py3-none-any")


def _plain(entry):
    """Without what was made of the sources, and without who made it."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return None if os.path.basename(entry.name) in ("__pycache__", "build") else entry


def build_sdist(sdist_directory, config_settings=None):
    project, tree = _project(), _tree()
    top = "%s-%s" % (project["name"], project["version"])
    with tarfile.open(os.path.join(sdist_directory, top + ".tar.gz"), "w:gz") as archive:
        for name in ["pyproject.toml", "build_wheel.py"] + [path for path, _, _ in _package()]:
            archive.add(os.path.join(HERE, name), top + "/" + name, filter=_plain)
        for name in SOURCES:
            archive.add(os.path.join(tree, name), top + "/source/" + name, filter=_plain)
    return top + ".tar.gz"
