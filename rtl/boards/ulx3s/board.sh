# Facts of the board for synth/bitstream.sh: part, clock of the core (the PLL of the top), its name
# for openFPGALoader. Smaller parts of the same board: DEVICE="--25k --speed 6 --package CABGA381".
device="--85k --speed 6 --package CABGA381"
clock_hz=45000000
loader=ulx3s
