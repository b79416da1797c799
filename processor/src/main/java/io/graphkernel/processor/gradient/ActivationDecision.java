package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import java.util.Optional;

/**
 * Decision to save or recompute a value that a gradient needs, in a separate call or inside a method.
 *
 * @param value the value, in the graph of the method with its gradient
 * @param saved storage of the value for the gradient; empty if the gradient recomputes it
 * @param bytes size in memory, over the symbols of the signature
 * @param reason reason as text for the report
 */
public record ActivationDecision(Node value, Optional<SavedValue.Kind> saved, Dim bytes, String reason) {

    /** Returns one line for the report. */
    @Override
    public String toString() {
        String label = value.label().isEmpty() ? value.op() : value.op() + " " + value.label();
        String line = value.origin().line() == 0 ? "" : " (" + value.origin() + ")";
        return label + " " + value.type() + line + ": " + (saved.isPresent() ? "saved" : "recomputed") + ", " + bytes
                + " bytes: " + reason;
    }
}
