package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Kernels over shapes that are known only at the call: every pair of shapes of rank 0 to 4 under NumPy's rules. */
@ExtendWith(ClosedTensors.class)
class UnrankedShapesTest {

    private static final List<long[]> SHAPES = List.of(
            dims(),
            dims(1),
            dims(5),
            dims(1, 1),
            dims(3, 5),
            dims(3, 1),
            dims(1, 5),
            dims(2, 3, 5),
            dims(2, 1, 5),
            dims(2, 3, 1),
            dims(2, 1, 1),
            dims(1, 3, 1),
            dims(4, 2, 3, 5),
            dims(4, 1, 3, 1),
            dims(1, 2, 1, 5),
            dims(4, 1, 1, 5),
            dims(0),
            dims(0, 5),
            dims(3, 0),
            dims(0, 1),
            dims(1, 33),
            dims(17, 33),
            dims(17, 1),
            dims(3, 4097),
            dims(4097),
            dims(300, 1024),
            dims(1024),
            dims(300, 1));

    private static long[] dims(long... dims) {
        return dims;
    }

    @Test
    @Tag("slow")
    void everyPairOfShapes_broadcastsOrIsRejected() {
        for (long[] first : SHAPES) {
            for (long[] second : SHAPES) {
                Optional<long[]> joint = broadcast(first, second);
                Tensor x = random(first, 1);
                Tensor y = random(second, 2);
                if (joint.isEmpty()) {
                    assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, y))
                            .isInstanceOf(ShapeMismatchException.class)
                            .hasMessageContainingAll("[GK-6033]", "binary", "x", "y")
                            .hasMessageContaining(Arrays.toString(first))
                            .hasMessageContaining(Arrays.toString(second));
                    continue;
                }
                GuardedTensor out = GuardedTensor.empty(DType.F32, 0, joint.get());
                UnrankedKernelsKernels.binary(x, y, out.tensor());
                out.assertGuarded("binary");
                assertElements(
                        "binary " + Arrays.toString(first) + " " + Arrays.toString(second),
                        out,
                        (a, b, c) -> a * 2f - b,
                        joint.get(),
                        x,
                        y,
                        y);
                assertThat(UnrankedKernelsKernels.binary(x, y).toFloatArray())
                        .isEqualTo(out.tensor().toFloatArray());
                x.close();
                y.close();
            }
        }
    }

    @Test
    void everyTripleOfSmallShapes_broadcasts() {
        List<long[]> small = SHAPES.subList(0, 20);
        for (long[] first : small) {
            for (long[] second : small) {
                for (long[] third : small) {
                    Optional<long[]> pair = broadcast(first, second);
                    Optional<long[]> joint = pair.flatMap(two -> broadcast(two, third));
                    if (joint.isEmpty()) {
                        continue;
                    }
                    Tensor x = random(first, 1);
                    Tensor y = random(second, 2);
                    Tensor z = random(third, 3);
                    for (boolean fused : new boolean[] {true, false}) {
                        GuardedTensor out = GuardedTensor.empty(DType.F32, 0, joint.get());
                        if (fused) {
                            UnrankedKernelsKernels.ternary(x, y, z, out.tensor());
                        } else {
                            UnrankedKernelsKernels.unfused(x, y, z, out.tensor());
                        }
                        String what = Arrays.toString(first) + Arrays.toString(second) + Arrays.toString(third);
                        out.assertGuarded(what);
                        assertElements(what, out, (a, b, c) -> (a - b) * c + b, joint.get(), x, y, z);
                    }
                    x.close();
                    y.close();
                    z.close();
                }
            }
        }
    }

    @Test
    void sameTensor_mayStandForSeveralParameters() {
        for (long[] shape : SHAPES) {
            Tensor x = random(shape, 1);
            GuardedTensor out = GuardedTensor.empty(DType.F32, 0, shape);
            UnrankedKernelsKernels.ternary(x, x, x, out.tensor());
            out.assertGuarded("ternary");
            assertElements("ternary " + Arrays.toString(shape), out, (a, b, c) -> (a - b) * c + b, shape, x, x, x);
            UnrankedKernelsKernels.unary(x, out.tensor());
            assertElements("unary " + Arrays.toString(shape), out, (a, b, c) -> a * b - 1, shape, x, x, x);
        }
    }

    @Test
    void comparisons_giveBooleans() {
        for (long[] first : SHAPES) {
            for (long[] second : SHAPES) {
                Optional<long[]> joint = broadcast(first, second);
                if (joint.isPresent()) {
                    Tensor x = random(first, 1);
                    Tensor y = random(second, 2);
                    GuardedTensor out = GuardedTensor.empty(DType.BOOL, 0, joint.get());
                    UnrankedKernelsKernels.compare(x, y, out.tensor());
                    out.assertGuarded("compare");
                    assertElements("compare", out, (a, b, c) -> a < b ? 1 : 0, joint.get(), x, y, y);
                    x.close();
                    y.close();
                }
            }
        }
    }

    @Test
    void resultsOfDifferentShapes_eachHaveTheirs() {
        for (long[] first : SHAPES) {
            for (long[] second : SHAPES) {
                Optional<long[]> joint = broadcast(first, second);
                if (joint.isPresent()) {
                    Tensor x = random(first, 1);
                    Tensor y = random(second, 2);
                    UnrankedKernels.Both both = UnrankedKernelsKernels.both(x, y);
                    assertThat(both.joint().dimensions()).isEqualTo(joint.get());
                    assertThat(both.first().dimensions()).isEqualTo(first);
                    UnrankedKernels.Both eager = UnrankedKernels.both(x, y);
                    assertThat(both.joint().toFloatArray())
                            .isEqualTo(eager.joint().toFloatArray());
                    assertThat(both.first().toFloatArray())
                            .isEqualTo(eager.first().toFloatArray());
                    for (Tensor tensor : List.of(x, y, both.joint(), both.first(), eager.joint(), eager.first())) {
                        tensor.close();
                    }
                }
            }
        }
    }

    @Test
    void scalarTensorsAndNumbers_join() {
        for (long[] shape : SHAPES) {
            Tensor x = random(shape, 1);
            Tensor scale = Tensor.scalar(1.5f);
            UnrankedKernels.Both both = UnrankedKernelsKernels.jointAndScalar(x, scale);
            assertThat(both.first().toFloatArray()).as(Arrays.toString(shape)).containsExactly(3f);
            assertThat(both.joint().toFloatArray())
                    .isEqualTo(UnrankedKernels.jointAndScalar(x, scale).joint().toFloatArray());
            assertThat(UnrankedKernelsKernels.scaled(x, x, scale, 0.5f).toFloatArray())
                    .isEqualTo(UnrankedKernels.scaled(x, x, scale, 0.5f).toFloatArray());
        }
    }

    @Test
    void oneMethod_acceptsUnrankedAndRankedShapes() {
        for (long[] shape : SHAPES) {
            Tensor x = random(shape, 1);
            Tensor y = random(dims(300, 65), 2);
            UnrankedKernels.Both both = UnrankedKernelsKernels.unrankedAndRanked(x, y);
            UnrankedKernels.Both eager = UnrankedKernels.unrankedAndRanked(x, y);
            assertThat(both.joint().toFloatArray()).isEqualTo(eager.joint().toFloatArray());
            assertThat(both.first().toFloatArray())
                    .usingComparatorWithPrecision(1e-5f)
                    .containsExactly(eager.first().toFloatArray());
        }
    }

    private interface Formula {
        float of(float x, float y, float z);
    }

    private static void assertElements(String what, GuardedTensor out, Formula formula, long[] joint, Tensor... in) {
        double[] actual = out.values();
        float[][] values = {in[0].toFloatArray(), in[1].toFloatArray(), in[2].toFloatArray()};
        for (int i = 0; i < actual.length; i++) {
            float expected = formula.of(
                    values[0][source(i, joint, in[0].dimensions())],
                    values[1][source(i, joint, in[1].dimensions())],
                    values[2][source(i, joint, in[2].dimensions())]);
            if (actual[i] != expected) {
                assertThat(actual[i]).as(what + ", element " + i).isEqualTo(expected);
            }
        }
    }

    /** The element of an operand that meets an element of the result. */
    private static int source(int element, long[] joint, long[] dims) {
        int result = 0;
        int stride = 1;
        int rest = element;
        for (int back = 1; back <= joint.length; back++) {
            int size = (int) joint[joint.length - back];
            int index = rest % size;
            rest /= size;
            if (back <= dims.length) {
                int own = (int) dims[dims.length - back];
                result += own == 1 ? 0 : index * stride;
                stride *= own;
            }
        }
        return result;
    }

    private static Optional<long[]> broadcast(long[] first, long[] second) {
        long[] joint = new long[Math.max(first.length, second.length)];
        for (int back = 1; back <= joint.length; back++) {
            long a = back <= first.length ? first[first.length - back] : 1;
            long b = back <= second.length ? second[second.length - back] : 1;
            if (a != b && a != 1 && b != 1) {
                return Optional.empty();
            }
            joint[joint.length - back] = a == 1 ? b : a;
        }
        return Optional.of(joint);
    }

    private static Tensor random(long[] dims, int seed) {
        long count = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        float[] values = new float[(int) count];
        java.util.Random random = new java.util.Random(seed);
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(64) / 8f - 4;
        }
        return Tensor.of(values, dims);
    }
}
