package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method {@code run} of a class that was generated for an {@link OnnxModel}. A {@link GraphKernel} method
 * that calls it inlines the ops of the model, like those of another kernel. Reserved for generated classes.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface ModelKernel {

    /**
     * Returns the name of the file with the graph of the model without its extension, in the directory of the class file.
     *
     * @return the simple name of the interface, qualified by its enclosing classes if it is nested
     */
    String value();
}
