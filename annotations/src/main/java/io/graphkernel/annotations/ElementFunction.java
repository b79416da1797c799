package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Exports a static method over numbers as an element function: kernels of other projects may apply it to tensors.
 * <pre>{@code
 * @ElementFunction
 * public static float softClip(float x, float limit) {
 *     return x > limit ? limit + (float) Math.log1p(x - limit) : x;
 * }
 * }</pre>
 *
 * <p>The processor writes the compiled function to the directory of the class file, so that it becomes part of the jar. A
 * kernel that calls {@code map(x, limit, Library::softClip)}, or an element function that calls the method, reads it from
 * there. Within one compilation, methods need no annotation.
 *
 * <p>Parameters and result are numbers, booleans and records of them.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface ElementFunction {}
