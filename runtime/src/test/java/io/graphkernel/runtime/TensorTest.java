package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.TensorData;
import java.util.concurrent.CountDownLatch;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

class TensorTest {
    @Test
    void tensor_holdsWhatItWasCreatedOf() {
        try (Tensor tensor = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3)) {
            assertThat(tensor.dtype()).isEqualTo(DType.F32);
            assertThat(tensor.device()).hasToString("cpu:0");
            assertThat(tensor.rank()).isEqualTo(2);
            assertThat(tensor.dimensions()).containsExactly(2, 3);
            assertThat(tensor.dimension(-1)).isEqualTo(3);
            assertThat(tensor.elementCount()).isEqualTo(6);
            assertThat(tensor.byteCount()).isEqualTo(24);
            assertThat(tensor.toFloatArray()).containsExactly(1, 2, 3, 4, 5, 6);
            assertThat(tensor.get(1, 0)).isEqualTo(4);
            assertThat(tensor.asFloatBuffer().get(5)).isEqualTo(6);
            assertThat(((FloatPointer) tensor.pointer()).get(2)).isEqualTo(3);
        }
    }

    @Test
    void tensor_copiesItsDims() {
        long[] dims = {2, 2};
        try (Tensor tensor = Tensor.zeros(dims)) {
            dims[0] = 7;
            tensor.dimensions()[1] = 9;
            assertThat(tensor.dimensions()).containsExactly(2, 2);
            assertThat(tensor.toFloatArray()).containsOnly(0);
        }
    }

    @Test
    void tensor_fillsLargerThanOneChunk() {
        try (Tensor tensor = Tensor.full(2.5f, 10_001)) {
            assertThat(tensor.toFloatArray()).hasSize(10_001).containsOnly(2.5f);
        }
    }

    @Test
    void tensor_hasBooleansAndScalars() {
        try (Tensor bool = Tensor.of(new boolean[] {true, false}, 2);
                Tensor scalar = Tensor.scalar(3)) {
            assertThat(bool.toBooleanArray()).containsExactly(true, false);
            assertThat(bool.get(0)).isEqualTo(1);
            assertThat(scalar.rank()).isZero();
            assertThat(scalar.get()).isEqualTo(3);
        }
    }

    @Test
    void tensor_hasZeroSizedDims() {
        try (Tensor tensor = Tensor.of(new float[0], 3, 0)) {
            assertThat(tensor.elementCount()).isZero();
            assertThat(tensor.toFloatArray()).isEmpty();
            assertThat(tensor.address()).isNotZero();
            assertThat(tensor.asFloatBuffer().remaining()).isZero();
            assertThat(tensor).hasToString("Tensor f32[3, 0] [[], [], []]");
        }
        assertThat(Tensor.empty(Long.MAX_VALUE, 0, Long.MAX_VALUE).elementCount())
                .isZero();
    }

    @Test
    void tensor_alignsItsMemory() {
        try (Tensor small = Tensor.empty(1);
                Tensor large = Tensor.empty(1 << 20)) {
            assertThat(small.address() % 64).isZero();
            assertThat(large.address() % (2 << 20)).isZero();
        }
    }

    @Test
    void tensor_countsBeyondThirtyTwoBits() {
        // Untouched pages cost nothing, but JavaCPP counts them against its limit.
        assumeThat(Pointer.maxBytes()).isGreaterThan(4L << 30);
        try (Tensor tensor = Tensor.empty(DType.I8, 3, 1L << 30)) {
            assertThat(tensor.elementCount()).isEqualTo(3L << 30);
            assertThat(tensor.get(2, (1L << 30) - 1)).isBetween(-128f, 127f);
            assertThat(TensorData.offset(tensor, new long[] {2, 5})).isEqualTo((2L << 30) + 5);
        }
    }

    @Test
    void tensor_rejectsImpossibleSizes() {
        assertThatThrownBy(() -> Tensor.empty(1L << 40, 1L << 40))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6039]");
        assertThatThrownBy(() -> Tensor.empty(1L << 31, 1L << 31))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6039]");
        assertThatThrownBy(() -> Tensor.empty(1L << 50))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageContaining(String.valueOf(1L << 52));
        assertThatThrownBy(() -> Tensor.empty(2, -1)).hasMessageContaining("[GK-6038] invalid shape: [2, -1]");
        assertThatThrownBy(() -> Tensor.empty(1, 1, 1, 1, 1, 1, 1, 1, 1)).hasMessageContaining("GK-6038");
    }

    @Test
    void tensor_rejectsUseAfterClose() {
        Tensor tensor = Tensor.full(1, 4, 4);
        tensor.close();
        tensor.close();
        assertThat(tensor.isClosed()).isTrue();
        assertThat(tensor).hasToString("Tensor f32[4, 4] closed");
        assertThatThrownBy(tensor::address)
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageStartingWith("[GK-6003] tensor is closed: tensor f32[4, 4]")
                .hasMessageContaining("\nbecause: ")
                .hasMessageContaining("\nfix: ");
        assertThatThrownBy(tensor::toFloatArray).isInstanceOf(ClosedTensorException.class);
        assertThatThrownBy(tensor::pointer).isInstanceOf(ClosedTensorException.class);
        assertThatThrownBy(() -> tensor.get(0, 0)).isInstanceOf(ClosedTensorException.class);
    }

    @Test
    void tensor_closesOnceFromManyThreads() throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            Tensor tensor = Tensor.empty(100_003);
            CountDownLatch start = new CountDownLatch(1);
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    try {
                        start.await();
                        tensor.close();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                threads[i].start();
            }
            start.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            try (Tensor first = Tensor.empty(100_003);
                    Tensor second = Tensor.empty(100_003)) {
                assertThat(first.address()).isNotEqualTo(second.address());
            }
        }
    }

    @Test
    void tensor_copiesBetweenTensorsAndArrays() {
        try (Tensor source = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
                Tensor target = Tensor.zeros(2, 2);
                Tensor other = Tensor.zeros(4)) {
            source.copyTo(target);
            float[] copy = new float[4];
            target.copyTo(copy);
            assertThat(copy).containsExactly(1, 2, 3, 4);
            target.copyFrom(new float[] {5, 6, 7, 8});
            assertThat(target.get(1, 1)).isEqualTo(8);
            assertThatThrownBy(() -> source.copyTo(other)).hasMessageContaining("[GK-6040]");
            assertThatThrownBy(() -> source.copyTo(new float[3]))
                    .hasMessageContaining(
                            "[GK-6037] number of elements does not match the shape: 3 elements for the shape");
            assertThatThrownBy(() -> Tensor.of(new float[3], 2, 2)).isInstanceOf(ShapeMismatchException.class);
        }
    }

    @Test
    void tensor_rejectsOtherDTypesAndIndices() {
        try (Tensor bool = Tensor.of(new boolean[] {true}, 1);
                Tensor matrix = Tensor.zeros(2, 3)) {
            assertThatThrownBy(bool::toFloatArray)
                    .isInstanceOf(DTypeMismatchException.class)
                    .hasMessageContaining("[GK-6011] unsupported dtype: toFloatArray() does not support bool[1]")
                    .hasMessageEndingWith("fix: convert the tensor first with Ops.cast(tensor, dtype)");
            assertThatThrownBy(matrix::toBooleanArray).isInstanceOf(DTypeMismatchException.class);
            assertThatThrownBy(() -> matrix.copyTo(new int[6]))
                    .hasMessageContaining("copyTo(int[]) does not support f32");
            assertThatThrownBy(() -> matrix.copyFrom(new int[6])).hasMessageContaining("copyFrom(int[]) does not");
            assertThatThrownBy(() -> Tensor.of(DType.F64, new float[1], 1))
                    .hasMessageContaining("Tensor.of does not support f64[1]");
            assertThatThrownBy(() -> matrix.get(2, 0))
                    .hasMessageContaining("[GK-6043] index is out of bounds: [2, 0] for");
            assertThatThrownBy(() -> matrix.get(1)).hasMessageContaining("GK-6043");
            assertThatThrownBy(matrix::get)
                    .hasMessageEndingWith("fix: pass an index inside the shape; toFloatArray() copies all elements");
            assertThatThrownBy(() -> bool.get(1)).hasMessageContaining("toBooleanArray() copies all");
            assertThatThrownBy(() -> matrix.dimension(2)).hasMessage("""
                            [GK-6041] axis is out of range: dimension: axis 2 of f32[2, 3]
                            because: the tensor has rank 2; a negative axis counts from the end
                            fix: pass an axis from -2 to 1""");
        }
    }

    @Test
    void tensor_prints() {
        try (Tensor small = Tensor.of(new float[] {1, 2.5f, Float.NaN, -0f}, 2, 2);
                Tensor bool = Tensor.of(new boolean[] {true, false}, 2);
                Tensor large = Tensor.zeros(100)) {
            assertThat(small).hasToString("Tensor f32[2, 2] [[1.0, 2.5], [NaN, -0.0]]");
            assertThat(bool).hasToString("Tensor bool[2] [true, false]");
            assertThat(large).hasToString("Tensor f32[100] [0.0, 0.0, 0.0, …, 0.0, 0.0, 0.0]");
        }
    }
}
