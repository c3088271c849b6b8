# Facts of the board for synth/bitstream.sh: part, clock of the core (the PLL of the top), its name
# for openFPGALoader.
device="--um5g-85k --speed 8 --package CABGA381"
clock_hz=48000000
loader=ecp5_evn
