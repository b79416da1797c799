/*
 * Attention of one dtype. Macros defined before the inclusion:
 *     GK_ATTENTION      suffix of the names
 *     GK_ELEMENT        an element in memory
 *     GK_SUM, GK_SUMS   accumulator type, and a vector of it
 *     GK_FACTOR         what is multiplied: a GK_SUM, or two elements as one gk_pair
 *     GK_PER_FACTOR     the elements of a factor
 *     GK_IS_WIDENED     whether GK_ELEMENT and GK_SUM differ
 * and for a kernel with a score function those of gk_attention_score.h. Such a kernel may also define
 *     GK_KEY_ELEMENT    an element of keys and values in memory, which differs from GK_ELEMENT
 */
#ifdef GK_KEY_ELEMENT
#define GK_IS_KEY_WIDENED 1
#else
#define GK_KEY_ELEMENT GK_ELEMENT
#define GK_IS_KEY_WIDENED GK_IS_WIDENED
#endif

#include "gk_attention_products.h"

/** Memory of the largest products; unused with a score function. */
#ifdef GK_SCORE
#define GK_LARGEST_PRODUCT(block) (block)->positions.unused
#else
#define GK_LARGEST_PRODUCT(block) (block)->largest
#endif

#ifdef GK_IS_GRADIENT
#include "gk_attention_gradient_tile.h"
#else
#include "gk_attention_tile.h"
#endif

#undef GK_LARGEST_PRODUCT
#undef GK_IS_KEY_WIDENED
#undef GK_KEY_ELEMENT
#undef GK_QUERIES
#undef GK_VECTORS
#undef GK_IS_WIDENED
#undef GK_PER_FACTOR
#undef GK_FACTOR
#undef GK_SUMS
#undef GK_SUM
#undef GK_ELEMENT
#undef GK_ATTENTION
