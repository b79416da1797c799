/*
 * The mathematical functions, named by the ops. Every function states its error bound in units in the last place (ulp)
 * of the exact result, for all arguments of all signs and magnitudes, subnormal arguments and results included. A NaN
 * argument gives a NaN. Rounding is to nearest; exception flags are not looked at.
 *
 * "Own fit" at coefficients: a minimax fit of this project (weighted least squares, re-weighted by Lawson's rule, of
 * the relative error against 150-bit arithmetic); a power of two beside it bounds that error. For f32 the coefficients
 * are rounded from the lowest power upwards, the rest being fitted again after each.
 */
#ifndef GK_MATH_H
#define GK_MATH_H

/* ln2 as one f32, and as a sum of two: the first has 10 bits, its product with an integer of 14 bits is exact. */
#define GK_LN2 0x1.62e430p-1f
#define GK_LN2_HIGH 0x1.63p-1f
#define GK_LN2_LOW -0x1.bd0106p-13f
#define GK_LOG2_E 0x1.715476p+0f

/* log10(2) likewise; the first part has 11 bits. */
#define GK_LOG10_2_HIGH 0x1.344p-2f
#define GK_LOG10_2_LOW 0x1.3509f8p-18f

#include "gk_math_basic.h"

#if GK_HAS_F64
#include "gk_math_double.h"
#endif

#include "gk_math_divide.h"

#if GK_LANES == 16
#include "gk_math_avx512.h"

#include "gk_math_avx512_tables.h"

#include "gk_math_avx512_exp.h"

#include "gk_math_avx512_erfc.h"

#include "gk_math_avx512_pow.h"
#else
#include "gk_math_portable.h"

#include "gk_math_portable_exp.h"

#if GK_LANES == 1
#include "gk_math_scalar_pow.h"
#else
#include "gk_math_portable_pow.h"
#endif
#endif

#include "gk_math_exp.h"

#include "gk_math_hyperbolic.h"

#include "gk_math_pow.h"

#include "gk_math_trig.h"

#include "gk_math_arc.h"

#if GK_HAS_F64
#include "gk_math_f64_basic.h"

#include "gk_math_f64_mod.h"

#include "gk_math_f64_exp.h"

#include "gk_math_f64_pow.h"

#include "gk_math_f64_trig.h"

#include "gk_math_f64_arc.h"

#include "gk_math_f64_hyperbolic.h"

#include "gk_math_f64_error.h"
#endif

#include "gk_math_random.h"

#endif
