package io.graphkernel.processor.pass;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.option.FlagParser;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cases of passes, one file each in a directory named as the pass. A file has comment lines that begin with {@code #}, the graph
 * before, a line {@code =>}, and the graph after or the word {@code unchanged}.
 */
public final class PassCases {

    private static final Path ROOT = Path.of("src/test/resources/pass");
    private static final String FLAGS = "# flags ";
    private static final String TARGETS = "# targets ";
    private static final String ARROW = "\n=>\n";
    private static final String UNCHANGED = "unchanged\n";
    private static final String NEAR_MISSES = "near_misses.gk";

    private PassCases() {}

    /** Returns the case files of a pass; none if the directory is missing. */
    public static List<Path> of(String pass) {
        Path directory = absolute(ROOT.resolve(pass));
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.endsWith(NEAR_MISSES))
                    .map(file -> ROOT.resolve(pass).resolve(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the near misses of a named fusion, from a file of their own; none without the file. */
    public static List<Graph> nearMisses(String pass) {
        if (!Files.exists(absolute(ROOT.resolve(pass).resolve(NEAR_MISSES)))) {
            return List.of();
        }
        return GraphParser.parseAll(withoutComments(read(ROOT.resolve(pass).resolve(NEAR_MISSES))));
    }

    /**
     * Runs a pass over the graph of a file, with the flags of its line {@code # flags} and for the targets of its line {@code
     * # targets}, and compares the result.
     */
    public static void check(GraphPass pass, Path file) {
        Graph graph = before(file);
        GraphVerifier.verify(graph, OpTable.get());
        FlagValues flags = flags(textBefore(file), "");
        Set<String> named = PassPipeline.switchedOn(flags);
        PassContext context =
                new PassContext(flags, DecisionSink.DISCARDING, Set.of(), named, capabilities(textBefore(file)));
        Graph after = pass.run(graph, context);
        GraphVerifier.verify(after, OpTable.get());
        Golden.check(file, textBefore(file) + ARROW + (after == graph ? UNCHANGED : GraphPrinter.print(after)));
    }

    /** Returns the graph before the pass. */
    public static Graph before(Path file) {
        return GraphParser.parse(withoutComments(textBefore(file)));
    }

    private static String withoutComments(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static String textBefore(Path file) {
        String text = read(file);
        return text.substring(0, text.indexOf(ARROW));
    }

    /** Returns true if the pass changes the graph of a file. */
    public static boolean changes(Path file) {
        return !read(file).endsWith(ARROW + UNCHANGED);
    }

    /** Returns the flags of a file, and more. */
    public static FlagValues flags(Path file, String more) {
        return flags(textBefore(file), more);
    }

    private static Capabilities capabilities(String text) {
        return line(text, TARGETS)
                .map(names -> List.of(names.split(" ")))
                .map(names -> Targets.capabilities(
                        Targets.ALL,
                        Targets.ALL.stream()
                                .filter(target -> names.contains(target.id()))
                                .toList(),
                        Set.of()))
                .orElse(Capabilities.DEFAULT);
    }

    private static Optional<String> line(String text, String prefix) {
        return text.lines()
                .filter(comment -> comment.startsWith(prefix))
                .map(comment -> comment.substring(prefix.length()))
                .findFirst();
    }

    private static FlagValues flags(String text, String more) {
        return new FlagParser(PassPipeline.vocabulary())
                .parse(line(text, FLAGS).orElse("") + " " + more, FlagValues.DEFAULT, (diagnostic, arguments) -> {
                    throw new AssertionError(diagnostic.message(arguments));
                });
    }

    private static String read(Path file) {
        try {
            return Files.readString(absolute(file)).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path absolute(Path file) {
        return Path.of(System.getProperty("basedir", "")).resolve(file);
    }
}
