# SPDX-License-Identifier: MIT
# One non-recursive Makefile; `make help` lists its targets, from the lines `## TARGET  WHAT` that
# stand above them, here and in the parts that are included. Everything built goes under build/.

CC       = gcc
CXX      = g++
OPT      = -O2
WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Werror
# Contraction of a*b+c would make evaluators differ from computer to computer.
CFLAGS   = -std=c11 -D_POSIX_C_SOURCE=200809L $(WARNINGS) $(OPT) -g1 -ffp-contract=off -MMD -MP \
           -I. -Imachine -Ischeduler -Isim -Ihost -I$(GEN)
LDLIBS   = -lexpat -ldl -lm $(BIND)
# What is shipped is hardened (tests/host/hardening.sh). Checks of buffers need optimisation, and
# would hide from sanitizers what those look for.
FORTIFY  = $(if $(filter -fsanitize%,$(OPT)),,$(if $(filter -O1 -O2 -O3 -Os -Og,$(OPT)),\
             -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
HARDEN   = -fstack-protector-strong $(FORTIFY)
BIND     = -Wl,-z,relro,-z,now
PIE      = -pie

BUILD  = build
export BUILD
# As many jobs as there are processors, unless -j, the environment or a make above this one says how
# many. (-j of the command line wins by itself, and MAKEFLAGS does not show it here.)
ifeq (0,$(MAKELEVEL)$(filter -j%,$(shell echo "$$MAKEFLAGS")))
MAKEFLAGS += -j$(shell nproc)
endif
# $(call step,CC,FILE): in front of a command, tells that this is a step of the build
# (.ci/progress); with V=1 the command itself is shown. How many steps there are is found by a dry
# run, once, when the first is about to be done; that prints `: STEP` for each.
COUNTER  = $(BUILD)/steps
STEPS    = $(eval STEPS := $(shell mkdir -p $(BUILD) && : >$(COUNTER); \
             MAKEFLAGS='-- $(subst ','\'',$(MAKEOVERRIDES))' $(MAKE) -n COUNTING=1 V= \
             $(MAKECMDGOALS) 2>/dev/null | grep -c '^: STEP'))$(STEPS)
step     = $(if $(COUNTING),: STEP;,$(if $(filter 1,$(V)),,@$(if $(FIRST),,sh .ci/progress \
             $(COUNTER) $(STEPS) '$(1)' '$(2)';)))
# In a fresh tree `make` first makes what the Makefile includes, says nothing and starts again.
FIRST   := $(if $(wildcard $(BUILD)/gen/tauflow_shape.mk),,yes)
# In front of commands that are no steps.
Q        = $(if $(filter 1,$(V)),,@)
GEN    = $(BUILD)/gen
BENCH  = $(BUILD)/bench
LIBRARY = $(BUILD)/lib
DEMO   = $(BUILD)/demo
# What a core is, for compiler, library and simulation alike.
MACHINE = $(filter-out machine/generate.c machine/shape_program.c,$(wildcard machine/*.c))
SHAPE   = $(BUILD)/shape
MACHINE_BASE = $(addprefix base/,arena.c diag.c text.c)
SOURCE  = $(wildcard base/*.c scheduler/*/*.c scheduler/*/*/*.c sim/*.c) scheduler/passes.c \
          $(MACHINE)
OBJECT = $(SOURCE:%.c=$(BUILD)/obj/%.o)
MAIN   = $(BUILD)/obj/scheduler/main.o $(BUILD)/obj/scheduler/terminal.o
# All of the compiler but its main; what programs and tests link against.
COMPILER = $(BUILD)/libtauflow-compiler.a
# What a core is, from its one source, machine/*.def, for C, Verilog (`include "tauflow_regs.vh",
# -I$(GEN)), scripts and people.
GENERATED = $(addprefix $(GEN)/tauflow_,regs.h regs.vh regs.md load.h load.vh load.md \
                                        shape.h shape.vh shape.md shape.sh \
                                        trig.h trig.vh atan.h atan.vh crc.h)
CORES_DEF = $(GEN)/tauflow_cores.def

.DEFAULT_GOAL = all
.SUFFIXES:
.SECONDARY:
.PHONY: all demo test lint bench clean help

# Manual pages and what shells complete, from the tables of options.
MANUAL     = $(BUILD)/man/tauflow.1
COMPLETION = $(BUILD)/completion/tauflow $(BUILD)/completion/_tauflow

## all            the compiler, build/tauflow (the default); V=1 shows all
all: $(BUILD)/tauflow $(SHAPE) $(MANUAL) $(COMPLETION)

$(MANUAL): host/manual.sh $(BUILD)/tauflow
	$(call step,MAN,$@)bash $< $(@D) $(BUILD)/tauflow
$(BUILD)/completion/tauflow: SHELL_NAME = bash
$(BUILD)/completion/_tauflow: SHELL_NAME = zsh
$(COMPLETION): $(BUILD)/tauflow
	@mkdir -p $(@D)
	$(call step,GEN,$@)$< --help $(SHELL_NAME) >$@.tmp && mv $@.tmp $@

## help           this list
help:
	@awk '/^## / { sub("^## ", ""); print "make " $$0 }' $(filter-out %.d,$(MAKEFILE_LIST))

# With the library, for simulations on cores.
$(BUILD)/tauflow: $(MAIN) $(COMPILER) $(LIBRARY)/libtauflow.a
	$(call step,LD,$@)$(CC) $(CFLAGS) $(PIE) -o $@ $^ $(LDLIBS) -pthread

# What a shape's name says, for whatever builds cores: of machine/ alone.
$(SHAPE): $(patsubst %.c,$(BUILD)/obj/%.o,machine/shape_program.c $(MACHINE) $(MACHINE_BASE))
	$(call step,LD,$@)$(CC) $(CFLAGS) $(PIE) -o $@ $^ -lm $(BIND)

# Made anew each time, so that no object stays in it whose source is gone.
$(COMPILER): $(OBJECT)
	$(call step,AR,$@)rm -f $@ && ar rcs $@ $(OBJECT)

# The files of the report page and the C and licence that FMUs carry, as bytes for C.
FMU_SOURCES = motion_h motion_c fmi2 fmi3 licence
PAGE_FILES = $(addprefix $(GEN)/page_,js.inc explore.inc motion.inc css.inc $(FMU_SOURCES:%=%.inc))
PAGE_SOURCE_js  = $(patsubst %,scheduler/apps/report/%.js,base program chart space robot \
    figures next chain page)
PAGE_SOURCE_explore = $(patsubst %,scheduler/apps/report/%.js,base explore)
PAGE_SOURCE_motion = $(patsubst %,scheduler/apps/report/%.js,base space motion)
PAGE_SOURCE_css = scheduler/apps/report/page.css
PAGE_SOURCE_motion_h = scheduler/apps/fmu/source/motion.h
PAGE_SOURCE_motion_c = scheduler/apps/fmu/source/motion.c
PAGE_SOURCE_fmi2 = scheduler/apps/fmu/source/fmi2.c
PAGE_SOURCE_fmi3 = scheduler/apps/fmu/source/fmi3.c
PAGE_SOURCE_licence = LICENSE
$(foreach f,$(FMU_SOURCES),$(eval $(GEN)/page_$f.inc: $(PAGE_SOURCE_$f)))
$(GEN)/page_js.inc: $(PAGE_SOURCE_js)
$(GEN)/page_explore.inc: $(PAGE_SOURCE_explore)
$(GEN)/page_motion.inc: $(PAGE_SOURCE_motion)
$(GEN)/page_css.inc: $(PAGE_SOURCE_css)
$(PAGE_FILES): $(GEN)/page_%.inc:
	@mkdir -p $(@D)
	$(call step,GEN,$@)cat $(PAGE_SOURCE_$*) | od -An -v -tu1 | \
	  sed 's/[0-9][0-9]*/&,/g' >$@.tmp && mv $@.tmp $@

# What program this is: what one kept is not for another (scheduler/cache). Its sources, what makes
# them into code, and nothing that differs from folder to folder.
BUILD_SOURCES = $(sort $(SOURCE) $(MAIN:$(BUILD)/obj/%.o=%.c) $(wildcard base/*.h machine/*.h \
                  machine/*.def scheduler/*.h scheduler/*/*.h scheduler/*/*/*.h scheduler/*/*.def \
                  scheduler/*/*/*.def))
$(GEN)/tauflow_build.h: $(BUILD_SOURCES) $(GENERATED) $(CORES_DEF)
	@mkdir -p $(@D)
	$(call step,GEN,$@){ $(CC) --version; echo '$(OPT)'; cat $(BUILD_SOURCES); } | sha256sum | \
	  sed 's/\([0-9a-f]*\).*/#define TAUFLOW_BUILD "\1"/' >$@.tmp && mv $@.tmp $@
$(BUILD)/obj/scheduler/cache/key.o: $(GEN)/tauflow_build.h

# What emitted code for ranks of MPI has of every robot, in the same way.
RANKS_FILES = $(addprefix $(GEN)/ranks_,runtime.inc main.inc)
$(RANKS_FILES): $(GEN)/%.inc: scheduler/apps/ranks/%.h
	@mkdir -p $(@D)
	$(call step,GEN,$@)od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g' >$@.tmp && mv $@.tmp $@

# Of programs alone; objects of the library say otherwise (host/host.mk).
PLACE = -fPIE
$(BUILD)/obj/%.o: %.c | $(GENERATED) $(PAGE_FILES) $(RANKS_FILES)
	$(call step,CC,$<)[ -d $(@D) ] || mkdir -p $(@D) && \
	  $(CC) $(CFLAGS) $(PLACE) $(HARDEN) -c -o $@ $<
# What is done once per command: -Og compiles in half the time.
ONCE = commands robot emit writers functions certify loops tasks circuit program apps check
$(foreach part,$(ONCE),$(BUILD)/obj/scheduler/$(part)/%.o): private OPT = -Og
$(BUILD)/obj/scheduler/apps/motion/%.o: private OPT = -O2
$(patsubst %,$(BUILD)/obj/scheduler/%.o,operations/ops_parse schedule/sched_text \
  apps/motion/natural_read apps/motion/natural_ops): private OPT = -Og
# The arithmetic among them, which the second opinion and intervals spend their time with.
$(patsubst %,$(BUILD)/obj/scheduler/%.o,robot/wide robot/spatial certify/points_check): \
  private OPT = -O2
# Tests and benchmarks are not shipped.
$(BUILD)/obj/tests/%.o $(BUILD)/obj/measure/bench/%.o: HARDEN =

GENERATE = machine/generate.c $(wildcard machine/generate/*.c)
# (In a fresh tree the compiler may have to be installed yet, which is no error then.)
$(GEN)/generate: $(GENERATE) $(wildcard machine/generate/*.h machine/*_table.h) \
                 $(filter-out machine/serial.def,$(wildcard machine/*.def))
	@mkdir -p $(@D)
	$(if $(FIRST),@command -v $(CC) >/dev/null)
	$(call step,CC,$<)$(CC) -std=c11 $(WARNINGS) -Imachine -ffp-contract=off -o $@ $(GENERATE)
# tauflow_FORM.ENDING from `generate FORM-LANGUAGE`.
LANGUAGE_h = c
LANGUAGE_vh = verilog
LANGUAGE_md = markdown
LANGUAGE_sh = sh
LANGUAGE_mk = make
# DEFAULT_CORE, the core that ships, and DEPTHS, the last numbers of its name. Not there before the
# compiler is installed, and then made first.
-include $(GEN)/tauflow_shape.mk
# The tables of the documents that are made from them.
.PHONY: documents
## documents      registers.md, shape.md, program.md, from machine/*.def
documents: $(GEN)/tauflow_regs.md $(GEN)/tauflow_shape.md $(GEN)/tauflow_load.md $(GEN)/measured
	cp $(GEN)/tauflow_regs.md docs/registers.md
	cp $(GEN)/tauflow_shape.md docs/shape.md
	$(MEASURED) marks docs/program.md $(GEN)/tauflow_load.md >$(GEN)/program.md && \
	  mv $(GEN)/program.md docs/program.md
# What was measured, as text (measure/tables): of base/ alone, since the compiler is made of what it
# says.
MEASURED = $(GEN)/measured
MEASURED_SOURCE = $(wildcard measure/tables/*.c) \
                  $(addprefix base/,arena.c diag.c nearest.c text.c)
$(MEASURED): $(MEASURED_SOURCE) $(wildcard measure/tables/*.h base/*.h)
	@mkdir -p $(@D)
	$(call step,CC,measure/tables)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L $(WARNINGS) -I. \
	  -ffp-contract=off -o $@ $(MEASURED_SOURCE) -lm
# Cores that were routed.
$(CORES_DEF): measure/synth/cores_def.sh measure/synth/tools.sh measure/synth/timing.csv \
              $(MEASURED) $(GEN)/tauflow_shape.sh
	@mkdir -p $(@D)
	$(call step,GEN,$@)bash $< >$@.tmp && mv $@.tmp $@
$(BUILD)/obj/scheduler/circuit/designs.o: | $(CORES_DEF)
# Names and numbers of what boards add for Verilog: the serial link, interrupts. Cores do not depend
# on them (tauflow_*.vh).
BOARD_GENERATED = $(GEN)/serial_link.vh $(GEN)/events_link.vh
$(BOARD_GENERATED): $(GEN)/%_link.vh: machine/%.def
	@mkdir -p $(@D)
	$(call step,GEN,$@)name=$$(echo $* | tr a-z A-Z); sed -nE \
	  "s/^VALUE\(([A-Z_]+), 0x([0-9a-f]+),.*/\`define TAUFLOW_$${name}_\1 32'h\2/p" \
	  $< >$@.tmp && mv $@.tmp $@
$(GEN)/tauflow_%: $(GEN)/generate
	$(call step,GEN,$@)$< $(basename $*)-$(LANGUAGE_$(patsubst .%,%,$(suffix $*))) >$@.tmp && \
	  mv $@.tmp $@

# --- set-up ---------------------------------------------------------------------------
# What each command needs on a fresh Debian 12; looked at every time (some milliseconds), so that a
# package that was removed comes back.
PACKAGES_demo     = gcc g++ make libexpat1-dev verilator
PACKAGES_test     = $(PACKAGES_demo) clang libcmocka-dev libmujoco-dev liborocos-kdl-dev \
                    liburdfdom-dev python3-minimal locales iverilog yosys z3 libsystemc-dev \
                    zlib1g-dev tcl libfuse3-dev fuse3 pkg-config curl chromium chromium-driver \
                    librsvg2-bin \
                    python3-venv python3-numpy cmake gtkwave gappa libopenmpi-dev openmpi-bin \
                    openfpgaloader rt-tests mandoc zsh libsundials-dev
PACKAGES_bench    = $(PACKAGES_test) cadical libopenblas-dev libsuitesparse-dev
# Other opinions, from the Python package index into a virtual environment; where one is not to be
# had (no network, no wheel for the processor) what asks for it is skipped.
VENV        = $(BUILD)/venv
PYTHON_test  = pin fmpy exudyn 'mujoco>=3.12,<4'
PYTHON_bench = $(PYTHON_test) casadi

.PHONY: deps deps-demo deps-test deps-bench
## deps           install missing Debian packages; deps-demo, deps-test: fewer
deps: deps-bench
deps-demo deps-test deps-bench: deps-%:
	@bash .ci/packages $(BUILD)/packages.log $(PACKAGES_$*)
	@bash .ci/python $(VENV) $(BUILD)/python.log $(PYTHON_$*)

# --- tests ----------------------------------------------------------------------------
UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/*_test.c))
LINT_TESTS = $(wildcard tests/cli/*_lint.sh)
BROWSER_TESTS = $(wildcard tests/browser/*.sh)
# first_minute.sh is a benchmark; extending.sh builds the tree once for each patch, two at a time.
EXTENDING  = $(patsubst tests/extending/%.patch,$(BUILD)/tests/extending-%.sh, \
               $(wildcard tests/extending/*.patch))
CLI_TESTS  = $(filter-out $(LINT_TESTS) $(addprefix tests/cli/,first_minute.sh extending.sh), \
               $(wildcard tests/cli/*.sh)) $(EXTENDING)
$(EXTENDING): $(BUILD)/tests/extending-%.sh: Makefile
	@mkdir -p $(@D) && echo 'exec bash tests/cli/extending.sh $*' >$@

# Programs of the tests: compiled apart, so that a change in the compiler only links them again.
$(BUILD)/obj/tests/%.o: CFLAGS += -Itests -DOUTSIDE_FOLDER='"$(OUTSIDE)"' \
                                  -DCORES_FOLDER='"$(CORES)"' \
                                  -DCIRCUITS_FOLDER='"$(BUILD)/tests/circuits"'
LINK_TEST = $(call step,LD,$@)mkdir -p $(@D) && $(CC) $(CFLAGS) -o $@ $(filter %.o %.a,$^)

$(UNIT_TESTS): $(BUILD)/tests/%: $(BUILD)/obj/tests/unit/%.o $(COMPILER)
	$(LINK_TEST) -lcmocka $(LDLIBS)

# Outside opinions (tests/outside): each C++ library in a shared object of its own.
OUTSIDE       = $(BUILD)/outside
OUTSIDE_COMMON = $(filter-out %_test.c,$(wildcard tests/outside/*.c))
OUTSIDE_OBJECT = $(OUTSIDE_COMMON:%.c=$(BUILD)/obj/%.o)
OUTSIDE_TESTS = $(patsubst tests/outside/%.c,$(BUILD)/tests/%,$(wildcard tests/outside/*_test.c))
OUTSIDE_LIBS  = $(OUTSIDE)/kdl.so
CXXFLAGS      = -std=c++17 -O3 -DNDEBUG -Wall -Wextra -Wpedantic -Wshadow -Werror -fPIC -MMD -MP \
                -isystem /usr/include/eigen3

$(OUTSIDE_TESTS): $(BUILD)/tests/%: $(BUILD)/obj/tests/outside/%.o $(OUTSIDE_OBJECT) $(COMPILER) \
                 | $(OUTSIDE_LIBS)
	$(LINK_TEST) -lmujoco $(LDLIBS)
$(BUILD)/tests/cvode_test: LDLIBS += -lsundials_cvode -lsundials_nvecserial

$(OUTSIDE)/kdl.so: tests/outside/kdl.cpp tests/outside/kdl_answers.cpp tests/outside/kdl.h \
                   tests/outside/opinion.h
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(CXXFLAGS) -shared -o $@ $(filter %.cpp,$^) -lorocos-kdl \
	  -lurdfdom_model

# Every outside comparison with the search at full effort: minutes, not seconds. Of random trees
# those from TREES_SEED on; tests/outside/tilted_trees_test.c has the default.
TREES_SEED    =
.PHONY: test-outside
## test-outside   comparisons with other libraries at full effort; TREES_SEED=
test-outside: $(OUTSIDE_TESTS)
	$(BUILD)/tests/torques_test full
	$(BUILD)/tests/functions_test full
	$(BUILD)/tests/tilted_trees_test full $(TREES_SEED)

# Verilated tests (sim): the harness NAME.cpp around the Verilog top given.
SIM       = $(BUILD)/sim
RTL_TESTS = $(SIM)/fp32_rtl $(SIM)/fixed_rtl $(SIM)/parts_rtl $(SIM)/systemc_bench
# Verilator's own C++ shifts negative numbers: that is not for our sanitizers to judge.
VERILATE_SH = sim/verilate.sh sim/model.sh
VERILATE  = bash sim/verilate.sh $@ $(CORES)/runtime
HARNESS   = -- $< $(OPT) -fno-sanitize=undefined

# What every rule of Verilator ends in: its own words only where it fails.
LOGGED    = >$@.log 2>&1 || { cat $@.log; false; }

OPERATOR_RTL = $(wildcard rtl/operators/*.v rtl/operators/*.vh rtl/vendors/generic/*.v)
LATENCIES = 16
FP32      = $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard machine/fp32*.c) machine/kinds.c \
              machine/fixed.c)
$(SIM)/fp32_rtl: sim/fp32_rtl.cpp sim/fp32_all.v $(OPERATOR_RTL) \
                 tests/fp32_pairs.h $(FP32) $(RTL_GENERATED) $(VERILATE_SH)
	@mkdir -p $(@D)
	$(call step,VERILATE,$@)$(VERILATE) -I$(GEN) --top-module fp32_all \
	  -GLATENCIES=$(LATENCIES) sim/fp32_all.v $(HARNESS) -I$(GEN) -Imachine \
	  -DLATENCIES=$(LATENCIES)u $(FP32) $(LOGGED)

FIXED     = $(BUILD)/obj/machine/fixed.o
$(SIM)/fixed_rtl: sim/fixed_rtl.cpp sim/fixed_all.v $(OPERATOR_RTL) \
                  tests/fp32_pairs.h $(FIXED) $(VERILATE_SH)
	@mkdir -p $(@D)
	$(call step,VERILATE,$@)$(VERILATE) --top-module fixed_all sim/fixed_all.v $(HARNESS) \
	  $(FIXED) $(LOGGED)

COUNTS    = $(BUILD)/obj/machine/counts.o
$(SIM)/parts_rtl: sim/parts_rtl.cpp sim/parts_axil.h sim/parts_all.v sim/lint.vlt \
                  $(RTL) $(GENERATED) $(COUNTS) $(VERILATE_SH)
	@mkdir -p $(@D)
	$(call step,VERILATE,$@)$(VERILATE) -I$(GEN) --top-module parts_all --x-initial unique \
	  sim/lint.vlt sim/parts_all.v $(HARNESS) -I$(GEN) $(COUNTS) $(LOGGED)

# Verilated cores (sim/rtl_core.h), one shared object per shape, which is in the name.
CORES       = $(SIM)/cores
search      = $(shell . rtl/rooms.sh && echo $$search_$(1))
RTL         = $(wildcard rtl/core/*.v rtl/core/*.vh) $(OPERATOR_RTL)
# What sim/core.sh works with, beside the Verilog: installed, and in the wheel for Python, too.
CORE_SIM    = rtl/rooms.sh $(addprefix sim/,core.sh model.sh core_face.cpp lint.vlt watch.sv) \
              machine/pins.h
RTL_GENERATED = $(addprefix $(GEN)/tauflow_,regs.vh load.vh shape.vh trig.vh atan.vh)
QUEUED      = $(DEPTHS:0_%=1_%)
TEST_SHAPES = crossbar_2_2_0_3_4_$(DEPTHS) ring_2_1_1_3_4_$(DEPTHS) ring_2_8x4_0_4_5_$(QUEUED) \
              crossbar_2_2_0_3_4_$(DEPTHS)_trace crossbar_2_2_0_2_1_$(DEPTHS)_fixed24 \
              ring_2_1_1_1_2_$(DEPTHS)_fixed18 crossbar_2_2_0_3_4_$(DEPTHS)_trig1_trig-latency5 \
              ring_2_2_0_3_4_$(DEPTHS)_div2_sqrt1_atan2_div-latency9_sqrt-latency8_atan-latency14 \
              sparse_3_2x2_0_3_4_$(DEPTHS)_div1_sqrt1_div-latency9_sqrt-latency8 \
              sparse_4_1_0_2_1_$(DEPTHS)_fixed24
TEST_CORES  = $(TEST_SHAPES:%=$(CORES)/%/core.so)
CORE_TESTS  = $(patsubst tests/rtl/%.c,$(BUILD)/tests/%,$(wildcard tests/rtl/*_test.c))

.PHONY: test-cores
test-cores: $(TEST_CORES)
.PRECIOUS: $(CORES)/%/core.so
$(CORES)/%/core.so: sim/core.sh sim/model.sh sim/core_face.cpp machine/pins.h sim/lint.vlt \
                    sim/watch.sv $(RTL) $(RTL_GENERATED) | $(SHAPE)
	@umask 022 && mkdir -p $(@D)
	$(call step,VERILATE,$*)umask 022 && parameters=$$($(SHAPE) $(*:_trace=)) && \
	  bash sim/core.sh $* $(@D) $(GEN) "$$parameters" >$(@D)/log 2>&1 || \
	  { cat $(@D)/log; false; }

$(CORE_TESTS): $(BUILD)/tests/%: $(BUILD)/obj/tests/rtl/%.o $(COMPILER) | $(TEST_CORES)
	$(LINK_TEST) -lcmocka $(LDLIBS)

# The circuits of their test, Verilated.
$(BUILD)/tests/circuits/ready: $(BUILD)/tests/circuit_core_test
	@mkdir -p $(@D)
	$(call step,VERILATE,circuits)$< build >$(@D)/log 2>&1 || { cat $(@D)/log; false; }
	@touch $@

# The core in SystemC; the model is the ring of the tests.
BENCH_CASE = $(BUILD)/obj/tests/rtl/bench_case.o
$(SIM)/systemc_bench: sim/systemc_bench.cpp $(BENCH_CASE) tests/rtl/bench_case.h sim/lint.vlt \
                      $(RTL) $(COMPILER) $(RTL_GENERATED) | $(SHAPE)
	@mkdir -p $@.obj
	$(call step,VERILATE,$@)verilator --sc --exe --build -O3 --noassert --x-initial unique \
	  --prefix Vcore_sc --top-module tau_top -Mdir $@.obj/model $(call search,core) -I$(GEN) \
	  $$($(SHAPE) ring_2_1_1_3_4_$(DEPTHS) | sed 's/^/-G/') \
	  -CFLAGS '-O1 -std=c++17 -I$(CURDIR)/tests -I$(CURDIR)/$(GEN)' \
	  -LDFLAGS '$(OPT) -Wl,--no-as-needed $(LDLIBS)' -o $(abspath $@) sim/lint.vlt \
	  rtl/core/tau_top.v $(abspath $< $(BENCH_CASE) $(COMPILER)) $(LOGGED)

# Rules of the parts and operators of circuits, proved (sim/prove).
PROOFS = sim/prove/prove.sh sim/prove/operators.sh
PROVED = $(BUILD)/tests/operator_cases
$(PROVED): $(BUILD)/obj/tests/rtl/operator_cases.o $(COMPILER)
	$(LINK_TEST) $(LDLIBS)

.PHONY: prove
## prove          rules of the core's parts, for all times; circuit operators
prove: deps-test $(RTL_GENERATED) $(GEN)/tauflow_shape.sh $(PROVED)
	@TEST_SECONDS=3600 bash tests/run $(PROOFS)

include host/host.mk
include python/wheel.mk
include rtl/boards/boards.mk
include tests/fuzz/fuzz.mk

## test           every quick test; ends in "N passed, N failed"
test: deps-test
	@$(MAKE) --no-print-directory run-tests

.PHONY: run-tests test-programs
# What takes longest first: two cores are then busy to the end.
test-programs: $(TEST_CORES) $(CORE_SO) $(RTL_TESTS) $(BOARD_TESTS) $(BUILD)/tauflow $(SHAPE) \
               $(CORE_TESTS) $(BUILD)/tests/circuits/ready $(OUTSIDE_TESTS) $(UNIT_TESTS) \
               $(HOST_TESTS) $(HOST_SCRIPTS) $(TOOLS) $(TRACK) $(LIBRARY)/libtauflow.so \
               $(FUZZ_TESTS) $(EXTENDING) $(BOARD_GENERATED)
run-tests: test-programs
	@bash tests/run $(UNIT_TESTS) $(CLI_TESTS) $(BROWSER_TESTS) $(OUTSIDE_TESTS) $(RTL_TESTS) \
	  $(CORE_TESTS) $(HOST_TESTS) $(BOARD_TESTS) $(HOST_SCRIPTS) $(FUZZ_TESTS)

# --- sanitizers -----------------------------------------------------------------------
# The same tests in build trees of their own, with the cores of the plain one: all unit, host and
# command-line tests with address and undefined, those of the library with thread. Left out:
# - tests/host/install.sh and readme.sh: they link programs without sanitizers against the library;
#   listings.sh has sanitizers of its own;
# - make.sh and machine.sh: they are about this tree and the cores beside its sources;
# - large.sh: it measures time and memory;
# - hardening.sh: it is about what is shipped;
# - with thread board_test, events_test: their timeouts are those of a board, not of one ten times
#   slower; and realtime_test, which looks at all threads, of which one is the sanitizer's.
SAN_LEFT_OUT = $(addprefix tests/,host/install.sh host/readme.sh host/listings.sh host/abi.sh \
                 cli/make.sh cli/machine.sh cli/large.sh host/hardening.sh)
SAN_SCRIPTS = $(filter-out $(SAN_LEFT_OUT),$(CLI_TESTS) $(HOST_SCRIPTS))
SAN_TESTS   = $(UNIT_TESTS) $(filter-out $(GUARD_TEST),$(HOST_TESTS))
TSAN_TESTS  = $(filter-out %/image_test %/board_test %/events_test %/realtime_test $(GUARD_TEST), \
                $(HOST_TESTS))
.PHONY: san run-san run-tsan
# $(call in_tree,NAME,OPTIONS): make in a tree of its own; scripts find the cores in its folder too.
# What is generated is the same: written anew it would be newer than the cores and they built again.
in_tree = mkdir -p $(BUILD)/$(1)/sim $(GEN) && rm -rf $(BUILD)/$(1)/gen && \
          ln -sfn $(abspath $(GEN)) $(BUILD)/$(1)/gen && \
          ln -sfn $(abspath $(CORES)) $(BUILD)/$(1)/sim/cores && \
          $(MAKE) --no-print-directory BUILD=$(BUILD)/$(1) CORES=$(CORES) OPT='$(2)'
## san            the same with sanitizers; san-quick: a short piece
san: deps-test
	+@$(call in_tree,san,$(SANITIZE)) run-san
	+@$(call in_tree,tsan,$(SANITIZE_THREAD)) run-tsan
run-san: $(BUILD)/tauflow $(SHAPE) $(SAN_TESTS) $(SAN_SCRIPTS) $(TOOLS) $(TRACK) $(TEST_CORES)
	@TEST_SECONDS=900 bash tests/run $(SAN_TESTS) $(SAN_SCRIPTS)
run-tsan: $(TSAN_TESTS)
	@TEST_SECONDS=900 bash tests/run $(TSAN_TESTS)

# For every change (.ci/run): compiler, library, tools and fuzzers are built; the arena, readers of
# text and images and the library are tested, each fuzzer of text once. That the sanitizer sees what
# is written past a piece of an arena is asked for by name.
QUICK_NAMES = arena text args urdf urdf_errors mjcf mjcf_errors mjcf_numbers ops_parse sched_text \
              natural cuts machine image library calls
SAN_QUICK   = $(QUICK_NAMES:%=$(BUILD)/tests/%_test) \
              $(patsubst %,$(BUILD)/tests/%_fuzz.sh,urdf mjcf ops sched nat tir) \
              $(BUILD)/tests/fuzz_sample.sh tests/cli/every_function.sh
.PHONY: san-quick run-san-quick
san-quick: deps-test
	+@$(call in_tree,san,$(SANITIZE)) run-san-quick
run-san-quick: $(BUILD)/tauflow $(TOOLS) $(FUZZERS) $(SAN_QUICK)
	@bash tests/run $(SAN_QUICK)
	@grep -q '^ok .*sanitizer_sees_a_byte_past_a_piece' $(BUILD)/tests/log/arena_test

# Lines of compiler and library that the same tests run.
.PHONY: coverage
## coverage       lines of compiler and library that the tests run
coverage: deps-test
	+@$(call in_tree,cov,-O1 --coverage) run-san
	@bash tests/coverage.sh $(BUILD)/cov

# --- mutants --------------------------------------------------------------------------
# COUNT small faults in C and Verilog, drawn by SEED, in FILES or everywhere: do the tests notice?
# AGAIN=build/mutate/alive.txt: those that lived.
SEED  = 1
COUNT = 40
FILES =
AGAIN =
.PHONY: mutate
## mutate         small faults, SEED= COUNT= FILES=: are they noticed?
mutate: deps-test
	@AGAIN='$(AGAIN)' bash tests/mutate/run.sh $(SEED) $(COUNT) $(FILES)

.PHONY: mutate-certificates
## mutate-certificates faults against the checks of the compiler alone
mutate-certificates:
	@bash tests/mutate/certificates.sh $(SEED) $(COUNT) $(FILES)

# --- benchmarks -----------------------------------------------------------------------
ARMS         = $(addprefix robots/,pendulum5.urdf puma.urdf puma560.urdf iiwa.urdf)
BENCH_ROBOTS = $(ARMS) $(wildcard ../shared/robots/ur5_robot.urdf ../shared/robots/panda.urdf)

# Pinocchio's C++ library in loops, where its package is: the prefix inside that, or nothing.
PINOCCHIO     = $(abspath $(wildcard $(VENV)/lib/python3*/site-packages/cmeel.prefix))
# Definitions as Pinocchio's own build exports them.
PINOCCHIO_FLAGS = -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS \
                  -DPINOCCHIO_ENABLE_TEMPLATE_INSTANTIATION -isystem $(PINOCCHIO)/include \
                  -isystem $(PINOCCHIO)/include/urdfdom
PINOCCHIO_LIBS  = -L$(PINOCCHIO)/lib -Wl,-rpath,$(PINOCCHIO)/lib -lpinocchio_default \
                  -lpinocchio_parsers
FUNCTIONS_LIB = $(BENCH)/pinocchio.so
RNEA_LIB      = $(BENCH)/pinocchio_rnea.so
HYQ = $(wildcard ../shared/robots/hyq_no_sensors.urdf)
FUNCTION_ROBOTS = robots/iiwa.urdf $(wildcard ../shared/robots/panda.urdf) $(HYQ) \
                  $(HYQ:%=%:floating)
$(FUNCTIONS_LIB): measure/bench/pinocchio.cpp measure/bench/pinocchio.h
$(RNEA_LIB): measure/bench/pinocchio_rnea.cpp tests/outside/opinion.h
$(FUNCTIONS_LIB) $(RNEA_LIB):
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(CXXFLAGS) -Itests/outside $(PINOCCHIO_FLAGS) -shared -o $@ $< \
	  $(PINOCCHIO_LIBS)

# Where CasADi's package is, too; not optimised, as it runs once. The arity is Pinocchio's.
CASADI = $(abspath $(wildcard $(VENV)/lib/python3*/site-packages/casadi))
$(BENCH)/casadi_counts: measure/bench/casadi_counts.cpp
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(filter-out -O3 -MMD -MP,$(CXXFLAGS)) -O0 $(filter-out \
	  %INSTANTIATION,$(PINOCCHIO_FLAGS)) -DBOOST_FUSION_INVOKE_MAX_ARITY=12 -isystem \
	  $(CASADI)/include -o $@ $< $(PINOCCHIO_LIBS) -L$(CASADI) -Wl,-rpath,$(CASADI) -lcasadi

.PHONY: run-bench bench-cpu bench-functions bench-counts bench-make bench-fp bench-schedule \
        bench-fused bench-twin bench-core bench-stream bench-numbers bench-trig bench-atan \
        bench-kinds bench-loops bench-loop-errors bench-motion bench-motion-cores bench-chain \
        bench-simulate bench-transformation bench-fixed-forward bench-circuits bench-python \
        bench-variants bench-search bench-certificates
## bench          measured figures, as ratios in one run; bench-NAME: one
bench: deps-bench
	@$(MAKE) --no-print-directory run-bench
# After each other, however many jobs there are: what runs beside a measurement spoils it.
BENCHES = cpu variants functions counts make fp trig atan schedule fused twin core host stream \
          numbers fixed-forward python simulate
run-bench:
	@for b in $(BENCHES); do $(MAKE) --no-print-directory bench-$$b || exit 1; done
bench-cpu: $(BENCH)/cpu $(OUTSIDE_LIBS) $(if $(PINOCCHIO),$(RNEA_LIB))
	@$(BENCH)/cpu $(BENCH) $(BENCH_ROBOTS)
bench-functions: $(BENCH)/function_times $(if $(PINOCCHIO),$(FUNCTIONS_LIB))
	@$(BENCH)/function_times $(BENCH) $(FUNCTIONS_LIB) $(FUNCTION_ROBOTS)
bench-counts: $(BUILD)/tauflow $(if $(PINOCCHIO),$(if $(CASADI),$(BENCH)/casadi_counts))
	@bash measure/bench/functions_counts.sh $(BUILD) $(BENCH)/casadi_counts $(FUNCTION_ROBOTS)
bench-python: $(BUILD)/tauflow
	@TAUFLOW=$(abspath $<) PYTHONPATH=python PYTHONDONTWRITEBYTECODE=1 \
	  /usr/bin/python3 measure/bench/python_batch.py
bench-first-minute:
	@bash tests/cli/first_minute.sh
bench-make: $(BENCH)/make_time
	@$(BENCH)/make_time $(BENCH)
bench-fp: $(SIM)/fp32_rtl $(SIM)/fixed_rtl
	@$(SIM)/fp32_rtl 10000000
	@$(SIM)/fixed_rtl all
	@bash measure/bench/fp32_cells.sh
bench-variants: $(BUILD)/tauflow
	@bash measure/bench/variants.sh $(BUILD) $(patsubst %,robots/%.urdf,puma puma560 iiwa)
# What time buys of the search for a schedule; twenty minutes, so not part of bench. ROBOTS= others;
# TIMES=, LONGEST= seconds of searches; CURVES= robots whose quality over time is shown.
ROBOTS =
bench-search: $(BUILD)/tauflow
	@bash measure/bench/search.sh $(BUILD) $(or $(ROBOTS),$(wildcard robots/*.urdf) \
	  $(wildcard robots/loops/*.urdf) $(wildcard ../shared/robots/*.urdf))
# Certificates of all functions in all formats, replayed; ten minutes, so not part of bench. ROBOTS=
# others; EFFORT=, FORMS=, FUNCTIONS=: measure/bench/certificates.sh.
bench-certificates: $(BUILD)/tauflow
	@bash measure/bench/certificates.sh $(BUILD) $(or $(ROBOTS),$(wildcard robots/*.urdf) \
	  $(wildcard robots/loops/*.urdf) $(wildcard ../shared/robots/*.urdf))
bench-trig: $(BENCH)/trig_errors $(BUILD)/tauflow
	@$(BENCH)/trig_errors
	@bash measure/bench/trig_cycles.sh $(BUILD) $(patsubst %,robots/%.urdf,puma puma560 iiwa)
# A million states of every robot and format through its circuit: hours, so not part of bench.
bench-circuits: $(BUILD)/tauflow
	@BUILD=$(BUILD) bash measure/bench/circuit_states.sh
bench-atan: $(BENCH)/atan_errors
	@$(BENCH)/atan_errors
# ENGINE=rtl: on Verilated cores, which take minutes to build.
bench-stream: $(BUILD)/tauflow $(BENCH)/cpu $(OUTSIDE_LIBS)
	@bash measure/bench/stream.sh $(BUILD) \
	  $(patsubst %,robots/%.urdf,pendulum5 puma puma560 iiwa)
# Ten million states of each arm in 24 bits of fixed point, a tenth of that in 18 and 27.
STATES = 10000000
NUMBERS_ROBOTS = $(addprefix robots/,puma560.urdf iiwa.urdf) $(filter ../shared/%,$(BENCH_ROBOTS))
bench-numbers: $(BENCH)/fixed_states
	@$(BENCH)/fixed_states $(STATES) $(NUMBERS_ROBOTS)
# What fixed point would make of forward dynamics.
bench-fixed-forward: $(BENCH)/fixed_forward
	@$(BENCH)/fixed_forward 20000 $(patsubst %,robots/%.urdf,pendulum5 puma puma560 iiwa)
bench-twin: $(BENCH)/twin_law
	@$(BENCH)/twin_law $(wildcard robots/*.urdf)
bench-fused: $(BENCH)/fused
	@$(BENCH)/fused robots
bench-schedule: $(BENCH)/schedule $(BENCH)/systems $(BENCH)/schedule_exact
	@$(BENCH)/schedule robots
	@$(BENCH)/systems robots
	@$(BENCH)/schedule_exact robots $(BENCH)

bench-kinds: $(BUILD)/tauflow
	@bash measure/bench/kinds.sh $(BUILD) $(wildcard robots/*.urdf)

# Functions with closed loops of every system that ships, on the twin and on Verilated cores.
CLOSED_SYSTEMS = $(sort $(wildcard robots/loops/*.urdf)) $(BENCH)/ngon9.urdf robots/stewart.urdf \
                 robots/car54.urdf
$(BENCH)/ngon9.urdf: robots/loops/ngon.sh
	@mkdir -p $(@D) && bash $< 9 >$@
bench-loops: $(BUILD)/tauflow $(CLOSED_SYSTEMS)
	@for engine in twin rtl; do echo "$$engine" && ENGINE=$$engine \
	  WAYS='closure closed-id closed-reduced closed-fd closed-forces augmented \
	        closed-id-derivatives closed-fd-derivatives' \
	  bash measure/bench/kinds.sh $(BUILD) $(CLOSED_SYSTEMS) || exit 1; done

# Published tables of motion in natural coordinates.
bench-motion: $(BUILD)/tauflow
	@BUILD=$(BUILD) bash measure/bench/motion.sh
# Steps of simulate beside those of an FMU's C.
bench-simulate: $(BUILD)/tauflow
	@BUILD=$(BUILD) CC=$(CC) bash measure/bench/simulate.sh
# On cores, next to the CPU; DEVICE=sim: on Verilated ones, for which a core is built.
bench-motion-cores: $(BUILD)/tauflow
	@BUILD=$(BUILD) CC=$(CC) DEVICE=$(DEVICE) bash measure/bench/motion_cores.sh
# Cut-joint chains by backward differentiation, where SUNDIALS is.
$(BENCH)/chain_bdf: measure/bench/chain_bdf.c $(COMPILER)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -o $@ $< $(COMPILER) -lsundials_cvode \
	  -lsundials_nvecserial $(LDLIBS)
# The second velocity transformation by BLAS, by KLU and by code for one pattern.
$(BENCH)/double_transformation: measure/bench/double_transformation.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(CFLAGS) -isystem /usr/include/suitesparse -o $@ $< -lklu \
	  -lopenblas $(LDLIBS)
bench-transformation: deps-bench
	@$(MAKE) --no-print-directory $(BENCH)/double_transformation
	@$(BENCH)/double_transformation $(CC) $(BENCH)
bench-chain: deps-bench
	@$(MAKE) --no-print-directory $(BENCH)/chain_bdf
	@$(BENCH)/chain_bdf

# Models on several ranks of Open MPI; minutes, most of them compiling.
.PHONY: bench-tasks
bench-tasks: $(BUILD)/tauflow
	@bash measure/bench/tasks.sh $(BUILD)
	@bash measure/bench/task_placement.sh $(BUILD)
	@bash measure/bench/task_cores.sh $(BUILD)

# Errors of binary32 in closed-fd, partition by partition; minutes.
bench-loop-errors: $(BENCH)/loop_errors $(CLOSED_SYSTEMS)
	@$(BENCH)/loop_errors 300 $(CLOSED_SYSTEMS)

# Every shape of the grid of measure/bench/core.c, deep enough for every robot.
BENCH_DEPTHS = 0_8_4_512_256_2048_2048_2048_128_64
BENCH_NETWORKS = $(addprefix crossbar_,1 2 4 8) $(addprefix ring_,2 4 8)
BENCH_CORES  = $(foreach t,0 1,$(foreach l,1_1 4_5,$(foreach n,$(BENCH_NETWORKS),\
                 $(CORES)/$n_2_$t_$l_$(BENCH_DEPTHS)/core.so)))
DIVIDING_DEPTHS = 0_8_4_1024_1024_8192_8192_8192_1024_512
DIVIDING_CORES = $(foreach t,0 1,$(foreach n,crossbar_4 ring_4,\
                   $(CORES)/$n_2_$t_4_5_$(DIVIDING_DEPTHS)_div1_div-latency9/core.so))
bench-core: $(BENCH)/core $(BENCH_CORES) $(DIVIDING_CORES) $(SIM)/parts_rtl $(SIM)/systemc_bench
	@$(BENCH)/core $(CORES) $(wildcard robots/*.urdf)
	@$(SIM)/parts_rtl 200000 >$(BENCH)/parts.log
	@echo "parts: 200,000 cycles in each of 16 mixes of idle partners and back-pressure"
	@$(SIM)/systemc_bench 2000 >$(BENCH)/systemc.log 2>&1
	@echo "SystemC: 2,000 stall patterns on each of two robots"

$(BUILD)/obj/measure/bench/%.o: CFLAGS += \
    -Itests -Itests/outside -DOUTSIDE_FOLDER='"$(OUTSIDE)"' -DBENCH_CC='"$(CC)"' \
    -DBENCH_DEPTHS='"$(BENCH_DEPTHS)"' -DDIVIDING_DEPTHS='"$(DIVIDING_DEPTHS)"'
$(BENCH)/%: $(BUILD)/obj/measure/bench/%.o $(OUTSIDE_OBJECT) $(COMPILER)
	$(LINK_TEST) -lmujoco $(LDLIBS)

# --- high-level synthesis ---------------------------------------------------------------
# HLS C of every shipped robot: C simulation, and Vitis HLS and Bambu where they are on the PATH
# (docs/hls.md).
HLS_FLAGS =
.PHONY: hls
## hls            HLS C of every robot, simulated and through HLS tools
hls: $(BUILD)/tauflow
	@TAUFLOW=$(BUILD)/tauflow bash hls/run.sh $(BUILD)/hls $(wildcard robots/*.urdf) \
	  -- $(HLS_FLAGS)
# Beside our core and circuit (HLS_ROBOTS: which robots; rows of the others stay). hls-report puts
# the figures of this computer into hls/ and docs/hls.md.
.PHONY: hls-compare hls-report
## hls-compare    what Bambu makes of it; hls-report: into docs
hls-compare: $(BUILD)/tauflow $(RTL_GENERATED) $(GEN)/tauflow_shape.sh
	@mkdir -p $(BUILD)/hls && [ -s $(BUILD)/hls/compare.csv ] || cp hls/compare.csv $(BUILD)/hls
	@TAUFLOW=$(BUILD)/tauflow bash hls/compare.sh $(BUILD)/hls $(HLS_ROBOTS)
hls-report: $(MEASURED)
	@for f in passes compare; do \
	  [ ! -s $(BUILD)/hls/$$f.csv ] || cp $(BUILD)/hls/$$f.csv hls; \
	done
	@bash hls/hls_tables.sh

# --- synthesis --------------------------------------------------------------------------
# Figures go to build/synth; synth-report puts those of this computer into measure/synth/ and
# docs/fpga.md.
SYNTH_SET = quick
.PHONY: synth synth-report synth-circuits
## synth          area and clock of cores; SYNTH_SET=quick or full
synth: deps-test $(RTL_GENERATED) $(GEN)/tauflow_shape.sh $(MEASURED)
	@BUILD=$(BUILD) bash measure/synth/operators.sh || test $$? = 77 # skipped, and said so
	@BUILD=$(BUILD) bash measure/synth/run.sh $(SYNTH_SET) || test $$? = 77
# Circuits of robots (docs/circuits.md): build/synth/circuits.csv, circuits_amd.csv.
## synth-circuits circuits of robots; synth-report: the tables of docs/fpga.md
synth-circuits: deps-test $(BUILD)/tauflow $(MEASURED)
	@BUILD=$(BUILD) bash measure/synth/circuits_amd.sh || test $$? = 77
	@BUILD=$(BUILD) bash measure/synth/circuits.sh || test $$? = 77
synth-report: deps-test $(BUILD)/tauflow $(BENCH)/cpu $(RTL_GENERATED) $(GEN)/tauflow_shape.sh \
              $(MEASURED)
	@BUILD=$(BUILD) bash measure/synth/operators.sh measure/synth
	@BUILD=$(BUILD) bash measure/synth/run.sh $(SYNTH_SET) measure/synth
	@BUILD=$(BUILD) bash measure/synth/cycles.sh >$(BUILD)/synth/cycles.csv
	@BUILD=$(BUILD) bash measure/synth/cpu.sh >$(BUILD)/synth/cpu.csv
	@mv $(BUILD)/synth/cycles.csv $(BUILD)/synth/cpu.csv measure/synth
	@bash measure/synth/report.sh

# --- lint -----------------------------------------------------------------------------
LINT_C = $(SOURCE) scheduler/main.c scheduler/terminal.c $(HOST_LINT) \
         $(wildcard tests/unit/*.c tests/outside/*.c tests/rtl/*.c tests/boards/*.c \
         tests/fuzz/*.c tests/mutate/*.c docs/*.c) $(GENERATE) \
         $(filter-out $(BENCH_LIBRARIES),$(wildcard measure/*/*.c))
# Those whose headers only `make bench` installs or makes.
BENCH_LIBRARIES = measure/bench/double_transformation.c \
                  measure/bench/fmu_steps.c

## lint           compilers and Verilog tools without a warning; laws of files
lint: deps-test
	@$(MAKE) --no-print-directory run-lint
.PHONY: run-lint
# For all files at once: the folders and names that some of them expect.
LINT_FLAGS = $(filter-out -MMD -MP -g1,$(CFLAGS)) -Itests -Itests/outside -I$(DEMO) \
             -DOUTSIDE_FOLDER='""' -DCORES_FOLDER='""' -DCIRCUITS_FOLDER='""' -DBENCH_CC='""' \
             -DBENCH_DEPTHS='""' -DDIVIDING_DEPTHS='""' $(HOST_LINT_FLAGS)
# gcc's warnings are errors of the build: here are the files that `make test` does not build.
LINT_GCC   = $(filter measure/bench/% docs/% tests/mutate/%,$(LINT_C))
lint_by    = echo "lint: $(1), $(words $(2)) files"; printf '%s\n' $(2) | \
             xargs -n 10 -P "$$(nproc)" $(1) @$(BUILD)/lint.flags -fsyntax-only
LINT_SH    = .ci/run .ci/packages .ci/python .ci/progress tests/run \
             $(wildcard docs/*.sh tests/*.sh tests/fuzz/*.sh \
             tests/browser/*.sh tests/cli/*.sh tests/mutate/*.sh sim/*.sh sim/*/*.sh \
             hls/*.sh measure/*/*.sh)
# What runs beside the lints, as the proofs in .ci/run: those take one processor for minutes.
LINT_ALSO  =
run-lint: $(GENERATED) $(CORES_DEF) $(GEN)/tauflow_build.h $(BOARD_GENERATED) $(PAGE_FILES) \
          $(DEMO)/puma560.h $(if $(LINT_ALSO),$(PROVED))
	@printf '%s\n' $(LINT_FLAGS) | sed 's/"/\\"/g' >$(BUILD)/lint.flags
	@$(call lint_by,clang,$(LINT_C))
	@$(call lint_by,gcc,$(LINT_GCC))
	@for f in $(LINT_SH); do bash -n $$f || exit 1; done
	@LINT=full TEST_SECONDS=3600 bash tests/run $(LINT_TESTS) $(LINT_ALSO)

# --- demo -----------------------------------------------------------------------------
# The main job, once: a robot description becomes equations, operations and C, the C is run, a
# simulated core computes the same torques and moves the arm; docs/demo.sh shows it on one page.
## demo           install what it needs, do the main job once, end in a page
demo: deps-demo
	@$(MAKE) --no-print-directory run-demo
.PHONY: run-demo
# (the core first, which takes longest)
run-demo: $(CORE_SO) $(BUILD)/tauflow $(TOOLS) $(TRACK) $(DEMO)/puma560.tau $(DEMO)/torque
	@bash docs/demo.sh $(BUILD)

$(DEMO)/puma560.h: $(BUILD)/tauflow robots/puma560.urdf
	@mkdir -p $(@D)
	$(call step,COMPILE,robots/puma560.urdf)$(BUILD)/tauflow compile robots/puma560.urdf \
	  -o $(DEMO) >$(DEMO)/compile.log
$(DEMO)/puma560.o: $(DEMO)/puma560.h
	$(call step,CC,$(DEMO)/puma560.c)$(CC) -std=c11 $(OPT) -ffp-contract=off -c -o $@ \
	  $(DEMO)/puma560.c
$(DEMO)/torque: docs/example_torque.c $(DEMO)/puma560.o
	$(call step,CC,$<)$(CC) $(OPT) -I$(DEMO) -o $@ $< $(DEMO)/puma560.o

## clean          remove build/
clean:
	@rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
