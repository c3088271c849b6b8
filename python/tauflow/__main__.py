# SPDX-License-Identifier: MIT
"""`python -m tauflow ...`: the program itself, with these arguments."""
import os
import sys

from tauflow.commands import TauflowError, program

try:
    PROGRAM = program()
except TauflowError as why:
    sys.exit(f"tauflow: error: {why}")
os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])
