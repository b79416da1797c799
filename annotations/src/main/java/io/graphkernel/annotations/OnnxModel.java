package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Compiles an ONNX model with the program. For an interface {@code MiniLm} the generated class {@code MiniLmKernels} has a
 * method {@code run}, whose parameters are the inputs of the model, by their names and in their order, and which gives its
 * output, or a record {@code MiniLmKernels.Results} of several. The weights are a file next to the class file of the interface.
 *
 * <pre>{@code
 * @OnnxModel("all-minilm-l6-v2.onnx")
 * interface MiniLm {}
 *
 * Tensor states = MiniLmKernels.run(ids, mask, types);
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface OnnxModel {

    /**
     * The file: in the source path, else among the class files and resources of this build, else on the class path, such as in
     * the jar of a dependency. Tensors that the model has in other files are read from there, if these lie in the directory of
     * the model or below.
     *
     * @return the path from the root of one of them, with {@code /} between its parts
     */
    String value();

    /**
     * Dims of inputs in place of those of the file, in the form of {@code converter_lite}: inputs separated by semicolons, their dims by
     * commas. A dim is a number, or a name: a call gives the size, which is the same wherever the name is.
     *
     * @return for example {@code "ids:1,128;mask:1,n"}
     */
    String inputShapes() default "";

    /**
     * A file in the safetensors format with other values for weights of the model, by the names that the model has for them; it is looked for
     * as the model is. Weights that it does not have stay as they are.
     *
     * @return the path; empty for the values of the model
     */
    String weights() default "";

    /**
     * Weights that each call gives, so that they can be trained: {@code run} takes a record {@code Trainable} of them first, and may be
     * differentiated. The method {@code trainable} of the generated class makes one with the values of the model.
     *
     * @return names of weights in the model, in which {@code *} stands for any text
     */
    String[] trainable() default {};

    /**
     * Flags for this model, as those of {@link GraphKernel#flags()}.
     *
     * @return the flags, separated by blanks; empty for the defaults
     */
    String flags() default "";
}
