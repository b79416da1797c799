package io.graphkernel.conformance.fix;

import io.graphkernel.runtime.exception.RuntimeProblem;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the messages that a test provokes, and whose fix it applies. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface AppliedFix {
    /** Returns the messages. */
    RuntimeProblem[] value();
}
