/* Every option once: its name, what it takes, where that goes, what --help says of it. */
#include "commands/options.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* --help tells the values of the default machine, from the one place where they are written. */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define OF_THE_DEFAULT(name) "of the default machine " TEXT(TAUFLOW_##name##_DEFAULT)

#define FUNCTION(id, name, title, call, results, about, arrays) " " name " (" title ")"
static const char FUNCTION_ABOUT[] = "what is computed:"
#include "machine/functions.def"
    "; of a .ops file what it says";
#undef FUNCTION

#define METHOD(name, about, of, natural, robot, switches, by_multipliers) " " name " (" about ")"
static const char METHOD_ABOUT[] = "how it moves:"
#include "motion/methods.def"
    "; the first for the model unless given";
#undef METHOD

typedef struct {
    const char *name;
    arg_kind kind;
    size_t stored; /* offset in settings */
    const char *value, *about;
    char letter;
} option;

#define AT(member) offsetof(settings, member)

static const option OPTIONS[] = {
    /* what comes out */
    {"out", ARG_TEXT, AT(out), "FILE", "the file to write", 'o'},
    {"json", ARG_FLAG, AT(json), NULL, "the result as one JSON object", 0},
    {"passes", ARG_FLAG, AT(print_passes), NULL,
     "operations left over by each pass of the simplifier", 0},
    {"functions", ARG_FLAG, AT(all_functions), NULL,
     "operations of every function, in both formalisms", 0},
    {"name", ARG_TEXT, AT(name), "NAME", "of the files and C functions; the robot's when not given",
     0},
    {"real", ARG_CHOICE, AT(real), "float|double|both", "number formats of the C functions", 0},
    {"hls", ARG_FLAG, AT(hls), NULL,
     "also C for Vitis HLS and Bambu, scheduled for the machine below", 0},
    {"ports", ARG_CHOICE, AT(ports), "arrays|stream",
     "of the HLS kernels: plain arrays or AXI4-Stream", 0},
    {"circuit", ARG_FLAG, AT(circuit), NULL,
     "also a circuit of its own in Verilog, with a testbench", 0},
    {"device", ARG_TEXT, AT(device), "NAME",
     "of the circuit: ecp5 (Lattice), xc7 (AMD 7 series) or xcup (UltraScale+)", 0},
    {"clock", ARG_COUNT, AT(clock_mhz), "MHZ",
     "of the circuit, which gets registers for it; 0: none, it is combinational", 0},
    {"dsp", ARG_COUNT, AT(most_blocks), "N",
     "multiplier blocks that the circuit may take; 0: all of the device", 0},
    {"vectors", ARG_COUNT, AT(vectors), "N",
     "also a file of N random states and results for the circuit's testbench", 0},
    {"csv", ARG_TEXT, AT(csv), "FILE.csv", "write all points", 0},
    {"svg", ARG_TEXT, AT(svg), "FILE.svg", "draw them", 0},
    {"beside", ARG_TEXT, AT(beside), "FILE.sched",
     "a schedule, of `tauflow schedule -o`, drawn beside this one", 0},
    {"page", ARG_TEXT, AT(page), "PAGE.html",
     "draw them on a page of HTML that needs nothing else", 0},
    {"trace-out", ARG_TEXT, AT(trace_out), "FILE",
     "every event with its name: FILE.json for Perfetto, .kanata for Konata, .vcd or .fst (waves)",
     0},
    {"words", ARG_FLAG, AT(words), NULL, "every word of the tables too", 0},

    /* the robot and its equations */
    {"function", ARG_TEXT, AT(function), "NAME", FUNCTION_ABOUT, 0},
    {"formalism", ARG_CHOICE, AT(formalism), "classic|default",
     "parameters as symbols, or the fewest operations", 0},
    {"effort", ARG_COUNT, AT(passes.equations.effort), "N",
     "search for fewer operations: 0 none .. 3 long", 0},
    {"time", ARG_NUMBER, AT(life.limit_s), "SECONDS",
     "for all searches; they end with the best so far, which depends on the computer's speed. "
     "0: no limit", 0},
    {"seed", ARG_SEED, AT(passes.equations.seed), "N", "of the search", 0},
    {"sums", ARG_CHOICE, AT(sums), "cascade|balanced",
     "shape of long sums: balanced ones shorten the critical path", 0},
    {"trig", ARG_CHOICE, AT(trig), "host|core",
     "who computes sines and cosines; core: inputs are q, qd, qdd and nothing else; in fixed point "
     "of circuits alone", 0},
    {"plain-angles", ARG_FLAG, AT(passes.plain_angles), NULL,
     "sines and cosines that go in are those of a joint's own angle, without an offset: rotated "
     "inside, by up to six operations a joint", 0},
    {"base", ARG_CHOICE, AT(base), "fixed|floating", "is the root link held or free?", 0},
    {"gravity", ARG_VECTOR, AT(passes.tree.gravity_ms2.v), "x y z|input",
     "in m/s^2, root link axes; quoted or not. input: it comes with the state", 0},
    {"root", ARG_TEXT, AT(passes.tree.root), "LINK", "take this link as the base", 0},
    {"tip", ARG_TEXT, AT(passes.tree.tip), "LINK",
     "leave out all below this link and what moves beside the way to it;\n"
     "                                  to keep a tool name the tool's link", 0},
    {"force", ARG_LIST, AT(force_links), "LINK",
     "an external force on this link: six more inputs; repeatable", 0},
    {"frame", ARG_LIST, AT(frames), "LINK[:x,y,z]",
     "of functions of frames: the link, or a point of it in m, in its axes; a list or repeated;\n"
     "                                  every moving link without children when not given", 0},
    {"payload", ARG_LIST, AT(payloads), "LINK[=VALUES]",
     "a load on this link: mass[,x,y,z[,ixx,iyy,izz,ixy,ixz,iyz]]; without values ten more inputs; "
     "repeatable", 0},
    {"joint-dynamics", ARG_CHOICE, AT(passes.joints.dynamics), "none|linear|all",
     "of the file's joints: none; damping, springs, rotors; or friction too", 0},
    {"damping", ARG_LIST, AT(passes.joints.damping), "JOINT=VALUE",
     "N m s/rad (N s/m) of a joint, in place of the file's; repeatable, and so those below", 0},
    {"friction", ARG_LIST, AT(passes.joints.friction), "JOINT=VALUE",
     "N m (N), against the rate: VALUE rate / sqrt(rate^2 + width^2)", 0},
    {"friction-width", ARG_LIST, AT(passes.joints.friction_width), "[JOINT=]WIDTH",
     "rad/s (m/s) in which friction turns round; " TEXT(FRICTION_WIDTH_ANGLE) " ("
     TEXT(FRICTION_WIDTH_LENGTH) ") unless given", 0},
    {"armature", ARG_LIST, AT(passes.joints.armature), "JOINT=VALUE",
     "kg m^2 (kg): inertia of rotor and gears, seen at the joint", 0},
    {"spring", ARG_LIST, AT(passes.joints.spring), "JOINT=STIFFNESS[,REST]",
     "N m/rad (N/m), and the position where it rests", 0},
    {"lock", ARG_LIST, AT(passes.joints.lock), "JOINT=POSITION",
     "the joint does not move: its links become one", 0},
    {"drive", ARG_LIST, AT(passes.joints.drive), "JOINT",
     "imposed motion: in forward dynamics its acceleration goes in, its torque comes out", 0},
    {"independent-mimic", ARG_FLAG, AT(passes.joints.independent_mimic), NULL,
     "joints that follow others become joints of their own", 0},
    {"element", ARG_LIST, AT(elements), "'KIND KEY=VALUE ...'",
     "a force, link, wheel or turn on the robot, beside those of the file; repeatable", 0},
    {"cut", ARG_LIST, AT(cuts), "'KIND KEY=VALUE ...'",
     "where a loop is cut open (body, ball, rod), or a constraint on joints (linear, user), beside "
     "those of the file; repeatable", 0},
    {"independent", ARG_LIST, AT(passes.joints.independent), "JOINT,...",
     "of a robot with loops: the joints that the others follow; chosen when not given", 0},
    {"partition", ARG_CHOICE, AT(passes.tree.partition), "given|rule|pivots",
     "who chooses them: --independent or the file, else the rule, else pivots; the rule by the "
     "pattern; pivots of largest modulus", 0},
    {"actuate", ARG_LIST, AT(passes.joints.actuate), "JOINT,...",
     "of closed-id: the joints that have actuators; the independent ones when not given", 0},
    {"closed-at", ARG_LIST, AT(passes.joints.closed_at), "JOINT=POSITION",
     "where the search for closed loops starts; 0 when not given; repeatable", 0},
    {"newton", ARG_COUNT, AT(passes.tree.newton_passes), "N",
     "of functions that close loops: passes of Newton's method in one evaluation, 1 .. 4", 0},
    {"baumgarte-alpha", ARG_NUMBER, AT(passes.tree.stabilise.alpha), "1/S",
     "of function augmented: what drifts apart obeys h'' + 2 alpha h' + beta^2 h = 0; 0 unless "
     "given", 0},
    {"baumgarte-beta", ARG_NUMBER, AT(passes.tree.stabilise.beta), "1/S", "and beta", 0},
    {"strict", ARG_FLAG, AT(passes.urdf.strict), NULL,
     "inertias that no body can have are errors", 0},
    {"lenient", ARG_FLAG, AT(passes.urdf.lenient), NULL,
     "leftover xacro is skipped, a mimic of a missing joint moves on its own, with notes", 0},
    {"xacro", ARG_FLAG, AT(passes.urdf.xacro), NULL,
     "a file that is xacro is expanded by the program of that name, which runs Python out of the "
     "file: only for files you trust", 0},
    {"snap", ARG_NUMBER, AT(passes.urdf.snap_rad), "RAD",
     "angles this near a multiple of pi/12 become it; axes, a plane", 0},

    /* the numbers */
    {"numbers", ARG_TEXT, AT(numbers), "fp32|fixed:W",
     "binary32, or fixed point of W bits (16 .. 40), points chosen from proven ranges; of a .ops "
     "file what it says", 0},
    {"ranges", ARG_TEXT, AT(ranges_file), "FILE",
     "of fixed point: lines like those of --range", 0},
    {"range", ARG_LIST, AT(ranges), "'KIND [NAME] [LOW] HIGH'",
     "of fixed point: what inputs stay between, such as 'qdd 20', where limits and defaults are "
     "not right; repeatable", 0},
    {"gappa", ARG_TEXT, AT(gappa), "FILE.g",
     "of fixed point: write what Gappa can prove of ranges, errors and overflows", 0},
    {"states", ARG_COUNT, AT(states), "N", "of fixed point: random states to measure errors with",
     0},

    /* the machine */
    {"machine", ARG_TEXT, AT(machine.machine), "NAME|'key=value ...'",
     "to start from: default, thesis (one-cycle units, ideal network) or a whole one; other "
     "options change it", 0},
    {"modules", ARG_COUNT, AT(machine.modules), "N",
     "of one multiplier and one adder each; 0: " TEXT(TAUFLOW_MODULES_DEFAULT), 0},
    {"network", ARG_TEXT, AT(machine.network), NETWORK_CHOICES,
     "how results reach operands; " OF_THE_DEFAULT(NETWORK), 0},
    {"mul-latency", ARG_TEXT, AT(machine.mul_latency), "CYCLES",
     "of a multiplier; " OF_THE_DEFAULT(MUL_LAT), 0},
    {"add-latency", ARG_TEXT, AT(machine.add_latency), "CYCLES",
     "of an adder; " OF_THE_DEFAULT(ADD_LAT), 0},
    {"transfer", ARG_TEXT, AT(machine.transfer), "CYCLES",
     "from a word's arrival to its use: 0 forwarded, 1 stored first; " OF_THE_DEFAULT(TRANSFER), 0},
    {"lanes", ARG_TEXT, AT(machine.lanes), "N",
     "input words a cycle, 0: inputs are in place; " OF_THE_DEFAULT(LANES), 0},
    {"out-lanes", ARG_TEXT, AT(machine.out_lanes), "N",
     "output words a cycle; streams use as many as they need unless given", 0},
    {"slots", ARG_COUNT, AT(machine.slots), "N",
     "words an operand store holds; 0: as many as needed", 0},
    {"mul", ARG_COUNT, AT(machine.mul), "M", "multipliers, instead of modules", 0},
    {"add", ARG_COUNT, AT(machine.add), "A", "adders, instead of modules", 0},
    {"div", ARG_COUNT, AT(machine.div), "D",
     "dividers, which modules share; unless given, those that it takes", 0},
    {"div-latency", ARG_TEXT, AT(machine.div_latency), "CYCLES",
     "of a divider; " TEXT(TAUFLOW_DIV_CYCLES), 0},
    {"sqrt", ARG_COUNT, AT(machine.sqrt), "N", "units for square roots; likewise", 0},
    {"sqrt-latency", ARG_TEXT, AT(machine.sqrt_latency), "CYCLES",
     "of such a unit; " TEXT(TAUFLOW_SQRT_CYCLES), 0},
    {"trig-units", ARG_COUNT, AT(machine.trig), "N", "units for sines and cosines; likewise", 0},
    {"trig-latency", ARG_TEXT, AT(machine.trig_latency), "CYCLES",
     "of such a unit; " TEXT(TAUFLOW_TRIG_CYCLES), 0},
    {"atan", ARG_COUNT, AT(machine.atan), "N", "units for arc tangents; likewise", 0},
    {"atan-latency", ARG_TEXT, AT(machine.atan_latency), "CYCLES",
     "of such a unit; " TEXT(TAUFLOW_ATAN_CYCLES), 0},

    /* the schedule */
    {"scheduler", ARG_CHOICE, AT(scheduler), "best|thesis|random", "who makes the schedule", 0},
    {"budget", ARG_SEED, AT(passes.schedule.options.budget), "ROUNDS",
     "that best may take; 0: about half a second's worth", 0},
    {"place", ARG_CHOICE, AT(passes.place), "best|own|tasks",
     "where the scheduler begins: on its own or with a task (docs/tasks.md) on each module", 0},
    {"optimise", ARG_CHOICE, AT(goal), "ops|latency|machine|throughput",
     "equations with the fewest operations, the shortest path, or the best of all between (these "
     "two take long); throughput: fewest operations, and samples overlap", 0},
    {"interval", ARG_COUNT, AT(passes.schedule.interval), "CYCLES",
     "samples overlap and follow each other so; without --modules: on the fewest", 0},
    {"most-mul", ARG_COUNT, AT(most_mul), "M", "multipliers to try up to; 0: the estimate", 0},
    {"most-add", ARG_COUNT, AT(most_add), "A", "adders to try up to; 0: the estimate", 0},

    /* tasks */
    {"ranks", ARG_COUNT, AT(tasks.ranks), "N",
     "processors; 0: as many as there are groups, small ones joined", 0},
    {"split", ARG_CHOICE, AT(split), "exchange|balance|direct|best",
     "groups of branches and blocks are joined to those that they exchange most with, or the "
     "smallest to each other; sequences are scheduled whatever their group; the best of all", 0},
    {"transfer-length", ARG_COUNT, AT(tasks.latency), "OPERATIONS",
     "that pass until a word of another task is there", 0},
    {"transfer-weight", ARG_COUNT, AT(tasks.weight), "OPERATIONS",
     "that a transfer less may cost; 0: a 240th of all", 0},
    {"word-weight", ARG_COUNT, AT(tasks.word_weight), "OPERATIONS",
     "that a word less, sent to another task, may cost", 0},
    {"moves", ARG_COUNT, AT(tasks.moves), "N",
     "of sequences that are tried at random before those that improve", 0},
    {"stay", ARG_FLAG, AT(tasks.stays), NULL, "sequences stay where their group is", 0},

    /* the motion */
    {"method", ARG_TEXT, AT(simulate.method), "NAME", METHOD_ABOUT, 0},
    {"step", ARG_NUMBER, AT(simulate.step_s), "SECONDS",
     "of the integrator, or its first where the energy steers it", 0},
    {"until", ARG_NUMBER, AT(simulate.until_s), "SECONDS", "where the motion ends", 0},
    {"rows", ARG_COUNT, AT(simulate.rows), "N",
     "to write, evenly over the time; 0: one per step", 0},
    {"solve", ARG_CHOICE, AT(simulate.solve), "direct|penalty",
     "of natural coordinates: with multipliers as unknowns, or by penalties as published", 0},
    {"penalty", ARG_NUMBER, AT(simulate.penalty), "FACTOR", "of --solve penalty", 0},
    {"iterations", ARG_COUNT, AT(simulate.iterations), "N",
     "in every step; 0: until the step changes no more, on a core 2", 0},
    {"tolerance", ARG_NUMBER, AT(simulate.tolerance), "RELATIVE",
     "change of positions that ends a step; 0: 1e-13, with penalties 1e-10", 0},
    {"start", ARG_LIST, AT(simulate.start), "JOINT=POSITION[,RATE]",
     "of robots: where it starts, dependent joints near it; 0 when not given, or where `tauflow "
     "loops` finds loops closed; repeatable", 0},
    {"fmi", ARG_CHOICE, AT(simulate.fmi), "2|3", "version of the standard", 0},
    {"realtime", ARG_FLAG, AT(simulate.realtime), NULL,
     "steps follow each other by the clock; the worst is told next to the period", 0},
    {"torques", ARG_TEXT, AT(simulate.torques), "FILE.csv",
     "of robots: columns t and joints, N m (N) between rows on straight lines; 0 when not given",
     0},
    {"motion", ARG_TEXT, AT(simulate.motion), "FILE.csv",
     "of robots: columns t and joints that are driven (--drive), rad (m), by splines", 0},
    {"steer", ARG_TEXT, AT(simulate.steer), "UPPER,LOWER",
     "steps are repeated shorter where they change the energy by more than UPPER joules, and grow "
     "below LOWER", 0},

    /* the run */
    {"stream", ARG_COUNT, AT(run.stream), "N",
     "N samples back to back: interval predicted and measured", 0},
    {"mhz", ARG_COUNT, AT(run.mhz), "F", "of --stream: clock for samples a second; usual 100", 0},
    {"engine", ARG_CHOICE, AT(run.engine), "auto|twin|rtl",
     "software twin or Verilated core; auto: the core where Verilator is", 0},
    {"cores", ARG_TEXT, AT(run.cores), "FOLDER",
     "of rtl: where cores lie and are built, instead of the usual folders", 0},
    {"trace", ARG_TEXT, AT(run.trace), "FILE.fst", "of rtl: write the waveform", 0},
    {"core", ARG_TEXT, AT(run.core), "'key=value ...'",
     "a core that differs from what the program needs: slots=16 ...", 0},
    {"steps", ARG_COUNT, AT(run.steps), "S", "random states; 0: 100, or 1 with --cycles-dump", 0},
    {"stalls", ARG_COUNT, AT(run.stalls), "N", "N further runs with random stalls on both streams",
     0},
    {"cycles-dump", ARG_FLAG, AT(run.dump), NULL,
     "every unit's operation and values, cycle by cycle", 0},
    {"tables", ARG_TEXT, AT(run.tables), "FOLDER",
     "write the core's memory files and load stream there", 0},
};

/* What several commands take together. */
static const struct {
    const char *name, *options;
} GROUPS[] = {
    {"robot", "function formalism effort time seed sums trig plain-angles base gravity root tip "
              "force element cut frame payload "
              "joint-dynamics damping friction friction-width armature spring lock drive "
              "independent-mimic independent partition actuate closed-at newton baumgarte-alpha "
              "baumgarte-beta @reading snap"},
    {"reading", "strict lenient xacro"},
    {"numbers", "numbers ranges range"},
    {"machine", "machine modules network mul-latency add-latency transfer lanes out-lanes slots "
                "scheduler budget"},
    {"units", "mul add @others"},
    {"others", "div div-latency sqrt sqrt-latency trig-units trig-latency atan "
               "atan-latency"},
    {"goal", "optimise interval place"},
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static bool is_word(const char *name, const char *at, size_t length)
{
    return strlen(name) == length && memcmp(name, at, length) == 0;
}

static arg_option make_option(const char *at, size_t length, const option_words *words, settings *s)
{
    size_t k = 0;
    while (k < COUNT(OPTIONS) && !is_word(OPTIONS[k].name, at, length))
        k++;
    assert(k < COUNT(OPTIONS));
    const option *o = &OPTIONS[k];
    size_t stored = o->stored;
    arg_option made = {o->name, o->kind, NULL, o->value, o->about, o->letter};
    for (; words->name; words++) {
        if (strcmp(words->name, o->name) != 0)
            continue;
        stored = words->stored ? words->stored : stored;
        made.value = words->value ? words->value : made.value;
        made.about = words->about ? words->about : made.about;
    }
    made.target = (char *)s + stored;
    return made;
}

typedef struct {
    arg_option *items;
    uint32_t items_count, items_capacity;
} option_list;

static void add_options(arena *mem, const char *names, const option_words *words, settings *s,
                        option_list *to)
{
    for (const char *at = names; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (*at != '@')
            *ARENA_PUSH(mem, to, items) = make_option(at, length, words, s);
        for (size_t g = 0; *at == '@' && g < COUNT(GROUPS); g++)
            if (is_word(GROUPS[g].name, at + 1, length - 1))
                add_options(mem, GROUPS[g].options, words, s, to);
        at += length;
    }
}

arg_option *options_make(arena *mem, const char *names, const option_words *words, settings *s,
                         uint32_t *count)
{
    option_list all = {0};
    add_options(mem, names, words, s, &all);
    *count = all.items_count;
    return all.items;
}
