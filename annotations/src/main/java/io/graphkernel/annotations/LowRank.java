package io.graphkernel.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Selects weights of a model that get low-rank adapters (Hu et al., LoRA, 2021), for {@link OnnxModel#adapters()}. A
 * product of x with the weight W becomes {@code x · W + scale · x · Aᵀ · Bᵀ}, with A {@code [rank, inputs]} and B
 * {@code [outputs, rank]}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({})
public @interface LowRank {

    /**
     * Returns the weights: matrices of products in the model, which may be quantized.
     *
     * @return names of weights or of their modules, in which {@code *} matches any text
     */
    String[] weights();

    /**
     * Returns the number of rows of A.
     *
     * @return at least 1, and at most the smaller dim of each weight
     */
    int rank();

    /**
     * Returns the factor of the product of both matrices, alpha / r in PEFT.
     *
     * @return a positive number
     */
    double scale() default 1;
}
