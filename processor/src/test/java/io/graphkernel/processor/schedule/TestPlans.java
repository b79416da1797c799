package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Plans of graphs that several tests share. */
public final class TestPlans {

    private static final Path KERNELS = Path.of("src/test/resources/schedule/kernels.gk");
    private static final Path BLOCKS = Path.of("src/test/resources/schedule/blocks.gk");
    private static final Path FORMS = Path.of("src/test/resources/schedule/forms.gk");

    private TestPlans() {}

    /** Returns the names of the graphs in the file. */
    public static List<String> names() {
        return graphs().stream().map(Graph::name).toList();
    }

    /** Returns the plan of a graph in the file. */
    public static Plan named(String name) {
        return graphs().stream()
                .filter(graph -> graph.name().equals(name))
                .map(graph -> of(graph, 2))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the plan of a graph in text form. */
    public static Plan parse(String graph) {
        return of(GraphParser.parse(graph), 2);
    }

    /** Returns the plan of a graph in text form with explicit groups. */
    public static Plan grouped(String text) {
        return planned(GraphParser.parse(text));
    }

    /** Returns the plan of a graph at an optimization level. */
    public static Plan of(Graph graph, int level) {
        return of(graph, FlagValues.atLevel(level));
    }

    /** Returns the plan of a graph with flags. */
    public static Plan of(Graph graph, FlagValues flags) {
        return planned(new PassPipeline(flags).run(graph).graph());
    }

    private static Plan planned(Graph graph) {
        try {
            return Planner.plan(graph, graph.name(), Targets.capabilities(Targets.ALL));
        } catch (SchedulingException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the graphs in the file. */
    public static List<Graph> graphs() {
        return parse(KERNELS);
    }

    /** Returns the plan of a graph with a feature of loop nests. */
    public static Plan form(String name) {
        return forms().stream()
                .filter(graph -> graph.name().equals(name))
                .map(graph -> of(graph, 2))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the names of the graphs with features of loop nests. */
    public static List<String> formNames() {
        return forms().stream().map(Graph::name).toList();
    }

    /** Returns the methods of {@code examples/blocks}, as the front end reads them. */
    static List<Graph> blocks() {
        return parse(BLOCKS);
    }

    /** Returns graphs with features of loop nests. */
    static List<Graph> forms() {
        return parse(FORMS);
    }

    private static List<Graph> parse(Path file) {
        try {
            return GraphParser.parseAll(
                    Files.readString(Path.of(System.getProperty("basedir", "")).resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
