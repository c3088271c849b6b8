/* Handles: opening, closing, and what can be asked of them. */
#include "handle.h"

#include "tauflow_regs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const transport_kind *const KINDS[] = {&TRANSPORT_SIM, &TRANSPORT_TWIN, &TRANSPORT_XDMA};
enum { KINDS_COUNT = sizeof KINDS / sizeof KINDS[0] };

void handle_lock(tauflow *h)
{
    pthread_mutex_lock(&h->lock);
}

tauflow_status handle_done(tauflow *h, tauflow_status status)
{
    h->figures.failures += status != TAUFLOW_OK;
    pthread_mutex_unlock(&h->lock);
    return status;
}

/* ---- opening -------------------------------------------------------------------------------------- */

static tauflow_status open_port(tauflow *h, const char *address)
{
    for (int k = 0; k < KINDS_COUNT; k++) {
        size_t length = strlen(KINDS[k]->scheme);
        if (strncmp(address, KINDS[k]->scheme, length) == 0)
            return KINDS[k]->open(address + length, h->timeout_ms, &h->port, &h->why);
    }
    return report_fail(&h->why, TAUFLOW_NOT_FOUND, "'%s' is no address: sim:, twin: or xdma:PATH expected", address);
}

#define GET(word, field) (((word) & TAUFLOW_##field##_MASK) >> TAUFLOW_##field##_LOW)

static tauflow_status read_identity(tauflow *h)
{
    uint32_t id, version;
    PASS(h->port->kind->read(h->port, TAUFLOW_REG_ID, &id, &h->why));
    PASS(h->port->kind->read(h->port, TAUFLOW_REG_VERSION, &version, &h->why));
    if (id != TAUFLOW_ID_VALUE)
        return report_fail(&h->why, TAUFLOW_BAD_DEVICE, "no core answers: identity %08x, and %08x expected", id, TAUFLOW_ID_VALUE);
    if (version >> 16 != TAUFLOW_VERSION_VALUE >> 16)
        return report_fail(&h->why, TAUFLOW_BAD_DEVICE, "the core's registers have version %u and this library knows %u", version >> 16,
                           TAUFLOW_VERSION_VALUE >> 16);
    return TAUFLOW_OK;
}

static tauflow_status read_shape(tauflow *h)
{
    enum { SHAPE, LATENCY, QUEUES, STORE, DEPTH, PORTS, RELAYS, GUARD, COUNT };
    const uint32_t offset[COUNT] = {TAUFLOW_REG_SHAPE, TAUFLOW_REG_LATENCY, TAUFLOW_REG_QUEUES, TAUFLOW_REG_STORE,
                                    TAUFLOW_REG_DEPTH, TAUFLOW_REG_PORTS,   TAUFLOW_REG_RELAYS, TAUFLOW_REG_GUARD};
    uint32_t v[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        PASS(h->port->kind->read(h->port, offset[i], &v[i], &h->why));
    h->core = (tauflow_shape){.network = GET(v[SHAPE], SHAPE_NETWORK),
                              .modules = GET(v[SHAPE], SHAPE_MODULES),
                              .lanes = GET(v[SHAPE], SHAPE_LANES),
                              .transfer_cycles = GET(v[SHAPE], SHAPE_TRANSFER),
                              .mul_latency_cycles = GET(v[LATENCY], LATENCY_MUL),
                              .add_latency_cycles = GET(v[LATENCY], LATENCY_ADD),
                              .queue = GET(v[QUEUES], QUEUES_RESULT),
                              .lane_queue = GET(v[QUEUES], QUEUES_LANE),
                              .relay_queue = GET(v[QUEUES], QUEUES_RELAY),
                              .slots = GET(v[STORE], STORE_SLOTS),
                              .constants = GET(v[STORE], STORE_CONSTANTS),
                              .receptions = GET(v[DEPTH], DEPTH_RECEPTIONS),
                              .issues = GET(v[DEPTH], DEPTH_ISSUES),
                              .relay_words = GET(v[RELAYS], RELAYS_RELAY_WORDS),
                              .lane_words = GET(v[PORTS], PORTS_LANE_WORDS),
                              .output_words = GET(v[PORTS], PORTS_OUTPUT_WORDS)};
    if (v[GUARD] > 1)
        return report_fail(&h->why, TAUFLOW_BAD_DEVICE, "the board closes packets in way %u, which this library does not know", v[GUARD]);
    h->guarded = v[GUARD] == 1;
    return shape_check(&h->core, TAUFLOW_BAD_DEVICE, "shape of the core", &h->why);
}

tauflow_status tauflow_open(const char *address, const tauflow_options *options, tauflow **out)
{
    if (!out)
        return TAUFLOW_BAD_CALL;
    tauflow *h = calloc(1, sizeof *h);
    *out = h;
    if (!h)
        return TAUFLOW_NO_MEMORY;
    if (pthread_mutex_init(&h->lock, NULL) != 0) {
        free(h);
        *out = NULL;
        return TAUFLOW_NO_MEMORY;
    }
    h->timeout_ms = options && options->timeout_ms ? options->timeout_ms : TAUFLOW_TIMEOUT_MS;
    tauflow_status done = open_port(h, address && *address ? address : "sim:");
    if (done == TAUFLOW_OK)
        done = read_identity(h);
    if (done == TAUFLOW_OK)
        done = read_shape(h);
    h->failed = done != TAUFLOW_OK;
    return done;
}

void tauflow_close(tauflow *h)
{
    if (!h)
        return;
    if (h->port)
        h->port->kind->close(h->port);
    plan_free(&h->plan);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

/* ---- asking ---------------------------------------------------------------------------------------- */

tauflow_status tauflow_describe(tauflow *h, tauflow_description *out)
{
    if (!h || !out)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    const tau_image *i = &h->plan.image;
    *out = (tauflow_description){.core = h->core, .guarded = h->guarded};
    if (h->plan.memory) {
        out->robot = i->robot;
        out->description_hash = i->hash;
        out->needs = i->needs;
        out->joints = i->joints;
        out->free_bodies = i->free_bodies;
        out->forces = i->forces;
        out->outputs = h->plan.outputs_count;
        out->cycles = i->cycles;
    }
    return handle_done(h, TAUFLOW_OK);
}

tauflow_status tauflow_describe_joint(tauflow *h, uint32_t joint, tauflow_joint *out)
{
    if (!h || !out)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    if (!h->plan.memory || joint >= h->plan.image.joints)
        return handle_done(h, report_fail(&h->why, TAUFLOW_BAD_CALL, "there is no joint %u: %u are loaded", joint, h->plan.image.joints));
    bool angle = h->plan.joint_is_angle[joint];
    *out = (tauflow_joint){h->plan.joint_names[joint], angle ? "rad" : "m", angle ? "N m" : "N"};
    return handle_done(h, TAUFLOW_OK);
}

tauflow_status tauflow_describe_force(tauflow *h, uint32_t force, const char **link)
{
    if (!h || !link)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    if (!h->plan.memory || force >= h->plan.image.forces)
        return handle_done(h, report_fail(&h->why, TAUFLOW_BAD_CALL, "there is no force %u: %u are loaded", force, h->plan.image.forces));
    *link = h->plan.force_names[force] ? h->plan.force_names[force] : "";
    return handle_done(h, TAUFLOW_OK);
}

tauflow_status tauflow_cycles(tauflow *h, uint32_t *cycles)
{
    if (!h || !cycles)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    if (h->failed)
        return handle_done(h, TAUFLOW_FAILED);
    tauflow_status done = h->port->kind->read(h->port, TAUFLOW_REG_CYCLES, cycles, &h->why);
    h->failed = done != TAUFLOW_OK;
    return handle_done(h, done);
}

tauflow_status tauflow_figures(tauflow *h, tauflow_statistics *out)
{
    if (!h || !out)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    *out = h->figures;
    return handle_done(h, TAUFLOW_OK);
}

tauflow_status tauflow_set_timeout(tauflow *h, uint32_t timeout_ms)
{
    if (!h)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    h->timeout_ms = timeout_ms ? timeout_ms : TAUFLOW_TIMEOUT_MS;
    return handle_done(h, TAUFLOW_OK);
}

const char *tauflow_message(tauflow *h, char *text, size_t size)
{
    if (!text || !size)
        return "";
    snprintf(text, size, "%s", "no handle");
    if (h) {
        handle_lock(h);
        snprintf(text, size, "%s", h->why.text);
        handle_done(h, TAUFLOW_OK);
    }
    return text;
}

const char *tauflow_version(void)
{
    return "0.1.0";
}
