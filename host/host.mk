# Part of the Makefile: library, board, their tests.
# --- host library (host/) ---------------------------------------------------------------
# Of the compiler's folders it holds the software twin and what that needs, nothing else. DEFAULT_CORE is what `sim:` and `twin:` mean.
DEFAULT_CORE = crossbar_4_2_0_4_5_4_8_4_64_64_512_512_512_64_32
CORE_SO      = $(CORES)/$(DEFAULT_CORE)/core.so
PREFIX       = /usr/local
LIBRARY      = $(BUILD)/lib
HOST_SOURCE  = $(wildcard host/*.c) scheduler/program/twin.c scheduler/operations/fp32.c scheduler/base/arena.c
HOST_OBJECT  = $(HOST_SOURCE:%.c=$(BUILD)/pic/%.o)
HOST_FLAGS   = $(CFLAGS) -fPIC -fvisibility=hidden -pthread -DTAUFLOW_CORE_NAME='"$(DEFAULT_CORE)"'
HOST_LIBS    = -ldl -lm -pthread
SONAME       = libtauflow.so.0

$(BUILD)/pic/%.o: %.c | $(REGS)
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -DTAUFLOW_CORE_PATH='"$(abspath $(CORE_SO))"' -c -o $@ $<
$(LIBRARY)/libtauflow.so: $(HOST_OBJECT)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -shared -Wl,-soname,$(SONAME) -o $@ $(HOST_OBJECT) $(HOST_LIBS)
	@ln -sf libtauflow.so $(LIBRARY)/$(SONAME)
# One object with only the public names outside, so that nothing clashes with the program it is linked into.
$(LIBRARY)/libtauflow.a: $(HOST_OBJECT)
	@mkdir -p $(@D)
	ld -r -o $(LIBRARY)/tauflow.o $(HOST_OBJECT)
	objcopy --localize-hidden $(LIBRARY)/tauflow.o
	@rm -f $@
	ar rcs $@ $(LIBRARY)/tauflow.o

.PHONY: library
library: $(LIBRARY)/libtauflow.so $(LIBRARY)/libtauflow.a $(CORE_SO)

# The board made of files (libfuse3).
BOARD       = $(BUILD)/tauflow-board
BOARD_FLAGS = $(HOST_FLAGS) -D_FILE_OFFSET_BITS=64 -isystem /usr/include/fuse3
$(BOARD): sim/board/board.c sim/board/board_core.c sim/board/board.h $(HOST_OBJECT)
	$(CC) $(BOARD_FLAGS) -o $@ sim/board/board.c sim/board/board_core.c $(HOST_OBJECT) -lfuse3 $(HOST_LIBS)

SANITIZE   = -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
HOST_TESTS = $(patsubst tests/host/%.c,$(BUILD)/tests/%,$(wildcard tests/host/*_test.c))
HOST_SCRIPTS = $(BUILD)/tests/fuzz_sample.sh
HOST_LINT  = $(wildcard sim/board/*.c host/*.c host/*/*.c tests/host/*.c)
HOST_LINT_FLAGS = -DTAUFLOW_CORE_NAME='""' -DTAUFLOW_CORE_PATH='""' -DTESTS_FOLDER='""' -DBOARD_PROGRAM='""' -D_FILE_OFFSET_BITS=64 -isystem /usr/include/fuse3
SEEDS      = $(BUILD)/tests/puma560.tau $(BUILD)/tests/ring.tau

$(BUILD)/tests/image_test: tests/host/image_test.c $(OBJECT)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests -o $@ $< $(OBJECT) -lcmocka $(LDLIBS)
# Uses the library as any program does: header and archive only.
$(BUILD)/tests/%_test: tests/host/%_test.c $(LIBRARY)/libtauflow.a $(SEEDS) | $(CORE_SO) $(BOARD)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -pthread -DTESTS_FOLDER='"$(BUILD)/tests"' -DBOARD_PROGRAM='"$(BOARD)"' -o $@ $< $(LIBRARY)/libtauflow.a -lcmocka $(HOST_LIBS)
# The reader alone, nothing of the compiler, always under sanitizers.
$(BUILD)/tests/image_fuzz: tests/host/image_fuzz.c $(READER) | $(REGS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $< $(READER) -lm
$(BUILD)/tests/puma560.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/puma560.urdf --effort 0 -o $@ >/dev/null
$(BUILD)/tests/ring.tau: $(BUILD)/tauflow
	@mkdir -p $(@D)
	@$< image robots/pendulum5.urdf --effort 0 --network ring --modules 2 --force bar5 --base floating -o $@ >/dev/null

# A sample for every run of the tests; a million mutations by `make fuzz`.
$(BUILD)/tests/fuzz_sample.sh: $(BUILD)/tests/image_fuzz $(SEEDS)
	@echo 'exec $< 20000 $(SEEDS)' >$@
.PHONY: fuzz
fuzz: $(BUILD)/tests/image_fuzz $(SEEDS)
	$< 1000000 $(SEEDS)
