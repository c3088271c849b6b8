# Part of the Makefile: wrappers of boards, their tests, bitstreams.
BOARD_RTL = $(wildcard rtl/boards/*.v)

# Cores behind the XDMA side of a board, Verilated: BITS-SHAPE. All widths, a ring, lanes that divide a beat and lanes that do not.
XDMA        = $(SIM)/xdma
XDMA_SHAPES = 64-ring_2_1_1_3_4_$(DEPTHS) 128-crossbar_2_2_0_3_4_$(DEPTHS) 256-crossbar_1_3x2_0_3_4_$(DEPTHS)
XDMA_TESTS  = $(XDMA_SHAPES:%=$(BUILD)/tests/xdma-%.sh)
.PRECIOUS: $(XDMA)/%/board.o $(XDMA)/%/image.tau $(XDMA)/%/test
$(XDMA)/%/board.o: sim/xdma.sh sim/xdma_board.cpp sim/board/board.h sim/lint.vlt sim/boards.vlt rtl/boards/shape.tcl $(BOARD_RTL) $(RTL) $(GEN)/tauflow_regs.vh
	@mkdir -p $(@D)
	$(call step,VERILATE,$*)bash sim/xdma.sh $(word 2,$(subst -, ,$*)) $(word 1,$(subst -, ,$*)) $(@D) $(GEN) >$(@D)/log 2>&1 || { cat $(@D)/log; false; }
# The image for it: network, modules, lanes, transfer, latencies are the first words of the shape.
$(XDMA)/%/image.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@set -- $(subst _, ,$(word 2,$(subst -, ,$*))); $< image robots/puma560.urdf --effort 0 --network $$1 --modules $$2 --lanes $${3%x*} --transfer $$4 \
	  --mul-latency $$5 --add-latency $$6 -o $@ >$(@D)/image.log || { cat $(@D)/image.log; false; }
XDMA_WRAP = -Wl,--wrap=open,--wrap=close,--wrap=read,--wrap=write,--wrap=pread,--wrap=pwrite
$(XDMA)/%/test: tests/boards/xdma_test.c $(XDMA)/%/board.o $(HOST_OBJECT)
	$(call step,CC,$<)$(CC) $(CFLAGS) -c -o $@.o $<
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $@.o $(XDMA)/$*/board.o $(HOST_OBJECT) $(XDMA_WRAP) $(HOST_LIBS)
$(BUILD)/tests/xdma-%.sh: $(XDMA)/%/test $(XDMA)/%/image.tau
	@mkdir -p $(@D)
	@echo 'exec $(XDMA)/$*/test $(XDMA)/$*/image.tau 5 $(word 2,$(subst -, ,$*))' >$@

# Samples that overlap.
XDMA_OVERLAP = 128-crossbar_2_2_0_3_4_$(DEPTHS)
$(XDMA)/overlap.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/puma560.urdf --effort 0 --modules 2 --lanes 2 --interval 100 -o $@ >$@.log || { cat $@.log; false; }
$(BUILD)/tests/xdma_overlap.sh: $(XDMA)/$(XDMA_OVERLAP)/test $(XDMA)/overlap.tau
	@mkdir -p $(@D)
	@echo 'exec $(XDMA)/$(XDMA_OVERLAP)/test $(XDMA)/overlap.tau 5 $(word 2,$(subst -, ,$(XDMA_OVERLAP))) overlap' >$@

# The same wrapper behind the files of the driver: tauflow-board-rtl FOLDER SEED (needs libfuse3 and /dev/fuse).
BOARD_RTL_SHAPE = 128-crossbar_2_2_0_3_4_$(DEPTHS)
$(BUILD)/tauflow-board-rtl: sim/board/board.c $(XDMA)/$(BOARD_RTL_SHAPE)/board.o $(HOST_OBJECT)
	$(call step,CC,$<)$(CC) $(BOARD_FLAGS) -c -o $@.o $<
	$(call step,LD,$@)$(CXX) $(OPT) -o $@ $@.o $(XDMA)/$(BOARD_RTL_SHAPE)/board.o $(HOST_OBJECT) -lfuse3 $(HOST_LIBS)

# Width converters, all that a board can ask for, against a model.
REPACK_TEST = $(SIM)/repack_rtl
$(REPACK_TEST): sim/repack_rtl.cpp sim/repack_all.v sim/boards.vlt rtl/boards/tau_repack.v
	@mkdir -p $@.obj
	$(call step,VERILATE,$@)$(VERILATE) -Irtl/boards --top-module repack_all -Mdir $@.obj -o $(abspath $@) sim/boards.vlt sim/repack_all.v $(abspath $<) >$@.log 2>&1 || { cat $@.log; false; }

BOARD_TESTS = $(REPACK_TEST) $(XDMA_TESTS) $(BUILD)/tests/xdma_overlap.sh

# make bitstream BOARD_NAME=kc705: where Vivado is on the PATH. The core is the one that `sim:` means.
BOARD_NAME = kc705
.PHONY: bitstream
bitstream: $(GEN)/tauflow_regs.vh
	@if command -v vivado >/dev/null; then \
	  vivado -mode batch -notrace -source rtl/boards/vivado.tcl -tclargs $(BOARD_NAME) $(DEFAULT_CORE) $(BUILD)/vivado_$(BOARD_NAME); \
	else echo "vivado is not on the PATH: no bitstream"; fi
