package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares dtype and dims of a tensor parameter, for example {@code @TensorType("f32[n, d]")}.
 *
 * <p>A name is a symbolic dim and means the same size wherever it appears in the signature; a number is a fixed size;
 * an expression such as {@code n + m} is checked, and a multiple such as {@code 64 * h} gives h its size if nothing else
 * does; {@code f32[]} is a scalar tensor. A parameter without this annotation is {@code f32} of any shape, and such
 * parameters broadcast together under NumPy's rules when the kernel is called.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PARAMETER)
public @interface TensorType {

    /**
     * The type as text.
     *
     * @return {@code dtype[dim, dim, …]}
     */
    String value();
}
