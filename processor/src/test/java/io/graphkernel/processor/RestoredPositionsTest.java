package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positions in messages about classes from the build cache, which holds classes with native kernels. */
class RestoredPositionsTest {

    @TempDir
    Path directory;

    @Test
    @Tag("slow")
    void summariesOfClasses_fromTheBuildCache_nameTheirOwnFiles() throws IOException {
        List<String> first = summaries(4);
        assertThat(first)
                .containsExactly(
                        "K1.java:7: demo.K1", "K2.java:7: demo.K2", "K3.java:7: demo.K3", "K4.java:7: demo.K4");
        assertThat(summaries(4)).isEqualTo(first);
        // One class is compiled between restored ones: javac would report the file of its last message.
        assertThat(summaries(5)).isEqualTo(first);
    }

    /**
     * Compiles four classes and returns their summaries.
     *
     * @param factor constant in the last class
     */
    private List<String> summaries(int factor) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            sources.add(Files.writeString(directory.resolve("K" + i + ".java"), """
                    package demo;

                    import static io.graphkernel.runtime.Ops.mul;

                    import io.graphkernel.annotations.*;
                    import io.graphkernel.runtime.Tensor;
                    final class K%d {
                        @GraphKernel
                        static Tensor scaled(@TensorType("f32[n]") Tensor x) { return mul(x, %d); }
                    }
                    """.formatted(i, i < 4 ? i : factor)));
        }
        Path classes = Files.createDirectories(directory.resolve("classes"));
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(messages, Locale.ROOT, null)) {
            JavaCompiler.CompilationTask task = compiler.getTask(
                    new StringWriter(),
                    files,
                    messages,
                    List.of(
                            "-Agraphkernel.targets=cpu",
                            "-Agraphkernel.cacheDir=" + directory.resolve("cache"),
                            "-cp",
                            RuntimeClasses.classPath(),
                            "-d",
                            classes.toString()),
                    null,
                    files.getJavaFileObjects(sources.toArray(Path[]::new)));
            task.setProcessors(List.of(new GraphKernelProcessor()));
            assertThat(task.call()).isTrue();
        }
        return messages.getDiagnostics().stream()
                .filter(message -> message.getMessage(Locale.ROOT).startsWith("[GK-3001]"))
                .map(message -> Path.of(
                                        message.getSource() == null
                                                ? "nowhere"
                                                : message.getSource().getName())
                                .getFileName()
                        + ":" + message.getLineNumber() + ": "
                        + message.getMessage(Locale.ROOT).split(": ")[1])
                .sorted()
                .toList();
    }
}
