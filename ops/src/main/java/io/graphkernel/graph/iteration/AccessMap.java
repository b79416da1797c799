package io.graphkernel.graph.iteration;

import io.graphkernel.graph.Dim;
import java.util.List;

/**
 * Affine map from the indices of a value to its element in a buffer: element (i₀, i₁, …) is at {@code offset + Σ iᵣ ·
 * strideᵣ}.
 *
 * @param offset elements from the start of the buffer
 * @param strides elements per iteration dim, or per axis of a value; 0 along a broadcast axis, negative along a
 *     reversed one
 */
public record AccessMap(Dim offset, List<Dim> strides) {

    public AccessMap {
        strides = List.copyOf(strides);
    }

    /**
     * Returns the iteration dims along which the buffer extends.
     *
     * @return bit r is set if the stride along dim r is not 0
     */
    public int mask() {
        int mask = 0;
        for (int dim = 0; dim < strides.size(); dim++) {
            mask |= strides.get(dim).equals(Dim.ZERO) ? 0 : 1 << dim;
        }
        return mask;
    }

    @Override
    public String toString() {
        return (offset.equals(Dim.ZERO) ? "" : offset + " + ") + strides;
    }
}
