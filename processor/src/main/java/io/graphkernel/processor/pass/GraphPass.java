package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
import java.util.Map;

/** A rewrite of the graph. */
public interface GraphPass {

    /**
     * Returns the name in flags, dumps and logs.
     *
     * @return lower case with underscores
     */
    String name();

    /**
     * Returns the lowest optimization level at which the pass runs.
     *
     * @return 0 for a mandatory pass
     */
    int level();

    /**
     * Returns the reason why a pass of level 0 is mandatory.
     *
     * @return a clause
     */
    default String necessity() {
        return "kernel generation requires it";
    }

    /**
     * Returns true if the pass runs when neither {@code --enable_pass} nor {@code --disable_pass} names it. Passes with
     * their own flag override this.
     *
     * @param flags the method's flags
     * @return true from the pass's level on
     */
    default boolean isEnabledBy(FlagValues flags) {
        return flags.optLevel() >= level();
    }

    /**
     * Returns the names by which flags select ops, rules or patterns of this pass.
     *
     * @return names by flag of type list; empty if the pass has no such flag
     */
    default Map<Flag, KnownNames> names() {
        return Map.of();
    }

    /**
     * Returns the entry of the pass on the page of named fusions.
     *
     * @return {@link PassDocument#NONE} if no document names it
     */
    default PassDocument document() {
        return PassDocument.NONE;
    }

    /**
     * Rewrites a graph.
     *
     * @param graph a verified graph
     * @param context the method's flags and the sink of decisions
     * @return the rewritten graph, or the same instance if nothing changed
     */
    Graph run(Graph graph, PassContext context);
}
