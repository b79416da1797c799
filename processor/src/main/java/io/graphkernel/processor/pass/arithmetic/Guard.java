package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Attributes;
import java.util.Optional;

/** Condition of a rule on attributes and shapes, beyond the matched ops. */
@FunctionalInterface
interface Guard {

    /** Guard that always holds. */
    Guard NONE = match -> Optional.of(Attributes.NONE);

    /**
     * Decides if a rule applies.
     *
     * @param match match of the pattern
     * @return empty if it does not apply; else the attributes of the replacement's views, reductions and library calls;
     *     none copies those in the pattern
     */
    Optional<Attributes> attributes(Match match);
}
