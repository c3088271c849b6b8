# One non-recursive Makefile. Everything built goes under build/.
#
#   make            the compiler, build/tauflow
#   make demo       set the machine up and do the main job once
#   make test       all quick tests; ends in "N passed, N failed"
#   make lint       gcc and clang with every warning an error
#   make bench      measured figures, as ratios in one run
#   make deps       install what is missing, from Debian packages
#   make clean

CC       = gcc
CXX      = g++
OPT      = -O2
WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
# Contraction of a*b+c would make evaluators differ from machine to machine.
CFLAGS   = -std=c11 -D_POSIX_C_SOURCE=200809L $(WARNINGS) $(OPT) -g -ffp-contract=off -MMD -MP -Ischeduler
LDLIBS   = -lexpat -lm

BUILD  = build
SOURCE = $(wildcard scheduler/*/*.c)
OBJECT = $(SOURCE:%.c=$(BUILD)/obj/%.o)
MAIN   = $(BUILD)/obj/scheduler/main.o

.DEFAULT_GOAL = all
.SUFFIXES:
.PHONY: all deps deps-optional demo test lint bench clean

all: $(BUILD)/tauflow

$(BUILD)/tauflow: $(MAIN) $(OBJECT)
	$(CC) $(CFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c -o $@ $<

# --- set-up ---------------------------------------------------------------------------
# What the project needs on a fresh Debian 12 machine; the stamp is renewed when the list changes.
PACKAGES = gcc g++ clang make libexpat1-dev libcmocka-dev libmujoco-dev liborocos-kdl-dev \
           valgrind python3-venv locales
DEPS     = $(BUILD)/deps.stamp

deps: $(DEPS)
$(DEPS): Makefile
	@mkdir -p $(BUILD)
	@missing=; for p in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q '^install ok installed' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "installing:$$missing"; \
	  sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo apt-get update -q && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -q --no-install-recommends $$missing; fi
	@touch $@

# --- tests ----------------------------------------------------------------------------
UNIT_TESTS = $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/*_test.c))
CLI_TESTS  = $(wildcard tests/cli/*.sh)

$(BUILD)/tests/%: tests/unit/%.c $(OBJECT)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests -o $@ $< $(OBJECT) -lcmocka $(LDLIBS)

test: $(DEPS)
	@$(MAKE) --no-print-directory run-tests

.PHONY: run-tests
run-tests: $(BUILD)/tauflow $(UNIT_TESTS)
	@bash tests/run $(UNIT_TESTS) $(CLI_TESTS)

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
