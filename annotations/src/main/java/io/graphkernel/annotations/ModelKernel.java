package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On the method {@code run} of a class that was generated for an {@link OnnxModel}: a {@link GraphKernel} method that calls it takes over
 * the ops of the model, as those of another kernel. For generated classes alone.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface ModelKernel {

    /**
     * The name of the file with the graph of the model, without its ending; next to the class file.
     *
     * @return the simple name of the interface, of a nested one with the names of the classes around it
     */
    String value();
}
