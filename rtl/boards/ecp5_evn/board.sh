# Facts of the board for synth/bitstream.sh: part, clock of the core (as its top has it), its name
# for openFPGALoader.
device="--um5g-85k --speed 8 --package CABGA381"
clock_hz=$(sed -nE 's/^ *localparam CLOCK_HZ = ([0-9]+);.*/\1/p' rtl/boards/ecp5_evn/ecp5_evn.v)
loader=ecp5_evn
