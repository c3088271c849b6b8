/* SPDX-License-Identifier: MIT */
/* Operand a of module m does not hear the units of module m + 1, operand b not those of m + 2,
 * modulo the modules. So two operands that may change places come from any two modules to any
 * third, and every operation has a module that hears its operands. Shared units and lanes hear and
 * are heard by all. */
#include "machine/networks.h"

static uint32_t sparse_deaf(uint32_t modules, uint32_t module, uint32_t port)
{
    return (module + 1 + port) % modules;
}

const network_layout NETWORK_LAYOUT_sparse = {.deaf = sparse_deaf};
