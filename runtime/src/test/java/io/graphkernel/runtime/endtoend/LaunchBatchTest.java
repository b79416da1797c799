package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.endtoend.JointKernels.Pair;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods at level 3 give what eager ops give, on any number of threads, over tensors and over arrays. */
@ExtendWith(RestoredThreads.class)
class LaunchBatchTest {

    @ParameterizedTest
    @CsvSource({"3, 5", "1, 1", "17, 33", "300, 1024", "1001, 301"})
    void launchBatch_returnsWhatEagerOpsGive(int n, int d) {
        check(n, d);
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(random(n * d, 1), n, d);
            float[] result = new float[n * d];
            JointKernelsKernels.normalized(x.toFloatArray(), d, result);
            close(result, JointKernels.normalized(x).toFloatArray());
        }
    }

    /** The target is read once per process. */
    @Test
    void kernelsOfTheJvmShare_launchesToo() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dgraphkernel.device=jvm",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LaunchBatchTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
    }

    /** Some sizes with the settings of this process. */
    public static void main(String[] arguments) {
        check(17, 33);
        check(300, 1024);
    }

    private static void check(int n, int d) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(random(n * d, 1), n, d);
            Tensor y = Tensor.of(random(n * d, 2), n, d);
            Tensor turned = Tensor.of(random(n * d, 3), d, n);
            Tensor row = Tensor.of(random(d, 4), d);
            for (int count : List.of(1, 2, 5)) {
                KernelThreads.setCount(count);
                same(JointKernelsKernels.normalized(x), JointKernels.normalized(x));
                same(JointKernelsKernels.norms(x, row), JointKernels.norms(x, row));
                same(JointKernelsKernels.together(x, turned, 0.5f), JointKernels.together(x, turned, 0.5f));
                same(JointKernelsKernels.chains(x, y), JointKernels.chains(x, y));
            }
        }
    }

    private static void same(Pair actual, Pair expected) {
        same(actual.first(), expected.first());
        same(actual.second(), expected.second());
    }

    private static void same(Tensor actual, Tensor expected) {
        close(actual.toFloatArray(), expected.toFloatArray());
    }

    private static void close(float[] actual, float[] expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            float allowed = 2e-5f * Math.max(1, Math.abs(expected[i]));
            if (!(Math.abs(actual[i] - expected[i]) <= allowed)) {
                assertThat(actual[i]).as("element %d", i).isCloseTo(expected[i], within(allowed));
            }
        }
    }

    private static float[] random(int count, int seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() * 2 - 1;
        }
        return values;
    }
}
