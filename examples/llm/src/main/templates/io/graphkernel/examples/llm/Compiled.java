package io.graphkernel.examples.llm;

/** Constants that are compiled into the model. The build writes this file, by the properties of the pom. */
final class Compiled {

    /** {@code -Dllm.layers}. */
    static final int LAYERS = ${llm.layers};

    /** {@code -Dllm.head}: columns of a head. */
    static final int HEAD_SIZE = ${llm.head};

    /** {@code -Dllm.epsilon}: added to the mean square in norms. */
    static final double EPSILON = ${llm.epsilon};

    /** {@code -Dllm.gemma}: scaled embeddings, norms with weights around 0, and GeLU instead of SiLU. */
    static final boolean GEMMA = ${llm.gemma};

    private Compiled() {}
}
