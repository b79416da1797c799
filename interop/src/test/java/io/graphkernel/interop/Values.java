package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Tensor utilities of the tests of all frameworks. */
final class Values {
    private Values() {}

    /** All elements, row by row. */
    static double[] of(Tensor tensor) {
        double[] values = new double[Math.toIntExact(tensor.elementCount())];
        long[] index = new long[tensor.rank()];
        for (int i = 0; i < values.length; i++) {
            long rest = i;
            for (int axis = tensor.rank() - 1; axis >= 0; axis--) {
                index[axis] = rest % tensor.dimension(axis);
                rest /= tensor.dimension(axis);
            }
            values[i] = tensor.getDouble(index);
        }
        return values;
    }

    static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** A tensor of each dtype with six numbers that are exact in f64 and, but for bool, distinct. */
    static Tensor sample(DType dtype, long... dims) {
        return switch (dtype) {
            case F64 -> Tensor.of(new double[] {-3, 0.5, 0, 1, 7, 100}, dims);
            case F32, F16, BF16, F8E4M3, F8E5M2 -> Tensor.of(dtype, new float[] {-3, 0.5f, 0, 1, 7, 100}, dims);
            case I32 -> Tensor.of(new int[] {-3, 1 << 30, 0, 1, 7, 100}, dims);
            case I64 -> Tensor.of(new long[] {-3, 1L << 40, 0, 1, 7, 100}, dims);
            case I8, U8 -> Tensor.of(dtype, new byte[] {-3, 127, 0, 1, 7, 100}, dims);
            case BOOL -> Tensor.of(new boolean[] {true, false, false, true, true, true}, dims);
            case I16, U16 -> Tensor.of(dtype, new short[] {-3, 1 << 14, 0, 1, 7, 100}, dims);
            case U32 -> Tensor.of(dtype, new int[] {-3, 1 << 30, 0, 1, 7, 100}, dims);
            case U64 -> Tensor.of(dtype, new long[] {-1L << 60, 1L << 40, 0, 1, 7, 100}, dims);
        };
    }

    /** Eager ops and a compiled kernel over a matrix or another f32 tensor give what float32 arithmetic gives. */
    static void assertComputesOn(Tensor x, float[] expected) {
        assertThat(floats(of(x))).containsExactly(expected);
        try (Tensor twice = Ops.mul(x, 2.0);
                Tensor compiled = MyOpsKernels.mulAdd(x, x)) {
            for (int i = 0; i < expected.length; i++) {
                assertThat(twice.toFloatArray()[i]).isEqualTo(2 * expected[i]);
                assertThat(compiled.toFloatArray()[i])
                        .isCloseTo(expected[i] * expected[i] + expected[i], org.assertj.core.data.Offset.offset(1e-4f));
            }
        }
    }

    /** Dtype and elements are those of another tensor. */
    static void assertSame(Tensor actual, Tensor expected) {
        assertThat(actual.dtype()).isEqualTo(expected.dtype());
        assertThat(of(actual)).containsExactly(of(expected));
    }

    /**
     * Calls a kernel on a square matrix while another thread closes the framework's reference.
     *
     * @param value value of all elements
     * @param calls number of kernel calls
     * @param close closes it, and lets the framework reuse its memory
     */
    static void assertUnharmed(Tensor matrix, float value, int calls, Runnable close) throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        Thread closer = new Thread(() -> {
            try {
                start.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            close.run();
        });
        closer.start();
        try {
            start.await();
            long last = matrix.dimension(0) - 1;
            for (int i = 0; i < calls; i++) {
                try (Tensor result = MyOpsKernels.mulAdd(matrix, matrix)) {
                    assertThat(result.get(last, last)).isEqualTo(value * value + value);
                    assertThat(result.get(0, 0)).isEqualTo(value * value + value);
                }
            }
        } finally {
            closer.join();
        }
    }

    /** Requires that the call throws an exception of this library with the id, whose message has the given texts. */
    static void assertRefused(ThrowingCallable call, String id, String... fragments) {
        assertThatThrownBy(call)
                .isInstanceOf(GraphKernelException.class)
                .hasMessageStartingWith("[" + id + "] ")
                .satisfies(refusal -> assertThat(List.of(fragments)).allMatch(refusal.getMessage()::contains));
    }

    /** Runs the garbage collector, reuses its memory, and allocates a tensor, which releases the memory of unreachable ones. */
    static void pressMemory() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(20);
            byte[][] garbage = new byte[64][];
            for (int j = 0; j < garbage.length; j++) {
                garbage[j] = new byte[100_000];
            }
            Tensor.zeros(1).close();
        }
    }

    /** As {@link #pressMemory()}, again and again for up to ten seconds until something has happened. */
    static void pressMemoryUntil(BooleanSupplier happened) throws InterruptedException {
        for (int i = 0; i < 100 && !happened.getAsBoolean(); i++) {
            pressMemory();
        }
    }
}
