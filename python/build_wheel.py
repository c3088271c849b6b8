"""Builds the package for pip (PEP 517, PEP 660) with the standard library alone, so that nothing
has to be loaded for it: a wheel is an archive of the files, what pyproject.toml says, and their
hashes. Two runs make the same bytes, and nothing but Python's own cache is left in the tree."""

import base64
import hashlib
import os
import re
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "tauflow"
WHEEL = "Wheel-Version: 1.0\nGenerator: tauflow\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


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


def _sources():
    folder = os.path.join(HERE, PACKAGE)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), "rb") as file:
                yield PACKAGE + "/" + name, file.read()


def _write(wheel_directory, files):
    """files: (name, bytes) of everything but what every wheel has."""
    project = _project()
    info = "%s-%s.dist-info/" % (project["name"], project["version"])
    name = "%s-%s-py3-none-any.whl" % (project["name"], project["version"])
    files = list(files) + [(info + "METADATA", _metadata(project).encode()),
                           (info + "WHEEL", WHEEL.encode())]
    record = ""
    for path, content in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += "%s,sha256=%s,%d\n" % (path, digest, len(content))
    files.append((info + "RECORD", (record + info + "RECORD,,\n").encode()))
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files:
            wheel.writestr(zipfile.ZipInfo(path), content)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _write(wheel_directory, _sources())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _write(wheel_directory, [(PACKAGE + ".pth", (HERE + "\n").encode())])


def build_sdist(sdist_directory, config_settings=None):
    project = _project()
    top = "%s-%s" % (project["name"], project["version"])
    with tarfile.open(os.path.join(sdist_directory, top + ".tar.gz"), "w:gz") as archive:
        for name in ["pyproject.toml", "build_wheel.py"] + [path for path, _ in _sources()]:
            archive.add(os.path.join(HERE, name), top + "/" + name)
    return top + ".tar.gz"
