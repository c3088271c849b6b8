/* SPDX-License-Identifier: MIT */
/* The proof that passes over a net change none of its outputs.
 *
 * Before and after a pass the net is evaluated at random points of a prime field (base/field.h),
 * where nothing is rounded. Inputs are random by their names, the sine and cosine of an angle on
 * the circle. Constants are their doubles before the pass; what a pass folds of them is followed
 * exactly (exact.h), so the same function has the same values. Two functions that differ agree at a
 * point with a chance below their degree / p (Schwartz and Zippel). There are two points, four
 * where degrees are high; net_proof says what the chance is. They are the same in every run.
 *
 * Doubles are rounded. That a folded constant is what it was folded of, to IDENTITY_UNITS, is
 * checked at the end of the pass, from where on the doubles count. And passes take constants for
 * one that are within eight units (net_same_constant): an output behind such constants may be
 * another function in the field. It is then compared with real numbers, where it must be the same
 * within what constants that are off by IDENTITY_UNITS can do to it, and counted (net_proof). */
#ifndef TAUFLOW_IDENTITY_H
#define TAUFLOW_IDENTITY_H

#include "algebra/net.h"
#include "base/diag.h"

/* Units (DBL_EPSILON x the constant) that a folded constant may be off. */
#define IDENTITY_UNITS 16

/* IDENTITY(ID, name): what is compared. */
#define IDENTITY_PASSES(IDENTITY)               \
    IDENTITY(SHARE, "shared sums and products")  \
    IDENTITY(SEARCH, "search")                   \
    IDENTITY(FINISH, "order of definitions")     \
    IDENTITY(DERIVE, "derivatives")              \
    IDENTITY(TRANSPLANT, "definitions written again")

typedef enum {
#define IDENTITY(id, name) IDENTITY_##id,
    IDENTITY_PASSES(IDENTITY)
#undef IDENTITY
        IDENTITY_PASS_COUNT
} identity_pass;
extern const char *const IDENTITY_PASS[IDENTITY_PASS_COUNT];

/* What the outputs of a net are; has memory of its own until identity_after. */
typedef struct identity_claim identity_claim;

/* From here on the net is followed exactly. */
identity_claim *identity_before(net *n);
/* Compares, notes in n->proof what came out, and frees the claim. */
void identity_after(identity_claim *c, identity_pass pass, net *n);
/* The same of constants alone, and an output that somebody else found to be another. */
void identity_constants(net *n, identity_pass pass);
void identity_fault(net *n, identity_pass pass, const char *name);
/* One pass more was compared, at so many points, with that error. */
void identity_passed(net *n, uint32_t points, double error_log2);
/* An error that names the pass and the output, if one was changed. */
status identity_check(const net *n, diag *d);

/* --- values --------------------------------------------------------------------------------- */

uint64_t identity_name_seed(const char *name, uint64_t point);
/* Random values of all inputs. */
void identity_inputs(const net *n, uint64_t point, residue *values);
/* From the values of inputs, those of all other symbols. False: something is divided by 0. */
bool identity_values(const net *n, const sym *order, uint32_t count, uint64_t point,
                     residue *values);
residue identity_poly(const net *n, poly p, const residue *values);
/* The degree of each symbol as a polynomial in inputs, or numerator and denominator together where
 * something is divided; infinite where that is too much to find out. */
void identity_degrees(arena *mem, const net *n, const sym *order, uint32_t count, double *degrees);

typedef struct {
    double value, bound; /* of what it is off */
} identity_real;
/* Random values of inputs from -1 to 1, and of parameters; then those of all others. */
void identity_real_inputs(const net *n, uint64_t point, identity_real *values);
void identity_reals(const net *n, const sym *order, uint32_t count, identity_real *values);
identity_real identity_poly_real(const net *n, poly p, const identity_real *values);

#endif
