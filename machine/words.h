/* What the words that enter and leave an evaluation mean, so that a host can make them from
 * a robot's state. One table drives the equations, the text form and the emitters. */
#ifndef TAUFLOW_WORDS_H
#define TAUFLOW_WORDS_H

/* What an input word means, so that a host can make it from a robot's state. */
#define INPUT_KINDS(KIND)                                                    \
    KIND(INPUT_SIN, "sin")   /* sin(ratio q + offset) */                     \
    KIND(INPUT_COS, "cos")   /* cos(ratio q + offset) */                     \
    KIND(INPUT_Q, "q")       /* ratio q + offset */                          \
    KIND(INPUT_QD, "qd")                                                     \
    KIND(INPUT_QDD, "qdd")                                                   \
    KIND(INPUT_OMEGA, "omega")   /* free body: angular velocity, own axes */ \
    KIND(INPUT_OMEGAD, "omegad") /* its angular acceleration */              \
    KIND(INPUT_ACC, "acc")       /* acceleration of its origin less gravity */ \
    KIND(INPUT_FORCE, "force")   /* external force on a link, link axes */   \
    KIND(INPUT_MOMENT, "moment") /* external moment about the link's origin */ \
    KIND(INPUT_PLAIN, "plain")   /* of no known meaning: hand-written files */

typedef enum {
#define KIND(id, word) id,
    INPUT_KINDS(KIND)
#undef KIND
        INPUT_KIND_COUNT
} input_kind;

#define INPUT_COORDINATE_KINDS INPUT_OMEGA /* the kinds before it belong to a coordinate */

/* What an output word means. */
#define OUTPUT_KINDS(KIND)                                                   \
    KIND(OUTPUT_TORQUE, "torque")     /* of a coordinate; N m or N */        \
    KIND(OUTPUT_FORCE, "base_force")  /* on a free body, own axes */         \
    KIND(OUTPUT_MOMENT, "base_moment") /* about its origin */                \
    KIND(OUTPUT_PLAIN, "plain")

typedef enum {
#define KIND(id, word) id,
    OUTPUT_KINDS(KIND)
#undef KIND
        OUTPUT_KIND_COUNT
} output_kind;

#endif
