package io.graphkernel.processor.schedule;

import io.graphkernel.processor.Targets;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Plans of graphs that several tests look at. */
public final class TestPlans {

    private static final Path KERNELS = Path.of("src/test/resources/schedule/kernels.gk");
    private static final Path BLOCKS = Path.of("src/test/resources/schedule/blocks.gk");
    private static final Path FORMS = Path.of("src/test/resources/schedule/forms.gk");

    private TestPlans() {}

    /** The names of the graphs in the file. */
    public static List<String> names() {
        return graphs().stream().map(Graph::name).toList();
    }

    /** The plan of a graph in the file. */
    public static Plan named(String name) {
        return graphs().stream()
                .filter(graph -> graph.name().equals(name))
                .map(graph -> of(graph, 2))
                .findFirst()
                .orElseThrow();
    }

    /** The plan of a graph in text form. */
    public static Plan parse(String graph) {
        return of(GraphParser.parse(graph), 2);
    }

    /** The plan of a graph in text form whose kernels are given. */
    public static Plan grouped(String text) {
        return planned(GraphParser.parse(text));
    }

    /** The plan of a graph at an optimization level. */
    public static Plan of(Graph graph, int level) {
        return of(graph, Flags.atLevel(level));
    }

    /** The plan of a graph with some flags. */
    public static Plan of(Graph graph, Flags flags) {
        return planned(new PassPipeline(flags).run(graph).graph());
    }

    private static Plan planned(Graph graph) {
        try {
            return Planner.plan(graph, graph.name(), Targets.capabilities(Targets.ALL));
        } catch (SchedulingException e) {
            throw new AssertionError(e);
        }
    }

    /** The graphs in the file. */
    public static List<Graph> graphs() {
        return parse(KERNELS);
    }

    /** The plan of a graph that shows what a loop nest can have. */
    public static Plan form(String name) {
        return forms().stream()
                .filter(graph -> graph.name().equals(name))
                .map(graph -> of(graph, 2))
                .findFirst()
                .orElseThrow();
    }

    /** The names of the graphs that show what loop nests can have. */
    public static List<String> formNames() {
        return forms().stream().map(Graph::name).toList();
    }

    /** The methods of the blocks in {@code examples/blocks}, as the front end reads them. */
    static List<Graph> blocks() {
        return parse(BLOCKS);
    }

    /** Graphs that show what loop nests can have. */
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
