package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EclipseCompilerTest {

    private static final String TWICE = """
        package demo;
        import io.graphkernel.annotations.GraphKernel;
        import io.graphkernel.runtime.Ops;
        import io.graphkernel.runtime.Tensor;
        final class Twice {
            @GraphKernel
            static Tensor twice(Tensor x) {
                return Ops.mul(Ops.exp(x), Factors.FACTOR);
            }
            static Tensor call(Tensor x) {
                return TwiceKernels.twice(x);
            }
        }
        """;

    private static final String FACTORS = "package demo;\nfinal class Factors { static final float FACTOR = 2; }\n";

    @TempDir
    Path directory;

    private Path classes() {
        return directory.resolve("classes");
    }

    /** Runs the compiler as its command does, with the processor on the class path. */
    private void ecj(boolean success, String... arguments) throws IOException {
        StringWriter output = new StringWriter();
        List<String> command = new ArrayList<>(List.of(
                "-17",
                "-encoding",
                "UTF-8",
                "-cp",
                RuntimeClasses.classPath(),
                "-processorpath",
                System.getProperty("java.class.path"),
                "-processor",
                GraphKernelProcessor.class.getName(),
                "-d",
                classes().toString(),
                "-s",
                Files.createDirectories(directory.resolve("generated")).toString()));
        command.addAll(List.of(arguments));
        boolean compiled = BatchCompiler.compile(
                command.toArray(String[]::new), new PrintWriter(output), new PrintWriter(output), null);
        assertThat(compiled).as(output.toString()).isEqualTo(success);
    }

    private String write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return file.toString();
    }

    @Test
    void itsCommand_createsKernels() throws Exception {
        ecj(true, "-Agraphkernel.targets=jvm", write("demo/Twice.java", TWICE), write("demo/Factors.java", FACTORS));

        assertThat(classes().resolve("demo/TwiceKernels.class")).isRegularFile();
        assertThat(classes().resolve("demo/Twice.gk")).isRegularFile();
        assertThat(classes().resolve("META-INF/graphkernel/demo.Twice/manifest.properties"))
                .isRegularFile();
        assertThat(classes().resolve("META-INF/graphkernel/demo.Twice/opencl")).doesNotExist();
        assertThat(directory.resolve("graph-kernel/report.html")).isRegularFile();
    }

    @Test
    void messages_areAtTheExpression() throws Exception {
        String source = """
            package demo;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            final class Twice {
                @GraphKernel(flags = "--opt_lvl=1")
                static Tensor größe(Tensor x) {
                    return Ops.mul(x, 2);
                }
                @GraphKernel
                static Tensor thrice(@TensorType("f32[n]") Tensor x) {
                    Tensor y = x;
                    synchronized (y) { y.rank(); }
                    return Ops.mul(x, 3);
                }
            }
            """;
        Outcome outcome = new UserCompilation(directory)
                .compiler(new EclipseCompiler())
                .option("--release")
                .option("17")
                .option("-s")
                .option(directory.toString())
                .option("-encoding")
                .option("UTF-8")
                .compile("Twice.java", source);
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours())
                .extracting(message -> message.id() + " " + message.line() + ":" + message.column())
                .containsExactlyInAnyOrder("GK-0103 5:26", "GK-1101 12:9");
        assertThat(outcome.messages()).hasSize(2);
    }

    @Test
    void classThatUsesAGeneratedOne_isReadInTheNextRound() {
        String source = TWICE.replace("package demo;", "");
        Outcome outcome = new UserCompilation(directory)
                .compiler(new EclipseCompiler())
                .option("--release")
                .option("17")
                .option("-s")
                .option(directory.toString())
                .processor(StubsOnly.processor())
                .alsoProcessor(new GeneratingProcessor("Factors", "static final float FACTOR = 2;"))
                .compile("Twice.java", source);
        assertThat(outcome.messages()).extracting(Message::text).isEmpty();
        assertThat(outcome.success()).isTrue();
        assertThat(directory.resolve("classes/TwiceKernels.class")).isRegularFile();
    }

    @Test
    void javacError_isReported() {
        Outcome outcome = new UserCompilation(directory)
                .compiler(new EclipseCompiler())
                .option("--release")
                .option("17")
                .option("-s")
                .option(directory.toString())
                .compile("Twice.java", TWICE.replace("package demo;", "") + "final class Broken { int f( { } }");
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours())
                .allSatisfy(message -> assertThat(message.id()).isEqualTo("GK-0007"));
        assertThat(outcome.messages()).extracting(Message::text).anyMatch(text -> text.startsWith("Syntax error"));
    }
}
