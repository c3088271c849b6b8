# Part of the Makefile: wrappers of boards, their tests, bitstreams. A board is a folder of
# rtl/boards with its facts in board.tcl.
BOARDS    = $(patsubst rtl/boards/%/board.tcl,%,$(wildcard rtl/boards/*/board.tcl))
BOARD_RTL = $(wildcard rtl/boards/*/*.v)

# Cores after the XDMA side of a board, Verilated: BITS-SHAPE. All widths, a ring, lanes that divide
# a beat and lanes that do not.
XDMA        = $(SIM)/xdma
XDMA_SHAPES = 64-ring_2_1_1_3_4_$(DEPTHS) 128-crossbar_2_2_0_3_4_$(DEPTHS) \
              256-crossbar_1_3x2_0_3_4_$(DEPTHS)
XDMA_TESTS  = $(XDMA_SHAPES:%=$(BUILD)/tests/xdma-%.sh)
XDMA_NAME   = $(word 2,$(subst -, ,$*))
XDMA_BITS   = $(word 1,$(subst -, ,$*))
.PRECIOUS: $(XDMA)/%/board.o $(XDMA)/%/image.tau $(XDMA)/%/test
$(XDMA)/%/board.o: sim/xdma.sh sim/xdma_board.cpp sim/board/board.h sim/lint.vlt sim/boards.vlt \
                   rtl/boards/shape.tcl $(BOARD_RTL) $(RTL) $(RTL_GENERATED) \
                   $(GEN)/tauflow_shape.tcl
	@mkdir -p $(@D)
	$(call step,VERILATE,$*)bash sim/xdma.sh $(XDMA_NAME) $(XDMA_BITS) $(@D) $(GEN) \
	  >$(@D)/log 2>&1 || { cat $(@D)/log; false; }
# The image for it: network, modules, lanes, transfer, latencies are the first words of the shape.
$(XDMA)/%/image.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@set -- $(subst _, ,$(XDMA_NAME)); \
	$< image robots/puma560.urdf --effort 0 --network $$1 --modules $$2 --lanes $${3%x*} \
	  --transfer $$4 --mul-latency $$5 --add-latency $$6 -o $@ >$(@D)/image.log || \
	  { cat $(@D)/image.log; false; }
XDMA_WRAP = -Wl,--wrap=open,--wrap=close,--wrap=read,--wrap=write,--wrap=pread,--wrap=pwrite
$(XDMA)/%/test: tests/boards/xdma_test.c $(XDMA)/%/board.o $(HOST_OBJECT)
	$(call step,CC,$<)$(CC) $(CFLAGS) -c -o $@.o $<
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $@.o $(XDMA)/$*/board.o $(HOST_OBJECT) $(XDMA_WRAP) \
	  $(HOST_LIBS)
$(BUILD)/tests/xdma-%.sh: $(XDMA)/%/test $(XDMA)/%/image.tau
	@mkdir -p $(@D)
	@echo 'exec $(XDMA)/$*/test $(XDMA)/$*/image.tau 5 $(XDMA_NAME)' >$@

# All widths after each other, for `make mutate`.
$(BUILD)/tests/xdma_all.sh: $(XDMA_TESTS)
	@for t in $^; do echo "bash $$t || exit 1"; done >$@

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

# The same wrapper with the files of the driver in front of it: tauflow-board-rtl FOLDER SEED (needs
# libfuse3 and /dev/fuse).
BOARD_RTL_SHAPE = 128-crossbar_2_2_0_3_4_$(DEPTHS)
$(BUILD)/tauflow-board-rtl: sim/board/board.c $(XDMA)/$(BOARD_RTL_SHAPE)/board.o $(HOST_OBJECT)
	$(call step,CC,$<)$(CC) $(BOARD_FLAGS) -c -o $@.o $<
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $@.o $(XDMA)/$(BOARD_RTL_SHAPE)/board.o \
	  $(HOST_OBJECT) -lfuse3 $(HOST_LIBS)

# Width converters, all that a board can ask for, against a model.
REPACK_TEST = $(SIM)/repack_rtl
$(REPACK_TEST): sim/repack_rtl.cpp sim/repack_all.v sim/boards.vlt rtl/boards/common/tau_repack.v
	@mkdir -p $@.obj
	$(call step,VERILATE,$@)$(VERILATE) -Irtl/boards/common --top-module repack_all \
	  -Mdir $@.obj -o $(abspath $@) sim/boards.vlt sim/repack_all.v $(abspath $<) \
	  >$@.log 2>&1 || { cat $@.log; false; }

BOARD_TESTS = $(REPACK_TEST) $(XDMA_TESTS) $(BUILD)/tests/xdma_overlap.sh

# make bitstream BOARD_NAME=kc705: where Vivado is on the PATH. The core is the one that `sim:`
# means.
BOARD_NAME = $(firstword $(BOARDS))
.PHONY: bitstream
bitstream: $(RTL_GENERATED) $(GEN)/tauflow_shape.tcl
	@if command -v vivado >/dev/null; then \
	  vivado -mode batch -notrace -source rtl/boards/vivado.tcl \
	    -tclargs $(BOARD_NAME) $(DEFAULT_CORE) $(BUILD)/vivado_$(BOARD_NAME); \
	else echo "vivado is not on the PATH: no bitstream"; fi
