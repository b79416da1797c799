package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.memory.Reclamation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A1: tensors over foreign memory")
class ForeignMemoryTest {
    /** Memory that counts its releases. */
    private static class Lent implements ForeignMemory {
        final AtomicInteger released = new AtomicInteger();
        final ByteBuffer buffer;
        boolean alive = true;
        boolean readOnly;

        Lent(float... values) {
            buffer = ByteBuffer.allocateDirect(values.length * 4 + 4).order(ByteOrder.nativeOrder());
            buffer.asFloatBuffer().put(values);
        }

        @Override
        public long address() {
            return new Pointer(buffer).address();
        }

        @Override
        public long byteCount() {
            return buffer.capacity() - 4;
        }

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public boolean isReadOnly() {
            return readOnly;
        }

        @Override
        public void release() {
            released.incrementAndGet();
        }
    }

    private static long[] dims(long... dims) {
        return dims;
    }

    @Test
    void foreignMemory_isReleasedOnceAtTheLastClose() {
        Lent lent = new Lent(1, 2, 3, 4, 5, 6);
        Tensor tensor = Tensor.wrap(lent, DType.F32, 2, 3);
        Tensor row = tensor.slice(1, 2);
        assertThat(tensor.address()).isEqualTo(lent.address());
        row.copyFrom(new float[] {7, 8, 9});
        assertThat(lent.buffer.getFloat(12)).isEqualTo(7);
        tensor.close();
        tensor.close();
        assertThat(lent.released).hasValue(0);
        assertThat(row.toFloatArray()).containsExactly(7, 8, 9);
        row.close();
        assertThat(lent.released).hasValue(1);
    }

    @Test
    void foreignMemory_usedByAnotherThread_isReleasedAfterTheClose() throws InterruptedException {
        Lent lent = new Lent(1, 2);
        Tensor tensor = Tensor.wrap(lent, DType.F32, 2);
        Thread other = new Thread(tensor::toFloatArray);
        other.start();
        other.join();
        tensor.close();
        assertThat(lent.released).hasValue(0);
        for (int i = 0; i < 200 && lent.released.get() == 0; i++) {
            Thread.sleep(20);
        }
        assertThat(lent.released).hasValue(1);
    }

    @Test
    void foreignMemory_leaked_isReleased() throws InterruptedException {
        Lent lent = new Lent(1, 2);
        assertThat(Tensor.wrap(lent, DType.F32, 2).reshape(1, 2).toFloatArray()).containsExactly(1, 2);
        for (int i = 0; i < 200 && lent.released.get() == 0; i++) {
            System.gc();
            Reclamation.run();
            Thread.sleep(20);
        }
        assertThat(lent.released).hasValue(1);
    }

    @Test
    void foreignMemory_freed_isDetectedAtEveryUse() {
        Lent lent = new Lent(1, 2);
        try (Tensor tensor = Tensor.wrap(lent, DType.F32, 2)) {
            lent.alive = false;
            assertThatThrownBy(tensor::toFloatArray)
                    .isInstanceOf(ClosedTensorException.class)
                    .hasMessageContaining("[GK-6004] wrapped pointer is closed: tensor f32[2]");
            assertThatThrownBy(() -> Ops.neg(tensor)).isInstanceOf(ClosedTensorException.class);
        }
        assertThat(lent.released).hasValue(1);
        assertThatThrownBy(() -> Tensor.wrap(lent, DType.F32, 2)).isInstanceOf(ClosedTensorException.class);
        assertThat(lent.released).hasValue(2);
    }

    @Test
    void foreignMemory_readOnly_isNotAResult() {
        Lent lent = new Lent(1, 2);
        lent.readOnly = true;
        try (Tensor tensor = Tensor.wrap(lent, DType.F32, 2);
                Tensor view = tensor.reshape(2, 1)) {
            assertThat(view.isReadOnly()).isTrue();
            assertThat(Ops.neg(tensor).toFloatArray()).containsExactly(-1, -2);
            assertThatThrownBy(() -> view.copyFrom(new float[2]))
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("[GK-6072]");
            assertThatThrownBy(() -> Tensor.scalar(1).copyTo(view)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> Tensor.zeros(2).copyTo(tensor)).hasMessageContaining("target f32[2]");
            assertThatThrownBy(() -> Ops.assign(tensor, 1))
                    .hasMessageContaining("tensor is read-only: assign: parameter f32[2]");
            assertThatThrownBy(tensor::pointer).hasMessageContaining("read-only");
            assertThat(tensor.asFloatBuffer().isReadOnly()).isTrue();
        }
    }

    @Test
    void foreignMemory_withDenseStrides_isShared() {
        try (Tensor tensor = Tensor.wrap(new Lent(1, 2, 3, 4), DType.F32, dims(2, 1, 2), dims(2, 77, 1));
                Tensor one = Tensor.wrap(new Lent(1), DType.F32, dims(1), dims(-5));
                Tensor none = Tensor.wrap(new Lent(), DType.F32, dims(3, 0), dims(8, 9))) {
            assertThat(tensor.toFloatArray()).containsExactly(1, 2, 3, 4);
            assertThat(one.toFloatArray()).containsExactly(1);
            assertThat(none.toFloatArray()).isEmpty();
        }
        Lent transposed = new Lent(1, 2, 3, 4);
        assertThatThrownBy(() -> Tensor.wrap(transposed, DType.F32, dims(2, 2), dims(1, 2)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6073]")
                .hasMessageContaining("its strides are [1, 2]")
                .hasMessageContaining("the strides [2, 1]")
                .hasMessageContaining("Tensor.copyOf");
        assertThat(transposed.released).hasValue(1);
        assertThatThrownBy(() -> Tensor.wrap(new Lent(1), DType.F32, dims(1), dims()))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6074]");
    }

    @Test
    void foreignMemory_withAnyStrides_isCopied() {
        Lent lent = new Lent(1, 2, 3, 4, 5, 6);
        assertThat(Tensor.copyOf(lent, DType.F32, dims(3, 2), dims(1, 3)).toFloatArray())
                .containsExactly(1, 4, 2, 5, 3, 6);
        assertThat(lent.released).hasValue(1);
        assertThat(Tensor.copyOf(new Lent(1, 2, 3, 4, 5, 6), DType.F32, dims(2, 2), dims(3, 1))
                        .toFloatArray())
                .containsExactly(1, 2, 4, 5);
        assertThat(Tensor.copyOf(new Lent(7), DType.F32, dims(2, 3), dims(0, 0)).toFloatArray())
                .containsExactly(7, 7, 7, 7, 7, 7);
        assertThat(Tensor.copyOf(new Lent(7), DType.F32, dims(), dims()).toFloatArray())
                .containsExactly(7);
        for (DType dtype : DType.values()) {
            Lent bits = new Lent(1, 2, 3, 4, 5, 6, 7, 8);
            int width = dtype.bytes();
            Tensor odd = Tensor.copyOf(bits, dtype, dims(32 / width / 2), dims(2));
            for (int i = 0; i < 32 / width / 2; i++) {
                byte[] expected = new byte[width];
                byte[] actual = new byte[width];
                bits.buffer.get(2 * i * width, expected);
                new BytePointer(odd.pointer()).position(i * width).get(actual);
                assertThat(actual).isEqualTo(expected);
            }
        }
    }

    @Test
    void foreignMemory_tooLargeForABuffer_isNamed() {
        Lent lent = new Lent(1, 2) {
            @Override
            public long byteCount() {
                return 3L << 30;
            }
        };
        try (Tensor tensor = Tensor.wrap(lent, DType.F32, 3L << 28)) {
            assertThatThrownBy(tensor::asFloatBuffer)
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessageContaining("[GK-6044]")
                    .hasMessageContaining("at most 2147483647 bytes");
        }
    }

    @Test
    void foreignMemory_isNeverReadOutOfBounds() {
        Lent lent = new Lent(1, 2, 3, 4);
        assertThatThrownBy(() -> Tensor.wrap(lent, DType.F32, 5)).hasMessageContaining("has 16 bytes where 20");
        assertThatThrownBy(() -> Tensor.copyOf(lent, DType.F32, dims(2, 2), dims(3, 1)))
                .hasMessageContaining("has 16 bytes where 20");
        assertThatThrownBy(() -> Tensor.copyOf(lent, DType.F32, dims(2), dims(-1)))
                .hasMessageContaining("before its begin");
        assertThatThrownBy(() -> Tensor.copyOf(lent, DType.F32, dims(3, 3), dims(Long.MAX_VALUE, Long.MAX_VALUE)))
                .isInstanceOf(InvalidArgumentException.class);
        assertThat(lent.released).hasValue(4);
    }

    private static void awaitReleases(Lent lent, int count) throws InterruptedException {
        for (int i = 0; i < 200 && lent.released.get() < count; i++) {
            Thread.sleep(20);
        }
        assertThat(lent.released).hasValue(count);
    }

    @Test
    void foreignMemory_closedDuringACall_isReleasedAfterIt() throws InterruptedException {
        Lent first = new Lent(1, 2);
        Tensor closed = Tensor.wrap(first, DType.F32, 2);
        AtomicBoolean inside = new AtomicBoolean();
        Lent second = new Lent(3, 4) {
            @Override
            public boolean isAlive() {
                if (inside.get()) {
                    closed.close();
                }
                return true;
            }
        };
        LaunchFrame frame = LaunchFrame.current();
        try (Tensor closing = Tensor.wrap(second, DType.F32, 2)) {
            frame.enter();
            try {
                assertThat(closed.address()).isEqualTo(first.address());
                inside.set(true);
                assertThat(closing.address()).isNotZero();
                assertThat(closed.isClosed()).isTrue();
                Thread.sleep(400);
                assertThat(first.released).as("released inside the call").hasValue(0);
            } finally {
                frame.exit();
            }
        }
        awaitReleases(first, 1);
    }

    /** Memory whose owner does everything wrong that it can. */
    private static final class Hostile extends Lent {
        @Override
        public void release() {
            super.release();
            throw new Unprintable();
        }

        @Override
        public String toString() {
            throw new Unprintable();
        }
    }

    private static final class Unprintable extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private static Tensor usedElsewhere(Lent lent) throws InterruptedException {
        Tensor tensor = Tensor.wrap(lent, DType.F32, 0);
        Thread other = new Thread(tensor::address);
        other.start();
        other.join();
        return tensor;
    }

    @Test
    void foreignMemory_whoseReleaseFails_delaysNoOther() throws InterruptedException {
        Lent hostile = new Hostile();
        Tensor.wrap(hostile, DType.F32, 0).close();
        assertThat(hostile.released).hasValue(1);
        for (int round = 1; round <= 2; round++) {
            Lent bad = new Hostile();
            Lent good = new Lent();
            Tensor first = usedElsewhere(bad);
            Tensor second = usedElsewhere(good);
            first.close();
            second.close();
            awaitReleases(bad, 1);
            awaitReleases(good, 1);
        }
    }
}
