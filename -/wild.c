/* Made by tauflow; what is in it is told in wild.h. Needs a C11 compiler and nothing else. The vectors
 * are GNU extensions, used where the compiler has them. Compiled with -ffp-contract=off, every function
 * rounds exactly as the operations say; without it a compiler may fuse a product and a sum. */
#include <stddef.h>
#include <stdint.h>

#if defined(WILD_VECTOR_BYTES)
/* chosen on the command line: 16, 32, 64, or 0 for no vectors */
#elif !defined(__GNUC__)
#define WILD_VECTOR_BYTES 0
#elif defined(__AVX512F__)
#define WILD_VECTOR_BYTES 64
#elif defined(__AVX__)
#define WILD_VECTOR_BYTES 32
#else
#define WILD_VECTOR_BYTES 16 /* SSE2, NEON */
#endif
/* Vectors across the joints of one state stand among scalar code, which the widest ones would slow down. */
#if WILD_VECTOR_BYTES > 32
#define WILD_JOINT_VECTOR_BYTES 32
#else
#define WILD_JOINT_VECTOR_BYTES WILD_VECTOR_BYTES
#endif

#if defined(__GNUC__) && !defined(__clang__)
/* Vectors that are put together from scattered numbers cost more than they save; a memset among
 * scalar code takes the widest vectors, which slow that down. */
#pragma GCC push_options
#pragma GCC optimize("no-tree-slp-vectorize", \
    "no-tree-loop-distribute-patterns")
#endif

extern const char *const wild_joint_names[8];
extern const char *const wild_joint_units[8];
extern const double wild_joint_lower[8];
extern const double wild_joint_upper[8];
extern const double wild_joint_velocity[8];
extern const double wild_joint_effort[8];
extern const char *const wild_freedom_names[8];
extern const char *const wild_frame_names[4];
extern const char *const wild_jacobian_input_names[6];
extern const char *const wild_jacobian_output_names[192];

const char *const wild_joint_names[8] = {
    "j1",
    "j2",
    "j3",
    "j4",
    "j6",
    "j7",
    "j5",
    "j8"
};
const char *const wild_joint_units[8] = {
    "m",
    "rad",
    "rad",
    "m",
    "rad",
    "m",
    "rad",
    "rad"
};
const double wild_joint_lower[8] = {-9, -9, -9, -9, -9, -9, -9, -9};
const double wild_joint_upper[8] = {9, 9, 9, 9, 9, 9, 9, 9};
const double wild_joint_velocity[8] = {1, 1, 1, 1, 1, 1, 1, 1};
const double wild_joint_effort[8] = {1, 1, 1, 1, 1, 1, 1, 1};
const char *const wild_freedom_names[8] = {
    "j1",
    "j2",
    "j3",
    "j4",
    "j6",
    "j7",
    "j5",
    "j8"
};
const char *const wild_frame_names[4] = {
    "l2",
    "l5",
    "l7",
    "l8"
};
const char *const wild_jacobian_input_names[6] = {
    "s3_1",
    "c3_1",
    "q4",
    "s5_1",
    "c5_1",
    "q6"
};
const char *const wild_jacobian_output_names[192] = {
    "Jv1x_1",
    "Jv1x_2",
    "Jv1x_3",
    "Jv1x_4",
    "Jv1x_5",
    "Jv1x_6",
    "Jv1x_7",
    "Jv1x_8",
    "Jv1y_1",
    "Jv1y_2",
    "Jv1y_3",
    "Jv1y_4",
    "Jv1y_5",
    "Jv1y_6",
    "Jv1y_7",
    "Jv1y_8",
    "Jv1z_1",
    "Jv1z_2",
    "Jv1z_3",
    "Jv1z_4",
    "Jv1z_5",
    "Jv1z_6",
    "Jv1z_7",
    "Jv1z_8",
    "Jw1x_1",
    "Jw1x_2",
    "Jw1x_3",
    "Jw1x_4",
    "Jw1x_5",
    "Jw1x_6",
    "Jw1x_7",
    "Jw1x_8",
    "Jw1y_1",
    "Jw1y_2",
    "Jw1y_3",
    "Jw1y_4",
    "Jw1y_5",
    "Jw1y_6",
    "Jw1y_7",
    "Jw1y_8",
    "Jw1z_1",
    "Jw1z_2",
    "Jw1z_3",
    "Jw1z_4",
    "Jw1z_5",
    "Jw1z_6",
    "Jw1z_7",
    "Jw1z_8",
    "Jv2x_1",
    "Jv2x_2",
    "Jv2x_3",
    "Jv2x_4",
    "Jv2x_5",
    "Jv2x_6",
    "Jv2x_7",
    "Jv2x_8",
    "Jv2y_1",
    "Jv2y_2",
    "Jv2y_3",
    "Jv2y_4",
    "Jv2y_5",
    "Jv2y_6",
    "Jv2y_7",
    "Jv2y_8",
    "Jv2z_1",
    "Jv2z_2",
    "Jv2z_3",
    "Jv2z_4",
    "Jv2z_5",
    "Jv2z_6",
    "Jv2z_7",
    "Jv2z_8",
    "Jw2x_1",
    "Jw2x_2",
    "Jw2x_3",
    "Jw2x_4",
    "Jw2x_5",
    "Jw2x_6",
    "Jw2x_7",
    "Jw2x_8",
    "Jw2y_1",
    "Jw2y_2",
    "Jw2y_3",
    "Jw2y_4",
    "Jw2y_5",
    "Jw2y_6",
    "Jw2y_7",
    "Jw2y_8",
    "Jw2z_1",
    "Jw2z_2",
    "Jw2z_3",
    "Jw2z_4",
    "Jw2z_5",
    "Jw2z_6",
    "Jw2z_7",
    "Jw2z_8",
    "Jv3x_1",
    "Jv3x_2",
    "Jv3x_3",
    "Jv3x_4",
    "Jv3x_5",
    "Jv3x_6",
    "Jv3x_7",
    "Jv3x_8",
    "Jv3y_1",
    "Jv3y_2",
    "Jv3y_3",
    "Jv3y_4",
    "Jv3y_5",
    "Jv3y_6",
    "Jv3y_7",
    "Jv3y_8",
    "Jv3z_1",
    "Jv3z_2",
    "Jv3z_3",
    "Jv3z_4",
    "Jv3z_5",
    "Jv3z_6",
    "Jv3z_7",
    "Jv3z_8",
    "Jw3x_1",
    "Jw3x_2",
    "Jw3x_3",
    "Jw3x_4",
    "Jw3x_5",
    "Jw3x_6",
    "Jw3x_7",
    "Jw3x_8",
    "Jw3y_1",
    "Jw3y_2",
    "Jw3y_3",
    "Jw3y_4",
    "Jw3y_5",
    "Jw3y_6",
    "Jw3y_7",
    "Jw3y_8",
    "Jw3z_1",
    "Jw3z_2",
    "Jw3z_3",
    "Jw3z_4",
    "Jw3z_5",
    "Jw3z_6",
    "Jw3z_7",
    "Jw3z_8",
    "Jv4x_1",
    "Jv4x_2",
    "Jv4x_3",
    "Jv4x_4",
    "Jv4x_5",
    "Jv4x_6",
    "Jv4x_7",
    "Jv4x_8",
    "Jv4y_1",
    "Jv4y_2",
    "Jv4y_3",
    "Jv4y_4",
    "Jv4y_5",
    "Jv4y_6",
    "Jv4y_7",
    "Jv4y_8",
    "Jv4z_1",
    "Jv4z_2",
    "Jv4z_3",
    "Jv4z_4",
    "Jv4z_5",
    "Jv4z_6",
    "Jv4z_7",
    "Jv4z_8",
    "Jw4x_1",
    "Jw4x_2",
    "Jw4x_3",
    "Jw4x_4",
    "Jw4x_5",
    "Jw4x_6",
    "Jw4x_7",
    "Jw4x_8",
    "Jw4y_1",
    "Jw4y_2",
    "Jw4y_3",
    "Jw4y_4",
    "Jw4y_5",
    "Jw4y_6",
    "Jw4y_7",
    "Jw4y_8",
    "Jw4z_1",
    "Jw4z_2",
    "Jw4z_3",
    "Jw4z_4",
    "Jw4z_5",
    "Jw4z_6",
    "Jw4z_7",
    "Jw4z_8"
};

void wild_jacobian_f64(const double *q, double *jacobian);
void wild_jacobian_batch_f64(size_t count, size_t stride, const double *q, double *jacobian);
void wild_jacobian_words_f64(const double *in, double *out);
void wild_jacobian_words_batch_f64(size_t count, size_t stride, const double *in, double *out);
void wild_sincos_f64(size_t count, const double *angle, double *sine, double *cosine);

#if WILD_JOINT_VECTOR_BYTES
#define WILD_JOINT_LANES_f64 (WILD_JOINT_VECTOR_BYTES / 8)
typedef double wild_joint_v_f64 __attribute__((vector_size(WILD_JOINT_VECTOR_BYTES), may_alias));
typedef uint64_t wild_joint_m_f64 __attribute__((vector_size(WILD_JOINT_VECTOR_BYTES), may_alias));
typedef int64_t wild_joint_i_f64 __attribute__((vector_size(WILD_JOINT_VECTOR_BYTES), may_alias));
#define WILD_JOINT_BITS_f64(x) ((wild_joint_m_f64)(x))
#define WILD_JOINT_REAL_f64(x) ((wild_joint_v_f64)(x))
#else
#define WILD_JOINT_LANES_f64 1
typedef double wild_joint_v_f64;
typedef uint64_t wild_joint_m_f64;
typedef int64_t wild_joint_i_f64;
static inline wild_joint_m_f64 WILD_JOINT_BITS_f64(wild_joint_v_f64 x)
{
    union { wild_joint_v_f64 real; wild_joint_m_f64 bits; } both;
    both.real = x;
    return both.bits;
}
static inline wild_joint_v_f64 WILD_JOINT_REAL_f64(wild_joint_m_f64 x)
{
    union { wild_joint_v_f64 real; wild_joint_m_f64 bits; } both;
    both.bits = x;
    return both.real;
}
#endif

/* From sine s and cosine c of the reduced angle to those of x, by the quarter turns taken away. */
static inline void wild_joint_turn_f64(wild_joint_v_f64 turned, wild_joint_v_f64 s, wild_joint_v_f64 c, wild_joint_v_f64 *sine, wild_joint_v_f64 *cosine)
{
    const uint64_t sign = (uint64_t)1 << 63;
    const wild_joint_m_f64 odd = WILD_JOINT_BITS_f64(turned) << 63, half = WILD_JOINT_BITS_f64(turned) << (63 - 1);
    const wild_joint_m_f64 swap = (WILD_JOINT_BITS_f64(s) ^ WILD_JOINT_BITS_f64(c)) & (wild_joint_m_f64)((wild_joint_i_f64)odd >> 63);
    *sine = WILD_JOINT_REAL_f64(WILD_JOINT_BITS_f64(s) ^ swap ^ (half & sign));
    *cosine = WILD_JOINT_REAL_f64(WILD_JOINT_BITS_f64(c) ^ swap ^ ((half ^ odd) & sign));
}

/* Sine and cosine, error below 1.1 units in the last place for |x| < 2^20; NaN beyond. */
static inline void wild_joint_pair_f64(wild_joint_v_f64 x, wild_joint_v_f64 *sine, wild_joint_v_f64 *cosine)
{
    const wild_joint_v_f64 turned = x * 0x1.45f306dc9c883p-1 + 0x1.8p+52;
    const wild_joint_v_f64 k = turned - 0x1.8p+52; /* x / (pi/2), rounded; its low bits are those of turned */
    const wild_joint_v_f64 first = x - k * 0x1.921fb544p+0;
    const wild_joint_v_f64 second = k * 0x1.0b4611a6p-34;
    const wild_joint_v_f64 high = first - second;
    const wild_joint_v_f64 guard = (x * 0x1p+1004) * 0.0;
    const wild_joint_v_f64 rest = ((first - high) - second) - (k * 0x1.3198a2e037073p-69 + guard);
    const wild_joint_v_f64 r = high + rest;
    const wild_joint_v_f64 low = (high - r) + rest;
    const wild_joint_v_f64 z = r * r, zz = z * z, half = 0.5 * z, near = 1.0 - half;
    const wild_joint_v_f64 s = (-0x1.5555555555548p-3 + z * 0x1.111111110f73p-7)
        + zz * ((-0x1.a01a019be9215p-13 + z * 0x1.71de35552b247p-19)
        + zz * (-0x1.ae5e4b83b66p-26 + z * 0x1.5d8b5584abe96p-33));
    const wild_joint_v_f64 c = (0x1.555555555554cp-5 - z * 0x1.6c16c16c1521fp-10)
        + zz * ((0x1.a01a019cbf62ap-16 - z * 0x1.27e4f812b68a3p-22)
        + zz * (0x1.1ee9f152b40b5p-29 - z * 0x1.8fb13115e4d93p-37));
    wild_joint_turn_f64(turned, r + (r * z * s + low), near + (((1.0 - near) - half) + (zz * c - r * low)), sine, cosine);
}

#if WILD_VECTOR_BYTES
#define WILD_LANES_f64 (WILD_VECTOR_BYTES / 8)
typedef double wild_v_f64 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias));
typedef uint64_t wild_m_f64 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias));
typedef int64_t wild_i_f64 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias));
#define WILD_BITS_f64(x) ((wild_m_f64)(x))
#define WILD_REAL_f64(x) ((wild_v_f64)(x))
#else
#define WILD_LANES_f64 1
typedef double wild_v_f64;
typedef uint64_t wild_m_f64;
typedef int64_t wild_i_f64;
static inline wild_m_f64 WILD_BITS_f64(wild_v_f64 x)
{
    union { wild_v_f64 real; wild_m_f64 bits; } both;
    both.real = x;
    return both.bits;
}
static inline wild_v_f64 WILD_REAL_f64(wild_m_f64 x)
{
    union { wild_v_f64 real; wild_m_f64 bits; } both;
    both.bits = x;
    return both.real;
}
#endif

/* From sine s and cosine c of the reduced angle to those of x, by the quarter turns taken away. */
static inline void wild_turn_f64(wild_v_f64 turned, wild_v_f64 s, wild_v_f64 c, wild_v_f64 *sine, wild_v_f64 *cosine)
{
    const uint64_t sign = (uint64_t)1 << 63;
    const wild_m_f64 odd = WILD_BITS_f64(turned) << 63, half = WILD_BITS_f64(turned) << (63 - 1);
    const wild_m_f64 swap = (WILD_BITS_f64(s) ^ WILD_BITS_f64(c)) & (wild_m_f64)((wild_i_f64)odd >> 63);
    *sine = WILD_REAL_f64(WILD_BITS_f64(s) ^ swap ^ (half & sign));
    *cosine = WILD_REAL_f64(WILD_BITS_f64(c) ^ swap ^ ((half ^ odd) & sign));
}

#if WILD_VECTOR_BYTES
typedef double wild_u_f64 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias, aligned(sizeof(double))));
#endif

/* Sine and cosine, error below 1.1 units in the last place for |x| < 2^20; NaN beyond. */
static inline void wild_pair_f64(wild_v_f64 x, wild_v_f64 *sine, wild_v_f64 *cosine)
{
    const wild_v_f64 turned = x * 0x1.45f306dc9c883p-1 + 0x1.8p+52;
    const wild_v_f64 k = turned - 0x1.8p+52; /* x / (pi/2), rounded; its low bits are those of turned */
    const wild_v_f64 first = x - k * 0x1.921fb544p+0;
    const wild_v_f64 second = k * 0x1.0b4611a6p-34;
    const wild_v_f64 high = first - second;
    const wild_v_f64 guard = (x * 0x1p+1004) * 0.0;
    const wild_v_f64 rest = ((first - high) - second) - (k * 0x1.3198a2e037073p-69 + guard);
    const wild_v_f64 r = high + rest;
    const wild_v_f64 low = (high - r) + rest;
    const wild_v_f64 z = r * r, zz = z * z, half = 0.5 * z, near = 1.0 - half;
    const wild_v_f64 s = (-0x1.5555555555548p-3 + z * 0x1.111111110f73p-7)
        + zz * ((-0x1.a01a019be9215p-13 + z * 0x1.71de35552b247p-19)
        + zz * (-0x1.ae5e4b83b66p-26 + z * 0x1.5d8b5584abe96p-33));
    const wild_v_f64 c = (0x1.555555555554cp-5 - z * 0x1.6c16c16c1521fp-10)
        + zz * ((0x1.a01a019cbf62ap-16 - z * 0x1.27e4f812b68a3p-22)
        + zz * (0x1.1ee9f152b40b5p-29 - z * 0x1.8fb13115e4d93p-37));
    wild_turn_f64(turned, r + (r * z * s + low), near + (((1.0 - near) - half) + (zz * c - r * low)), sine, cosine);
}

void wild_sincos_f64(size_t count, const double *angle, double *sine, double *cosine)
{
    for (size_t i = 0; i < count; i += WILD_LANES_f64) {
        wild_v_f64 x = {0}, s, c;
        const size_t lanes = count - i < WILD_LANES_f64 ? count - i : WILD_LANES_f64;
        for (size_t lane = 0; lane < lanes; lane++)
            ((double *)&x)[lane] = angle[i + lane];
        wild_pair_f64(x, &s, &c);
        for (size_t lane = 0; lane < lanes; lane++) {
            sine[i + lane] = ((double *)&s)[lane];
            cosine[i + lane] = ((double *)&c)[lane];
        }
    }
}

void wild_jacobian_words_f64(const double *restrict in, double *restrict out)
{
    (void)in;
    const double t1 = in[1] * 0x1.4a64066293e6dp-1;
    const double t0 = in[0] * 0x1.28617b4a242f1p-3;
    const double t2 = t0 + t1;
    const double t173 = (-0x1.73071619ffc4bp-1) * t2;
    const double t174 = t173 - 0x1.08a6bc771f48p-1;
    out[78] = t174;
    const double t9 = in[1] * 0x1.86e82d47395a8p-1;
    const double t8 = in[0] * 0x1.3ebfa632c54a8p-3;
    const double t10 = t8 - t9;
    const double t175 = (-0x1.73071619ffc4bp-1) * t10;
    const double t176 = t175 - 0x1.ba49112f733cbp-2;
    out[86] = t176;
    const double t19 = in[1] * 0x1.aa9d3f3ae8688p-6;
    const double t18 = in[0] * 0x1.f44dc3a39d894p-1;
    const double t20 = t18 + t19;
    const double t177 = 0x1.73071619ffc4bp-1 * t20;
    const double t178 = 0x1.29ac1254fe00ep-3 - t177;
    out[94] = t178;
    const double t36 = in[1] * 0x1.d3aa13d850702p-1;
    const double t35 = in[0] * 0x1.9b5eeeeeb2da1p-2;
    const double t37 = t35 - t36;
    const double t33 = in[1] * 0x1.9b5eeeeeb2da1p-2;
    const double t32 = in[0] * 0x1.d3aa13d850702p-1;
    const double t34 = t32 + t33;
    const double t38 = 0x1.28617b4a242f1p-3 * t34;
    const double t40 = 0x1.9300b462851efp-5 + t38;
    const double t39 = 0x1.4a64066293e6dp-1 * t37;
    const double t41 = t39 - t40;
    out[99] = t41;
    const double t42 = (-0x1.3ebfa632c54a8p-3) * t34;
    const double t44 = t42 - 0x1.50bfcc302f402p-5;
    const double t43 = 0x1.86e82d47395a8p-1 * t37;
    const double t45 = t44 - t43;
    out[107] = t45;
    const double t46 = 0x1.f44dc3a39d894p-1 * t34;
    const double t48 = 0x1.c5492e02c1625p-7 - t46;
    const double t47 = 0x1.aa9d3f3ae8688p-6 * t37;
    const double t49 = t47 + t48;
    out[115] = t49;
    const double t4 = in[1] * 0x1.28617b4a242f1p-3;
    const double t3 = in[0] * 0x1.4a64066293e6dp-1;
    const double t5 = t3 - t4;
    const double t6 = 0x1.c25edf95f4ac6p-2 * t5;
    const double t7 = t2 - t6;
    const double t74 = (-0x1.d3aa0638bbd27p-1) * t7;
    const double t75 = t74 - 0x1.9303b7588dc4bp-5;
    out[124] = t75;
    const double t22 = in[1] * 0x1.f44dc3a39d894p-1;
    const double t21 = in[0] * 0x1.aa9d3f3ae8688p-6;
    const double t23 = t21 - t22;
    const double t24 = 0x1.c25edf95f4ac6p-2 * t23;
    const double t25 = t20 - t24;
    const double t78 = 0x1.d3aa0638bbd27p-1 * t25;
    const double t79 = 0x1.c54c912a5eec9p-7 - t78;
    out[140] = t79;
    const double t12 = in[1] * 0x1.3ebfa632c54a8p-3;
    const double t11 = in[0] * 0x1.86e82d47395a8p-1;
    const double t13 = t11 + t12;
    const double t14 = 0x1.c25edf95f4ac6p-2 * t13;
    const double t15 = t10 + t14;
    const double t76 = 0x1.d3aa0638bbd27p-1 * t15;
    const double t77 = 0x1.50c250674bc71p-5 + t76;
    const double t200 = 0x0p+0 - t77;
    out[132] = t200;
    const double t183 = 0x1.c4fbf12aba607p-19 * t10;
    const double t185 = 0x1.3a069f8495233p+11 - t183;
    const double t184 = 0x1.c5d104b4a8f5p-19 * t13;
    const double t186 = t184 - t185;
    const double t187 = 0x1.c4fbf12aba607p-19 * t20;
    const double t189 = 0x1.a6b2e48e7ef5dp+9 + t187;
    const double t188 = 0x1.c5d104b4a8f5p-19 * t23;
    const double t190 = t188 - t189;
    const double t192 = 0x1.40e9f441c1045p-1 * t190;
    const double t191 = 0x1.aff872d1effecp-3 * t186;
    const double t193 = t191 - t192;
    out[50] = t193;
    const double t179 = 0x1.c4fbf12aba607p-19 * t2;
    const double t181 = 0x1.77cf08832a9e9p+11 - t179;
    const double t180 = 0x1.c5d104b4a8f5p-19 * t5;
    const double t182 = t180 + t181;
    const double t195 = 0x1.800d4a358994ap-1 * t190;
    const double t194 = 0x1.aff872d1effecp-3 * t182;
    const double t196 = t194 + t195;
    out[58] = t196;
    const double t198 = 0x1.800d4a358994ap-1 * t186;
    const double t197 = 0x1.40e9f441c1045p-1 * t182;
    const double t199 = t197 + t198;
    out[66] = t199;
    const double t68 = 0x1.ebd064af44957p-5 * t7;
    const double t69 = 0x1.7f399af47d20dp-1 - t68;
    const double t60 = 0x1.d4ac59e1f8c9ep-1 * t5;
    const double t59 = 0x1.9c42534e716c1p-2 * t2;
    const double t61 = t59 + t60;
    const double t105 = in[4] * t61;
    const double t104 = in[3] * t69;
    const double t106 = t104 - t105;
    const double t123 = 0x1.ef3ae817d0b6p-22 * t106;
    const double t122 = (-0x1.ffffffffffc3ap-1) * t75;
    const double t125 = t122 - t123;
    const double t114 = in[4] * t69;
    const double t113 = in[3] * t61;
    const double t115 = t113 + t114;
    const double t124 = 0x1.6d9788f134626p-25 * t115;
    const double t126 = t125 - t124;
    out[101] = t126;
    const double t70 = 0x1.ebd064af44957p-5 * t15;
    const double t71 = 0x1.40391207bbc8dp-1 - t70;
    const double t63 = 0x1.d4ac59e1f8c9ep-1 * t13;
    const double t62 = 0x1.9c42534e716c1p-2 * t10;
    const double t64 = t62 - t63;
    const double t108 = in[4] * t64;
    const double t107 = in[3] * t71;
    const double t109 = t107 - t108;
    const double t128 = 0x1.ef3ae817d0b6p-22 * t109;
    const double t127 = 0x1.ffffffffffc3ap-1 * t77;
    const double t130 = t127 - t128;
    const double t117 = in[4] * t71;
    const double t116 = in[3] * t64;
    const double t118 = t116 + t117;
    const double t129 = 0x1.6d9788f134626p-25 * t118;
    const double t131 = t130 - t129;
    out[109] = t131;
    const double t72 = 0x1.ebd064af44957p-5 * t25;
    const double t73 = 0x1.af0a5a0ff6c85p-3 + t72;
    const double t66 = 0x1.d4ac59e1f8c9ep-1 * t23;
    const double t65 = 0x1.9c42534e716c1p-2 * t20;
    const double t67 = t65 + t66;
    const double t111 = in[4] * t67;
    const double t110 = in[3] * t73;
    const double t112 = t110 + t111;
    const double t133 = 0x1.ef3ae817d0b6p-22 * t112;
    const double t132 = 0x1.ffffffffffc3ap-1 * t79;
    const double t135 = t133 - t132;
    const double t120 = in[4] * t73;
    const double t119 = in[3] * t67;
    const double t121 = t119 - t120;
    const double t134 = 0x1.6d9788f134626p-25 * t121;
    const double t136 = t135 - t134;
    out[117] = t136;
    const double t149 = 0x1.1aa07f0b26e5dp+6 * t121;
    const double t148 = 0x1.a149296fd6245p+2 * t112;
    const double t150 = t148 + t149;
    const double t147 = in[5] * t136;
    const double t151 = t147 + t150;
    const double t144 = 0x1.1aa07f0b26e5dp+6 * t118;
    const double t143 = 0x1.a149296fd6245p+2 * t109;
    const double t145 = t143 - t144;
    const double t142 = in[5] * t131;
    const double t146 = t145 - t142;
    const double t16 = in[2] * 0x1.d3aa13d850702p-1;
    const double t17 = in[2] * 0x1.9b5eeeeeb2da1p-2;
    const double t27 = in[1] * t17;
    const double t26 = in[0] * t16;
    const double t28 = t26 + t27;
    const double t30 = in[1] * t16;
    const double t29 = in[0] * t17;
    const double t31 = t29 - t30;
    const double t51 = 0x1.28617b4a242f1p-3 * t31;
    const double t50 = 0x1.4a64066293e6dp-1 * t28;
    const double t52 = t50 + t51;
    const double t84 = 0x1.da4645d6e3017p+11 * t10;
    const double t86 = 0x1.8ce70aa0f3e34p-1 - t84;
    const double t85 = 0x1.f532b0c4d06f4p+12 * t13;
    const double t87 = t85 + t86;
    const double t92 = 0x1.aff872d1effecp-3 * t87;
    const double t94 = t52 + t92;
    const double t88 = 0x1.da4645d6e3017p+11 * t20;
    const double t90 = 0x1.0b20c55519612p-2 + t88;
    const double t89 = 0x1.f532b0c4d06f4p+12 * t23;
    const double t91 = t89 + t90;
    const double t93 = 0x1.40e9f441c1045p-1 * t91;
    const double t95 = t93 - t94;
    const double t152 = 0x1.aff872d1effecp-3 * t146;
    const double t154 = t95 - t152;
    const double t153 = (-0x1.40e9f441c1045p-1) * t151;
    const double t155 = t153 - t154;
    out[98] = t155;
    const double t165 = t79 * t146;
    const double t164 = t77 * t151;
    const double t166 = t165 - t164;
    out[100] = t166;
    const double t139 = 0x1.1aa07f0b26e5dp+6 * t115;
    const double t138 = 0x1.a149296fd6245p+2 * t106;
    const double t140 = t138 - t139;
    const double t137 = in[5] * t126;
    const double t141 = t137 - t140;
    const double t54 = 0x1.3ebfa632c54a8p-3 * t31;
    const double t53 = 0x1.86e82d47395a8p-1 * t28;
    const double t55 = t53 - t54;
    const double t80 = 0x1.da4645d6e3017p+11 * t2;
    const double t82 = 0x1.dafdaa1f50d29p-1 - t80;
    const double t81 = 0x1.f532b0c4d06f4p+12 * t5;
    const double t83 = t81 - t82;
    const double t96 = 0x1.aff872d1effecp-3 * t83;
    const double t98 = t55 - t96;
    const double t97 = 0x1.800d4a358994ap-1 * t91;
    const double t99 = t97 - t98;
    const double t156 = (-0x1.aff872d1effecp-3) * t141;
    const double t158 = t99 - t156;
    const double t157 = (-0x1.800d4a358994ap-1) * t151;
    const double t159 = t158 - t157;
    out[106] = t159;
    const double t168 = t79 * t141;
    const double t167 = t75 * t151;
    const double t169 = t168 - t167;
    out[108] = t169;
    const double t57 = 0x1.f44dc3a39d894p-1 * t31;
    const double t56 = 0x1.aa9d3f3ae8688p-6 * t28;
    const double t58 = t56 + t57;
    const double t100 = 0x1.40e9f441c1045p-1 * t83;
    const double t102 = t58 + t100;
    const double t101 = 0x1.800d4a358994ap-1 * t87;
    const double t103 = t101 + t102;
    const double t160 = (-0x1.40e9f441c1045p-1) * t141;
    const double t162 = t103 - t160;
    const double t161 = 0x1.800d4a358994ap-1 * t146;
    const double t163 = t161 + t162;
    out[114] = t163;
    const double t171 = t77 * t141;
    const double t170 = t75 * t146;
    const double t172 = t171 - t170;
    out[116] = t172;
    out[0] = (-0x1.f812cb1abc984p-1);
    out[1] = 0x0p+0;
    out[2] = 0x0p+0;
    out[3] = 0x0p+0;
    out[4] = 0x0p+0;
    out[5] = 0x0p+0;
    out[6] = 0x0p+0;
    out[7] = 0x0p+0;
    out[8] = 0x1.f132ecd3a8b23p-4;
    out[9] = 0x0p+0;
    out[10] = 0x0p+0;
    out[11] = 0x0p+0;
    out[12] = 0x0p+0;
    out[13] = 0x0p+0;
    out[14] = 0x0p+0;
    out[15] = 0x0p+0;
    out[16] = 0x1.02f6ba1d081cdp-3;
    out[17] = 0x0p+0;
    out[18] = 0x0p+0;
    out[19] = 0x0p+0;
    out[20] = 0x0p+0;
    out[21] = 0x0p+0;
    out[22] = 0x0p+0;
    out[23] = 0x0p+0;
    out[24] = 0x0p+0;
    out[25] = (-0x1.659321cba6e6fp-1);
    out[26] = 0x0p+0;
    out[27] = 0x0p+0;
    out[28] = 0x0p+0;
    out[29] = 0x0p+0;
    out[30] = 0x0p+0;
    out[31] = 0x0p+0;
    out[32] = 0x0p+0;
    out[33] = 0x1.b639ae465afbbp-2;
    out[34] = 0x0p+0;
    out[35] = 0x0p+0;
    out[36] = 0x0p+0;
    out[37] = 0x0p+0;
    out[38] = 0x0p+0;
    out[39] = 0x0p+0;
    out[40] = 0x0p+0;
    out[41] = (-0x1.25b96a65e7adap-1);
    out[42] = 0x0p+0;
    out[43] = 0x0p+0;
    out[44] = 0x0p+0;
    out[45] = 0x0p+0;
    out[46] = 0x0p+0;
    out[47] = 0x0p+0;
    out[48] = (-0x1.f812cb1abc984p-1);
    out[49] = 0x0p+0;
    out[51] = 0x0p+0;
    out[52] = 0x0p+0;
    out[53] = 0x0p+0;
    out[54] = 0x0p+0;
    out[55] = 0x0p+0;
    out[56] = 0x1.f132ecd3a8b23p-4;
    out[57] = 0x0p+0;
    out[59] = 0x0p+0;
    out[60] = 0x0p+0;
    out[61] = 0x0p+0;
    out[62] = 0x0p+0;
    out[63] = 0x0p+0;
    out[64] = 0x1.02f6ba1d081cdp-3;
    out[65] = 0x0p+0;
    out[67] = 0x0p+0;
    out[68] = 0x0p+0;
    out[69] = 0x0p+0;
    out[70] = 0x0p+0;
    out[71] = 0x0p+0;
    out[72] = 0x0p+0;
    out[73] = 0x0p+0;
    out[74] = (-0x1.800d4a358994ap-1);
    out[75] = 0x0p+0;
    out[76] = 0x0p+0;
    out[77] = 0x0p+0;
    out[79] = 0x0p+0;
    out[80] = 0x0p+0;
    out[81] = 0x0p+0;
    out[82] = (-0x1.40e9f441c1045p-1);
    out[83] = 0x0p+0;
    out[84] = 0x0p+0;
    out[85] = 0x0p+0;
    out[87] = 0x0p+0;
    out[88] = 0x0p+0;
    out[89] = 0x0p+0;
    out[90] = 0x1.aff872d1effecp-3;
    out[91] = 0x0p+0;
    out[92] = 0x0p+0;
    out[93] = 0x0p+0;
    out[95] = 0x0p+0;
    out[96] = (-0x1.f812cb1abc984p-1);
    out[97] = 0x0p+0;
    out[102] = 0x0p+0;
    out[103] = 0x0p+0;
    out[104] = 0x1.f132ecd3a8b23p-4;
    out[105] = 0x0p+0;
    out[110] = 0x0p+0;
    out[111] = 0x0p+0;
    out[112] = 0x1.02f6ba1d081cdp-3;
    out[113] = 0x0p+0;
    out[118] = 0x0p+0;
    out[119] = 0x0p+0;
    out[120] = 0x0p+0;
    out[121] = 0x0p+0;
    out[122] = (-0x1.800d4a358994ap-1);
    out[123] = 0x0p+0;
    out[125] = 0x0p+0;
    out[126] = 0x0p+0;
    out[127] = 0x0p+0;
    out[128] = 0x0p+0;
    out[129] = 0x0p+0;
    out[130] = (-0x1.40e9f441c1045p-1);
    out[131] = 0x0p+0;
    out[133] = 0x0p+0;
    out[134] = 0x0p+0;
    out[135] = 0x0p+0;
    out[136] = 0x0p+0;
    out[137] = 0x0p+0;
    out[138] = 0x1.aff872d1effecp-3;
    out[139] = 0x0p+0;
    out[141] = 0x0p+0;
    out[142] = 0x0p+0;
    out[143] = 0x0p+0;
    out[144] = 0x0p+0;
    out[145] = 0x0p+0;
    out[146] = 0x0p+0;
    out[147] = 0x0p+0;
    out[148] = 0x0p+0;
    out[149] = 0x0p+0;
    out[150] = 0x0p+0;
    out[151] = 0x0p+0;
    out[152] = 0x0p+0;
    out[153] = 0x0p+0;
    out[154] = 0x0p+0;
    out[155] = 0x0p+0;
    out[156] = 0x0p+0;
    out[157] = 0x0p+0;
    out[158] = 0x0p+0;
    out[159] = 0x0p+0;
    out[160] = 0x0p+0;
    out[161] = 0x0p+0;
    out[162] = 0x0p+0;
    out[163] = 0x0p+0;
    out[164] = 0x0p+0;
    out[165] = 0x0p+0;
    out[166] = 0x0p+0;
    out[167] = 0x0p+0;
    out[168] = 0x0p+0;
    out[169] = 0x0p+0;
    out[170] = 0x0p+0;
    out[171] = 0x0p+0;
    out[172] = 0x0p+0;
    out[173] = 0x0p+0;
    out[174] = 0x0p+0;
    out[175] = 0x1p+0;
    out[176] = 0x0p+0;
    out[177] = 0x0p+0;
    out[178] = 0x0p+0;
    out[179] = 0x0p+0;
    out[180] = 0x0p+0;
    out[181] = 0x0p+0;
    out[182] = 0x0p+0;
    out[183] = 0x0p+0;
    out[184] = 0x0p+0;
    out[185] = 0x0p+0;
    out[186] = 0x0p+0;
    out[187] = 0x0p+0;
    out[188] = 0x0p+0;
    out[189] = 0x0p+0;
    out[190] = 0x0p+0;
    out[191] = 0x0p+0;
}

void wild_jacobian_f64(const double *restrict q, double *restrict jacobian)
{
    (void)q;
    enum { ANGLES = 2, BLOCKS = (ANGLES + WILD_JOINT_LANES_f64 - 1) / WILD_JOINT_LANES_f64 };
    wild_joint_v_f64 sines[BLOCKS], cosines[BLOCKS];
    const double *const sine = (const double *)sines, *const cosine = (const double *)cosines;
#if WILD_JOINT_LANES_f64 == 2
    wild_joint_pair_f64((wild_joint_v_f64){q[2] + (0x1.1fac8f26bdfa5p-25), q[4] + (0x1.e7718b8894bf5p+0)}, &sines[0], &cosines[0]);
#elif WILD_JOINT_LANES_f64 == 4
    wild_joint_pair_f64((wild_joint_v_f64){q[2] + (0x1.1fac8f26bdfa5p-25), q[4] + (0x1.e7718b8894bf5p+0)}, &sines[0], &cosines[0]);
#else
    wild_joint_pair_f64((wild_joint_v_f64){q[2] + (0x1.1fac8f26bdfa5p-25)}, &sines[0], &cosines[0]);
    wild_joint_pair_f64((wild_joint_v_f64){q[4] + (0x1.e7718b8894bf5p+0)}, &sines[1], &cosines[1]);
#endif
    const double t1 = cosine[0] * 0x1.4a64066293e6dp-1;
    const double t0 = sine[0] * 0x1.28617b4a242f1p-3;
    const double t2 = t0 + t1;
    const double t173 = (-0x1.73071619ffc4bp-1) * t2;
    const double t174 = t173 - 0x1.08a6bc771f48p-1;
    jacobian[78] = t174;
    const double t9 = cosine[0] * 0x1.86e82d47395a8p-1;
    const double t8 = sine[0] * 0x1.3ebfa632c54a8p-3;
    const double t10 = t8 - t9;
    const double t175 = (-0x1.73071619ffc4bp-1) * t10;
    const double t176 = t175 - 0x1.ba49112f733cbp-2;
    jacobian[86] = t176;
    const double t19 = cosine[0] * 0x1.aa9d3f3ae8688p-6;
    const double t18 = sine[0] * 0x1.f44dc3a39d894p-1;
    const double t20 = t18 + t19;
    const double t177 = 0x1.73071619ffc4bp-1 * t20;
    const double t178 = 0x1.29ac1254fe00ep-3 - t177;
    jacobian[94] = t178;
    const double t36 = cosine[0] * 0x1.d3aa13d850702p-1;
    const double t35 = sine[0] * 0x1.9b5eeeeeb2da1p-2;
    const double t37 = t35 - t36;
    const double t33 = cosine[0] * 0x1.9b5eeeeeb2da1p-2;
    const double t32 = sine[0] * 0x1.d3aa13d850702p-1;
    const double t34 = t32 + t33;
    const double t38 = 0x1.28617b4a242f1p-3 * t34;
    const double t40 = 0x1.9300b462851efp-5 + t38;
    const double t39 = 0x1.4a64066293e6dp-1 * t37;
    const double t41 = t39 - t40;
    jacobian[99] = t41;
    const double t42 = (-0x1.3ebfa632c54a8p-3) * t34;
    const double t44 = t42 - 0x1.50bfcc302f402p-5;
    const double t43 = 0x1.86e82d47395a8p-1 * t37;
    const double t45 = t44 - t43;
    jacobian[107] = t45;
    const double t46 = 0x1.f44dc3a39d894p-1 * t34;
    const double t48 = 0x1.c5492e02c1625p-7 - t46;
    const double t47 = 0x1.aa9d3f3ae8688p-6 * t37;
    const double t49 = t47 + t48;
    jacobian[115] = t49;
    const double t4 = cosine[0] * 0x1.28617b4a242f1p-3;
    const double t3 = sine[0] * 0x1.4a64066293e6dp-1;
    const double t5 = t3 - t4;
    const double t6 = 0x1.c25edf95f4ac6p-2 * t5;
    const double t7 = t2 - t6;
    const double t74 = (-0x1.d3aa0638bbd27p-1) * t7;
    const double t75 = t74 - 0x1.9303b7588dc4bp-5;
    jacobian[124] = t75;
    const double t22 = cosine[0] * 0x1.f44dc3a39d894p-1;
    const double t21 = sine[0] * 0x1.aa9d3f3ae8688p-6;
    const double t23 = t21 - t22;
    const double t24 = 0x1.c25edf95f4ac6p-2 * t23;
    const double t25 = t20 - t24;
    const double t78 = 0x1.d3aa0638bbd27p-1 * t25;
    const double t79 = 0x1.c54c912a5eec9p-7 - t78;
    jacobian[140] = t79;
    const double t12 = cosine[0] * 0x1.3ebfa632c54a8p-3;
    const double t11 = sine[0] * 0x1.86e82d47395a8p-1;
    const double t13 = t11 + t12;
    const double t14 = 0x1.c25edf95f4ac6p-2 * t13;
    const double t15 = t10 + t14;
    const double t76 = 0x1.d3aa0638bbd27p-1 * t15;
    const double t77 = 0x1.50c250674bc71p-5 + t76;
    const double t200 = 0x0p+0 - t77;
    jacobian[132] = t200;
    const double t183 = 0x1.c4fbf12aba607p-19 * t10;
    const double t185 = 0x1.3a069f8495233p+11 - t183;
    const double t184 = 0x1.c5d104b4a8f5p-19 * t13;
    const double t186 = t184 - t185;
    const double t187 = 0x1.c4fbf12aba607p-19 * t20;
    const double t189 = 0x1.a6b2e48e7ef5dp+9 + t187;
    const double t188 = 0x1.c5d104b4a8f5p-19 * t23;
    const double t190 = t188 - t189;
    const double t192 = 0x1.40e9f441c1045p-1 * t190;
    const double t191 = 0x1.aff872d1effecp-3 * t186;
    const double t193 = t191 - t192;
    jacobian[50] = t193;
    const double t179 = 0x1.c4fbf12aba607p-19 * t2;
    const double t181 = 0x1.77cf08832a9e9p+11 - t179;
    const double t180 = 0x1.c5d104b4a8f5p-19 * t5;
    const double t182 = t180 + t181;
    const double t195 = 0x1.800d4a358994ap-1 * t190;
    const double t194 = 0x1.aff872d1effecp-3 * t182;
    const double t196 = t194 + t195;
    jacobian[58] = t196;
    const double t198 = 0x1.800d4a358994ap-1 * t186;
    const double t197 = 0x1.40e9f441c1045p-1 * t182;
    const double t199 = t197 + t198;
    jacobian[66] = t199;
    const double t68 = 0x1.ebd064af44957p-5 * t7;
    const double t69 = 0x1.7f399af47d20dp-1 - t68;
    const double t60 = 0x1.d4ac59e1f8c9ep-1 * t5;
    const double t59 = 0x1.9c42534e716c1p-2 * t2;
    const double t61 = t59 + t60;
    const double t105 = cosine[1] * t61;
    const double t104 = sine[1] * t69;
    const double t106 = t104 - t105;
    const double t123 = 0x1.ef3ae817d0b6p-22 * t106;
    const double t122 = (-0x1.ffffffffffc3ap-1) * t75;
    const double t125 = t122 - t123;
    const double t114 = cosine[1] * t69;
    const double t113 = sine[1] * t61;
    const double t115 = t113 + t114;
    const double t124 = 0x1.6d9788f134626p-25 * t115;
    const double t126 = t125 - t124;
    jacobian[101] = t126;
    const double t70 = 0x1.ebd064af44957p-5 * t15;
    const double t71 = 0x1.40391207bbc8dp-1 - t70;
    const double t63 = 0x1.d4ac59e1f8c9ep-1 * t13;
    const double t62 = 0x1.9c42534e716c1p-2 * t10;
    const double t64 = t62 - t63;
    const double t108 = cosine[1] * t64;
    const double t107 = sine[1] * t71;
    const double t109 = t107 - t108;
    const double t128 = 0x1.ef3ae817d0b6p-22 * t109;
    const double t127 = 0x1.ffffffffffc3ap-1 * t77;
    const double t130 = t127 - t128;
    const double t117 = cosine[1] * t71;
    const double t116 = sine[1] * t64;
    const double t118 = t116 + t117;
    const double t129 = 0x1.6d9788f134626p-25 * t118;
    const double t131 = t130 - t129;
    jacobian[109] = t131;
    const double t72 = 0x1.ebd064af44957p-5 * t25;
    const double t73 = 0x1.af0a5a0ff6c85p-3 + t72;
    const double t66 = 0x1.d4ac59e1f8c9ep-1 * t23;
    const double t65 = 0x1.9c42534e716c1p-2 * t20;
    const double t67 = t65 + t66;
    const double t111 = cosine[1] * t67;
    const double t110 = sine[1] * t73;
    const double t112 = t110 + t111;
    const double t133 = 0x1.ef3ae817d0b6p-22 * t112;
    const double t132 = 0x1.ffffffffffc3ap-1 * t79;
    const double t135 = t133 - t132;
    const double t120 = cosine[1] * t73;
    const double t119 = sine[1] * t67;
    const double t121 = t119 - t120;
    const double t134 = 0x1.6d9788f134626p-25 * t121;
    const double t136 = t135 - t134;
    jacobian[117] = t136;
    const double t149 = 0x1.1aa07f0b26e5dp+6 * t121;
    const double t148 = 0x1.a149296fd6245p+2 * t112;
    const double t150 = t148 + t149;
    const double t147 = q[5] * t136;
    const double t151 = t147 + t150;
    const double t144 = 0x1.1aa07f0b26e5dp+6 * t118;
    const double t143 = 0x1.a149296fd6245p+2 * t109;
    const double t145 = t143 - t144;
    const double t142 = q[5] * t131;
    const double t146 = t145 - t142;
    const double t16 = q[3] * 0x1.d3aa13d850702p-1;
    const double t17 = q[3] * 0x1.9b5eeeeeb2da1p-2;
    const double t27 = cosine[0] * t17;
    const double t26 = sine[0] * t16;
    const double t28 = t26 + t27;
    const double t30 = cosine[0] * t16;
    const double t29 = sine[0] * t17;
    const double t31 = t29 - t30;
    const double t51 = 0x1.28617b4a242f1p-3 * t31;
    const double t50 = 0x1.4a64066293e6dp-1 * t28;
    const double t52 = t50 + t51;
    const double t84 = 0x1.da4645d6e3017p+11 * t10;
    const double t86 = 0x1.8ce70aa0f3e34p-1 - t84;
    const double t85 = 0x1.f532b0c4d06f4p+12 * t13;
    const double t87 = t85 + t86;
    const double t92 = 0x1.aff872d1effecp-3 * t87;
    const double t94 = t52 + t92;
    const double t88 = 0x1.da4645d6e3017p+11 * t20;
    const double t90 = 0x1.0b20c55519612p-2 + t88;
    const double t89 = 0x1.f532b0c4d06f4p+12 * t23;
    const double t91 = t89 + t90;
    const double t93 = 0x1.40e9f441c1045p-1 * t91;
    const double t95 = t93 - t94;
    const double t152 = 0x1.aff872d1effecp-3 * t146;
    const double t154 = t95 - t152;
    const double t153 = (-0x1.40e9f441c1045p-1) * t151;
    const double t155 = t153 - t154;
    jacobian[98] = t155;
    const double t165 = t79 * t146;
    const double t164 = t77 * t151;
    const double t166 = t165 - t164;
    jacobian[100] = t166;
    const double t139 = 0x1.1aa07f0b26e5dp+6 * t115;
    const double t138 = 0x1.a149296fd6245p+2 * t106;
    const double t140 = t138 - t139;
    const double t137 = q[5] * t126;
    const double t141 = t137 - t140;
    const double t54 = 0x1.3ebfa632c54a8p-3 * t31;
    const double t53 = 0x1.86e82d47395a8p-1 * t28;
    const double t55 = t53 - t54;
    const double t80 = 0x1.da4645d6e3017p+11 * t2;
    const double t82 = 0x1.dafdaa1f50d29p-1 - t80;
    const double t81 = 0x1.f532b0c4d06f4p+12 * t5;
    const double t83 = t81 - t82;
    const double t96 = 0x1.aff872d1effecp-3 * t83;
    const double t98 = t55 - t96;
    const double t97 = 0x1.800d4a358994ap-1 * t91;
    const double t99 = t97 - t98;
    const double t156 = (-0x1.aff872d1effecp-3) * t141;
    const double t158 = t99 - t156;
    const double t157 = (-0x1.800d4a358994ap-1) * t151;
    const double t159 = t158 - t157;
    jacobian[106] = t159;
    const double t168 = t79 * t141;
    const double t167 = t75 * t151;
    const double t169 = t168 - t167;
    jacobian[108] = t169;
    const double t57 = 0x1.f44dc3a39d894p-1 * t31;
    const double t56 = 0x1.aa9d3f3ae8688p-6 * t28;
    const double t58 = t56 + t57;
    const double t100 = 0x1.40e9f441c1045p-1 * t83;
    const double t102 = t58 + t100;
    const double t101 = 0x1.800d4a358994ap-1 * t87;
    const double t103 = t101 + t102;
    const double t160 = (-0x1.40e9f441c1045p-1) * t141;
    const double t162 = t103 - t160;
    const double t161 = 0x1.800d4a358994ap-1 * t146;
    const double t163 = t161 + t162;
    jacobian[114] = t163;
    const double t171 = t77 * t141;
    const double t170 = t75 * t146;
    const double t172 = t171 - t170;
    jacobian[116] = t172;
    jacobian[0] = (-0x1.f812cb1abc984p-1);
    jacobian[8] = 0x1.f132ecd3a8b23p-4;
    jacobian[16] = 0x1.02f6ba1d081cdp-3;
    jacobian[25] = (-0x1.659321cba6e6fp-1);
    jacobian[33] = 0x1.b639ae465afbbp-2;
    jacobian[41] = (-0x1.25b96a65e7adap-1);
    jacobian[48] = (-0x1.f812cb1abc984p-1);
    jacobian[56] = 0x1.f132ecd3a8b23p-4;
    jacobian[64] = 0x1.02f6ba1d081cdp-3;
    jacobian[74] = (-0x1.800d4a358994ap-1);
    jacobian[82] = (-0x1.40e9f441c1045p-1);
    jacobian[90] = 0x1.aff872d1effecp-3;
    jacobian[96] = (-0x1.f812cb1abc984p-1);
    jacobian[104] = 0x1.f132ecd3a8b23p-4;
    jacobian[112] = 0x1.02f6ba1d081cdp-3;
    jacobian[122] = (-0x1.800d4a358994ap-1);
    jacobian[130] = (-0x1.40e9f441c1045p-1);
    jacobian[138] = 0x1.aff872d1effecp-3;
    jacobian[175] = 0x1p+0;
    for (size_t w = 0; w < 7; w++)
        jacobian[1 + w] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[9 + w] = 0;
    for (size_t w = 0; w < 8; w++)
        jacobian[17 + w] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[26 + w] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[34 + w] = 0;
    for (size_t w = 0; w < 6; w++)
        jacobian[42 + w] = 0;
    jacobian[49] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[51 + w] = 0;
    jacobian[57] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[59 + w] = 0;
    jacobian[65] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[67 + w] = 0;
    jacobian[75] = 0;
    jacobian[76] = 0;
    jacobian[77] = 0;
    jacobian[79] = 0;
    jacobian[80] = 0;
    jacobian[81] = 0;
    jacobian[83] = 0;
    jacobian[84] = 0;
    jacobian[85] = 0;
    jacobian[87] = 0;
    jacobian[88] = 0;
    jacobian[89] = 0;
    jacobian[91] = 0;
    jacobian[92] = 0;
    jacobian[93] = 0;
    jacobian[95] = 0;
    jacobian[97] = 0;
    jacobian[102] = 0;
    jacobian[103] = 0;
    jacobian[105] = 0;
    jacobian[110] = 0;
    jacobian[111] = 0;
    jacobian[113] = 0;
    for (size_t w = 0; w < 4; w++)
        jacobian[118 + w] = 0;
    jacobian[123] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[125 + w] = 0;
    jacobian[131] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[133 + w] = 0;
    jacobian[139] = 0;
    for (size_t w = 0; w < 34; w++)
        jacobian[141 + w] = 0;
    for (size_t w = 0; w < 16; w++)
        jacobian[176 + w] = 0;
}

#if WILD_VECTOR_BYTES
/* As many states as a vector has lanes; word w of them at in + w * in_stride. */
static inline __attribute__((always_inline)) void wild_jacobian_block_f64(const double *restrict in, size_t in_stride,
    double *restrict out, size_t out_stride)
{
    (void)in, (void)in_stride, (void)out_stride;
    const wild_v_f64 x1 = *(const wild_u_f64 *)(in + 1 * in_stride);
    const wild_v_f64 t1 = x1 * 0x1.4a64066293e6dp-1;
    const wild_v_f64 x0 = *(const wild_u_f64 *)(in + 0 * in_stride);
    const wild_v_f64 t0 = x0 * 0x1.28617b4a242f1p-3;
    const wild_v_f64 t2 = t0 + t1;
    const wild_v_f64 t173 = (-0x1.73071619ffc4bp-1) * t2;
    const wild_v_f64 t174 = t173 - 0x1.08a6bc771f48p-1;
    *(wild_u_f64 *)(out + 78 * out_stride) = t174;
    const wild_v_f64 t9 = x1 * 0x1.86e82d47395a8p-1;
    const wild_v_f64 t8 = x0 * 0x1.3ebfa632c54a8p-3;
    const wild_v_f64 t10 = t8 - t9;
    const wild_v_f64 t175 = (-0x1.73071619ffc4bp-1) * t10;
    const wild_v_f64 t176 = t175 - 0x1.ba49112f733cbp-2;
    *(wild_u_f64 *)(out + 86 * out_stride) = t176;
    const wild_v_f64 t19 = x1 * 0x1.aa9d3f3ae8688p-6;
    const wild_v_f64 t18 = x0 * 0x1.f44dc3a39d894p-1;
    const wild_v_f64 t20 = t18 + t19;
    const wild_v_f64 t177 = 0x1.73071619ffc4bp-1 * t20;
    const wild_v_f64 t178 = 0x1.29ac1254fe00ep-3 - t177;
    *(wild_u_f64 *)(out + 94 * out_stride) = t178;
    const wild_v_f64 t36 = x1 * 0x1.d3aa13d850702p-1;
    const wild_v_f64 t35 = x0 * 0x1.9b5eeeeeb2da1p-2;
    const wild_v_f64 t37 = t35 - t36;
    const wild_v_f64 t33 = x1 * 0x1.9b5eeeeeb2da1p-2;
    const wild_v_f64 t32 = x0 * 0x1.d3aa13d850702p-1;
    const wild_v_f64 t34 = t32 + t33;
    const wild_v_f64 t38 = 0x1.28617b4a242f1p-3 * t34;
    const wild_v_f64 t40 = 0x1.9300b462851efp-5 + t38;
    const wild_v_f64 t39 = 0x1.4a64066293e6dp-1 * t37;
    const wild_v_f64 t41 = t39 - t40;
    *(wild_u_f64 *)(out + 99 * out_stride) = t41;
    const wild_v_f64 t42 = (-0x1.3ebfa632c54a8p-3) * t34;
    const wild_v_f64 t44 = t42 - 0x1.50bfcc302f402p-5;
    const wild_v_f64 t43 = 0x1.86e82d47395a8p-1 * t37;
    const wild_v_f64 t45 = t44 - t43;
    *(wild_u_f64 *)(out + 107 * out_stride) = t45;
    const wild_v_f64 t46 = 0x1.f44dc3a39d894p-1 * t34;
    const wild_v_f64 t48 = 0x1.c5492e02c1625p-7 - t46;
    const wild_v_f64 t47 = 0x1.aa9d3f3ae8688p-6 * t37;
    const wild_v_f64 t49 = t47 + t48;
    *(wild_u_f64 *)(out + 115 * out_stride) = t49;
    const wild_v_f64 t4 = x1 * 0x1.28617b4a242f1p-3;
    const wild_v_f64 t3 = x0 * 0x1.4a64066293e6dp-1;
    const wild_v_f64 t5 = t3 - t4;
    const wild_v_f64 t6 = 0x1.c25edf95f4ac6p-2 * t5;
    const wild_v_f64 t7 = t2 - t6;
    const wild_v_f64 t74 = (-0x1.d3aa0638bbd27p-1) * t7;
    const wild_v_f64 t75 = t74 - 0x1.9303b7588dc4bp-5;
    *(wild_u_f64 *)(out + 124 * out_stride) = t75;
    const wild_v_f64 t22 = x1 * 0x1.f44dc3a39d894p-1;
    const wild_v_f64 t21 = x0 * 0x1.aa9d3f3ae8688p-6;
    const wild_v_f64 t23 = t21 - t22;
    const wild_v_f64 t24 = 0x1.c25edf95f4ac6p-2 * t23;
    const wild_v_f64 t25 = t20 - t24;
    const wild_v_f64 t78 = 0x1.d3aa0638bbd27p-1 * t25;
    const wild_v_f64 t79 = 0x1.c54c912a5eec9p-7 - t78;
    *(wild_u_f64 *)(out + 140 * out_stride) = t79;
    const wild_v_f64 t12 = x1 * 0x1.3ebfa632c54a8p-3;
    const wild_v_f64 t11 = x0 * 0x1.86e82d47395a8p-1;
    const wild_v_f64 t13 = t11 + t12;
    const wild_v_f64 t14 = 0x1.c25edf95f4ac6p-2 * t13;
    const wild_v_f64 t15 = t10 + t14;
    const wild_v_f64 t76 = 0x1.d3aa0638bbd27p-1 * t15;
    const wild_v_f64 t77 = 0x1.50c250674bc71p-5 + t76;
    const wild_v_f64 t200 = 0x0p+0 - t77;
    *(wild_u_f64 *)(out + 132 * out_stride) = t200;
    const wild_v_f64 t183 = 0x1.c4fbf12aba607p-19 * t10;
    const wild_v_f64 t185 = 0x1.3a069f8495233p+11 - t183;
    const wild_v_f64 t184 = 0x1.c5d104b4a8f5p-19 * t13;
    const wild_v_f64 t186 = t184 - t185;
    const wild_v_f64 t187 = 0x1.c4fbf12aba607p-19 * t20;
    const wild_v_f64 t189 = 0x1.a6b2e48e7ef5dp+9 + t187;
    const wild_v_f64 t188 = 0x1.c5d104b4a8f5p-19 * t23;
    const wild_v_f64 t190 = t188 - t189;
    const wild_v_f64 t192 = 0x1.40e9f441c1045p-1 * t190;
    const wild_v_f64 t191 = 0x1.aff872d1effecp-3 * t186;
    const wild_v_f64 t193 = t191 - t192;
    *(wild_u_f64 *)(out + 50 * out_stride) = t193;
    const wild_v_f64 t179 = 0x1.c4fbf12aba607p-19 * t2;
    const wild_v_f64 t181 = 0x1.77cf08832a9e9p+11 - t179;
    const wild_v_f64 t180 = 0x1.c5d104b4a8f5p-19 * t5;
    const wild_v_f64 t182 = t180 + t181;
    const wild_v_f64 t195 = 0x1.800d4a358994ap-1 * t190;
    const wild_v_f64 t194 = 0x1.aff872d1effecp-3 * t182;
    const wild_v_f64 t196 = t194 + t195;
    *(wild_u_f64 *)(out + 58 * out_stride) = t196;
    const wild_v_f64 t198 = 0x1.800d4a358994ap-1 * t186;
    const wild_v_f64 t197 = 0x1.40e9f441c1045p-1 * t182;
    const wild_v_f64 t199 = t197 + t198;
    *(wild_u_f64 *)(out + 66 * out_stride) = t199;
    const wild_v_f64 t68 = 0x1.ebd064af44957p-5 * t7;
    const wild_v_f64 t69 = 0x1.7f399af47d20dp-1 - t68;
    const wild_v_f64 t60 = 0x1.d4ac59e1f8c9ep-1 * t5;
    const wild_v_f64 t59 = 0x1.9c42534e716c1p-2 * t2;
    const wild_v_f64 t61 = t59 + t60;
    const wild_v_f64 x4 = *(const wild_u_f64 *)(in + 4 * in_stride);
    const wild_v_f64 t105 = x4 * t61;
    const wild_v_f64 x3 = *(const wild_u_f64 *)(in + 3 * in_stride);
    const wild_v_f64 t104 = x3 * t69;
    const wild_v_f64 t106 = t104 - t105;
    const wild_v_f64 t123 = 0x1.ef3ae817d0b6p-22 * t106;
    const wild_v_f64 t122 = (-0x1.ffffffffffc3ap-1) * t75;
    const wild_v_f64 t125 = t122 - t123;
    const wild_v_f64 t114 = x4 * t69;
    const wild_v_f64 t113 = x3 * t61;
    const wild_v_f64 t115 = t113 + t114;
    const wild_v_f64 t124 = 0x1.6d9788f134626p-25 * t115;
    const wild_v_f64 t126 = t125 - t124;
    *(wild_u_f64 *)(out + 101 * out_stride) = t126;
    const wild_v_f64 t70 = 0x1.ebd064af44957p-5 * t15;
    const wild_v_f64 t71 = 0x1.40391207bbc8dp-1 - t70;
    const wild_v_f64 t63 = 0x1.d4ac59e1f8c9ep-1 * t13;
    const wild_v_f64 t62 = 0x1.9c42534e716c1p-2 * t10;
    const wild_v_f64 t64 = t62 - t63;
    const wild_v_f64 t108 = x4 * t64;
    const wild_v_f64 t107 = x3 * t71;
    const wild_v_f64 t109 = t107 - t108;
    const wild_v_f64 t128 = 0x1.ef3ae817d0b6p-22 * t109;
    const wild_v_f64 t127 = 0x1.ffffffffffc3ap-1 * t77;
    const wild_v_f64 t130 = t127 - t128;
    const wild_v_f64 t117 = x4 * t71;
    const wild_v_f64 t116 = x3 * t64;
    const wild_v_f64 t118 = t116 + t117;
    const wild_v_f64 t129 = 0x1.6d9788f134626p-25 * t118;
    const wild_v_f64 t131 = t130 - t129;
    *(wild_u_f64 *)(out + 109 * out_stride) = t131;
    const wild_v_f64 t72 = 0x1.ebd064af44957p-5 * t25;
    const wild_v_f64 t73 = 0x1.af0a5a0ff6c85p-3 + t72;
    const wild_v_f64 t66 = 0x1.d4ac59e1f8c9ep-1 * t23;
    const wild_v_f64 t65 = 0x1.9c42534e716c1p-2 * t20;
    const wild_v_f64 t67 = t65 + t66;
    const wild_v_f64 t111 = x4 * t67;
    const wild_v_f64 t110 = x3 * t73;
    const wild_v_f64 t112 = t110 + t111;
    const wild_v_f64 t133 = 0x1.ef3ae817d0b6p-22 * t112;
    const wild_v_f64 t132 = 0x1.ffffffffffc3ap-1 * t79;
    const wild_v_f64 t135 = t133 - t132;
    const wild_v_f64 t120 = x4 * t73;
    const wild_v_f64 t119 = x3 * t67;
    const wild_v_f64 t121 = t119 - t120;
    const wild_v_f64 t134 = 0x1.6d9788f134626p-25 * t121;
    const wild_v_f64 t136 = t135 - t134;
    *(wild_u_f64 *)(out + 117 * out_stride) = t136;
    const wild_v_f64 t149 = 0x1.1aa07f0b26e5dp+6 * t121;
    const wild_v_f64 t148 = 0x1.a149296fd6245p+2 * t112;
    const wild_v_f64 t150 = t148 + t149;
    const wild_v_f64 x5 = *(const wild_u_f64 *)(in + 5 * in_stride);
    const wild_v_f64 t147 = x5 * t136;
    const wild_v_f64 t151 = t147 + t150;
    const wild_v_f64 t144 = 0x1.1aa07f0b26e5dp+6 * t118;
    const wild_v_f64 t143 = 0x1.a149296fd6245p+2 * t109;
    const wild_v_f64 t145 = t143 - t144;
    const wild_v_f64 t142 = x5 * t131;
    const wild_v_f64 t146 = t145 - t142;
    const wild_v_f64 x2 = *(const wild_u_f64 *)(in + 2 * in_stride);
    const wild_v_f64 t16 = x2 * 0x1.d3aa13d850702p-1;
    const wild_v_f64 t17 = x2 * 0x1.9b5eeeeeb2da1p-2;
    const wild_v_f64 t27 = x1 * t17;
    const wild_v_f64 t26 = x0 * t16;
    const wild_v_f64 t28 = t26 + t27;
    const wild_v_f64 t30 = x1 * t16;
    const wild_v_f64 t29 = x0 * t17;
    const wild_v_f64 t31 = t29 - t30;
    const wild_v_f64 t51 = 0x1.28617b4a242f1p-3 * t31;
    const wild_v_f64 t50 = 0x1.4a64066293e6dp-1 * t28;
    const wild_v_f64 t52 = t50 + t51;
    const wild_v_f64 t84 = 0x1.da4645d6e3017p+11 * t10;
    const wild_v_f64 t86 = 0x1.8ce70aa0f3e34p-1 - t84;
    const wild_v_f64 t85 = 0x1.f532b0c4d06f4p+12 * t13;
    const wild_v_f64 t87 = t85 + t86;
    const wild_v_f64 t92 = 0x1.aff872d1effecp-3 * t87;
    const wild_v_f64 t94 = t52 + t92;
    const wild_v_f64 t88 = 0x1.da4645d6e3017p+11 * t20;
    const wild_v_f64 t90 = 0x1.0b20c55519612p-2 + t88;
    const wild_v_f64 t89 = 0x1.f532b0c4d06f4p+12 * t23;
    const wild_v_f64 t91 = t89 + t90;
    const wild_v_f64 t93 = 0x1.40e9f441c1045p-1 * t91;
    const wild_v_f64 t95 = t93 - t94;
    const wild_v_f64 t152 = 0x1.aff872d1effecp-3 * t146;
    const wild_v_f64 t154 = t95 - t152;
    const wild_v_f64 t153 = (-0x1.40e9f441c1045p-1) * t151;
    const wild_v_f64 t155 = t153 - t154;
    *(wild_u_f64 *)(out + 98 * out_stride) = t155;
    const wild_v_f64 t165 = t79 * t146;
    const wild_v_f64 t164 = t77 * t151;
    const wild_v_f64 t166 = t165 - t164;
    *(wild_u_f64 *)(out + 100 * out_stride) = t166;
    const wild_v_f64 t139 = 0x1.1aa07f0b26e5dp+6 * t115;
    const wild_v_f64 t138 = 0x1.a149296fd6245p+2 * t106;
    const wild_v_f64 t140 = t138 - t139;
    const wild_v_f64 t137 = x5 * t126;
    const wild_v_f64 t141 = t137 - t140;
    const wild_v_f64 t54 = 0x1.3ebfa632c54a8p-3 * t31;
    const wild_v_f64 t53 = 0x1.86e82d47395a8p-1 * t28;
    const wild_v_f64 t55 = t53 - t54;
    const wild_v_f64 t80 = 0x1.da4645d6e3017p+11 * t2;
    const wild_v_f64 t82 = 0x1.dafdaa1f50d29p-1 - t80;
    const wild_v_f64 t81 = 0x1.f532b0c4d06f4p+12 * t5;
    const wild_v_f64 t83 = t81 - t82;
    const wild_v_f64 t96 = 0x1.aff872d1effecp-3 * t83;
    const wild_v_f64 t98 = t55 - t96;
    const wild_v_f64 t97 = 0x1.800d4a358994ap-1 * t91;
    const wild_v_f64 t99 = t97 - t98;
    const wild_v_f64 t156 = (-0x1.aff872d1effecp-3) * t141;
    const wild_v_f64 t158 = t99 - t156;
    const wild_v_f64 t157 = (-0x1.800d4a358994ap-1) * t151;
    const wild_v_f64 t159 = t158 - t157;
    *(wild_u_f64 *)(out + 106 * out_stride) = t159;
    const wild_v_f64 t168 = t79 * t141;
    const wild_v_f64 t167 = t75 * t151;
    const wild_v_f64 t169 = t168 - t167;
    *(wild_u_f64 *)(out + 108 * out_stride) = t169;
    const wild_v_f64 t57 = 0x1.f44dc3a39d894p-1 * t31;
    const wild_v_f64 t56 = 0x1.aa9d3f3ae8688p-6 * t28;
    const wild_v_f64 t58 = t56 + t57;
    const wild_v_f64 t100 = 0x1.40e9f441c1045p-1 * t83;
    const wild_v_f64 t102 = t58 + t100;
    const wild_v_f64 t101 = 0x1.800d4a358994ap-1 * t87;
    const wild_v_f64 t103 = t101 + t102;
    const wild_v_f64 t160 = (-0x1.40e9f441c1045p-1) * t141;
    const wild_v_f64 t162 = t103 - t160;
    const wild_v_f64 t161 = 0x1.800d4a358994ap-1 * t146;
    const wild_v_f64 t163 = t161 + t162;
    *(wild_u_f64 *)(out + 114 * out_stride) = t163;
    const wild_v_f64 t171 = t77 * t141;
    const wild_v_f64 t170 = t75 * t146;
    const wild_v_f64 t172 = t171 - t170;
    *(wild_u_f64 *)(out + 116 * out_stride) = t172;
    *(wild_u_f64 *)(out + 0 * out_stride) = (-0x1.f812cb1abc984p-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 1 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 2 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 3 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 4 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 5 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 6 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 7 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 8 * out_stride) = (0x1.f132ecd3a8b23p-4 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 9 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 10 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 11 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 12 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 13 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 14 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 15 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 16 * out_stride) = (0x1.02f6ba1d081cdp-3 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 17 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 18 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 19 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 20 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 21 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 22 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 23 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 24 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 25 * out_stride) = (-0x1.659321cba6e6fp-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 26 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 27 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 28 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 29 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 30 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 31 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 32 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 33 * out_stride) = (0x1.b639ae465afbbp-2 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 34 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 35 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 36 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 37 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 38 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 39 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 40 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 41 * out_stride) = (-0x1.25b96a65e7adap-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 42 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 43 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 44 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 45 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 46 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 47 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 48 * out_stride) = (-0x1.f812cb1abc984p-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 49 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 51 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 52 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 53 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 54 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 55 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 56 * out_stride) = (0x1.f132ecd3a8b23p-4 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 57 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 59 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 60 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 61 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 62 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 63 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 64 * out_stride) = (0x1.02f6ba1d081cdp-3 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 65 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 67 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 68 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 69 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 70 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 71 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 72 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 73 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 74 * out_stride) = (-0x1.800d4a358994ap-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 75 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 76 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 77 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 79 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 80 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 81 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 82 * out_stride) = (-0x1.40e9f441c1045p-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 83 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 84 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 85 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 87 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 88 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 89 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 90 * out_stride) = (0x1.aff872d1effecp-3 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 91 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 92 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 93 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 95 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 96 * out_stride) = (-0x1.f812cb1abc984p-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 97 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 102 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 103 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 104 * out_stride) = (0x1.f132ecd3a8b23p-4 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 105 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 110 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 111 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 112 * out_stride) = (0x1.02f6ba1d081cdp-3 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 113 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 118 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 119 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 120 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 121 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 122 * out_stride) = (-0x1.800d4a358994ap-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 123 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 125 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 126 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 127 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 128 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 129 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 130 * out_stride) = (-0x1.40e9f441c1045p-1 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 131 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 133 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 134 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 135 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 136 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 137 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 138 * out_stride) = (0x1.aff872d1effecp-3 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 139 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 141 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 142 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 143 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 144 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 145 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 146 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 147 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 148 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 149 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 150 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 151 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 152 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 153 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 154 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 155 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 156 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 157 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 158 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 159 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 160 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 161 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 162 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 163 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 164 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 165 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 166 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 167 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 168 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 169 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 170 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 171 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 172 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 173 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 174 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 175 * out_stride) = (0x1p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 176 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 177 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 178 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 179 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 180 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 181 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 182 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 183 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 184 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 185 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 186 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 187 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 188 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 189 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 190 * out_stride) = (0x0p+0 - (wild_v_f64){0});
    *(wild_u_f64 *)(out + 191 * out_stride) = (0x0p+0 - (wild_v_f64){0});
}

/* The same, not to be inlined: in a loop, constants would be kept in registers that operations need. */
static __attribute__((noinline)) void wild_jacobian_words_block_f64(const double *in, double *out, size_t stride)
{
    wild_jacobian_block_f64(in, stride, out, stride);
}
#endif

void wild_jacobian_words_batch_f64(size_t count, size_t stride, const double *restrict in, double *restrict out)
{
#if WILD_VECTOR_BYTES
    if (count >= WILD_LANES_f64) {
        for (size_t i = 0; i < count; i += WILD_LANES_f64) {
            /* the last block overlaps the one before it */
            const size_t at = i + WILD_LANES_f64 <= count ? i : count - WILD_LANES_f64;
            wild_jacobian_words_block_f64(in + at, out + at, stride);
        }
        return;
    }
#endif
    for (size_t i = 0; i < count; i++) { /* fewer states than lanes */
        double one_in[6] = {0}, one_out[192];
        for (size_t w = 0; w < 6; w++)
            one_in[w] = in[w * stride + i];
        wild_jacobian_words_f64(one_in, one_out);
        for (size_t w = 0; w < 192; w++)
            out[w * stride + i] = one_out[w];
    }
}

void wild_jacobian_batch_f64(size_t count, size_t stride, const double *restrict q, double *restrict jacobian)
{
    (void)q;
#if WILD_VECTOR_BYTES
    if (count >= WILD_LANES_f64) {
        for (size_t i = 0; i < count; i += WILD_LANES_f64) {
            /* the last block overlaps the one before it */
            const size_t at = i + WILD_LANES_f64 <= count ? i : count - WILD_LANES_f64;
            wild_v_f64 in[6], out[192], sine[2], cosine[2];
            wild_pair_f64(*(const wild_u_f64 *)(q + 2 * stride + at) + (0x1.1fac8f26bdfa5p-25), &sine[0], &cosine[0]);
            wild_pair_f64(*(const wild_u_f64 *)(q + 4 * stride + at) + (0x1.e7718b8894bf5p+0), &sine[1], &cosine[1]);
            in[0] = sine[0];
            in[1] = cosine[0];
            in[2] = *(const wild_u_f64 *)(q + 3 * stride + at);
            in[3] = sine[1];
            in[4] = cosine[1];
            in[5] = *(const wild_u_f64 *)(q + 5 * stride + at);
            wild_jacobian_block_f64((const double *)in, WILD_LANES_f64, (double *)out, WILD_LANES_f64);
            *(wild_u_f64 *)(jacobian + 0 * stride + at) = out[0];
            *(wild_u_f64 *)(jacobian + 1 * stride + at) = out[1];
            *(wild_u_f64 *)(jacobian + 2 * stride + at) = out[2];
            *(wild_u_f64 *)(jacobian + 3 * stride + at) = out[3];
            *(wild_u_f64 *)(jacobian + 4 * stride + at) = out[4];
            *(wild_u_f64 *)(jacobian + 5 * stride + at) = out[5];
            *(wild_u_f64 *)(jacobian + 6 * stride + at) = out[6];
            *(wild_u_f64 *)(jacobian + 7 * stride + at) = out[7];
            *(wild_u_f64 *)(jacobian + 8 * stride + at) = out[8];
            *(wild_u_f64 *)(jacobian + 9 * stride + at) = out[9];
            *(wild_u_f64 *)(jacobian + 10 * stride + at) = out[10];
            *(wild_u_f64 *)(jacobian + 11 * stride + at) = out[11];
            *(wild_u_f64 *)(jacobian + 12 * stride + at) = out[12];
            *(wild_u_f64 *)(jacobian + 13 * stride + at) = out[13];
            *(wild_u_f64 *)(jacobian + 14 * stride + at) = out[14];
            *(wild_u_f64 *)(jacobian + 15 * stride + at) = out[15];
            *(wild_u_f64 *)(jacobian + 16 * stride + at) = out[16];
            *(wild_u_f64 *)(jacobian + 17 * stride + at) = out[17];
            *(wild_u_f64 *)(jacobian + 18 * stride + at) = out[18];
            *(wild_u_f64 *)(jacobian + 19 * stride + at) = out[19];
            *(wild_u_f64 *)(jacobian + 20 * stride + at) = out[20];
            *(wild_u_f64 *)(jacobian + 21 * stride + at) = out[21];
            *(wild_u_f64 *)(jacobian + 22 * stride + at) = out[22];
            *(wild_u_f64 *)(jacobian + 23 * stride + at) = out[23];
            *(wild_u_f64 *)(jacobian + 24 * stride + at) = out[24];
            *(wild_u_f64 *)(jacobian + 25 * stride + at) = out[25];
            *(wild_u_f64 *)(jacobian + 26 * stride + at) = out[26];
            *(wild_u_f64 *)(jacobian + 27 * stride + at) = out[27];
            *(wild_u_f64 *)(jacobian + 28 * stride + at) = out[28];
            *(wild_u_f64 *)(jacobian + 29 * stride + at) = out[29];
            *(wild_u_f64 *)(jacobian + 30 * stride + at) = out[30];
            *(wild_u_f64 *)(jacobian + 31 * stride + at) = out[31];
            *(wild_u_f64 *)(jacobian + 32 * stride + at) = out[32];
            *(wild_u_f64 *)(jacobian + 33 * stride + at) = out[33];
            *(wild_u_f64 *)(jacobian + 34 * stride + at) = out[34];
            *(wild_u_f64 *)(jacobian + 35 * stride + at) = out[35];
            *(wild_u_f64 *)(jacobian + 36 * stride + at) = out[36];
            *(wild_u_f64 *)(jacobian + 37 * stride + at) = out[37];
            *(wild_u_f64 *)(jacobian + 38 * stride + at) = out[38];
            *(wild_u_f64 *)(jacobian + 39 * stride + at) = out[39];
            *(wild_u_f64 *)(jacobian + 40 * stride + at) = out[40];
            *(wild_u_f64 *)(jacobian + 41 * stride + at) = out[41];
            *(wild_u_f64 *)(jacobian + 42 * stride + at) = out[42];
            *(wild_u_f64 *)(jacobian + 43 * stride + at) = out[43];
            *(wild_u_f64 *)(jacobian + 44 * stride + at) = out[44];
            *(wild_u_f64 *)(jacobian + 45 * stride + at) = out[45];
            *(wild_u_f64 *)(jacobian + 46 * stride + at) = out[46];
            *(wild_u_f64 *)(jacobian + 47 * stride + at) = out[47];
            *(wild_u_f64 *)(jacobian + 48 * stride + at) = out[48];
            *(wild_u_f64 *)(jacobian + 49 * stride + at) = out[49];
            *(wild_u_f64 *)(jacobian + 50 * stride + at) = out[50];
            *(wild_u_f64 *)(jacobian + 51 * stride + at) = out[51];
            *(wild_u_f64 *)(jacobian + 52 * stride + at) = out[52];
            *(wild_u_f64 *)(jacobian + 53 * stride + at) = out[53];
            *(wild_u_f64 *)(jacobian + 54 * stride + at) = out[54];
            *(wild_u_f64 *)(jacobian + 55 * stride + at) = out[55];
            *(wild_u_f64 *)(jacobian + 56 * stride + at) = out[56];
            *(wild_u_f64 *)(jacobian + 57 * stride + at) = out[57];
            *(wild_u_f64 *)(jacobian + 58 * stride + at) = out[58];
            *(wild_u_f64 *)(jacobian + 59 * stride + at) = out[59];
            *(wild_u_f64 *)(jacobian + 60 * stride + at) = out[60];
            *(wild_u_f64 *)(jacobian + 61 * stride + at) = out[61];
            *(wild_u_f64 *)(jacobian + 62 * stride + at) = out[62];
            *(wild_u_f64 *)(jacobian + 63 * stride + at) = out[63];
            *(wild_u_f64 *)(jacobian + 64 * stride + at) = out[64];
            *(wild_u_f64 *)(jacobian + 65 * stride + at) = out[65];
            *(wild_u_f64 *)(jacobian + 66 * stride + at) = out[66];
            *(wild_u_f64 *)(jacobian + 67 * stride + at) = out[67];
            *(wild_u_f64 *)(jacobian + 68 * stride + at) = out[68];
            *(wild_u_f64 *)(jacobian + 69 * stride + at) = out[69];
            *(wild_u_f64 *)(jacobian + 70 * stride + at) = out[70];
            *(wild_u_f64 *)(jacobian + 71 * stride + at) = out[71];
            *(wild_u_f64 *)(jacobian + 72 * stride + at) = out[72];
            *(wild_u_f64 *)(jacobian + 73 * stride + at) = out[73];
            *(wild_u_f64 *)(jacobian + 74 * stride + at) = out[74];
            *(wild_u_f64 *)(jacobian + 75 * stride + at) = out[75];
            *(wild_u_f64 *)(jacobian + 76 * stride + at) = out[76];
            *(wild_u_f64 *)(jacobian + 77 * stride + at) = out[77];
            *(wild_u_f64 *)(jacobian + 78 * stride + at) = out[78];
            *(wild_u_f64 *)(jacobian + 79 * stride + at) = out[79];
            *(wild_u_f64 *)(jacobian + 80 * stride + at) = out[80];
            *(wild_u_f64 *)(jacobian + 81 * stride + at) = out[81];
            *(wild_u_f64 *)(jacobian + 82 * stride + at) = out[82];
            *(wild_u_f64 *)(jacobian + 83 * stride + at) = out[83];
            *(wild_u_f64 *)(jacobian + 84 * stride + at) = out[84];
            *(wild_u_f64 *)(jacobian + 85 * stride + at) = out[85];
            *(wild_u_f64 *)(jacobian + 86 * stride + at) = out[86];
            *(wild_u_f64 *)(jacobian + 87 * stride + at) = out[87];
            *(wild_u_f64 *)(jacobian + 88 * stride + at) = out[88];
            *(wild_u_f64 *)(jacobian + 89 * stride + at) = out[89];
            *(wild_u_f64 *)(jacobian + 90 * stride + at) = out[90];
            *(wild_u_f64 *)(jacobian + 91 * stride + at) = out[91];
            *(wild_u_f64 *)(jacobian + 92 * stride + at) = out[92];
            *(wild_u_f64 *)(jacobian + 93 * stride + at) = out[93];
            *(wild_u_f64 *)(jacobian + 94 * stride + at) = out[94];
            *(wild_u_f64 *)(jacobian + 95 * stride + at) = out[95];
            *(wild_u_f64 *)(jacobian + 96 * stride + at) = out[96];
            *(wild_u_f64 *)(jacobian + 97 * stride + at) = out[97];
            *(wild_u_f64 *)(jacobian + 98 * stride + at) = out[98];
            *(wild_u_f64 *)(jacobian + 99 * stride + at) = out[99];
            *(wild_u_f64 *)(jacobian + 100 * stride + at) = out[100];
            *(wild_u_f64 *)(jacobian + 101 * stride + at) = out[101];
            *(wild_u_f64 *)(jacobian + 102 * stride + at) = out[102];
            *(wild_u_f64 *)(jacobian + 103 * stride + at) = out[103];
            *(wild_u_f64 *)(jacobian + 104 * stride + at) = out[104];
            *(wild_u_f64 *)(jacobian + 105 * stride + at) = out[105];
            *(wild_u_f64 *)(jacobian + 106 * stride + at) = out[106];
            *(wild_u_f64 *)(jacobian + 107 * stride + at) = out[107];
            *(wild_u_f64 *)(jacobian + 108 * stride + at) = out[108];
            *(wild_u_f64 *)(jacobian + 109 * stride + at) = out[109];
            *(wild_u_f64 *)(jacobian + 110 * stride + at) = out[110];
            *(wild_u_f64 *)(jacobian + 111 * stride + at) = out[111];
            *(wild_u_f64 *)(jacobian + 112 * stride + at) = out[112];
            *(wild_u_f64 *)(jacobian + 113 * stride + at) = out[113];
            *(wild_u_f64 *)(jacobian + 114 * stride + at) = out[114];
            *(wild_u_f64 *)(jacobian + 115 * stride + at) = out[115];
            *(wild_u_f64 *)(jacobian + 116 * stride + at) = out[116];
            *(wild_u_f64 *)(jacobian + 117 * stride + at) = out[117];
            *(wild_u_f64 *)(jacobian + 118 * stride + at) = out[118];
            *(wild_u_f64 *)(jacobian + 119 * stride + at) = out[119];
            *(wild_u_f64 *)(jacobian + 120 * stride + at) = out[120];
            *(wild_u_f64 *)(jacobian + 121 * stride + at) = out[121];
            *(wild_u_f64 *)(jacobian + 122 * stride + at) = out[122];
            *(wild_u_f64 *)(jacobian + 123 * stride + at) = out[123];
            *(wild_u_f64 *)(jacobian + 124 * stride + at) = out[124];
            *(wild_u_f64 *)(jacobian + 125 * stride + at) = out[125];
            *(wild_u_f64 *)(jacobian + 126 * stride + at) = out[126];
            *(wild_u_f64 *)(jacobian + 127 * stride + at) = out[127];
            *(wild_u_f64 *)(jacobian + 128 * stride + at) = out[128];
            *(wild_u_f64 *)(jacobian + 129 * stride + at) = out[129];
            *(wild_u_f64 *)(jacobian + 130 * stride + at) = out[130];
            *(wild_u_f64 *)(jacobian + 131 * stride + at) = out[131];
            *(wild_u_f64 *)(jacobian + 132 * stride + at) = out[132];
            *(wild_u_f64 *)(jacobian + 133 * stride + at) = out[133];
            *(wild_u_f64 *)(jacobian + 134 * stride + at) = out[134];
            *(wild_u_f64 *)(jacobian + 135 * stride + at) = out[135];
            *(wild_u_f64 *)(jacobian + 136 * stride + at) = out[136];
            *(wild_u_f64 *)(jacobian + 137 * stride + at) = out[137];
            *(wild_u_f64 *)(jacobian + 138 * stride + at) = out[138];
            *(wild_u_f64 *)(jacobian + 139 * stride + at) = out[139];
            *(wild_u_f64 *)(jacobian + 140 * stride + at) = out[140];
            *(wild_u_f64 *)(jacobian + 141 * stride + at) = out[141];
            *(wild_u_f64 *)(jacobian + 142 * stride + at) = out[142];
            *(wild_u_f64 *)(jacobian + 143 * stride + at) = out[143];
            *(wild_u_f64 *)(jacobian + 144 * stride + at) = out[144];
            *(wild_u_f64 *)(jacobian + 145 * stride + at) = out[145];
            *(wild_u_f64 *)(jacobian + 146 * stride + at) = out[146];
            *(wild_u_f64 *)(jacobian + 147 * stride + at) = out[147];
            *(wild_u_f64 *)(jacobian + 148 * stride + at) = out[148];
            *(wild_u_f64 *)(jacobian + 149 * stride + at) = out[149];
            *(wild_u_f64 *)(jacobian + 150 * stride + at) = out[150];
            *(wild_u_f64 *)(jacobian + 151 * stride + at) = out[151];
            *(wild_u_f64 *)(jacobian + 152 * stride + at) = out[152];
            *(wild_u_f64 *)(jacobian + 153 * stride + at) = out[153];
            *(wild_u_f64 *)(jacobian + 154 * stride + at) = out[154];
            *(wild_u_f64 *)(jacobian + 155 * stride + at) = out[155];
            *(wild_u_f64 *)(jacobian + 156 * stride + at) = out[156];
            *(wild_u_f64 *)(jacobian + 157 * stride + at) = out[157];
            *(wild_u_f64 *)(jacobian + 158 * stride + at) = out[158];
            *(wild_u_f64 *)(jacobian + 159 * stride + at) = out[159];
            *(wild_u_f64 *)(jacobian + 160 * stride + at) = out[160];
            *(wild_u_f64 *)(jacobian + 161 * stride + at) = out[161];
            *(wild_u_f64 *)(jacobian + 162 * stride + at) = out[162];
            *(wild_u_f64 *)(jacobian + 163 * stride + at) = out[163];
            *(wild_u_f64 *)(jacobian + 164 * stride + at) = out[164];
            *(wild_u_f64 *)(jacobian + 165 * stride + at) = out[165];
            *(wild_u_f64 *)(jacobian + 166 * stride + at) = out[166];
            *(wild_u_f64 *)(jacobian + 167 * stride + at) = out[167];
            *(wild_u_f64 *)(jacobian + 168 * stride + at) = out[168];
            *(wild_u_f64 *)(jacobian + 169 * stride + at) = out[169];
            *(wild_u_f64 *)(jacobian + 170 * stride + at) = out[170];
            *(wild_u_f64 *)(jacobian + 171 * stride + at) = out[171];
            *(wild_u_f64 *)(jacobian + 172 * stride + at) = out[172];
            *(wild_u_f64 *)(jacobian + 173 * stride + at) = out[173];
            *(wild_u_f64 *)(jacobian + 174 * stride + at) = out[174];
            *(wild_u_f64 *)(jacobian + 175 * stride + at) = out[175];
            *(wild_u_f64 *)(jacobian + 176 * stride + at) = out[176];
            *(wild_u_f64 *)(jacobian + 177 * stride + at) = out[177];
            *(wild_u_f64 *)(jacobian + 178 * stride + at) = out[178];
            *(wild_u_f64 *)(jacobian + 179 * stride + at) = out[179];
            *(wild_u_f64 *)(jacobian + 180 * stride + at) = out[180];
            *(wild_u_f64 *)(jacobian + 181 * stride + at) = out[181];
            *(wild_u_f64 *)(jacobian + 182 * stride + at) = out[182];
            *(wild_u_f64 *)(jacobian + 183 * stride + at) = out[183];
            *(wild_u_f64 *)(jacobian + 184 * stride + at) = out[184];
            *(wild_u_f64 *)(jacobian + 185 * stride + at) = out[185];
            *(wild_u_f64 *)(jacobian + 186 * stride + at) = out[186];
            *(wild_u_f64 *)(jacobian + 187 * stride + at) = out[187];
            *(wild_u_f64 *)(jacobian + 188 * stride + at) = out[188];
            *(wild_u_f64 *)(jacobian + 189 * stride + at) = out[189];
            *(wild_u_f64 *)(jacobian + 190 * stride + at) = out[190];
            *(wild_u_f64 *)(jacobian + 191 * stride + at) = out[191];
        }
        return;
    }
#endif
    for (size_t i = 0; i < count; i++) { /* fewer states than lanes */
        double one_q[8] = {0};
        double one_jacobian[192] = {0};
        for (size_t w = 0; w < 8; w++)
            one_q[w] = q[w * stride + i];
        wild_jacobian_f64(one_q, one_jacobian);
        for (size_t w = 0; w < 192; w++)
            jacobian[w * stride + i] = one_jacobian[w];
    }
}

void wild_jacobian_f32(const float *q, float *jacobian);
void wild_jacobian_batch_f32(size_t count, size_t stride, const float *q, float *jacobian);
void wild_jacobian_words_f32(const float *in, float *out);
void wild_jacobian_words_batch_f32(size_t count, size_t stride, const float *in, float *out);
void wild_sincos_f32(size_t count, const float *angle, float *sine, float *cosine);

#if WILD_JOINT_VECTOR_BYTES
#define WILD_JOINT_LANES_f32 (WILD_JOINT_VECTOR_BYTES / 4)
typedef float wild_joint_v_f32 __attribute__((vector_size(WILD_JOINT_VECTOR_BYTES), may_alias));
typedef uint32_t wild_joint_m_f32 __attribute__((vector_size(WILD_JOINT_VECTOR_BYTES), may_alias));
typedef int32_t wild_joint_i_f32 __attribute__((vector_size(WILD_JOINT_VECTOR_BYTES), may_alias));
#define WILD_JOINT_BITS_f32(x) ((wild_joint_m_f32)(x))
#define WILD_JOINT_REAL_f32(x) ((wild_joint_v_f32)(x))
#else
#define WILD_JOINT_LANES_f32 1
typedef float wild_joint_v_f32;
typedef uint32_t wild_joint_m_f32;
typedef int32_t wild_joint_i_f32;
static inline wild_joint_m_f32 WILD_JOINT_BITS_f32(wild_joint_v_f32 x)
{
    union { wild_joint_v_f32 real; wild_joint_m_f32 bits; } both;
    both.real = x;
    return both.bits;
}
static inline wild_joint_v_f32 WILD_JOINT_REAL_f32(wild_joint_m_f32 x)
{
    union { wild_joint_v_f32 real; wild_joint_m_f32 bits; } both;
    both.bits = x;
    return both.real;
}
#endif

/* From sine s and cosine c of the reduced angle to those of x, by the quarter turns taken away. */
static inline void wild_joint_turn_f32(wild_joint_v_f32 turned, wild_joint_v_f32 s, wild_joint_v_f32 c, wild_joint_v_f32 *sine, wild_joint_v_f32 *cosine)
{
    const uint32_t sign = (uint32_t)1 << 31;
    const wild_joint_m_f32 odd = WILD_JOINT_BITS_f32(turned) << 31, half = WILD_JOINT_BITS_f32(turned) << (31 - 1);
    const wild_joint_m_f32 swap = (WILD_JOINT_BITS_f32(s) ^ WILD_JOINT_BITS_f32(c)) & (wild_joint_m_f32)((wild_joint_i_f32)odd >> 31);
    *sine = WILD_JOINT_REAL_f32(WILD_JOINT_BITS_f32(s) ^ swap ^ (half & sign));
    *cosine = WILD_JOINT_REAL_f32(WILD_JOINT_BITS_f32(c) ^ swap ^ ((half ^ odd) & sign));
}

/* Sine and cosine, error below 1.6 units in the last place for |x| < 2^13; NaN beyond. */
static inline void wild_joint_pair_f32(wild_joint_v_f32 x, wild_joint_v_f32 *sine, wild_joint_v_f32 *cosine)
{
    const wild_joint_v_f32 turned = x * 0x1.45f306p-1f + 0x1.8p+23f;
    const wild_joint_v_f32 k = turned - 0x1.8p+23f; /* x / (pi/2), rounded; its low bits are those of turned */
    const wild_joint_v_f32 r = ((x - k * 0x1.92p+0f) - k * 0x1.fb4p-12f) - k * 0x1.444p-24f;
    const wild_joint_v_f32 z = r * r + (x * 0x1p+115f) * 0.0f;
    const wild_joint_v_f32 s = -0x1.555546p-3f + z * (0x1.110778p-7f - z * 0x1.995406p-13f);
    const wild_joint_v_f32 c = 0x1.55554ap-5f - z * (0x1.6c0c1ap-10f - z * 0x1.99e0ecp-16f);
    wild_joint_turn_f32(turned, r + (r * z * s - k * 0x1.68c234p-39f), 1.0f + z * (z * c - 0.5f), sine, cosine);
}

#if WILD_VECTOR_BYTES
#define WILD_LANES_f32 (WILD_VECTOR_BYTES / 4)
typedef float wild_v_f32 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias));
typedef uint32_t wild_m_f32 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias));
typedef int32_t wild_i_f32 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias));
#define WILD_BITS_f32(x) ((wild_m_f32)(x))
#define WILD_REAL_f32(x) ((wild_v_f32)(x))
#else
#define WILD_LANES_f32 1
typedef float wild_v_f32;
typedef uint32_t wild_m_f32;
typedef int32_t wild_i_f32;
static inline wild_m_f32 WILD_BITS_f32(wild_v_f32 x)
{
    union { wild_v_f32 real; wild_m_f32 bits; } both;
    both.real = x;
    return both.bits;
}
static inline wild_v_f32 WILD_REAL_f32(wild_m_f32 x)
{
    union { wild_v_f32 real; wild_m_f32 bits; } both;
    both.bits = x;
    return both.real;
}
#endif

/* From sine s and cosine c of the reduced angle to those of x, by the quarter turns taken away. */
static inline void wild_turn_f32(wild_v_f32 turned, wild_v_f32 s, wild_v_f32 c, wild_v_f32 *sine, wild_v_f32 *cosine)
{
    const uint32_t sign = (uint32_t)1 << 31;
    const wild_m_f32 odd = WILD_BITS_f32(turned) << 31, half = WILD_BITS_f32(turned) << (31 - 1);
    const wild_m_f32 swap = (WILD_BITS_f32(s) ^ WILD_BITS_f32(c)) & (wild_m_f32)((wild_i_f32)odd >> 31);
    *sine = WILD_REAL_f32(WILD_BITS_f32(s) ^ swap ^ (half & sign));
    *cosine = WILD_REAL_f32(WILD_BITS_f32(c) ^ swap ^ ((half ^ odd) & sign));
}

#if WILD_VECTOR_BYTES
typedef float wild_u_f32 __attribute__((vector_size(WILD_VECTOR_BYTES), may_alias, aligned(sizeof(float))));
#endif

/* Sine and cosine, error below 1.6 units in the last place for |x| < 2^13; NaN beyond. */
static inline void wild_pair_f32(wild_v_f32 x, wild_v_f32 *sine, wild_v_f32 *cosine)
{
    const wild_v_f32 turned = x * 0x1.45f306p-1f + 0x1.8p+23f;
    const wild_v_f32 k = turned - 0x1.8p+23f; /* x / (pi/2), rounded; its low bits are those of turned */
    const wild_v_f32 r = ((x - k * 0x1.92p+0f) - k * 0x1.fb4p-12f) - k * 0x1.444p-24f;
    const wild_v_f32 z = r * r + (x * 0x1p+115f) * 0.0f;
    const wild_v_f32 s = -0x1.555546p-3f + z * (0x1.110778p-7f - z * 0x1.995406p-13f);
    const wild_v_f32 c = 0x1.55554ap-5f - z * (0x1.6c0c1ap-10f - z * 0x1.99e0ecp-16f);
    wild_turn_f32(turned, r + (r * z * s - k * 0x1.68c234p-39f), 1.0f + z * (z * c - 0.5f), sine, cosine);
}

void wild_sincos_f32(size_t count, const float *angle, float *sine, float *cosine)
{
    for (size_t i = 0; i < count; i += WILD_LANES_f32) {
        wild_v_f32 x = {0}, s, c;
        const size_t lanes = count - i < WILD_LANES_f32 ? count - i : WILD_LANES_f32;
        for (size_t lane = 0; lane < lanes; lane++)
            ((float *)&x)[lane] = angle[i + lane];
        wild_pair_f32(x, &s, &c);
        for (size_t lane = 0; lane < lanes; lane++) {
            sine[i + lane] = ((float *)&s)[lane];
            cosine[i + lane] = ((float *)&c)[lane];
        }
    }
}

void wild_jacobian_words_f32(const float *restrict in, float *restrict out)
{
    (void)in;
    const float t1 = in[1] * 0x1.4a6406p-1f;
    const float t0 = in[0] * 0x1.28617cp-3f;
    const float t2 = t0 + t1;
    const float t173 = (-0x1.730716p-1f) * t2;
    const float t174 = t173 - 0x1.08a6bcp-1f;
    out[78] = t174;
    const float t9 = in[1] * 0x1.86e82ep-1f;
    const float t8 = in[0] * 0x1.3ebfa6p-3f;
    const float t10 = t8 - t9;
    const float t175 = (-0x1.730716p-1f) * t10;
    const float t176 = t175 - 0x1.ba4912p-2f;
    out[86] = t176;
    const float t19 = in[1] * 0x1.aa9d4p-6f;
    const float t18 = in[0] * 0x1.f44dc4p-1f;
    const float t20 = t18 + t19;
    const float t177 = 0x1.730716p-1f * t20;
    const float t178 = 0x1.29ac12p-3f - t177;
    out[94] = t178;
    const float t36 = in[1] * 0x1.d3aa14p-1f;
    const float t35 = in[0] * 0x1.9b5eeep-2f;
    const float t37 = t35 - t36;
    const float t33 = in[1] * 0x1.9b5eeep-2f;
    const float t32 = in[0] * 0x1.d3aa14p-1f;
    const float t34 = t32 + t33;
    const float t38 = 0x1.28617cp-3f * t34;
    const float t40 = 0x1.9300b4p-5f + t38;
    const float t39 = 0x1.4a6406p-1f * t37;
    const float t41 = t39 - t40;
    out[99] = t41;
    const float t42 = (-0x1.3ebfa6p-3f) * t34;
    const float t44 = t42 - 0x1.50bfccp-5f;
    const float t43 = 0x1.86e82ep-1f * t37;
    const float t45 = t44 - t43;
    out[107] = t45;
    const float t46 = 0x1.f44dc4p-1f * t34;
    const float t48 = 0x1.c5492ep-7f - t46;
    const float t47 = 0x1.aa9d4p-6f * t37;
    const float t49 = t47 + t48;
    out[115] = t49;
    const float t4 = in[1] * 0x1.28617cp-3f;
    const float t3 = in[0] * 0x1.4a6406p-1f;
    const float t5 = t3 - t4;
    const float t6 = 0x1.c25eep-2f * t5;
    const float t7 = t2 - t6;
    const float t74 = (-0x1.d3aa06p-1f) * t7;
    const float t75 = t74 - 0x1.9303b8p-5f;
    out[124] = t75;
    const float t22 = in[1] * 0x1.f44dc4p-1f;
    const float t21 = in[0] * 0x1.aa9d4p-6f;
    const float t23 = t21 - t22;
    const float t24 = 0x1.c25eep-2f * t23;
    const float t25 = t20 - t24;
    const float t78 = 0x1.d3aa06p-1f * t25;
    const float t79 = 0x1.c54c92p-7f - t78;
    out[140] = t79;
    const float t12 = in[1] * 0x1.3ebfa6p-3f;
    const float t11 = in[0] * 0x1.86e82ep-1f;
    const float t13 = t11 + t12;
    const float t14 = 0x1.c25eep-2f * t13;
    const float t15 = t10 + t14;
    const float t76 = 0x1.d3aa06p-1f * t15;
    const float t77 = 0x1.50c25p-5f + t76;
    const float t200 = 0x0p+0f - t77;
    out[132] = t200;
    const float t183 = 0x1.c4fbf2p-19f * t10;
    const float t185 = 0x1.3a06ap+11f - t183;
    const float t184 = 0x1.c5d104p-19f * t13;
    const float t186 = t184 - t185;
    const float t187 = 0x1.c4fbf2p-19f * t20;
    const float t189 = 0x1.a6b2e4p+9f + t187;
    const float t188 = 0x1.c5d104p-19f * t23;
    const float t190 = t188 - t189;
    const float t192 = 0x1.40e9f4p-1f * t190;
    const float t191 = 0x1.aff872p-3f * t186;
    const float t193 = t191 - t192;
    out[50] = t193;
    const float t179 = 0x1.c4fbf2p-19f * t2;
    const float t181 = 0x1.77cf08p+11f - t179;
    const float t180 = 0x1.c5d104p-19f * t5;
    const float t182 = t180 + t181;
    const float t195 = 0x1.800d4ap-1f * t190;
    const float t194 = 0x1.aff872p-3f * t182;
    const float t196 = t194 + t195;
    out[58] = t196;
    const float t198 = 0x1.800d4ap-1f * t186;
    const float t197 = 0x1.40e9f4p-1f * t182;
    const float t199 = t197 + t198;
    out[66] = t199;
    const float t68 = 0x1.ebd064p-5f * t7;
    const float t69 = 0x1.7f399ap-1f - t68;
    const float t60 = 0x1.d4ac5ap-1f * t5;
    const float t59 = 0x1.9c4254p-2f * t2;
    const float t61 = t59 + t60;
    const float t105 = in[4] * t61;
    const float t104 = in[3] * t69;
    const float t106 = t104 - t105;
    const float t123 = 0x1.ef3ae8p-22f * t106;
    const float t122 = (-0x1p+0f) * t75;
    const float t125 = t122 - t123;
    const float t114 = in[4] * t69;
    const float t113 = in[3] * t61;
    const float t115 = t113 + t114;
    const float t124 = 0x1.6d9788p-25f * t115;
    const float t126 = t125 - t124;
    out[101] = t126;
    const float t70 = 0x1.ebd064p-5f * t15;
    const float t71 = 0x1.403912p-1f - t70;
    const float t63 = 0x1.d4ac5ap-1f * t13;
    const float t62 = 0x1.9c4254p-2f * t10;
    const float t64 = t62 - t63;
    const float t108 = in[4] * t64;
    const float t107 = in[3] * t71;
    const float t109 = t107 - t108;
    const float t128 = 0x1.ef3ae8p-22f * t109;
    const float t127 = 0x1p+0f * t77;
    const float t130 = t127 - t128;
    const float t117 = in[4] * t71;
    const float t116 = in[3] * t64;
    const float t118 = t116 + t117;
    const float t129 = 0x1.6d9788p-25f * t118;
    const float t131 = t130 - t129;
    out[109] = t131;
    const float t72 = 0x1.ebd064p-5f * t25;
    const float t73 = 0x1.af0a5ap-3f + t72;
    const float t66 = 0x1.d4ac5ap-1f * t23;
    const float t65 = 0x1.9c4254p-2f * t20;
    const float t67 = t65 + t66;
    const float t111 = in[4] * t67;
    const float t110 = in[3] * t73;
    const float t112 = t110 + t111;
    const float t133 = 0x1.ef3ae8p-22f * t112;
    const float t132 = 0x1p+0f * t79;
    const float t135 = t133 - t132;
    const float t120 = in[4] * t73;
    const float t119 = in[3] * t67;
    const float t121 = t119 - t120;
    const float t134 = 0x1.6d9788p-25f * t121;
    const float t136 = t135 - t134;
    out[117] = t136;
    const float t149 = 0x1.1aa08p+6f * t121;
    const float t148 = 0x1.a1492ap+2f * t112;
    const float t150 = t148 + t149;
    const float t147 = in[5] * t136;
    const float t151 = t147 + t150;
    const float t144 = 0x1.1aa08p+6f * t118;
    const float t143 = 0x1.a1492ap+2f * t109;
    const float t145 = t143 - t144;
    const float t142 = in[5] * t131;
    const float t146 = t145 - t142;
    const float t16 = in[2] * 0x1.d3aa14p-1f;
    const float t17 = in[2] * 0x1.9b5eeep-2f;
    const float t27 = in[1] * t17;
    const float t26 = in[0] * t16;
    const float t28 = t26 + t27;
    const float t30 = in[1] * t16;
    const float t29 = in[0] * t17;
    const float t31 = t29 - t30;
    const float t51 = 0x1.28617cp-3f * t31;
    const float t50 = 0x1.4a6406p-1f * t28;
    const float t52 = t50 + t51;
    const float t84 = 0x1.da4646p+11f * t10;
    const float t86 = 0x1.8ce70ap-1f - t84;
    const float t85 = 0x1.f532bp+12f * t13;
    const float t87 = t85 + t86;
    const float t92 = 0x1.aff872p-3f * t87;
    const float t94 = t52 + t92;
    const float t88 = 0x1.da4646p+11f * t20;
    const float t90 = 0x1.0b20c6p-2f + t88;
    const float t89 = 0x1.f532bp+12f * t23;
    const float t91 = t89 + t90;
    const float t93 = 0x1.40e9f4p-1f * t91;
    const float t95 = t93 - t94;
    const float t152 = 0x1.aff872p-3f * t146;
    const float t154 = t95 - t152;
    const float t153 = (-0x1.40e9f4p-1f) * t151;
    const float t155 = t153 - t154;
    out[98] = t155;
    const float t165 = t79 * t146;
    const float t164 = t77 * t151;
    const float t166 = t165 - t164;
    out[100] = t166;
    const float t139 = 0x1.1aa08p+6f * t115;
    const float t138 = 0x1.a1492ap+2f * t106;
    const float t140 = t138 - t139;
    const float t137 = in[5] * t126;
    const float t141 = t137 - t140;
    const float t54 = 0x1.3ebfa6p-3f * t31;
    const float t53 = 0x1.86e82ep-1f * t28;
    const float t55 = t53 - t54;
    const float t80 = 0x1.da4646p+11f * t2;
    const float t82 = 0x1.dafdaap-1f - t80;
    const float t81 = 0x1.f532bp+12f * t5;
    const float t83 = t81 - t82;
    const float t96 = 0x1.aff872p-3f * t83;
    const float t98 = t55 - t96;
    const float t97 = 0x1.800d4ap-1f * t91;
    const float t99 = t97 - t98;
    const float t156 = (-0x1.aff872p-3f) * t141;
    const float t158 = t99 - t156;
    const float t157 = (-0x1.800d4ap-1f) * t151;
    const float t159 = t158 - t157;
    out[106] = t159;
    const float t168 = t79 * t141;
    const float t167 = t75 * t151;
    const float t169 = t168 - t167;
    out[108] = t169;
    const float t57 = 0x1.f44dc4p-1f * t31;
    const float t56 = 0x1.aa9d4p-6f * t28;
    const float t58 = t56 + t57;
    const float t100 = 0x1.40e9f4p-1f * t83;
    const float t102 = t58 + t100;
    const float t101 = 0x1.800d4ap-1f * t87;
    const float t103 = t101 + t102;
    const float t160 = (-0x1.40e9f4p-1f) * t141;
    const float t162 = t103 - t160;
    const float t161 = 0x1.800d4ap-1f * t146;
    const float t163 = t161 + t162;
    out[114] = t163;
    const float t171 = t77 * t141;
    const float t170 = t75 * t146;
    const float t172 = t171 - t170;
    out[116] = t172;
    out[0] = (-0x1.f812ccp-1f);
    out[1] = 0x0p+0f;
    out[2] = 0x0p+0f;
    out[3] = 0x0p+0f;
    out[4] = 0x0p+0f;
    out[5] = 0x0p+0f;
    out[6] = 0x0p+0f;
    out[7] = 0x0p+0f;
    out[8] = 0x1.f132ecp-4f;
    out[9] = 0x0p+0f;
    out[10] = 0x0p+0f;
    out[11] = 0x0p+0f;
    out[12] = 0x0p+0f;
    out[13] = 0x0p+0f;
    out[14] = 0x0p+0f;
    out[15] = 0x0p+0f;
    out[16] = 0x1.02f6bap-3f;
    out[17] = 0x0p+0f;
    out[18] = 0x0p+0f;
    out[19] = 0x0p+0f;
    out[20] = 0x0p+0f;
    out[21] = 0x0p+0f;
    out[22] = 0x0p+0f;
    out[23] = 0x0p+0f;
    out[24] = 0x0p+0f;
    out[25] = (-0x1.659322p-1f);
    out[26] = 0x0p+0f;
    out[27] = 0x0p+0f;
    out[28] = 0x0p+0f;
    out[29] = 0x0p+0f;
    out[30] = 0x0p+0f;
    out[31] = 0x0p+0f;
    out[32] = 0x0p+0f;
    out[33] = 0x1.b639aep-2f;
    out[34] = 0x0p+0f;
    out[35] = 0x0p+0f;
    out[36] = 0x0p+0f;
    out[37] = 0x0p+0f;
    out[38] = 0x0p+0f;
    out[39] = 0x0p+0f;
    out[40] = 0x0p+0f;
    out[41] = (-0x1.25b96ap-1f);
    out[42] = 0x0p+0f;
    out[43] = 0x0p+0f;
    out[44] = 0x0p+0f;
    out[45] = 0x0p+0f;
    out[46] = 0x0p+0f;
    out[47] = 0x0p+0f;
    out[48] = (-0x1.f812ccp-1f);
    out[49] = 0x0p+0f;
    out[51] = 0x0p+0f;
    out[52] = 0x0p+0f;
    out[53] = 0x0p+0f;
    out[54] = 0x0p+0f;
    out[55] = 0x0p+0f;
    out[56] = 0x1.f132ecp-4f;
    out[57] = 0x0p+0f;
    out[59] = 0x0p+0f;
    out[60] = 0x0p+0f;
    out[61] = 0x0p+0f;
    out[62] = 0x0p+0f;
    out[63] = 0x0p+0f;
    out[64] = 0x1.02f6bap-3f;
    out[65] = 0x0p+0f;
    out[67] = 0x0p+0f;
    out[68] = 0x0p+0f;
    out[69] = 0x0p+0f;
    out[70] = 0x0p+0f;
    out[71] = 0x0p+0f;
    out[72] = 0x0p+0f;
    out[73] = 0x0p+0f;
    out[74] = (-0x1.800d4ap-1f);
    out[75] = 0x0p+0f;
    out[76] = 0x0p+0f;
    out[77] = 0x0p+0f;
    out[79] = 0x0p+0f;
    out[80] = 0x0p+0f;
    out[81] = 0x0p+0f;
    out[82] = (-0x1.40e9f4p-1f);
    out[83] = 0x0p+0f;
    out[84] = 0x0p+0f;
    out[85] = 0x0p+0f;
    out[87] = 0x0p+0f;
    out[88] = 0x0p+0f;
    out[89] = 0x0p+0f;
    out[90] = 0x1.aff872p-3f;
    out[91] = 0x0p+0f;
    out[92] = 0x0p+0f;
    out[93] = 0x0p+0f;
    out[95] = 0x0p+0f;
    out[96] = (-0x1.f812ccp-1f);
    out[97] = 0x0p+0f;
    out[102] = 0x0p+0f;
    out[103] = 0x0p+0f;
    out[104] = 0x1.f132ecp-4f;
    out[105] = 0x0p+0f;
    out[110] = 0x0p+0f;
    out[111] = 0x0p+0f;
    out[112] = 0x1.02f6bap-3f;
    out[113] = 0x0p+0f;
    out[118] = 0x0p+0f;
    out[119] = 0x0p+0f;
    out[120] = 0x0p+0f;
    out[121] = 0x0p+0f;
    out[122] = (-0x1.800d4ap-1f);
    out[123] = 0x0p+0f;
    out[125] = 0x0p+0f;
    out[126] = 0x0p+0f;
    out[127] = 0x0p+0f;
    out[128] = 0x0p+0f;
    out[129] = 0x0p+0f;
    out[130] = (-0x1.40e9f4p-1f);
    out[131] = 0x0p+0f;
    out[133] = 0x0p+0f;
    out[134] = 0x0p+0f;
    out[135] = 0x0p+0f;
    out[136] = 0x0p+0f;
    out[137] = 0x0p+0f;
    out[138] = 0x1.aff872p-3f;
    out[139] = 0x0p+0f;
    out[141] = 0x0p+0f;
    out[142] = 0x0p+0f;
    out[143] = 0x0p+0f;
    out[144] = 0x0p+0f;
    out[145] = 0x0p+0f;
    out[146] = 0x0p+0f;
    out[147] = 0x0p+0f;
    out[148] = 0x0p+0f;
    out[149] = 0x0p+0f;
    out[150] = 0x0p+0f;
    out[151] = 0x0p+0f;
    out[152] = 0x0p+0f;
    out[153] = 0x0p+0f;
    out[154] = 0x0p+0f;
    out[155] = 0x0p+0f;
    out[156] = 0x0p+0f;
    out[157] = 0x0p+0f;
    out[158] = 0x0p+0f;
    out[159] = 0x0p+0f;
    out[160] = 0x0p+0f;
    out[161] = 0x0p+0f;
    out[162] = 0x0p+0f;
    out[163] = 0x0p+0f;
    out[164] = 0x0p+0f;
    out[165] = 0x0p+0f;
    out[166] = 0x0p+0f;
    out[167] = 0x0p+0f;
    out[168] = 0x0p+0f;
    out[169] = 0x0p+0f;
    out[170] = 0x0p+0f;
    out[171] = 0x0p+0f;
    out[172] = 0x0p+0f;
    out[173] = 0x0p+0f;
    out[174] = 0x0p+0f;
    out[175] = 0x1p+0f;
    out[176] = 0x0p+0f;
    out[177] = 0x0p+0f;
    out[178] = 0x0p+0f;
    out[179] = 0x0p+0f;
    out[180] = 0x0p+0f;
    out[181] = 0x0p+0f;
    out[182] = 0x0p+0f;
    out[183] = 0x0p+0f;
    out[184] = 0x0p+0f;
    out[185] = 0x0p+0f;
    out[186] = 0x0p+0f;
    out[187] = 0x0p+0f;
    out[188] = 0x0p+0f;
    out[189] = 0x0p+0f;
    out[190] = 0x0p+0f;
    out[191] = 0x0p+0f;
}

void wild_jacobian_f32(const float *restrict q, float *restrict jacobian)
{
    (void)q;
    enum { ANGLES = 2, BLOCKS = (ANGLES + WILD_JOINT_LANES_f32 - 1) / WILD_JOINT_LANES_f32 };
    wild_joint_v_f32 sines[BLOCKS], cosines[BLOCKS];
    const float *const sine = (const float *)sines, *const cosine = (const float *)cosines;
#if WILD_JOINT_LANES_f32 == 4
    wild_joint_pair_f32((wild_joint_v_f32){q[2] + (0x1.1fac9p-25f), q[4] + (0x1.e7718cp+0f)}, &sines[0], &cosines[0]);
#elif WILD_JOINT_LANES_f32 == 8
    wild_joint_pair_f32((wild_joint_v_f32){q[2] + (0x1.1fac9p-25f), q[4] + (0x1.e7718cp+0f)}, &sines[0], &cosines[0]);
#else
    wild_joint_pair_f32((wild_joint_v_f32){q[2] + (0x1.1fac9p-25f)}, &sines[0], &cosines[0]);
    wild_joint_pair_f32((wild_joint_v_f32){q[4] + (0x1.e7718cp+0f)}, &sines[1], &cosines[1]);
#endif
    const float t1 = cosine[0] * 0x1.4a6406p-1f;
    const float t0 = sine[0] * 0x1.28617cp-3f;
    const float t2 = t0 + t1;
    const float t173 = (-0x1.730716p-1f) * t2;
    const float t174 = t173 - 0x1.08a6bcp-1f;
    jacobian[78] = t174;
    const float t9 = cosine[0] * 0x1.86e82ep-1f;
    const float t8 = sine[0] * 0x1.3ebfa6p-3f;
    const float t10 = t8 - t9;
    const float t175 = (-0x1.730716p-1f) * t10;
    const float t176 = t175 - 0x1.ba4912p-2f;
    jacobian[86] = t176;
    const float t19 = cosine[0] * 0x1.aa9d4p-6f;
    const float t18 = sine[0] * 0x1.f44dc4p-1f;
    const float t20 = t18 + t19;
    const float t177 = 0x1.730716p-1f * t20;
    const float t178 = 0x1.29ac12p-3f - t177;
    jacobian[94] = t178;
    const float t36 = cosine[0] * 0x1.d3aa14p-1f;
    const float t35 = sine[0] * 0x1.9b5eeep-2f;
    const float t37 = t35 - t36;
    const float t33 = cosine[0] * 0x1.9b5eeep-2f;
    const float t32 = sine[0] * 0x1.d3aa14p-1f;
    const float t34 = t32 + t33;
    const float t38 = 0x1.28617cp-3f * t34;
    const float t40 = 0x1.9300b4p-5f + t38;
    const float t39 = 0x1.4a6406p-1f * t37;
    const float t41 = t39 - t40;
    jacobian[99] = t41;
    const float t42 = (-0x1.3ebfa6p-3f) * t34;
    const float t44 = t42 - 0x1.50bfccp-5f;
    const float t43 = 0x1.86e82ep-1f * t37;
    const float t45 = t44 - t43;
    jacobian[107] = t45;
    const float t46 = 0x1.f44dc4p-1f * t34;
    const float t48 = 0x1.c5492ep-7f - t46;
    const float t47 = 0x1.aa9d4p-6f * t37;
    const float t49 = t47 + t48;
    jacobian[115] = t49;
    const float t4 = cosine[0] * 0x1.28617cp-3f;
    const float t3 = sine[0] * 0x1.4a6406p-1f;
    const float t5 = t3 - t4;
    const float t6 = 0x1.c25eep-2f * t5;
    const float t7 = t2 - t6;
    const float t74 = (-0x1.d3aa06p-1f) * t7;
    const float t75 = t74 - 0x1.9303b8p-5f;
    jacobian[124] = t75;
    const float t22 = cosine[0] * 0x1.f44dc4p-1f;
    const float t21 = sine[0] * 0x1.aa9d4p-6f;
    const float t23 = t21 - t22;
    const float t24 = 0x1.c25eep-2f * t23;
    const float t25 = t20 - t24;
    const float t78 = 0x1.d3aa06p-1f * t25;
    const float t79 = 0x1.c54c92p-7f - t78;
    jacobian[140] = t79;
    const float t12 = cosine[0] * 0x1.3ebfa6p-3f;
    const float t11 = sine[0] * 0x1.86e82ep-1f;
    const float t13 = t11 + t12;
    const float t14 = 0x1.c25eep-2f * t13;
    const float t15 = t10 + t14;
    const float t76 = 0x1.d3aa06p-1f * t15;
    const float t77 = 0x1.50c25p-5f + t76;
    const float t200 = 0x0p+0f - t77;
    jacobian[132] = t200;
    const float t183 = 0x1.c4fbf2p-19f * t10;
    const float t185 = 0x1.3a06ap+11f - t183;
    const float t184 = 0x1.c5d104p-19f * t13;
    const float t186 = t184 - t185;
    const float t187 = 0x1.c4fbf2p-19f * t20;
    const float t189 = 0x1.a6b2e4p+9f + t187;
    const float t188 = 0x1.c5d104p-19f * t23;
    const float t190 = t188 - t189;
    const float t192 = 0x1.40e9f4p-1f * t190;
    const float t191 = 0x1.aff872p-3f * t186;
    const float t193 = t191 - t192;
    jacobian[50] = t193;
    const float t179 = 0x1.c4fbf2p-19f * t2;
    const float t181 = 0x1.77cf08p+11f - t179;
    const float t180 = 0x1.c5d104p-19f * t5;
    const float t182 = t180 + t181;
    const float t195 = 0x1.800d4ap-1f * t190;
    const float t194 = 0x1.aff872p-3f * t182;
    const float t196 = t194 + t195;
    jacobian[58] = t196;
    const float t198 = 0x1.800d4ap-1f * t186;
    const float t197 = 0x1.40e9f4p-1f * t182;
    const float t199 = t197 + t198;
    jacobian[66] = t199;
    const float t68 = 0x1.ebd064p-5f * t7;
    const float t69 = 0x1.7f399ap-1f - t68;
    const float t60 = 0x1.d4ac5ap-1f * t5;
    const float t59 = 0x1.9c4254p-2f * t2;
    const float t61 = t59 + t60;
    const float t105 = cosine[1] * t61;
    const float t104 = sine[1] * t69;
    const float t106 = t104 - t105;
    const float t123 = 0x1.ef3ae8p-22f * t106;
    const float t122 = (-0x1p+0f) * t75;
    const float t125 = t122 - t123;
    const float t114 = cosine[1] * t69;
    const float t113 = sine[1] * t61;
    const float t115 = t113 + t114;
    const float t124 = 0x1.6d9788p-25f * t115;
    const float t126 = t125 - t124;
    jacobian[101] = t126;
    const float t70 = 0x1.ebd064p-5f * t15;
    const float t71 = 0x1.403912p-1f - t70;
    const float t63 = 0x1.d4ac5ap-1f * t13;
    const float t62 = 0x1.9c4254p-2f * t10;
    const float t64 = t62 - t63;
    const float t108 = cosine[1] * t64;
    const float t107 = sine[1] * t71;
    const float t109 = t107 - t108;
    const float t128 = 0x1.ef3ae8p-22f * t109;
    const float t127 = 0x1p+0f * t77;
    const float t130 = t127 - t128;
    const float t117 = cosine[1] * t71;
    const float t116 = sine[1] * t64;
    const float t118 = t116 + t117;
    const float t129 = 0x1.6d9788p-25f * t118;
    const float t131 = t130 - t129;
    jacobian[109] = t131;
    const float t72 = 0x1.ebd064p-5f * t25;
    const float t73 = 0x1.af0a5ap-3f + t72;
    const float t66 = 0x1.d4ac5ap-1f * t23;
    const float t65 = 0x1.9c4254p-2f * t20;
    const float t67 = t65 + t66;
    const float t111 = cosine[1] * t67;
    const float t110 = sine[1] * t73;
    const float t112 = t110 + t111;
    const float t133 = 0x1.ef3ae8p-22f * t112;
    const float t132 = 0x1p+0f * t79;
    const float t135 = t133 - t132;
    const float t120 = cosine[1] * t73;
    const float t119 = sine[1] * t67;
    const float t121 = t119 - t120;
    const float t134 = 0x1.6d9788p-25f * t121;
    const float t136 = t135 - t134;
    jacobian[117] = t136;
    const float t149 = 0x1.1aa08p+6f * t121;
    const float t148 = 0x1.a1492ap+2f * t112;
    const float t150 = t148 + t149;
    const float t147 = q[5] * t136;
    const float t151 = t147 + t150;
    const float t144 = 0x1.1aa08p+6f * t118;
    const float t143 = 0x1.a1492ap+2f * t109;
    const float t145 = t143 - t144;
    const float t142 = q[5] * t131;
    const float t146 = t145 - t142;
    const float t16 = q[3] * 0x1.d3aa14p-1f;
    const float t17 = q[3] * 0x1.9b5eeep-2f;
    const float t27 = cosine[0] * t17;
    const float t26 = sine[0] * t16;
    const float t28 = t26 + t27;
    const float t30 = cosine[0] * t16;
    const float t29 = sine[0] * t17;
    const float t31 = t29 - t30;
    const float t51 = 0x1.28617cp-3f * t31;
    const float t50 = 0x1.4a6406p-1f * t28;
    const float t52 = t50 + t51;
    const float t84 = 0x1.da4646p+11f * t10;
    const float t86 = 0x1.8ce70ap-1f - t84;
    const float t85 = 0x1.f532bp+12f * t13;
    const float t87 = t85 + t86;
    const float t92 = 0x1.aff872p-3f * t87;
    const float t94 = t52 + t92;
    const float t88 = 0x1.da4646p+11f * t20;
    const float t90 = 0x1.0b20c6p-2f + t88;
    const float t89 = 0x1.f532bp+12f * t23;
    const float t91 = t89 + t90;
    const float t93 = 0x1.40e9f4p-1f * t91;
    const float t95 = t93 - t94;
    const float t152 = 0x1.aff872p-3f * t146;
    const float t154 = t95 - t152;
    const float t153 = (-0x1.40e9f4p-1f) * t151;
    const float t155 = t153 - t154;
    jacobian[98] = t155;
    const float t165 = t79 * t146;
    const float t164 = t77 * t151;
    const float t166 = t165 - t164;
    jacobian[100] = t166;
    const float t139 = 0x1.1aa08p+6f * t115;
    const float t138 = 0x1.a1492ap+2f * t106;
    const float t140 = t138 - t139;
    const float t137 = q[5] * t126;
    const float t141 = t137 - t140;
    const float t54 = 0x1.3ebfa6p-3f * t31;
    const float t53 = 0x1.86e82ep-1f * t28;
    const float t55 = t53 - t54;
    const float t80 = 0x1.da4646p+11f * t2;
    const float t82 = 0x1.dafdaap-1f - t80;
    const float t81 = 0x1.f532bp+12f * t5;
    const float t83 = t81 - t82;
    const float t96 = 0x1.aff872p-3f * t83;
    const float t98 = t55 - t96;
    const float t97 = 0x1.800d4ap-1f * t91;
    const float t99 = t97 - t98;
    const float t156 = (-0x1.aff872p-3f) * t141;
    const float t158 = t99 - t156;
    const float t157 = (-0x1.800d4ap-1f) * t151;
    const float t159 = t158 - t157;
    jacobian[106] = t159;
    const float t168 = t79 * t141;
    const float t167 = t75 * t151;
    const float t169 = t168 - t167;
    jacobian[108] = t169;
    const float t57 = 0x1.f44dc4p-1f * t31;
    const float t56 = 0x1.aa9d4p-6f * t28;
    const float t58 = t56 + t57;
    const float t100 = 0x1.40e9f4p-1f * t83;
    const float t102 = t58 + t100;
    const float t101 = 0x1.800d4ap-1f * t87;
    const float t103 = t101 + t102;
    const float t160 = (-0x1.40e9f4p-1f) * t141;
    const float t162 = t103 - t160;
    const float t161 = 0x1.800d4ap-1f * t146;
    const float t163 = t161 + t162;
    jacobian[114] = t163;
    const float t171 = t77 * t141;
    const float t170 = t75 * t146;
    const float t172 = t171 - t170;
    jacobian[116] = t172;
    jacobian[0] = (-0x1.f812ccp-1f);
    jacobian[8] = 0x1.f132ecp-4f;
    jacobian[16] = 0x1.02f6bap-3f;
    jacobian[25] = (-0x1.659322p-1f);
    jacobian[33] = 0x1.b639aep-2f;
    jacobian[41] = (-0x1.25b96ap-1f);
    jacobian[48] = (-0x1.f812ccp-1f);
    jacobian[56] = 0x1.f132ecp-4f;
    jacobian[64] = 0x1.02f6bap-3f;
    jacobian[74] = (-0x1.800d4ap-1f);
    jacobian[82] = (-0x1.40e9f4p-1f);
    jacobian[90] = 0x1.aff872p-3f;
    jacobian[96] = (-0x1.f812ccp-1f);
    jacobian[104] = 0x1.f132ecp-4f;
    jacobian[112] = 0x1.02f6bap-3f;
    jacobian[122] = (-0x1.800d4ap-1f);
    jacobian[130] = (-0x1.40e9f4p-1f);
    jacobian[138] = 0x1.aff872p-3f;
    jacobian[175] = 0x1p+0f;
    for (size_t w = 0; w < 7; w++)
        jacobian[1 + w] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[9 + w] = 0;
    for (size_t w = 0; w < 8; w++)
        jacobian[17 + w] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[26 + w] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[34 + w] = 0;
    for (size_t w = 0; w < 6; w++)
        jacobian[42 + w] = 0;
    jacobian[49] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[51 + w] = 0;
    jacobian[57] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[59 + w] = 0;
    jacobian[65] = 0;
    for (size_t w = 0; w < 7; w++)
        jacobian[67 + w] = 0;
    jacobian[75] = 0;
    jacobian[76] = 0;
    jacobian[77] = 0;
    jacobian[79] = 0;
    jacobian[80] = 0;
    jacobian[81] = 0;
    jacobian[83] = 0;
    jacobian[84] = 0;
    jacobian[85] = 0;
    jacobian[87] = 0;
    jacobian[88] = 0;
    jacobian[89] = 0;
    jacobian[91] = 0;
    jacobian[92] = 0;
    jacobian[93] = 0;
    jacobian[95] = 0;
    jacobian[97] = 0;
    jacobian[102] = 0;
    jacobian[103] = 0;
    jacobian[105] = 0;
    jacobian[110] = 0;
    jacobian[111] = 0;
    jacobian[113] = 0;
    for (size_t w = 0; w < 4; w++)
        jacobian[118 + w] = 0;
    jacobian[123] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[125 + w] = 0;
    jacobian[131] = 0;
    for (size_t w = 0; w < 5; w++)
        jacobian[133 + w] = 0;
    jacobian[139] = 0;
    for (size_t w = 0; w < 34; w++)
        jacobian[141 + w] = 0;
    for (size_t w = 0; w < 16; w++)
        jacobian[176 + w] = 0;
}

#if WILD_VECTOR_BYTES
/* As many states as a vector has lanes; word w of them at in + w * in_stride. */
static inline __attribute__((always_inline)) void wild_jacobian_block_f32(const float *restrict in, size_t in_stride,
    float *restrict out, size_t out_stride)
{
    (void)in, (void)in_stride, (void)out_stride;
    const wild_v_f32 x1 = *(const wild_u_f32 *)(in + 1 * in_stride);
    const wild_v_f32 t1 = x1 * 0x1.4a6406p-1f;
    const wild_v_f32 x0 = *(const wild_u_f32 *)(in + 0 * in_stride);
    const wild_v_f32 t0 = x0 * 0x1.28617cp-3f;
    const wild_v_f32 t2 = t0 + t1;
    const wild_v_f32 t173 = (-0x1.730716p-1f) * t2;
    const wild_v_f32 t174 = t173 - 0x1.08a6bcp-1f;
    *(wild_u_f32 *)(out + 78 * out_stride) = t174;
    const wild_v_f32 t9 = x1 * 0x1.86e82ep-1f;
    const wild_v_f32 t8 = x0 * 0x1.3ebfa6p-3f;
    const wild_v_f32 t10 = t8 - t9;
    const wild_v_f32 t175 = (-0x1.730716p-1f) * t10;
    const wild_v_f32 t176 = t175 - 0x1.ba4912p-2f;
    *(wild_u_f32 *)(out + 86 * out_stride) = t176;
    const wild_v_f32 t19 = x1 * 0x1.aa9d4p-6f;
    const wild_v_f32 t18 = x0 * 0x1.f44dc4p-1f;
    const wild_v_f32 t20 = t18 + t19;
    const wild_v_f32 t177 = 0x1.730716p-1f * t20;
    const wild_v_f32 t178 = 0x1.29ac12p-3f - t177;
    *(wild_u_f32 *)(out + 94 * out_stride) = t178;
    const wild_v_f32 t36 = x1 * 0x1.d3aa14p-1f;
    const wild_v_f32 t35 = x0 * 0x1.9b5eeep-2f;
    const wild_v_f32 t37 = t35 - t36;
    const wild_v_f32 t33 = x1 * 0x1.9b5eeep-2f;
    const wild_v_f32 t32 = x0 * 0x1.d3aa14p-1f;
    const wild_v_f32 t34 = t32 + t33;
    const wild_v_f32 t38 = 0x1.28617cp-3f * t34;
    const wild_v_f32 t40 = 0x1.9300b4p-5f + t38;
    const wild_v_f32 t39 = 0x1.4a6406p-1f * t37;
    const wild_v_f32 t41 = t39 - t40;
    *(wild_u_f32 *)(out + 99 * out_stride) = t41;
    const wild_v_f32 t42 = (-0x1.3ebfa6p-3f) * t34;
    const wild_v_f32 t44 = t42 - 0x1.50bfccp-5f;
    const wild_v_f32 t43 = 0x1.86e82ep-1f * t37;
    const wild_v_f32 t45 = t44 - t43;
    *(wild_u_f32 *)(out + 107 * out_stride) = t45;
    const wild_v_f32 t46 = 0x1.f44dc4p-1f * t34;
    const wild_v_f32 t48 = 0x1.c5492ep-7f - t46;
    const wild_v_f32 t47 = 0x1.aa9d4p-6f * t37;
    const wild_v_f32 t49 = t47 + t48;
    *(wild_u_f32 *)(out + 115 * out_stride) = t49;
    const wild_v_f32 t4 = x1 * 0x1.28617cp-3f;
    const wild_v_f32 t3 = x0 * 0x1.4a6406p-1f;
    const wild_v_f32 t5 = t3 - t4;
    const wild_v_f32 t6 = 0x1.c25eep-2f * t5;
    const wild_v_f32 t7 = t2 - t6;
    const wild_v_f32 t74 = (-0x1.d3aa06p-1f) * t7;
    const wild_v_f32 t75 = t74 - 0x1.9303b8p-5f;
    *(wild_u_f32 *)(out + 124 * out_stride) = t75;
    const wild_v_f32 t22 = x1 * 0x1.f44dc4p-1f;
    const wild_v_f32 t21 = x0 * 0x1.aa9d4p-6f;
    const wild_v_f32 t23 = t21 - t22;
    const wild_v_f32 t24 = 0x1.c25eep-2f * t23;
    const wild_v_f32 t25 = t20 - t24;
    const wild_v_f32 t78 = 0x1.d3aa06p-1f * t25;
    const wild_v_f32 t79 = 0x1.c54c92p-7f - t78;
    *(wild_u_f32 *)(out + 140 * out_stride) = t79;
    const wild_v_f32 t12 = x1 * 0x1.3ebfa6p-3f;
    const wild_v_f32 t11 = x0 * 0x1.86e82ep-1f;
    const wild_v_f32 t13 = t11 + t12;
    const wild_v_f32 t14 = 0x1.c25eep-2f * t13;
    const wild_v_f32 t15 = t10 + t14;
    const wild_v_f32 t76 = 0x1.d3aa06p-1f * t15;
    const wild_v_f32 t77 = 0x1.50c25p-5f + t76;
    const wild_v_f32 t200 = 0x0p+0f - t77;
    *(wild_u_f32 *)(out + 132 * out_stride) = t200;
    const wild_v_f32 t183 = 0x1.c4fbf2p-19f * t10;
    const wild_v_f32 t185 = 0x1.3a06ap+11f - t183;
    const wild_v_f32 t184 = 0x1.c5d104p-19f * t13;
    const wild_v_f32 t186 = t184 - t185;
    const wild_v_f32 t187 = 0x1.c4fbf2p-19f * t20;
    const wild_v_f32 t189 = 0x1.a6b2e4p+9f + t187;
    const wild_v_f32 t188 = 0x1.c5d104p-19f * t23;
    const wild_v_f32 t190 = t188 - t189;
    const wild_v_f32 t192 = 0x1.40e9f4p-1f * t190;
    const wild_v_f32 t191 = 0x1.aff872p-3f * t186;
    const wild_v_f32 t193 = t191 - t192;
    *(wild_u_f32 *)(out + 50 * out_stride) = t193;
    const wild_v_f32 t179 = 0x1.c4fbf2p-19f * t2;
    const wild_v_f32 t181 = 0x1.77cf08p+11f - t179;
    const wild_v_f32 t180 = 0x1.c5d104p-19f * t5;
    const wild_v_f32 t182 = t180 + t181;
    const wild_v_f32 t195 = 0x1.800d4ap-1f * t190;
    const wild_v_f32 t194 = 0x1.aff872p-3f * t182;
    const wild_v_f32 t196 = t194 + t195;
    *(wild_u_f32 *)(out + 58 * out_stride) = t196;
    const wild_v_f32 t198 = 0x1.800d4ap-1f * t186;
    const wild_v_f32 t197 = 0x1.40e9f4p-1f * t182;
    const wild_v_f32 t199 = t197 + t198;
    *(wild_u_f32 *)(out + 66 * out_stride) = t199;
    const wild_v_f32 t68 = 0x1.ebd064p-5f * t7;
    const wild_v_f32 t69 = 0x1.7f399ap-1f - t68;
    const wild_v_f32 t60 = 0x1.d4ac5ap-1f * t5;
    const wild_v_f32 t59 = 0x1.9c4254p-2f * t2;
    const wild_v_f32 t61 = t59 + t60;
    const wild_v_f32 x4 = *(const wild_u_f32 *)(in + 4 * in_stride);
    const wild_v_f32 t105 = x4 * t61;
    const wild_v_f32 x3 = *(const wild_u_f32 *)(in + 3 * in_stride);
    const wild_v_f32 t104 = x3 * t69;
    const wild_v_f32 t106 = t104 - t105;
    const wild_v_f32 t123 = 0x1.ef3ae8p-22f * t106;
    const wild_v_f32 t122 = (-0x1p+0f) * t75;
    const wild_v_f32 t125 = t122 - t123;
    const wild_v_f32 t114 = x4 * t69;
    const wild_v_f32 t113 = x3 * t61;
    const wild_v_f32 t115 = t113 + t114;
    const wild_v_f32 t124 = 0x1.6d9788p-25f * t115;
    const wild_v_f32 t126 = t125 - t124;
    *(wild_u_f32 *)(out + 101 * out_stride) = t126;
    const wild_v_f32 t70 = 0x1.ebd064p-5f * t15;
    const wild_v_f32 t71 = 0x1.403912p-1f - t70;
    const wild_v_f32 t63 = 0x1.d4ac5ap-1f * t13;
    const wild_v_f32 t62 = 0x1.9c4254p-2f * t10;
    const wild_v_f32 t64 = t62 - t63;
    const wild_v_f32 t108 = x4 * t64;
    const wild_v_f32 t107 = x3 * t71;
    const wild_v_f32 t109 = t107 - t108;
    const wild_v_f32 t128 = 0x1.ef3ae8p-22f * t109;
    const wild_v_f32 t127 = 0x1p+0f * t77;
    const wild_v_f32 t130 = t127 - t128;
    const wild_v_f32 t117 = x4 * t71;
    const wild_v_f32 t116 = x3 * t64;
    const wild_v_f32 t118 = t116 + t117;
    const wild_v_f32 t129 = 0x1.6d9788p-25f * t118;
    const wild_v_f32 t131 = t130 - t129;
    *(wild_u_f32 *)(out + 109 * out_stride) = t131;
    const wild_v_f32 t72 = 0x1.ebd064p-5f * t25;
    const wild_v_f32 t73 = 0x1.af0a5ap-3f + t72;
    const wild_v_f32 t66 = 0x1.d4ac5ap-1f * t23;
    const wild_v_f32 t65 = 0x1.9c4254p-2f * t20;
    const wild_v_f32 t67 = t65 + t66;
    const wild_v_f32 t111 = x4 * t67;
    const wild_v_f32 t110 = x3 * t73;
    const wild_v_f32 t112 = t110 + t111;
    const wild_v_f32 t133 = 0x1.ef3ae8p-22f * t112;
    const wild_v_f32 t132 = 0x1p+0f * t79;
    const wild_v_f32 t135 = t133 - t132;
    const wild_v_f32 t120 = x4 * t73;
    const wild_v_f32 t119 = x3 * t67;
    const wild_v_f32 t121 = t119 - t120;
    const wild_v_f32 t134 = 0x1.6d9788p-25f * t121;
    const wild_v_f32 t136 = t135 - t134;
    *(wild_u_f32 *)(out + 117 * out_stride) = t136;
    const wild_v_f32 t149 = 0x1.1aa08p+6f * t121;
    const wild_v_f32 t148 = 0x1.a1492ap+2f * t112;
    const wild_v_f32 t150 = t148 + t149;
    const wild_v_f32 x5 = *(const wild_u_f32 *)(in + 5 * in_stride);
    const wild_v_f32 t147 = x5 * t136;
    const wild_v_f32 t151 = t147 + t150;
    const wild_v_f32 t144 = 0x1.1aa08p+6f * t118;
    const wild_v_f32 t143 = 0x1.a1492ap+2f * t109;
    const wild_v_f32 t145 = t143 - t144;
    const wild_v_f32 t142 = x5 * t131;
    const wild_v_f32 t146 = t145 - t142;
    const wild_v_f32 x2 = *(const wild_u_f32 *)(in + 2 * in_stride);
    const wild_v_f32 t16 = x2 * 0x1.d3aa14p-1f;
    const wild_v_f32 t17 = x2 * 0x1.9b5eeep-2f;
    const wild_v_f32 t27 = x1 * t17;
    const wild_v_f32 t26 = x0 * t16;
    const wild_v_f32 t28 = t26 + t27;
    const wild_v_f32 t30 = x1 * t16;
    const wild_v_f32 t29 = x0 * t17;
    const wild_v_f32 t31 = t29 - t30;
    const wild_v_f32 t51 = 0x1.28617cp-3f * t31;
    const wild_v_f32 t50 = 0x1.4a6406p-1f * t28;
    const wild_v_f32 t52 = t50 + t51;
    const wild_v_f32 t84 = 0x1.da4646p+11f * t10;
    const wild_v_f32 t86 = 0x1.8ce70ap-1f - t84;
    const wild_v_f32 t85 = 0x1.f532bp+12f * t13;
    const wild_v_f32 t87 = t85 + t86;
    const wild_v_f32 t92 = 0x1.aff872p-3f * t87;
    const wild_v_f32 t94 = t52 + t92;
    const wild_v_f32 t88 = 0x1.da4646p+11f * t20;
    const wild_v_f32 t90 = 0x1.0b20c6p-2f + t88;
    const wild_v_f32 t89 = 0x1.f532bp+12f * t23;
    const wild_v_f32 t91 = t89 + t90;
    const wild_v_f32 t93 = 0x1.40e9f4p-1f * t91;
    const wild_v_f32 t95 = t93 - t94;
    const wild_v_f32 t152 = 0x1.aff872p-3f * t146;
    const wild_v_f32 t154 = t95 - t152;
    const wild_v_f32 t153 = (-0x1.40e9f4p-1f) * t151;
    const wild_v_f32 t155 = t153 - t154;
    *(wild_u_f32 *)(out + 98 * out_stride) = t155;
    const wild_v_f32 t165 = t79 * t146;
    const wild_v_f32 t164 = t77 * t151;
    const wild_v_f32 t166 = t165 - t164;
    *(wild_u_f32 *)(out + 100 * out_stride) = t166;
    const wild_v_f32 t139 = 0x1.1aa08p+6f * t115;
    const wild_v_f32 t138 = 0x1.a1492ap+2f * t106;
    const wild_v_f32 t140 = t138 - t139;
    const wild_v_f32 t137 = x5 * t126;
    const wild_v_f32 t141 = t137 - t140;
    const wild_v_f32 t54 = 0x1.3ebfa6p-3f * t31;
    const wild_v_f32 t53 = 0x1.86e82ep-1f * t28;
    const wild_v_f32 t55 = t53 - t54;
    const wild_v_f32 t80 = 0x1.da4646p+11f * t2;
    const wild_v_f32 t82 = 0x1.dafdaap-1f - t80;
    const wild_v_f32 t81 = 0x1.f532bp+12f * t5;
    const wild_v_f32 t83 = t81 - t82;
    const wild_v_f32 t96 = 0x1.aff872p-3f * t83;
    const wild_v_f32 t98 = t55 - t96;
    const wild_v_f32 t97 = 0x1.800d4ap-1f * t91;
    const wild_v_f32 t99 = t97 - t98;
    const wild_v_f32 t156 = (-0x1.aff872p-3f) * t141;
    const wild_v_f32 t158 = t99 - t156;
    const wild_v_f32 t157 = (-0x1.800d4ap-1f) * t151;
    const wild_v_f32 t159 = t158 - t157;
    *(wild_u_f32 *)(out + 106 * out_stride) = t159;
    const wild_v_f32 t168 = t79 * t141;
    const wild_v_f32 t167 = t75 * t151;
    const wild_v_f32 t169 = t168 - t167;
    *(wild_u_f32 *)(out + 108 * out_stride) = t169;
    const wild_v_f32 t57 = 0x1.f44dc4p-1f * t31;
    const wild_v_f32 t56 = 0x1.aa9d4p-6f * t28;
    const wild_v_f32 t58 = t56 + t57;
    const wild_v_f32 t100 = 0x1.40e9f4p-1f * t83;
    const wild_v_f32 t102 = t58 + t100;
    const wild_v_f32 t101 = 0x1.800d4ap-1f * t87;
    const wild_v_f32 t103 = t101 + t102;
    const wild_v_f32 t160 = (-0x1.40e9f4p-1f) * t141;
    const wild_v_f32 t162 = t103 - t160;
    const wild_v_f32 t161 = 0x1.800d4ap-1f * t146;
    const wild_v_f32 t163 = t161 + t162;
    *(wild_u_f32 *)(out + 114 * out_stride) = t163;
    const wild_v_f32 t171 = t77 * t141;
    const wild_v_f32 t170 = t75 * t146;
    const wild_v_f32 t172 = t171 - t170;
    *(wild_u_f32 *)(out + 116 * out_stride) = t172;
    *(wild_u_f32 *)(out + 0 * out_stride) = (-0x1.f812ccp-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 1 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 2 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 3 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 4 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 5 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 6 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 7 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 8 * out_stride) = (0x1.f132ecp-4f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 9 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 10 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 11 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 12 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 13 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 14 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 15 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 16 * out_stride) = (0x1.02f6bap-3f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 17 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 18 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 19 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 20 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 21 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 22 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 23 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 24 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 25 * out_stride) = (-0x1.659322p-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 26 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 27 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 28 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 29 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 30 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 31 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 32 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 33 * out_stride) = (0x1.b639aep-2f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 34 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 35 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 36 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 37 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 38 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 39 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 40 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 41 * out_stride) = (-0x1.25b96ap-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 42 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 43 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 44 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 45 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 46 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 47 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 48 * out_stride) = (-0x1.f812ccp-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 49 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 51 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 52 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 53 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 54 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 55 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 56 * out_stride) = (0x1.f132ecp-4f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 57 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 59 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 60 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 61 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 62 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 63 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 64 * out_stride) = (0x1.02f6bap-3f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 65 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 67 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 68 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 69 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 70 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 71 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 72 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 73 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 74 * out_stride) = (-0x1.800d4ap-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 75 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 76 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 77 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 79 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 80 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 81 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 82 * out_stride) = (-0x1.40e9f4p-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 83 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 84 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 85 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 87 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 88 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 89 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 90 * out_stride) = (0x1.aff872p-3f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 91 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 92 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 93 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 95 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 96 * out_stride) = (-0x1.f812ccp-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 97 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 102 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 103 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 104 * out_stride) = (0x1.f132ecp-4f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 105 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 110 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 111 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 112 * out_stride) = (0x1.02f6bap-3f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 113 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 118 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 119 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 120 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 121 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 122 * out_stride) = (-0x1.800d4ap-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 123 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 125 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 126 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 127 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 128 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 129 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 130 * out_stride) = (-0x1.40e9f4p-1f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 131 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 133 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 134 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 135 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 136 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 137 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 138 * out_stride) = (0x1.aff872p-3f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 139 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 141 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 142 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 143 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 144 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 145 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 146 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 147 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 148 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 149 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 150 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 151 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 152 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 153 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 154 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 155 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 156 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 157 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 158 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 159 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 160 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 161 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 162 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 163 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 164 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 165 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 166 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 167 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 168 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 169 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 170 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 171 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 172 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 173 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 174 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 175 * out_stride) = (0x1p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 176 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 177 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 178 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 179 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 180 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 181 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 182 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 183 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 184 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 185 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 186 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 187 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 188 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 189 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 190 * out_stride) = (0x0p+0f - (wild_v_f32){0});
    *(wild_u_f32 *)(out + 191 * out_stride) = (0x0p+0f - (wild_v_f32){0});
}

/* The same, not to be inlined: in a loop, constants would be kept in registers that operations need. */
static __attribute__((noinline)) void wild_jacobian_words_block_f32(const float *in, float *out, size_t stride)
{
    wild_jacobian_block_f32(in, stride, out, stride);
}
#endif

void wild_jacobian_words_batch_f32(size_t count, size_t stride, const float *restrict in, float *restrict out)
{
#if WILD_VECTOR_BYTES
    if (count >= WILD_LANES_f32) {
        for (size_t i = 0; i < count; i += WILD_LANES_f32) {
            /* the last block overlaps the one before it */
            const size_t at = i + WILD_LANES_f32 <= count ? i : count - WILD_LANES_f32;
            wild_jacobian_words_block_f32(in + at, out + at, stride);
        }
        return;
    }
#endif
    for (size_t i = 0; i < count; i++) { /* fewer states than lanes */
        float one_in[6] = {0}, one_out[192];
        for (size_t w = 0; w < 6; w++)
            one_in[w] = in[w * stride + i];
        wild_jacobian_words_f32(one_in, one_out);
        for (size_t w = 0; w < 192; w++)
            out[w * stride + i] = one_out[w];
    }
}

void wild_jacobian_batch_f32(size_t count, size_t stride, const float *restrict q, float *restrict jacobian)
{
    (void)q;
#if WILD_VECTOR_BYTES
    if (count >= WILD_LANES_f32) {
        for (size_t i = 0; i < count; i += WILD_LANES_f32) {
            /* the last block overlaps the one before it */
            const size_t at = i + WILD_LANES_f32 <= count ? i : count - WILD_LANES_f32;
            wild_v_f32 in[6], out[192], sine[2], cosine[2];
            wild_pair_f32(*(const wild_u_f32 *)(q + 2 * stride + at) + (0x1.1fac9p-25f), &sine[0], &cosine[0]);
            wild_pair_f32(*(const wild_u_f32 *)(q + 4 * stride + at) + (0x1.e7718cp+0f), &sine[1], &cosine[1]);
            in[0] = sine[0];
            in[1] = cosine[0];
            in[2] = *(const wild_u_f32 *)(q + 3 * stride + at);
            in[3] = sine[1];
            in[4] = cosine[1];
            in[5] = *(const wild_u_f32 *)(q + 5 * stride + at);
            wild_jacobian_block_f32((const float *)in, WILD_LANES_f32, (float *)out, WILD_LANES_f32);
            *(wild_u_f32 *)(jacobian + 0 * stride + at) = out[0];
            *(wild_u_f32 *)(jacobian + 1 * stride + at) = out[1];
            *(wild_u_f32 *)(jacobian + 2 * stride + at) = out[2];
            *(wild_u_f32 *)(jacobian + 3 * stride + at) = out[3];
            *(wild_u_f32 *)(jacobian + 4 * stride + at) = out[4];
            *(wild_u_f32 *)(jacobian + 5 * stride + at) = out[5];
            *(wild_u_f32 *)(jacobian + 6 * stride + at) = out[6];
            *(wild_u_f32 *)(jacobian + 7 * stride + at) = out[7];
            *(wild_u_f32 *)(jacobian + 8 * stride + at) = out[8];
            *(wild_u_f32 *)(jacobian + 9 * stride + at) = out[9];
            *(wild_u_f32 *)(jacobian + 10 * stride + at) = out[10];
            *(wild_u_f32 *)(jacobian + 11 * stride + at) = out[11];
            *(wild_u_f32 *)(jacobian + 12 * stride + at) = out[12];
            *(wild_u_f32 *)(jacobian + 13 * stride + at) = out[13];
            *(wild_u_f32 *)(jacobian + 14 * stride + at) = out[14];
            *(wild_u_f32 *)(jacobian + 15 * stride + at) = out[15];
            *(wild_u_f32 *)(jacobian + 16 * stride + at) = out[16];
            *(wild_u_f32 *)(jacobian + 17 * stride + at) = out[17];
            *(wild_u_f32 *)(jacobian + 18 * stride + at) = out[18];
            *(wild_u_f32 *)(jacobian + 19 * stride + at) = out[19];
            *(wild_u_f32 *)(jacobian + 20 * stride + at) = out[20];
            *(wild_u_f32 *)(jacobian + 21 * stride + at) = out[21];
            *(wild_u_f32 *)(jacobian + 22 * stride + at) = out[22];
            *(wild_u_f32 *)(jacobian + 23 * stride + at) = out[23];
            *(wild_u_f32 *)(jacobian + 24 * stride + at) = out[24];
            *(wild_u_f32 *)(jacobian + 25 * stride + at) = out[25];
            *(wild_u_f32 *)(jacobian + 26 * stride + at) = out[26];
            *(wild_u_f32 *)(jacobian + 27 * stride + at) = out[27];
            *(wild_u_f32 *)(jacobian + 28 * stride + at) = out[28];
            *(wild_u_f32 *)(jacobian + 29 * stride + at) = out[29];
            *(wild_u_f32 *)(jacobian + 30 * stride + at) = out[30];
            *(wild_u_f32 *)(jacobian + 31 * stride + at) = out[31];
            *(wild_u_f32 *)(jacobian + 32 * stride + at) = out[32];
            *(wild_u_f32 *)(jacobian + 33 * stride + at) = out[33];
            *(wild_u_f32 *)(jacobian + 34 * stride + at) = out[34];
            *(wild_u_f32 *)(jacobian + 35 * stride + at) = out[35];
            *(wild_u_f32 *)(jacobian + 36 * stride + at) = out[36];
            *(wild_u_f32 *)(jacobian + 37 * stride + at) = out[37];
            *(wild_u_f32 *)(jacobian + 38 * stride + at) = out[38];
            *(wild_u_f32 *)(jacobian + 39 * stride + at) = out[39];
            *(wild_u_f32 *)(jacobian + 40 * stride + at) = out[40];
            *(wild_u_f32 *)(jacobian + 41 * stride + at) = out[41];
            *(wild_u_f32 *)(jacobian + 42 * stride + at) = out[42];
            *(wild_u_f32 *)(jacobian + 43 * stride + at) = out[43];
            *(wild_u_f32 *)(jacobian + 44 * stride + at) = out[44];
            *(wild_u_f32 *)(jacobian + 45 * stride + at) = out[45];
            *(wild_u_f32 *)(jacobian + 46 * stride + at) = out[46];
            *(wild_u_f32 *)(jacobian + 47 * stride + at) = out[47];
            *(wild_u_f32 *)(jacobian + 48 * stride + at) = out[48];
            *(wild_u_f32 *)(jacobian + 49 * stride + at) = out[49];
            *(wild_u_f32 *)(jacobian + 50 * stride + at) = out[50];
            *(wild_u_f32 *)(jacobian + 51 * stride + at) = out[51];
            *(wild_u_f32 *)(jacobian + 52 * stride + at) = out[52];
            *(wild_u_f32 *)(jacobian + 53 * stride + at) = out[53];
            *(wild_u_f32 *)(jacobian + 54 * stride + at) = out[54];
            *(wild_u_f32 *)(jacobian + 55 * stride + at) = out[55];
            *(wild_u_f32 *)(jacobian + 56 * stride + at) = out[56];
            *(wild_u_f32 *)(jacobian + 57 * stride + at) = out[57];
            *(wild_u_f32 *)(jacobian + 58 * stride + at) = out[58];
            *(wild_u_f32 *)(jacobian + 59 * stride + at) = out[59];
            *(wild_u_f32 *)(jacobian + 60 * stride + at) = out[60];
            *(wild_u_f32 *)(jacobian + 61 * stride + at) = out[61];
            *(wild_u_f32 *)(jacobian + 62 * stride + at) = out[62];
            *(wild_u_f32 *)(jacobian + 63 * stride + at) = out[63];
            *(wild_u_f32 *)(jacobian + 64 * stride + at) = out[64];
            *(wild_u_f32 *)(jacobian + 65 * stride + at) = out[65];
            *(wild_u_f32 *)(jacobian + 66 * stride + at) = out[66];
            *(wild_u_f32 *)(jacobian + 67 * stride + at) = out[67];
            *(wild_u_f32 *)(jacobian + 68 * stride + at) = out[68];
            *(wild_u_f32 *)(jacobian + 69 * stride + at) = out[69];
            *(wild_u_f32 *)(jacobian + 70 * stride + at) = out[70];
            *(wild_u_f32 *)(jacobian + 71 * stride + at) = out[71];
            *(wild_u_f32 *)(jacobian + 72 * stride + at) = out[72];
            *(wild_u_f32 *)(jacobian + 73 * stride + at) = out[73];
            *(wild_u_f32 *)(jacobian + 74 * stride + at) = out[74];
            *(wild_u_f32 *)(jacobian + 75 * stride + at) = out[75];
            *(wild_u_f32 *)(jacobian + 76 * stride + at) = out[76];
            *(wild_u_f32 *)(jacobian + 77 * stride + at) = out[77];
            *(wild_u_f32 *)(jacobian + 78 * stride + at) = out[78];
            *(wild_u_f32 *)(jacobian + 79 * stride + at) = out[79];
            *(wild_u_f32 *)(jacobian + 80 * stride + at) = out[80];
            *(wild_u_f32 *)(jacobian + 81 * stride + at) = out[81];
            *(wild_u_f32 *)(jacobian + 82 * stride + at) = out[82];
            *(wild_u_f32 *)(jacobian + 83 * stride + at) = out[83];
            *(wild_u_f32 *)(jacobian + 84 * stride + at) = out[84];
            *(wild_u_f32 *)(jacobian + 85 * stride + at) = out[85];
            *(wild_u_f32 *)(jacobian + 86 * stride + at) = out[86];
            *(wild_u_f32 *)(jacobian + 87 * stride + at) = out[87];
            *(wild_u_f32 *)(jacobian + 88 * stride + at) = out[88];
            *(wild_u_f32 *)(jacobian + 89 * stride + at) = out[89];
            *(wild_u_f32 *)(jacobian + 90 * stride + at) = out[90];
            *(wild_u_f32 *)(jacobian + 91 * stride + at) = out[91];
            *(wild_u_f32 *)(jacobian + 92 * stride + at) = out[92];
            *(wild_u_f32 *)(jacobian + 93 * stride + at) = out[93];
            *(wild_u_f32 *)(jacobian + 94 * stride + at) = out[94];
            *(wild_u_f32 *)(jacobian + 95 * stride + at) = out[95];
            *(wild_u_f32 *)(jacobian + 96 * stride + at) = out[96];
            *(wild_u_f32 *)(jacobian + 97 * stride + at) = out[97];
            *(wild_u_f32 *)(jacobian + 98 * stride + at) = out[98];
            *(wild_u_f32 *)(jacobian + 99 * stride + at) = out[99];
            *(wild_u_f32 *)(jacobian + 100 * stride + at) = out[100];
            *(wild_u_f32 *)(jacobian + 101 * stride + at) = out[101];
            *(wild_u_f32 *)(jacobian + 102 * stride + at) = out[102];
            *(wild_u_f32 *)(jacobian + 103 * stride + at) = out[103];
            *(wild_u_f32 *)(jacobian + 104 * stride + at) = out[104];
            *(wild_u_f32 *)(jacobian + 105 * stride + at) = out[105];
            *(wild_u_f32 *)(jacobian + 106 * stride + at) = out[106];
            *(wild_u_f32 *)(jacobian + 107 * stride + at) = out[107];
            *(wild_u_f32 *)(jacobian + 108 * stride + at) = out[108];
            *(wild_u_f32 *)(jacobian + 109 * stride + at) = out[109];
            *(wild_u_f32 *)(jacobian + 110 * stride + at) = out[110];
            *(wild_u_f32 *)(jacobian + 111 * stride + at) = out[111];
            *(wild_u_f32 *)(jacobian + 112 * stride + at) = out[112];
            *(wild_u_f32 *)(jacobian + 113 * stride + at) = out[113];
            *(wild_u_f32 *)(jacobian + 114 * stride + at) = out[114];
            *(wild_u_f32 *)(jacobian + 115 * stride + at) = out[115];
            *(wild_u_f32 *)(jacobian + 116 * stride + at) = out[116];
            *(wild_u_f32 *)(jacobian + 117 * stride + at) = out[117];
            *(wild_u_f32 *)(jacobian + 118 * stride + at) = out[118];
            *(wild_u_f32 *)(jacobian + 119 * stride + at) = out[119];
            *(wild_u_f32 *)(jacobian + 120 * stride + at) = out[120];
            *(wild_u_f32 *)(jacobian + 121 * stride + at) = out[121];
            *(wild_u_f32 *)(jacobian + 122 * stride + at) = out[122];
            *(wild_u_f32 *)(jacobian + 123 * stride + at) = out[123];
            *(wild_u_f32 *)(jacobian + 124 * stride + at) = out[124];
            *(wild_u_f32 *)(jacobian + 125 * stride + at) = out[125];
            *(wild_u_f32 *)(jacobian + 126 * stride + at) = out[126];
            *(wild_u_f32 *)(jacobian + 127 * stride + at) = out[127];
            *(wild_u_f32 *)(jacobian + 128 * stride + at) = out[128];
            *(wild_u_f32 *)(jacobian + 129 * stride + at) = out[129];
            *(wild_u_f32 *)(jacobian + 130 * stride + at) = out[130];
            *(wild_u_f32 *)(jacobian + 131 * stride + at) = out[131];
            *(wild_u_f32 *)(jacobian + 132 * stride + at) = out[132];
            *(wild_u_f32 *)(jacobian + 133 * stride + at) = out[133];
            *(wild_u_f32 *)(jacobian + 134 * stride + at) = out[134];
            *(wild_u_f32 *)(jacobian + 135 * stride + at) = out[135];
            *(wild_u_f32 *)(jacobian + 136 * stride + at) = out[136];
            *(wild_u_f32 *)(jacobian + 137 * stride + at) = out[137];
            *(wild_u_f32 *)(jacobian + 138 * stride + at) = out[138];
            *(wild_u_f32 *)(jacobian + 139 * stride + at) = out[139];
            *(wild_u_f32 *)(jacobian + 140 * stride + at) = out[140];
            *(wild_u_f32 *)(jacobian + 141 * stride + at) = out[141];
            *(wild_u_f32 *)(jacobian + 142 * stride + at) = out[142];
            *(wild_u_f32 *)(jacobian + 143 * stride + at) = out[143];
            *(wild_u_f32 *)(jacobian + 144 * stride + at) = out[144];
            *(wild_u_f32 *)(jacobian + 145 * stride + at) = out[145];
            *(wild_u_f32 *)(jacobian + 146 * stride + at) = out[146];
            *(wild_u_f32 *)(jacobian + 147 * stride + at) = out[147];
            *(wild_u_f32 *)(jacobian + 148 * stride + at) = out[148];
            *(wild_u_f32 *)(jacobian + 149 * stride + at) = out[149];
            *(wild_u_f32 *)(jacobian + 150 * stride + at) = out[150];
            *(wild_u_f32 *)(jacobian + 151 * stride + at) = out[151];
            *(wild_u_f32 *)(jacobian + 152 * stride + at) = out[152];
            *(wild_u_f32 *)(jacobian + 153 * stride + at) = out[153];
            *(wild_u_f32 *)(jacobian + 154 * stride + at) = out[154];
            *(wild_u_f32 *)(jacobian + 155 * stride + at) = out[155];
            *(wild_u_f32 *)(jacobian + 156 * stride + at) = out[156];
            *(wild_u_f32 *)(jacobian + 157 * stride + at) = out[157];
            *(wild_u_f32 *)(jacobian + 158 * stride + at) = out[158];
            *(wild_u_f32 *)(jacobian + 159 * stride + at) = out[159];
            *(wild_u_f32 *)(jacobian + 160 * stride + at) = out[160];
            *(wild_u_f32 *)(jacobian + 161 * stride + at) = out[161];
            *(wild_u_f32 *)(jacobian + 162 * stride + at) = out[162];
            *(wild_u_f32 *)(jacobian + 163 * stride + at) = out[163];
            *(wild_u_f32 *)(jacobian + 164 * stride + at) = out[164];
            *(wild_u_f32 *)(jacobian + 165 * stride + at) = out[165];
            *(wild_u_f32 *)(jacobian + 166 * stride + at) = out[166];
            *(wild_u_f32 *)(jacobian + 167 * stride + at) = out[167];
            *(wild_u_f32 *)(jacobian + 168 * stride + at) = out[168];
            *(wild_u_f32 *)(jacobian + 169 * stride + at) = out[169];
            *(wild_u_f32 *)(jacobian + 170 * stride + at) = out[170];
            *(wild_u_f32 *)(jacobian + 171 * stride + at) = out[171];
            *(wild_u_f32 *)(jacobian + 172 * stride + at) = out[172];
            *(wild_u_f32 *)(jacobian + 173 * stride + at) = out[173];
            *(wild_u_f32 *)(jacobian + 174 * stride + at) = out[174];
            *(wild_u_f32 *)(jacobian + 175 * stride + at) = out[175];
            *(wild_u_f32 *)(jacobian + 176 * stride + at) = out[176];
            *(wild_u_f32 *)(jacobian + 177 * stride + at) = out[177];
            *(wild_u_f32 *)(jacobian + 178 * stride + at) = out[178];
            *(wild_u_f32 *)(jacobian + 179 * stride + at) = out[179];
            *(wild_u_f32 *)(jacobian + 180 * stride + at) = out[180];
            *(wild_u_f32 *)(jacobian + 181 * stride + at) = out[181];
            *(wild_u_f32 *)(jacobian + 182 * stride + at) = out[182];
            *(wild_u_f32 *)(jacobian + 183 * stride + at) = out[183];
            *(wild_u_f32 *)(jacobian + 184 * stride + at) = out[184];
            *(wild_u_f32 *)(jacobian + 185 * stride + at) = out[185];
            *(wild_u_f32 *)(jacobian + 186 * stride + at) = out[186];
            *(wild_u_f32 *)(jacobian + 187 * stride + at) = out[187];
            *(wild_u_f32 *)(jacobian + 188 * stride + at) = out[188];
            *(wild_u_f32 *)(jacobian + 189 * stride + at) = out[189];
            *(wild_u_f32 *)(jacobian + 190 * stride + at) = out[190];
            *(wild_u_f32 *)(jacobian + 191 * stride + at) = out[191];
        }
        return;
    }
#endif
    for (size_t i = 0; i < count; i++) { /* fewer states than lanes */
        float one_q[8] = {0};
        float one_jacobian[192] = {0};
        for (size_t w = 0; w < 8; w++)
            one_q[w] = q[w * stride + i];
        wild_jacobian_f32(one_q, one_jacobian);
        for (size_t w = 0; w < 192; w++)
            jacobian[w * stride + i] = one_jacobian[w];
    }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
