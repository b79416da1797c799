package io.graphkernel.processor.report;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Texts of a method's graphs: the three that MindSpore documents, and the first and last one in this project's format.
 * Threads print long texts in parallel.
 *
 * @param method name of the method
 * @param texts texts by file name
 */
public record MethodGraphs(String method, SortedMap<String, String> texts) {

    /** The graph from the front end. */
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
     * @param graph graph from the front end
     * @param steps results of the passes
     * @param everyPass true for an additional text after every pass that changed the graph
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
