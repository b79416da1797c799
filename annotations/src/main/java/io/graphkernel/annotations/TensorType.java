package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares dtype and dims of a tensor parameter, for example {@code @TensorType("f32[n, d]")}, or of a component of a
 * record that is a parameter. The same component of two parameters has the same dims.
 *
 * <p>A name is a symbolic dim, equal wherever it occurs in the signature; a number is a fixed size. An expression such
 * as {@code n + m} is checked, and a multiple such as {@code 64 * h} determines {@code h} if nothing else does.
 * {@code f32[]} is a scalar tensor.
 *
 * <p>An ellipsis before the other dims stands for any number of batch dims, including none: {@code f32[..., d]} accepts
 * {@code [d]}, {@code [n, d]} and {@code [b, s, d]}, {@code f32[b...]} accepts any shape. It occurs at most once, in
 * front. A named ellipsis stands for equal dims wherever the name occurs, so {@code f32[b..., d]} twice accepts two
 * tensors of equal shape; an unnamed one is independent for each parameter. An op over batch dims must be independent
 * of their number, or it is rejected:
 * <ul>
 * <li>axes are counted from the end, and are among those after the ellipsis: {@code softmax(x, -1)},
 * {@code x.dimension(-1)}; a reduction without axes is over all of them;
 * <li>an operand combined with {@code [b..., d]} has the same ellipsis and rank after it, or no ellipsis and at most
 * the rank after it: {@code [b..., 1]} and {@code [d]}, but neither {@code [b...]} nor {@code [1, d]};
 * <li>an op that refers to all axes, such as {@code transpose}, or requires a fixed rank, such as {@code matMul}, does
 * not accept an ellipsis; {@code batchMatMul} does, over {@code [b..., n, d]}.
 * </ul>
 *
 * <p>A kernel that is called from another one inherits the batch dims of the operands: {@code f32[..., d]} called with
 * {@code f32[n, h, d]} is compiled as that. Over {@code float[]}, batch dims are one axis, whose size is their product.
 *
 * <p>A parameter without this annotation is {@code f32} of any shape, and one of {@code f16[...]}, with only an unnamed
 * ellipsis, is {@code f16} of any shape. Such parameters broadcast under NumPy's rules when the kernel is called, with
 * each other and with declared ones; they may only be operands of elementwise ops.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface TensorType {

    /**
     * Returns the type as text.
     *
     * @return {@code dtype[dim, dim, …]}
     */
    String value();
}
