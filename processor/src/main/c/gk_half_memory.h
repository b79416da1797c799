/*
 * Loads and stores of f16 and bf16.
 */
#ifndef GK_HALF_MEMORY_H
#define GK_HALF_MEMORY_H

GK_OVERLOAD gk_f32 gk_load(const gk_half *source, int lanes) {
    return gk_from_half(gk_load_u16(source, lanes));
}

GK_OVERLOAD gk_f32 gk_load(const gk_bfloat *source, int lanes) {
    return gk_from_bfloat(gk_load_u16(source, lanes));
}

GK_OVERLOAD void gk_store(gk_half *target, gk_f32 value, int lanes) {
    gk_store_u16(target, gk_to_half(value), lanes);
}

GK_OVERLOAD void gk_store(gk_bfloat *target, gk_f32 value, int lanes) {
    gk_store_u16(target, gk_to_bfloat(value), lanes);
}

GK_DEFINE_STREAM(gk_half, gk_f32, gk_u16, gk_to_half(value))
GK_DEFINE_STREAM(gk_bfloat, gk_f32, gk_u16, gk_to_bfloat(value))

#undef GK_DEFINE_WIDE_STREAM
#undef GK_DEFINE_STREAM

#endif
