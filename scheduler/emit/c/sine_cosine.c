/* SPDX-License-Identifier: MIT */
/* The sine and cosine pair of emitted code, branch free, so that every lane of a vector does
 * the same. The angle is reduced to |r| <= pi/4 by taking k pi/2 away in pieces short enough that
 * their products with k are exact (Cody and Waite). In double, what the subtractions round off is
 * kept in `low`. In float only the third subtraction rounds, by half a unit of r, and not at all
 * where |r| < 2^-11; the fourth piece, k 2^-38.5 < 2^-26, is left to the sine alone. So a sine is
 * wrong by at most 0.9 units in its last place (r just above 1/2, its sine just below) + 0.5 (last
 * sum) + 0.2 (rest), a cosine by less. The polynomials are minimax fits in z = r^2 (Remez exchange,
 * each coefficient rounded before the next was fitted) of (sin r - r)/r^3 and (cos r - 1 + z/2)/z^2
 * on 0 .. (pi/4)^2; error of the fits under 2^-57 (double) and 2^-27 (float). Beyond the range, x
 * times a large power of two overflows, and infinity times 0 is NaN; within, it adds 0. */
#include "emit/parts.h"

/* Largest errors measured against a longer format: see tests/unit/emit_c_test.c. */
const emit_real EMIT_DOUBLE = {
    .type = "double",
    .tag = "f64",
    .literal = "",
    .bits = "int64_t",
    .sign_bit = "63",
    .bytes = "8",
    .sine_cosine =
        "/* Sine and cosine, error below 1.1 units in the last place for |x| < 2^20; NaN beyond. "
        "*/\n"
        "static inline void @P_@Apair_@T(@V x, @V *sine, @V *cosine)\n"
        "{\n"
        "    const @V turned = x * 0x1.45f306dc9c883p-1 + 0x1.8p+52;\n"
        "    const @V k = turned - 0x1.8p+52; /* x / (pi/2), rounded; its low bits are those of "
        "turned */\n"
        "    const @V first = x - k * 0x1.921fb544p+0;\n"
        "    const @V second = k * 0x1.0b4611a6p-34;\n"
        "    const @V high = first - second;\n"
        "    const @V guard = (x * 0x1p+1004) * 0.0;\n"
        "    const @V rest = ((first - high) - second) - (k * 0x1.3198a2e037073p-69 + guard);\n"
        "    const @V r = high + rest;\n"
        "    const @V low = (high - r) + rest;\n"
        "    const @V z = r * r, zz = z * z, half = 0.5 * z, near = 1.0 - half;\n"
        "    const @V s = (-0x1.5555555555548p-3 + z * 0x1.111111110f73p-7)\n"
        "        + zz * ((-0x1.a01a019be9215p-13 + z * 0x1.71de35552b247p-19)\n"
        "        + zz * (-0x1.ae5e4b83b66p-26 + z * 0x1.5d8b5584abe96p-33));\n"
        "    const @V c = (0x1.555555555554cp-5 - z * 0x1.6c16c16c1521fp-10)\n"
        "        + zz * ((0x1.a01a019cbf62ap-16 - z * 0x1.27e4f812b68a3p-22)\n"
        "        + zz * (0x1.1ee9f152b40b5p-29 - z * 0x1.8fb13115e4d93p-37));\n"
        "    @P_@Aturn_@T(turned, r + (r * z * s + low), near + (((1.0 - near) - half) + (zz * c - "
        "r * low)), sine, cosine);\n"
        "}\n\n"};

const emit_real EMIT_FLOAT = {
    .type = "float",
    .tag = "f32",
    .literal = "f",
    .is_float = true,
    .bits = "int32_t",
    .sign_bit = "31",
    .bytes = "4",
    .sine_cosine =
        "/* Sine and cosine, error below 1.6 units in the last place for |x| < 2^13; NaN beyond. "
        "*/\n"
        "static inline void @P_@Apair_@T(@V x, @V *sine, @V *cosine)\n"
        "{\n"
        "    const @V turned = x * 0x1.45f306p-1f + 0x1.8p+23f;\n"
        "    const @V k = turned - 0x1.8p+23f; /* x / (pi/2), rounded; its low bits are those of "
        "turned */\n"
        "    const @V r = ((x - k * 0x1.92p+0f) - k * 0x1.fb4p-12f) - k * 0x1.444p-24f;\n"
        "    const @V z = r * r + (x * 0x1p+115f) * 0.0f;\n"
        "    const @V s = -0x1.555546p-3f + z * (0x1.110778p-7f - z * 0x1.995406p-13f);\n"
        "    const @V c = 0x1.55554ap-5f - z * (0x1.6c0c1ap-10f - z * 0x1.99e0ecp-16f);\n"
        "    @P_@Aturn_@T(turned, r + (r * z * s - k * 0x1.68c234p-39f), 1.0f + z * (z * c - "
        "0.5f), sine, cosine);\n"
        "}\n\n"};

static const char TYPES[] =
    "#if @N_@BVECTOR_BYTES\n"
    "#define @N_@BLANES_@T (@N_@BVECTOR_BYTES / @W)\n"
    "typedef @R @V __attribute__((vector_size(@N_@BVECTOR_BYTES), may_alias));\n"
    "typedef u@I @M __attribute__((vector_size(@N_@BVECTOR_BYTES), may_alias));\n"
    "typedef @I @P_@Ai_@T __attribute__((vector_size(@N_@BVECTOR_BYTES), may_alias));\n"
    "#define @N_@BBITS_@T(x) ((@M)(x))\n"
    "#define @N_@BREAL_@T(x) ((@V)(x))\n"
    "#else\n"
    "#define @N_@BLANES_@T 1\n"
    "typedef @R @V;\n"
    "typedef u@I @M;\n"
    "typedef @I @P_@Ai_@T;\n"
    "static inline @M @N_@BBITS_@T(@V x)\n"
    "{\n"
    "    union { @V real; @M bits; } both;\n"
    "    both.real = x;\n"
    "    return both.bits;\n"
    "}\n"
    "static inline @V @N_@BREAL_@T(@M x)\n"
    "{\n"
    "    union { @V real; @M bits; } both;\n"
    "    both.bits = x;\n"
    "    return both.real;\n"
    "}\n"
    "#endif\n\n"
    "/* From sine s and cosine c of the reduced angle to those of x, by the quarter turns taken "
    "away. */\n"
    "static inline void @P_@Aturn_@T(@V turned, @V s, @V c, @V *sine, @V *cosine)\n"
    "{\n"
    "    const u@I sign = (u@I)1 << @S;\n"
    "    const @M odd = @N_@BBITS_@T(turned) << @S, half = @N_@BBITS_@T(turned) << (@S - 1);\n"
    "    const @M swap = (@N_@BBITS_@T(s) ^ @N_@BBITS_@T(c)) & (@M)((@P_@Ai_@T)odd >> @S);\n"
    "    *sine = @N_@BREAL_@T(@N_@BBITS_@T(s) ^ swap ^ (half & sign));\n"
    "    *cosine = @N_@BREAL_@T(@N_@BBITS_@T(c) ^ swap ^ ((half ^ odd) & sign));\n"
    "}\n\n";

/* Vectors as they lie in the arrays of a caller. */
static const char UNALIGNED[] =
    "#if @N_VECTOR_BYTES\n"
    "typedef @R @U __attribute__((vector_size(@N_VECTOR_BYTES), may_alias, aligned(sizeof(@R))));\n"
    "#endif\n\n";

static const char ARRAYS[] =
    "void @P_sincos_@T(size_t count, const @R *angle, @R *sine, @R *cosine)\n"
    "{\n"
    "    for (size_t i = 0; i < count; i += @N_LANES_@T) {\n"
    "        @V x = {0}, s, c;\n"
    "        const size_t lanes = count - i < @N_LANES_@T ? count - i : @N_LANES_@T;\n"
    "        for (size_t lane = 0; lane < lanes; lane++)\n"
    "            ((@R *)&x)[lane] = angle[i + lane];\n"
    "        @P_pair_@T(x, &s, &c);\n"
    "        for (size_t lane = 0; lane < lanes; lane++) {\n"
    "            sine[i + lane] = ((@R *)&s)[lane];\n"
    "            cosine[i + lane] = ((@R *)&c)[lane];\n"
    "        }\n"
    "    }\n"
    "}\n\n";

void emit_sine_cosine(const emitter *e)
{
    emitter across = *e;
    across.across_joints = true;
    if (e->shape->angles_count > 0) {
        emit_template(&across, TYPES);
        emit_template(&across, e->real->sine_cosine);
    }
    emit_template(e, TYPES);
    emit_template(e, UNALIGNED);
    emit_template(e, e->real->sine_cosine);
    emit_template(e, ARRAYS);
}

/* In fewer angles a loop, which reads what it has just written, would be seen in the times. */
enum { MOST_ANGLES_IN_LINE = 24 };

bool emit_angles_by_loop(const emitter *e)
{
    return e->cut && e->shape->angles_count > MOST_ANGLES_IN_LINE;
}

/* Per angle the word that its sine is, and its cosine; the one after the last where there is none.
 */
static uint32_t *words_of_angles(arena *mem, const emitter *e, word_made made)
{
    uint32_t *word = ARENA_ARRAY(mem, uint32_t, e->shape->angles_count), number;
    for (uint32_t i = 0; i < e->shape->angles_count; i++)
        word[i] = e->p->inputs_count;
    for (uint32_t i = 0; i < e->p->inputs_count; i++)
        if (INPUT_KIND[e->p->inputs[i].kind].made == made) {
            layout_input(e->shape, e->p, i, &number);
            word[number] = i;
        }
    return word;
}

void emit_angle_table(const emitter *e)
{
    if (!emit_angles_by_loop(e))
        return;
    arena scratch = arena_make();
    const uint32_t *sine = words_of_angles(&scratch, e, MADE_SINE),
                   *cosine = words_of_angles(&scratch, e, MADE_COSINE);
    emit_template(e, "/* Angles ratio q[of] + offset, and the words that their sines and cosines "
                     "are. */\n"
                     "static const struct { size_t of, sine, cosine; @R ratio, offset; } "
                     "@P_@Fangles_@T[] = {\n");
    for (uint32_t i = 0; i < e->shape->angles_count; i++) {
        const layout_angle *a = &e->shape->angles[i];
        text_printf(e->out, "    {%u, %u, %u, ", a->coordinate, sine[i], cosine[i]);
        emit_number(e, a->ratio);
        text_add(e->out, ", ");
        emit_number(e, a->offset != 0 ? a->offset : -0.0); /* the one that changes no number */
        text_add(e->out, "},\n");
    }
    text_add(e->out, "};\n\n");
    arena_free(&scratch);
}
