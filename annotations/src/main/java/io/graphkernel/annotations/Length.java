package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the number of elements of a list or an array, as a parameter of a kernel or as a component of a record.
 * <pre>{@code
 * record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}
 * record Model(@TensorType("f32[v, d]") Tensor embedding, @Length(12) List<Layer> layers) {}
 * }</pre>
 *
 * <p>The elements are records or tensors; {@link TensorType} declares the type of tensor elements. A kernel has a fixed
 * list of operands, so a loop over the elements is unrolled, and a call with another number of elements is rejected.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Length {

    /**
     * Returns the number of elements.
     *
     * @return a nonnegative number
     */
    int value();
}
