package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lists the values of a {@code boolean}, enum or {@code String} parameter of a kernel, each of which is compiled.
 * <pre>{@code
 * @GraphKernel
 * static Tensor activate(@TensorType("f32[n, d]") Tensor x, @Variants({"relu", "tanh"}) String activation) {
 *     return activation.equals("relu") ? reLU(x) : tanh(x);
 * }
 * }</pre>
 *
 * <p>In the body, the parameter is a constant: conditions on it are decided at compile time. The generated method has
 * the parameter and runs the variant of its value; a value that is not listed throws
 * {@code io.graphkernel.runtime.exception.VariantException}. Several such parameters have a variant per combination.
 *
 * <p>Without this annotation, all values of a {@code boolean} and of an enum are compiled; a {@code String} requires
 * it. A kernel that calls this one passes constants, which need not be listed if the source is part of the compilation.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PARAMETER)
public @interface Variants {

    /**
     * Returns the values: {@code true} and {@code false}, names of enum constants, or strings.
     *
     * @return at least one value, without repetition
     */
    String[] value();
}
