package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a kernel as the custom gradient of another kernel of the same class, instead of the one that the processor
 * derives. It applies wherever that kernel is differentiated: in its own {@link GraphKernel#gradient()}, in every
 * kernel that calls it, and in losses, also of other classes and jars.
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
 * <p>Its parameters are those of the kernel, followed by the results of the kernel and the cotangent of each result,
 * zeros for unused ones. It returns the gradient of each floating-point tensor parameter, in order and with the same
 * dtype and dims: a tensor, or a record if there are several. The tensors of a record may be passed and returned
 * individually.
 *
 * <p>A loss that runs as plain Java does not record direct calls of kernels, and rejects such a kernel with a
 * {@code GradientException}. It records calls of the generated class if the kernel has {@link GraphKernel#gradient()},
 * and uses this gradient.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface GradientOf {

    /**
     * Returns the name of the kernel.
     *
     * @return name of a method with {@link GraphKernel} in the same class
     */
    String value();
}
