package io.graphkernel.processor.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of element functions that a library exports. */
class ExportedFunctionsTest {

    private static final String LIBRARY = """
        package lib;
        import io.graphkernel.annotations.*;
        public final class Curves {
            public record Point(float x, int count) {}
            @ElementFunction
            public static float clip(float x, float limit) {
                if (x > limit) {
                    return limit + (float) Math.log1p(x - limit);
                }
                return half(x);
            }
            private static float half(float x) { return x * 0.5f; }
            @ElementFunction
            public static Point next(Point point, float x) { return new Point(point.x() + x, point.count() + 1); }
            @ElementFunction
            public static boolean positive(long x) { return x > 0; }
            public static float unmarked(float x) { return -x; }
        }
        """;

    private static final String CALLER = """
        import static io.graphkernel.runtime.Elementwise.*;
        import static io.graphkernel.runtime.Gradients.*;
        import static io.graphkernel.runtime.Ops.*;
        import static io.graphkernel.runtime.Scans.*;
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        import lib.Curves;
        final class Caller {
            %s
        }
        """;

    @TempDir
    Path directory;

    private Path library;
    private Path resource;
    private UserCompilation caller;

    @BeforeEach
    void compileLibrary() throws IOException {
        UserCompilation compilation = new UserCompilation(Files.createDirectory(directory.resolve("library")));
        assertThat(compilation.compile("Curves.java", LIBRARY).messages()).isEmpty();
        library = compilation.classes();
        resource = library.resolve("lib/Curves.elements.gk");
        caller = new UserCompilation(Files.createDirectory(directory.resolve("caller"))).library(library);
    }

    private Outcome compile(String members) {
        return caller.compile("Caller.java", CALLER.formatted(members));
    }

    @Test
    void library_hasAGraphPerFunction() throws IOException {
        assertThat(Files.readString(resource)).isEqualTo("""
            graph clip__float__float(%x: f32[], %limit: f32[]) {
              %0 = Greater(%x, %limit) : bool[]  # Curves.java:7
              %1 = Sub(%x, %limit) : f32[]  # Curves.java:8
              %2 = Log1p(%1) : f32[]  # Curves.java:8
              %3 = Add(%limit, %2) : f32[]  # Curves.java:8
              %4 = Mul(%x, 0.5) : f32[]  # Curves.java:12
              %5 = Select(%0, %3, %4) : f32[]  # Curves.java:12
              return result0=%5
            }
            graph next__Point__float(%point.x: f32[], %point.count: i32[], %x: f32[]) {
              %0 = Add(%point.x, %x) : f32[]  # Curves.java:14
              %1 = Add(%point.count, 1:i32) : i32[]  # Curves.java:14
              return result0=%0, result1=%1
            }
            graph positive__long(%x: i64[]) {
              %0 = Greater(%x, 0:i64) : bool[]  # Curves.java:16
              return result0=%0
            }
            """);
    }

    @Test
    void function_isAppliedAsIfItsSourceWereHere() {
        Outcome outcome = compile("""
            static float clip(float x, float limit) {
                if (x > limit) {
                    return limit + (float) Math.log1p(x - limit);
                }
                return x * 0.5f;
            }
            @GraphKernel
            static Tensor ofSource(@TensorType("f32[n]") Tensor x) { return map(x, e -> clip(e, 2)); }
            @GraphKernel
            static Tensor ofLibrary(@TensorType("f32[n]") Tensor x) { return map(x, e -> Curves.clip(e, 2)); }
            """);
        assertThat(outcome.messages()).isEmpty();
        assertThat(text(outcome, 1).replace("ofLibrary", "ofSource")).isEqualTo(text(outcome, 0));
    }

    @Test
    void functionsOfAllKinds_areReferences() {
        Outcome outcome = compile("""
            @GraphKernel
            static Tensor clipped(@TensorType("f32[n]") Tensor x, @TensorType("f32[]") Tensor limit) {
                return map(x, limit, Curves::clip);
            }
            @GraphKernel
            static Tensor positive(@TensorType("i64[n]") Tensor x) { return apply(x, Curves::positive); }
            @GraphKernel
            static Tensor sum(@TensorType("f32[n, d]") Tensor x) {
                Tensor[] state = reduceRecord(x, 1, new Curves.Point(0, 0), Curves::next);
                return div(state[0], cast(state[1], DType.F32));
            }
            @GraphKernel
            static Tensor slope(@TensorType("f32[n]") Tensor x) {
                return gradient(() -> reduceSum(map(x, e -> Curves.clip(e, 1))), x);
            }
            """);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes().get(0).methods()).hasSize(4);
    }

    @Test
    void function_thatIsNotExported_isReported() {
        Outcome outcome = compile("""
            @GraphKernel
            static Tensor negative(@TensorType("f32[n]") Tensor x) { return map(x, Curves::unmarked); }
            """);
        assertThat(outcome.ours()).extracting(Message::id).containsExactly("GK-1235");
        assertThat(outcome.ours().get(0).text())
                .contains("'Curves.unmarked'", "annotate it in its project, and build that with the processor");
    }

    @Test
    void function_withoutItsFile_isReported() throws IOException {
        Files.delete(resource);
        Outcome outcome = compile("""
            @GraphKernel
            static Tensor clipped(@TensorType("f32[n]") Tensor x) { return map(x, e -> Curves.clip(e, 2)); }
            """);
        assertThat(outcome.ours()).extracting(Message::id).containsExactly("GK-1235");
        assertThat(outcome.ours().get(0).text()).contains("lib/Curves.elements.gk is not on the class path");
    }

    @Test
    void damagedFile_isReported() throws IOException {
        Files.writeString(
                resource, Files.readString(resource).replace("float, ", "").replace("Log1p", "Erf9"));
        Outcome outcome = compile("""
            @GraphKernel
            static Tensor clipped(@TensorType("f32[n]") Tensor x) { return map(x, e -> Curves.clip(e, 2)); }
            """);
        assertThat(outcome.ours()).extracting(Message::id, Message::line).containsExactly(tuple("GK-1206", 10L));
    }

    @Test
    void method_thatCannotBeExported_isReported() {
        UserCompilation compilation = new UserCompilation(directory.resolve("caller"));
        Outcome outcome = compilation.compile("Wrong.java", """
            import io.graphkernel.annotations.*;
            final class Wrong {
                @ElementFunction
                float instance(float x) { return x; }
                @ElementFunction
                private static float hidden(float x) { return x; }
                @ElementFunction
                static float ofText(String x) { return 1; }
                @ElementFunction
                static float random(float x) { return (float) Math.random() * x; }
                @ElementFunction
                static void nothing(float x) {}
            }
            """);
        assertThat(outcome.ours())
                .extracting(Message::id, Message::line)
                .containsExactly(
                        tuple("GK-1234", 4L),
                        tuple("GK-1234", 6L),
                        tuple("GK-1224", 8L),
                        tuple("GK-1226", 10L),
                        tuple("GK-1234", 12L));
    }

    private static String text(Outcome outcome, int method) {
        return GraphPrinter.print(outcome.classes().get(0).methods().get(method).graph())
                .replaceAll("# \\w+\\.java:\\d+", "");
    }
}
