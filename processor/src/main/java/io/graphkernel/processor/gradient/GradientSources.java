package io.graphkernel.processor.gradient;

import io.graphkernel.annotations.Saves;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.LoopRange;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sources of gradients besides the rules of ops.
 *
 * @param customGradients kernels that compute gradients of other kernels, by qualified name, for every {@link
 *     CustomGradient} in the graph
 * @param recognized composite op outside the graph by the value that it computes; its rule applies if it computes all
 *     adjoints at once
 * @param ranges ranges of the indices of the loops around the graph, innermost first; no shape may depend on them
 * @param savesResults true if loops store the results of library calls, so that gradients need not repeat these
 */
public record GradientSources(
        Map<String, Graph> customGradients, Map<Node, Node> recognized, List<LoopRange> ranges, boolean savesResults) {

    /** No sources besides the rules. */
    public static final GradientSources RULES = new GradientSources(Map.of(), Map.of());

    /** Creates sources outside of loops. */
    public GradientSources(Map<String, Graph> customGradients, Map<Node, Node> recognized) {
        this(customGradients, recognized, List.of(), true);
    }

    /** Returns the sources in a loop of the graph. */
    GradientSources inside(LoopRange range) {
        List<LoopRange> extended = new ArrayList<>(List.of(range));
        extended.addAll(ranges);
        return new GradientSources(customGradients, recognized, extended, savesResults);
    }

    /** Returns the symbols of the indices of the loops around the graph. */
    Set<String> indices() {
        return ranges.stream().map(LoopRange::index).collect(Collectors.toSet());
    }

    /** Returns the sources with a policy for saved values. */
    GradientSources with(Saves saves) {
        return new GradientSources(customGradients, recognized, ranges, saves != Saves.INPUTS);
    }
}
