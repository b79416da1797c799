package io.graphkernel.processor.report;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.ActivationDecisions;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Report of one method, collected from the stages.
 *
 * @param graph graph from the front end
 * @param firstLine first line of the method in the Java file
 * @param lastLine last line of the method
 * @param passes results of the passes, with missed fusions
 * @param plan kernels and library calls
 * @param choices save and recompute decisions, for a forward or gradient call
 * @param sources generated sources by target
 */
public record MethodReport(
        Graph graph,
        int firstLine,
        int lastLine,
        PassPipeline.Result passes,
        Plan plan,
        Optional<ActivationDecisions> choices,
        List<Source> sources) {

    /**
     * Kernel sources of one target.
     *
     * @param target target such as {@code cpu}, or several that share a source, separated by commas
     * @param language language such as {@code C}
     * @param kernels source by kernel name
     */
    public record Source(String target, String language, Map<String, Text> kernels) {}

    /**
     * Source of one kernel, which equal kernels share.
     *
     * @param text source text
     * @param identifiers variable of each value of the kernel, possibly prefixed in the text with a part that ends in
     *     an underscore; empty if values have no names
     * @param facts resource usage of the kernel in display order; empty if a compiler decides it
     */
    public record Text(String text, Map<Node, String> identifiers, Map<String, String> facts) {}

    public MethodReport {
        sources = List.copyOf(sources);
    }
}
