/*
 * Loads and stores of 16-bit and of wide unsigned integers, by those of other elements of the same width.
 */
#ifndef GK_INTEGER_MEMORY_H
#define GK_INTEGER_MEMORY_H

GK_OVERLOAD gk_i16 gk_load(const gk_int16 *source, int lanes) {
    return (gk_i16) gk_load_u16(source, lanes);
}

GK_OVERLOAD void gk_store(gk_int16 *target, gk_i16 value, int lanes) {
    gk_store_u16(target, (gk_u16) value, lanes);
}

GK_OVERLOAD gk_u16 gk_load(const gk_uint16 *source, int lanes) {
    return gk_load_u16(source, lanes);
}

GK_OVERLOAD void gk_store(gk_uint16 *target, gk_u16 value, int lanes) {
    gk_store_u16(target, value, lanes);
}

GK_OVERLOAD gk_u32 gk_load(const gk_uint32 *source, int lanes) {
    return (gk_u32) gk_load((const int *) source, lanes);
}

GK_OVERLOAD void gk_store(gk_uint32 *target, gk_u32 value, int lanes) {
    gk_store((int *) target, (gk_i32) value, lanes);
}

GK_OVERLOAD gk_u64 gk_load(const gk_uint64 *source, int lanes) {
    return (gk_u64) gk_load((const gk_int64 *) source, lanes);
}

GK_OVERLOAD void gk_store(gk_uint64 *target, gk_u64 value, int lanes) {
    gk_store((gk_int64 *) target, (gk_i64) value, lanes);
}

GK_DEFINE_STREAM(gk_int16, gk_i16, gk_i16, value)
GK_DEFINE_STREAM(gk_uint16, gk_u16, gk_u16, value)
GK_DEFINE_STREAM(gk_uint32, gk_u32, gk_u32, value)
GK_DEFINE_WIDE_STREAM(gk_uint64, gk_u64)

#endif
