package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.LaunchCheck;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Debug mode names the kernel that makes a NaN or an infinity out of finite tensors, and no other. */
class DebugModeTest {

    private final LoggedMessages logged = new LoggedMessages();
    private final List<String> messages = logged.messages();

    @AfterEach
    void unlisten() {
        logged.close();
    }

    private void saysOnce(String firstLine) {
        assertThat(messages)
                .singleElement()
                .satisfies(message ->
                        assertThat(message.lines().findFirst().orElseThrow()).isEqualTo(firstLine));
    }

    @Test
    void finiteTensors_areNotMentioned() {
        DebugKernelsKernels.ranked(new float[] {1, 2}, new float[] {3, 4}, new float[2]);
        try (Tensor x = Tensor.full(1, 3, 4);
                Tensor y = Tensor.full(1, 4);
                Tensor joined = DebugKernelsKernels.joined(x, y)) {
            assertThat(joined.dimension(0)).isEqualTo(4);
        }
        assertThat(messages).isEmpty();
    }

    @Test
    void firstKernel_isNamedAndNotThoseAfter() {
        float[] out = new float[3];
        DebugKernelsKernels.ranked(new float[] {1, 2, -1}, new float[] {1, 1, 1}, out);
        assertThat(out[2]).isNaN();
        saysOnce(
                "[GK-6201] NaN or infinity in a result: ranked: kernel Log (ranked_0) stored NaN into the value of Log, at element 2");
    }

    @Test
    void launch_isNamedOnceWithItsLines() {
        try (Tensor x = Tensor.of(new float[] {1, 2, 1, -1}, 2, 2);
                Tensor shares = Tensor.zeros(2, 2)) {
            DebugKernelsKernels.fused(x, shares);
            assertThat(shares.get(1, 0)).isNaN();
        }
        assertThat(messages)
                .singleElement()
                .asString()
                .startsWith("[GK-6201] NaN or infinity in a result: fused: kernel Fused_Log_")
                .contains(
                        "stored NaN into shares, at element 2, and NaN into x, at element 3",
                        "one of its ops produces the value: Log (DebugKernels.java:22), ReduceMax, Sub, Exp",
                        "Mul, Assign (DebugKernels.java:23), Assign (DebugKernels.java:24)\nfix: check these lines");
    }

    @Test
    void valuesOfTheCaller_areHisOwn() {
        DebugKernelsKernels.ranked(new float[] {1, Float.NaN}, new float[] {1, 1}, new float[2]);
        DebugKernelsKernels.open(new float[] {1, 1}, new float[] {Float.POSITIVE_INFINITY, 1}, new float[2]);
        assertThat(messages).isEmpty();
    }

    @Test
    void unrankedShapes_areChecked() {
        try (Tensor x = Tensor.full(0, 2, 3);
                Tensor y = Tensor.full(1, 3);
                Tensor out = DebugKernelsKernels.open(x, y)) {
            assertThat(out.elementCount()).isEqualTo(6);
        }
        saysOnce(
                "[GK-6201] NaN or infinity in a result: open: kernel Log (open_0) stored an infinity into the value of Log, at element 0");
    }

    @Test
    void partsOfAResult_areCheckedWhenItIsComplete() {
        try (Tensor x = Tensor.full(0, 2, 3);
                Tensor y = Tensor.full(1, 3);
                Tensor out = DebugKernelsKernels.joined(x, y)) {
            assertThat(out.elementCount()).isEqualTo(9);
        }
        assertThat(messages).singleElement().asString().contains("stored an infinity into out, at element 0");
    }

    @Test
    void debugMode_updatesInPlaceAreChecked() {
        try (Tensor total = Tensor.of(new double[] {0, 1}, 2);
                Tensor x = Tensor.of(new double[] {0, 1}, 2)) {
            DebugKernelsKernels.updated(total, x);
        }
        assertThat(messages).singleElement().asString().contains("updated: kernel ", "stored NaN into total");
    }

    @Test
    void libraryCalls_areChecked() {
        try (Tensor x = Tensor.of(DType.F16, new float[] {60000, 60000, 60000, 60000}, 2, 2);
                Tensor out = DebugKernelsKernels.product(x)) {
            assertThat(out.elementCount()).isEqualTo(4);
        }
        assertThat(messages)
                .singleElement()
                .asString()
                .startsWith("[GK-6201] NaN or infinity in a result: product: kernel MatMul (")
                .contains("stored an infinity into out");
    }

    @Test
    void deviceTensor_isCopied() {
        Device device = OpenClTests.device();
        try (Tensor x = Tensor.of(new float[] {1, 2, -1}, 3).to(device);
                Tensor y = Tensor.full(1, 3).to(device);
                Tensor out = DebugKernelsKernels.ranked(x, y)) {
            assertThat(out.get(2)).isNaN();
        }
        saysOnce(
                "[GK-6201] NaN or infinity in a result: ranked: kernel Log (ranked_0) stored NaN into the value of Log, at element 2");
    }

    @Test
    void failureOfALaunch_namesTheKernel() {
        new LaunchCheck(LaunchFrame.current(), "net", "Log (net_0)", "Log")
                .failed(new IllegalStateException("no memory"));
        saysOnce("[GK-6202] kernel launch failed: net: kernel Log (net_0): java.lang.IllegalStateException: no memory");
    }
}
