package io.graphkernel.runtime.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BroadcastTest {
    private static final int SLOT = 5;
    private static final String[] NAMES = {"x", "y", "z"};

    private final LaunchFrame frame = LaunchFrame.current();

    private void broadcast(long[]... shapes) {
        for (int i = 0; i < shapes.length; i++) {
            try (Tensor tensor = Tensor.empty(DType.I8, shapes[i])) {
                frame.operand(i, tensor);
            }
        }
        frame.broadcast("MyOps.op", NAMES, shapes.length);
    }

    /** The element of each operand at each element of the result, as the slots tell. */
    private List<List<Long>> walk(int inputs) {
        long rows = frame.bindBroadcast(SLOT, inputs);
        int outerRank = (int) frame.slot(SLOT);
        long size = frame.slot(SLOT + 1);
        assertThat(frame.slot(SLOT + 2)).isEqualTo(rows);
        List<List<Long>> visited = new ArrayList<>();
        for (long row = 0; row < rows; row++) {
            for (long i = 0; i < size; i++) {
                List<Long> positions = new ArrayList<>();
                for (int input = 0; input < inputs; input++) {
                    int first = SLOT + 10 + 8 * input;
                    assertThat(frame.slot(first)).isBetween(0L, 1L);
                    long position = i * frame.slot(first);
                    long rest = row;
                    for (int loop = outerRank - 1; loop >= 0; loop--) {
                        long dim = frame.slot(SLOT + 3 + loop);
                        position += rest % dim * frame.slot(first + 1 + loop);
                        rest /= dim;
                    }
                    positions.add(position);
                }
                visited.add(positions);
            }
        }
        return visited;
    }

    /** Returns NumPy's definition: the index of the result, 0 in axes of size 1, missing axes in front. */
    private List<List<Long>> expected(long[]... shapes) {
        long[] dims = frame.broadcastDimensions();
        List<List<Long>> visited = new ArrayList<>();
        long elements = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        for (long element = 0; element < elements; element++) {
            List<Long> positions = new ArrayList<>();
            for (long[] shape : shapes) {
                long position = 0;
                long stride = 1;
                long rest = element;
                for (int axis = dims.length - 1; axis >= 0; axis--) {
                    long index = rest % dims[axis];
                    rest /= dims[axis];
                    int own = axis - dims.length + shape.length;
                    if (own >= 0) {
                        position += shape[own] == 1 ? 0 : index * stride;
                        stride *= shape[own];
                    }
                }
                positions.add(position);
            }
            visited.add(positions);
        }
        return visited;
    }

    @Test
    void equalShapes_areOneLoop() {
        broadcast(new long[] {2, 3, 4}, new long[] {2, 3, 4});
        assertThat(frame.bindBroadcast(SLOT, 2)).isEqualTo(1);
        assertThat(frame.slot(SLOT)).isZero();
        assertThat(frame.slot(SLOT + 1)).isEqualTo(24);
        assertThat(frame.slot(SLOT + 10)).isEqualTo(1);
        assertThat(frame.slot(SLOT + 18)).isEqualTo(1);
        assertThat(frame.broadcastElementCount()).isEqualTo(24);
    }

    @Test
    void scalar_hasStrideZero() {
        broadcast(new long[] {6, 4}, new long[] {});
        assertThat(frame.bindBroadcast(SLOT, 2)).isEqualTo(1);
        assertThat(frame.slot(SLOT + 1)).isEqualTo(24);
        assertThat(frame.slot(SLOT + 18)).isZero();
    }

    @Test
    void rowVector_needsTwoLoops() {
        broadcast(new long[] {2, 3, 4}, new long[] {4});
        assertThat(frame.broadcastDimensions()).containsExactly(2, 3, 4);
        assertThat(frame.bindBroadcast(SLOT, 2)).isEqualTo(6);
        assertThat(frame.slot(SLOT)).isEqualTo(1);
        assertThat(frame.slot(SLOT + 1)).isEqualTo(4);
    }

    @Test
    void broadcast_interpretsAsNumPyDoes() {
        Random random = new Random(7);
        for (int round = 0; round < 400; round++) {
            int rank = random.nextInt(9);
            long[] full = new long[rank];
            for (int axis = 0; axis < rank; axis++) {
                full[axis] = 1 + random.nextInt(rank > 5 ? 2 : 4);
            }
            long[][] shapes = new long[1 + random.nextInt(3)][];
            for (int i = 0; i < shapes.length; i++) {
                long[] shape = Arrays.copyOfRange(full, random.nextInt(rank + 1), rank);
                for (int axis = 0; axis < shape.length; axis++) {
                    shape[axis] = random.nextInt(3) == 0 ? 1 : shape[axis];
                }
                shapes[i] = shape;
            }
            broadcast(shapes);
            assertThat(walk(shapes.length)).as(Arrays.deepToString(shapes)).isEqualTo(expected(shapes));
        }
    }

    @Test
    void zeroSizedDims_giveNoRows() {
        broadcast(new long[] {3, 0}, new long[] {1, 1});
        assertThat(frame.broadcastDimensions()).containsExactly(3, 0);
        assertThat(frame.bindBroadcast(SLOT, 2)).isZero();
        assertThat(frame.slot(SLOT + 1)).isZero();
        broadcast(new long[] {0}, new long[] {0});
        assertThat(frame.bindBroadcast(SLOT, 2)).isZero();
    }

    @Test
    void broadcast_namesTheShapesThatClash() {
        assertThatThrownBy(() -> broadcast(new long[] {4, 1}, new long[] {5, 3}, new long[] {2}))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("MyOps.op: x is [4, 1] and y is [5, 3]")
                .hasMessageContaining("4 does not match 5");
        assertThatThrownBy(() -> broadcast(new long[] {1}, new long[] {5, 3}, new long[] {2}))
                .hasMessageContaining("y is [5, 3] and z is [2]");
        assertThatThrownBy(() -> broadcast(new long[] {0}, new long[] {2})).hasMessageContaining("0 does not match 2");
    }
}
