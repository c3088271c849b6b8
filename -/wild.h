/* Frame Jacobians of the robot wild: made by tauflow, link with wild.c.
 *
 * One state is q (rad or m), one number per joint in the order of
 * wild_joint_names; the result is jacobian. The wild_jacobian_batch functions take many states
 * at once and use the vectors of the target (structure of arrays: number w of state i at [w * stride + i]).
 * Arrays do not overlap. The wild_jacobian_words functions leave the sines and cosines to the caller: word maps below.
 * Own sines and cosines, no libm: |angle| < 2^20 rad in double, 2^13 rad in float; beyond, the Jacobians are NaN.
 * wild_joint_lower, _upper, _velocity and _effort are the limits of the description, DBL_MAX (or FLT_MAX)
 * where it has none; no function heeds them.
 * jacobian: per frame six rows: the velocity of its origin (3) and the angular one (3), in base axes,
 * per unit of each velocity. 24 rows of 8 numbers, one after another.
 *
 * Words:
 *   in[0] joint 2 'j3': sine of q + 3.3489668196538124e-08 (rad)
 *   in[1] joint 2 'j3': cosine of q + 3.3489668196538124e-08 (rad)
 *   in[2] joint 3 'j4': position (m)
 *   in[3] joint 4 'j6': sine of q + 1.9040763100099387 (rad)
 *   in[4] joint 4 'j6': cosine of q + 1.9040763100099387 (rad)
 *   in[5] joint 5 'j7': position (m)
 *   out[0] frame 0 'l2', column freedom 0 'j1': linear jacobian x
 *   out[1] frame 0 'l2', column freedom 1 'j2': linear jacobian x
 *   out[2] frame 0 'l2', column freedom 2 'j3': linear jacobian x
 *   out[3] frame 0 'l2', column freedom 3 'j4': linear jacobian x
 *   out[4] frame 0 'l2', column freedom 4 'j6': linear jacobian x
 *   out[5] frame 0 'l2', column freedom 5 'j7': linear jacobian x
 *   out[6] frame 0 'l2', column freedom 6 'j5': linear jacobian x
 *   out[7] frame 0 'l2', column freedom 7 'j8': linear jacobian x
 *   out[8] frame 0 'l2', column freedom 0 'j1': linear jacobian y
 *   out[9] frame 0 'l2', column freedom 1 'j2': linear jacobian y
 *   out[10] frame 0 'l2', column freedom 2 'j3': linear jacobian y
 *   out[11] frame 0 'l2', column freedom 3 'j4': linear jacobian y
 *   out[12] frame 0 'l2', column freedom 4 'j6': linear jacobian y
 *   out[13] frame 0 'l2', column freedom 5 'j7': linear jacobian y
 *   out[14] frame 0 'l2', column freedom 6 'j5': linear jacobian y
 *   out[15] frame 0 'l2', column freedom 7 'j8': linear jacobian y
 *   out[16] frame 0 'l2', column freedom 0 'j1': linear jacobian z
 *   out[17] frame 0 'l2', column freedom 1 'j2': linear jacobian z
 *   out[18] frame 0 'l2', column freedom 2 'j3': linear jacobian z
 *   out[19] frame 0 'l2', column freedom 3 'j4': linear jacobian z
 *   out[20] frame 0 'l2', column freedom 4 'j6': linear jacobian z
 *   out[21] frame 0 'l2', column freedom 5 'j7': linear jacobian z
 *   out[22] frame 0 'l2', column freedom 6 'j5': linear jacobian z
 *   out[23] frame 0 'l2', column freedom 7 'j8': linear jacobian z
 *   out[24] frame 0 'l2', column freedom 0 'j1': angular jacobian x
 *   out[25] frame 0 'l2', column freedom 1 'j2': angular jacobian x
 *   out[26] frame 0 'l2', column freedom 2 'j3': angular jacobian x
 *   out[27] frame 0 'l2', column freedom 3 'j4': angular jacobian x
 *   out[28] frame 0 'l2', column freedom 4 'j6': angular jacobian x
 *   out[29] frame 0 'l2', column freedom 5 'j7': angular jacobian x
 *   out[30] frame 0 'l2', column freedom 6 'j5': angular jacobian x
 *   out[31] frame 0 'l2', column freedom 7 'j8': angular jacobian x
 *   out[32] frame 0 'l2', column freedom 0 'j1': angular jacobian y
 *   out[33] frame 0 'l2', column freedom 1 'j2': angular jacobian y
 *   out[34] frame 0 'l2', column freedom 2 'j3': angular jacobian y
 *   out[35] frame 0 'l2', column freedom 3 'j4': angular jacobian y
 *   out[36] frame 0 'l2', column freedom 4 'j6': angular jacobian y
 *   out[37] frame 0 'l2', column freedom 5 'j7': angular jacobian y
 *   out[38] frame 0 'l2', column freedom 6 'j5': angular jacobian y
 *   out[39] frame 0 'l2', column freedom 7 'j8': angular jacobian y
 *   out[40] frame 0 'l2', column freedom 0 'j1': angular jacobian z
 *   out[41] frame 0 'l2', column freedom 1 'j2': angular jacobian z
 *   out[42] frame 0 'l2', column freedom 2 'j3': angular jacobian z
 *   out[43] frame 0 'l2', column freedom 3 'j4': angular jacobian z
 *   out[44] frame 0 'l2', column freedom 4 'j6': angular jacobian z
 *   out[45] frame 0 'l2', column freedom 5 'j7': angular jacobian z
 *   out[46] frame 0 'l2', column freedom 6 'j5': angular jacobian z
 *   out[47] frame 0 'l2', column freedom 7 'j8': angular jacobian z
 *   out[48] frame 1 'l5', column freedom 0 'j1': linear jacobian x
 *   out[49] frame 1 'l5', column freedom 1 'j2': linear jacobian x
 *   out[50] frame 1 'l5', column freedom 2 'j3': linear jacobian x
 *   out[51] frame 1 'l5', column freedom 3 'j4': linear jacobian x
 *   out[52] frame 1 'l5', column freedom 4 'j6': linear jacobian x
 *   out[53] frame 1 'l5', column freedom 5 'j7': linear jacobian x
 *   out[54] frame 1 'l5', column freedom 6 'j5': linear jacobian x
 *   out[55] frame 1 'l5', column freedom 7 'j8': linear jacobian x
 *   out[56] frame 1 'l5', column freedom 0 'j1': linear jacobian y
 *   out[57] frame 1 'l5', column freedom 1 'j2': linear jacobian y
 *   out[58] frame 1 'l5', column freedom 2 'j3': linear jacobian y
 *   out[59] frame 1 'l5', column freedom 3 'j4': linear jacobian y
 *   out[60] frame 1 'l5', column freedom 4 'j6': linear jacobian y
 *   out[61] frame 1 'l5', column freedom 5 'j7': linear jacobian y
 *   out[62] frame 1 'l5', column freedom 6 'j5': linear jacobian y
 *   out[63] frame 1 'l5', column freedom 7 'j8': linear jacobian y
 *   out[64] frame 1 'l5', column freedom 0 'j1': linear jacobian z
 *   out[65] frame 1 'l5', column freedom 1 'j2': linear jacobian z
 *   out[66] frame 1 'l5', column freedom 2 'j3': linear jacobian z
 *   out[67] frame 1 'l5', column freedom 3 'j4': linear jacobian z
 *   out[68] frame 1 'l5', column freedom 4 'j6': linear jacobian z
 *   out[69] frame 1 'l5', column freedom 5 'j7': linear jacobian z
 *   out[70] frame 1 'l5', column freedom 6 'j5': linear jacobian z
 *   out[71] frame 1 'l5', column freedom 7 'j8': linear jacobian z
 *   out[72] frame 1 'l5', column freedom 0 'j1': angular jacobian x
 *   out[73] frame 1 'l5', column freedom 1 'j2': angular jacobian x
 *   out[74] frame 1 'l5', column freedom 2 'j3': angular jacobian x
 *   out[75] frame 1 'l5', column freedom 3 'j4': angular jacobian x
 *   out[76] frame 1 'l5', column freedom 4 'j6': angular jacobian x
 *   out[77] frame 1 'l5', column freedom 5 'j7': angular jacobian x
 *   out[78] frame 1 'l5', column freedom 6 'j5': angular jacobian x
 *   out[79] frame 1 'l5', column freedom 7 'j8': angular jacobian x
 *   out[80] frame 1 'l5', column freedom 0 'j1': angular jacobian y
 *   out[81] frame 1 'l5', column freedom 1 'j2': angular jacobian y
 *   out[82] frame 1 'l5', column freedom 2 'j3': angular jacobian y
 *   out[83] frame 1 'l5', column freedom 3 'j4': angular jacobian y
 *   out[84] frame 1 'l5', column freedom 4 'j6': angular jacobian y
 *   out[85] frame 1 'l5', column freedom 5 'j7': angular jacobian y
 *   out[86] frame 1 'l5', column freedom 6 'j5': angular jacobian y
 *   out[87] frame 1 'l5', column freedom 7 'j8': angular jacobian y
 *   out[88] frame 1 'l5', column freedom 0 'j1': angular jacobian z
 *   out[89] frame 1 'l5', column freedom 1 'j2': angular jacobian z
 *   out[90] frame 1 'l5', column freedom 2 'j3': angular jacobian z
 *   out[91] frame 1 'l5', column freedom 3 'j4': angular jacobian z
 *   out[92] frame 1 'l5', column freedom 4 'j6': angular jacobian z
 *   out[93] frame 1 'l5', column freedom 5 'j7': angular jacobian z
 *   out[94] frame 1 'l5', column freedom 6 'j5': angular jacobian z
 *   out[95] frame 1 'l5', column freedom 7 'j8': angular jacobian z
 *   out[96] frame 2 'l7', column freedom 0 'j1': linear jacobian x
 *   out[97] frame 2 'l7', column freedom 1 'j2': linear jacobian x
 *   out[98] frame 2 'l7', column freedom 2 'j3': linear jacobian x
 *   out[99] frame 2 'l7', column freedom 3 'j4': linear jacobian x
 *   out[100] frame 2 'l7', column freedom 4 'j6': linear jacobian x
 *   out[101] frame 2 'l7', column freedom 5 'j7': linear jacobian x
 *   out[102] frame 2 'l7', column freedom 6 'j5': linear jacobian x
 *   out[103] frame 2 'l7', column freedom 7 'j8': linear jacobian x
 *   out[104] frame 2 'l7', column freedom 0 'j1': linear jacobian y
 *   out[105] frame 2 'l7', column freedom 1 'j2': linear jacobian y
 *   out[106] frame 2 'l7', column freedom 2 'j3': linear jacobian y
 *   out[107] frame 2 'l7', column freedom 3 'j4': linear jacobian y
 *   out[108] frame 2 'l7', column freedom 4 'j6': linear jacobian y
 *   out[109] frame 2 'l7', column freedom 5 'j7': linear jacobian y
 *   out[110] frame 2 'l7', column freedom 6 'j5': linear jacobian y
 *   out[111] frame 2 'l7', column freedom 7 'j8': linear jacobian y
 *   out[112] frame 2 'l7', column freedom 0 'j1': linear jacobian z
 *   out[113] frame 2 'l7', column freedom 1 'j2': linear jacobian z
 *   out[114] frame 2 'l7', column freedom 2 'j3': linear jacobian z
 *   out[115] frame 2 'l7', column freedom 3 'j4': linear jacobian z
 *   out[116] frame 2 'l7', column freedom 4 'j6': linear jacobian z
 *   out[117] frame 2 'l7', column freedom 5 'j7': linear jacobian z
 *   out[118] frame 2 'l7', column freedom 6 'j5': linear jacobian z
 *   out[119] frame 2 'l7', column freedom 7 'j8': linear jacobian z
 *   out[120] frame 2 'l7', column freedom 0 'j1': angular jacobian x
 *   out[121] frame 2 'l7', column freedom 1 'j2': angular jacobian x
 *   out[122] frame 2 'l7', column freedom 2 'j3': angular jacobian x
 *   out[123] frame 2 'l7', column freedom 3 'j4': angular jacobian x
 *   out[124] frame 2 'l7', column freedom 4 'j6': angular jacobian x
 *   out[125] frame 2 'l7', column freedom 5 'j7': angular jacobian x
 *   out[126] frame 2 'l7', column freedom 6 'j5': angular jacobian x
 *   out[127] frame 2 'l7', column freedom 7 'j8': angular jacobian x
 *   out[128] frame 2 'l7', column freedom 0 'j1': angular jacobian y
 *   out[129] frame 2 'l7', column freedom 1 'j2': angular jacobian y
 *   out[130] frame 2 'l7', column freedom 2 'j3': angular jacobian y
 *   out[131] frame 2 'l7', column freedom 3 'j4': angular jacobian y
 *   out[132] frame 2 'l7', column freedom 4 'j6': angular jacobian y
 *   out[133] frame 2 'l7', column freedom 5 'j7': angular jacobian y
 *   out[134] frame 2 'l7', column freedom 6 'j5': angular jacobian y
 *   out[135] frame 2 'l7', column freedom 7 'j8': angular jacobian y
 *   out[136] frame 2 'l7', column freedom 0 'j1': angular jacobian z
 *   out[137] frame 2 'l7', column freedom 1 'j2': angular jacobian z
 *   out[138] frame 2 'l7', column freedom 2 'j3': angular jacobian z
 *   out[139] frame 2 'l7', column freedom 3 'j4': angular jacobian z
 *   out[140] frame 2 'l7', column freedom 4 'j6': angular jacobian z
 *   out[141] frame 2 'l7', column freedom 5 'j7': angular jacobian z
 *   out[142] frame 2 'l7', column freedom 6 'j5': angular jacobian z
 *   out[143] frame 2 'l7', column freedom 7 'j8': angular jacobian z
 *   out[144] frame 3 'l8', column freedom 0 'j1': linear jacobian x
 *   out[145] frame 3 'l8', column freedom 1 'j2': linear jacobian x
 *   out[146] frame 3 'l8', column freedom 2 'j3': linear jacobian x
 *   out[147] frame 3 'l8', column freedom 3 'j4': linear jacobian x
 *   out[148] frame 3 'l8', column freedom 4 'j6': linear jacobian x
 *   out[149] frame 3 'l8', column freedom 5 'j7': linear jacobian x
 *   out[150] frame 3 'l8', column freedom 6 'j5': linear jacobian x
 *   out[151] frame 3 'l8', column freedom 7 'j8': linear jacobian x
 *   out[152] frame 3 'l8', column freedom 0 'j1': linear jacobian y
 *   out[153] frame 3 'l8', column freedom 1 'j2': linear jacobian y
 *   out[154] frame 3 'l8', column freedom 2 'j3': linear jacobian y
 *   out[155] frame 3 'l8', column freedom 3 'j4': linear jacobian y
 *   out[156] frame 3 'l8', column freedom 4 'j6': linear jacobian y
 *   out[157] frame 3 'l8', column freedom 5 'j7': linear jacobian y
 *   out[158] frame 3 'l8', column freedom 6 'j5': linear jacobian y
 *   out[159] frame 3 'l8', column freedom 7 'j8': linear jacobian y
 *   out[160] frame 3 'l8', column freedom 0 'j1': linear jacobian z
 *   out[161] frame 3 'l8', column freedom 1 'j2': linear jacobian z
 *   out[162] frame 3 'l8', column freedom 2 'j3': linear jacobian z
 *   out[163] frame 3 'l8', column freedom 3 'j4': linear jacobian z
 *   out[164] frame 3 'l8', column freedom 4 'j6': linear jacobian z
 *   out[165] frame 3 'l8', column freedom 5 'j7': linear jacobian z
 *   out[166] frame 3 'l8', column freedom 6 'j5': linear jacobian z
 *   out[167] frame 3 'l8', column freedom 7 'j8': linear jacobian z
 *   out[168] frame 3 'l8', column freedom 0 'j1': angular jacobian x
 *   out[169] frame 3 'l8', column freedom 1 'j2': angular jacobian x
 *   out[170] frame 3 'l8', column freedom 2 'j3': angular jacobian x
 *   out[171] frame 3 'l8', column freedom 3 'j4': angular jacobian x
 *   out[172] frame 3 'l8', column freedom 4 'j6': angular jacobian x
 *   out[173] frame 3 'l8', column freedom 5 'j7': angular jacobian x
 *   out[174] frame 3 'l8', column freedom 6 'j5': angular jacobian x
 *   out[175] frame 3 'l8', column freedom 7 'j8': angular jacobian x
 *   out[176] frame 3 'l8', column freedom 0 'j1': angular jacobian y
 *   out[177] frame 3 'l8', column freedom 1 'j2': angular jacobian y
 *   out[178] frame 3 'l8', column freedom 2 'j3': angular jacobian y
 *   out[179] frame 3 'l8', column freedom 3 'j4': angular jacobian y
 *   out[180] frame 3 'l8', column freedom 4 'j6': angular jacobian y
 *   out[181] frame 3 'l8', column freedom 5 'j7': angular jacobian y
 *   out[182] frame 3 'l8', column freedom 6 'j5': angular jacobian y
 *   out[183] frame 3 'l8', column freedom 7 'j8': angular jacobian y
 *   out[184] frame 3 'l8', column freedom 0 'j1': angular jacobian z
 *   out[185] frame 3 'l8', column freedom 1 'j2': angular jacobian z
 *   out[186] frame 3 'l8', column freedom 2 'j3': angular jacobian z
 *   out[187] frame 3 'l8', column freedom 3 'j4': angular jacobian z
 *   out[188] frame 3 'l8', column freedom 4 'j6': angular jacobian z
 *   out[189] frame 3 'l8', column freedom 5 'j7': angular jacobian z
 *   out[190] frame 3 'l8', column freedom 6 'j5': angular jacobian z
 *   out[191] frame 3 'l8', column freedom 7 'j8': angular jacobian z
 */
#ifndef WILD_H
#define WILD_H

#include <stddef.h>

#define WILD_JOINTS 8
#define WILD_FREE_BODIES 0
#define WILD_FORCES 0
#define WILD_FREEDOMS 8
#define WILD_FRAMES 4
#define WILD_JACOBIAN_INPUTS 6
#define WILD_JACOBIAN_OUTPUTS 192
#define WILD_JACOBIAN_MULTIPLICATIONS 118
#define WILD_JACOBIAN_ADDITIONS 83
#define WILD_JACOBIAN_DIVISIONS 0

#ifdef __cplusplus
extern "C" {
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

/* One state: how fast frames move and turn per unit of each velocity. */
void wild_jacobian_f64(const double *q, double *jacobian);
/* The same for `count` states side by side: number w of state i at [w * stride + i], stride >= count. */
void wild_jacobian_batch_f64(size_t count, size_t stride, const double *q, double *jacobian);
/* The graph alone, on its words: sines and cosines are given. */
void wild_jacobian_words_f64(const double *in, double *out);
/* The same for `count` states: word w of state i at [w * stride + i], stride >= count. */
void wild_jacobian_words_batch_f64(size_t count, size_t stride, const double *in, double *out);
/* Sines and cosines of `count` angles. */
void wild_sincos_f64(size_t count, const double *angle, double *sine, double *cosine);

void wild_jacobian_f32(const float *q, float *jacobian);
void wild_jacobian_batch_f32(size_t count, size_t stride, const float *q, float *jacobian);
void wild_jacobian_words_f32(const float *in, float *out);
void wild_jacobian_words_batch_f32(size_t count, size_t stride, const float *in, float *out);
void wild_sincos_f32(size_t count, const float *angle, float *sine, float *cosine);

#ifdef __cplusplus
}
#endif

#endif
