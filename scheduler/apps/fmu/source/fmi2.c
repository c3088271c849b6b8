/* The face of FMI 2.0 for co-simulation. Declarations are those of the standard, whose headers are
 * not needed. */
#include "motion.h"

#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#ifdef FMI2_FUNCTION_PREFIX
#define PASTE_BOTH(a, b) a##b
#define PASTE(a, b) PASTE_BOTH(a, b)
#define NAME(name) PASTE(FMI2_FUNCTION_PREFIX, name)
#else
#define NAME(name) name
#endif

typedef unsigned reference;
typedef int boolean;
typedef enum { OK, WARNING, DISCARD, ERROR, FATAL, PENDING } answer;

typedef struct {
    void (*logger)(void *, const char *, answer, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, answer);
    void *environment;
} callbacks;

typedef struct {
    motion m;
    callbacks call;
    char *name;
} component;

static answer say(component *c, const char *what)
{
    if (c->call.logger)
        c->call.logger(c->call.environment, c->name, ERROR, "logStatusError", "%s", what);
    return ERROR;
}

/* wrong: NULL where nothing is. */
static answer judge(component *c, const char *wrong)
{
    return wrong ? say(c, wrong) : OK;
}

EXPORT const char *NAME(fmi2GetTypesPlatform)(void)
{
    return "default";
}

EXPORT const char *NAME(fmi2GetVersion)(void)
{
    return "2.0";
}

EXPORT answer NAME(fmi2SetDebugLogging)(void *c, boolean on, size_t count, const char *const list[])
{
    (void)c, (void)on, (void)count, (void)list;
    return OK;
}

EXPORT void *NAME(fmi2Instantiate)(const char *name, int type, const char *guid,
                                   const char *resources, const callbacks *call, boolean visible,
                                   boolean logging)
{
    enum { CO_SIMULATION = 1 };
    (void)resources, (void)visible, (void)logging;
    if (type != CO_SIMULATION || !name || !guid || strcmp(guid, MODEL_TOKEN) != 0)
        return NULL;
    component *c = calloc(1, sizeof *c);
    char *own = malloc(strlen(name) + 1);
    if (!c || !own) {
        free(c);
        free(own);
        return NULL;
    }
    c->name = strcpy(own, name);
    if (call)
        c->call = *call;
    motion_reset(&c->m);
    return c;
}

EXPORT void NAME(fmi2FreeInstance)(void *of)
{
    component *c = of;
    if (c)
        free(c->name);
    free(c);
}

EXPORT answer NAME(fmi2SetupExperiment)(void *of, boolean has_tolerance, double tolerance,
                                        double start, boolean has_stop, double stop)
{
    component *c = of;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    return judge(c, motion_set_time(&c->m, start));
}

EXPORT answer NAME(fmi2EnterInitializationMode)(void *of)
{
    component *c = of;
    return judge(c, motion_initialize(&c->m));
}

EXPORT answer NAME(fmi2ExitInitializationMode)(void *of)
{
    component *c = of;
    return judge(c, motion_start(&c->m));
}

EXPORT answer NAME(fmi2Terminate)(void *of)
{
    component *c = of;
    return judge(c, motion_end(&c->m));
}

EXPORT answer NAME(fmi2Reset)(void *of)
{
    motion_reset(&((component *)of)->m);
    return OK;
}

EXPORT answer NAME(fmi2GetReal)(void *of, const reference list[], size_t count, double values[])
{
    component *c = of;
    for (size_t i = 0; i < count; i++) {
        const double *from = motion_value(&c->m, list[i]);
        if (!from)
            return say(c, "there is no such variable");
        values[i] = *from;
    }
    return OK;
}

EXPORT answer NAME(fmi2SetReal)(void *of, const reference list[], size_t count,
                                const double values[])
{
    component *c = of;
    for (size_t i = 0; i < count; i++) {
        const char *wrong = motion_set(&c->m, list[i], values[i]);
        if (wrong)
            return say(c, wrong);
    }
    return OK;
}

/* There are no variables of other types. */
#define NO_VARIABLES(Type, type)                                                                  \
    EXPORT answer NAME(fmi2Get##Type)(void *c, const reference *list, size_t count, type *values) \
    {                                                                                             \
        (void)list, (void)values;                                                                 \
        return count ? say(c, "there is no such variable") : OK;                                  \
    }                                                                                             \
    EXPORT answer NAME(fmi2Set##Type)(void *c, const reference *list, size_t count,               \
                                      const type *values)                                         \
    {                                                                                             \
        (void)list, (void)values;                                                                 \
        return count ? say(c, "there is no such variable") : OK;                                  \
    }
NO_VARIABLES(Integer, int)
NO_VARIABLES(Boolean, boolean)
NO_VARIABLES(String, const char *)

EXPORT answer NAME(fmi2GetFMUstate)(void *of, void **state)
{
    return motion_keep(&((component *)of)->m, state) ? say(of, "no memory") : OK;
}

EXPORT answer NAME(fmi2SetFMUstate)(void *of, void *state)
{
    memcpy(&((component *)of)->m, state, sizeof(motion));
    return OK;
}

EXPORT answer NAME(fmi2FreeFMUstate)(void *of, void **state)
{
    (void)of;
    free(*state);
    *state = NULL;
    return OK;
}

EXPORT answer NAME(fmi2SerializedFMUstateSize)(void *of, void *state, size_t *size)
{
    (void)of, (void)state;
    *size = sizeof(motion);
    return OK;
}

EXPORT answer NAME(fmi2SerializeFMUstate)(void *of, void *state, char bytes[], size_t size)
{
    if (size < sizeof(motion))
        return say(of, "too little room for a state");
    memcpy(bytes, state, sizeof(motion));
    return OK;
}

EXPORT answer NAME(fmi2DeSerializeFMUstate)(void *of, const char bytes[], size_t size, void **state)
{
    motion from;
    if (size != sizeof from)
        return say(of, "this is no state");
    memcpy(&from, bytes, sizeof from);
    return motion_keep(&from, state) ? say(of, "no memory") : OK;
}

EXPORT answer NAME(fmi2GetDirectionalDerivative)(void *c, const reference *unknown, size_t count,
                                                 const reference *known, size_t known_count,
                                                 const double *seed, double *values)
{
    (void)unknown, (void)count, (void)known, (void)known_count, (void)seed, (void)values;
    return say(c, "directional derivatives are not offered");
}

EXPORT answer NAME(fmi2SetRealInputDerivatives)(void *c, const reference *list, size_t count,
                                                const int *order, const double *values)
{
    (void)list, (void)count, (void)order, (void)values;
    return say(c, "inputs are held over a step");
}

EXPORT answer NAME(fmi2GetRealOutputDerivatives)(void *c, const reference *list, size_t count,
                                                 const int *order, double *values)
{
    (void)list, (void)count, (void)order, (void)values;
    return say(c, "derivatives of outputs are not offered");
}

EXPORT answer NAME(fmi2DoStep)(void *of, double at, double length, boolean no_way_back)
{
    component *c = of;
    (void)no_way_back;
    return judge(c, motion_step(&c->m, at, length));
}

EXPORT answer NAME(fmi2CancelStep)(void *c)
{
    return say(c, "steps are not taken in the background");
}

EXPORT answer NAME(fmi2GetStatus)(void *c, int kind, answer *value)
{
    (void)c, (void)kind, (void)value;
    return DISCARD;
}

#define NO_STATUS(Type, type)                                                   \
    EXPORT answer NAME(fmi2Get##Type##Status)(void *c, int kind, type *value)   \
    {                                                                           \
        (void)c, (void)kind, (void)value;                                       \
        return DISCARD;                                                         \
    }
NO_STATUS(Real, double)
NO_STATUS(Integer, int)
NO_STATUS(Boolean, boolean)
NO_STATUS(String, const char *)
