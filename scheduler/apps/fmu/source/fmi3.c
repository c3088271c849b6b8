/* The face of FMI 3.0 for co-simulation. Declarations are those of the standard, whose headers are
 * not needed. */
#include "motion.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#ifdef FMI3_FUNCTION_PREFIX
#define PASTE_BOTH(a, b) a##b
#define PASTE(a, b) PASTE_BOTH(a, b)
#define NAME(name) PASTE(FMI3_FUNCTION_PREFIX, name)
#else
#define NAME(name) name
#endif

typedef uint32_t reference;
typedef enum { OK, WARNING, DISCARD, ERROR, FATAL } answer;
typedef void log_message(void *environment, answer status, const char *category,
                         const char *message);

typedef struct {
    motion m;
    void *environment;
    log_message *log;
} component;

static answer say(void *of, const char *what)
{
    const component *c = of;
    if (c->log)
        c->log(c->environment, ERROR, "logStatusError", what);
    return ERROR;
}

/* wrong: NULL where nothing is. */
static answer judge(void *of, const char *wrong)
{
    return wrong ? say(of, wrong) : OK;
}

EXPORT const char *NAME(fmi3GetVersion)(void)
{
    return "3.0";
}

EXPORT answer NAME(fmi3SetDebugLogging)(void *c, bool on, size_t count, const char *const *list)
{
    (void)c, (void)on, (void)count, (void)list;
    return OK;
}

EXPORT void *NAME(fmi3InstantiateModelExchange)(const char *name, const char *token,
                                                const char *resources, bool visible, bool logging,
                                                void *environment, log_message *log)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging;
    if (log)
        log(environment, ERROR, "logStatusError", "this model is for co-simulation");
    return NULL;
}

EXPORT void *NAME(fmi3InstantiateCoSimulation)(const char *name, const char *token,
                                               const char *resources, bool visible, bool logging,
                                               bool events, bool early, const reference *required,
                                               size_t count, void *environment, log_message *log,
                                               void (*update)(void))
{
    (void)name, (void)resources, (void)visible, (void)logging, (void)events, (void)early;
    (void)required, (void)count, (void)update;
    component *c = token && strcmp(token, MODEL_TOKEN) == 0 ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return NULL;
    c->environment = environment;
    c->log = log;
    motion_reset(&c->m);
    return c;
}

EXPORT void *NAME(fmi3InstantiateScheduledExecution)(const char *name, const char *token,
                                                     const char *resources, bool visible,
                                                     bool logging, void *environment,
                                                     log_message *log, void (*update)(void),
                                                     void (*lock)(void), void (*unlock)(void))
{
    (void)update, (void)lock, (void)unlock;
    return NAME(fmi3InstantiateModelExchange)(name, token, resources, visible, logging, environment,
                                              log);
}

EXPORT void NAME(fmi3FreeInstance)(void *c)
{
    free(c);
}

EXPORT answer NAME(fmi3EnterInitializationMode)(void *of, bool has_tolerance, double tolerance,
                                                double start, bool has_stop, double stop)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    motion *m = &((component *)of)->m;
    const char *wrong = motion_set_time(m, start);
    return judge(of, wrong ? wrong : motion_initialize(m));
}

EXPORT answer NAME(fmi3ExitInitializationMode)(void *of)
{
    return judge(of, motion_start(&((component *)of)->m));
}

EXPORT answer NAME(fmi3Terminate)(void *of)
{
    return judge(of, motion_end(&((component *)of)->m));
}

EXPORT answer NAME(fmi3Reset)(void *of)
{
    motion_reset(&((component *)of)->m);
    return OK;
}

EXPORT answer NAME(fmi3GetFloat64)(void *of, const reference *list, size_t count, double *values,
                                   size_t values_count)
{
    for (size_t i = 0; i < count && i < values_count; i++) {
        const double *from = motion_value(&((component *)of)->m, list[i]);
        if (!from)
            return say(of, "there is no such variable");
        values[i] = *from;
    }
    return OK;
}

EXPORT answer NAME(fmi3SetFloat64)(void *of, const reference *list, size_t count,
                                   const double *values, size_t values_count)
{
    for (size_t i = 0; i < count && i < values_count; i++) {
        const char *wrong = motion_set(&((component *)of)->m, list[i], values[i]);
        if (wrong)
            return say(of, wrong);
    }
    return OK;
}

/* There are no variables of other types. */
#define NO_VARIABLES(Type, type)                                                                  \
    EXPORT answer NAME(fmi3Get##Type)(void *c, const reference *list, size_t count, type *values, \
                                      size_t values_count)                                        \
    {                                                                                             \
        (void)list, (void)values, (void)values_count;                                             \
        return count ? say(c, "there is no such variable") : OK;                                  \
    }                                                                                             \
    EXPORT answer NAME(fmi3Set##Type)(void *c, const reference *list, size_t count,               \
                                      const type *values, size_t values_count)                    \
    {                                                                                             \
        (void)list, (void)values, (void)values_count;                                             \
        return count ? say(c, "there is no such variable") : OK;                                  \
    }
NO_VARIABLES(Float32, float)
NO_VARIABLES(Int8, int8_t)
NO_VARIABLES(UInt8, uint8_t)
NO_VARIABLES(Int16, int16_t)
NO_VARIABLES(UInt16, uint16_t)
NO_VARIABLES(Int32, int32_t)
NO_VARIABLES(UInt32, uint32_t)
NO_VARIABLES(Int64, int64_t)
NO_VARIABLES(UInt64, uint64_t)
NO_VARIABLES(Boolean, bool)
NO_VARIABLES(String, const char *)

EXPORT answer NAME(fmi3GetBinary)(void *c, const reference *list, size_t count, size_t *sizes,
                                  const uint8_t **values, size_t values_count)
{
    (void)list, (void)sizes, (void)values, (void)values_count;
    return count ? say(c, "there is no such variable") : OK;
}

EXPORT answer NAME(fmi3SetBinary)(void *c, const reference *list, size_t count, const size_t *sizes,
                                  const uint8_t *const *values, size_t values_count)
{
    (void)list, (void)sizes, (void)values, (void)values_count;
    return count ? say(c, "there is no such variable") : OK;
}

EXPORT answer NAME(fmi3GetFMUState)(void *of, void **state)
{
    return motion_keep(&((component *)of)->m, state) ? say(of, "no memory") : OK;
}

EXPORT answer NAME(fmi3SetFMUState)(void *of, void *state)
{
    memcpy(&((component *)of)->m, state, sizeof(motion));
    return OK;
}

EXPORT answer NAME(fmi3FreeFMUState)(void *of, void **state)
{
    (void)of;
    free(*state);
    *state = NULL;
    return OK;
}

EXPORT answer NAME(fmi3SerializedFMUStateSize)(void *of, void *state, size_t *size)
{
    (void)of, (void)state;
    *size = sizeof(motion);
    return OK;
}

EXPORT answer NAME(fmi3SerializeFMUState)(void *of, void *state, uint8_t *bytes, size_t size)
{
    if (size < sizeof(motion))
        return say(of, "too little room for a state");
    memcpy(bytes, state, sizeof(motion));
    return OK;
}

EXPORT answer NAME(fmi3DeserializeFMUState)(void *of, const uint8_t *bytes, size_t size,
                                            void **state)
{
    motion from;
    if (size != sizeof from)
        return say(of, "this is no state");
    memcpy(&from, bytes, sizeof from);
    return motion_keep(&from, state) ? say(of, "no memory") : OK;
}

EXPORT answer NAME(fmi3DoStep)(void *of, double at, double length, bool no_way_back, bool *event,
                               bool *terminate, bool *early, double *reached)
{
    motion *m = &((component *)of)->m;
    (void)no_way_back;
    *event = *terminate = *early = false;
    const char *wrong = motion_step(m, at, length);
    *reached = m->t;
    return judge(of, wrong);
}

EXPORT answer NAME(fmi3EnterStepMode)(void *c)
{
    (void)c;
    return OK;
}

/* What the description does not offer, with the parameters that the standard gives. */
#define NOT_OFFERED(name, ...)                    \
    EXPORT answer NAME(name)(void *c, __VA_ARGS__) \
    {                                             \
        return say(c, #name " is not offered");   \
    }
#define NOT_OFFERED_ALONE(name)              \
    EXPORT answer NAME(name)(void *c)        \
    {                                        \
        return say(c, #name " is not offered"); \
    }
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
NOT_OFFERED_ALONE(fmi3EnterEventMode)
NOT_OFFERED_ALONE(fmi3EnterConfigurationMode)
NOT_OFFERED_ALONE(fmi3ExitConfigurationMode)
NOT_OFFERED_ALONE(fmi3EvaluateDiscreteStates)
NOT_OFFERED_ALONE(fmi3EnterContinuousTimeMode)
NOT_OFFERED(fmi3GetClock, const reference *r, size_t n, bool *v)
NOT_OFFERED(fmi3SetClock, const reference *r, size_t n, const bool *v)
NOT_OFFERED(fmi3GetNumberOfVariableDependencies, reference r, size_t *n)
NOT_OFFERED(fmi3GetVariableDependencies, reference r, size_t *e, reference *i, size_t *k, int *d,
            size_t n)
NOT_OFFERED(fmi3GetDirectionalDerivative, const reference *u, size_t n, const reference *k,
            size_t m, const double *seed, size_t s, double *v, size_t w)
NOT_OFFERED(fmi3GetAdjointDerivative, const reference *u, size_t n, const reference *k, size_t m,
            const double *seed, size_t s, double *v, size_t w)
NOT_OFFERED(fmi3GetIntervalDecimal, const reference *r, size_t n, double *v, int *q)
NOT_OFFERED(fmi3GetIntervalFraction, const reference *r, size_t n, uint64_t *v, uint64_t *w, int *q)
NOT_OFFERED(fmi3GetShiftDecimal, const reference *r, size_t n, double *v)
NOT_OFFERED(fmi3GetShiftFraction, const reference *r, size_t n, uint64_t *v, uint64_t *w)
NOT_OFFERED(fmi3SetIntervalDecimal, const reference *r, size_t n, const double *v)
NOT_OFFERED(fmi3SetIntervalFraction, const reference *r, size_t n, const uint64_t *v,
            const uint64_t *w)
NOT_OFFERED(fmi3SetShiftDecimal, const reference *r, size_t n, const double *v)
NOT_OFFERED(fmi3SetShiftFraction, const reference *r, size_t n, const uint64_t *v,
            const uint64_t *w)
NOT_OFFERED(fmi3UpdateDiscreteStates, bool *a, bool *b, bool *e, bool *f, bool *g, double *t)
NOT_OFFERED(fmi3CompletedIntegratorStep, bool a, bool *b, bool *e)
NOT_OFFERED(fmi3SetTime, double t)
NOT_OFFERED(fmi3SetContinuousStates, const double *v, size_t n)
NOT_OFFERED(fmi3GetContinuousStateDerivatives, double *v, size_t n)
NOT_OFFERED(fmi3GetEventIndicators, double *v, size_t n)
NOT_OFFERED(fmi3GetContinuousStates, double *v, size_t n)
NOT_OFFERED(fmi3GetNominalsOfContinuousStates, double *v, size_t n)
NOT_OFFERED(fmi3GetNumberOfEventIndicators, size_t *n)
NOT_OFFERED(fmi3GetNumberOfContinuousStates, size_t *n)
NOT_OFFERED(fmi3GetOutputDerivatives, const reference *r, size_t n, const int32_t *o, double *v,
            size_t m)
NOT_OFFERED(fmi3ActivateModelPartition, reference r, double t)
