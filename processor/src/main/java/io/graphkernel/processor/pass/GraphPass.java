package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Names;
import java.util.Map;

/** One rewrite of the graph. */
public interface GraphPass {

    /**
     * The name in flags, dumps and logs.
     *
     * @return lower case with underscores
     */
    String name();

    /**
     * The lowest optimization level at which the pass runs.
     *
     * @return 0 for a pass that can't be switched off
     */
    int level();

    /**
     * Why a pass of level 0 can't be switched off.
     *
     * @return a clause
     */
    default String necessity() {
        return "without this pass there are no kernels";
    }

    /**
     * Whether the pass runs if neither {@code --enable_pass} nor {@code --disable_pass} names it. A pass with a flag of
     * its own asks that flag.
     *
     * @param flags the method's flags
     * @return true from the pass's level on
     */
    default boolean runsBy(Flags flags) {
        return flags.optLevel() >= level();
    }

    /**
     * The names among which flags choose what this pass does: ops, rules, patterns.
     *
     * @return names by flag of type list; empty if no list steers this pass
     */
    default Map<Flag, Names> names() {
        return Map.of();
    }

    /**
     * What the page of named fusions says of the pass.
     *
     * @return {@link PassDocument#NONE} if no document names it
     */
    default PassDocument document() {
        return PassDocument.NONE;
    }

    /**
     * Rewrites a graph.
     *
     * @param graph verified
     * @param context the method's flags, and who is told of decisions
     * @return the rewritten graph, or the same instance if nothing changed
     */
    Graph run(Graph graph, PassContext context);
}
