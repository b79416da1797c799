package io.graphkernel.examples.gpt;

import static io.graphkernel.runtime.Ops.cast;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/**
 * Constants that are compiled into the model. The build writes this file, by the properties of the pom or of the
 * command line.
 */
final class Compiled {

    /** {@code -Dgpt.layers}: 12 in the smallest model; 24, 36 and 48 in the larger ones. */
    static final int LAYERS = ${gpt.layers};

    /** {@code -Dgpt.kept}: the share of elements that dropout keeps, 0.9 in the paper; 1 compiles none. */
    static final double KEPT = ${gpt.kept};

    /** {@code -Dgpt.values}: the dtype of what is computed from the parameters, which are f32: f32, bf16 or f16. */
    static final String VALUES = "${gpt.values}";

    /** {@code -Dgpt.tensor}: over how many ranks the matrices of a layer are cut; 1 compiles no collectives. */
    static final int TENSOR_RANKS = ${gpt.tensor};

    /** Name of the dim of a rank's heads: if a rank has all heads, the name of all. */
    static final String OWN = TENSOR_RANKS == 1 ? "h" : "g";

    private Compiled() {}

    /** A tensor as layers compute with it. */
    @GraphKernel
    static Tensor value(@TensorType("f32[a...]") Tensor x) {
        return cast(x, DType.${gpt.values.constant});
    }
}
