# SPDX-License-Identifier: MIT
# Part of the Makefile: what the Python package carries (build_wheel.py asks for it).
#
#   make native     compiler and library in build/native, laid out as an installation, which find
#                   what cores are built from beside them, wherever the folder is put
NATIVE        = $(BUILD)/native
NATIVE_MADE   = $(BUILD)/native-objects
NATIVE_SHARE  = $(NATIVE)/share/tauflow
NATIVE_FILES  = $(NATIVE_MADE)/core_files.o
NATIVE_OBJECT = $(NATIVE_FILES) $(filter-out %/core_files.o,$(HOST_OBJECT))
.PHONY: native
native: $(NATIVE)/bin/tauflow $(NATIVE)/lib/libtauflow.so $(NATIVE_SHARE)/ready

$(NATIVE_FILES): machine/core_files.c | $(GENERATED)
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(HOST_FLAGS) $(HARDEN) -DTAUFLOW_INSTALLED -DTAUFLOW_RELATIVE \
	  -DTAUFLOW_CORES='"/lib/tauflow/cores"' -DTAUFLOW_SOURCES='"/share/tauflow"' \
	  -DTAUFLOW_GEN='"/share/tauflow/gen"' -c -o $@ $<
$(NATIVE)/lib/libtauflow.so: $(NATIVE_OBJECT) $(NAMES)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CC) $(CFLAGS) -s $(HOST_SHARED) -o $@ $(NATIVE_OBJECT) $(HOST_LIBS)
$(NATIVE_MADE)/libtauflow.a: $(NATIVE_OBJECT)
	$(call step,AR,$@)ld -r -o $(@D)/tauflow.o $^ && \
	  objcopy --localize-hidden $(@D)/tauflow.o && rm -f $@ && ar rcs $@ $(@D)/tauflow.o
$(NATIVE)/bin/tauflow: $(MAIN) $(OBJECT) $(NATIVE_FILES) $(NATIVE_MADE)/libtauflow.a
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CC) $(CFLAGS) -s $(PIE) -o $@ $(MAIN) $(NATIVE_FILES) \
	  $(filter-out %/core_files.o,$(OBJECT)) $(NATIVE_MADE)/libtauflow.a $(LDLIBS) -pthread

NATIVE_GEN = $(RTL_GENERATED) $(GEN)/tauflow_shape.h
$(NATIVE_SHARE)/ready: $(RTL) $(CORE_SIM) $(NATIVE_GEN)
	@rm -rf $(@D) && mkdir -p $(@D)/gen
	$(call step,COPY,$(@D))cp --parents $(RTL) $(CORE_SIM) $(@D) && \
	  cp $(NATIVE_GEN) $(@D)/gen && touch $@
