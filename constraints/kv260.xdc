# AMD KV260: LEDs at the Pmod connector J2.
# Where each pin comes from: docs/boards.md. Ports are those of rtl/links/tops/axidma.v; clock and
# reset come from the processors and are constrained by their own file.
# Not yet run on Vivado.

set_property BITSTREAM.GENERAL.COMPRESS true [current_design]

# Pmod J2, pins 1 3 5 7 and 2 4 6 8 of the connector, for a module of eight LEDs
set_property -dict {PACKAGE_PIN H12 IOSTANDARD LVCMOS33} [get_ports {led[0]}]
set_property -dict {PACKAGE_PIN E10 IOSTANDARD LVCMOS33} [get_ports {led[1]}]
set_property -dict {PACKAGE_PIN D10 IOSTANDARD LVCMOS33} [get_ports {led[2]}]
set_property -dict {PACKAGE_PIN C11 IOSTANDARD LVCMOS33} [get_ports {led[3]}]
set_property -dict {PACKAGE_PIN B10 IOSTANDARD LVCMOS33} [get_ports {led[4]}]
set_property -dict {PACKAGE_PIN E12 IOSTANDARD LVCMOS33} [get_ports {led[5]}]
set_property -dict {PACKAGE_PIN D11 IOSTANDARD LVCMOS33} [get_ports {led[6]}]
set_property -dict {PACKAGE_PIN B11 IOSTANDARD LVCMOS33} [get_ports {led[7]}]
set_false_path -to [get_ports {led[*]}]
