/* SPDX-License-Identifier: MIT */
/* No stations, and everybody hears everybody. */
#include "machine/networks.h"

const network_layout NETWORK_LAYOUT_open = {0};
