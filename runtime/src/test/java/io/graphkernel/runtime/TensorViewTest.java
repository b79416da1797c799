package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("C4: views share the memory, on every device")
class TensorViewTest {
    static Stream<Device> devices() {
        return Stream.concat(Stream.of(Device.cpu()), TestDevices.all());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void both_seeWhatTheOtherWrites(Device device) {
        try (Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2).to(device);
                Tensor wide = x.reshape(2, -1);
                Tensor rows = x.slice(1, 3);
                Tensor last = rows.slice(1, 2).reshape(2, 1)) {
            assertThat(wide.dimensions()).containsExactly(2, 3);
            assertThat(rows.toFloatArray()).containsExactly(3, 4, 5, 6);
            assertThat(last.device()).isSameAs(device);
            last.copyFrom(new float[] {7, 8});
            assertThat(wide.get(1, 1)).isEqualTo(7);
            assertThat(rows.getDouble(1, 1)).isEqualTo(8);
            assertThat(Ops.neg(rows).toFloatArray()).containsExactly(-3, -4, -7, -8);
            Tensor.of(new float[] {9, 10}, 1, 2).copyTo(rows.slice(0, 1));
            assertThat(x.toFloatArray()).containsExactly(1, 2, 9, 10, 7, 8);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void memory_livesUntilAllAreClosed(Device device) {
        Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 4).to(device);
        Tensor view = x.reshape(2, 2);
        Tensor row = view.slice(1, 2);
        x.close();
        x.close();
        view.close();
        assertThat(x.isClosed()).isTrue();
        assertThat(row.isClosed()).isFalse();
        // Released memory would be reused here.
        try (Tensor other = Tensor.full(9, 4).to(device)) {
            assertThat(row.toFloatArray()).containsExactly(3, 4);
            assertThat(other.toFloatArray()).containsOnly(9);
        }
        assertThatThrownBy(() -> x.reshape(4)).isInstanceOf(ClosedTensorException.class);
        assertThatThrownBy(() -> view.slice(0, 1)).isInstanceOf(ClosedTensorException.class);
        row.close();
        assertThatThrownBy(row::toFloatArray).isInstanceOf(ClosedTensorException.class);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void tensorView_copiesBetweenViewsThatOverlapAreExact(Device device) {
        float[] data = new float[5000];
        for (int i = 0; i < data.length; i++) {
            data[i] = i;
        }
        for (int shift : new int[] {1, 64, 999}) {
            try (Tensor x = Tensor.of(data, data.length).to(device);
                    Tensor early = x.slice(0, data.length - shift);
                    Tensor late = x.slice(shift, data.length)) {
                early.copyTo(late);
                assertThat(late.toFloatArray()).isEqualTo(Arrays.copyOf(data, data.length - shift));
                x.copyFrom(data);
                late.copyTo(early);
                assertThat(early.toFloatArray()).isEqualTo(Arrays.copyOfRange(data, shift, data.length));
            }
        }
    }

    @Test
    void collective_rejectsViewsThatOverlapInPart() {
        try (Tensor x = Tensor.zeros(4);
                Communicator rank = Communicator.single()) {
            assertThatThrownBy(() -> rank.allReduce(ReduceOp.SUM, x.slice(0, 3), x.slice(1, 4)))
                    .isInstanceOf(OverlapException.class);
            rank.allReduce(ReduceOp.SUM, x.slice(0, 2), x.slice(2, 4));
        }
    }

    @Test
    void scope_closesViewsThatAreCreatedInIt() {
        Tensor x = Tensor.zeros(4);
        Tensor view;
        Tensor kept;
        try (TensorScope scope = TensorScope.open()) {
            view = x.reshape(2, 2);
            kept = scope.keep(x.slice(0, 2));
        }
        assertThat(view.isClosed()).isTrue();
        assertThat(x.isClosed()).isFalse();
        x.close();
        assertThat(kept.toFloatArray()).containsExactly(0, 0);
        kept.close();
    }

    @Test
    void noElements_haveViews() {
        try (Tensor x = Tensor.empty(3, 0);
                Tensor none = x.reshape(0, 7);
                Tensor rows = x.slice(1, 2);
                Tensor of = Tensor.zeros(3, 2).slice(1, 1)) {
            assertThat(none.elementCount()).isZero();
            assertThat(rows.dimensions()).containsExactly(1, 0);
            assertThat(of.dimensions()).containsExactly(0, 2);
            assertThat(of.toFloatArray()).isEmpty();
        }
    }

    @Test
    void viewOutsideOfTheTensor_isRejected() {
        try (Tensor x = Tensor.zeros(3, 2)) {
            assertThatThrownBy(() -> x.slice(-1, 2)).hasMessageContaining("[GK-6055]");
            assertThatThrownBy(() -> x.slice(2, 1)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> x.slice(0, 4)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> Tensor.scalar(1).slice(0, 1)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> x.reshape(4)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> x.reshape(-1, 4)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> x.reshape(-1, -1)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> x.reshape(1, 1, 1, 1, 1, 1, 1, 1, 6)).isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> x.reshape(Long.MAX_VALUE, 2)).isInstanceOf(ShapeMismatchException.class);
        }
    }

    @Test
    @DisplayName("A4: pointers and buffers stay mapped after the close")
    void pointersAndBuffers_stayMapped() throws InterruptedException {
        long cap = MemoryPool.shared().cap();
        MemoryPool.shared().setCap(0);
        try {
            Tensor x = Tensor.full(3, 1 << 22);
            FloatPointer pointer = (FloatPointer) x.pointer();
            FloatBuffer buffer = x.asFloatBuffer();
            new FloatPointer(pointer).close();
            x.pointer().deallocate();
            assertThat(x.get(7)).isEqualTo(3);
            x.close();
            MemoryPool.shared().trim();
            Thread.sleep(10);
            assertThat(pointer.get(1 << 21)).isEqualTo(buffer.get(1 << 21));
        } finally {
            MemoryPool.shared().setCap(cap);
        }
    }
}
