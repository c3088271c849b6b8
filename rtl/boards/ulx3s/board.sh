# Facts of the board for synth/bitstream.sh: part, clock of the core (as its top has it), its name
# for openFPGALoader. Smaller parts of the same board:
# DEVICE="--25k --speed 6 --package CABGA381".
device="--85k --speed 6 --package CABGA381"
clock_hz=$(sed -nE 's/^ *localparam CLOCK_HZ = ([0-9]+);.*/\1/p' rtl/boards/ulx3s/ulx3s.v)
loader=ulx3s
