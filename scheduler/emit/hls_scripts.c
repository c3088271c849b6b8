/* The scripts that run the tools on the emitted C and collect cycles and area. Where a tool is
 * missing they say so. */
#include "emit/hls_parts.h"

static const char VITIS[] =
    "# Made by tauflow: C simulation and synthesis of the three kernels with Vitis HLS; figures go "
    "to vitis.csv.\n"
    "# Start with `vitis_hls -f run_vitis.tcl` or `tclsh run_vitis.tcl`. Environment: "
    "TAUFLOW_PART, TAUFLOW_PERIOD_NS.\n"
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
    "    if {[auto_execok vitis_hls] eq \"\"} {\n"
    "        puts \"SKIP: vitis_hls is not on the PATH\"\n"
    "        exit 0\n"
    "    }\n"
    "    if {[catch {exec vitis_hls -f $script >@@stdout 2>@@stderr}]} {\n"
    "        puts \"vitis_hls failed\"\n"
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
    "    add_files [file join $folder ${name}_hls.c] -cflags \"-std=c99\"\n"
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
    for (uint32_t k = 0; k < UNIT_KINDS && !h->e.p->width; k++)
        for (int i = 0; i < 2 && HLS_OPERATION[k][i] && m->units[k]; i++)
            text_printf(h->e.out, "        config_op %s -latency %u\n", HLS_OPERATION[k][i],
                        m->latency_cycles[k] - 1);
    emit_template(&h->e, VITIS_END);
    text_printf(h->e.out, "%u", h->t->s->cycles);
    emit_template(&h->e, VITIS_CLOSE);
}

static const char BAMBU[] =
    "#!/usr/bin/env bash\n"
    "# Made by tauflow: synthesis of the three kernels with Bambu and simulation of the result "
    "with Verilator; figures go to\n"
    "# bambu.csv. Environment: TAUFLOW_DEVICE, TAUFLOW_PERIOD_NS. Bambu reads the C and the ports; "
    "it shares operators by\n"
    "# its own rules, not by the pragmas. Written from the tool's documentation, not yet run on "
    "it.\n"
    "set -u\n"
    "name=@P\n"
    "macro=@N\n"
    "folder=$(cd \"$(dirname \"$0\")\" && pwd)\n"
    "if ! command -v bambu >/dev/null; then\n"
    "    echo \"SKIP: bambu is not on the PATH\"\n"
    "    exit 0\n"
    "fi\n"
    "\n"
    "# figure TEXT: the number behind the last line of the log that has this text; NA when there "
    "is none.\n"
    "figure() {\n"
    "    local value\n"
    "    value=$(grep -E \"$1\" log | tail -n 1 | sed -E 's/.*: *([0-9.]+).*/\\1/')\n"
    "    echo \"${value:-NA}\"\n"
    "}\n"
    "\n"
    "echo \"robot,kernel,cycles,executions,flip_flops,area,dsp,schedule_cycles\" "
    ">\"$folder/bambu.csv\"\n"
    "number=0\n"
    "for kernel in allocated pipelined scheduled; do\n"
    "    number=$((number + 1))\n"
    "    mkdir -p \"$folder/bambu_$kernel\" && cd \"$folder/bambu_$kernel\" || exit 1\n"
    "    bambu \"$folder/${name}_hls.c\" --top-fname=\"${name}_$kernel\" "
    "--generate-tb=\"$folder/${name}_tb.c\" \\\n"
    "        -D\"${macro}_ONLY=$number\" -I\"$folder\" -std=c99 -O2 --simulate "
    "--simulator=VERILATOR -v3 \\\n"
    "        --device=\"${TAUFLOW_DEVICE:-xc7z020-1clg484-VVD}\" "
    "--clock-period=\"${TAUFLOW_PERIOD_NS:-10}\" >log 2>&1 || {\n"
    "        tail -n 20 log\n"
    "        echo \"bambu failed on ${name}_$kernel\"\n"
    "        exit 1\n"
    "    }\n"
    "    echo \"$name,$kernel,$(figure 'Total cycles'),$(figure 'Number of executions'),$(figure "
    "\"flip-flops in function ${name}_$kernel\"),$(\n"
    "        figure 'Total estimated area'),$(figure 'Estimated number of DSPs'),";
static const char BAMBU_END[] = "\" >>\"$folder/bambu.csv\"\n"
                                "done\n"
                                "cat \"$folder/bambu.csv\"\n";

void hls_bambu(const hls_emitter *h)
{
    emit_template(&h->e, BAMBU);
    text_printf(h->e.out, "%u", h->t->s->cycles);
    emit_template(&h->e, BAMBU_END);
}
