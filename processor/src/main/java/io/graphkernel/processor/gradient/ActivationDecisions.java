package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Dim;
import java.util.List;
import java.util.Optional;

/**
 * Save and recompute decisions of a method.
 *
 * @param decisions the decision for each value, equal in both calls of a pair; for a gradient inside a method its values
 * @param storesValues true if this method stores the saved values that need memory of their own
 * @param recomputesValues true if this method recomputes the recomputed values
 */
public record ActivationDecisions(List<ActivationDecision> decisions, boolean storesValues, boolean recomputesValues) {

    public ActivationDecisions {
        decisions = List.copyOf(decisions);
    }

    /**
     * Returns the bytes that this method stores only for the gradient.
     *
     * @return a dim over the symbols of the signature
     */
    public Dim storedBytes() {
        return bytes(storesValues, Optional.of(SavedValue.Kind.STORED));
    }

    /**
     * Returns the bytes of the values that this method recomputes for the gradient.
     *
     * @return a dim over the symbols of the signature
     */
    public Dim recomputedBytes() {
        return bytes(recomputesValues, Optional.empty());
    }

    private Dim bytes(boolean here, Optional<SavedValue.Kind> saved) {
        return decisions.stream()
                .filter(decision -> here && decision.saved().equals(saved))
                .map(ActivationDecision::bytes)
                .reduce(Dim.ZERO, Dim::plus);
    }
}
