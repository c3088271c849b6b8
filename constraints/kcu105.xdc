# AMD KCU105: clocks, reset, LEDs and PCI Express, 4 lanes.
# Where each pin comes from: docs/boards.md. Ports are those of rtl/links/tops/xdma.v.
# Not yet run on Vivado.

set_property CFGBVS GND [current_design]
set_property CONFIG_VOLTAGE 1.8 [current_design]
set_property BITSTREAM.GENERAL.COMPRESS true [current_design]

# system clock, 125 MHz
set_property -dict {PACKAGE_PIN G10 IOSTANDARD LVDS} [get_ports sys_clk_p]
set_property -dict {PACKAGE_PIN F10 IOSTANDARD LVDS} [get_ports sys_clk_n]
create_clock -name sys_clk -period 8.000 [get_ports sys_clk_p]

# push button CPU_RESET
set_property -dict {PACKAGE_PIN AN8 IOSTANDARD LVCMOS18} [get_ports cpu_reset]
set_false_path -from [get_ports cpu_reset]

# LEDs
set_property -dict {PACKAGE_PIN AP8 IOSTANDARD LVCMOS18} [get_ports {led[0]}]
set_property -dict {PACKAGE_PIN H23 IOSTANDARD LVCMOS18} [get_ports {led[1]}]
set_property -dict {PACKAGE_PIN P20 IOSTANDARD LVCMOS18} [get_ports {led[2]}]
set_property -dict {PACKAGE_PIN P21 IOSTANDARD LVCMOS18} [get_ports {led[3]}]
set_property -dict {PACKAGE_PIN N22 IOSTANDARD LVCMOS18} [get_ports {led[4]}]
set_property -dict {PACKAGE_PIN M22 IOSTANDARD LVCMOS18} [get_ports {led[5]}]
set_property -dict {PACKAGE_PIN R23 IOSTANDARD LVCMOS18} [get_ports {led[6]}]
set_property -dict {PACKAGE_PIN P23 IOSTANDARD LVCMOS18} [get_ports {led[7]}]
set_false_path -to [get_ports {led[*]}]

# PCI Express: 100 MHz reference clock and reset from the slot; transceiver pins need no standard
set_property PACKAGE_PIN AB6 [get_ports pcie_clk_p]
set_property PACKAGE_PIN AB5 [get_ports pcie_clk_n]
create_clock -name pcie_clk -period 10.000 [get_ports pcie_clk_p]
set_property -dict {PACKAGE_PIN K22 IOSTANDARD LVCMOS18 PULLUP true} [get_ports pcie_rst_n]
set_false_path -from [get_ports pcie_rst_n]
set_property PACKAGE_PIN AB2 [get_ports {pcie_rx_p[0]}]
set_property PACKAGE_PIN AB1 [get_ports {pcie_rx_n[0]}]
set_property PACKAGE_PIN AC4 [get_ports {pcie_tx_p[0]}]
set_property PACKAGE_PIN AC3 [get_ports {pcie_tx_n[0]}]
set_property PACKAGE_PIN AD2 [get_ports {pcie_rx_p[1]}]
set_property PACKAGE_PIN AD1 [get_ports {pcie_rx_n[1]}]
set_property PACKAGE_PIN AE4 [get_ports {pcie_tx_p[1]}]
set_property PACKAGE_PIN AE3 [get_ports {pcie_tx_n[1]}]
set_property PACKAGE_PIN AF2 [get_ports {pcie_rx_p[2]}]
set_property PACKAGE_PIN AF1 [get_ports {pcie_rx_n[2]}]
set_property PACKAGE_PIN AG4 [get_ports {pcie_tx_p[2]}]
set_property PACKAGE_PIN AG3 [get_ports {pcie_tx_n[2]}]
set_property PACKAGE_PIN AH2 [get_ports {pcie_rx_p[3]}]
set_property PACKAGE_PIN AH1 [get_ports {pcie_rx_n[3]}]
set_property PACKAGE_PIN AH6 [get_ports {pcie_tx_p[3]}]
set_property PACKAGE_PIN AH5 [get_ports {pcie_tx_n[3]}]
