package io.graphkernel.examples.llm;

import io.graphkernel.examples.llm.Llama.Cache;
import io.graphkernel.runtime.Tensor;

/** Parameters in storage formats that kernels are compiled for: floats, or codes of 4 to 8 bits with scales. */
public interface LlamaModel {

    /** Returns the weights of the last norm. */
    Tensor norm();

    /** Returns the number of tokens. */
    long vocabulary();

    /** Returns the number of columns of keys and values. */
    long keyColumns();

    /** Returns the number of heads of keys and values. */
    default long keyHeads() {
        return keyColumns() / Compiled.HEAD_SIZE;
    }

    /** Appends tokens to rows of the cache; see {@link Llama#forward}. */
    Tensor forward(Cache cache, Tensor frequencies, Tensor tokens, Tensor positions, int row);
}
