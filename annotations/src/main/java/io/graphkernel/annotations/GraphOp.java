package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the op of the op table that a method of {@code Ops} stands for, so that it is resolved by element. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface GraphOp {

    /**
     * The op's documented name.
     *
     * @return for example {@code "ReduceSum"}
     */
    String value();
}
