package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.FakeDriver;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChecksTest {
    private static final String METHOD = "MyOps.layerNorm";

    private final TensorScope scope = TensorScope.open();
    private final Tensor matrix = Tensor.zeros(4, 3);

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void checks_acceptsWhatFits() {
        assertThatCode(() -> {
                    Checks.tensor(METHOD, "x", matrix, DType.F32, 2);
                    Checks.dimension(METHOD, "x", matrix, 1, "d", 3, "gamma");
                    Checks.fixedDimension(METHOD, "x", matrix, 0, 4);
                    ResultChecks.resultTensor(METHOD, "out", matrix, DType.F32);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void checks_rejectsNullClosedAndForeignTensors() {
        assertThatThrownBy(() -> Checks.tensor(METHOD, "x", null, DType.F32))
                .isInstanceOf(NullTensorException.class)
                .hasMessageStartingWith("[GK-6001] argument is null: MyOps.layerNorm: tensor x");
        Tensor closed = Tensor.scalar(1);
        closed.close();
        assertThatThrownBy(() -> Checks.tensor(METHOD, "x", closed, DType.F32))
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContaining("tensor argument is closed: MyOps.layerNorm: x");
        assertThatThrownBy(() -> Checks.tensor(METHOD, "x", matrix, DType.BOOL))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("tensor x is f32[4, 3] but must be bool");
        FakeDriver driver = new FakeDriver(1 << 20);
        Device npu = (Device)
                DeviceStates.newDevice("npu", 1, 79, DiscoveredDevice.usable(driver.properties(), () -> driver));
        try (Tensor remote = Tensor.empty(npu, DType.F32, 1)) {
            Checks.sameDevice(METHOD, "y", remote, "x", remote);
            assertThatThrownBy(() -> Checks.sameDevice(METHOD, "y", remote, "x", matrix))
                    .isInstanceOf(DeviceMismatchException.class)
                    .hasMessageContaining("tensor y is on npu:1 but tensor x is on cpu:0");
        }
    }

    @Test
    void checks_rejectsShapesThatDoNotFit() {
        assertThatThrownBy(() -> Checks.tensor(METHOD, "x", matrix, DType.F32, 1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("x is f32[4, 3], which has rank 2, but must have rank 1");
        assertThatThrownBy(() -> Checks.dimension(METHOD, "x", matrix, 1, "d", 5, "gamma"))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("its dim 1 is 3, but d is 5\nbecause: d is bound by gamma\nfix: ");
        assertThatThrownBy(() -> Checks.fixedDimension(METHOD, "x", matrix, 0, 8))
                .hasMessageContaining("must be 8");
        assertThat(ResultChecks.wrongResult(METHOD, "out", matrix, 4, 5))
                .hasMessageContaining("out is f32[4, 3] but must be [4, 5]");
        assertThat(ResultChecks.wrongResult(METHOD, "out", matrix)).hasMessageContaining("[]");
    }

    @Test
    void checks_checksBroadcastResults() {
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        frame.operand(0, matrix);
        frame.broadcast(METHOD, new String[] {"x"}, 1);
        ResultChecks.broadcastResult(METHOD, "out", matrix, DType.F32, frame);
        assertThatThrownBy(() -> ResultChecks.broadcastResult(METHOD, "out", Tensor.zeros(3), DType.F32, frame))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("must be [4, 3]");
    }

    @Test
    void checks_findsOverlap() {
        FloatPointer memory = new FloatPointer(16);
        Tensor whole = Tensor.wrap(memory, DType.F32, 16);
        Tensor head = Tensor.wrap(memory, DType.F32, 8);
        Tensor tail = Tensor.wrap(new FloatPointer(memory).position(8), DType.F32, 8);
        Tensor same = Tensor.wrap(memory, DType.F32, 4, 4);
        Checks.disjoint(METHOD, "out", head, "x", tail);
        Checks.disjointOrSame(METHOD, "out", head, "x", tail);
        Checks.disjointOrSame(METHOD, "out", whole, "x", whole);
        Checks.disjointOrSame(METHOD, "out", whole, "x", same);
        Checks.disjoint(METHOD, "out", Tensor.empty(0), "x", whole);
        assertThatThrownBy(() -> Checks.disjoint(METHOD, "out", whole, "x", whole))
                .isInstanceOf(OverlapException.class)
                .hasMessageContaining(
                        "[GK-6050] result shares memory with an input: MyOps.layerNorm: result out and input x");
        assertThatThrownBy(() -> Checks.disjointOrSame(METHOD, "out", whole, "x", tail))
                .isInstanceOf(OverlapException.class)
                .hasMessageContaining("GK-6051");
        assertThatThrownBy(() -> Checks.disjointOrSame(METHOD, "out", head, "x", whole))
                .isInstanceOf(OverlapException.class);
    }

    @Test
    void checks_derivesDimsOfArrays() {
        float[] twelve = new float[12];
        float[] none = {};
        assertThat(Checks.quotient(METHOD, "x", "n", twelve, 4)).isEqualTo(3);
        assertThat(Checks.quotient(METHOD, "x", "n", none, 4)).isZero();
        assertThat(Checks.quotient(METHOD, "x", "n", none, 0)).isZero();
        Checks.arrayLength(METHOD, "x", twelve, 12);
        Checks.distinct(METHOD, "out", none, "x", none);
        assertThatThrownBy(() -> Checks.quotient(METHOD, "x", "n", twelve, 5))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("x has length 12, which is not divisible by 5 to infer n");
        assertThatThrownBy(() -> Checks.quotient(METHOD, "x", "n", twelve, 5, "array scale gives d"))
                .hasMessageEndingWith("""
                        because: n is the length divided by 5, the product of the other dims; of these array scale gives d
                        fix: pass an array whose length is a multiple of 5, or fix the array that gives the other dims""");
        assertThatThrownBy(() -> Checks.quotient(METHOD, "x", "n", twelve, 0)).hasMessageContaining("GK-6036");
        assertThatThrownBy(() -> Checks.arrayLength(METHOD, "x", twelve, 13)).hasMessageContaining("must have 13");
        assertThatThrownBy(() -> Checks.arrayLength(METHOD, "x", null, 13)).isInstanceOf(NullTensorException.class);
        assertThatThrownBy(() -> Checks.distinct(METHOD, "out", twelve, "x", twelve))
                .isInstanceOf(OverlapException.class);
    }

    @Test
    void checks_knowsArraysOfEveryType() {
        Object[] arrays = {new double[6], new int[6], new long[6], new short[6], new byte[6], new boolean[6]};
        for (Object array : arrays) {
            assertThat(Checks.length(METHOD, "x", array)).isEqualTo(6);
            assertThat(Checks.quotient(METHOD, "x", "n", array, 3)).isEqualTo(2);
            assertThatThrownBy(() -> Checks.arrayLength(METHOD, "x", array, 7)).hasMessageContaining("has length 6");
            assertThatThrownBy(() -> Checks.distinct(METHOD, "out", array, "x", array))
                    .isInstanceOf(OverlapException.class);
        }
        int[] none = {};
        Checks.distinct(METHOD, "out", none, "x", none);
    }
}
