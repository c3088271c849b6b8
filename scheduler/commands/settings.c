/* What options mean together: defaults, ranges, the settings of the passes, the machine. */
#include "commands/options.h"
#include "robot/cuts_read.h"

#include <math.h>
#include <string.h>

settings settings_default(void)
{
    settings s = {.passes = passes_default(), .real = REAL_BOTH, .hls_interval = 1,
                  .clock_mhz = CIRCUIT_CLOCK_MHZ, .states = 100000, .split = SPLIT_WAYS,
                  .tasks.moves = TASKS_DEFAULT_MOVES,
                  .simulate = {.step_s = 1e-3, .until_s = 10, .rows = 1000, .penalty = 1e7}};
    s.base = s.passes.tree.floating_base ? BASE_FLOATING : BASE_FIXED;
    s.formalism = (int)s.passes.equations.form;
    s.sums = (int)s.passes.sums;
    return s;
}

static status check_ranges(const settings *s, diag *d)
{
    if (s->passes.equations.effort > 3)
        return diag_error(d, (place){0},
                          "bad value '%u' of option --effort: 0, 1, 2 or 3 expected",
                          s->passes.equations.effort);
    if (s->passes.tree.newton_passes < 1 || s->passes.tree.newton_passes > 4)
        return diag_error(d, (place){0}, "bad value '%u' of option --newton: 1, 2, 3 or 4 expected",
                          s->passes.tree.newton_passes);
    if (s->passes.tree.partition != PARTITION_GIVEN && s->passes.joints.independent.items_count)
        return diag_error(d, (place){0}, "--independent and --partition %s exclude each other",
                          s->passes.tree.partition == PARTITION_RULE ? "rule" : "pivots");
    if (!(s->life.limit_s >= 0))
        return diag_error(d, (place){0},
                          "bad value '%g' of option --time: seconds expected, 0 for no limit",
                          s->life.limit_s);
    if (!(s->passes.urdf.snap_rad >= 0 && s->passes.urdf.snap_rad < 0.1))
        return diag_error(d, (place){0}, "bad value '%g' of option --snap: 0 .. 0.1 rad expected",
                          s->passes.urdf.snap_rad);
    return STATUS_OK;
}

static status unknown_function(const char *name, diag *d)
{
    arena mem = arena_make();
    text known = text_make(&mem);
    for (uint32_t k = 0; k < FUNCTIONS; k++)
        text_printf(&known, "%s%s", k ? ", " : "", FUNCTION_KIND[k].name);
    status failed = diag_error(d, (place){0}, "unknown function '%s' (known: %s)", name,
                               known.bytes);
    arena_free(&mem);
    return failed;
}

static bool names_function(const settings *s, function_kind function)
{
    for (uint32_t i = 0; i < s->functions_count; i++)
        if (s->functions[i] == function)
            return true;
    return false;
}

static status add_function(settings *s, const char *name, diag *d)
{
    const function_kind function = function_find(name);
    if (function == FUNCTIONS)
        return unknown_function(name, d);
    if (names_function(s, function))
        return diag_error(d, (place){0}, "--function names '%s' twice", name);
    s->functions[s->functions_count++] = function;
    return STATUS_OK;
}

/* One function, or of `compile` a list of them. */
static status take_functions(settings *s, diag *d)
{
    passes_settings *p = &s->passes;
    s->functions_count = 0;
    p->function_given = s->function || s->function_list;
    if (s->function)
        TRY(add_function(s, s->function, d));
    for (const char *at = s->function_list, *end; at; at = *end ? end + 1 : NULL) {
        end = at + strcspn(at, ",");
        TRY(add_function(s, arena_strndup(d->mem, at, (size_t)(end - at)), d));
    }
    if (!p->function_given)
        s->functions[s->functions_count++] = p->equations.function;
    p->equations.function = s->functions[0];
    return STATUS_OK;
}

static bool have_owner(const settings *s, word_owner owner)
{
    for (uint32_t i = 0; i < s->functions_count; i++)
        if (function_has_owner(s->functions[i], owner))
            return true;
    return false;
}

/* Frames are of the functions that have results of them; the others leave them alone, and a note
 * says so. */
static status take_frames(const settings *s, passes_settings *p, diag *d)
{
    const arg_list *given = &s->frames;
    bool has_frames = s->all_functions || have_owner(s, OWNER_FRAME);
    frame_wishes wishes = {0};
    for (uint32_t i = 0; i < given->items_count; i++)
        TRY(frames_read(d->mem, given->items[i], &wishes, d));
    if (given->items_count && !has_frames)
        diag_note(d, (place){0}, "--frame has no effect on function '%s'",
                  FUNCTION_KIND[p->equations.function].name);
    p->tree.frames = wishes.items;
    p->tree.frames_count = has_frames ? wishes.items_count : 0;
    p->tree.tips = has_frames;
    return STATUS_OK;
}

/* Files before options, so that options go before files. */
static status take_numbers(const settings *s, numbers_wish *w, diag *d)
{
    if (s->numbers)
        TRY(numbers_wish_read(s->numbers, w, d));
    if (s->ranges_file) {
        char *bytes;
        size_t length;
        TRY(file_read_text(d->mem, s->ranges_file, &bytes, &length, d));
        TRY(range_lines_read(d->mem, s->ranges_file, bytes, length, &w->ranges, d));
    }
    for (uint32_t i = 0; i < s->ranges.items_count; i++)
        TRY(range_line_read(d->mem, s->ranges.items[i], &w->ranges, d));
    if ((s->ranges_file || s->ranges.items_count) && !w->width)
        return diag_error(d, (place){0}, "ranges are for fixed point: add --numbers fixed:W");
    return STATUS_OK;
}

status settings_ready(settings *s, diag *d)
{
    passes_settings *p = &s->passes;
    TRY(check_ranges(s, d));
    TRY(take_functions(s, d));
    p->tree.floating_base = s->base == BASE_FLOATING;
    p->tree.force_links = s->force_links.items;
    p->tree.force_links_count = s->force_links.items_count;
    TRY(take_frames(s, p, d));
    for (uint32_t i = 0; i < s->elements.items_count; i++)
        TRY(element_read_text(d->mem, s->elements.items[i], &s->own_elements, d));
    p->tree.elements = &s->own_elements;
    snapping snapped = {.tolerance_rad = p->urdf.snap_rad};
    for (uint32_t i = 0; i < s->cuts.items_count; i++)
        TRY(cut_read_text(d->mem, s->cuts.items[i], &snapped, &s->own_cuts, d));
    p->tree.cuts = &s->own_cuts;
    p->tree.payloads = s->payloads.items;
    p->tree.payloads_count = s->payloads.items_count;
    if (isnan(p->tree.gravity_ms2.v[0])) { /* the word, not the numbers */
        p->tree.gravity_is_input = true;
        p->tree.gravity_ms2 = tree_options_default().gravity_ms2;
    }
    TRY(take_numbers(s, &p->numbers, d));
    p->numbers.effort = p->equations.effort > p->numbers.effort ? p->equations.effort
                                                                : p->numbers.effort;
    p->equations.form = (formalism)s->formalism;
    p->equations.record_passes = s->print_passes;
    p->sums = (sum_shape)s->sums;
    p->compute_angles = s->trig == TRIG_CORE;
    p->fixed_angles = s->circuit;
    p->schedule.goal = (schedule_goal)s->goal;
    p->schedule.scheduler = &SCHEDULERS[s->scheduler];
    p->schedule.options.seed = p->equations.seed;
    p->schedule.options.life = p->equations.life = &s->life;
    return STATUS_OK;
}

/* ---- the machine ----------------------------------------------------------------------------- */

bool settings_name_machine(const settings *s)
{
    const machine_settings *m = &s->machine;
    return m->machine || m->mul || m->add || m->div || m->sqrt || m->trig || m->atan ||
           m->modules || m->slots || m->network || m->transfer || m->lanes || m->out_lanes ||
           m->mul_latency || m->add_latency || m->div_latency || m->sqrt_latency ||
           m->trig_latency || m->atan_latency;
}

bool settings_whole_machine(const settings *s)
{
    return s->machine.machine && strchr(s->machine.machine, '=');
}

bool settings_open_shared(const settings *s)
{
    return !s->machine.machine || strcmp(s->machine.machine, "default") == 0;
}

/* Whether samples are to follow each other so fast, on as few modules as that takes. */
static bool choose_modules(const settings *s)
{
    const machine_settings *m = &s->machine;
    return s->passes.schedule.interval && !m->modules && !m->mul && !m->add &&
           !settings_whole_machine(s);
}

/* Changes nothing where the option was not given. */
static status read_count(const char *option, const char *value, uint32_t *out, diag *d)
{
    if (!value)
        return STATUS_OK;
    *out = 0;
    for (const char *c = value; *c; c++) {
        if (*c < '0' || *c > '9' || c - value > 6)
            return diag_error(d, (place){0},
                              "bad value '%s' of option --%s: a whole number expected", value,
                              option);
        *out = *out * 10 + (uint32_t)(*c - '0');
    }
    return *value ? STATUS_OK : diag_error(d, (place){0}, "option --%s needs a value", option);
}

static status set_network(const char *word, machine *m, diag *d)
{
    if (!word)
        return STATUS_OK;
    network_kind found = network_find(word, strlen(word));
    if (found == NETWORK_KINDS)
        return diag_error(d, (place){0},
                          "bad value '%s' of option --network: %s expected", word,
                          NETWORK_CHOICES);
    if (found == NETWORK_IDEAL) /* which has neither */
        m->lanes = m->transfer_cycles = 0;
    if (found != m->network)
        m->modules = found == NETWORK_RING ? m->units[UNIT_MUL] : 1;
    m->network = found;
    return STATUS_OK;
}

/* Units of kinds that no module has, where options gave them. */
static void set_others(const settings *s, machine *m)
{
    const uint32_t given[UNIT_KINDS] = {[UNIT_DIV] = s->machine.div, [UNIT_SQRT] = s->machine.sqrt,
                                        [UNIT_TRIG] = s->machine.trig,
                                        [UNIT_ATAN] = s->machine.atan};
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < UNIT_KINDS; k++)
        m->units[k] = given[k] ? given[k] : m->units[k];
}

static status set_units(const settings *s, machine *m, diag *d)
{
    const machine_settings *given = &s->machine;
    /* The least to begin with. */
    const uint32_t modules = choose_modules(s) ? 1 : given->modules;
    if (given->modules && (given->mul || given->add))
        return diag_error(d, (place){0}, "--modules and --mul, --add exclude each other");
    if (m->network == NETWORK_RING && (given->mul || given->add))
        return diag_error(d, (place){0},
                          "a ring is described by --modules N, or wholly by --machine");
    if (modules) {
        m->units[UNIT_MUL] = m->units[UNIT_ADD] = modules;
        m->modules = m->network == NETWORK_RING ? modules : 1;
    } else if (given->mul || given->add) {
        m->units[UNIT_MUL] = given->mul;
        m->units[UNIT_ADD] = given->add;
    }
    set_others(s, m);
    if (!machine_units(m))
        return diag_error(d, (place){0}, "how many units? --mul M --add A, or --modules N");
    return STATUS_OK;
}

status settings_machine(const settings *s, machine *out, diag *d)
{
    const machine_settings *given = &s->machine;
    machine m = machine_offered();
    if (s->passes.numbers.width)
        machine_set_fixed(&m);
    if (!settings_open_shared(s))
        TRY(machine_named(given->machine, &m, d));
    TRY(set_network(given->network, &m, d));
    TRY(set_units(s, &m, d));
    if (given->slots)
        m.slots = given->slots;
    TRY(read_count("mul-latency", given->mul_latency, &m.latency_cycles[UNIT_MUL], d));
    TRY(read_count("add-latency", given->add_latency, &m.latency_cycles[UNIT_ADD], d));
    TRY(read_count("div-latency", given->div_latency, &m.latency_cycles[UNIT_DIV], d));
    TRY(read_count("sqrt-latency", given->sqrt_latency, &m.latency_cycles[UNIT_SQRT], d));
    TRY(read_count("trig-latency", given->trig_latency, &m.latency_cycles[UNIT_TRIG], d));
    TRY(read_count("atan-latency", given->atan_latency, &m.latency_cycles[UNIT_ATAN], d));
    TRY(read_count("transfer", given->transfer, &m.transfer_cycles, d));
    TRY(read_count("lanes", given->lanes, &m.lanes, d));
    TRY(read_count("out-lanes", given->out_lanes, &m.out_lanes, d));
    *out = m;
    return machine_check(out, (place){0}, d);
}

status settings_take_machine(settings *s, diag *d)
{
    schedule_wish *w = &s->passes.schedule;
    w->open_modules = choose_modules(s);
    w->open_lanes = !settings_whole_machine(s) && !s->machine.lanes;
    w->open_out_lanes = !settings_whole_machine(s) && !s->machine.out_lanes;
    w->open_shared = settings_open_shared(s);
    return settings_machine(s, &w->target, d);
}
