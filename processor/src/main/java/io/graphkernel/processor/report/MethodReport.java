package io.graphkernel.processor.report;

import io.graphkernel.processor.gradient.Choices;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the stages record of one method.
 *
 * @param graph as the front end read it
 * @param firstLine the line of the Java file on which the method begins
 * @param lastLine the line on which it ends
 * @param passes what each pass did, and what was not fused
 * @param plan the kernels and library calls
 * @param choices of a forward or gradient call, what became of the values that the gradient needs
 * @param sources what was generated for each target
 */
public record MethodReport(
        Graph graph,
        int firstLine,
        int lastLine,
        PassPipeline.Result passes,
        Plan plan,
        Optional<Choices> choices,
        List<Source> sources) {

    /**
     * The kernels of one target.
     *
     * @param target for example {@code cpu}; several with a comma if they take the same text
     * @param language for example {@code C}
     * @param kernels the text that runs for each kernel, by the kernel's name
     */
    public record Source(String target, String language, Map<String, Text> kernels) {}

    /**
     * The text of one kernel, which equal kernels share.
     *
     * @param text in the language of the source
     * @param identifiers the variable of each value of the kernel; in the text it may have a prefix that ends in an
     *     underscore; empty where values have no names
     * @param facts what the kernel takes of a chip, in the order in which it is shown; empty where a compiler decides it
     */
    public record Text(String text, Map<Node, String> identifiers, Map<String, String> facts) {}

    public MethodReport {
        sources = List.copyOf(sources);
    }
}
