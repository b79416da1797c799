package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the derived gradients of the op table equal their definition in f64 on every target: for random elements, for ties,
 * NaN, infinities and zeros, for small sizes and for sizes beyond a vector. The definition is compared with central differences
 * by the tests of the processor, and with PyTorch by {@link TorchGradientsTest}. The full tier takes a tenth of the rows, in
 * f32; the exhaustive tier takes all rows, classes of shapes, dtypes, and the second order, in partitions selected by the system
 * property {@code conformance.gradients.parts}.
 */
@ParameterizedClass(name = "part {0}")
@MethodSource("parts")
@Tag("slow")
@Tag("process")
@Tag("sampled")
class TableGradientsTest implements OnEveryTarget {

    private static final String PARTS = System.getProperty("conformance.gradients.parts", "");

    @Parameter
    int shard;

    static IntStream parts() {
        return PARTS.isEmpty()
                ? IntStream.range(0, TableGradient.parts())
                : Stream.of(PARTS.split(",")).mapToInt(Integer::parseInt);
    }

    @BeforeParameterizedClassInvocation
    static void compile(int shard) throws IOException {
        assertThat(TableGradientsCompiler.compile(shard, "cpu,cuda,jvm,opencl")).isEmpty();
    }

    @Override
    public TargetProcess process() {
        return new TargetProcess(
                TableGradientsCompiler.classes(shard), TableGradientsProgram.class, String.valueOf(shard));
    }

    @Override
    @Test
    @ExhaustiveOnly
    public void program_onOpenCl_isRight() throws IOException, InterruptedException {
        assumeThat(TableGradient.hasFirstShapes(shard))
                .as("a driver builds a program in seconds: it takes one class of shapes of each op and dtype")
                .isTrue();
        OnEveryTarget.super.program_onOpenCl_isRight();
    }
}
