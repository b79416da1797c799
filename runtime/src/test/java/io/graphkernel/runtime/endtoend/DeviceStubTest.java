package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated stubs on every kind of GPU: they run where their tensors are. */
@ParameterizedClass
@MethodSource("io.graphkernel.runtime.TestDevices#all")
@ExtendWith(ClosedTensors.class)
class DeviceStubTest {
    private static final int WARM_UP = 2_000;
    private static final int CALLS = 1_000;
    /** A mark for every 256 launches, and what the measurement itself may cost. */
    private static final long ALLOWED_BYTES = 2_000;

    @Parameter
    Device device;

    private Tensor there(float value, long... dims) {
        return Tensor.full(value, dims).to(device);
    }

    @Test
    void results_areCreatedWhereTheOperandsAre() {
        Tensor softmax = RowKernelsKernels.softmax(there(1, 3, 4));
        assertThat(softmax.device()).isSameAs(device);
        assertThat(softmax.toFloatArray()).containsOnly(0.25f);
        Tensor open = UnrankedKernelsKernels.binary(there(2, 3, 4), there(3, 4));
        assertThat(open.device()).isSameAs(device);
        assertThat(open.toFloatArray()).containsOnly(1);
        assertThat(RowKernelsKernels.softmax(Tensor.full(1, 3, 4)).device()).isSameAs(Device.defaultDevice());
    }

    @Test
    void twoDevices_workInTurn() {
        Tensor host = Tensor.full(1, 3, 4).to(Device.cpu());
        Tensor there = host.to(device);
        for (int i = 0; i < 3; i++) {
            assertThat(RowKernelsKernels.softmax(host).toFloatArray()).containsOnly(0.25f);
            assertThat(RowKernelsKernels.softmax(there).toFloatArray()).containsOnly(0.25f);
            assertThat(ColumnKernelsKernels.columnSum(host).toFloatArray()).containsOnly(3);
            assertThat(ColumnKernelsKernels.columnSum(there).toFloatArray()).containsOnly(3);
        }
    }

    @Test
    void tensorsOnTwoDevices_areRejectedByTheirNames() {
        Tensor host = Tensor.empty(Device.cpu(), DType.F32, 3, 4);
        assertThatThrownBy(() -> RowKernelsKernels.softmax(there(1, 3, 4), host))
                .isInstanceOf(DeviceMismatchException.class)
                .hasMessageContainingAll(
                        "[GK-6020] tensors are on different devices: softmax: tensor out is on cpu:0 but",
                        "tensor x is on " + device);
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(host, there(1, 4)))
                .isInstanceOf(DeviceMismatchException.class)
                .hasMessageContainingAll("tensor y is on " + device, "tensor x is on cpu:0");
    }

    @Test
    void severalKernels_shareTheArena() {
        Tensor x = there(2, 50, 7);
        Tensor row = there(1, 7);
        assertThat(ColumnKernelsKernels.batchNorm(x, row, row, 1e-5f).toFloatArray())
                .containsOnly(1);
        float[] clipped = FullKernelsKernels.clipByGlobalNorm(x, 1).toFloatArray();
        float expected = (float) (2 / Math.sqrt(4 * 350));
        assertThat(clipped[349]).isBetween(0.999f * expected, 1.001f * expected);
    }

    @Test
    void deviceStub_updatesStayOnTheDevice() {
        Tensor[] host = {Tensor.full(1, 9, 5), Tensor.full(0.5f, 9, 5), Tensor.zeros(9, 5), Tensor.zeros(9, 5)};
        Tensor[] there = Arrays.stream(host).map(tensor -> tensor.to(device)).toArray(Tensor[]::new);
        for (int step = 1; step < 4; step++) {
            UpdateKernelsKernels.adamW(host[0], host[1], host[2], host[3], 1e-3f, 0.9f, 0.999f, 1e-8f, 0.01f, step);
            UpdateKernelsKernels.adamW(there[0], there[1], there[2], there[3], 1e-3f, 0.9f, 0.999f, 1e-8f, 0.01f, step);
        }
        float difference = host[0].get(8, 4) - there[0].get(8, 4);
        assertThat(Math.abs(difference)).isLessThan(1e-6f);
        assertThat(there[0].get(8, 4)).isLessThan(0.999f);
    }

    @Test
    @Tag("slow")
    void stubs_areCaptured() {
        Tensor x = there(2, 50, 7);
        Tensor row = there(1, 7);
        Tensor out = Tensor.empty(device, DType.F32, 50, 7);
        try (LaunchGraph graph =
                LaunchGraph.capture(device, () -> ColumnKernelsKernels.batchNorm(x, row, row, 1e-5f, out))) {
            // A call between takes other memory than the arena of the graph.
            ColumnKernelsKernels.batchNorm(there(3, 50, 7), row, row, 1e-5f).close();
            graph.launch();
            assertThat(out.toFloatArray()).containsOnly(1);
            x.copyFrom(new float[350]);
            row.copyFrom(new float[] {4, 4, 4, 4, 4, 4, 4});
            graph.launch();
            assertThat(out.toFloatArray()).containsOnly(4);
        }
    }

    @Test
    @Tag("slow")
    void nothing_isAllocated() {
        Tensor x = there(1, 4, 4);
        Tensor row = there(1, 4);
        Tensor out = Tensor.empty(device, DType.F32, 4, 4);
        Tensor sum = Tensor.empty(device, DType.F32, 4);
        allocatesNothing("rows", () -> RowKernelsKernels.layerNorm(x, row, row, 1e-5f, out));
        allocatesNothing("two phases", () -> ColumnKernelsKernels.columnSum(x, sum));
        allocatesNothing("several kernels", () -> ColumnKernelsKernels.batchNorm(x, row, row, 1e-5f, out));
        allocatesNothing("unranked shapes", () -> UnrankedKernelsKernels.binary(x, row, out));
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use()) {
            allocatesNothing("another stream", () -> RowKernelsKernels.softmax(x, out));
        }
    }

    private static void allocatesNothing(String what, Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i++) {
            call.run();
        }
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        for (int i = 0; i < CALLS; i++) {
            call.run();
        }
        assertThat(threads.getThreadAllocatedBytes(thread) - before).as(what).isLessThan(ALLOWED_BYTES);
    }
}
