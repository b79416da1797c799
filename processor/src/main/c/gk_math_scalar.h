/*
 * The mathematical functions of f32 over single values; with the same error bounds as those of gk_math.h.
 */
#ifndef GK_MATH_SCALAR_H
#define GK_MATH_SCALAR_H

#include "gk_math_constants.h"

#include "gk_math_basic.h"

#include "gk_math_scalar_mod.h"

#include "gk_math_divide.h"

#include "gk_math_portable.h"

#include "gk_math_portable_exp.h"

#include "gk_math_scalar_pow.h"

#include "gk_math_exp.h"

#include "gk_math_hyperbolic.h"

#include "gk_math_pow.h"

#include "gk_math_trig.h"

#include "gk_math_arc.h"

#include "gk_math_random.h"

#endif
