package io.graphkernel.annotations;

/**
 * Rule for the operands of an op that have different dtypes, in the body of a kernel. Operands are cast to the promoted
 * dtype of all tensors among them; numbers take it as well. Both rules agree on these pairs:
 * <ul>
 * <li>two floats: the wider one, and f32 for f16 with bf16;
 * <li>two signed or two unsigned integers: the wider one;
 * <li>a signed integer and a narrower unsigned one: the signed one;
 * <li>a signed integer and another unsigned one up to u32: the signed one of twice the size of the unsigned one;
 * <li>bool and another dtype: the other one.
 * </ul>
 *
 * <p>f8e4m3 and f8e5m2, which are only stored, are promoted to no other dtype.
 */
public enum Promotion {

    /** Rejects operands of different dtypes. */
    NONE,

    /**
     * The rule of PyTorch: a float and an integer result in the float. A tensor without axes counts beside tensors with axes
     * only if its category is higher: bool, integers, floats. A signed integer and u64 have no promoted dtype,
     * and are rejected. Where PyTorch has no rule, for u16, u32 and u64 with other integers, the smallest integer dtype
     * that has the values of both.
     */
    PYTORCH,

    /**
     * The rule of NumPy, for tensors of any rank: a float and an integer result in the smallest float that has the values of both, i8 and u8 in
     * any, i16 and u16 in f32, larger ones in f64. A signed integer and u64 result in f64.
     */
    NUMPY
}
