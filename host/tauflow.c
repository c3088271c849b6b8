/* SPDX-License-Identifier: MIT */
/* Handles: opening, closing, and what can be asked of them. */
#include "handle.h"

#include "machine/shape.h"
#include "tauflow_regs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const transport_kind *const KINDS[] = {&TRANSPORT_SIM, &TRANSPORT_TWIN, &TRANSPORT_XDMA,
                                              &TRANSPORT_SERIAL, &TRANSPORT_AXIDMA};
enum { KINDS_COUNT = sizeof KINDS / sizeof KINDS[0] };

/* ---- opening ------------------------------------------------------------------------------- */

static const transport_kind *kind_of(const char *address)
{
    for (int k = 0; k < KINDS_COUNT; k++)
        if (strncmp(address, KINDS[k]->scheme, strlen(KINDS[k]->scheme)) == 0)
            return KINDS[k];
    return NULL;
}

static tauflow_status read_identity(transport *t, report *r)
{
    uint32_t id, version;
    PASS(t->kind->read(t, TAUFLOW_REG_ID, &id, r));
    PASS(t->kind->read(t, TAUFLOW_REG_VERSION, &version, r));
    if (id != TAUFLOW_ID_VALUE)
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "no core answers: identity %08x, and %08x expected", id,
                           TAUFLOW_ID_VALUE);
    if (version >> 16 != TAUFLOW_VERSION_VALUE >> 16)
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "the core's registers have version %u and this library knows %u",
                           version >> 16, TAUFLOW_VERSION_VALUE >> 16);
    return TAUFLOW_OK;
}

static tauflow_status read_shape(transport *t, tauflow_shape *core, uint32_t *guard, report *r)
{
    uint32_t value;
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const uint32_t offset = SHAPE_FIELD[i].offset;
        if (i && offset == SHAPE_FIELD[i - 1].offset)
            continue;
        PASS(t->kind->read(t, offset, &value, r));
        shape_set_register(core, offset, value);
    }
    PASS(t->kind->read(t, TAUFLOW_REG_GUARD, guard, r));
    const bool known = *guard <= 1 ||
                       ((*guard & ~TAUFLOW_GUARD_MULTIPLE_MASK) == 1 &&
                        (*guard >> TAUFLOW_GUARD_MULTIPLE_LOW) % sizeof(uint32_t) == 0);
    if (!known)
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "the board closes packets in way %x, which this library does not know",
                           *guard);
    return shape_check(core, TAUFLOW_BAD_DEVICE, "shape of the core", r);
}

tauflow_status handle_read_core(transport *t, tauflow_shape *core, uint32_t *guard, report *r)
{
    PASS(read_identity(t, r));
    return read_shape(t, core, guard, r);
}

static tauflow_status open_core(tauflow *h, const transport_kind *kind,
                                const transport_place *place, uint32_t number)
{
    tauflow_shape shape;
    uint32_t guard = 0;
    channel *c = &h->channels[number];
    PASS(kind->open(place, &c->port, &h->why));
    PASS(handle_read_core(c->port, &shape, &guard, &h->why));
    if (number > 0 && (memcmp(&shape, &h->core, sizeof shape) != 0 || guard != h->guard))
        return report_fail(&h->why, TAUFLOW_BAD_DEVICE,
                           "it has another shape than the first core of the handle");
    h->core = shape;
    h->guard = guard;
    return TAUFLOW_OK;
}

static tauflow_status open_cores(tauflow *h, const char *address, uint32_t first, uint32_t count)
{
    const transport_kind *kind = kind_of(address);
    if (!kind)
        return report_fail(&h->why, TAUFLOW_NOT_FOUND,
                           "'%s' is no address: sim:, twin:, xdma:PATH, axidma:PATH or serial:PORT "
                           "expected",
                           address);
    if (first >= kind->cores || count > kind->cores - first)
        return report_fail(&h->why, TAUFLOW_BAD_CALL,
                           "%u cores from core %u on: %s has at most %u", count, first,
                           kind->scheme, kind->cores);
    h->cores = count;
    h->first_core = first;
    for (uint32_t k = 0; k < count; k++) {
        const transport_place place = {address + strlen(kind->scheme), first + k, &h->limits,
                                       &h->alarm, &h->news};
        tauflow_status done = open_core(h, kind, &place, k);
        if (done != TAUFLOW_OK && count > 1)
            report_prefix(&h->why, "core", first + k);
        PASS(done);
    }
    return TAUFLOW_OK;
}

/* The handle alone; NULL: no memory. */
static tauflow *make_handle(const tauflow_options *o)
{
    tauflow *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->owner = getpid();
    h->opened_ns = transport_now();
    h->timeout_ms = o->timeout_ms ? o->timeout_ms : TAUFLOW_TIMEOUT_MS;
    h->closing_tolerance = TAUFLOW_CLOSED_WITHIN;
    h->closing_passes = TAUFLOW_PASSES;
    h->ring = o->ring ? o->ring : TAUFLOW_RING;
    limits_of_other_calls(h);
    if (lock_make(&h->lock)) {
        if (bell_make(&h->news))
            return h;
        pthread_mutex_destroy(&h->lock);
    }
    free(h);
    return NULL;
}

static tauflow_status open_handle(tauflow *h, const char *address, const tauflow_options *o)
{
    if (h->ring > TAUFLOW_RING_LIMIT)
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "a ring of %u samples: at most %d", h->ring,
                           TAUFLOW_RING_LIMIT);
    if (!address || !*address)
        return report_fail(&h->why, TAUFLOW_BAD_CALL,
                           "an address is missing: sim:, twin:, xdma:PATH, axidma:PATH or "
                           "serial:PORT expected");
    return open_cores(h, address, o->first_core, o->cores ? o->cores : 1);
}

tauflow_status tauflow_open_sized(const char *address, const tauflow_options *options,
                                  size_t options_size, tauflow **out)
{
    if (!out)
        return TAUFLOW_BAD_CALL;
    tauflow_options o = {0};
    report why = {0};
    tauflow_status done = TAUFLOW_OK;
    if (options)
        done = sized_take(&o, sizeof o, options, options_size, "tauflow_options", &why);
    tauflow *h = make_handle(&o);
    *out = h;
    if (!h)
        return TAUFLOW_NO_MEMORY;
    h->why = why;
    if (done == TAUFLOW_OK)
        done = open_handle(h, address, &o);
    h->failed = done != TAUFLOW_OK;
    h->broke = h->why;
    return done;
}

void tauflow_close(tauflow *h)
{
    if (!h)
        return;
    const bool inherited = handle_is_inherited(h);
    if (!inherited) {
        tauflow_stop(h);
        handle_wait_alone(h);
    }
    limits_of_other_calls(h);
    for (uint32_t k = 0; k < h->cores; k++)
        channel_close(&h->channels[k], inherited);
    plan_free(&h->plan);
    other_image_drop(h);
    watch_free(h);
    if (!inherited) { /* otherwise threads that this process does not have may wait for them */
        alarm_clock_free(&h->alarm);
        bell_end(&h->news);
        pthread_mutex_destroy(&h->lock);
    }
    free(h);
}

/* ---- asking -------------------------------------------------------------------------------- */

tauflow_status tauflow_describe_sized(tauflow *h, tauflow_description *out, size_t out_size)
{
    PASS(handle_enter(h));
    if (!out)
        return handle_refuse(h, "a place for the description is missing");
    const tau_image *i = &h->plan.image;
    tauflow_description told = {.guarded = h->guard != 0, .cores = h->cores, .ring = h->ring};
    if (h->plan.memory) {
        told.robot = i->robot;
        told.description_hash = i->hash;
        told.joints = i->count[OWNER_COORDINATE];
        told.free_bodies = i->count[OWNER_FREE_BODY];
        told.forces = i->count[OWNER_FORCE];
        told.outputs = h->plan.outputs_count;
        told.cycles = i->cycles;
        told.interval = i->interval;
        told.flush = i->flush;
        told.function = FUNCTION_KIND[i->function].name;
    }
    sized_give(out, out_size, &told, sizeof told);
    return handle_done(h, TAUFLOW_OK);
}

static tauflow_status find_number(tauflow *h, const tauflow_shape *c, const char *name,
                                  uint32_t *number)
{
    if (!name || !number)
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "%s is missing",
                           name ? "a place for the number" : "the name of the number");
    for (uint32_t k = 0; k < TAUFLOW_SHAPE_WORDS; k++)
        if (strcmp(SHAPE_FIELD[k].key, name) == 0) {
            *number = shape_get(c, k);
            return TAUFLOW_OK;
        }
    return report_fail(&h->why, TAUFLOW_NOT_FOUND, "cores have no '%s'", name);
}

tauflow_status tauflow_describe_core(tauflow *h, const char *name, uint32_t *number)
{
    PASS(handle_enter(h));
    return handle_done(h, find_number(h, &h->core, name, number));
}

tauflow_status tauflow_describe_needs(tauflow *h, const char *name, uint32_t *number)
{
    PASS(handle_enter(h));
    if (!h->plan.memory)
        return handle_refuse(h, "no program is loaded");
    return handle_done(h, find_number(h, &h->plan.image.needs, name, number));
}

tauflow_status tauflow_describe_joint_sized(tauflow *h, uint32_t joint, tauflow_joint *out,
                                            size_t out_size)
{
    PASS(handle_enter(h));
    if (!out)
        return handle_refuse(h, "a place for the joint is missing");
    if (!h->plan.memory || joint >= h->plan.image.count[OWNER_COORDINATE])
        return handle_done(h, report_fail(&h->why, TAUFLOW_BAD_CALL,
                                          "there is no joint %u: %u are loaded", joint,
                                          h->plan.image.count[OWNER_COORDINATE]));
    const plan *p = &h->plan;
    const tau_joint found = tau_image_joint(&p->image, joint);
    const tauflow_joint told = {.name = p->names[OWNER_COORDINATE][joint],
                                .position_unit =
                                    INPUT_KIND[INPUT_Q].unit[p->joint_is_angle[joint]],
                                .torque_unit = p->joint_units[joint],
                                .lower = found.limit[LIMIT_LOWER],
                                .upper = found.limit[LIMIT_UPPER],
                                .velocity = found.limit[LIMIT_VELOCITY],
                                .effort = found.limit[LIMIT_EFFORT]};
    sized_give(out, out_size, &told, sizeof told);
    return handle_done(h, TAUFLOW_OK);
}

tauflow_status tauflow_describe_force(tauflow *h, uint32_t force, const char **link)
{
    PASS(handle_enter(h));
    if (!link)
        return handle_refuse(h, "a place for the link's name is missing");
    if (!h->plan.memory || force >= h->plan.image.count[OWNER_FORCE])
        return handle_done(h, report_fail(&h->why, TAUFLOW_BAD_CALL,
                                          "there is no force %u: %u are loaded", force,
                                          h->plan.image.count[OWNER_FORCE]));
    *link = h->plan.names[OWNER_FORCE][force] ? h->plan.names[OWNER_FORCE][force] : "";
    return handle_done(h, TAUFLOW_OK);
}

tauflow_status tauflow_cycles(tauflow *h, uint32_t *cycles)
{
    PASS(handle_enter(h));
    if (!cycles)
        return handle_refuse(h, "a place for the cycles is missing");
    if (h->failed)
        return handle_done(h, TAUFLOW_FAILED);
    transport *last = h->channels[(h->got + h->cores - 1) % h->cores].port;
    tauflow_status done = last->kind->read(last, TAUFLOW_REG_CYCLES, cycles, &h->why);
    h->failed = done != TAUFLOW_OK;
    return handle_done(h, done);
}

tauflow_status tauflow_figures_sized(tauflow *h, tauflow_statistics *out, size_t out_size)
{
    PASS(handle_enter(h));
    if (!out)
        return handle_refuse(h, "a place for the figures is missing");
    tauflow_statistics told = h->figures;
    told.waiting = h->put - h->got;
    for (uint32_t k = 0; k < h->cores; k++)
        told.zeros += h->channels[k].zeros;
    sized_give(out, out_size, &told, sizeof told);
    return handle_done(h, TAUFLOW_OK);
}

const char *tauflow_version(void)
{
    return TAUFLOW_VERSION;
}

uint32_t tauflow_version_number(void)
{
    return TAUFLOW_VERSION_NUMBER;
}

const char *tauflow_status_word(tauflow_status status)
{
    static const char *const WORDS[] = {[TAUFLOW_OK] = "ok",
                                        [TAUFLOW_BAD_CALL] = "bad call",
                                        [TAUFLOW_NO_MEMORY] = "no memory",
                                        [TAUFLOW_NOT_FOUND] = "not found",
                                        [TAUFLOW_BAD_IMAGE] = "bad image",
                                        [TAUFLOW_WRONG_SHAPE] = "wrong shape",
                                        [TAUFLOW_BAD_DEVICE] = "bad device",
                                        [TAUFLOW_TIMEOUT] = "timeout",
                                        [TAUFLOW_IO] = "input/output",
                                        [TAUFLOW_CORRUPT] = "corrupt",
                                        [TAUFLOW_RANGE] = "range",
                                        [TAUFLOW_FAILED] = "failed before",
                                        [TAUFLOW_AGAIN] = "again",
                                        [TAUFLOW_BUSY] = "busy",
                                        [TAUFLOW_SINGULAR] = "singular",
                                        [TAUFLOW_NOT_CLOSED] = "not closed",
                                        [TAUFLOW_DENIED] = "denied",
                                        [TAUFLOW_ENDED] = "ended"};
    size_t number = (size_t)status;
    return number < sizeof WORDS / sizeof WORDS[0] ? WORDS[number] : "unknown";
}
