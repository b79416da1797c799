package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Leaves a parameter or a result of a kernel with {@link GraphKernel#gradient()} out of its gradient.
 *
 * <p>On a tensor parameter: no gradient of it is computed, nor what that alone would need. On a component of the record
 * that a kernel returns: the gradient call takes no cotangent of it, as if it were constant. Numbers, and tensors of
 * integers and bools, have no gradient anyway.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface NoGradient {}
