/*
 * The mathematical functions, named by the ops. Every function holds its error bound, in units in the last place of the
 * exact result, for all arguments of all signs and magnitudes, subnormal arguments and results included; a NaN argument
 * gives a NaN, and exceptions and rounding modes other than to nearest are not looked at.
 *
 * "Own fit" at a constant: a minimax fit of this project (weighted least squares, re-weighted by Lawson's rule, of the
 * relative error in extended precision), rounded to f32 from the lowest power upwards with the rest fitted again.
 */
#ifndef GK_MATH_H
#define GK_MATH_H

#include "gk_math_basic.h"

/** ln2 as one f32, and as a sum of two: the first has 10 bits, so that its product with an integer of 14 bits is exact. */
#define GK_LN2 0x1.62e430p-1f
#define GK_LN2_HIGH 0x1.63p-1f
#define GK_LN2_LOW -0x1.bd0106p-13f
#define GK_LOG2_E 0x1.715476p+0f

#if defined(__AVX512F__)
#include "gk_math_avx512.h"

#include "gk_math_avx512_tables.h"
#else
#include "gk_math_exp.h"

#include "gk_math_log.h"

#include "gk_math_tanh.h"
#endif

#endif
