package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Kernels whose parameters choose between variants, on every target. */
@Tag("slow")
@Tag("process")
class VariantsTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("variants");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "language.VariantsProgram");

    @BeforeAll
    static void compile() {
        Map<String, String> sources = Stream.of("VariantOps", "DeviceProgram", "VariantsProgram")
                .collect(Collectors.toMap(name -> name, VariantsTest::source));
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    private static String source(String name) {
        try {
            return Files.readString(Path.of("src/test/resources/language", name + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
