package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how many elements a list or an array has, as a parameter of a kernel or as a component of a record:
 *
 * <pre>{@code
 * record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}
 * record Model(@TensorType("f32[v, d]") Tensor embedding, @Length(12) List<Layer> layers) {}
 * }</pre>
 *
 * <p>The elements are records or tensors; of tensors {@link TensorType} declares the type of each. A kernel has a fixed list
 * of operands, so a loop over the elements is unrolled, and a call with another number of elements is refused.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Length {

    /**
     * The number of elements.
     *
     * @return from 0 on
     */
    int value();
}
