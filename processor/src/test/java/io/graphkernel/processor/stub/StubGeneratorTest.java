package io.graphkernel.processor.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.StubsOnly;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the Java generated for a user's class; it compiles without a warning. */
class StubGeneratorTest {

    private static final Path FIXTURES = Path.of("src/test/resources/stub");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"Forms", "Gradients", "Names", "Records"})
    void stubGenerator_generatesTheStubOfTheFile(String name) throws IOException {
        String source = Files.readString(absolute(FIXTURES.resolve(name + ".java")));

        Outcome outcome = compile(name + ".java", source);

        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.success()).isTrue();
        Path stub = directory.resolve("generated/demo/ops/" + name + "Kernels.java");
        Golden.check(FIXTURES.resolve(name + "Kernels.java"), Files.readString(stub));
    }

    @Test
    void classWithoutPackageAndWithoutPublicModifier_compiles() throws IOException {
        Outcome outcome = compile("Plain.java", """
                import io.graphkernel.annotations.GraphKernel;
                import io.graphkernel.runtime.Ops;
                import io.graphkernel.runtime.Tensor;

                class Plain {
                    @GraphKernel
                    static Tensor twice(Tensor x) {
                        return Ops.mul(x, 2.0);
                    }
                }
                """);

        assertThat(outcome.messages()).isEmpty();
        assertThat(Files.readString(directory.resolve("generated/PlainKernels.java")))
                .contains("\nfinal class PlainKernels {")
                .contains("    static Tensor twice(Tensor x) {");
    }

    @Test
    void recordsInLowerCase_compile() throws IOException {
        Outcome outcome = compile("lower.java", """
                import io.graphkernel.annotations.GraphKernel;
                import io.graphkernel.runtime.Ops;
                import io.graphkernel.runtime.Tensor;

                class lower {
                    record both(Tensor sum, Tensor product) {}

                    @GraphKernel
                    static both combine(Tensor x, Tensor y) {
                        return new both(Ops.add(x, y), Ops.mul(x, y));
                    }
                }
                """);

        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.success()).isTrue();
        assertThat(Files.readString(directory.resolve("generated/lowerKernels.java")))
                .contains("    static lower.both combine(Tensor x, Tensor y) {");
    }

    @Test
    void formOverArraysOfMoreParametersThanAMethodHas_isLeftOut() throws IOException {
        String parameters = IntStream.range(0, 60)
                .mapToObj(i -> String.format("@TensorType(\"f32[a%1$d, b%1$d, c%1$d]\") Tensor x%1$d", i))
                .collect(Collectors.joining(", "));
        String updates = IntStream.range(0, 60)
                .mapToObj(i -> String.format("assign(x%1$d, mul(x%1$d, 2));", i))
                .collect(Collectors.joining("\n"));

        Outcome outcome = compile("Many.java", """
                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;

                class Many {
                    @GraphKernel
                    static void doubled(%s) {
                        %s
                    }
                }
                """.formatted(parameters, updates));

        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.success()).isTrue();
        assertThat(Files.readString(directory.resolve("generated/ManyKernels.java")))
                .contains("Tensor x59)")
                .doesNotContain("float[]");
    }

    private Outcome compile(String fileName, String source) throws IOException {
        Path generated = Files.createDirectories(directory.resolve("generated"));
        return new UserCompilation(directory)
                .processor(StubsOnly.processor())
                .option("-Xlint:all,-processing")
                .option("-Werror")
                .option("-encoding")
                .option("UTF-8")
                .option("-s")
                .option(generated.toString())
                .compile(fileName, source);
    }

    private static Path absolute(Path file) {
        return Path.of(System.getProperty("basedir", "")).resolve(file);
    }
}
