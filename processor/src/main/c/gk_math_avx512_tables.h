/*
 * tanh and erf on AVX-512: one polynomial of degree 4 per interval, its coefficients looked up in tables of 32. Tables
 * of 16 need degree 5 and were slower on Zen 5.
 */
#ifndef GK_MATH_AVX512_TABLES_H
#define GK_MATH_AVX512_TABLES_H

/* Coefficients of tanh, own fits; index: bits 20 to 24 of |x| + 0.625. */
static const float gk_tanh_table_0[32] __attribute__((aligned(64))) = {
    0x1.c278a4p-1f, 0x1.d9c6fcp-1f, 0x1.e878ap-1f, 0x1.f1994ep-1f,
    0x1.f73776p-1f, 0x1.faa794p-1f, 0x1.fcc04cp-1f, 0x1.fe06ecp-1f,
    0x1.fecd6cp-1f, 0x1.ff8f22p-1f, 0x1.ffd678p-1f, 0x1.fff0b8p-1f,
    0x1.fffa6p-1f, 0x1.fffdeep-1f, 0x1.ffff3ep-1f, 0x1.ffffb8p-1f,
    0x1.ffffe6p-1f, 0x1.fffffcp-1f, 0.0f, 0x1.ff559ap-5f,
    0x1.fd5992p-4f, 0x1.7b8ffap-3f, 0x1.f597eap-3f, 0x1.35f98ap-2f,
    0x1.6ef53ep-2f, 0x1.d9353ep-2f, 0x1.1bf47ep-1f, 0x1.45323ep-1f,
    0x1.68665p-1f, 0x1.85efacp-1f, 0x1.9e5cb6p-1f, 0x1.b2523cp-1f,
};
static const float gk_tanh_table_1[32] __attribute__((aligned(64))) = {
    0x1.ceaa0cp-3f, 0x1.265bd2p-3f, 0x1.6fc9dcp-4f, 0x1.c658aep-5f,
    0x1.16abb8p-5f, 0x1.5444eep-6f, 0x1.9ea08p-7f, 0x1.f7da5ep-8f,
    0x1.3214b2p-8f, 0x1.c310bap-10f, 0x1.4ba3a6p-11f, 0x1.e94cbep-13f,
    0x1.6e7a3p-14f, 0x1.1195e8p-15f, 0x1.541d3ap-17f, 0x1.4af87ap-18f,
    0x1.4838d8p-20f, 0x1.c92c12p-21f, 0x1p0f, 0x1.fe013ep-1f,
    0x1.f81556p-1f, 0x1.ee695ap-1f, 0x1.e149d6p-1f, 0x1.d11582p-1f,
    0x1.be3fbp-1f, 0x1.92a918p-1f, 0x1.62858ep-1f, 0x1.317422p-1f,
    0x1.0250dep-1f, 0x1.ae0c8ap-2f, 0x1.614f94p-2f, 0x1.1f249p-2f,
};
static const float gk_tanh_table_2[32] __attribute__((aligned(64))) = {
    -0x1.97520ep-3f, -0x1.102b4ap-3f, -0x1.5e58eep-4f, -0x1.b93738p-5f,
    -0x1.120558p-5f, -0x1.4f8f58p-6f, -0x1.9d944p-7f, -0x1.f0be34p-8f,
    -0x1.2f09ap-8f, -0x1.bf2f4ap-10f, -0x1.4502dp-11f, -0x1.ea355ap-13f,
    -0x1.a93064p-14f, -0x1.603bd2p-15f, 0x1.a8de8cp-19f, -0x1.6c6d16p-17f,
    0x1.be5d42p-23f, -0x1.5a6b14p-18f, 0x1.8ecdfep-18f, -0x1.fcc62ep-5f,
    -0x1.f5efdep-4f, -0x1.6dd06ap-3f, -0x1.d7c388p-3f, -0x1.19996cp-2f,
    -0x1.3fd1ecp-2f, -0x1.741ffap-2f, -0x1.8986aap-2f, -0x1.843262p-2f,
    -0x1.6bf4a8p-2f, -0x1.475d98p-2f, -0x1.1de378p-2f, -0x1.e705dcp-3f,
};
static const float gk_tanh_table_3[32] __attribute__((aligned(64))) = {
    0x1.9c8812p-4f, 0x1.303c3cp-4f, 0x1.9eb42cp-5f, 0x1.11573p-5f,
    0x1.5f3c8ep-6f, 0x1.a3df8p-7f, 0x1.1711cp-7f, 0x1.25fcccp-8f,
    0x1.77a1eap-9f, 0x1.15bb4p-10f, 0x1.7c9866p-12f, 0x1.3dcd26p-13f,
    0x1.b820d2p-14f, 0x1.c1d914p-15f, -0x1.4e0ddap-15f, 0x1.8fb332p-16f,
    -0x1.014fbcp-19f, 0x1.a05ecep-17f, -0x1.55ecbep-2f, -0x1.5271dp-2f,
    -0x1.3dd35ep-2f, -0x1.315404p-2f, -0x1.040094p-2f, -0x1.c0813ap-3f,
    -0x1.6e32e4p-3f, -0x1.80dffcp-4f, -0x1.afd932p-7f, 0x1.716136p-5f,
    0x1.622014p-4f, 0x1.a2ce3ap-4f, 0x1.c5e7d4p-4f, 0x1.b924d8p-4f,
};
static const float gk_tanh_table_4[32] __attribute__((aligned(64))) = {
    -0x1.a8d902p-6f, -0x1.71498ap-6f, -0x1.135d74p-6f, -0x1.96389p-7f,
    -0x1.1d205p-7f, -0x1.234c06p-8f, -0x1.07308ep-8f, -0x1.09adfep-10f,
    -0x1.f3c7a4p-11f, -0x1.725f82p-12f, -0x1.ac18b2p-14f, -0x1.d1ce9cp-15f,
    -0x1.23e654p-14f, -0x1.54c40ep-15f, 0x1.76204ep-15f, -0x1.72225ep-16f,
    0x1.38ed1ap-20f, -0x1.40ba16p-17f, 0x1.059082p-6f, 0x1.26cebp-4f,
    0x1.18a438p-4f, 0x1.962182p-3f, 0x1.ef6a08p-4f, 0x1.422218p-3f,
    0x1.5cff8ap-3f, 0x1.42bc72p-3f, 0x1.bd6f42p-4f, 0x1.33ea1p-4f,
    0x1.061c8cp-5f, 0x1.a0417cp-6f, -0x1.59aeaep-10f, -0x1.aff45ep-7f,
};

/* Coefficients of erf, own fits; index: 8 |x| rounded. */
static const float gk_erf_table_0[32] __attribute__((aligned(64))) = {
    0.0f, 0x1.1f5e1ap-3f, 0x1.1af54ep-2f, 0x1.9dd0d2p-2f,
    0x1.0a7ef6p-1f, 0x1.3f196ep-1f, 0x1.6c1c98p-1f, 0x1.91724ap-1f,
    0x1.af767ap-1f, 0x1.c6dad2p-1f, 0x1.d8865ep-1f, 0x1.e5768cp-1f,
    0x1.eea556p-1f, 0x1.f4f694p-1f, 0x1.f92d08p-1f, 0x1.fbe61ep-1f,
    0x1.fd9ae2p-1f, 0x1.fea422p-1f, 0x1.ff4048p-1f, 0x1.ff996p-1f,
    0x1.ffcaa8p-1f, 0x1.ffe514p-1f, 0x1.fff2dp-1f, 0x1.fff9bap-1f,
    0x1.fffd1ap-1f, 0x1.fffeb4p-1f, 0x1.ffff7p-1f, 0x1.ffffc4p-1f,
    0x1.ffffe8p-1f, 0x1.fffff6p-1f, 0x1.fffffcp-1f, 0x1.fffffep-1f,
};
static const float gk_erf_table_1[32] __attribute__((aligned(64))) = {
    0x1.06eba6p-3f, 0x1.1c62f2p0f, 0x1.0f5d1p0f, 0x1.f5f0ccp-1f,
    0x1.c1efcap-1f, 0x1.86e96ap-1f, 0x1.492e44p-1f, 0x1.0cab64p-1f,
    0x1.a911f2p-2f, 0x1.45e99cp-2f, 0x1.e46532p-3f, 0x1.5ce596p-3f,
    0x1.e7237cp-4f, 0x1.499d4ap-4f, 0x1.b05524p-5f, 0x1.12ceap-5f,
    0x1.529b72p-6f, 0x1.94620cp-7f, 0x1.d413a6p-8f, 0x1.0690ep-8f,
    0x1.1d821cp-9f, 0x1.2ce73ep-10f, 0x1.335f08p-11f, 0x1.30515ep-12f,
    0x1.24064ep-13f, 0x1.0f9b26p-14f, 0x1.e9af76p-16f, 0x1.abd9e4p-17f,
    0x1.6a52b2p-18f, 0x1.2963eep-19f, 0x1.d92b06p-21f, 0x1.6cd6dap-22f,
};
static const float gk_erf_table_2[32] __attribute__((aligned(64))) = {
    0x1.05344cp-17f, -0x1.1c608ep-3f, -0x1.0f5c2ap-2f, -0x1.7870aap-2f,
    -0x1.c1f328p-2f, -0x1.e8a602p-2f, -0x1.edcaaep-2f, -0x1.d633a8p-2f,
    -0x1.a90d9p-2f, -0x1.6ea2d6p-2f, -0x1.2ec28cp-2f, -0x1.dfb818p-3f,
    -0x1.6d6632p-3f, -0x1.0bd47p-3f, -0x1.7a5aa8p-4f, -0x1.0183e6p-4f,
    -0x1.52d99ep-5f, -0x1.adfd3p-6f, -0x1.07b3e8p-6f, -0x1.36d8bep-7f,
    -0x1.62f9fap-8f, -0x1.880158p-9f, -0x1.a92232p-10f, -0x1.b1563p-11f,
    -0x1.9d89ap-12f, -0x1.ad78d2p-13f, -0x1.be2df6p-14f, -0x1.2914bep-14f,
    -0x1.8db09ep-15f, -0x1.54ed8ep-18f, 0x1.35d2a6p-19f, 0x1.0f864ap-16f,
};
static const float gk_erf_table_3[32] __attribute__((aligned(64))) = {
    -0x1.81c3c2p-2f, -0x1.6ed248p-2f, -0x1.3c32cp-2f, -0x1.e0ad4p-3f,
    -0x1.2beb92p-3f, -0x1.c8c9ap-5f, 0x1.b3c17cp-6f, 0x1.7b99p-4f,
    0x1.1aec5p-3f, 0x1.4c457ap-3f, 0x1.56c5b2p-3f, 0x1.433db6p-3f,
    0x1.1c0998p-3f, 0x1.d65872p-4f, 0x1.7167cp-4f, 0x1.1471d4p-4f,
    0x1.8b835cp-5f, 0x1.0f11ecp-5f, 0x1.64b4b8p-6f, 0x1.c34288p-7f,
    0x1.129866p-7f, 0x1.41d9b2p-8f, 0x1.6b937p-9f, 0x1.8c136ap-10f,
    0x1.a05296p-11f, 0x1.a668e8p-12f, 0x1.9ddd14p-13f, 0x1.87aef2p-14f,
    0x1.662c5ep-15f, 0x1.3c8c04p-16f, 0x1.0e6fcp-17f, 0x1.bec64p-19f,
};
static const float gk_erf_table_4[32] __attribute__((aligned(64))) = {
    0x1.e09212p-7f, 0x1.139feep-4f, 0x1.01fe0ap-3f, 0x1.4dbb26p-3f,
    0x1.7cc07cp-3f, 0x1.6ccfd8p-3f, 0x1.3cf4aep-3f, 0x1.e8273ap-4f,
    0x1.0d8f6cp-4f, 0x1.990278p-6f, -0x1.c765b8p-9f, -0x1.048618p-5f,
    -0x1.43f5cep-5f, -0x1.87ef82p-5f, -0x1.6ff7b2p-5f, -0x1.89de8cp-5f,
    -0x1.c719f6p-6f, -0x1.62ce2p-6f, -0x1.b987a4p-7f, -0x1.39052ep-6f,
    -0x1.dede26p-7f, -0x1.481ad4p-7f, -0x1.5a335cp-10f, -0x1.cad88cp-9f,
    -0x1.7e6e6ep-8f, -0x1.0df9aap-14f, 0x1.0f59d6p-9f, 0x1.6bafc2p-8f,
    0x1.7a334cp-8f, -0x1.4d7292p-11f, -0x1.3108b8p-10f, -0x1.d691d4p-9f,
};

/** The part of the polynomial of the interval that is multiplied by y. */
#define GK_LOOKUP_SLOPE(table, index, y)                                                                               \
    gk_fma(gk_fma(gk_fma(gk_lookup32(table##_4, index), y, gk_lookup32(table##_3, index)), y,                          \
                   gk_lookup32(table##_2, index)), y, gk_lookup32(table##_1, index))

/**
 * tanh, at most 1.31 ulp (all arguments tried). The intervals are those on which |x| + 0.625 keeps its exponent and
 * leading three mantissa bits: their width grows from 1/16 at 0 to 1, as the function flattens. From 8.9 on the result
 * is 1, where the polynomial gives it, too: gradients of infinite arguments are 0 times their cotangents.
 */
GK_OVERLOAD gk_f32 gk_tanh(gk_f32 x) {
    gk_f32 a = gk_clamp_max(8.9f, gk_abs(x));
    gk_i32 shifted = gk_bits(a + 0.625f);
    gk_f32 y = a - (gk_from_bits(shifted & (int) 0xfff00000u) - 0.625f);
    gk_i32 index = shifted >> 20;
    gk_f32 slope = GK_LOOKUP_SLOPE(gk_tanh_table, index, y);
    return gk_copysign(gk_fma(slope, y, gk_lookup32(gk_tanh_table_0, index)), x);
}

/**
 * erf, at most 1.52 ulp (all arguments tried). The intervals have the width 1/8 and are centred on its multiples. From
 * 3.93 on the result is 1.
 *
 * On the first interval the table holds erf(y) - y, since 2/sqrt(pi) lies half-way between two f32; the value at the
 * centre of any other interval is larger than y, so that a maximum picks what the product is added to.
 */
GK_OVERLOAD gk_f32 gk_erf(gk_f32 x) {
    gk_f32 a = gk_clamp_max(3.93f, gk_abs(x));
    gk_f32 shifted = a + 0x1.8p20f;
    gk_f32 y = a - (shifted - 0x1.8p20f);
    gk_i32 index = gk_bits(shifted);
    gk_f32 centre = gk_lookup32(gk_erf_table_0, index);
    gk_f32 slope = GK_LOOKUP_SLOPE(gk_erf_table, index, y);
    return gk_copysign(gk_fma(slope, y, centre > y ? centre : y), x);
}

#endif
