package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes with kernels that Lombok rewrites during the same compilation. */
class LombokTest {

    private static final Path PROGRAMS = Path.of("src/test/resources/lombok");
    private static final Path LOMBOK = Path.of(System.getProperty("test.lombok"));

    @TempDir
    Path directory;

    private final DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void classesThatLombokRewrites_inEitherOrder_haveKernels(boolean lombokIsFirst) throws IOException {
        assertThat(compile(programs(), lombokIsFirst ? path(LOMBOK, ours()) : path(ours(), LOMBOK)))
                .as(() -> errors().toString())
                .isTrue();
        assertThat(generated("Kernels.class"))
                .hasSize(programs().size() + 1)
                .contains(
                        "ValKernels.class", "ValInKernelKernels.class", "UtilityKernels.class", "WaitingKernels.class");
        assertThat(generated(".class")).noneMatch(name -> name.contains("Round"));
    }

    @Test
    void valOfAStub_nextToAnotherVal_isReported() throws IOException {
        Path program = Files.writeString(directory.resolve("Both.java"), """
                package demo;

                import static io.graphkernel.runtime.Ops.mul;

                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.Tensor;
                import lombok.val;

                final class Both {
                    @GraphKernel
                    static Tensor twice(@TensorType("f32[n]") Tensor x) { return mul(x, 2); }

                    static int rank(Tensor x) {
                        val y = BothKernels.twice(x);
                        val one = 1;
                        return y.rank() + one;
                    }
                }
                """);
        assertThat(compile(List.of(program), path(ours(), LOMBOK))).isFalse();
        assertThat(errors())
                .singleElement()
                .asString()
                .startsWith("14: [GK-1015] Lombok val cannot infer a generated type: declare the type of 'y'\n");
        assertThat(generated(".class")).isEmpty();
    }

    @Test
    @Tag("slow")
    void annotationsOfLombok_withoutItsProcessor_changeNothing() throws IOException {
        Path program = PROGRAMS.resolve("LazyGetter.java");
        String text = Files.readString(program).replace("getName()", "name");
        Path changed = Files.writeString(directory.resolve("LazyGetter.java"), text);
        assertThat(compile(List.of(changed), ours()))
                .as(() -> errors().toString())
                .isTrue();
        assertThat(generated(".class"))
                .containsExactlyInAnyOrder("LazyGetter.class", "LazyGetterKernels.class", "LazyGetterKernelsJvm.class");
    }

    private static List<Path> programs() throws IOException {
        try (Stream<Path> files = Files.list(PROGRAMS)) {
            return files.sorted().toList();
        }
    }

    private static String ours() {
        return System.getProperty("java.class.path");
    }

    private static String path(Object first, Object second) {
        return first + File.pathSeparator + second;
    }

    private boolean compile(List<Path> sources, String processorPath) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<String> options = new ArrayList<>(List.of("-Agraphkernel.targets=jvm", "-processorpath", processorPath));
        options.addAll(List.of("-cp", path(RuntimeClasses.classPath(), LOMBOK), "-d", classes.toString()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(messages, Locale.ROOT, null)) {
            return compiler.getTask(
                            new StringWriter(),
                            files,
                            messages,
                            options,
                            null,
                            files.getJavaFileObjects(sources.toArray(Path[]::new)))
                    .call();
        }
    }

    private List<String> errors() {
        return messages.getDiagnostics().stream()
                .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .map(message -> message.getLineNumber() + ": " + message.getMessage(Locale.ROOT))
                .toList();
    }

    private List<String> generated(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("classes"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ending) && !name.contains("$"))
                    .toList();
        }
    }
}
