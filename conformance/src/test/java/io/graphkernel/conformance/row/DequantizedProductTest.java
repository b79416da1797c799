package io.graphkernel.conformance.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.MachineTargets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of dequantized weights have the values of float64, and the same bits for any number of rows and threads. */
@Tag("slow")
@Tag("process")
class DequantizedProductTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("dequantized");

    /** Targets that share a dequantized matrix among rows, and those that call a library. */
    private static final String LOOPS = "cpu";

    private static final String CALLS = "cpu,jvm,opencl";

    @BeforeAll
    static void compile() throws IOException {
        try (InputStream text = DequantizedProductTest.class.getResourceAsStream("DequantizedProducts.java")) {
            String source = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            compile(MachineTargets.processorOfAllRunnable(), LOOPS, source);
            compile(MachineTargets.processor(), CALLS, source);
        }
    }

    private static void compile(Processor processor, String targets, String source) {
        assertThat(KernelCompiler.compile(
                        processor, CLASSES.resolve(targets), Map.of("DequantizedProducts", source), targets, List.of()))
                .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                .isEmpty();
    }

    private static TargetProcess process(String targets) {
        return new TargetProcess(CLASSES.resolve(targets), DequantizedProductProgram.class);
    }

    static List<String> instructionSets() {
        return MachineTargets.variantNames();
    }

    @ParameterizedTest
    @MethodSource("instructionSets")
    void products_areThoseOfFloat64_onTheCpu(String set) throws IOException, InterruptedException {
        process(LOOPS).onCpu(Map.of(), "graphkernel.isa=" + set);
    }

    @Test
    void products_ofSeveralTargets_areThoseOfFloat64_onTheCpu() throws IOException, InterruptedException {
        process(CALLS).onCpu();
    }

    @Test
    void products_areThoseOfFloat64_onTheJvm() throws IOException, InterruptedException {
        process(CALLS).onJvm();
    }

    @Test
    void products_areThoseOfFloat64_onOpenCl() throws IOException, InterruptedException {
        process(CALLS).onOpenCl();
    }
}
