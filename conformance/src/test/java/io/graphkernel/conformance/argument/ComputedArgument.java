package io.graphkernel.conformance.argument;

/**
 * A call of an op with an argument that is computed from dims.
 *
 * @param op documented name of the op
 * @param parameter name of the argument in the row
 * @param parameters tensors of the kernel method, as Java declares them
 * @param call the call, with {@link #NUMBER} in place of the computed number
 * @param infers true if a size follows from the number -1, which a computed number is not in a kernel, and of an empty operand
 *     from a number that is a dim of it
 */
record ComputedArgument(String op, String parameter, String parameters, String call, boolean infers) {

    /** Stands for the number in a call. */
    static final String NUMBER = "$";

    /** Any number but the least: of two tensors without elements. */
    private static final String COMPUTED = "(p.dimension(0) - q.dimension(0) - 1)";

    private static final String SIZES = ", @TensorType(\"f32[p, 0]\") Tensor p, @TensorType(\"f32[q, 0]\") Tensor q";

    /** Returns the text of a kernel method. */
    String method(String name) {
        return "@GraphKernel public static Tensor " + name + "(" + parameters + SIZES + ") { return "
                + call.replace(NUMBER, COMPUTED) + "; }";
    }

    @Override
    public String toString() {
        return op + "." + parameter + ": " + call;
    }
}
