package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.Optional;

/**
 * What became of a value that a gradient needs, in a call of its own or inside a method: saved, or computed again.
 *
 * @param value the value, in the graph of the method with its gradient
 * @param saved what holds it for the gradient; empty if that computes it again
 * @param bytes what it takes in memory, over the symbols of the signature
 * @param reason why, in words
 */
public record Choice(Node value, Optional<SavedValue.Kind> saved, Dim bytes, String reason) {

    /** One line for the report. */
    @Override
    public String toString() {
        String label = value.label().isEmpty() ? value.op() : value.op() + " " + value.label();
        String line = value.origin().line() == 0 ? "" : " (" + value.origin() + ")";
        return label + " " + value.type() + line + ": " + (saved.isPresent() ? "saved" : "computed again") + ", "
                + bytes + " bytes: " + reason;
    }
}
