package io.graphkernel.runtime.internal.eager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ops that move elements: each element of the result is found by index arithmetic in the operand. */
class EagerMovementTest {
    private static final int ROUNDS = 60;

    private final TensorScope scope = TensorScope.open();
    private final Random random = new Random(11);

    @AfterEach
    void close() {
        scope.close();
    }

    /** A tensor of which every element is its own row-major position. */
    private static Tensor counting(DType dtype, long... dims) {
        return Eager.cast(Eager.rowMajorIndex(DType.I64, dims), dtype);
    }

    private Tensor anyTensor() {
        DType[] numbers = {DType.F32, DType.F64, DType.F16, DType.BF16, DType.I8, DType.U8, DType.I32, DType.I64};
        long[] dims = random.longs(random.nextInt(5), 0, 4).toArray();
        return counting(numbers[random.nextInt(numbers.length)], dims);
    }

    /** Every index of a shape, in row-major order. */
    private static List<long[]> indices(long... dims) {
        List<long[]> indices = new ArrayList<>();
        indices.add(new long[0]);
        for (long dim : dims) {
            List<long[]> longer = new ArrayList<>();
            for (long[] index : indices) {
                for (long i = 0; i < dim; i++) {
                    long[] next = Arrays.copyOf(index, index.length + 1);
                    next[index.length] = i;
                    longer.add(next);
                }
            }
            indices = longer;
        }
        return indices;
    }

    private static void check(Tensor result, Tensor x, Function<long[], long[]> source) {
        assertThat(result.dtype()).isEqualTo(x.dtype());
        for (long[] index : indices(result.dimensions())) {
            assertThat(result.getDouble(index))
                    .as("%s of %s", Arrays.toString(index), result)
                    .isEqualTo(x.getDouble(source.apply(index)));
        }
    }

    @Test
    void transpose_permutesAxes() {
        for (int round = 0; round < ROUNDS; round++) {
            Tensor x = anyTensor();
            int rank = x.rank();
            List<Integer> order = new ArrayList<>();
            for (int axis = 0; axis < rank; axis++) {
                order.add(random.nextInt(axis + 1), axis);
            }
            int[] permutation = order.stream().mapToInt(Integer::intValue).toArray();
            Tensor y = Eager.transpose(x, permutation);
            for (int axis = 0; axis < rank; axis++) {
                assertThat(y.dimension(axis)).isEqualTo(x.dimension(permutation[axis]));
            }
            check(y, x, index -> {
                long[] source = new long[rank];
                for (int axis = 0; axis < rank; axis++) {
                    source[permutation[axis]] = index[axis];
                }
                return source;
            });
        }
    }

    @Test
    void transpose_acceptsDefaultAndNegativeAxes() {
        Tensor x = counting(DType.I32, 2, 3);
        assertThat(Eager.transpose(x).toIntArray()).containsExactly(0, 3, 1, 4, 2, 5);
        assertThat(Eager.transpose(x).dimensions()).containsExactly(3, 2);
        assertThat(Eager.transpose(x, -2, -1).toIntArray()).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(Eager.transpose(Tensor.scalar(3)).get()).isEqualTo(3);
        assertThatThrownBy(() -> Eager.transpose(x, 0))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("transpose: permutation cannot be [0]");
        assertThatThrownBy(() -> Eager.transpose(x, 0, 0)).hasMessageContaining("GK-6042");
        assertThatThrownBy(() -> Eager.transpose(x, 0, 2)).hasMessageContaining("GK-6041");
        assertThatThrownBy(() -> Eager.transpose(x, (int[]) null)).isInstanceOf(NullTensorException.class);
        assertThatThrownBy(() -> Eager.transpose(null)).isInstanceOf(NullTensorException.class);
    }

    @Test
    void reshape_keepsElements() {
        Tensor x = counting(DType.F64, 2, 6);
        Tensor y = Eager.reshape(x, 3, 1, -1);
        assertThat(y.dimensions()).containsExactly(3, 1, 4);
        assertThat(y.toDoubleArray()).containsExactly(x.toDoubleArray());
        assertThat(Eager.reshape(Tensor.scalar(DType.I8, 7)).getLong()).isEqualTo(7);
        assertThat(Eager.reshape(Tensor.zeros(0, 3), 3, -1).dimensions()).containsExactly(3, 0);
        assertThat(Eager.reshape(Tensor.zeros(0, 3, 4), 0, -1).dimensions()).containsExactly(0, 12);
        assertThat(Eager.reshape(Tensor.zeros(0), 0, -1).dimensions()).containsExactly(0, 1);
        assertThat(Eager.reshape(x, 1, 1, 2, 1, 2, 1, 3, 1, 1).rank()).isEqualTo(9);
        assertThatThrownBy(() -> Eager.reshape(x, 5, -1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining(
                        "[GK-6049] size constraint is violated: reshape: the product of dims is 10 but must be equal to 12");
        assertThatThrownBy(() -> Eager.reshape(x, 13)).hasMessageContaining("GK-6049");
        assertThatThrownBy(() -> Eager.reshape(x, 0, -1)).hasMessageContaining("must be at least 1");
        assertThatThrownBy(() -> Eager.reshape(x, -1, -1)).hasMessageContaining("dims[1] is -1 but must be at least 0");
        assertThatThrownBy(() -> Eager.reshape(x, Long.MAX_VALUE, 4)).isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void broadcastTo_repeatsElements() {
        for (int round = 0; round < ROUNDS; round++) {
            Tensor x = anyTensor();
            int missing = random.nextInt(3);
            long[] dims = new long[missing + x.rank()];
            for (int axis = 0; axis < dims.length; axis++) {
                long own = axis < missing ? 1 : x.dimension(axis - missing);
                dims[axis] = own == 1 ? random.nextInt(4) : own;
            }
            Tensor y = Eager.broadcastTo(x, dims);
            assertThat(y.dimensions()).containsExactly(dims);
            Function<long[], long[]> source = index -> {
                long[] own = new long[x.rank()];
                for (int axis = 0; axis < own.length; axis++) {
                    own[axis] = x.dimension(axis) == 1 ? 0 : index[missing + axis];
                }
                return own;
            };
            check(y, x, source);
            check(Expansions.broadcastLike(x, Tensor.zeros(DType.BOOL, dims)), x, source);
        }
        Tensor x = Tensor.zeros(2, 3);
        assertThatThrownBy(() -> Eager.broadcastTo(x, 3))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[3] but must be [2, 3]");
        assertThatThrownBy(() -> Eager.broadcastTo(x, 2, 1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageEndingWith("fix: pass dims that x broadcasts to");
        assertThatThrownBy(() -> Eager.broadcastTo(x, 4, 3)).hasMessageContaining("GK-6033");
        assertThat(Eager.broadcastTo(x, 4, -1, 3).dimensions()).containsExactly(4, 2, 3);
        assertThatThrownBy(() -> Eager.broadcastTo(x, -1, 2, 3)).hasMessageContaining("GK-6049");
        assertThatThrownBy(() -> Eager.broadcastTo(x, -2, 3)).hasMessageContaining("GK-6049");
    }

    @Test
    void slice_followsNumPy() {
        for (int round = 0; round < 4 * ROUNDS; round++) {
            Tensor x = anyTensor();
            int entries = random.nextInt(x.rank() + 1);
            long[] begin = random.longs(entries, -6, 7).toArray();
            long[] end = random.longs(entries, -6, 7).toArray();
            long[] strides =
                    random.longs(entries, -3, 3).map(s -> s < 0 ? s : s + 1).toArray();
            List<List<Long>> walks = new ArrayList<>();
            for (int axis = 0; axis < x.rank(); axis++) {
                walks.add(
                        axis < entries
                                ? walk(begin[axis], end[axis], strides[axis], x.dimension(axis))
                                : walk(0, x.dimension(axis), 1, x.dimension(axis)));
            }
            Tensor y = Eager.stridedSlice(x, begin, end, strides);
            assertThat(y.dimensions())
                    .as("%s %s %s of %s", Arrays.toString(begin), Arrays.toString(end), Arrays.toString(strides), x)
                    .containsExactly(walks.stream().mapToLong(List::size).toArray());
            check(y, x, index -> {
                long[] source = new long[index.length];
                for (int axis = 0; axis < index.length; axis++) {
                    source[axis] = walks.get(axis).get((int) index[axis]);
                }
                return source;
            });
        }
    }

    /** The indices that NumPy visits, found step by step. */
    private static List<Long> walk(long begin, long end, long stride, long size) {
        long first = begin < 0 ? begin + size : begin;
        long last = end < 0 ? end + size : end;
        List<Long> visited = new ArrayList<>();
        if (stride > 0) {
            for (long i = Math.max(first, 0); i < Math.min(last, size); i += stride) {
                visited.add(i);
            }
        } else {
            for (long i = Math.min(first, size - 1); i > Math.max(last, -1); i += stride) {
                visited.add(i);
            }
        }
        return visited;
    }

    @Test
    void slice_withExtremeBounds_doesNotOverflow() {
        Tensor x = counting(DType.I64, 5);
        assertThat(slice(x, 0, Long.MAX_VALUE, Long.MAX_VALUE)).containsExactly(0);
        assertThat(slice(x, Long.MAX_VALUE, Long.MIN_VALUE, -1)).containsExactly(4, 3, 2, 1, 0);
        assertThat(slice(x, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE)).containsExactly(4);
        assertThat(slice(x, Long.MIN_VALUE, Long.MAX_VALUE, 3)).containsExactly(0, 3);
        assertThat(slice(x, 4, -6, -2)).containsExactly(4, 2, 0);
        assertThat(slice(x, 4, -1, -2)).isEmpty();
        assertThatThrownBy(() -> slice(x, 0, 1, 0))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("stridedSlice: strides cannot be [0]");
        assertThatThrownBy(() -> Eager.stridedSlice(x, new long[2], new long[2], new long[] {1, 1}))
                .hasMessageContaining("stridedSlice: begin cannot be [0, 0]");
        assertThatThrownBy(() -> Eager.stridedSlice(x, new long[1], new long[0], new long[1]))
                .hasMessageContaining("stridedSlice: end cannot be []");
        assertThatThrownBy(() -> Eager.stridedSlice(x, new long[1], new long[1], null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("strides");
    }

    private static long[] slice(Tensor x, long begin, long end, long stride) {
        return Eager.stridedSlice(x, new long[] {begin}, new long[] {end}, new long[] {stride})
                .toLongArray();
    }

    @Test
    void reverse_reversesAxes() {
        for (int round = 0; round < ROUNDS; round++) {
            Tensor x = anyTensor();
            int[] axes = random.ints(0, Math.max(x.rank(), 1))
                    .limit(x.rank())
                    .distinct()
                    .map(axis -> random.nextBoolean() ? axis : axis - x.rank())
                    .toArray();
            check(Eager.reverse(x, axes), x, index -> {
                long[] source = index.clone();
                for (int axis : axes) {
                    int from = Math.floorMod(axis, x.rank());
                    source[from] = x.dimension(from) - 1 - index[from];
                }
                return source;
            });
        }
        assertThatThrownBy(() -> Eager.reverse(Tensor.zeros(2), 1)).hasMessageContaining("reverse: axis 1");
    }

    @Test
    void movements_keepEveryBit() {
        int payload = 0x7fe00001;
        Tensor x = Tensor.of(new float[] {Float.intBitsToFloat(payload), -0f}, 2);
        assertThat(Float.floatToRawIntBits(Eager.reverse(x, 0).get(1))).isEqualTo(payload);
        assertThat(Float.floatToRawIntBits(Expansions.copy("copy", x).get(0))).isEqualTo(payload);
        Tensor flags = Eager.reverse(Tensor.of(new boolean[] {true, false}, 2), 0);
        assertThat(flags.toBooleanArray()).containsExactly(false, true);
    }

    @Test
    void assign_supportsEveryDType() {
        for (DType dtype : DType.values()) {
            Tensor parameter = Tensor.zeros(dtype, 2, 2);
            Eager.assign(parameter, Tensor.full(dtype, 1, 2));
            assertThat(Eager.cast(parameter, DType.I32).toIntArray()).containsOnly(1);
        }
        assertThatThrownBy(() -> Eager.assign(Tensor.zeros(2), Tensor.zeros(DType.F64, 2)))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("assign: value is f64[2] but parameter is f32[2]");
        assertThatThrownBy(() -> Eager.assign(Tensor.zeros(2), Tensor.zeros(3, 2)))
                .hasMessageContaining(
                        "[GK-6034] result has the wrong shape: assign: parameter is f32[2] but must be [3, 2]")
                .hasMessageEndingWith("fix: assign a value that broadcasts to f32[2]");
    }

    @Test
    void closedTensors_areRejected() {
        Tensor closed = Tensor.scalar(1);
        closed.close();
        assertThatThrownBy(() -> Eager.reshape(closed, 1)).isInstanceOf(ClosedTensorException.class);
        assertThatThrownBy(() -> Expansions.copy("identityMath", closed)).hasMessageContaining("identityMath");
    }
}
