# SPDX-License-Identifier: MIT
# Part of the Makefile: library, board, their tests.
# --- host library (host/) ---------------------------------------------------------------
# Of the compiler's folders it holds the software twin and what that needs, nothing else.
# DEFAULT_CORE (machine/shape.def) is what `sim:` and `twin:` mean until a program asks for more.
CORE_SO      = $(CORES)/$(DEFAULT_CORE)/core.so
PREFIX       = /usr/local
# (a shell leaves the tilde of `PREFIX=~/tauflow` to us)
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
HOST_SOURCE  = $(wildcard host/*.c) $(MACHINE) $(MACHINE_BASE)
HOST_OBJECT  = $(HOST_SOURCE:%.c=$(BUILD)/obj/%.o)
HOST_FLAGS   = $(CFLAGS) -fPIC -fvisibility=hidden -pthread
HOST_LIBS    = -ldl -lm -pthread $(BIND)
SONAME      := $(shell bash machine/version.sh soname)
NAMES        = host/tauflow.map
HOST_SHARED  = -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(NAMES)

# Of those that the compiler has, too, the same object.
$(HOST_OBJECT): private PLACE = -fPIC -fvisibility=hidden -pthread
# Where cores lie and what they are built from: compiled in.
CORE_FOLDERS = -DTAUFLOW_CORES='"$(abspath $(CORES))"' \
               -DTAUFLOW_SOURCES='"$(CURDIR)"' -DTAUFLOW_GEN='"$(abspath $(GEN))"'
$(BUILD)/obj/machine/core_files.o: CFLAGS += $(CORE_FOLDERS)
$(LIBRARY)/libtauflow.so: $(HOST_OBJECT) $(NAMES) machine/tauflow_status.h
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CC) $(CFLAGS) $(HOST_SHARED) -o $@ $(HOST_OBJECT) $(HOST_LIBS)
	@rm -f $(LIBRARY)/libtauflow.so.* && ln -s libtauflow.so $(LIBRARY)/$(SONAME)
# One object with only the public names outside, so that nothing clashes with the program it is
# linked into.
$(LIBRARY)/libtauflow.a: $(HOST_OBJECT)
	@mkdir -p $(@D)
	$(call step,AR,$@)ld -r -o $(LIBRARY)/tauflow.o $(HOST_OBJECT) && \
	  objcopy --localize-hidden $(LIBRARY)/tauflow.o && \
	  rm -f $@ && ar rcs $@ $(LIBRARY)/tauflow.o

.PHONY: library
library: $(LIBRARY)/libtauflow.so $(LIBRARY)/libtauflow.a $(CORE_SO)

# The board made of files (libfuse3).
FILES_BOARD = $(BUILD)/tauflow-board
BOARD_FLAGS = $(HOST_FLAGS) -D_FILE_OFFSET_BITS=64 -isystem /usr/include/fuse3
BOARD_LIBS  = -lfuse3 $(HOST_LIBS)
$(FILES_BOARD): sim/board/board.c sim/board/board_core.c sim/board/board.h $(HOST_OBJECT)
	$(call step,LD,$@)$(CC) $(BOARD_FLAGS) $(HARDEN) $(PIE) -o $@ $(filter %.c %.o,$^) \
	  $(BOARD_LIBS)

# The guard of a board in Verilog, against the library's own check.
GUARD_TEST = $(SIM)/guard_rtl
$(GUARD_TEST): sim/guard_rtl.cpp rtl/links/tau_guard.v $(GEN)/tauflow_regs.vh \
               $(GEN)/tauflow_regs.h $(BUILD)/obj/machine/crc32.o $(VERILATE_SH)
	@mkdir -p $(@D)
	$(call step,VERILATE,$@)$(VERILATE) -I$(GEN) --top-module tau_guard rtl/links/tau_guard.v \
	  $(HARNESS) -I$(GEN) -Ihost $(BUILD)/obj/machine/crc32.o $(LOGGED)

# Tools: the public library and the compiler's command-line parser.
TOOLS       = $(BUILD)/tauflow-step $(BUILD)/tauflow-bench
TOOL_OBJECT = $(addprefix $(BUILD)/obj/host/tools/,tool.o jitter.o) \
              $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard base/*.c))
.SECONDARY: $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard host/tools/*.c))
$(BUILD)/tauflow-%: $(BUILD)/obj/host/tools/%.o $(TOOL_OBJECT) $(LIBRARY)/libtauflow.a
	$(call step,LD,$@)$(CC) $(CFLAGS) $(PIE) -o $@ $^ $(HOST_LIBS)

# The example controller: library and emitted C of the robot.
TRACK = $(BUILD)/track
$(TRACK): host/examples/track.c $(DEMO)/puma560.o $(LIBRARY)/libtauflow.a
	$(call step,CC,$<)$(CC) $(CFLAGS) -I$(DEMO) -c -o $(BUILD)/track.o $<
	$(call step,LD,$@)$(CC) -std=c11 $(OPT) -ffp-contract=off -I$(DEMO) -o $@ $(BUILD)/track.o \
	  $(DEMO)/puma560.o $(LIBRARY)/libtauflow.a $(HOST_LIBS)
$(DEMO)/puma560.tau: $(BUILD)/tauflow robots/puma560.urdf
	@mkdir -p $(@D)
	$(call step,IMAGE,$@)$< image robots/puma560.urdf -o $@ >$@.log

$(DEMO)/puma560_stream.tau: $(BUILD)/tauflow robots/puma560.urdf
	@mkdir -p $(@D)
	$(call step,IMAGE,$@)$< image robots/puma560.urdf --optimise throughput -o $@ >$@.log

# make install PREFIX=... [DESTDIR=...]: compiler, tools, library, the core that `sim:` means, and
# what others are built from.
INSTALLED = $(BUILD)/install
INSTALLED_FOLDERS = -DTAUFLOW_INSTALLED -DTAUFLOW_CORES='"$(PREFIX)/lib/tauflow/cores"' \
                    -DTAUFLOW_SOURCES='"$(PREFIX)/share/tauflow"' \
                    -DTAUFLOW_GEN='"$(PREFIX)/share/tauflow/gen"'
# Objects of the library and of the compiler, with the folders of the installation compiled in.
INSTALLED_FILES  = $(INSTALLED)/core_files.o
INSTALLED_OBJECT = $(INSTALLED_FILES) $(filter-out %/core_files.o,$(HOST_OBJECT))
INSTALL_TO       = $(DESTDIR)$(PREFIX)
.PHONY: install
## install        library, tools and compiler; PREFIX=/usr/local unless given
install: library all $(TOOLS) $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard host/tools/*.c))
	@mkdir -p $(INSTALLED) $(addprefix $(INSTALL_TO)/,bin include lib/tauflow lib/pkgconfig)
	$(Q)$(CC) $(HOST_FLAGS) $(HARDEN) $(INSTALLED_FOLDERS) -c -o $(INSTALLED_FILES) \
	  machine/core_files.c
	$(Q)$(CC) $(CFLAGS) $(HOST_SHARED) -o $(INSTALLED)/libtauflow.so $(INSTALLED_OBJECT) \
	  $(HOST_LIBS)
	$(Q)ld -r -o $(INSTALLED)/tauflow.o $(INSTALLED_OBJECT)
	$(Q)objcopy --localize-hidden $(INSTALLED)/tauflow.o
	@rm -f $(INSTALLED)/libtauflow.a
	$(Q)ar rcs $(INSTALLED)/libtauflow.a $(INSTALLED)/tauflow.o
	$(Q)for t in step bench; do $(CC) $(CFLAGS) $(PIE) -o $(INSTALLED)/tauflow-$$t \
	  $(BUILD)/obj/host/tools/$$t.o $(TOOL_OBJECT) $(INSTALLED)/libtauflow.a $(HOST_LIBS) \
	  || exit 1; done
	$(Q)$(CC) $(BOARD_FLAGS) $(HARDEN) $(PIE) -o $(INSTALLED)/tauflow-board \
	  $(wildcard sim/board/*.c) $(INSTALLED_OBJECT) $(BOARD_LIBS)
	$(Q)$(CC) $(CFLAGS) $(PIE) -o $(INSTALLED)/tauflow $(MAIN) $(INSTALLED_FILES) \
	  $(filter-out %/core_files.o,$(OBJECT)) $(INSTALLED)/libtauflow.a $(LDLIBS) -pthread
	$(Q)install $(addprefix $(INSTALLED)/,tauflow tauflow-step tauflow-bench tauflow-board) \
	  $(INSTALL_TO)/bin
	$(Q)install -m 644 host/tauflow.h machine/tauflow_status.h $(INSTALL_TO)/include
	$(Q)install -m 644 $(INSTALLED)/libtauflow.a $(INSTALL_TO)/lib
	$(Q)install $(INSTALLED)/libtauflow.so $(INSTALL_TO)/lib/$(SONAME)
	$(Q)ln -sf $(SONAME) $(INSTALL_TO)/lib/libtauflow.so
	$(Q)install -D $(CORE_SO) $(INSTALL_TO)/lib/tauflow/cores/$(DEFAULT_CORE)/core.so
	@mkdir -p $(INSTALL_TO)/share/tauflow/gen
	$(Q)for file in $(RTL) $(CORE_SIM); do \
	  install -D -m 644 $$file $(INSTALL_TO)/share/tauflow/$$file || exit 1; done
	$(Q)install -m 644 $(RTL_GENERATED) $(GEN)/tauflow_shape.h \
	  $(INSTALL_TO)/share/tauflow/gen
	@bash host/manual.sh $(BUILD)/man \
	  $(addprefix $(INSTALLED)/,tauflow-step tauflow-bench tauflow-board)
	@mkdir -p $(addprefix $(INSTALL_TO)/share/,man/man1 bash-completion/completions \
	  zsh/site-functions)
	install -m 644 $(BUILD)/man/*.1 $(INSTALL_TO)/share/man/man1
	install -m 644 $(BUILD)/completion/tauflow $(INSTALL_TO)/share/bash-completion/completions
	install -m 644 $(BUILD)/completion/_tauflow $(INSTALL_TO)/share/zsh/site-functions
	@bash host/register.sh '$(PREFIX)' '$(SONAME)' '$(DESTDIR)'

# Bit-identical torques over all transports at length, cost of the library, round trips.
.PHONY: bench-host
BENCH_5000 = $(BUILD)/tauflow-bench --steps 5000
bench-host: $(BENCH)/host $(DEMO)/puma560.tau $(DEMO)/puma560_stream.tau $(TOOLS) \
            $(BUILD)/tests/board_test
	@$(BENCH)/host $(DEMO)/puma560.tau
	@for d in twin: sim:; do $(BENCH_5000) $(DEMO)/puma560.tau --device $$d; done
	@for d in twin: sim:; do \
	  $(BENCH_5000) $(DEMO)/puma560_stream.tau --device $$d | sed -n '/^robot/p; /^stream/p'; \
	done
	@[ ! -w /dev/fuse ] || { \
	  folder=$$(mktemp -d); $(FILES_BOARD) $$folder twin: & board=$$!; sleep 1; \
	  for ring in 1 64 1024; do \
	    echo "board of files, ring of $$ring samples:"; \
	    $(BENCH_5000) $(DEMO)/puma560.tau --device xdma:$$folder/xdma0 --ring $$ring \
	      --timeout 10000 | sed -n '/round trip/p; /stream/p'; \
	  done; \
	  kill $$board; wait $$board; rmdir $$folder; \
	}
	@$(BUILD)/tests/board_test 100000
# A robot that is too large for the default core, without a parameter: the core is built where it is
# missing.
	@$(BUILD)/tauflow image robots/car54.urdf --effort 0 -o $(DEMO)/car54.tau
	@$(BUILD)/tauflow core $(DEMO)/car54.tau
	@$(BUILD)/tauflow-bench $(DEMO)/car54.tau --device sim: --steps 100
$(BENCH)/host: measure/bench/host.c host/sincos.c $(LIBRARY)/libtauflow.a
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -o $@ $(filter %.c %.a,$^) $(HOST_LIBS)

SANITIZE   = -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZE_THREAD = -O1 -fsanitize=thread
HOST_TESTS = $(GUARD_TEST) \
             $(patsubst tests/host/%.c,$(BUILD)/tests/%,$(wildcard tests/host/*_test.c))
HOST_SCRIPTS = $(BUILD)/tests/fuzz_sample.sh $(BUILD)/tests/soak_sample.sh \
               $(wildcard tests/host/*.sh)
HOST_LINT  = $(wildcard sim/board/*.c host/*.c host/*/*.c tests/host/*.c)
HOST_LINT_FLAGS = -DTAUFLOW_CORES='""' -DTAUFLOW_SOURCES='""' -DTAUFLOW_GEN='""' \
                  -DTESTS_FOLDER='""' -DBOARD_PROGRAM='""' -DTAUFLOW_PROGRAM='""' \
                  -D_FILE_OFFSET_BITS=64 -isystem /usr/include/fuse3
SEEDS      = $(addprefix $(BUILD)/tests/,puma560.tau ring.tau overlap.tau stream.tau fixed.tau)

$(BUILD)/tests/image_test: $(BUILD)/obj/tests/host/image_test.o $(COMPILER)
	$(LINK_TEST) -lcmocka $(LDLIBS)
# Compiler and library in one program; the shared library keeps their names apart.
$(BUILD)/obj/tests/host/%.o: CFLAGS += -DTESTS_FOLDER='"$(BUILD)/tests"'
$(BUILD)/tests/overlap_test: $(BUILD)/obj/tests/host/overlap_test.o $(COMPILER) \
                             $(LIBRARY)/libtauflow.so | $(CORE_SO)
	$(LINK_TEST) $(LIBRARY)/libtauflow.so -Wl,-rpath,$(abspath $(LIBRARY)) -lcmocka $(LDLIBS)
# It leaves an image of overlapping samples.
$(BUILD)/tests/overlap.tau: $(BUILD)/tests/overlap_test
	@$< >$@.log 2>&1 || { cat $@.log; false; }
# Cores whose registers do not answer: a stand-in for the model behind the face of every simulated
# core.
SILENT_READS   = SILENT_READS
SILENT_WRITES  = SILENT_WRITES
SILENT_CLOSED  = CLOSED_WRITES
SILENT_REFUSED = REFUSED_WRITES
SILENT         = $(patsubst %,$(BUILD)/tests/silent_%.so,reads writes closed refused)
$(BUILD)/tests/silent_%.so: sim/core_face.cpp machine/pins.h tests/host/silent/Vcore.h $(GENERATED)
	@mkdir -p $(@D)
	$(call step,CXX,$@)$(CXX) -std=c++17 -O1 -Wall -Wextra -Werror -fPIC -shared \
	  -fvisibility=hidden -D$(SILENT_$(shell echo $* | tr a-z A-Z)) -Itests/host/silent -I. \
	  -I$(GEN) -o $@ $<
$(BUILD)/tests/silent_test: | $(SILENT)
# An outside library's torques beside those of ours.
$(BUILD)/tests/torque_test: $(BUILD)/tests/iiwa.tau $(BUILD)/tests/free.tau $(OUTSIDE)/kdl.so
$(BUILD)/tests/calls_test: $(BUILD)/tests/puma560_minv.tau
$(BUILD)/tests/library_test: $(BUILD)/tests/iiwa.tau
$(BUILD)/tests/fixed_library_test: $(BUILD)/tests/fixed_stream.tau $(BUILD)/tests/overflow.tau
# A circuit, one at another clock, and a program of the same operations; both circuits Verilated.
$(BUILD)/tests/circuit_library_test: $(BUILD)/tests/circuit/ready $(BUILD)/tests/other_circuit/ready
CIRCUIT_CLOCK_circuit       = 120
CIRCUIT_CLOCK_other_circuit = 60
$(BUILD)/tests/%/ready: $(BUILD)/tauflow | $(CORE_SO)
	@mkdir -p $(@D)
	@{ $< compile robots/pendulum5.urdf --effort 0 --circuit --numbers fixed:18 \
	     --clock $(CIRCUIT_CLOCK_$*) -o $(@D) && \
	   $< core $(@D)/pendulum5_circuit.tau && \
	   $< image $(@D)/pendulum5.ops -o $(@D)/program.tau; } >$(@D)/log 2>&1 || \
	  { cat $(@D)/log; false; }
	@touch $@
# Functions that divide, and the core for them.
DIVIDING_CORE = $(CORES)/$(DEFAULT_CORE)_div1_div-latency9/core.so
$(BUILD)/tests/pivots_test: $(patsubst %,$(BUILD)/tests/%.tau,puma560_fd puma560_minv \
                              pendulum5_fd_stream two_bars) | $(DIVIDING_CORE)
$(BUILD)/tests/sincos_test: tests/host/sincos_test.c host/sincos.c host/sincos.h
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -o $@ $< host/sincos.c -lcmocka -lm
SERIAL_FRAMES = host/serial_frames.c machine/crc32.c
$(BUILD)/tests/serial_frames_test: tests/host/serial_frames_test.c $(SERIAL_FRAMES) \
                                   host/serial_frames.h machine/serial.def | $(GENERATED)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -o $@ $< $(SERIAL_FRAMES) -lcmocka
WRAP_library  = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
WRAP_deadline = -Wl,--wrap=read
WRAP_realtime = -Wl,--wrap=read
HOST_TEST_NAMES = -DTESTS_FOLDER='"$(BUILD)/tests"' -DBOARD_PROGRAM='"$(FILES_BOARD)"' \
                  -DOUTSIDE_FOLDER='"$(OUTSIDE)"' -DTAUFLOW_PROGRAM='"$(BUILD)/tauflow"'
# Packets as files, with the library's inside: for programs that move bytes alone.
$(BUILD)/tests/packet_files: tests/host/packet_files.c $(HOST_OBJECT)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -o $@ $(filter %.c %.o,$^) $(HOST_LIBS)
tests/host/xilinx_tools.sh: | $(BUILD)/tests/packet_files
# Uses the library as any program does: header and archive only.
$(BUILD)/tests/%_test: tests/host/%_test.c $(LIBRARY)/libtauflow.a $(SEEDS) \
                       $(BUILD)/tests/pendulum5.tau | $(CORE_SO) $(FILES_BOARD)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -pthread -Itests/outside $(HOST_TEST_NAMES) \
	  $(WRAP_$(*F)) -o $@ $< $(LIBRARY)/libtauflow.a -lcmocka $(HOST_LIBS)
# The library for listings of documents (tests/host/listings.sh), always under sanitizers.
SANITISED = $(BUILD)/tests/sanitised
$(SANITISED)/%.o: %.c | $(GENERATED)
	@mkdir -p $(@D)
	$(call step,CC,$< (sanitised))$(CC) $(HOST_FLAGS) $(SANITIZE) -c -o $@ $<
$(SANITISED)/machine/core_files.o: CFLAGS += $(CORE_FOLDERS)
$(SANITISED)/libtauflow.a: $(HOST_SOURCE:%.c=$(SANITISED)/%.o)
	$(call step,AR,$@)rm -f $@ && ar rcs $@ $^
tests/host/listings.sh: | $(SANITISED)/libtauflow.a
# The reader alone, nothing of the compiler, always under sanitizers.
READER = $(filter-out machine/core_files.c,$(MACHINE)) $(MACHINE_BASE)
$(BUILD)/tests/image_fuzz: tests/host/image_fuzz.c $(READER) | $(GENERATED)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) $(SANITIZE) -o $@ $< $(READER) -lm
$(BUILD)/tests/puma560.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/puma560.urdf --effort 0 -o $@ >/dev/null
$(BUILD)/tests/fixed.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 --numbers fixed:24 -o $@ >/dev/null
$(BUILD)/tests/fixed_stream.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 --numbers fixed:24 --optimise throughput \
	  -o $@ >/dev/null
$(BUILD)/tests/overflow.tau: $(BUILD)/tauflow tests/host/overflow.ops
	@mkdir -p $(@D)
	@$< image tests/host/overflow.ops -o $@ >/dev/null
$(BUILD)/tests/puma560_fd.tau $(BUILD)/tests/puma560_minv.tau: $(BUILD)/tests/puma560_%.tau: \
  $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/puma560.urdf --effort 0 --budget 2 --function $* -o $@ >/dev/null
$(BUILD)/tests/pendulum5_fd_stream.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 --function fd --interval 90 \
	  --modules 4 --lanes 2 --out-lanes 1 -o $@ >/dev/null
PLANAR4 = $(patsubst %,$(BUILD)/tests/planar4_closed-%.tau,forces id)
$(BUILD)/tests/planar4_base.tau: $(BUILD)/tauflow robots/loops/planar4.urdf
	@mkdir -p $(@D)
	@$< image robots/loops/planar4.urdf --effort 0 --budget 2 --function closed-forces \
	  --independent q1,q3,q5 -o $@ >/dev/null
$(BUILD)/tests/planar4_heavy.tau: $(BUILD)/tauflow robots/loops/planar4.urdf
	@mkdir -p $(@D)
	@sed 's/<mass value="3/<mass value="4/' robots/loops/planar4.urdf >$(@:.tau=.urdf)
	@$< image $(@:.tau=.urdf) --effort 0 --budget 2 --function closed-forces -o $@ >/dev/null
$(BUILD)/tests/closing_test: $(PLANAR4) $(BUILD)/tests/planar4_base.tau \
                             $(BUILD)/tests/planar4_heavy.tau | $(DIVIDING_CORE)
$(PLANAR4): $(BUILD)/tests/planar4_%.tau: $(BUILD)/tauflow robots/loops/planar4.urdf
	@mkdir -p $(@D)
	@$< image robots/loops/planar4.urdf --effort 0 --budget 2 --function $* -o $@ >/dev/null
$(BUILD)/tests/two_bars.tau: $(BUILD)/tauflow tests/host/two_bars.urdf
	@mkdir -p $(@D)
	@$< image tests/host/two_bars.urdf --function fd -o $@ >/dev/null
$(BUILD)/tests/iiwa.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/iiwa.urdf --effort 0 -o $@ >/dev/null
$(BUILD)/tests/free.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 --force bar5 --base floating -o $@ >/dev/null
$(BUILD)/tests/ring.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 --network ring --modules 2 --force bar5 \
	  --base floating -o $@ >/dev/null

# A sample for every run of the tests; more by `make fuzz` (tests/fuzz/fuzz.mk).
$(BUILD)/tests/fuzz_sample.sh: $(BUILD)/tests/image_fuzz $(SEEDS)
	@echo 'exec $< $$((20000 * $${FUZZ:-1})) $(SEEDS)' >$@

# Streams at length: 20,000 samples in every run of the tests, a million by `make soak`.
SOAK_IMAGES = $(BUILD)/tests/pendulum5.tau $(BUILD)/tests/stream.tau
SOAK_PAIRS  = twin:,stalls=40 $(BUILD)/tests/stream.tau \
              '*3,twin:,stalls=120' $(BUILD)/tests/stream.tau \
              board:twin:,stalls=40 $(BUILD)/tests/stream.tau \
              '*4,poll:twin:,stalls=40' $(BUILD)/tests/pendulum5.tau \
              late:twin: $(BUILD)/tests/pendulum5.tau
$(BUILD)/tests/stream.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 --optimise throughput -o $@ >/dev/null
$(BUILD)/tests/pendulum5.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 -o $@ >/dev/null
$(BUILD)/tests/soak: tests/host/soak.c $(LIBRARY)/libtauflow.a $(FILES_BOARD) $(SOAK_IMAGES)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -pthread -o $@ $< $(LIBRARY)/libtauflow.a $(HOST_LIBS)
$(BUILD)/tests/soak_sample.sh: $(BUILD)/tests/soak
	@echo "exec $< 20000 $(FILES_BOARD) $(SOAK_PAIRS)" >$@
.PHONY: soak
## soak           a million streamed samples with stalls and cancellations
soak: $(BUILD)/tests/soak
	$< 1000000 $(FILES_BOARD) $(SOAK_PAIRS)
	$< 1000000 $(FILES_BOARD) board:twin:,stalls=40 $(BUILD)/tests/pendulum5.tau
	$< 1000000 $(FILES_BOARD) late:twin: $(BUILD)/tests/pendulum5.tau
