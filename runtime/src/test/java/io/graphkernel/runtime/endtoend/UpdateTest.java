package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.endtoend.UpdateKernels.TwoTensors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of updates in place: reads before and after them equal eager ops, for small and threaded sizes. */
@ExtendWith(ClosedTensors.class)
class UpdateTest {

    private interface Call {
        Tensor[] on(Tensor[] in);
    }

    @ParameterizedTest
    @CsvSource({"3, 5", "1, 1", "17, 33", "0, 4", "4, 0", "300, 1024", "1001, 301"})
    void update_updatesAsEagerOps(int n, int d) {
        long[] whole = {n, d};
        long[] row = {d};
        long[] column = {n, 1};
        long[] scalar = {};
        same(
                "accumulate",
                in -> one(UpdateKernels.accumulate(in[0], in[1])),
                in -> one(UpdateKernelsKernels.accumulate(in[0], in[1])),
                whole,
                whole);
        same(
                "readAfterWrite",
                in -> one(UpdateKernels.readAfterWrite(in[0], in[1])),
                in -> one(UpdateKernelsKernels.readAfterWrite(in[0], in[1])),
                whole,
                row);
        same(
                "unfusedReadAfterWrite",
                in -> one(UpdateKernels.unfusedReadAfterWrite(in[0], in[1])),
                in -> one(UpdateKernelsKernels.unfusedReadAfterWrite(in[0], in[1])),
                whole,
                row);
        same(
                "returnsParameter",
                in -> one(UpdateKernels.returnsParameter(in[0])),
                in -> one(UpdateKernelsKernels.returnsParameter(in[0])),
                whole);
        same(
                "twice",
                in -> none(() -> UpdateKernels.twice(in[0])),
                in -> none(() -> UpdateKernelsKernels.twice(in[0])),
                whole);
        same(
                "exchange",
                in -> none(() -> UpdateKernels.exchange(in[0], in[1])),
                in -> none(() -> UpdateKernelsKernels.exchange(in[0], in[1])),
                whole,
                whole);
        same(
                "rotate",
                in -> none(() -> UpdateKernels.rotate(in[0], in[1], in[2])),
                in -> none(() -> UpdateKernelsKernels.rotate(in[0], in[1], in[2])),
                whole,
                whole,
                whole);
        same(
                "centreColumns",
                in -> one(UpdateKernels.centreColumns(in[0])),
                in -> one(UpdateKernelsKernels.centreColumns(in[0])),
                whole);
        same(
                "softmaxInPlace",
                in -> none(() -> UpdateKernels.softmaxInPlace(in[0])),
                in -> none(() -> UpdateKernelsKernels.softmaxInPlace(in[0])),
                whole);
        same(
                "running",
                in -> one(UpdateKernels.running(in[0], in[1], 0.75f)),
                in -> one(UpdateKernelsKernels.running(in[0], in[1], 0.75f)),
                row,
                whole);
        same(
                "biasStep",
                in -> one(UpdateKernels.biasStep(in[0], in[1], 0.5f)),
                in -> one(UpdateKernelsKernels.biasStep(in[0], in[1], 0.5f)),
                row,
                whole);
        same(
                "rowStatistic",
                in -> none(() -> UpdateKernels.rowStatistic(in[0], in[1])),
                in -> none(() -> UpdateKernelsKernels.rowStatistic(in[0], in[1])),
                column,
                whole);
        same(
                "count",
                in -> two(UpdateKernels.count(in[0], in[1])),
                in -> two(UpdateKernelsKernels.count(in[0], in[1])),
                scalar,
                new long[] {(long) n * d});
        same(
                "scaleByOldLoss",
                in -> one(UpdateKernels.scaleByOldLoss(in[0], in[1])),
                in -> one(UpdateKernelsKernels.scaleByOldLoss(in[0], in[1])),
                scalar,
                whole);
        same(
                "fill",
                in -> none(() -> UpdateKernels.fill(in[0], in[1])),
                in -> none(() -> UpdateKernelsKernels.fill(in[0], in[1])),
                whole,
                row);
        same(
                "unrankedStep",
                in -> one(UpdateKernels.unrankedStep(in[0], 0.25f)),
                in -> one(UpdateKernelsKernels.unrankedStep(in[0], 0.25f)),
                whole);
    }

    @Test
    void adamW_followsFloat64() {
        int n = 33;
        int d = 67;
        float[] gradients = random(n * d, 5);
        double[] parameter = widened(random(n * d, 6));
        double[] moment = new double[n * d];
        double[] variance = new double[n * d];
        Tensor parameterTensor = Tensor.of(random(n * d, 6), n, d);
        Tensor momentTensor = Tensor.zeros(n, d);
        Tensor varianceTensor = Tensor.zeros(n, d);
        for (int step = 1; step <= 10; step++) {
            float[] gradient = gradients.clone();
            for (int i = 0; i < gradient.length; i++) {
                gradient[i] *= step % 3 - 0.5f;
                moment[i] = moment[i] * 0.9f + gradient[i] * (1 - 0.9f);
                variance[i] = variance[i] * 0.999f + (double) gradient[i] * gradient[i] * (1 - 0.999f);
                double moment1 = moment[i] / (1 - Math.pow(0.9f, step));
                double moment2 = variance[i] / (1 - Math.pow(0.999f, step));
                parameter[i] -= 1e-2f * (moment1 / (Math.sqrt(moment2) + 1e-8f) + parameter[i] * 0.01f);
            }
            Tensor gradientTensor = Tensor.of(gradient, n, d);
            UpdateKernelsKernels.adamW(
                    parameterTensor,
                    gradientTensor,
                    momentTensor,
                    varianceTensor,
                    1e-2f,
                    0.9f,
                    0.999f,
                    1e-8f,
                    0.01f,
                    step);
        }
        assertClose("parameter", parameterTensor.toFloatArray(), parameter);
        assertClose("moment", momentTensor.toFloatArray(), moment);
        assertClose("variance", varianceTensor.toFloatArray(), variance);
    }

    private void same(String name, Call eager, Call stub, long[]... dims) {
        Tensor[] first = operands(dims);
        Tensor[] second = operands(dims);
        Tensor[] expected = eager.on(first);
        Tensor[] actual = stub.on(second);
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.length; i++) {
            assertClose(name + ", result " + i, actual[i].toFloatArray(), widened(expected[i].toFloatArray()));
        }
        for (int i = 0; i < first.length; i++) {
            String what = name + ", parameter " + i + " afterwards, " + Arrays.toString(dims[0]);
            assertClose(what, second[i].toFloatArray(), widened(first[i].toFloatArray()));
        }
    }

    private static void assertClose(String what, float[] actual, double[] expected) {
        assertThat(actual).as(what).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            double allowed = 1e-5 * Math.max(1, Math.abs(expected[i]));
            if (Double.compare(actual[i], expected[i]) != 0 && !(Math.abs(actual[i] - expected[i]) <= allowed)) {
                assertThat((double) actual[i]).as(what + ", element " + i).isCloseTo(expected[i], within(allowed));
            }
        }
    }

    private static Tensor[] operands(long[][] dims) {
        Tensor[] tensors = new Tensor[dims.length];
        for (int i = 0; i < dims.length; i++) {
            long count = Arrays.stream(dims[i]).reduce(1, (a, b) -> a * b);
            tensors[i] = Tensor.of(random((int) count, i), dims[i]);
        }
        return tensors;
    }

    private static float[] random(int count, int seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() * 2 - 1;
        }
        return values;
    }

    private static double[] widened(float[] values) {
        double[] result = new double[values.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = values[i];
        }
        return result;
    }

    private static Tensor[] one(Tensor result) {
        return new Tensor[] {result};
    }

    private static Tensor[] two(TwoTensors results) {
        return new Tensor[] {results.first(), results.second()};
    }

    private static Tensor[] none(Runnable call) {
        call.run();
        return new Tensor[0];
    }
}
