package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method over {@code Tensor}s as a composite op that is compiled to fused native kernels.
 *
 * <p>For a class {@code MyOps}, the processor generates {@code MyOpsKernels} with a method of the same name that runs
 * the fused kernels, in three overloads: allocating its result, writing into existing result tensors, and over
 * {@code float[]} arrays. The marked method itself remains ordinary Java: a direct call runs op by op.
 *
 * <p>A parameter is a {@code Tensor}, a {@code float}, {@code double}, {@code int} or {@code long}, or a record of
 * these and of such records: {@code record Weights(@TensorType("f32[d, h]") Tensor up, Norm norm, float epsilon)}. The
 * stub accepts the same record; messages name its tensors by path, such as {@code w.norm.gamma}. A method with records
 * has no overload over {@code float[]}. A method with more parameters than Java allows must group them in records.
 *
 * <p>A {@code boolean}, enum or {@code String} parameter chooses between compiled variants, see {@link Variants}.
 *
 * <p>The body may use local variables, {@code Ops} calls, calls of other {@code @GraphKernel} methods, constants,
 * arithmetic on primitive parameters, loops with constant bounds, {@code if} with a constant condition, and
 * {@code assign}. It returns a {@code Tensor}, an array or {@code List} of
 * tensors whose length is a constant, a {@code record} of tensors and of such records, or nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface GraphKernel {

    /**
     * Returns flags for this method in the syntax of {@code MS_DEV_GRAPH_KERNEL_FLAGS}, for example
     * {@code "--opt_level=0 --disable_cluster_ops=Exp"}. They override {@code -Agraphkernel.flags}, which overrides the
     * environment variable. An unknown or inapplicable flag is a compile error.
     *
     * @return the flags, separated by spaces; empty for the defaults
     */
    String flags() default "";

    /**
     * Returns true if the processor derives the gradient as well. For a method {@code f}, the generated class then has
     * <ul>
     * <li>{@code fForward(…)}, which computes the result and the values that the gradient needs, both new or into
     * existing tensors and an {@code FSaved} of an earlier call;
     * <li>{@code fGradient(saved, cotangent)}: the gradient of the sum of {@code result · cotangent} with respect to
     * each floating-point tensor parameter, in new or existing tensors;
     * <li>{@code fAccumulateGradient(saved, cotangent, …)}, which adds them to existing tensors.
     * </ul>
     *
     * The overloads of {@code f} are unchanged. Parameters must have declared dims, and none may be updated in place;
     * {@link NoGradient} excludes parameters and results.
     *
     * @return true to derive it
     */
    boolean gradient() default false;

    /**
     * Returns the policy for values that the forward call saves for the gradient call. For a kernel without
     * {@link #gradient()}, {@link Saves#INPUTS} makes a loss inside another kernel save its inputs and recompute it for
     * the gradient, unless it updates a parameter in place.
     *
     * @return the policy; other values require {@link #gradient()}
     */
    Saves saves() default Saves.AUTO;

    /**
     * Returns the rule by which operands of different dtypes are cast to a common one, in the calls of {@code Ops} in
     * the body and in the methods without annotation that it calls. The method that runs as plain Java has the same
     * rule. Ops that update an operand in place do not cast.
     *
     * @return the rule; by default operands of different dtypes are an error
     */
    Promotion promote() default Promotion.NONE;

    /**
     * Returns the maximum number of launches per call of the kernel. A build of a method that needs more fails, with
     * the reason for each excess launch. A launch runs a kernel, several in phases, or a library call. Launches of its
     * gradient are not counted.
     *
     * @return at least 1; 0 for no limit
     */
    int maxLaunches() default 0;

    /**
     * Returns the maximum size of the temporaries of the kernel: the values that one launch writes and another one
     * reads, without parameters, results and saved values. A build of a method that needs more fails, as does one whose
     * size depends on dims that are known only at the call. Temporaries of its gradient are not counted.
     *
     * @return size in bytes; 0 for a kernel without temporaries; by default no limit
     */
    long maxTemporaryBytes() default Long.MAX_VALUE;
}
