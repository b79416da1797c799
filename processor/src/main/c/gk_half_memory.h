/*
 * Loads and stores of f16, bf16, f8e4m3 and f8e5m2.
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

GK_OVERLOAD gk_f32 gk_load(const gk_e4m3 *source, int lanes) {
    return gk_from_e4m3(gk_load((const gk_uint8 *) source, lanes));
}

GK_OVERLOAD gk_f32 gk_load(const gk_e5m2 *source, int lanes) {
    return gk_from_e5m2(gk_load((const gk_uint8 *) source, lanes));
}

GK_OVERLOAD void gk_store(gk_e4m3 *target, gk_f32 value, int lanes) {
    gk_store((gk_uint8 *) target, gk_to_e4m3(value), lanes);
}

GK_OVERLOAD void gk_store(gk_e5m2 *target, gk_f32 value, int lanes) {
    gk_store((gk_uint8 *) target, gk_to_e5m2(value), lanes);
}

GK_DEFINE_STREAM(gk_half, gk_f32, gk_u16, gk_to_half(value))
GK_DEFINE_STREAM(gk_bfloat, gk_f32, gk_u16, gk_to_bfloat(value))
GK_DEFINE_STREAM(gk_e4m3, gk_f32, gk_u8, gk_to_e4m3(value))
GK_DEFINE_STREAM(gk_e5m2, gk_f32, gk_u8, gk_to_e5m2(value))

#undef GK_DEFINE_WIDE_STREAM
#undef GK_DEFINE_STREAM

#endif
