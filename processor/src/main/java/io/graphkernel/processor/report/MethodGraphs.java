package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The graphs of one method as texts: the three of the document, and in our own form the first and the last one. Long methods
 * have long texts, which threads make side by side.
 *
 * @param method the name of the method
 * @param texts by the name of the file
 */
public record MethodGraphs(String method, SortedMap<String, String> texts) {

    /** The graph as the front end read it. */
    private static final String VALIDATE = "6_validate.dot";
    /** The graph after the basic fusion stage. */
    private static final String BASIC = "hwopt_d_fuse_basic_opt_end_graph_0.dot";
    /** The graph after the composite fusion stage. */
    private static final String COMPOSITE = "hwopt_d_composite_opt_end_graph_0.dot";

    public MethodGraphs {
        texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    }

    /**
     * Prints the graphs.
     *
     * @param graph as the front end read it
     * @param steps what each pass did
     * @param everyPass whether there is a text after every pass that changed the graph
     * @return the texts
     */
    public static MethodGraphs of(Graph graph, List<PassPipeline.Step> steps, boolean everyPass) {
        SortedMap<String, String> texts = new TreeMap<>();
        texts.put(VALIDATE, DotPrinter.print(graph));
        texts.put("00_frontend.gk", GraphPrinter.print(graph));
        int last = IntStream.range(0, steps.size())
                .filter(index -> steps.get(index).changed())
                .max()
                .orElse(-1);
        for (int i = 0; i < steps.size(); i++) {
            PassPipeline.Step step = steps.get(i);
            if (step.changed() && (everyPass || i == last)) {
                texts.put(twoDigits(i + 1) + "_" + step.pass() + ".gk", GraphPrinter.print(step.graph()));
            }
            if (step.pass().equals("fuse_basic")) {
                texts.put(BASIC, DotPrinter.print(step.graph()));
            } else if (step.pass().equals("fuse_composite")) {
                texts.put(COMPOSITE, DotPrinter.print(step.graph()));
            }
        }
        return new MethodGraphs(graph.name(), texts);
    }

    private static String twoDigits(long number) {
        return number < 10 ? "0" + number : Long.toString(number);
    }
}
