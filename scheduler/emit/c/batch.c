/* SPDX-License-Identifier: MIT */
/* The batch functions: many states side by side, as many at a time as a vector has lanes. */
#include "emit/parts.h"

#include <stdio.h>

void emit_parameters(const emitter *e, bool batch, const char *quality)
{
    state_array_info all[WORD_ARRAYS];
    const char *comma = batch ? "size_t count, size_t stride, " : "";
    layout_arrays(e->shape, e->p, all);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        if (!all[k].there)
            continue;
        text_printf(e->out, "%s%s%s *%s%s", comma, all[k].result ? "" : "const ", e->real->type,
                    quality, all[k].name);
        comma = ", ";
    }
}

void emit_unused(const emitter *e)
{
    state_array_info all[WORD_ARRAYS];
    const char *comma = "    ";
    layout_arrays(e->shape, e->p, all);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (all[k].always) {
            text_printf(e->out, "%s(void)%s", comma, all[k].name);
            comma = ", ";
        }
    text_add(e->out, ";\n");
}

static const char BLOCKS[] =
    "#if @N_VECTOR_BYTES\n"
    "    if (count >= @N_LANES_@T) {\n"
    "        for (size_t i = 0; i < count; i += @N_LANES_@T) {\n"
    "            /* the last block overlaps the one before it */\n"
    "            const size_t at = i + @N_LANES_@T <= count ? i : count - @N_LANES_@T;\n";

static void end_blocks(const emitter *e, const char *result)
{
    text_printf(e->out,
                "        }\n"
                "        return%s;\n"
                "    }\n"
                "#endif\n"
                "    for (size_t i = 0; i < count; i++) { /* fewer states than lanes */\n",
                result);
}

static void emit_words_batch(const emitter *e)
{
    uint32_t inputs = e->p->inputs_count, outputs = e->p->outputs_count;
    emit_template(e, "void @P_@Fwords_batch_@T(size_t count, size_t stride, const @R *restrict in, "
                     "@R *restrict out)\n{\n");
    text_add(e->out, inputs ? "" : "    (void)in;\n");
    emit_template(e, BLOCKS);
    emit_template(e, "            @P_@Fwords_block_@T(in + at, out + at, stride);\n");
    end_blocks(e, "");
    emit_template(e, "        @R ");
    text_printf(e->out, "one_in[%u] = {0}, one_out[%u];\n", emit_room(inputs), outputs);
    if (inputs)
        text_printf(e->out, "        for (size_t w = 0; w < %u; w++)\n"
                            "            one_in[w] = in[w * stride + i];\n", inputs);
    emit_template(e, "        @P_@Fwords_@T(one_in, one_out);\n");
    text_printf(e->out,
                "        for (size_t w = 0; w < %u; w++)\n            out[w * stride + i] = "
                "one_out[w];\n    }\n}\n\n",
                outputs);
}

/* Gathers one state, calls the scalar function, scatters its results. */
static void emit_single(const emitter *e)
{
    state_array_info all[WORD_ARRAYS];
    const char *comma = "";
    layout_arrays(e->shape, e->p, all);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (all[k].there)
            text_printf(e->out, "        %s one_%s[%u] = {0};\n", e->real->type, all[k].name,
                        emit_room(all[k].count));
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (!all[k].result && all[k].count > 0)
            text_printf(e->out,
                        "        for (size_t w = 0; w < %u; w++)\n"
                        "            one_%s[w] = %s[w * stride + i];\n",
                        all[k].count, all[k].name, all[k].name);
    emit_template(e, emit_has_pivots(e) ? "        unsolved |= @P_@C_@T(" : "        @P_@C_@T(");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (all[k].there) {
            text_printf(e->out, "%sone_%s", comma, all[k].name);
            comma = ", ";
        }
    text_add(e->out, ");\n");
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (all[k].result && all[k].count > 0)
            text_printf(e->out,
                        "        for (size_t w = 0; w < %u; w++)\n"
                        "            %s[w * stride + i] = one_%s[w];\n",
                        all[k].count, all[k].name, all[k].name);
}

static void word_text(const void *of, uint32_t output)
{
    const emitter *e = of;
    text_printf(e->out, "out[%u]", output);
}

/* Lanes without a solution. */
static void judge_block(const emitter *e)
{
    emit_template(e, "            const @P_i_@T solved = (@P_i_@T)(");
    emit_solvable(e, word_text, e);
    emit_template(e, ");\n            for (size_t lane = 0; lane < @N_LANES_@T; lane++)\n"
                     "                unsolved |= !solved[lane];\n");
}

/* Sines and cosines of a block of states. */
static void emit_block_pairs(const emitter *e)
{
    const layout *l = e->shape;
    if (emit_angles_by_loop(e)) {
        text_printf(e->out, "            for (size_t k = 0; k < %u; k++)\n", l->angles_count);
        emit_template(e, "                @P_pair_@T("
                         ANGLE_PATTERN("*(const @U *)(q + @P_@Fangles_@T[k].of * stride + at)")
                         ",\n                    &in[@P_@Fangles_@T[k].sine], "
                         "&in[@P_@Fangles_@T[k].cosine]);\n");
        return;
    }
    for (uint32_t i = 0; i < l->angles_count; i++) {
        char at[EMIT_PLACE_BYTES];
        snprintf(at, sizeof at, "*(const %s_u_%s *)(q + %u * stride + at)", e->name, e->real->tag,
                 l->angles[i].coordinate);
        emit_template(e, "            @P_pair_@T(");
        emit_affine(e, l->angles[i].ratio, at, l->angles[i].offset);
        text_printf(e->out, ", &sine[%u], &cosine[%u]);\n", i, i);
    }
}

static void emit_batch(const emitter *e)
{
    const layout *l = e->shape;
    const bool judges = emit_has_pivots(e);
    emit_template(e, "@X @P_@Fbatch_@T(");
    emit_parameters(e, true, "restrict ");
    text_add(e->out, ")\n{\n");
    emit_unused(e);
    text_add(e->out, judges ? "    int unsolved = 0;\n" : "");
    emit_template(e, BLOCKS);
    emit_template(e, "            @V ");
    text_printf(e->out, "in[%u], out[%u]", emit_words_room(e), e->p->outputs_count);
    if (l->angles_count > 0 && !emit_angles_by_loop(e))
        text_printf(e->out, ", sine[%u], cosine[%u]", l->angles_count, l->angles_count);
    text_add(e->out, ";\n");
    emit_block_pairs(e);
    emit_copy_inputs(e, true);
    emit_template(e, e->cut ? "            @P_@Fblock_@T(in, out);\n"
                            : "            @P_@Fblock_@T((const @R *)in, @N_LANES_@T, "
                              "(@R *)out, @N_LANES_@T);\n");
    emit_copy_outputs(e, true);
    if (judges)
        judge_block(e);
    end_blocks(e, judges ? " unsolved" : "");
    emit_single(e);
    text_add(e->out, judges ? "    }\n    return unsolved;\n}\n\n" : "    }\n}\n\n");
}

void emit_batches(const emitter *e)
{
    emit_words_batch(e);
    emit_batch(e);
}

/* One declaration with its comment, which the C file leaves out. */
static void emit_prototype(const emitter *e, bool with_comment, const char *comment,
                           const char *prototype)
{
    emit_template(e, with_comment ? comment : "");
    emit_template(e, prototype);
}

static const char SOLVED[] = " Returns 0, or 1 where the mass matrix of\n"
                             " * a state cannot be solved: of a pivot no more "
                             "than rounding errors is left. Its results then "
                             "mean nothing";

void emit_prototypes(const emitter *e, bool with_comments)
{
    if (with_comments)
        text_printf(e->out, "/* One state: %s.%s */\n", FUNCTION_KIND[e->p->function].about,
                    emit_has_pivots(e) ? SOLVED : "");
    emit_template(e, "@X @P_@C_@T(");
    emit_parameters(e, false, "");
    text_add(e->out, ");\n");
    emit_prototype(e, with_comments,
                   "/* The same for `count` states side by side: number w of state i at "
                   "[w * stride + i], stride >= count. */\n",
                   "@X @P_@Fbatch_@T(");
    emit_parameters(e, true, "");
    emit_template(e, ");\n");
    emit_prototype(e, with_comments,
                   "/* The graph alone, on its words: sines and cosines are given. */\n",
                   "void @P_@Fwords_@T(const @R *in, @R *out);\n");
    emit_prototype(e, with_comments,
                   "/* The same for `count` states: word w of state i at [w * stride + i], stride "
                   ">= count. */\n",
                   "void @P_@Fwords_batch_@T(size_t count, size_t stride, const @R *in, "
                   "@R *out);\n");
    emit_closing_prototype(e, with_comments);
}

void emit_sincos_prototype(const emitter *e, bool with_comment)
{
    emit_prototype(e, with_comment, "/* Sines and cosines of `count` angles. */\n",
                   "void @P_sincos_@T(size_t count, const @R *angle, @R *sine, @R *cosine);\n\n");
}
