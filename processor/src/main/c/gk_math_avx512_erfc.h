/*
 * erfc(a) exp(a^2) on AVX-512: as tanh, one polynomial of degree 4 per interval.
 */
#ifndef GK_MATH_AVX512_ERFC_H
#define GK_MATH_AVX512_ERFC_H

/* Coefficients of erfc(a) exp(a^2), own fits, 2^-23.8; index: bits 20 to 24 of a + 0.6875. */
static const float gk_erfc_table_0[32] __attribute__((aligned(64))) = {
    0x1.6bb376p-2f, 0x1.3f20d0p-2f, 0x1.1ba58ep-2f, 0x1.fdb50ep-3f,
    0x1.ce30e4p-3f, 0x1.a6691ap-3f, 0x1.84ae42p-3f, 0x1.67c274p-3f,
    0x1.4eb70ep-3f, 0x1.259242p-3f, 0x1.053e86p-3f, 0x1.d66ec4p-4f,
    0x1.abaae0p-4f, 0x1.87f000p-4f, 0x1.69a7e0p-4f, 0x1.4face2p-4f,
    0x1.3925c6p-4f, 0x1.140934p-4f, 0x1.ed7de4p-5f, 0x1p+0f,
    0x1.ddcd36p-1f, 0x1.bf16f0p-1f, 0x1.a36bbcp-1f, 0x1.8a6adcp-1f,
    0x1.73c18ap-1f, 0x1.4c630ep-1f, 0x1.2b84f0p-1f, 0x1.0fce4ep-1f,
    0x1.f07240p-2f, 0x1.c7f814p-2f, 0x1.a4f550p-2f, 0x1.867492p-2f,
};
static const float gk_erfc_table_1[32] __attribute__((aligned(64))) = {
    -0x1.917c46p-3f, -0x1.3c5e02p-3f, -0x1.fcf602p-4f, -0x1.a0c0a4p-4f,
    -0x1.5a9292p-4f, -0x1.2421e4p-4f, -0x1.f25b98p-5f, -0x1.ad927ep-5f,
    -0x1.75b986p-5f, -0x1.21bfe6p-5f, -0x1.cd8234p-6f, -0x1.77b3a8p-6f,
    -0x1.377dcap-6f, -0x1.0645aep-6f, -0x1.bf7d38p-7f, -0x1.821e36p-7f,
    -0x1.507458p-7f, -0x1.05f14cp-7f, -0x1.a32f84p-8f, -0x1.20dd70p+0f,
    -0x1.0300fep+0f, -0x1.d1f710p-1f, -0x1.a4737ap-1f, -0x1.7c83cep-1f,
    -0x1.5961d6p-1f, -0x1.1ee360p-1f, -0x1.e189a6p-2f, -0x1.97fd38p-2f,
    -0x1.5cbc16p-2f, -0x1.2c8516p-2f, -0x1.04ebbcp-2f, -0x1.c8416ap-3f,
};
static const float gk_erfc_table_2[32] __attribute__((aligned(64))) = {
    0x1.909512p-4f, 0x1.1fb16cp-4f, 0x1.a7f930p-5f, 0x1.3f81d0p-5f,
    0x1.eb7de0p-6f, 0x1.80d488p-6f, 0x1.31c540p-6f, 0x1.edd446p-7f,
    0x1.92fb8cp-7f, 0x1.15fc46p-7f, 0x1.8e7a1ep-8f, 0x1.265e1cp-8f,
    0x1.be5b7ep-9f, 0x1.5a71cap-9f, 0x1.117010p-9f, 0x1.b7b218p-10f,
    0x1.65e328p-10f, 0x1.ed4e64p-11f, 0x1.6202b8p-11f, 0x1.fff9ecp-1f,
    0x1.bda2ecp-1f, 0x1.856a18p-1f, 0x1.54e040p-1f, 0x1.2ac3d4p-1f,
    0x1.07c52ap-1f, 0x1.9d6dcap-2f, 0x1.47f948p-2f, 0x1.06e5acp-2f,
    0x1.aa235ap-3f, 0x1.5c901ep-3f, 0x1.1f3084p-3f, 0x1.de04cap-4f,
};
static const float gk_erfc_table_3[32] __attribute__((aligned(64))) = {
    -0x1.69e9bcp-5f, -0x1.dfea94p-6f, -0x1.4746bep-6f, -0x1.c8518ep-7f,
    -0x1.47abe4p-7f, -0x1.e11da4p-8f, -0x1.5f0be2p-8f, -0x1.107596p-8f,
    -0x1.9ae670p-9f, -0x1.fa99e8p-10f, -0x1.4b4882p-10f, -0x1.bd0d76p-11f,
    -0x1.3426cep-11f, -0x1.c2367cp-12f, -0x1.42486ap-12f, -0x1.ec1a9cp-13f,
    -0x1.6f3d1ep-13f, -0x1.c39296p-14f, -0x1.25db78p-14f, -0x1.80005ep-1f,
    -0x1.4b9d16p-1f, -0x1.2446a8p-1f, -0x1.e9798ap-2f, -0x1.7c9b22p-2f,
    -0x1.5ba226p-2f, -0x1.00bb42p-2f, -0x1.855c8ap-3f, -0x1.2826b8p-3f,
    -0x1.d12f62p-4f, -0x1.6f1544p-4f, -0x1.190d8ap-4f, -0x1.c56a14p-5f,
};
static const float gk_erfc_table_4[32] __attribute__((aligned(64))) = {
    0x1.f084e6p-7f, 0x1.3679f6p-7f, 0x1.8e44c0p-8f, 0x1.fdeb7cp-9f,
    0x1.5dce1ep-9f, 0x1.f02710p-10f, 0x1.20c456p-10f, 0x1.fdbc7ap-11f,
    0x1.3ec2b6p-11f, 0x1.5eab22p-12f, 0x1.b77756p-13f, 0x1.0b94bep-13f,
    0x1.4aa88ep-14f, 0x1.fd19fap-15f, 0x1.1edc72p-15f, 0x1.d861eap-16f,
    0x1.20c18ap-16f, 0x1.45f46ap-17f, 0x1.958d82p-18f, 0x1.d376bcp-2f,
    0x1.e0024ap-2f, 0x1.17ae7ep-1f, 0x1.88f2c4p-2f, 0x1.5e6696p-6f,
    0x1.64e822p-3f, 0x1.d0853ap-4f, 0x1.58ca16p-4f, 0x1.de7c8ap-5f,
    0x1.9acb08p-5f, 0x1.51320cp-5f, 0x1.79be9ap-6f, 0x1.4ceaf0p-6f,
};

/** 4 erfc(a) exp(a^2) for 0 <= a <= 10.2. The intervals are those of tanh, but for another sum. */
GK_INLINE gk_f32 gk_scaled_erfc(gk_f32 a) {
    gk_i32 shifted = gk_bits(a + 0.6875f);
    gk_f32 y = a - (gk_from_bits(shifted & (int) 0xfff00000u) - 0.6875f);
    gk_i32 index = shifted >> 20;
    return gk_fma(GK_LOOKUP_SLOPE(gk_erfc_table, index, y), y, gk_lookup32(gk_erfc_table_0, index)) * 4.0f;
}

#endif
