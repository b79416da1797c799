package io.graphkernel.examples.llm;

import io.graphkernel.examples.llm.Llama.Cache;
import io.graphkernel.runtime.Tensor;

/** Parameters in a storage format that kernels are compiled for: f32, or codes of 8 or 4 bits with scales. */
public interface LlamaModel {

    /** Returns the weights of the last norm. */
    Tensor norm();

    /** Returns the number of tokens. */
    long vocabulary();

    /** Returns the number of heads of keys and values. */
    long keyHeads();

    /** Appends tokens to rows of the cache; see {@link Llama#forward}. */
    Tensor forward(Cache cache, Tensor frequencies, Tensor tokens, Tensor positions, int row);
}
