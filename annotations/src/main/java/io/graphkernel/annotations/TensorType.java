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
 * <p>A name is a symbolic dim and means the same size wherever it appears in the signature; a number is a fixed size;
 * an expression such as {@code n + m} is checked, and a multiple such as {@code 64 * h} gives h its size if nothing else
 * does; {@code f32[]} is a scalar tensor.
 *
 * <p>Dots before the other dims stand for any number of leading axes, none among them: {@code f32[..., d]} takes
 * {@code [d]}, {@code [n, d]} and {@code [b, s, d]}, {@code f32[b...]} takes any shape. The dots are written once, and first.
 * With a name they mean the same dims wherever the name appears, so {@code f32[b..., d]} twice takes two tensors of one
 * shape; dots without a name are each parameter's own. An op over dots must be the same for every number of axes that they
 * stand for, or it is refused:
 *
 * <ul>
 *   <li>axes count from the end, and are among those after the dots: {@code softmax(x, -1)}, {@code x.dimension(-1)};
 *       a reduction without axes is over all of them;
 *   <li>what meets {@code [b..., d]} has the same dots and as many axes after them, or no dots and no more axes than are
 *       after them: {@code [b..., 1]} and {@code [d]}, but neither {@code [b...]} nor {@code [1, d]};
 *   <li>an op that gives or names all axes, such as {@code transpose}, or needs a number of them, such as {@code matMul},
 *       takes none over dots; {@code batchMatMul} does, over {@code [b..., n, d]}.
 * </ul>
 *
 * <p>A kernel that is called from another one takes its dots from there: {@code f32[..., d]} called with
 * {@code f32[n, h, d]} is compiled as that. Over {@code float[]} dots count as one axis, whose size is their product.
 *
 * <p>A parameter without this annotation is {@code f32} of any shape, and one of {@code f16[...]}, with dots alone and
 * without a name, is {@code f16} of any shape. Such parameters broadcast under NumPy's rules when the kernel is called,
 * with each other and with declared ones; they are operands of elementwise ops alone.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface TensorType {

    /**
     * The type as text.
     *
     * @return {@code dtype[dim, dim, …]}
     */
    String value();
}
