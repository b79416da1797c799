/*
 * Logarithms of 2.
 */
#ifndef GK_MATH_CONSTANTS_H
#define GK_MATH_CONSTANTS_H

/* ln2 as one f32, and as a sum of two: the first has 10 bits, its product with an integer of 14 bits is exact. */
#define GK_LN2 0x1.62e430p-1f
#define GK_LN2_HIGH 0x1.63p-1f
#define GK_LN2_LOW -0x1.bd0106p-13f
#define GK_LOG2_E 0x1.715476p+0f

/* log10(2) likewise; the first part has 11 bits. */
#define GK_LOG10_2_HIGH 0x1.344p-2f
#define GK_LOG10_2_LOW 0x1.3509f8p-18f

#endif
