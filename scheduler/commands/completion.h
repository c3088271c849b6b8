/* SPDX-License-Identifier: MIT */
/* What a shell needs to complete command lines of tauflow, from the tables of options. */
#ifndef TAUFLOW_COMPLETION_H
#define TAUFLOW_COMPLETION_H

#include "base/text.h"

/* A script to source, or to put where bash-completion finds it. */
void completion_bash(arena *mem, text *out);
/* The function _tauflow, for a folder of $fpath. */
void completion_zsh(arena *mem, text *out);

#endif
