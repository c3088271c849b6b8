/* SPDX-License-Identifier: MIT */
/* The scripts that run the tools on the emitted C and collect cycles and area. Where a tool is
 * missing they say so. */
#include "emit/hls/hls_parts.h"

static const char VITIS[] =
    "# Made by tauflow: C simulation and synthesis of the three kernels with Vitis HLS; figures go "
    "to vitis.csv.\n"
    "# Start with `vitis_hls -f run_vitis.tcl`, since 2023.2 `vitis-run --mode hls --tcl "
    "run_vitis.tcl`, or `tclsh run_vitis.tcl`.\n"
    "# Environment: TAUFLOW_PART, TAUFLOW_PERIOD_NS.\n"
    "# TAUFLOW_COSIM=1 adds the simulation of the RTL. Written from the tool's documentation "
    "(UG1399), not yet run on it.\n"
    "set name @P\n"
    "set macro @N\n"
    "set script [file normalize [info script]]\n"
    "set folder [file dirname $script]\n\n"
    "proc setting {variable usual} {\n"
    "    return [expr {[info exists ::env($variable)] ? $::env($variable) : $usual}]\n"
    "}\n\n"
    "if {[info commands open_project] eq \"\"} {\n"
    "    if {[auto_execok vitis_hls] ne \"\"} {\n"
    "        set tool [list vitis_hls -f]\n"
    "    } elseif {[auto_execok vitis-run] ne \"\"} {\n"
    "        set tool [list vitis-run --mode hls --tcl]\n"
    "    } else {\n"
    "        puts \"SKIP: neither vitis_hls nor vitis-run is on the PATH\"\n"
    "        exit 0\n"
    "    }\n"
    "    if {[catch {exec {*}$tool $script >@@stdout 2>@@stderr}]} {\n"
    "        puts \"[lindex $tool 0] failed\"\n"
    "        exit 1\n"
    "    }\n"
    "    exit 0\n"
    "}\n\n"
    "# The text of the first element with one of these names; NA when there is none.\n"
    "proc field {report names} {\n"
    "    foreach tag $names {\n"
    "        if {[regexp \"<$tag>(\\[^<\\]*)</$tag>\" $report all value]} {\n"
    "            return [string trim $value]\n"
    "        }\n"
    "    }\n"
    "    return NA\n"
    "}\n\n"
    "set table [open [file join $folder vitis.csv] w]\n"
    "puts $table \"robot,kernel,cycles,interval,period_ns,lut,ff,dsp,bram18,schedule_cycles\"\n"
    "foreach {kernel number} {allocated 1 pipelined 2 scheduled 3} {\n"
    "    open_project -reset vitis_${name}_$kernel\n"
    "    set_top ${name}_$kernel\n"
    "    add_files [file join $folder ${name}_$kernel.c] -cflags \"-std=c99\"\n"
    "    add_files -tb [file join $folder ${name}_tb.c] -cflags \"-std=c99 "
    "-D${macro}_ONLY=$number\"\n"
    "    open_solution -reset solution\n"
    "    set_part [setting TAUFLOW_PART xcku040-ffva1156-2-e]\n"
    "    create_clock -period [setting TAUFLOW_PERIOD_NS 5]\n"
    "    if {$kernel eq \"scheduled\"} {\n";

static const char VITIS_END[] =
    "    }\n"
    "    csim_design\n"
    "    csynth_design\n"
    "    if {[setting TAUFLOW_COSIM 0]} {\n"
    "        cosim_design\n"
    "    }\n"
    "    set file [open vitis_${name}_$kernel/solution/syn/report/${name}_${kernel}_csynth.xml]\n"
    "    set report [read $file]\n"
    "    close $file\n"
    "    # the resources used come before those available\n"
    "    set row [list $name $kernel [field $report Worst-caseLatency] [field $report "
    "Interval-min] \\\n"
    "                 [field $report EstimatedClockPeriod] [field $report LUT] [field $report FF] "
    "\\\n"
    "                 [field $report {DSP DSP48E}] [field $report BRAM_18K] ";
static const char VITIS_CLOSE[] = "]\n"
                                  "    puts $table [join $row ,]\n"
                                  "    flush $table\n"
                                  "    close_project\n"
                                  "}\n"
                                  "close $table\n"
                                  "exit 0\n";

void hls_vitis(const hls_emitter *h)
{
    const machine *m = h->t->m;
    emit_template(&h->e, VITIS);
    text_add(h->e.out,
             "        # one cycle of a unit's latency is the register that its result waits in\n");
    for (uint32_t k = 0; k < UNIT_KINDS && !h->format->calls; k++)
        for (int i = 0; i < 2 && HLS_UNIT[k].vitis[i] && m->units[k]; i++)
            text_printf(h->e.out, "        config_op %s -latency %u\n", HLS_UNIT[k].vitis[i],
                        m->latency_cycles[k] - 1);
    emit_template(&h->e, VITIS_END);
    text_printf(h->e.out, "%u", h->t->s->cycles);
    emit_template(&h->e, VITIS_CLOSE);
}

static const char BAMBU[] =
    "#!/usr/bin/env bash\n"
    "# Made by tauflow: the allocated kernel through Bambu (2024.10), its Verilog simulated with "
    "Verilator by @P_tb.c, its\n"
    "# area counted by Yosys where that is on the PATH; figures go to bambu.csv. Environment: "
    "TAUFLOW_DEVICE,\n"
    "# TAUFLOW_PERIOD_NS, TAUFLOW_BAMBU (further options), TAUFLOW_AREA=0 (no Yosys), "
    "TAUFLOW_KERNELS.\n"
    "# Nothing is believed but compared words: Bambu ends with exit code 0 on wrong results, too.\n"
    "# The other two kernels are for Vitis HLS. Bambu reads them (TAUFLOW_KERNELS=\"allocated "
    "scheduled\"), but pipelines no\n"
    "# loop, so that each pass of the scheduled one takes many cycles, and of the pipelined one "
    "made wrong words.\n"
    "set -u\n"
    "name=@P\n"
    "macro=@N\n";
static const char BAMBU_RUN[] =
    "device=${TAUFLOW_DEVICE:-xc7z020-1clg484-VVD}\n"
    "period=${TAUFLOW_PERIOD_NS:-10}\n"
    "folder=$(cd \"$(dirname \"$0\")\" && pwd) || exit 1\n"
    "if ! command -v bambu >/dev/null; then\n"
    "    echo \"SKIP: bambu is not on the PATH\"\n"
    "    exit 0\n"
    "fi\n"
    "\n"
    "# figure TEXT: what stands behind the last such text in the log, a number or inf; NA when "
    "there is none.\n"
    "figure() {\n"
    "    local value\n"
    "    value=$(sed -nE \"s/.*$1 *: *([0-9.]+|inf|-?nan).*/\\\\1/p\" log | tail -n 1)\n"
    "    echo \"${value:-NA}\"\n"
    "}\n"
    "\n"
    "# The testbench's last line: words compared and words wrong; nothing when it did not come to "
    "its end.\n"
    "words() {\n"
    "    sed -nE \"s/.*$name: [0-9]+ vectors, ([0-9]+) words compared, ([0-9]+) wrong.*/\\\\1 "
    "\\\\2/p\" log | tail -n 1\n"
    "}\n"
    "\n"
    "# KERNEL: tables, flip-flops and multiplier blocks by Yosys, which the tool's own estimate is "
    "not.\n"
    "area() {\n"
    "    case ${TAUFLOW_AREA:-1}$device in\n"
    "    1xc7*) ;;\n"
    "    *) echo NA,NA,NA && return ;;\n"
    "    esac\n"
    "    command -v yosys >/dev/null && yosys -q -p \"read_verilog ${name}_$1.v\n"
    "        synth_xilinx -family xc7 -abc9 -flatten -noiopad -noclkbuf -top ${name}_$1\n"
    "        tee -q -o area.stat stat\" >area.log 2>&1 &&\n"
    "        awk '$1 ~ /^LUT[1-6]$/ { lut += $2 }\n"
    "            $1 ~ /^FD[RSCP]E/ { ff += $2 }\n"
    "            $1 == \"DSP48E1\" { dsp += $2 }\n"
    "            END { if (!lut) exit 1\n"
    "                printf \"%d,%d,%d\\n\", lut, ff, dsp }' area.stat || echo NA,NA,NA\n"
    "}\n"
    "\n"
    "kernels=${TAUFLOW_KERNELS:-allocated} failed=0\n"
    "declare -A number=([allocated]=1 [pipelined]=2 [scheduled]=3)\n"
    "for kernel in $kernels; do\n"
    "    [ -n \"${number[$kernel]:-}\" ] || { echo \"no kernel is called $kernel\" >&2; exit 2; }\n"
    "done\n"
    "echo \"robot,kernel,device,period_ns,words_right,words,cycles,lut,ff,dsp,tool_area,tool_dsp,"
    "schedule_cycles\" >\"$folder/bambu.csv\"\n"
    "for kernel in $kernels; do\n"
    "    rm -rf \"$folder/bambu_$kernel\"\n"
    "    mkdir -p \"$folder/bambu_$kernel\" && cd \"$folder/bambu_$kernel\" || exit 1\n"
    "    # shellcheck disable=SC2086\n"
    "    bambu \"$folder/${name}_$kernel.c\" --top-fname=\"${name}_$kernel\" "
    "--generate-tb=\"$folder/${name}_tb.c\" \\\n"
    "        -D\"${macro}_ONLY=${number[$kernel]}\" -I\"$folder\" --std=c99 -O2 \\\n"
    "        --generate-interface=INFER \\\n"
    "        -p=\"$pipelined\" -C=\"$limits\" --device=\"$device\" --clock-period=\"$period\" \\\n"
    "        --simulate --simulator=VERILATOR -v3 ${TAUFLOW_BAMBU:-} >log 2>&1\n"
    "    code=$?\n"
    "    read -r compared wrong < <(words)\n"
    "    compared=${compared:-0} wrong=${wrong:-0}\n"
    "    row=$name,$kernel,$device,$period,$((compared - wrong)),$compared\n"
    "    if [ $code -ne 0 ] || [ \"$compared\" -eq 0 ] || [ \"$wrong\" -ne 0 ] ||\n"
    "        grep -qE 'Returned error code|ERROR: MDPI' log; then\n"
    "        tail -n 20 log\n"
    "        echo \"bambu failed on ${name}_$kernel: $((compared - wrong)) of $compared words "
    "right, exit code $code\"\n"
    "        row=$row,NA,NA,NA,NA,NA,NA\n"
    "        failed=1\n"
    "    else\n"
    "        row=$row,$(figure 'Average execution'),$(area $kernel),$(figure 'Total estimated "
    "area'),$(figure 'Estimated number of DSPs')\n"
    "    fi\n"
    "    echo \"$row,";
static const char BAMBU_END[] = "\" >>\"$folder/bambu.csv\"\n"
                                "done\n"
                                "cat \"$folder/bambu.csv\"\n"
                                "exit $failed\n";

/* Which functions have a new argument every cycle, and how many of each there are: those of the
 * kernel, or what operators of C are in Bambu's library, whose names begin so. */
static void bambu_limits(const hls_emitter *h)
{
    const machine *m = h->t->m;
    const bool calls = h->format->calls;
    const char *before = "limits='";
    emit_template(&h->e, calls ? "pipelined=@P_mul,@P_add\n" : "pipelined=__float\n");
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        for (int i = 0; i < (calls ? 1 : 2) && HLS_UNIT[k].bambu[i] && m->units[k]; i++) {
            text_add(h->e.out, before);
            emit_template(&h->e, calls ? "@P_" : "*__float_");
            text_printf(h->e.out, "%s=%u", HLS_UNIT[k].bambu[i], m->units[k]);
            before = ",";
        }
    text_add(h->e.out, "'\n");
}

void hls_bambu(const hls_emitter *h)
{
    emit_template(&h->e, BAMBU);
    bambu_limits(h);
    emit_template(&h->e, BAMBU_RUN);
    text_printf(h->e.out, "%u", h->t->s->cycles);
    emit_template(&h->e, BAMBU_END);
}
