package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares the op of the op table that a method of {@code Ops} represents, so that it is resolved by element. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface GraphOp {

    /**
     * Returns the documented name of the op.
     *
     * @return a name such as {@code "ReduceSum"}
     */
    String value();
}
