/* SPDX-License-Identifier: MIT */
/* A controller on the core: a PUMA 560 follows a trajectory by computed torque, 1000 steps a
 * second.
 *
 *     track puma560.tau [DEVICE] [FILE.csv] [FILE.svg]
 *
 * Each step: a = qdd_d + Kd (qd_d - qd) + Kp (q_d - q); the core makes tau of (q, qd, a); the arm
 * feels tau for 1 ms. The arm is integrated here, RK4 in binary64: its mass matrix and bias come
 * from the CPU reference (puma560.c of `tauflow compile`), column by column from unit
 * accelerations. The same is done with a controller that is binary64 throughout, and both are
 * compared. */
#include "puma560.h"
#include "tauflow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = PUMA560_JOINTS, STEPS = 3000, SETTLED = 1000 };
static const double STEP_S = 1e-3;
/* Every joint starts this far off its path, to see that the controller brings it there. */
static const double START_OFF_RAD = 0.05;
/* Two poles at 25 per second in every joint: the start is forgotten after half a second. */
static const double KP = 625, KD = 50;

typedef struct {
    double q[N], qd[N];
} arm;

/* ---- the arm ------------------------------------------------------------------------------- */

/* Solves M x = b by Cholesky; M is symmetric and positive definite. */
static void solve(double m[N][N], double *b)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = m[i][j];
            for (int k = 0; k < j; k++)
                sum -= m[i][k] * m[j][k];
            m[i][j] = i == j ? sqrt(sum) : sum / m[j][j];
        }
        double sum = b[i];
        for (int k = 0; k < i; k++)
            sum -= m[i][k] * b[k];
        b[i] = sum / m[i][i];
    }
    for (int i = N - 1; i >= 0; i--) {
        for (int k = i + 1; k < N; k++)
            b[i] -= m[k][i] * b[k];
        b[i] /= m[i][i];
    }
}

static void accelerate(const arm *x, const double *tau, double *qdd)
{
    const double zero[N] = {0};
    double bias[N], weight[N], m[N][N];
    puma560_torque_f64(x->q, x->qd, zero, bias);
    puma560_torque_f64(x->q, zero, zero, weight);
    for (int j = 0; j < N; j++) {
        double unit[N] = {0}, column[N];
        unit[j] = 1;
        puma560_torque_f64(x->q, zero, unit, column);
        for (int i = 0; i < N; i++)
            m[i][j] = column[i] - weight[i];
        qdd[j] = tau[j] - bias[j];
    }
    solve(m, qdd);
}

static arm moved(const arm *x, const double *qd, const double *qdd, double by)
{
    arm y;
    for (int i = 0; i < N; i++) {
        y.q[i] = x->q[i] + by * qd[i];
        y.qd[i] = x->qd[i] + by * qdd[i];
    }
    return y;
}

/* One step of RK4 under constant torque. */
static void integrate(arm *x, const double *tau)
{
    static const double AT[4] = {0, 0.5, 0.5, 1}, WEIGHT[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    double qd[N] = {0}, qdd[N] = {0}, sum_qd[N] = {0}, sum_qdd[N] = {0};
    for (int k = 0; k < 4; k++) {
        arm y = moved(x, qd, qdd, AT[k] * STEP_S);
        accelerate(&y, tau, qdd);
        memcpy(qd, y.qd, sizeof qd);
        for (int i = 0; i < N; i++) {
            sum_qd[i] += WEIGHT[k] * qd[i];
            sum_qdd[i] += WEIGHT[k] * qdd[i];
        }
    }
    *x = moved(x, sum_qd, sum_qdd, STEP_S);
}

/* ---- the controller ------------------------------------------------------------------------ */

/* Where the arm should be: every joint swings about its own centre with its own period. */
static void trajectory(double t, double *q, double *qd, double *qdd)
{
    static const double CENTRE[N] = {0, -0.6, 0.4, 0, 0.5, 0},
                        SWING[N] = {0.8, 0.4, 0.5, 0.7, 0.5, 0.9},
                        RATE[N] = {2.1, 1.7, 2.6, 3.1, 2.3, 3.7};
    for (int i = 0; i < N; i++) {
        q[i] = CENTRE[i] + SWING[i] * sin(RATE[i] * t);
        qd[i] = SWING[i] * RATE[i] * cos(RATE[i] * t);
        qdd[i] = -SWING[i] * RATE[i] * RATE[i] * sin(RATE[i] * t);
    }
}

static void command(double t, const arm *x, double *error, double *a)
{
    double q[N], qd[N], qdd[N];
    trajectory(t, q, qd, qdd);
    for (int i = 0; i < N; i++) {
        error[i] = q[i] - x->q[i];
        a[i] = qdd[i] + KD * (qd[i] - x->qd[i]) + KP * error[i];
    }
}

typedef struct {
    double error[N], tau[N],
        reference[N]; /* reference: torque of the binary64 controller, on its own arm */
} sample;

typedef struct {
    double start;                              /* largest error at the first step */
    double error, torque, apart, torque_apart; /* largest, from SETTLED on */
} verdict;

static double largest(double so_far, const double *a, const double *b)
{
    for (int i = 0; i < N; i++)
        so_far = fmax(so_far, fabs(a[i] - (b ? b[i] : 0)));
    return so_far;
}

static tauflow_status track(tauflow *core, sample *list, verdict *v)
{
    arm one, other;
    double unused[N], a[N];
    trajectory(0, one.q, one.qd, unused);
    for (int i = 0; i < N; i++)
        one.q[i] += i % 2 ? START_OFF_RAD : -START_OFF_RAD;
    other = one;
    *v = (verdict){0};
    for (int k = 0; k < STEPS; k++) {
        sample *s = &list[k];
        command(k * STEP_S, &other, unused, a);
        puma560_torque_f64(other.q, other.qd, a, s->reference);
        command(k * STEP_S, &one, s->error, a);
        tauflow_status done = tauflow_step(core, one.q, one.qd, a, s->tau);
        if (done != TAUFLOW_OK)
            return done;
        if (k == 0)
            v->start = largest(0, s->error, NULL);
        if (k >= SETTLED) {
            v->error = largest(v->error, s->error, NULL);
            v->torque = largest(v->torque, s->tau, NULL);
            v->apart = largest(v->apart, one.q, other.q);
            v->torque_apart = largest(v->torque_apart, s->tau, s->reference);
        }
        integrate(&one, s->tau);
        integrate(&other, s->reference);
    }
    return TAUFLOW_OK;
}

/* ---- files --------------------------------------------------------------------------------- */

static int write_csv(const char *path, const sample *list)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return 0;
    fprintf(f, "t_s");
    for (int i = 1; i <= N; i++)
        fprintf(f, ",error%d_rad", i);
    for (int i = 1; i <= N; i++)
        fprintf(f, ",tau%d_nm", i);
    for (int k = 0; k < STEPS; k++) {
        fprintf(f, "\n%.3f", k * STEP_S);
        for (int i = 0; i < N; i++)
            fprintf(f, ",%.9g", list[k].error[i]);
        for (int i = 0; i < N; i++)
            fprintf(f, ",%.9g", list[k].tau[i]);
    }
    fprintf(f, "\n");
    int good = !ferror(f);
    return fclose(f) == 0 && good;
}

/* A panel: what a value is in pixels from its upper edge, and the steps of its axes. */
enum { LEFT = 70, WIDE = 700, TALL = 210 };
typedef struct {
    FILE *f;
    double top, most; /* most: the largest magnitude, a round number of steps */
    double step;
} panel;

static double across(double t_s)
{
    return LEFT + WIDE * t_s / (STEPS * STEP_S);
}

static double down(const panel *p, double value)
{
    return p->top + TALL / 2. * (1 - value / p->most);
}

/* 1, 2 or 5 times a power of ten, some four of them up to `most`. */
static double round_step(double most)
{
    const double power = pow(10, floor(log10(most / 4))), rough = most / 4 / power;
    return power * (rough > 5 ? 10 : rough > 2 ? 5 : rough > 1 ? 2 : 1);
}

static void draw_axes(const panel *p)
{
    const int steps = (int)lround(p->most / p->step);
    for (int k = -steps; k <= steps; k++) {
        const double y = down(p, k * p->step);
        fprintf(p->f, "<path d=\"M%d %gh%d\" stroke=\"%s\"/>", LEFT, y, WIDE, k ? "#ddd" : "#888");
        fprintf(p->f, "<text x=\"%d\" y=\"%g\" text-anchor=\"end\">%.4g</text>\n", LEFT - 8,
                y + 4, k * p->step);
    }
    for (double t = 0; t <= STEPS * STEP_S; t += 0.5) {
        fprintf(p->f, "<path d=\"M%g %gv%d\" stroke=\"#ddd\"/>", across(t), p->top, TALL + 5);
        fprintf(p->f, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\">%g s</text>\n", across(t),
                p->top + TALL + 20, t);
    }
}

/* One panel of curves, every fifth step. */
static void draw_panel(FILE *f, const sample *list, int torques, double top, const char *title)
{
    static const char *const COLOUR[N] = {"#1f77b4", "#d62728", "#2ca02c",
                                          "#9467bd", "#ff7f0e", "#17becf"};
    double most = 0;
    for (int k = 0; k < STEPS; k++)
        most = largest(most, torques ? list[k].tau : list[k].error, NULL);
    panel p = {.f = f, .top = top, .step = round_step(most)};
    p.most = p.step * ceil(most / p.step);
    fprintf(f, "<text x=\"%d\" y=\"%g\" font-weight=\"600\">%s, largest %.3g</text>\n", LEFT,
            top - 12, title, most);
    draw_axes(&p);
    for (int i = 0; i < N; i++) {
        fprintf(f, "<polyline fill=\"none\" stroke=\"%s\" points=\"", COLOUR[i]);
        for (int k = 0; k < STEPS; k += 5)
            fprintf(f, "%.1f,%.2f ", across(k * STEP_S),
                    down(&p, torques ? list[k].tau[i] : list[k].error[i]));
        fprintf(f, "\"/>\n<text x=\"%d\" y=\"%g\" fill=\"%s\">q%d</text>\n", LEFT + WIDE + 14,
                top + 12 + 18 * i, COLOUR[i], i + 1);
    }
}

static int write_svg(const char *path, const sample *list)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return 0;
    fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"840\" height=\"590\" "
               "font-family=\"sans-serif\" font-size=\"13\">\n");
    fprintf(f, "<rect width=\"840\" height=\"590\" fill=\"white\"/>\n");
    draw_panel(f, list, 0, 40, "tracking error (rad)");
    draw_panel(f, list, 1, 330, "torque (N m)");
    fprintf(f, "</svg>\n");
    int good = !ferror(f);
    return fclose(f) == 0 && good;
}

static void print(const verdict *v, const char *device)
{
    printf("PUMA 560 by computed torque on %s, %d steps of 1 ms, at the start %.3g rad off; "
           "from %g s on:\n",
           device, STEPS, v->start, SETTLED * STEP_S);
    printf("  largest tracking error        %.2e rad  (torque is held for a step while the arm "
           "moves on)\n",
           v->error);
    printf("  largest torque                %.1f N m\n", v->torque);
    printf("  arm, core against binary64    %.2e rad  (the core rounds to 24 bits; feedback keeps "
           "that small)\n",
           v->apart);
    printf("  torque, core against binary64 %.2e N m\n", v->torque_apart);
}

int main(int argc, char **argv)
{
    static sample list[STEPS];
    char why[TAUFLOW_MESSAGE_BYTES];
    verdict v = {0};
    tauflow *core = NULL;
    const char *device = argc > 2 ? argv[2] : "sim:";
    if (argc < 2) {
        fprintf(stderr, "usage: track puma560.tau [DEVICE] [FILE.csv] [FILE.svg]\n");
        return 2;
    }
    tauflow_status done = tauflow_open(device, NULL, &core);
    if (done == TAUFLOW_OK)
        done = tauflow_load(core, argv[1]);
    if (done == TAUFLOW_OK)
        done = track(core, list, &v);
    if (done != TAUFLOW_OK)
        fprintf(stderr, "track: error: %s: %s\n", tauflow_status_word(done),
                tauflow_message(core, why, sizeof why));
    tauflow_close(core);
    if (done != TAUFLOW_OK)
        return 1;
    print(&v, device);
    if ((argc > 3 && !write_csv(argv[3], list)) || (argc > 4 && !write_svg(argv[4], list))) {
        fprintf(stderr, "track: error: cannot write %s\n", argv[argc > 4 ? 4 : 3]);
        return 1;
    }
    /* Held torque: error of the order of jerk x step / KP. Rounding: 2^-24 of the torque, over
     * inertia and KP. */
    return v.error < 1e-3 && v.apart < 1e-5 ? 0 : 1;
}
