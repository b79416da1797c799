package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Excludes a parameter or a result of a kernel with {@link GraphKernel#gradient()} from its gradient.
 *
 * <p>On a tensor parameter, neither its gradient nor values only needed for it are computed. On a component of the
 * record that a kernel returns, the gradient call has no cotangent for it, as if it were constant. Scalars, and tensors
 * of integers and bools, never have a gradient.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface NoGradient {}
