package io.graphkernel.runtime.generated.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class NativeBuffersTest {

    @Test
    void buffer_ofAnAddress_readsAndWritesThere() {
        try (Tensor x = Tensor.of(new float[] {1, 2, 3}, 3)) {
            ByteBuffer buffer = NativeBuffers.at(x.address(), 12);
            assertThat(buffer.isDirect()).isTrue();
            assertThat(buffer.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(buffer.remaining()).isEqualTo(12);
            assertThat(buffer.getFloat(8)).isEqualTo(3);
            buffer.putFloat(4, 7);
            assertThat(x.toFloatArray()).containsExactly(1, 7, 3);
            assertThat(NativeBuffers.at(x.address(), 0).hasRemaining()).isFalse();
        }
    }

    /** A registered action of a buffer must not run while a view of a view is in use. */
    @Test
    void buffer_whoseViewIsReachable_isReachable() throws InterruptedException {
        long address = MemoryPool.shared().acquire(64).address();
        ByteBuffer buffer = NativeBuffers.at(address, 64);
        FloatBuffer view = buffer.slice().order(ByteOrder.nativeOrder()).asFloatBuffer();
        WeakReference<ByteBuffer> reference = new WeakReference<>(buffer);
        buffer = null;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(reference.get()).isNotNull();
        assertThat(view.capacity()).isEqualTo(16);
    }
}
