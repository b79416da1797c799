package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Attributes;
import java.util.Optional;

/** What a rule asks of attributes and shapes, beyond the ops that match. */
@FunctionalInterface
interface Guard {

    /** Asks nothing. */
    Guard NONE = match -> Optional.of(Attributes.NONE);

    /**
     * Decides whether a rule applies.
     *
     * @param match ops that match the pattern
     * @return empty if it does not apply; the attributes of the views, reductions and library calls of the replacement;
     *     none if they take those of the op of the same name in the pattern
     */
    Optional<Attributes> attributes(Match match);
}
