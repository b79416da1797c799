package io.graphkernel.processor.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of fixtures, each a user's class. The expected graph of a kernel method is in the comment {@code GRAPH} before it,
 * without the Java lines.
 */
class FrontEndTest {

    private static final Path FIXTURES = Path.of("src/test/resources/frontend");
    private static final Pattern EXPECTED = Pattern.compile("( *)/\\* GRAPH (\\w+).*?\\*/", Pattern.DOTALL);

    @TempDir
    Path directory;

    static List<String> fixtures() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void frontEnd_readsTheGraphsThatStandOnTheMethods(String fixture) throws IOException {
        String source = Files.readString(FIXTURES.resolve(fixture));
        Outcome outcome = new UserCompilation(directory).compile(fixture, source);
        assertThat(outcome.messages()).isEmpty();
        Map<String, String> graphs = new HashMap<>();
        outcome.classes().stream()
                .flatMap(kernelClass -> kernelClass.methods().stream())
                .forEach(method -> graphs.put(method.graph().name(), text(method)));
        Matcher expected = EXPECTED.matcher(source);
        String actual = expected.replaceAll(match ->
                Matcher.quoteReplacement(comment(match.group(1), match.group(2), graphs.remove(match.group(2)))));
        assertThat(graphs).as("kernels without an expected graph").isEmpty();
        Golden.check(FIXTURES.resolve(fixture), actual);
    }

    @Test
    void frontEnd_rejectsAProtectedRecordOfAnotherPackage() throws IOException {
        Outcome outcome =
                new UserCompilation(directory).source("Base.java", """
                        package base;

                        public class Base {
                            protected record Scale(float factor) {}
                        }
                        """).compile("Scaling.java", """
                        package ops;

                        import io.graphkernel.annotations.GraphKernel;
                        import io.graphkernel.runtime.Ops;
                        import io.graphkernel.runtime.Tensor;

                        final class Scaling extends base.Base {
                            @GraphKernel
                            static Tensor scaled(Tensor x, Scale scale) {
                                return Ops.mul(x, scale.factor());
                            }
                        }
                        """);
        assertThat(outcome.ours()).extracting(Message::id).containsExactly("GK-1011");
    }

    private static String text(KernelMethod method) {
        return GraphPrinter.print(method.graph()).replaceAll("  # \\S+", "");
    }

    private static String comment(String indent, String name, String graph) {
        String lines = Arrays.stream(graph.split("\n"))
                .skip(1)
                .map(line -> indent + line + "\n")
                .collect(Collectors.joining());
        return indent + "/* GRAPH " + name + header(graph, name) + "\n" + lines + indent + "*/";
    }

    private static String header(String graph, String name) {
        return graph.lines().findFirst().orElseThrow().substring(("graph " + name).length());
    }
}
