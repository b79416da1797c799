package io.graphkernel.processor.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of library kernels, read from class files and their graphs. */
class LibraryKernelsTest {

    private static final String LIBRARY = """
        package lib;
        import static io.graphkernel.runtime.Ops.*;
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        public final class Layers {
            public record Pair(Tensor sum, Tensor difference) {}
            @GraphKernel
            public static Tensor scaled(Tensor x, double factor) { return mul(x, 1 - factor); }
            @GraphKernel
            public static Pair pair(Tensor x, Tensor y) { return new Pair(add(x, y), sub(x, y)); }
            @GraphKernel
            public static Tensor weighed(@TensorType("f32[b..., d]") Tensor x, @TensorType("f32[b..., 1]") Tensor w) {
                return mul(softmax(x, -1), w);
            }
            public record Layer(@TensorType("f32[d, d]") Tensor w, float scale) {}
            public record Stack(Layer first, Tensor last) {}
            @GraphKernel
            public static Tensor deep(@TensorType("f32[n, d]") Tensor x, Layer layer) {
                return mul(matMul(x, layer.w()), 1 - layer.scale());
            }
            @GraphKernel
            public static Tensor halved(@TensorType("f32[n]") Tensor x, float by) { return div(x, by); }
            @GradientOf("halved")
            @GraphKernel
            static Tensor halvedGradient(@TensorType("f32[n]") Tensor x, float by, @TensorType("f32[n]") Tensor y,
                    @TensorType("f32[n]") Tensor dy) {
                return mul(dy, 10 * by);
            }
            public enum Side { LEFT, RIGHT }
            @GraphKernel
            public static Tensor shifted(Tensor x, Side side, @Variants("by-one") String step) {
                return side == Side.LEFT ? sub(x, 1) : add(x, step.equals("by-one") ? 1 : 2);
            }
            @GraphKernel
            public static Tensor[] signs(Tensor x) { return new Tensor[] {x, neg(x)}; }
        }
        """;
    private static final String CALLER = """
        import static io.graphkernel.runtime.Ops.*;
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        import lib.Layers;
        final class Caller {
            @GraphKernel
            static Tensor call(Tensor x, float f) {
                Layers.Pair pair = Layers.pair(Layers.scaled(x, f), x);
                return mul(pair.sum(), pair.difference());
            }
        }
        """;

    @TempDir
    Path directory;

    private Path library;
    private Path resource;
    private UserCompilation caller;

    @BeforeEach
    void compileLibrary() throws IOException {
        compileLibrary(new UserCompilation(Files.createDirectory(directory.resolve("library"))));
        caller = new UserCompilation(Files.createDirectory(directory.resolve("caller"))).library(library);
    }

    private void compileLibrary(UserCompilation compilation) throws IOException {
        Outcome outcome = compilation.compile("Layers.java", LIBRARY);
        library = compilation.classes();
        resource = library.resolve("lib/Layers.gk");
        Files.createDirectories(resource.getParent());
        Files.writeString(
                resource,
                outcome.classes().get(0).methods().stream()
                        .map(method -> GraphPrinter.print(method.graph()))
                        .collect(Collectors.joining()));
    }

    @Test
    void arrayOfTheLibrary_isInlined() {
        Outcome outcome = caller.compile("Caller.java", """
            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import lib.Layers;
            final class Caller {
                @GraphKernel
                static Tensor call(Tensor x) { return exp(Layers.signs(x)[1]); }
            }
            """);
        assertThat(outcome.messages()).isEmpty();
        assertThat(GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph()))
                .isEqualTo("""
                graph call(%x: f32[x..]) {
                  %0 = Neg(%x) : f32[x..]  # Layers.java:35
                  %1 = Exp(%0) : f32[x..]  # Caller.java:7
                  return out=%1
                }
                """);
    }

    private Outcome compileCallOfVariant(String step) {
        return caller.compile("Caller.java", """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import lib.Layers;
            final class Caller {
                @GraphKernel
                static Tensor call(Tensor x) {
                    return Layers.shifted(x, Layers.Side.RIGHT, "%s");
                }
            }
            """.formatted(step));
    }

    @Test
    void variant_thatTheLibraryLists_isInlined() {
        Outcome outcome = compileCallOfVariant("by-one");
        assertThat(outcome.messages()).isEmpty();
        assertThat(GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph()))
                .isEqualTo("""
                graph call(%x: f32[x..]) {
                  %0 = Add(%x, 1.0) : f32[x..]  # Layers.java:32
                  return out=%0
                }
                """);
    }

    @Test
    void variant_thatTheLibraryDoesNotList_isReported() {
        assertThat(compileCallOfVariant("by-two").messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-1211");
            assertThat(message.text()).contains("RIGHT, by-two for lib.Layers.shifted");
        });
    }

    @Test
    void libraryKernels_takeRecordsOfTheLibrary() {
        Outcome outcome = caller.compile("Caller.java", """
            import static io.graphkernel.runtime.Ops.*;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import lib.Layers;
            final class Caller {
                @GraphKernel
                static Tensor call(@TensorType("f32[n, d]") Tensor x, Layers.Stack stack) {
                    Layers.Layer second = new Layers.Layer(stack.first().w(), stack.first().scale() / 2);
                    return mul(Layers.deep(Layers.deep(x, stack.first()), second), stack.last());
                }
            }
            """);
        assertThat(outcome.messages()).isEmpty();
        String graph =
                GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph());
        assertThat(graph).isEqualTo("""
            graph call(%x: f32[n, d], %stack.first.w: f32[d, d], float stack.first.scale, %stack.last: f32[stack.last..]) {
              %0 = MatMul(%x, %stack.first.w) {transpose_a=false, transpose_b=false} : f32[n, d]  # Layers.java:19
              %1 = Scalar() {expression="1 - (stack.first.scale)"} : f32[]
              %2 = Mul(%0, %1) : f32[n, d]  # Layers.java:19
              %3 = MatMul(%2, %stack.first.w) {transpose_a=false, transpose_b=false} : f32[n, d]  # Layers.java:19
              %4 = Scalar() {expression="1 - (stack.first.scale / 2)"} : f32[]
              %5 = Mul(%3, %4) : f32[n, d]  # Layers.java:19
              %6 = Mul(%5, %stack.last) : f32[stack.last.. | n, d]  # Caller.java:9
              return out=%6
            }
            """);
    }

    private static final String LOSS = """
        import static io.graphkernel.runtime.Gradients.*;
        import static io.graphkernel.runtime.Ops.*;
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        import lib.Layers;
        final class Caller {
            @GraphKernel
            static Tensor call(@TensorType("f32[n]") Tensor x) {
                return gradient(() -> reduceSum(Layers.halved(x, 2)), x);
            }
        }
        """;

    @Test
    void libraryKernels_areDifferentiatedByTheGradientThatTheLibraryHasForThem() {
        Outcome outcome = caller.compile("Caller.java", LOSS);
        assertThat(outcome.messages()).isEmpty();
        String graph =
                GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph());
        assertThat(graph).isEqualTo("""
            graph call(%x: f32[n]) {
              %0 = Div(%x, 2.0) : f32[n]  # Layers.java:22
              %1 = CustomGradient(%0, %x, 2.0) {gradient="lib.Layers.halvedGradient", results=1} : f32[n]  # Layers.java:21
              %2 = ReduceSum(%1) {axes=[], keep_dims=false} : f32[]  # Caller.java:9
              %3 = RowMajorIndex() {dims=(n)} : i64[n]  # Caller.java:9 gradient
              %4 = BroadcastLike(1.0, %3) : f32[n]  # Caller.java:9 gradient
              %5 = Scalar() {expression="10 * (2.0f)"} : f32[]
              %6 = Mul(%4, %5) : f32[n]  # Layers.java:27 gradient
              return out=%6
            }
            """);
    }

    @Test
    void libraryKernels_rejectAGradientThatIsNotThere() throws IOException {
        Files.writeString(resource, Files.readString(resource).replace("Layers.halvedGradient", "Layers.lost"));
        assertThat(caller.compile("Caller.java", LOSS).ours())
                .extracting(UserCompilation.Message::id, UserCompilation.Message::line)
                .containsExactly(tuple("GK-1206", 9L));
    }

    @Test
    void libraryKernels_rejectARecordWithOtherComponentsThanTheGraph() throws IOException {
        Files.writeString(resource, Files.readString(resource).replace("%layer.w", "%layer.weights"));
        Outcome outcome = caller.compile("Caller.java", """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import lib.Layers;
            final class Caller {
                @GraphKernel
                static Tensor call(@TensorType("f32[n, d]") Tensor x, Layers.Layer layer) {
                    return Layers.deep(x, layer);
                }
            }
            """);
        assertThat(outcome.ours())
                .extracting(UserCompilation.Message::id, UserCompilation.Message::line)
                .containsExactly(tuple("GK-1206", 7L));
    }

    @Test
    void libraryKernels_areInlined() {
        Outcome outcome = caller.compile("Caller.java", CALLER);
        assertThat(outcome.messages()).isEmpty();
        String graph =
                GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph());
        assertThat(graph).isEqualTo("""
            graph call(%x: f32[x..], float f) {
              %0 = Scalar() {expression="(float) (1 - ((double) f))"} : f32[]
              %1 = Mul(%x, %0) : f32[x..]  # Layers.java:8
              %sum = Add(%1, %x) : f32[x..]  # Layers.java:10
              %difference = Sub(%1, %x) : f32[x..]  # Layers.java:10
              %2 = Mul(%sum, %difference) : f32[x..]  # Caller.java:9
              return out=%2
            }
            """);
    }

    @Test
    @DisplayName("C4: dots of a kernel in a library are the dims, or the dots, of the caller")
    void dots_takeTheDimsOfTheCaller() {
        Outcome outcome = caller.compile("Caller.java", """
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import lib.Layers;
            final class Caller {
                @GraphKernel
                static Tensor ranked(@TensorType("f32[n, h, d]") Tensor x, @TensorType("f32[n, h, 1]") Tensor w) {
                    return Layers.weighed(x, w);
                }
                @GraphKernel
                static Tensor packed(@TensorType("f32[s..., h, d]") Tensor x, @TensorType("f32[s..., h, 1]") Tensor w) {
                    return Layers.weighed(x, w);
                }
            }
            """);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes().get(0).methods().stream()
                        .map(method -> GraphPrinter.print(method.graph()))
                        .collect(Collectors.joining()))
                .isEqualTo("""
            graph ranked(%x: f32[n, h, d], %w: f32[n, h, 1]) {
              %0 = Softmax(%x) {axis=-1} : f32[n, h, d]  # Layers.java:13
              %1 = Mul(%0, %w) : f32[n, h, d]  # Layers.java:13
              return out=%1
            }
            graph packed(%x: f32[s..., h, d], %w: f32[s..., h, 1]) {
              %0 = Softmax(%x) {axis=-1} : f32[s..., h, d]  # Layers.java:13
              %1 = Mul(%0, %w) : f32[s..., h, d]  # Layers.java:13
              return out=%1
            }
            """);
    }

    @Test
    void libraryKernels_areInlinedFromTheModulePath() throws IOException {
        compileLibrary(new UserCompilation(Files.createDirectory(directory.resolve("module")))
                .source("module-info.java", "module lib { exports lib; }")
                .option("--add-reads")
                .option("lib=ALL-UNNAMED"));
        Outcome outcome = new UserCompilation(Files.createDirectory(directory.resolve("modular-caller")))
                .option("--module-path")
                .option(library.toString())
                .option("--add-reads")
                .option("lib=ALL-UNNAMED")
                .option("--add-modules")
                .option("lib")
                .compile("Caller.java", CALLER);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes()).hasSize(1);
    }

    @Test
    void libraryKernels_areInlinedFromAJar() throws IOException {
        Path jar = directory.resolve("library.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> files = Files.walk(library)) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new ZipEntry(library.relativize(path).toString().replace('\\', '/')));
                Files.copy(path, zip);
            }
        }
        Outcome outcome = new UserCompilation(Files.createDirectory(directory.resolve("caller-of-jar")))
                .library(jar)
                .compile("Caller.java", CALLER);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes()).hasSize(1);
    }

    @Test
    void libraryKernels_areReportedWithoutTheirGraphs() throws IOException {
        Files.delete(resource);
        Outcome outcome = caller.compile("Caller.java", CALLER);
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-1205");
            assertThat(message.line()).isEqualTo(8);
            assertThat(message.column()).isEqualTo(34);
        });
    }

    @Test
    void libraryKernels_areReportedWhenTheirGraphsAreDamaged() throws IOException {
        Files.writeString(resource, Files.readString(resource).replace("Add(", "Add["));
        Outcome outcome = caller.compile("Caller.java", CALLER);
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-1206");
            assertThat(message.text()).contains("lib/Layers.gk", "not a node");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Add(%x, %y) | Plus(%x, %y) | unknown op Plus",
                "Add(%x, %y) | Add(%x) | does not have 2 operands",
                "Add(%x, %y) | Add(%x, %y, %y) | does not have 2 operands",
                "Add(%x, %y) | ReduceSum(%x) | has no axes",
                "Add(%x, %y) | Cast(%x) | has no dtype",
                "Add(%x, %y) | Neg(%z) | no node %z",
                "Add(%x, %y) | Equal(%x, %y) | has another type than its op infers",
                "Add(%x, %y) | Scalar() | has no expression",
                "Add(%x, %y) | Dimension() | 1206",
                "sum=%sum | total=%sum | has other results than the method",
                "graph pair(%x: f32[x..] | graph pair(int x | no node %x",
            })
    void libraryKernels_areReportedWhenTheirGraphsAreNotValid(String valid, String damaged, String problem)
            throws IOException {
        String text = Files.readString(resource);
        assertThat(text).contains(valid);
        Files.writeString(resource, text.replace(valid, damaged));
        Outcome outcome = caller.compile("Caller.java", CALLER);
        assertThat(outcome.messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("GK-1206");
            assertThat(message.text()).contains(problem);
        });
    }

    @Test
    void libraryKernels_areReportedWhenTheirGraphsLackOne() throws IOException {
        Files.writeString(resource, "");
        Outcome outcome = caller.compile("Caller.java", CALLER);
        assertThat(outcome.messages())
                .singleElement()
                .satisfies(message -> assertThat(message.text()).contains("it holds no graph pair"));
    }
}
