/*
 * Logical ops on masks, whose bits are all ones or all zeros: per lane of a vector, or of a scalar.
 */
#ifndef GK_LOGIC_H
#define GK_LOGIC_H

GK_INLINE gk_mask gk_logicalAnd(gk_mask a, gk_mask b) {
    return a & b;
}

GK_INLINE gk_mask gk_logicalOr(gk_mask a, gk_mask b) {
    return a | b;
}

GK_INLINE gk_mask gk_logicalNot(gk_mask a) {
    return ~a;
}

GK_INLINE gk_mask gk_logicalXor(gk_mask a, gk_mask b) {
    return a ^ b;
}

#endif
