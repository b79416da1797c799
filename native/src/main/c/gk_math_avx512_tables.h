/*
 * tanh and erf on AVX-512: one polynomial of degree 5 per interval, its coefficients looked up in tables of 16, each of
 * which is one register or memory operand.
 *
 * The intervals are those of |x| on which |x| + offset keeps its exponent and leading two mantissa bits: they widen as the
 * functions flatten. The low four of those bits are the index. Measured on Zen 5: more, narrower intervals in tables of 32
 * save one degree and cost more, since a permutation of two registers competes with the fused multiply-adds.
 */
#ifndef GK_MATH_AVX512_TABLES_H
#define GK_MATH_AVX512_TABLES_H

/* Coefficients of tanh, own fits, 2^-24.6 or better. */
static const float gk_tanh_table_0[16] __attribute__((aligned(64))) = {
    0x1.c278a4p-1f, 0x1.e8789ep-1f, 0x1.f73776p-1f, 0x1.fcc04cp-1f,
    0x1.fecd6cp-1f, 0x1.ffd678p-1f, 0x1.fffa6p-1f, 0x1.ffff3ep-1f,
    0x1.ffffe6p-1f, 0.0f, 0x1.fd5992p-4f, 0x1.f597eap-3f,
    0x1.6ef53ep-2f, 0x1.1bf47ep-1f, 0x1.68665p-1f, 0x1.9e5cb6p-1f,
};
static const float gk_tanh_table_1[16] __attribute__((aligned(64))) = {
    0x1.ceaa02p-3f, 0x1.6fd1dep-4f, 0x1.16ab52p-5f, 0x1.9e9b7ep-7f,
    0x1.3210fep-8f, 0x1.4bbe68p-11f, 0x1.6cf772p-14f, 0x1.5ee896p-17f,
    0x1.4d4db2p-20f, 0x1p0f, 0x1.f8154ep-1f, 0x1.e149ccp-1f,
    0x1.be3f92p-1f, 0x1.62854ep-1f, 0x1.0250a8p-1f, 0x1.614facp-2f,
};
static const float gk_tanh_table_2[16] __attribute__((aligned(64))) = {
    -0x1.9750e2p-3f, -0x1.5f0726p-4f, -0x1.120586p-5f, -0x1.9d026p-7f,
    -0x1.2f6492p-8f, -0x1.474a0cp-11f, -0x1.8fee98p-14f, -0x1.3de09ep-19f,
    0x1.d76888p-25f, 0x1.4ee67cp-22f, -0x1.f5cea4p-4f, -0x1.d7adccp-3f,
    -0x1.3fc316p-2f, -0x1.895e5p-2f, -0x1.6bd2ecp-2f, -0x1.1de7b6p-2f,
};
static const float gk_tanh_table_3[16] __attribute__((aligned(64))) = {
    0x1.9c963p-4f, 0x1.a97402p-5f, 0x1.613e6cp-6f, 0x1.14596ap-7f,
    0x1.815a9ep-9f, 0x1.95ae24p-12f, 0x1.5aafbep-14f, -0x1.32df5ep-16f,
    -0x1.e0737p-20f, -0x1.555b2ep-2f, -0x1.3e906cp-2f, -0x1.053316p-2f,
    -0x1.707c9p-3f, -0x1.0c4a2p-6f, 0x1.577a9cp-4f, 0x1.c5de6p-4f,
};
static const float gk_tanh_table_4[16] __attribute__((aligned(64))) = {
    -0x1.aec146p-6f, -0x1.5996p-6f, -0x1.429b8ap-7f, -0x1.17955ep-8f,
    -0x1.3a169p-10f, -0x1.357eaap-13f, -0x1.c97a9ep-15f, 0x1.b9008p-16f,
    0x1.a2c8c2p-20f, 0x1.efd002p-12f, 0x1.0305c6p-4f, 0x1.fa98f6p-4f,
    0x1.6f3e5ep-3f, 0x1.0e49acp-3f, 0x1.97fbf8p-5f, 0x1.4b0ff8p-9f,
};
static const float gk_tanh_table_5[16] __attribute__((aligned(64))) = {
    0x1.33edfcp-10f, 0x1.3d7d2cp-8f, 0x1.5f71a2p-9f, 0x1.6c6ccap-10f,
    0x1.f64b32p-13f, 0x1.b6b9e4p-16f, 0x1.231bf6p-16f, -0x1.74d06p-17f,
    -0x1.b5e894p-22f, 0x1.0a35e2p-3f, 0x1.4849f6p-3f, 0x1.c1ece6p-4f,
    -0x1.9f7c3p-6f, -0x1.a5a4ccp-5f, -0x1.1a4a46p-5f, -0x1.819782p-6f,
};

/* Coefficients of erf, own fits, 2^-24.8 or better. */
static const float gk_erf_table_0[16] __attribute__((aligned(64))) = {
    0x1.f74a6cp-1f, 0x1.fefcdp-1f, 0x1.ffed16p-1f, 0x1.ffff24p-1f,
    0x1.fffffap-1f, 0.0f, 0x1.207d48p-4f, 0x1.1f5e1ap-3f,
    0x1.ac45e4p-3f, 0x1.5da9f4p-2f, 0x1.db081cp-2f, 0x1.25b8a8p-1f,
    0x1.569244p-1f, 0x1.a1551ap-1f, 0x1.d0580cp-1f, 0x1.ea773p-1f,
};
static const float gk_erf_table_1[16] __attribute__((aligned(64))) = {
    0x1.0c0032p-4f, 0x1.34a9eap-7f, 0x1.b00006p-11f, 0x1.72b194p-15f,
    0x1.7d1514p-22f, 0x1.06eba8p-3f, 0x1.1fbd2cp0f, 0x1.1c631p0f,
    0x1.16e2bcp0f, 0x1.05fd48p0f, 0x1.dd1736p-1f, 0x1.a5082ep-1f,
    0x1.681fcap-1f, 0x1.dfca52p-2f, 0x1.1a0c96p-2f, 0x1.24aacap-3f,
};
static const float gk_erf_table_2[16] __attribute__((aligned(64))) = {
    -0x1.c4c7c6p-4f, -0x1.500a42p-6f, -0x1.21539p-9f, -0x1.32a442p-13f,
    0x1.ecd172p-16f, 0x1.0c141cp-21f, -0x1.1fe37ap-4f, -0x1.1cbc06p-3f,
    -0x1.a21b9p-3f, -0x1.4785b6p-2f, -0x1.a1d1fcp-2f, -0x1.da19e4p-2f,
    -0x1.ef1f8p-2f, -0x1.c1d41cp-2f, -0x1.4ece38p-2f, -0x1.a519bep-3f,
};
static const float gk_erf_table_3[16] __attribute__((aligned(64))) = {
    0x1.a828dap-4f, 0x1.abd868p-6f, 0x1.d23ed4p-9f, 0x1.420d44p-12f,
    -0x1.95534cp-12f, -0x1.8131d4p-2f, -0x1.7ad734p-2f, -0x1.67705ap-2f,
    -0x1.5c4b94p-2f, -0x1.1854bcp-2f, -0x1.77fa08p-3f, -0x1.742908p-4f,
    -0x1.bc472ap-7f, 0x1.e63d94p-4f, 0x1.53c442p-3f, 0x1.3698dp-3f,
};
static const float gk_erf_table_4[16] __attribute__((aligned(64))) = {
    -0x1.bc8fcep-5f, -0x1.42f812p-6f, -0x1.c41c88p-9f, -0x1.9d881ap-12f,
    0x1.e768fcp-10f, 0x1.114cbp-10f, 0x1.cf62c6p-11f, -0x1.2da284p-4f,
    0x1.fc8a7p-4f, 0x1.26211cp-3f, 0x1.a96e86p-4f, 0x1.7d3008p-4f,
    0x1.5e67bcp-3f, 0x1.6bc4f6p-4f, 0x1.ba3316p-7f, -0x1.a6e7acp-5f,
};
static const float gk_erf_table_5[16] __attribute__((aligned(64))) = {
    0x1.a45bdap-7f, 0x1.cab39p-8f, 0x1.976088p-10f, 0x1.dc2686p-13f,
    -0x1.93f1a6p-9f, 0x1.ab43a8p-4f, 0x1.58f3fep-2f, 0x1.0545f8p0f,
    0x1.cfe7a4p-8f, 0x1.2a6912p-4f, 0x1.04af6ep-2f, 0x1.12ae02p-2f,
    -0x1.fd777ep-5f, -0x1.09f1cp-4f, -0x1.aa7f8ep-5f, 0x1.9d139cp-8f,
};

/** Where |x| lies: its interval, and its distance y from the start of that. */
typedef struct {
    gk_i32 index;
    gk_f32 y;
} gk_interval;

GK_INLINE gk_interval gk_find_interval(gk_f32 a, float offset) {
    gk_i32 shifted = gk_bits(a + offset);
    gk_f32 start = gk_from_bits(shifted & (int) 0xffe00000u) - offset;
    return (gk_interval) {shifted >> 21, a - start};
}

/** The polynomial without its constant, divided by y. */
#define GK_LOOKUP_SLOPE(table, interval)                                                                               \
    gk_lookup_step(table##_1, interval,                                                                                \
            gk_lookup_step(table##_2, interval,                                                                        \
                    gk_lookup_step(table##_3, interval,                                                                \
                            gk_lookup_step(table##_4, interval, gk_lookup16(table##_5, interval.index)))))

/** One step of Horner's rule. */
GK_INLINE gk_f32 gk_lookup_step(const float *table, gk_interval interval, gk_f32 sum) {
    return gk_fma(sum, interval.y, gk_lookup16(table, interval.index));
}

/** tanh, at most @T@ ulp. From 9.02 on the result is 1. */
GK_INLINE gk_f32 gk_tanh(gk_f32 x) {
    gk_i32 sign = gk_bits(x) & GK_SIGN_BIT;
    gk_f32 a = gk_at_most(9.02f, gk_from_bits(gk_bits(x) ^ sign));
    gk_interval interval = gk_find_interval(a, 0.625f);
    gk_f32 result = gk_lookup_step(gk_tanh_table_0, interval, GK_LOOKUP_SLOPE(gk_tanh_table, interval));
    return gk_from_bits(gk_bits(result) | sign);
}

/**
 * erf, at most @E@ ulp. From 3.93 on the result is 1.
 *
 * On the first interval the table holds erf(y) - y, since 2/sqrt(pi) lies half-way between two f32; the value at the
 * start of any other interval is larger than y, so that a maximum picks what the product is added to.
 */
GK_INLINE gk_f32 gk_erf(gk_f32 x) {
    gk_i32 sign = gk_bits(x) & GK_SIGN_BIT;
    gk_f32 a = gk_at_most(3.93f, gk_from_bits(gk_bits(x) ^ sign));
    gk_interval interval = gk_find_interval(a, 0.3125f);
    gk_f32 start = gk_lookup16(gk_erf_table_0, interval.index);
    gk_f32 larger = start > interval.y ? start : interval.y;
    gk_f32 result = gk_fma(GK_LOOKUP_SLOPE(gk_erf_table, interval), interval.y, larger);
    return gk_from_bits(gk_bits(result) | sign);
}

#undef GK_LOOKUP_SLOPE

#endif
