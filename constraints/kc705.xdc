# AMD KC705: clocks, reset, LEDs and PCI Express, 4 lanes.
# Where each pin comes from: docs/boards.md. Ports are those of rtl/links/tops/xdma.v.
# Not yet run on Vivado.

set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 2.5 [current_design]
set_property BITSTREAM.GENERAL.COMPRESS true [current_design]

# system clock, 200 MHz
set_property -dict {PACKAGE_PIN AD12 IOSTANDARD LVDS} [get_ports sys_clk_p]
set_property -dict {PACKAGE_PIN AD11 IOSTANDARD LVDS} [get_ports sys_clk_n]
create_clock -name sys_clk -period 5.000 [get_ports sys_clk_p]

# push button CPU_RESET
set_property -dict {PACKAGE_PIN AB7 IOSTANDARD LVCMOS15} [get_ports cpu_reset]
set_false_path -from [get_ports cpu_reset]

# LEDs
set_property -dict {PACKAGE_PIN AB8 IOSTANDARD LVCMOS15} [get_ports {led[0]}]
set_property -dict {PACKAGE_PIN AA8 IOSTANDARD LVCMOS15} [get_ports {led[1]}]
set_property -dict {PACKAGE_PIN AC9 IOSTANDARD LVCMOS15} [get_ports {led[2]}]
set_property -dict {PACKAGE_PIN AB9 IOSTANDARD LVCMOS15} [get_ports {led[3]}]
set_property -dict {PACKAGE_PIN AE26 IOSTANDARD LVCMOS25} [get_ports {led[4]}]
set_property -dict {PACKAGE_PIN G19 IOSTANDARD LVCMOS25} [get_ports {led[5]}]
set_property -dict {PACKAGE_PIN E18 IOSTANDARD LVCMOS25} [get_ports {led[6]}]
set_property -dict {PACKAGE_PIN F16 IOSTANDARD LVCMOS25} [get_ports {led[7]}]
set_false_path -to [get_ports {led[*]}]

# PCI Express: 100 MHz reference clock and reset from the slot; transceiver pins need no standard
set_property PACKAGE_PIN U8 [get_ports pcie_clk_p]
set_property PACKAGE_PIN U7 [get_ports pcie_clk_n]
create_clock -name pcie_clk -period 10.000 [get_ports pcie_clk_p]
set_property -dict {PACKAGE_PIN G25 IOSTANDARD LVCMOS25 PULLUP true} [get_ports pcie_rst_n]
set_false_path -from [get_ports pcie_rst_n]
set_property PACKAGE_PIN M6 [get_ports {pcie_rx_p[0]}]
set_property PACKAGE_PIN M5 [get_ports {pcie_rx_n[0]}]
set_property PACKAGE_PIN L4 [get_ports {pcie_tx_p[0]}]
set_property PACKAGE_PIN L3 [get_ports {pcie_tx_n[0]}]
set_property PACKAGE_PIN P6 [get_ports {pcie_rx_p[1]}]
set_property PACKAGE_PIN P5 [get_ports {pcie_rx_n[1]}]
set_property PACKAGE_PIN M2 [get_ports {pcie_tx_p[1]}]
set_property PACKAGE_PIN M1 [get_ports {pcie_tx_n[1]}]
set_property PACKAGE_PIN R4 [get_ports {pcie_rx_p[2]}]
set_property PACKAGE_PIN R3 [get_ports {pcie_rx_n[2]}]
set_property PACKAGE_PIN N4 [get_ports {pcie_tx_p[2]}]
set_property PACKAGE_PIN N3 [get_ports {pcie_tx_n[2]}]
set_property PACKAGE_PIN T6 [get_ports {pcie_rx_p[3]}]
set_property PACKAGE_PIN T5 [get_ports {pcie_rx_n[3]}]
set_property PACKAGE_PIN P2 [get_ports {pcie_tx_p[3]}]
set_property PACKAGE_PIN P1 [get_ports {pcie_tx_n[3]}]
