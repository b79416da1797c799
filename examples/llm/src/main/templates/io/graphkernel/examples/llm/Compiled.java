package io.graphkernel.examples.llm;

import static io.graphkernel.runtime.Ops.cast;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

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

    /** {@code -Dllm.cache}: dtype of the cache of keys and values: f32, f16 or bf16. */
    static final String CACHE = "${llm.cache}";

    private Compiled() {}

    /** Keys or values in the dtype of the cache. */
    @GraphKernel
    static Tensor stored(@TensorType("f32[a...]") Tensor x) {
        return cast(x, DType.${llm.cache.constant});
    }
}
