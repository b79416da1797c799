/*
 * Identity elements of the combiners, by the reduced dtype.
 */
#ifndef GK_IDENTITY_H
#define GK_IDENTITY_H

#define GK_IDENTITY_sum_f32 0.0f
#define GK_IDENTITY_sum_f64 0.0
#define GK_IDENTITY_sum_i32 0
#define GK_IDENTITY_sum_u32 0
#define GK_IDENTITY_sum_i64 0
#define GK_IDENTITY_sum_u64 0
#define GK_IDENTITY_prod_f32 1.0f
#define GK_IDENTITY_prod_f64 1.0
#define GK_IDENTITY_prod_i32 1
#define GK_IDENTITY_prod_u32 1
#define GK_IDENTITY_prod_i64 1
#define GK_IDENTITY_prod_u64 1
#define GK_IDENTITY_max_f32 (-GK_INFINITY)
#define GK_IDENTITY_max_f64 (-GK_INFINITY_F64)
#define GK_IDENTITY_max_i8 (-128)
#define GK_IDENTITY_max_u8 0
#define GK_IDENTITY_max_i16 (-32768)
#define GK_IDENTITY_max_u16 0
#define GK_IDENTITY_max_i32 (-0x7fffffff - 1)
#define GK_IDENTITY_max_u32 0
#define GK_IDENTITY_max_u64 0
#define GK_IDENTITY_max_i64 (-(gk_int64) 0x7fffffffffffffff - 1)
#define GK_IDENTITY_min_f32 GK_INFINITY
#define GK_IDENTITY_min_f64 GK_INFINITY_F64
#define GK_IDENTITY_min_i8 127
#define GK_IDENTITY_min_u8 255
#define GK_IDENTITY_min_i16 32767
#define GK_IDENTITY_min_u16 65535
#define GK_IDENTITY_min_i32 0x7fffffff
#define GK_IDENTITY_min_u32 0xffffffff
#define GK_IDENTITY_min_i64 ((gk_int64) 0x7fffffffffffffff)
#define GK_IDENTITY_min_u64 ((gk_uint64) 0xffffffffffffffff)
#define GK_IDENTITY_all_bool 1
#define GK_IDENTITY_any_bool 0

#endif
