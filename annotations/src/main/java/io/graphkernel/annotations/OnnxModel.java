package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Compiles an ONNX model with the program. For an interface {@code MiniLm}, the generated class {@code MiniLmKernels}
 * has a method {@code run}. Its parameters are the inputs of the model by name and in order. It returns the output, or
 * a record {@code MiniLmKernels.Results} of several. The weights are a file in the directory of the interface.
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
     * Returns the path of the file: in the source path, else among the class files and resources of this build, else on
     * the class path, such as in the jar of a dependency. External tensor files of the model are read if they are in
     * the directory of the model or below.
     *
     * @return the path from the root of one of them, separated by {@code /}
     */
    String value();

    /**
     * Returns dims of inputs that replace those of the file, in the format of {@code converter_lite}: inputs separated
     * by semicolons, their dims by commas. A dim is a number, or a name whose size each call determines, equal wherever
     * the name occurs.
     *
     * @return a list such as {@code "ids:1,128;mask:1,n"}
     */
    String inputShapes() default "";

    /**
     * Returns values of inputs that are constant at compile time, such as a sample rate or a size: inputs separated by
     * semicolons, their row-major elements by commas. They are not parameters of {@code run}, and shapes may be
     * computed from them.
     *
     * @return a list such as {@code "rate:16000;sizes:1,3;training:false"}
     */
    String inputValues() default "";

    /**
     * Returns maximum sizes of tensors whose shapes depend on elements, such as the results of NonZero and
     * NonMaxSuppression: tensors separated by semicolons. A tensor has its maximum size, with zeros after its valid
     * slices, whose number is a further result with the suffix {@code _count}.
     *
     * @return a list such as {@code "selected:100;indices:20"}
     */
    String maxSizes() default "";

    /**
     * Returns a safetensors file with replacement values for weights of the model, by their names in the model; it is
     * located like the model. Other weights are unchanged.
     *
     * @return the path; empty for the values of the model
     */
    String weights() default "";

    /**
     * Returns weights that each call passes, so that they can be trained: the first parameter of {@code run} is a
     * record {@code Trainable} of them, and {@code run} may be differentiated. The method {@code trainable} of the
     * generated class creates one with the values of the model. A record of more than 254 weights has a component for
     * each group of them, such as a layer.
     *
     * @return names of weights in the model, in which {@code *} matches any text
     */
    String[] trainable() default {};

    /**
     * Returns weights with low-rank adapters, which each call passes, so that they can be trained: the first parameter
     * of {@code run} is a record {@code Adapters} of their matrices, and {@code run} may be differentiated. The weights
     * are constant. The method {@code adapters} of the generated class creates adapters that do not change the results
     * yet.
     *
     * @return weights by rank and scale; a weight has one adapter
     */
    LowRank[] adapters() default {};

    /**
     * Returns the input with the padding mask of a text encoder, which is 1 for tokens and 0 in the padding, to compile
     * the model for sequences without padding. The tokens of all sequences follow each other along one axis, and
     * {@code run} takes a {@code RaggedBatch} in place of the mask. A model is rejected unless each of its tokens
     * depends on its own sequence alone.
     *
     * @return name of an input with the dims of sequences and tokens; empty for padded batches
     */
    String ragged() default "";

    /**
     * Returns flags for this model, like those of {@link GraphKernel#flags()}.
     *
     * @return the flags, separated by spaces; empty for the defaults
     */
    String flags() default "";
}
