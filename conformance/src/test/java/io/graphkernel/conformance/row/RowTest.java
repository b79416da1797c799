package io.graphkernel.conformance.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.MachineTargets;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row of an op, of a product and of their gradients has the same bits alone and in each batch: on the CPU and the JVM, in the
 * exhaustive tier also on OpenCL. */
@Tag("slow")
@Tag("sampled")
@Tag("process")
class RowTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("row");

    /** Targets that share a dequantized matrix among rows, and those that call a library. */
    private static final String LOOPS = "cpu";

    private static final boolean EVERYWHERE = TestTier.isExhaustive();

    private static final String CALLS = EVERYWHERE ? "jvm,opencl" : "jvm";

    /** Open row dims, which every op has. */
    private static final List<String> OPEN = List.of("OpsF32", "OpsBf16", "OpsF16", "ProductsF32", "ProductsBf16");

    /** Declared numbers of rows, of products. */
    private static final List<String> DECLARED = List.of("ProductsF32x1", "ProductsF32x4");

    /** Classes for weaker instruction sets and for other targets, which differ by dtype in conversions alone. */
    private static final List<String> SOME = List.of("OpsF32", "ProductsF32");

    private static final List<String> SOME_DECLARED = List.of("ProductsF32x1");

    @BeforeAll
    static void compile() throws IOException {
        List<String> names = Stream.concat(OPEN.stream(), DECLARED.stream()).toList();
        List<String> some = EVERYWHERE
                ? names
                : Stream.concat(SOME.stream(), SOME_DECLARED.stream()).toList();
        compile(MachineTargets.processorOfAllRunnable(), LOOPS, some);
        compile(MachineTargets.processorOfAllRunnable(), CALLS, some);
        compile(
                MachineTargets.processor(),
                LOOPS,
                names.stream().filter(name -> !some.contains(name)).toList());
    }

    private static void compile(Processor processor, String targets, List<String> names) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String name : names) {
            sources.put("Row" + name, source(name, name.contains("x") ? name.replaceAll(".*x", "") : "m"));
        }
        if (!sources.isEmpty()) {
            assertThat(KernelCompiler.compile(processor, CLASSES.resolve(targets), sources, targets, List.of()))
                    .filteredOn(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                    .isEmpty();
        }
    }

    private static String source(String name, String rows) throws IOException {
        String template = name.startsWith("Ops") ? "RowOps" : "RowProducts";
        String suffix = name.substring(template.length() - "Row".length());
        String dtype = suffix.replaceAll("x\\d+", "").toLowerCase(Locale.ROOT);
        try (InputStream text = RowTest.class.getResourceAsStream(template + ".java")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("NAME", suffix)
                    .replace("DTYPE", dtype)
                    .replace("UPPER", dtype.toUpperCase(Locale.ROOT))
                    .replace("ROWS", rows);
        }
    }

    private static TargetProcess process(String targets, List<String> open, List<String> declared) {
        List<String> pairs = new ArrayList<>();
        for (String name : open) {
            pairs.addAll(List.of("Row" + name, "Row" + name));
        }
        for (String name : declared) {
            pairs.addAll(List.of("Row" + name.replaceAll("x\\d+", ""), "Row" + name));
        }
        return new TargetProcess(CLASSES.resolve(targets), RowProgram.class, pairs.toArray(String[]::new));
    }

    private static TargetProcess processOfSome(String targets) {
        return EVERYWHERE ? process(targets, OPEN, DECLARED) : process(targets, SOME, SOME_DECLARED);
    }

    static List<String> weakerInstructionSets() {
        return MachineTargets.weakerVariantNames();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("weakerInstructionSets")
    void rows_haveTheSameBits_onWeakerInstructionSets(String set) throws IOException, InterruptedException {
        String ofOneDnn = set.equals("v2") ? "SSE41" : "AVX2";
        processOfSome(LOOPS).onCpu(Map.of("ONEDNN_MAX_CPU_ISA", ofOneDnn), "graphkernel.isa=" + set);
    }

    @Test
    void rows_haveTheSameBits_onTheCpu() throws IOException, InterruptedException {
        process(LOOPS, OPEN, DECLARED).onCpu();
    }

    @Test
    void rows_haveTheSameBits_onTheJvm() throws IOException, InterruptedException {
        processOfSome(CALLS).onJvm();
    }

    /** In the full tier, {@link io.graphkernel.conformance.RowInvarianceTest} has some rows on OpenCL. */
    @Test
    @ExhaustiveOnly
    void rows_haveTheSameBits_onOpenCl() throws IOException, InterruptedException {
        // The driver takes seconds per kernel.
        process(CALLS, OPEN.subList(0, 1), List.of()).onOpenCl();
    }
}
