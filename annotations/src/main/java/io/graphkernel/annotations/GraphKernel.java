package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static method over {@code Tensor}s as a composite op that is compiled into fused native kernels.
 *
 * <p>For a class {@code MyOps} the processor generates {@code MyOpsKernels} with a method of the same name that runs
 * the fused kernels, in three overloads: allocating its result, writing into given result tensors, and over
 * {@code float[]} arrays. The marked method itself stays ordinary Java: called directly it runs op by op.
 *
 * <p>A parameter is a {@code Tensor}, a {@code float}, {@code double}, {@code int} or {@code long}, or a record of these
 * and of such records: {@code record Weights(@TensorType("f32[d, h]") Tensor up, Norm norm, float epsilon)}. The stub takes
 * the same record, messages name its tensors by path, such as {@code w.norm.gamma}. A method with records has no overload over
 * {@code float[]}. A method with more parameters than Java allows takes them in records.
 *
 * <p>The body may use local variables, {@code Ops} calls, calls of other {@code @GraphKernel} methods, constants,
 * arithmetic on primitive parameters, loops with constant bounds, {@code if} on a constant, {@code assign}, and
 * returns a {@code Tensor}, a {@code record} of tensors and of such records, or nothing.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface GraphKernel {

    /**
     * Flags for this method in the syntax of {@code MS_DEV_GRAPH_KERNEL_FLAGS}, for example
     * {@code "--opt_level=0 --disable_cluster_ops=Exp"}. They win over {@code -Agraphkernel.flags}, and those over the
     * environment variable. A flag that is unknown or has no meaning here is a compile error.
     *
     * @return the flags, separated by blanks; empty for the defaults
     */
    String flags() default "";

    /**
     * Whether the processor derives the gradient, too. For a method {@code f} the generated class then has
     *
     * <ul>
     *   <li>{@code fForward(…)}, which computes the result and what the gradient needs of it, both new or into given
     *       tensors and an {@code FSaved} of an earlier call;
     *   <li>{@code fGradient(saved, cotangent)}: of each floating tensor parameter the gradient of the sum of {@code
     *       result · cotangent}, in new tensors or in given ones;
     *   <li>{@code fAddGradient(saved, cotangent, …)}, which adds them to given tensors.
     * </ul>
     *
     * The overloads of {@code f} stay as they are. Parameters have declared dims, and none is updated in place; {@link
     * NoGradient} leaves parameters and results out.
     *
     * @return true to derive it
     */
    boolean gradient() default false;

    /**
     * What the forward call keeps for the gradient call. Of a kernel without {@link #gradient()}, {@link Saves#INPUTS} says that a
     * loss inside another kernel keeps what this one is given and computes it again for its gradient, unless it updates a
     * parameter in place.
     *
     * @return how that is chosen; else without meaning unless {@link #gradient()} is true
     */
    Saves saves() default Saves.AUTO;

    /**
     * The most launches that a call of the kernel may make: a build of a method that needs more fails, with the reason for each
     * launch too many. A launch runs a kernel, several in phases, or a call of a library. Those of its gradient do not count.
     *
     * @return at least 1; 0 for any number
     */
    int maxLaunches() default 0;
}
