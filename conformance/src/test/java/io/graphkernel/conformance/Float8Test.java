package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The formats f8e4m3, f8e5m2 and MXFP4 on every target: all codes, rounding, and products of dequantized weights. */
@Tag("slow")
@Tag("process")
class Float8Test implements AlsoOnOpenCl {

    private static final Path CLASSES = KernelClasses.target().resolve("float8");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "float8.Float8Program");

    @BeforeAll
    static void compile() {
        OnEveryTarget.compile(CLASSES, KernelCompiler.sources("float8", "Formats", "Float8Program"));
    }

    /** Loops compute products on CPUs; with other targets in the class, the weights would be stored for a library. */
    @Test
    void products_convertInRegisters() throws IOException {
        Path classes = KernelClasses.target().resolve("float8-cpu");
        assertThat(KernelCompiler.compile(classes, KernelCompiler.sources("float8", "Formats"), "cpu"))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
        Properties manifest = new Properties();
        try (var in =
                Files.newInputStream(classes.resolve("META-INF/graphkernel/float8.Formats/manifest.properties"))) {
            manifest.load(in);
        }
        assertThat(List.of("product", "blockProduct", "mxfp4Product"))
                .allSatisfy(method -> assertThat(manifest.getProperty("method." + method + ".launches"))
                        .isEqualTo("1"));
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
