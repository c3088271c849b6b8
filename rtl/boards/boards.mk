# SPDX-License-Identifier: MIT
# Part of the Makefile: wrappers of boards, their tests, bitstreams. A board is a folder of
# rtl/boards with its facts in board.def; rules ask facts.tcl for them.
BOARD_RTL   = $(wildcard rtl/links/*.v rtl/links/*.vh rtl/links/tops/*.v rtl/vendors/*/*_clock.v)
BOARD_FACTS = rtl/boards/facts.def rtl/boards/facts.tcl \
              $(wildcard rtl/boards/*/board.def constraints/*)
board_fact  = $(shell tclsh rtl/boards/facts.tcl $(1) $(2))

# Cores after the XDMA side of a board, Verilated: BITS-SHAPE. All widths, a ring, lanes that divide
# a beat and lanes that do not.
XDMA        = $(SIM)/xdma
XDMA_SHAPES = 64-ring_2_1_1_3_4_$(DEPTHS) 128-crossbar_2_2_0_3_4_$(DEPTHS) \
              256-crossbar_1_3x2_0_3_4_$(DEPTHS)
XDMA_TESTS  = $(XDMA_SHAPES:%=$(BUILD)/tests/xdma-%.sh)
XDMA_NAME   = $(word 2,$(subst -, ,$*))
XDMA_BITS   = $(word 1,$(subst -, ,$*))
.PRECIOUS: $(XDMA)/%/board.o $(XDMA)/%/image.tau $(XDMA)/%/test
DMA_SOURCES = sim/dma.sh sim/model.sh sim/dma_board.h $(wildcard sim/board/*.h) sim/lint.vlt \
              sim/boards.vlt $(BOARD_RTL) $(RTL) $(RTL_GENERATED) $(GEN)/events_link.vh \
              machine/events.def
$(XDMA)/%/board.o: sim/xdma_board.cpp $(DMA_SOURCES) | $(SHAPE)
	@mkdir -p $(@D)
	$(call step,VERILATE,$*)bash sim/dma.sh xdma $(XDMA_NAME) $(XDMA_BITS) $(@D) $(GEN) \
	  $(CORES)/runtime >$(@D)/log 2>&1 || { cat $(@D)/log; false; }
# The image for it.
$(XDMA)/%/image.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/puma560.urdf --effort 0 -o $@ \
	  --machine "$$($< shape $(XDMA_NAME) | sed -n 's/^machine *//p')" >$(@D)/image.log || \
	  { cat $(@D)/image.log; false; }
XDMA_WRAP = -Wl,--wrap=open,--wrap=__open_2,--wrap=close \
            -Wl,--wrap=read,--wrap=write,--wrap=pread,--wrap=pwrite
$(XDMA)/%/test: tests/boards/xdma_test.c tests/boards/alike.h $(XDMA)/%/board.o $(HOST_OBJECT)
	$(call step,CC,$<)$(CC) $(CFLAGS) -c -o $@.o $<
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $@.o $(XDMA)/$*/board.o $(HOST_OBJECT) $(XDMA_WRAP) \
	  $(HOST_LIBS)
$(BUILD)/tests/xdma-%.sh: $(XDMA)/%/test $(XDMA)/%/image.tau
	@mkdir -p $(@D)
	@echo 'exec $(XDMA)/$*/test $(XDMA)/$*/image.tau 5 $(XDMA_NAME)' >$@

# All widths after each other, for `make mutate`.
$(BUILD)/tests/xdma_all.sh: $(XDMA_TESTS)
	@for t in $^; do echo "bash $$t || exit 1"; done >$@

# A core with a clock of its own, slower and faster than that of the DMA.
XDMA_CLOCKS = $(SIM)/xdma_clocks
XDMA_CLOCKS_NAME = crossbar_2_2_0_3_4_$(DEPTHS)
$(XDMA_CLOCKS)/board.o: sim/xdma_board.cpp $(DMA_SOURCES) | $(SHAPE)
	@mkdir -p $(@D)
	$(call step,VERILATE,xdma_clocks)bash sim/dma.sh xdma $(XDMA_CLOCKS_NAME) 128 $(@D) $(GEN) \
	  $(CORES)/runtime tau_xdma_clocks >$(@D)/log 2>&1 || { cat $(@D)/log; false; }
$(XDMA_CLOCKS)/test: $(XDMA)/128-$(XDMA_CLOCKS_NAME)/test $(XDMA_CLOCKS)/board.o $(HOST_OBJECT)
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $<.o $(XDMA_CLOCKS)/board.o $(HOST_OBJECT) \
	  $(XDMA_WRAP) $(HOST_LIBS)
$(BUILD)/tests/xdma_clocks.sh: $(XDMA_CLOCKS)/test $(XDMA)/128-$(XDMA_CLOCKS_NAME)/image.tau
	@mkdir -p $(@D)
	@echo 'exec $(XDMA_CLOCKS)/test $(XDMA)/128-$(XDMA_CLOCKS_NAME)/image.tau 5' \
	  '$(XDMA_CLOCKS_NAME)' >$@

# The second of two cores after one XDMA subsystem.
XDMA_SECOND = $(SIM)/xdma_second
$(XDMA_SECOND)/board.o: sim/xdma_board.cpp sim/xdma_second.v $(DMA_SOURCES) | $(SHAPE)
	@mkdir -p $(@D)
	$(call step,VERILATE,xdma_second)bash sim/dma.sh xdma $(XDMA_CLOCKS_NAME) 128 $(@D) $(GEN) \
	  $(CORES)/runtime xdma_second >$(@D)/log 2>&1 || { cat $(@D)/log; false; }
$(XDMA_SECOND)/test: $(XDMA)/128-$(XDMA_CLOCKS_NAME)/test $(XDMA_SECOND)/board.o $(HOST_OBJECT)
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $<.o $(XDMA_SECOND)/board.o $(HOST_OBJECT) \
	  $(XDMA_WRAP) $(HOST_LIBS)
$(BUILD)/tests/xdma_second.sh: $(XDMA_SECOND)/test $(XDMA)/128-$(XDMA_CLOCKS_NAME)/image.tau
	@mkdir -p $(@D)
	@echo 'exec $(XDMA_SECOND)/test $(XDMA)/128-$(XDMA_CLOCKS_NAME)/image.tau 2' \
	  '$(XDMA_CLOCKS_NAME)' >$@

# Samples that overlap.
XDMA_OVERLAP = 128-crossbar_2_2_0_3_4_$(DEPTHS)
$(XDMA)/overlap.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/puma560.urdf --effort 0 --modules 2 --lanes 2 --interval 100 -o $@ \
	  >$@.log || { cat $@.log; false; }
$(BUILD)/tests/xdma_overlap.sh: $(XDMA)/$(XDMA_OVERLAP)/test $(XDMA)/overlap.tau
	@mkdir -p $(@D)
	@echo 'exec $(XDMA)/$(XDMA_OVERLAP)/test $(XDMA)/overlap.tau 5' \
	  '$(word 2,$(subst -, ,$(XDMA_OVERLAP))) overlap' >$@

# A core behind AXI DMA, with a model of that DMA: the library's calls are led to it.
AXIDMA       = $(SIM)/axidma
AXIDMA_NAME  = crossbar_2_2_0_3_4_$(DEPTHS)
AXIDMA_CALLS = tests/boards/axidma_calls.c tests/boards/axidma_calls.h
AXIDMA_WRAP  = -Wl,--wrap=open,--wrap=poll_until,--wrap=read,--wrap=write \
               -Wl,--wrap=mapped_read,--wrap=mapped_write
AXIDMA_ADDRESS = axidma:board,phys=0x70000000,size=65536
$(AXIDMA)/board.o: sim/axidma_board.cpp machine/axidma.def $(DMA_SOURCES) | $(SHAPE)
	@mkdir -p $(@D)
	$(call step,VERILATE,axidma)bash sim/dma.sh axidma $(AXIDMA_NAME) 128 $(@D) $(GEN) \
	  $(CORES)/runtime >$(@D)/log 2>&1 || { cat $(@D)/log; false; }
$(AXIDMA)/%.o: tests/boards/%.c tests/boards/alike.h $(AXIDMA_CALLS) | $(GENERATED)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -c -o $@ $<
$(AXIDMA)/soak.o: tests/host/soak.c | $(GENERATED)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -c -o $@ $<
$(AXIDMA)/test $(AXIDMA)/soak: $(AXIDMA)/%: $(AXIDMA)/axidma_calls.o $(AXIDMA)/board.o \
                                            $(HOST_OBJECT)
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $^ $(AXIDMA_WRAP) $(HOST_LIBS)
$(AXIDMA)/test: $(AXIDMA)/axidma_test.o
$(AXIDMA)/soak: $(AXIDMA)/soak.o
$(BUILD)/tests/axidma_board.sh: $(AXIDMA)/test $(AXIDMA)/soak $(XDMA)/$(XDMA_OVERLAP)/image.tau \
                                $(XDMA)/overlap.tau
	@mkdir -p $(@D)
	@echo 'exec $(AXIDMA)/test $(XDMA)/$(XDMA_OVERLAP)/image.tau 3 $(AXIDMA_NAME)' >$@
# Words of a result stand at the DMA before the packets begin that it is due with.
$(AXIDMA)/early.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --function mass --effort 0 --modules 2 \
	  --optimise throughput -o $@ >$@.log || { cat $@.log; false; }
$(BUILD)/tests/axidma_overlap.sh: $(AXIDMA)/soak $(AXIDMA)/early.tau
	@mkdir -p $(@D)
	@echo "exec $(AXIDMA)/soak 2000 none '$(AXIDMA_ADDRESS)' $(AXIDMA)/early.tau" >$@
# A million samples, half of them overlapping.
soak-axidma: $(AXIDMA)/soak $(XDMA)/$(XDMA_OVERLAP)/image.tau $(XDMA)/overlap.tau
	$< 1000000 none '$(AXIDMA_ADDRESS)' $(XDMA)/$(XDMA_OVERLAP)/image.tau \
	  '$(AXIDMA_ADDRESS)' $(XDMA)/overlap.tau
.PHONY: soak-axidma
soak: soak-axidma

# The same wrapper with the files of the driver in front of it: tauflow-board-rtl FOLDER SEED (needs
# libfuse3 and /dev/fuse).
BOARD_RTL_SHAPE = 128-crossbar_2_2_0_3_4_$(DEPTHS)
$(BUILD)/tauflow-board-rtl: sim/board/board.c $(XDMA)/$(BOARD_RTL_SHAPE)/board.o $(HOST_OBJECT)
	$(call step,CC,$<)$(CC) $(BOARD_FLAGS) -c -o $@.o $<
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $@.o $(XDMA)/$(BOARD_RTL_SHAPE)/board.o \
	  $(HOST_OBJECT) -lfuse3 $(HOST_LIBS)

# Width converters, all that a board can ask for, against a model.
REPACK_TEST = $(SIM)/repack_rtl
$(REPACK_TEST): sim/repack_rtl.cpp sim/repack_all.v sim/boards.vlt rtl/links/tau_repack.v \
                $(VERILATE_SH)
	@mkdir -p $(@D)
	$(call step,VERILATE,$@)$(VERILATE) --top-module repack_all \
	  sim/boards.vlt sim/repack_all.v $(HARNESS) $(LOGGED)

# The board's end of the serial link, against the library's frames.
SERIAL_TEST = $(SIM)/serial_rtl
SERIAL_RTL  = $(wildcard rtl/links/tau_serial*.v) \
              $(addprefix rtl/links/,tau_uart.v tau_crc_byte.v)
SERIAL_C    = $(patsubst %.c,$(BUILD)/obj/%.o,$(SERIAL_FRAMES))
$(SERIAL_TEST): sim/serial_rtl.cpp sim/serial_wire.h $(SERIAL_RTL) $(GEN)/serial_link.vh \
                host/serial_frames.h $(SERIAL_C) $(VERILATE_SH)
	@mkdir -p $(@D)
	$(call step,VERILATE,$@)$(VERILATE) -I$(GEN) --x-initial unique \
	  -GCLOCKS=8 -GWAIT_W=8 --top-module tau_serial sim/boards.vlt \
	  rtl/links/tau_serial.v $(HARNESS) -Isim $(SERIAL_C) $(LOGGED)

# A board with a serial port, whole, from its top on, behind a pseudo-terminal: BOARD-SHAPE. Eight
# cycles per bit are the fewest; MOVE gives up after 2^10 cycles.
SERIAL_SIM      = $(SIM)/serial
SERIAL_FLAGS    = -DSERIAL_CLOCKS=8 -DSERIAL_WAIT_W=10
SERIAL_DEFINES  = $(addprefix -D,$(call board_fact,$(SERIAL_BOARD),defines))
SERIAL_BOARD    = $(word 1,$(subst -, ,$*))
SERIAL_SHAPE    = $(word 2,$(subst -, ,$*))
.PRECIOUS: $(SERIAL_SIM)/%/board
$(SERIAL_SIM)/%/board: sim/serial_board.cpp sim/serial_wire.h sim/board_pll.v sim/lint.vlt \
                       sim/boards.vlt $(BOARD_FACTS) $(BOARD_RTL) $(RTL) $(RTL_GENERATED) \
                       $(BOARD_GENERATED) $(VERILATE_SH) | $(SHAPE)
	@mkdir -p $(@D)
	$(call step,VERILATE,$*)$(VERILATE) -I$(GEN) --x-initial unique \
	  -GBAUD=$$(($(call board_fact,$(SERIAL_BOARD),core_hz) / 8)) -GWAIT_W=10 \
	  $$($(SHAPE) $(SERIAL_SHAPE) | sed 's/^/-G/') \
	  --prefix Vserial_top --top-module $(SERIAL_BOARD) $(SERIAL_DEFINES) sim/lint.vlt \
	  sim/boards.vlt sim/board_pll.v rtl/links/tops/uart.v $(HARNESS) -Isim $(SERIAL_FLAGS) \
	  $(SERIAL_DEFINES) $(LOGGED)

# The library at the other end; quick with two joints. build/tests/serial-NAME.sh is the same with
# another board.
SERIAL_QUICK_SHAPE = crossbar_1_2_0_3_4_$(DEPTHS)
SERIAL_QUICK = ecp5_evn-$(SERIAL_QUICK_SHAPE)
ROBOT_two_bars = tests/host/two_bars.urdf
$(SERIAL_SIM)/%.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image $(or $(ROBOT_$*),robots/$*.urdf) --effort 0 --modules 1 --lanes 2 -o $@ \
	  >$@.log || { cat $@.log; false; }
$(SERIAL_SIM)/test: tests/boards/serial_test.c $(SERIAL_FRAMES) $(LIBRARY)/libtauflow.a
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -o $@ $^ $(HOST_LIBS)
$(BUILD)/tests/serial-%.sh: $(SERIAL_SIM)/test $(SERIAL_SIM)/%-$(SERIAL_QUICK_SHAPE)/board \
                            $(SERIAL_SIM)/two_bars.tau
	@mkdir -p $(@D)
	@echo 'exec $(SERIAL_SIM)/test $(SERIAL_SIM)/$*-$(SERIAL_QUICK_SHAPE)/board' \
	  '$(SERIAL_SIM)/two_bars.tau 2' >$@
# Samples that overlap: words of a result come before it is due.
$(SERIAL_SIM)/overlap.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --function regressor --effort 0 --modules 1 --lanes 2 \
	  --optimise throughput -o $@ >$@.log || { cat $@.log; false; }
$(BUILD)/tests/serial_overlap.sh: $(SERIAL_SIM)/test $(SERIAL_SIM)/$(SERIAL_QUICK)/board \
                                  $(SERIAL_SIM)/overlap.tau
	@mkdir -p $(@D)
	@echo 'exec $(SERIAL_SIM)/test $(SERIAL_SIM)/$(SERIAL_QUICK)/board' \
	  '$(SERIAL_SIM)/overlap.tau 5 overlap' >$@
$(BUILD)/tests/serial_board.sh: $(BUILD)/tests/serial-$(word 1,$(subst -, ,$(SERIAL_QUICK))).sh
	@cp $< $@

# At length. 1 kHz means at most 1,000 us from the first bit of a request to the last of its reply;
# the figures are those of the wire, without USB and the computer.
.PHONY: bench-serial soak-serial
SERIAL_STEPS = 2000
## bench-serial   a control loop over a serial port, simulated
bench-serial: $(SERIAL_SIM)/test $(SERIAL_SIM)/$(SERIAL_QUICK)/board $(SERIAL_SIM)/puma560.tau
	@$< $(SERIAL_SIM)/$(SERIAL_QUICK)/board $(SERIAL_SIM)/puma560.tau 6 steps $(SERIAL_STEPS)
# A step is two requests and two replies: a million frames, and those that noise costs. Half an
# hour.
SOAK_FRAMES = 1000000
## soak-serial    a million frames with noise over a serial port; half an hour
soak-serial: $(SERIAL_SIM)/test $(SERIAL_SIM)/$(SERIAL_QUICK)/board $(SERIAL_SIM)/two_bars.tau
	@$< $(SERIAL_SIM)/$(SERIAL_QUICK)/board $(SERIAL_SIM)/two_bars.tau 2 noise \
	  $$(($(SOAK_FRAMES) / 4))

BOARD_TESTS = $(REPACK_TEST) $(SERIAL_TEST) $(BUILD)/tests/serial_board.sh \
              $(BUILD)/tests/serial_overlap.sh $(XDMA_TESTS) \
              $(BUILD)/tests/xdma_overlap.sh $(BUILD)/tests/axidma_board.sh \
              $(BUILD)/tests/axidma_overlap.sh $(BUILD)/tests/xdma_clocks.sh \
              $(BUILD)/tests/xdma_second.sh

# make bitstream BOARD=ecp5_evn, CORE=SHAPE for another core than the one that `sim:` means. Each
# flow of the vendors (facts.def) is one command.
BOARD = ecp5_evn
CORE  = $(DEFAULT_CORE)
FLOW_nextpnr = bash measure/synth/bitstream.sh $(BOARD) $(CORE) $(BUILD)/bitstream
FLOW_vivado  = if command -v vivado >/dev/null; then \
	  vivado -mode batch -notrace -source rtl/boards/vivado.tcl \
	    -tclargs $(BOARD) $(CORE) $(BUILD)/vivado_$(BOARD); \
	else echo "vivado is not on the PATH: no bitstream"; fi
.PHONY: bitstream
## bitstream      of a board: BOARD=NAME, a folder of rtl/boards
bitstream: $(RTL_GENERATED) $(SHAPE) $(BOARD_GENERATED)
	@$(or $(FLOW_$(call board_fact,$(BOARD),flow)),exit 2)
