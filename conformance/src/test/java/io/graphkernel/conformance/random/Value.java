package io.graphkernel.conformance.random;

import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.List;

/**
 * A variable of a kernel method.
 *
 * @param name Java name
 * @param dtype dtype of its elements
 * @param dims its shape, in terms of the program's symbols
 */
record Value(String name, DType dtype, List<Dim> dims) {

    int rank() {
        return dims.size();
    }
}
