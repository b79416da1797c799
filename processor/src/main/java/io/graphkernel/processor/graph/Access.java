package io.graphkernel.processor.graph;

import java.util.List;

/**
 * Where the elements of a value lie in a buffer: element (i₀, i₁, …) at {@code offset + Σ iᵣ · strideᵣ}.
 *
 * @param offset in elements of the buffer
 * @param strides in elements of the buffer, one per run, or one per axis of a value; 0 along one over which the value is
 *     broadcast, negative where it is read backwards
 */
public record Access(Dim offset, List<Dim> strides) {

    public Access {
        strides = List.copyOf(strides);
    }

    /**
     * The runs along which the buffer extends.
     *
     * @return bit r is set if the stride along run r is not 0
     */
    public int mask() {
        int mask = 0;
        for (int run = 0; run < strides.size(); run++) {
            mask |= strides.get(run).equals(Dim.ZERO) ? 0 : 1 << run;
        }
        return mask;
    }

    @Override
    public String toString() {
        return (offset.equals(Dim.ZERO) ? "" : offset + " + ") + strides;
    }
}
