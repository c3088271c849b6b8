/* SPDX-License-Identifier: MIT */
/* The second velocity transformation of paper H (Hidalgo and Garcia de Jalon 2012), in three ways
 * beside each other: dense by BLAS and LAPACK (OpenBLAS), sparse by KLU, and code for one pattern,
 * which this program writes, compiles and loads.
 *
 *   Phi_d R_d = -Phi_i,  R = [R_d; 1]       Phi_d has more rows than columns, some redundant
 *   (R' M R) zdd_i = R' (Q - M c),  c = [Phi_d^-1 gamma; 0]
 *
 * The vehicles' data are lost: mechanisms are synthetic, of their sizes and densities, with the
 * mass matrix of a tree; numbers differ from evaluation to evaluation, patterns do not. Redundant
 * rows are left out by KLU and by the fixed code, as which they are is known before; LAPACK finds
 * them.
 *
 *   double_transformation CC FOLDER */
#include <cblas.h>
#include <dlfcn.h>
#include <klu.h>

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
void dlaswp_(const int *n, double *a, const int *lda, const int *first, const int *last,
             const int *pivots, const int *step);
void dposv_(const char *uplo, const int *n, const int *sides, double *a, const int *lda, double *b,
            const int *ldb, int *info);

enum { SAMPLES = 16, MOST = 100 };

typedef struct {
    const char *name;
    int rows, dependent, independent; /* of Phi_d; all coordinates: dependent + independent */
    double density;
    double paper_us[3]; /* steps 2, 3, 8, 9: C, BLAS, sparse */
} vehicle;

static const vehicle VEHICLES[] = {
    {"van", 28, 25, 18, 0.22,
     {(.191 + .739 + .760 + .088) / 0.02, (.379 + .268 + .604 + .096) / 0.02,
      (.625 + .441 + .606 + .097) / 0.02}},
    {"truck", 51, 40, 41, 0.0632,
     {(.425 + 4.032 + 3.037 + .247) / 0.02, (.927 + .655 + 2.054 + .258) / 0.02,
      (.721 + .616 + 2.044 + .255) / 0.02}},
};

/* Patterns, and numbers of one evaluation. Matrices row by row, MOST columns. */
typedef struct {
    const vehicle *v;
    int all;
    int is_redundant[MOST], of[MOST][2]; /* a redundant row is a sum of two others */
    int independent_row[MOST];           /* rows that are not, in their order */
    char phi[MOST][MOST], mass[MOST][MOST];
    struct {
        double phi[MOST][MOST], mass[MOST][MOST], force[MOST], gamma[MOST];
    } sample[SAMPLES];
} mechanism;

static uint64_t seed = 20121;

static double uniform(void)
{
    return (double)(random_bits(&seed) >> 11) * 0x1p-53;
}

static int below(int count)
{
    return (int)(uniform() * count) % count;
}

/* ---- synthetic mechanisms -------------------------------------------------------------------- */

/* Rows of a few loops each: a diagonal, so that they can be solved, and entries at random until the
 * density is right, redundant rows counted. */
static void make_pattern(mechanism *m)
{
    const vehicle *v = m->v;
    const int wanted = (int)(v->density * v->rows * v->dependent + 0.5);
    int entries = 0, next = 0;
    for (int r = 0; r < v->dependent; r++) {
        m->phi[r][r] = 1;
        m->independent_row[r] = r;
    }
    for (int r = v->dependent; r < v->rows; r++) {
        m->is_redundant[r] = 1;
        m->of[r][0] = next++ % v->dependent;
        m->of[r][1] = next++ % v->dependent;
    }
    for (int trial = 0; entries < wanted && trial < 100000; trial++) {
        entries = 0;
        for (int r = 0; r < v->rows; r++)
            for (int c = 0; c < v->dependent; c++) {
                if (m->is_redundant[r])
                    m->phi[r][c] = m->phi[m->of[r][0]][c] || m->phi[m->of[r][1]][c];
                entries += m->phi[r][c];
            }
        if (entries < wanted)
            m->phi[below(v->dependent)][below(v->dependent)] = 1;
    }
    for (int r = 0; r < v->dependent; r++) /* of independent coordinates as dense */
        for (int c = v->dependent; c < m->all; c++)
            m->phi[r][c] = uniform() < v->density;
    for (int r = v->dependent; r < v->rows; r++)
        for (int c = v->dependent; c < m->all; c++)
            m->phi[r][c] = m->phi[m->of[r][0]][c] || m->phi[m->of[r][1]][c];
}

/* M of a tree: entries of bodies above each other. */
static void make_tree(mechanism *m)
{
    int parent[MOST];
    for (int i = 0; i < m->all; i++) {
        parent[i] = i ? (i < 6 ? i - 1 : below(i)) : -1;
        for (int a = i; a >= 0; a = parent[a])
            m->mass[i][a] = m->mass[a][i] = 1;
    }
}

static void make_numbers(mechanism *m)
{
    const vehicle *v = m->v;
    for (int s = 0; s < SAMPLES; s++) {
        for (int r = 0; r < v->rows; r++) {
            const double a = 0.5 + uniform(), b = 0.5 + uniform();
            const int *of = m->of[r];
            for (int c = 0; c < m->all; c++)
                m->sample[s].phi[r][c] =
                    m->is_redundant[r]
                        ? a * m->sample[s].phi[of[0]][c] + b * m->sample[s].phi[of[1]][c]
                        : m->phi[r][c] ? (r == c ? 3 : 1) * (2 * uniform() - 1) + (r == c ? 4 : 0)
                                       : 0;
            m->sample[s].gamma[r] = m->is_redundant[r] ? a * m->sample[s].gamma[of[0]] +
                                                             b * m->sample[s].gamma[of[1]]
                                                       : 2 * uniform() - 1;
        }
        for (int i = 0; i < m->all; i++) {
            double whole = 1;
            for (int k = 0; k < i; k++) {
                const double x = m->mass[i][k] ? 0.5 * (2 * uniform() - 1) : 0;
                m->sample[s].mass[i][k] = m->sample[s].mass[k][i] = x;
            }
            for (int k = 0; k < m->all; k++)
                whole += m->mass[i][k];
            m->sample[s].mass[i][i] = whole;
            m->sample[s].force[i] = 2 * uniform() - 1;
        }
    }
}

/* ---- by BLAS and LAPACK ---------------------------------------------------------------------- */

typedef struct {
    double lu[MOST * MOST], r[MOST * MOST], mr[MOST * MOST], reduced[MOST * MOST], side[MOST];
    double c[MOST], left[MOST];
} dense_room;

/* R' M R and R' (Q - M c), by products of whole matrices; then the solution. R is all x
 * independent, column by column, c with all coordinates. */
static void reduce_dense(const mechanism *m, int s, dense_room *d, double *out)
{
    const int n = m->all, u = m->v->independent, one = 1;
    int info;
    const double *mass = &m->sample[s].mass[0][0]; /* symmetric: columns are rows */
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, u, n, 1, mass, MOST, d->r, MOST, 0,
                d->mr, MOST);
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, u, u, n, 1, d->r, MOST, d->mr, MOST, 0,
                d->reduced, MOST);
    memcpy(d->left, m->sample[s].force, (size_t)n * sizeof *d->left);
    cblas_dgemv(CblasColMajor, CblasNoTrans, n, n, -1, mass, MOST, d->c, 1, 1, d->left, 1);
    cblas_dgemv(CblasColMajor, CblasTrans, n, u, 1, d->r, MOST, d->left, 1, 0, out, 1);
    dposv_("L", &u, &one, d->reduced, &(int){MOST}, out, &(int){MOST}, &info);
    if (info)
        exit(1);
}

/* The same from R and c of the dependent coordinates, columns of `sides` that are `high` apart. */
static void reduce_by(const mechanism *m, int s, const double *sides, int high, dense_room *d,
                      double *out)
{
    const int v = m->v->dependent, u = m->v->independent, n = m->all;
    for (int c = 0; c < u; c++) {
        memcpy(d->r + c * MOST, sides + c * high, (size_t)v * sizeof *sides);
        memset(d->r + c * MOST + v, 0, (size_t)(n - v) * sizeof *sides);
        d->r[c * MOST + v + c] = 1;
    }
    memset(d->c, 0, (size_t)n * sizeof *d->c);
    memcpy(d->c, sides + u * high, (size_t)v * sizeof *sides);
    reduce_dense(m, s, d, out);
}

static void by_blas(const mechanism *m, int s, dense_room *d, double *out)
{
    const int rows = m->v->rows, v = m->v->dependent, u = m->v->independent;
    const int first = 1, step = 1, wide = u + 1, lda = MOST;
    int pivots[MOST], info;
    double sides[MOST * MOST];
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < v; c++)
            d->lu[c * MOST + r] = m->sample[s].phi[r][c];
        for (int c = 0; c < u; c++)
            sides[c * MOST + r] = -m->sample[s].phi[r][v + c];
        sides[u * MOST + r] = m->sample[s].gamma[r];
    }
    dgetrf_(&rows, &v, d->lu, &lda, pivots, &info);
    dlaswp_(&wide, sides, &lda, &first, &v, pivots, &step);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, v, wide, 1, d->lu,
                MOST, sides, MOST);
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, v, wide, 1, d->lu,
                MOST, sides, MOST);
    reduce_by(m, s, sides, MOST, d, out);
}

/* ---- by KLU ---------------------------------------------------------------------------------- */

typedef struct {
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    int column[MOST + 1], row[MOST * MOST];
    double value[MOST * MOST];
} sparse_room;

static void sparse_values(const mechanism *m, int s, sparse_room *k)
{
    int at = 0;
    for (int c = 0; c < m->v->dependent; c++)
        for (int r = 0; r < m->v->dependent; r++)
            if (m->phi[r][c])
                k->value[at++] = m->sample[s].phi[r][c];
}

static void sparse_open(const mechanism *m, sparse_room *k)
{
    int at = 0;
    for (int c = 0; c < m->v->dependent; c++) {
        k->column[c] = at;
        for (int r = 0; r < m->v->dependent; r++)
            if (m->phi[r][c])
                k->row[at++] = r;
    }
    k->column[m->v->dependent] = at;
    klu_defaults(&k->common);
    sparse_values(m, 0, k);
    k->symbolic = klu_analyze(m->v->dependent, k->column, k->row, &k->common);
    k->numeric = klu_factor(k->column, k->row, k->value, k->symbolic, &k->common);
    if (!k->numeric)
        exit(1);
}

static void by_klu(const mechanism *m, int s, dense_room *d, sparse_room *k, double *out)
{
    const int v = m->v->dependent, u = m->v->independent;
    double sides[MOST * MOST];
    sparse_values(m, s, k);
    if (!klu_refactor(k->column, k->row, k->value, k->symbolic, k->numeric, &k->common))
        exit(1);
    for (int r = 0; r < v; r++) {
        for (int c = 0; c < u; c++)
            sides[c * v + r] = -m->sample[s].phi[r][v + c];
        sides[u * v + r] = m->sample[s].gamma[r];
    }
    klu_solve(k->symbolic, k->numeric, v, u + 1, sides, &k->common);
    reduce_by(m, s, sides, v, d, out);
}

/* ---- code for one pattern -------------------------------------------------------------------- */

/* The order of pivots, by fewest entries in row and column (Markowitz), among entries that are not
 * small at the first sample; and where elimination fills in. */
static void find_order(const mechanism *m, int *row, int *column, char fill[MOST][MOST])
{
    const int v = m->v->dependent;
    double a[MOST][MOST];
    char row_done[MOST] = {0}, column_done[MOST] = {0};
    for (int r = 0; r < v; r++)
        for (int c = 0; c < v; c++) {
            fill[r][c] = m->phi[r][c];
            a[r][c] = m->sample[0].phi[r][c];
        }
    for (int k = 0; k < v; k++) {
        int best = -1;
        for (int r = 0; r < v; r++)
            for (int c = 0; c < v; c++) {
                if (row_done[r] || column_done[c] || !fill[r][c] || fabs(a[r][c]) < 0.1)
                    continue;
                int in_row = 0, in_column = 0;
                for (int x = 0; x < v; x++) {
                    in_row += !column_done[x] && fill[r][x];
                    in_column += !row_done[x] && fill[x][c];
                }
                const int cost = (in_row - 1) * (in_column - 1);
                if (best < 0 || cost < best) {
                    best = cost;
                    row[k] = r;
                    column[k] = c;
                }
            }
        if (best < 0)
            exit(1);
        row_done[row[k]] = column_done[column[k]] = 1;
        for (int r = 0; r < v; r++)
            for (int c = 0; c < v; c++)
                if (!row_done[r] && !column_done[c] && fill[r][column[k]] && fill[row[k]][c]) {
                    fill[r][c] = 1;
                    a[r][c] -= a[r][column[k]] / a[row[k]][column[k]] * a[row[k]][c];
                }
    }
}

enum { VECTOR = 4 }; /* numbers of one; sums of triangles begin at multiples */

static void join(char *to, const char *from)
{
    for (int c = 0; c < MOST; c++)
        to[c] |= from[c];
}

static int vectors(const mechanism *m) /* of a row: R and, in the last place, gamma or forces */
{
    return (m->v->independent + 1 + VECTOR - 1) / VECTOR;
}

/* t_from .. of a row, in registers: loaded, changed by `l` times another row, stored. */
static void load(FILE *f, int from, int to, const char *array, int row)
{
    for (int k = from; k < to; k++)
        if (array)
            fprintf(f, "%sv4 t%d = %s[%d][%d];", k > from ? " " : "    { ", k, array, row, k);
        else
            fprintf(f, "%sv4 t%d = {0};", k > from ? " " : "    { ", k);
    fprintf(f, "\n");
}

static void change(FILE *f, int from, int to, char sign, const char *array, int row)
{
    for (int k = from; k < to; k++)
        fprintf(f, "%st%d %c= l * %s[%d][%d];", k > from ? " " : "      ", k, sign, array, row, k);
    fprintf(f, " }\n");
}

static void store(FILE *f, int from, int to, const char *array, int row, const char *times)
{
    for (int k = from; k < to; k++)
        fprintf(f, "%s%s[%d][%d] = t%d%s;", k > from ? " " : "      ", array, row, k, k, times);
    fprintf(f, " }\n");
}

/* Factors of Phi_d as numbers a_r_c and reciprocals of pivots. */
static void write_factors(const mechanism *m, FILE *f, const int *row, const int *column,
                          char fill[MOST][MOST])
{
    const int v = m->v->dependent;
    for (int r = 0; r < v; r++)
        for (int c = 0; c < v; c++)
            if (fill[r][c] && m->phi[r][c])
                fprintf(f, "    double a%d_%d = phi[%d];\n", r, c, r * MOST + c);
            else if (fill[r][c])
                fprintf(f, "    double a%d_%d = 0;\n", r, c);
    for (int k = 0; k < v; k++) {
        fprintf(f, "    const double i%d = 1 / a%d_%d;\n", k, row[k], column[k]);
        for (int n = k + 1; n < v; n++) {
            if (!fill[row[n]][column[k]])
                continue;
            fprintf(f, "    a%d_%d *= i%d;\n", row[n], column[k], k);
            for (int c = k + 1; c < v; c++)
                if (fill[row[k]][column[c]])
                    fprintf(f, "    a%d_%d -= a%d_%d * a%d_%d;\n", row[n], column[c], row[n],
                            column[k], row[k], column[c]);
        }
    }
}

/* The rows of R, and c in their last place. there: where R has entries. */
static void write_solution(const mechanism *m, FILE *f, const int *row, const int *column,
                           char fill[MOST][MOST], char there[MOST][MOST])
{
    const int v = m->v->dependent, wide = vectors(m);
    memset(there, 0, MOST * MOST);
    for (int r = 0; r < v; r++) {
        for (int k = 0; k < wide; k++)
            fprintf(f, "    x[%d][%d] = (v4){0};\n", r, k);
        for (int c = v; c < m->all; c++)
            if (m->phi[r][c]) {
                fprintf(f, "    AT(x[%d], %d) = -phi[%d];\n", r, c - v, r * MOST + c);
                there[r][c - v] = 1;
            }
        fprintf(f, "    AT(x[%d], %d) = gamma[%d];\n", r, m->v->independent, r);
    }
    for (int n = 0; n < v; n++) {
        load(f, 0, wide, "x", row[n]);
        for (int k = 0; k < n; k++)
            if (fill[row[n]][column[k]]) {
                fprintf(f, "      { const double l = a%d_%d;\n", row[n], column[k]);
                change(f, 0, wide, '-', "x", row[k]);
                join(there[row[n]], there[row[k]]);
            }
        store(f, 0, wide, "x", row[n], "");
    }
    for (int k = v; k-- > 0;) { /* coordinate column[k] stands in row[k] */
        char times[20];
        load(f, 0, wide, "x", row[k]);
        for (int c = k + 1; c < v; c++)
            if (fill[row[k]][column[c]]) {
                fprintf(f, "      { const double l = a%d_%d;\n", row[k], column[c]);
                change(f, 0, wide, '-', "x", row[c]);
                join(there[row[k]], there[row[c]]);
            }
        snprintf(times, sizeof times, " * i%d", k);
        store(f, 0, wide, "x", row[k], times);
    }
}

/* W = M R and, in the last place, M c - Q; then R' W, its upper triangle, row by row. Rows of R for
 * independent coordinates are unit vectors. */
static void write_reduction(const mechanism *m, FILE *f, const int *row, const int *column,
                            char there[MOST][MOST])
{
    const int v = m->v->dependent, u = m->v->independent, wide = vectors(m);
    int stands[MOST];
    for (int k = 0; k < v; k++)
        stands[column[k]] = row[k];
    for (int i = 0; i < m->all; i++) {
        load(f, 0, wide, NULL, 0);
        for (int k = 0; k < v; k++)
            if (m->mass[i][k]) {
                fprintf(f, "      { const double l = mass[%d];\n", i * MOST + k);
                change(f, 0, wide, '+', "x", stands[k]);
            }
        store(f, 0, wide, "w", i, "");
        for (int k = v; k < m->all; k++)
            if (m->mass[i][k])
                fprintf(f, "    AT(w[%d], %d) += mass[%d];\n", i, k - v, i * MOST + k);
        fprintf(f, "    AT(w[%d], %d) -= force[%d];\n", i, u, i);
    }
    for (int c = 0; c < u; c++) {
        load(f, c / VECTOR, wide, "w", v + c);
        for (int i = 0; i < v; i++)
            if (there[stands[i]][c]) {
                fprintf(f, "      { const double l = AT(x[%d], %d);\n", stands[i], c);
                change(f, c / VECTOR, wide, '+', "w", i);
            }
        store(f, c / VECTOR, wide, "s", c, "");
    }
}

/* L D L' by rows of the upper triangle, the right side (its negative) along. */
static void write_last(const mechanism *m, FILE *f)
{
    const int u = m->v->independent, wide = vectors(m);
    for (int i = 0; i < u; i++) {
        load(f, i / VECTOR, wide, "s", i);
        fprintf(f, "      for (int k = 0; k < %d; k++) {\n"
                   "        const double l = AT(s[k], %d) * inverse[k];\n", i, i);
        for (int k = i / VECTOR; k < wide; k++)
            fprintf(f, "        t%d -= l * s[k][%d];\n", k, k);
        fprintf(f, "      }\n");
        store(f, i / VECTOR, wide, "s", i, "");
        fprintf(f, "    inverse[%d] = 1 / AT(s[%d], %d);\n", i, i, i);
    }
    fprintf(f, "    for (int k = %d; k-- > 0;) {\n        double sum = -AT(s[k], %d);\n"
               "        for (int i = k + 1; i < %d; i++)\n"
               "            sum -= AT(s[k], i) * out[i];\n"
               "        out[k] = sum * inverse[k];\n    }\n}\n", u, u, u);
}

static void write_code(const mechanism *m, const char *path)
{
    const int u = m->v->independent, wide = vectors(m);
    int row[MOST], column[MOST];
    char fill[MOST][MOST], there[MOST][MOST];
    FILE *f = fopen(path, "w");
    if (!f)
        exit(1);
    find_order(m, row, column, fill);
    fprintf(f, "/* measure/bench/double_transformation.c: one pattern */\n"
               "typedef double v4 __attribute__((vector_size(%d), may_alias));\n"
               "#define AT(row, c) (row)[(c) / %d][(c) %% %d]\n"
               "void fixed(const double *restrict phi, const double *restrict mass, const double "
               "*restrict force, const double *restrict gamma, double *restrict out)\n{\n"
               "    v4 x[%d][%d], w[%d][%d], s[%d][%d];\n    double inverse[%d];\n",
            8 * VECTOR, VECTOR, VECTOR, m->v->dependent, wide, m->all, wide, u, wide, u);
    write_factors(m, f, row, column, fill);
    write_solution(m, f, row, column, fill, there);
    write_reduction(m, f, row, column, there);
    write_last(m, f);
    if (fclose(f))
        exit(1);
}

typedef void fixed_code(const double *phi, const double *mass, const double *force,
                        const double *gamma, double *out);

static fixed_code *load_code(const mechanism *m, const char *cc, const char *folder)
{
    char source[300], library[300], line[1000];
    snprintf(source, sizeof source, "%s/fixed_%s.c", folder, m->v->name);
    snprintf(library, sizeof library, "%s/fixed_%s.so", folder, m->v->name);
    write_code(m, source);
    snprintf(line, sizeof line,
             "%s -std=c11 -O2 -march=native -ffp-contract=fast -fPIC -shared -o %s %s", cc, library,
             source);
    if (system(line))
        exit(1);
    void *handle = dlopen(library, RTLD_NOW);
    fixed_code *code = NULL;
    if (handle)
        *(void **)&code = dlsym(handle, "fixed");
    if (!code)
        exit(1);
    return code;
}

/* ---- the table ------------------------------------------------------------------------------- */

enum { BY_BLAS, BY_KLU, BY_FIXED, WAYS };

typedef struct {
    const mechanism *m;
    dense_room *dense;
    sparse_room *sparse;
    fixed_code *code;
} rooms;

static void evaluate(const rooms *r, int way, int s, double *out)
{
    if (way == BY_BLAS)
        by_blas(r->m, s, r->dense, out);
    else if (way == BY_KLU)
        by_klu(r->m, s, r->dense, r->sparse, out);
    else
        r->code(&r->m->sample[s].phi[0][0], &r->m->sample[s].mass[0][0], r->m->sample[s].force,
                r->m->sample[s].gamma, out);
}

/* Of this process alone: other load does not count. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of twenty rounds the best, in microseconds per evaluation. */
static double time_of(const rooms *r, int way)
{
    enum { EVALUATIONS = 400, ROUNDS = 20 };
    double best = INFINITY, out[MOST];
    for (int round = 0; round < ROUNDS; round++) {
        const double began = seconds();
        for (int k = 0; k < EVALUATIONS; k++)
            evaluate(r, way, k % SAMPLES, out);
        best = fmin(best, seconds() - began);
    }
    return 1e6 * best / EVALUATIONS;
}

/* Of all ways from the first, over the largest result. */
static double largest_difference(const rooms *r)
{
    double most = 0, size = 0, a[MOST], b[MOST];
    for (int s = 0; s < SAMPLES; s++)
        for (int way = 1; way < WAYS; way++) {
            evaluate(r, 0, s, a);
            evaluate(r, way, s, b);
            for (int i = 0; i < r->m->v->independent; i++) {
                most = fmax(most, fabs(a[i] - b[i]));
                size = fmax(size, fabs(a[i]));
            }
        }
    return most / size;
}

static int run(const vehicle *v, const char *cc, const char *folder)
{
    mechanism *m = calloc(1, sizeof *m);
    rooms r = {m, calloc(1, sizeof *r.dense), calloc(1, sizeof *r.sparse), NULL};
    int entries = 0;
    if (!m || !r.dense || !r.sparse)
        exit(1);
    m->v = v;
    m->all = v->dependent + v->independent;
    make_pattern(m);
    make_tree(m);
    make_numbers(m);
    sparse_open(m, r.sparse);
    r.code = load_code(m, cc, folder);
    for (int i = 0; i < v->rows; i++)
        for (int k = 0; k < v->dependent; k++)
            entries += m->phi[i][k];
    const double error = largest_difference(&r);
    double us[WAYS];
    for (int way = 0; way < WAYS; way++)
        us[way] = time_of(&r, way);
    const double better = fmin(us[BY_BLAS], us[BY_KLU]);
    printf("%-6s %2d x %2d %5.1f %% %4d %9.2f %9.2f %9.2f %6.1f   %4.0f %5.0f %5.0f %9.1e\n",
           v->name, v->rows, v->dependent, 100.0 * entries / (v->rows * v->dependent),
           v->independent,
           us[BY_BLAS], us[BY_KLU], us[BY_FIXED], better / us[BY_FIXED], v->paper_us[0],
           v->paper_us[1], v->paper_us[2], error);
    free(r.sparse);
    free(r.dense);
    free(m);
    return !(error < 1e-9);
}

int main(int argc, char **argv)
{
    int wrong = 0;
    if (argc != 3)
        return 2;
    openblas_set_num_threads(1);
    printf("%-7s Phi_d            free      BLAS       KLU     fixed   gain  paper: C  BLAS"
           "  MA48     error\n", "");
    for (unsigned k = 0; k < sizeof VEHICLES / sizeof VEHICLES[0]; k++)
        wrong |= run(&VEHICLES[k], argv[1], argv[2]);
    return wrong;
}
