# SPDX-License-Identifier: MIT
# Part of the Makefile: mutated files and registers, random robots. Each fuzzer is a script that
# takes FUZZ times the count of a test and starts from FUZZ_SEED, both from the environment; it
# prints them.
FUZZ        = 100
FUZZ_SEED   = 1
FUZZ_FROM   = tests/fuzz/corpus
FUZZ_KINDS  = urdf mjcf ops sched nat tir grid register robot
FUZZ_TESTS  = $(FUZZ_KINDS:%=$(BUILD)/tests/%_fuzz.sh) tests/fuzz/testfloat.sh
FUZZ_urdf   = text_fuzz urdf COUNT SEED $(FUZZ_FROM)/arm.urdf $(FUZZ_FROM)/laws.urdf \
              robots/pendulum5.urdf
FUZZ_mjcf   = text_fuzz mjcf COUNT SEED $(FUZZ_FROM)/legged.xml
FUZZ_ops    = text_fuzz ops COUNT SEED $(FUZZ_FROM)/small.ops $(FUZZ_FROM)/fixed.ops
FUZZ_sched  = text_fuzz sched COUNT SEED $(FUZZ_FROM)/ring.sched $(FUZZ_FROM)/stream.sched
FUZZ_nat    = text_fuzz nat COUNT SEED $(FUZZ_FROM)/body.nat $(FUZZ_FROM)/road.nat \
              robots/natural/double_pendulum.nat
FUZZ_tir    = text_fuzz tir COUNT SEED robots/tyres/car_1989.tir robots/tyres/car_2002.tir
FUZZ_grid   = text_fuzz grid COUNT SEED tests/grounds/hills.txt tests/grounds/slope.txt
FUZZ_register = register_fuzz COUNT SEED
FUZZ_robot  = robot_fuzz COUNT SEED
FUZZ_COUNT_urdf = 2000
FUZZ_COUNT_mjcf = 2000
FUZZ_COUNT_ops = 50000
FUZZ_COUNT_sched = 50000
FUZZ_COUNT_nat = 5000
FUZZ_COUNT_tir = 300
FUZZ_COUNT_grid = 300
FUZZ_COUNT_register = 4000
FUZZ_COUNT_robot = 10

$(BUILD)/obj/tests/fuzz/%.o: CFLAGS += -Itests/outside
TEXT_FUZZ = $(BUILD)/tests/text_fuzz $(BUILD)/tests/testfloat
$(TEXT_FUZZ): $(BUILD)/tests/%: $(BUILD)/obj/tests/fuzz/%.o $(COMPILER)
	$(LINK_TEST) $(LDLIBS)
$(BUILD)/tests/robot_fuzz: $(BUILD)/obj/tests/fuzz/robot_fuzz.o $(OUTSIDE_OBJECT) $(COMPILER) \
                           | $(OUTSIDE_LIBS) $(TEST_CORES)
	$(LINK_TEST) -lmujoco -lcmocka $(LDLIBS)
$(BUILD)/tests/register_fuzz: $(BUILD)/obj/tests/fuzz/register_fuzz.o $(COMPILER) | $(TEST_CORES)
	$(LINK_TEST) -lcmocka $(LDLIBS)
tests/fuzz/testfloat.sh: $(BUILD)/tests/testfloat

FUZZERS = $(BUILD)/tests/text_fuzz $(BUILD)/tests/register_fuzz $(BUILD)/tests/robot_fuzz
FUZZ_TIMES   = $$(($(FUZZ_COUNT_$*) * $${FUZZ:-1}))
FUZZ_COMMAND = $(subst SEED,$${FUZZ_SEED:-1},$(subst COUNT,$(FUZZ_TIMES),$(FUZZ_$*)))
$(BUILD)/tests/%_fuzz.sh: tests/fuzz/fuzz.mk $(FUZZERS)
	@echo 'exec $(BUILD)/tests/$(FUZZ_COMMAND)' >$@

# With sanitizers, on the cores of the plain build. Half an hour and more on two processors.
.PHONY: fuzz run-fuzz
## fuzz           mutated files and registers, random robots; FUZZ=100
fuzz: deps-test
	+@$(call in_tree,san,$(SANITIZE)) run-fuzz
run-fuzz: $(FUZZ_TESTS) $(BUILD)/tests/fuzz_sample.sh
	@echo "FUZZ=$(FUZZ) FUZZ_SEED=$(FUZZ_SEED)"
	@FUZZ=$(FUZZ) FUZZ_SEED=$(FUZZ_SEED) TEST_SECONDS=36000 bash tests/run $(FUZZ_TESTS) \
	  $(BUILD)/tests/fuzz_sample.sh
	@grep -h '^#' $(FUZZ_TESTS:%.sh=$(BUILD)/tests/log/$(notdir %))
