#!/usr/bin/env bash
# Documents that are made from code are made from today's: `make documents` makes them anew.
. tests/cli/tap.bash
gen=${BUILD:-build}/gen
ok the_register_map_is_todays diff docs/registers.md "$gen/tauflow_regs.md"
ok the_table_of_the_shape_is_todays diff docs/shape.md "$gen/tauflow_shape.md"
finish
