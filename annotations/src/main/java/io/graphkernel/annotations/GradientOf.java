package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a kernel the gradient of another kernel of the same class, instead of the one that the processor derives. It counts
 * wherever that kernel is differentiated: in its own {@link GraphKernel#gradient()}, in every kernel that calls it, and in
 * losses, also of other classes and jars.
 *
 * <pre>{@code
 * @GraphKernel
 * static Tensor swish(@TensorType("f32[n]") Tensor x, float beta) { … }
 *
 * @GradientOf("swish")
 * @GraphKernel
 * static Tensor swishBackward(
 *         @TensorType("f32[n]") Tensor x, float beta, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) { … }
 * }</pre>
 *
 * <p>It takes what the kernel takes, then the results of the kernel, then the cotangent of each result: a zero where none is
 * asked for. It returns the gradient of each tensor parameter of a floating dtype, in their order and with their dtypes and
 * dims: a tensor, or a record if there are several. Records may be taken and returned as their tensors one by one.
 *
 * <p>A loss that runs as plain Java does not see direct calls of kernels, so there such a kernel is a {@code GradientException}; it
 * sees calls of the generated class, if the kernel has {@link GraphKernel#gradient()}, and takes this gradient.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface GradientOf {

    /**
     * The kernel.
     *
     * @return the name of a method with {@link GraphKernel} in the same class
     */
    String value();
}
