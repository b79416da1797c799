package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.Dim;
import java.util.List;

/**
 * Dims of a padded batch.
 *
 * @param batch number of sequences
 * @param tokens number of tokens of the longest sequence
 */
record RaggedDims(Dim.Symbol batch, Dim.Symbol tokens) {

    /** Returns true if a dim depends on the padded batch. */
    boolean areIn(Dim dim) {
        return dim.symbols().contains(batch.name()) || dim.symbols().contains(tokens.name());
    }

    /** Returns true if one of the dims depends on the padded batch. */
    boolean areIn(List<Dim> dims) {
        return dims.stream().anyMatch(this::areIn);
    }

    /** Returns the only axis of a size; -1 if there is none, -2 if there are several or the size is part of another. */
    static int axis(List<Dim> dims, Dim.Symbol size) {
        int axis = dims.indexOf(size);
        long count =
                dims.stream().filter(dim -> dim.symbols().contains(size.name())).count();
        return count == 0 ? -1 : count == 1 ? (axis < 0 ? -2 : axis) : -2;
    }
}
