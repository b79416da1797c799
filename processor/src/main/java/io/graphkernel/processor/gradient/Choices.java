package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Dim;
import java.util.List;
import java.util.Optional;

/**
 * What became of the values that a gradient needs, and what of that one method does.
 *
 * @param all every value, in both calls of a pair the same; or those of a gradient that is computed inside a method
 * @param stores whether this method stores those that take memory of their own
 * @param computesAgain whether this method computes those that are computed again
 */
public record Choices(List<Choice> all, boolean stores, boolean computesAgain) {

    public Choices {
        all = List.copyOf(all);
    }

    /**
     * The bytes that this method stores for the gradient alone.
     *
     * @return over the symbols of the signature
     */
    public Dim stored() {
        return bytes(stores, Optional.of(SavedValue.Kind.STORED));
    }

    /**
     * The bytes of the values that this method computes again for the gradient.
     *
     * @return over the symbols of the signature
     */
    public Dim computedAgain() {
        return bytes(computesAgain, Optional.empty());
    }

    private Dim bytes(boolean here, Optional<SavedValue.Kind> saved) {
        return all.stream()
                .filter(choice -> here && choice.saved().equals(saved))
                .map(Choice::bytes)
                .reduce(Dim.ZERO, Dim::plus);
    }
}
