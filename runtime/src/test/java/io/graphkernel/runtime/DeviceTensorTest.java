package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.tensor.TensorData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tensors in the memory of every kind of GPU. */
@ParameterizedClass
@MethodSource("io.graphkernel.runtime.TestDevices#all")
@ExtendWith(ClosedTensors.class)
class DeviceTensorTest {
    @Parameter
    Device device;

    @ParameterizedTest
    @EnumSource(DType.class)
    void deviceTensor_copiesEveryDtypeThereAndBack(DType dtype) {
        Tensor host = Ops.cast(Tensor.of(new float[] {0, 1, 2, 3, 100, -0f}, 2, 3), dtype);
        Tensor there = host.to(device);
        assertThat(there.device()).isSameAs(device);
        assertThat(there.dtype()).isEqualTo(dtype);
        assertThat(there.dimensions()).containsExactly(2, 3);
        assertThat(there.to(device).to(Device.cpu()))
                .hasToString(host.to(Device.cpu()).toString());
        assertThat(there.getDouble(1, 1)).isEqualTo(host.getDouble(1, 1));
        assertThat(there).hasToString(host.toString().replace("] [[", "] on " + device + " [["));
    }

    @Test
    void arrays_areCopied() {
        Tensor floats = Tensor.empty(device, DType.F32, 3);
        floats.copyFrom(new float[] {1, 2, 3});
        assertThat(floats.toFloatArray()).containsExactly(1, 2, 3);
        assertThat(floats.toDoubleArray()).containsExactly(1, 2, 3);
        float[] target = new float[3];
        floats.copyTo(target);
        assertThat(target).containsExactly(1, 2, 3);
        Tensor longs = Tensor.of(new long[] {1L << 60, -1}, 2).to(device);
        assertThat(longs.toLongArray()).containsExactly(1L << 60, -1);
        assertThat(longs.getLong(0)).isEqualTo(1L << 60);
        longs.copyFrom(new long[] {4, 5});
        assertThat(longs.to(Device.cpu()).toLongArray()).containsExactly(4, 5);
        Tensor booleans = Tensor.of(new boolean[] {true, false}, 2).to(device);
        assertThat(booleans.toBooleanArray()).containsExactly(true, false);
        assertThatThrownBy(() -> floats.copyFrom(new float[2])).isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void largeTensors_goInChunks() {
        float[] data = new float[5_000_011];
        for (int i = 0; i < data.length; i++) {
            data[i] = i;
        }
        Tensor there = Tensor.of(data, data.length).to(device);
        assertThat(there.toFloatArray()).isEqualTo(data);
        assertThat(there.get(4_999_999)).isEqualTo(4_999_999);
    }

    @Test
    void tensors_areCopiedBetweenDevices() {
        Tensor host = Tensor.full(3, 5);
        Tensor there = Tensor.empty(device, DType.F32, 5);
        host.copyTo(there);
        Tensor other = Tensor.empty(device, DType.F32, 5);
        there.copyTo(other);
        Tensor back = Tensor.empty(Device.cpu(), DType.F32, 5);
        other.copyTo(back);
        assertThat(back.toFloatArray()).containsOnly(3);
        there.copyTo(there);
        assertThat(Tensor.empty(device, DType.F32, 0, 3).to(Device.cpu()).toFloatArray())
                .isEmpty();
        assertThatThrownBy(() -> host.copyTo(Tensor.empty(device, DType.F32, 4)))
                .isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void fills_areCopiedOnTheDevice() {
        Tensor large = Tensor.empty(device, DType.F64, 1_000_003);
        TensorData.fill(large, 2.5);
        assertThat(large.toDoubleArray()).containsOnly(2.5);
        TensorData.clear(large);
        assertThat(large.toDoubleArray()).containsOnly(0);
        assertThat(TensorData.fill(Tensor.empty(device, DType.I8, 7), 3).toIntArray())
                .containsOnly(3);
        TensorData.clear(Tensor.empty(device, DType.F32, 0));
    }

    @Test
    void viewsOfTheHost_areRejected() {
        Tensor there = Tensor.full(1, 2).to(device);
        assertThatThrownBy(there::asFloatBuffer)
                .isInstanceOf(DeviceMismatchException.class)
                .hasMessageContainingAll("[GK-6023]", "asFloatBuffer()", "f32[2] is on " + device);
        assertThatThrownBy(there::pointer)
                .isInstanceOf(DeviceMismatchException.class)
                .hasMessageContaining("pointer()");
        FloatBuffer buffer =
                ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).asFloatBuffer();
        Tensor wrapped = Tensor.wrap(buffer.put(0, 7).put(1, 8), 2);
        assertThat(wrapped.device()).isSameAs(Device.cpu());
        assertThat(wrapped.to(device).toFloatArray()).containsExactly(7, 8);
    }

    @Test
    void closedTensor_isNotCopied() {
        Tensor there = Tensor.full(1, 2).to(device);
        there.close();
        there.close();
        assertThat(there.isClosed()).isTrue();
        assertThat(there).hasToString("Tensor f32[2] on " + device + " closed");
        assertThatThrownBy(there::toFloatArray).isInstanceOf(ClosedTensorException.class);
        assertThatThrownBy(() -> there.copyFrom(new float[2])).isInstanceOf(ClosedTensorException.class);
        assertThatThrownBy(() -> there.to(Device.cpu())).isInstanceOf(ClosedTensorException.class);
        assertThatThrownBy(() -> Tensor.full(1, 2).to(device).copyTo(there)).isInstanceOf(ClosedTensorException.class);
    }

    @Test
    void missingMemory_isNamed() {
        long elements = device.memoryBytes();
        assertThatThrownBy(() -> Tensor.empty(device, DType.F64, elements))
                .isInstanceOf(OutOfMemoryException.class)
                .hasMessageContainingAll(
                        "[GK-6026]", "cannot allocate " + 8 * elements + " bytes", device.toString(), "of " + elements);
    }

    @Test
    void thousandTensors_doNotGrow() {
        long before = DeviceStates.inUse(device).memory().allocatedBytes();
        for (int i = 0; i < 1000; i++) {
            try (Tensor tensor = Tensor.empty(device, DType.F32, 100_000)) {
                assertThat(tensor.address()).isNotZero();
            }
        }
        assertThat(DeviceStates.inUse(device).memory().allocatedBytes()).isLessThanOrEqualTo(before + (600 << 10));
    }

    @Test
    void eagerOps_computeOnTheHostAndStayOnTheDevice() {
        Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2).to(device);
        Tensor y = Tensor.of(new float[] {10, 20}, 2).to(device);
        Tensor sum = Ops.add(x, y);
        assertThat(sum.device()).isSameAs(device);
        assertThat(sum.toFloatArray()).containsExactly(11, 22, 13, 24);
        assertThat(Ops.mul(x, 2).toFloatArray()).containsExactly(2, 4, 6, 8);
        assertThat(Ops.reduceSum(x, 0).device()).isSameAs(device);
        assertThat(Ops.concat(0, x, x).dimensions()).containsExactly(4, 2);
        assertThat(Ops.matMul(x, x).toFloatArray()).containsExactly(7, 10, 15, 22);
        assertThat(Ops.softmax(x, -1).device()).isSameAs(device);
        assertThat(Ops.assign(x, y)).isSameAs(x);
        assertThat(x.toFloatArray()).containsExactly(10, 20, 10, 20);
        assertThat(Ops.add(x, Tensor.full(1, 2)).device()).isSameAs(device);
        y.close();
        assertThatThrownBy(() -> Ops.add(x, y)).isInstanceOf(ClosedTensorException.class);
    }
}
