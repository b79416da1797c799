package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.parallel.ThreadSplitPolicy;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The path of a stub call, on a function of the C library that ignores its arguments. */
class CallPathTest {
    private static final String METHOD = "MyOps.op";
    private static final String[] NAMES = {"x", "bias"};

    private static final LaunchLabel LABEL = new LaunchLabel("MyOps", "op", "op_0", "cpu");

    private final LaunchFrame frame = LaunchFrame.current(Device.cpu());
    private final Kernel kernel = Kernel.ofLibrary(
            LABEL,
            Loader.addressof(PlatformNames.current().startsWith("windows") ? "GetCurrentProcessId" : "getpid")
                    .address(),
            ThreadSplitPolicy.OF_MEMORY);

    private void call(Tensor x, Tensor bias, Tensor out, long bytesPerItem) {
        LaunchFrame current = LaunchFrame.current();
        Checks.tensor(METHOD, "x", x, DType.F32, 2);
        Checks.tensor(METHOD, "bias", bias, DType.F32, 1);
        Checks.dimension(METHOD, "bias", bias, 0, "d", x.dimension(1), "x");
        current.operand(0, x);
        current.operand(1, bias);
        current.broadcast(METHOD, NAMES, 2);
        ResultChecks.broadcastResult(METHOD, "out", out, DType.F32, current);
        Checks.disjointOrSame(METHOD, "out", out, "x", x);
        Checks.disjoint(METHOD, "out", out, "bias", bias);
        current.pointer(0, x.address());
        current.pointer(1, bias.address());
        current.pointer(2, out.address());
        current.scalar(3, 1e-5f);
        long rows = current.bindBroadcast(4, 2);
        current.arena(1000);
        kernel.launch(current, rows, 1, bytesPerItem, 256);
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(bias);
        Reference.reachabilityFence(out);
    }

    @Test
    void callPath_allocatesNothing() {
        try (Tensor x = Tensor.zeros(4, 4);
                Tensor bias = Tensor.zeros(4);
                Tensor out = Tensor.zeros(4, 4)) {
            assertNoAllocation(() -> call(x, bias, out, 32));
        }
    }

    @Test
    @Tag("slow")
    void callPath_allocatesNothingOnSeveralThreads() {
        int before = KernelThreads.count();
        KernelThreads.setCount(3);
        try (Tensor x = Tensor.zeros(64, 4);
                Tensor bias = Tensor.zeros(4);
                Tensor out = Tensor.zeros(64, 4)) {
            assertNoAllocation(() -> call(x, bias, out, ThreadSplitPolicy.OF_MEMORY.wholeBytes()));
        } finally {
            KernelThreads.setCount(before);
        }
    }

    @Test
    void callPath_allocatesNothingForArrays() {
        float[] x = new float[16];
        float[] none = new float[0];
        assertNoAllocation(() -> {
            LaunchFrame current = LaunchFrame.current();
            long rows = Checks.quotient(METHOD, "x", "n", x, 4);
            kernel.launchArrays(
                    current,
                    rows,
                    64,
                    0,
                    current.arrays().add(x).add(none).add(null).add(x));
        });
    }

    private static void assertNoAllocation(Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        int calls = 20_000;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        assertThat(least).as("bytes for %s calls", calls).isLessThan(calls);
    }

    @Test
    void callPath_putsTheArraysInTheFirstSlots() {
        float[] array = new float[4];
        frame.pointer(0, 1);
        frame.pointer(1, 2);
        frame.pointer(2, 3);
        kernel.launchArrays(frame, 1, 0, 0, frame.arrays().add(array).add(null).add(array));
        assertThat(frame.slot(0)).isNotEqualTo(1).isEqualTo(frame.slot(2));
        assertThat(frame.slot(1)).isEqualTo(2);
        frame.pointer(7, 3);
        for (int count = 1; count <= KernelAbi.PINNED_ARRAYS; count++) {
            ArrayMemory arrays = frame.arrays();
            for (int i = 0; i < count; i++) {
                arrays.add(array);
            }
            kernel.launchArrays(frame, 1, 0, 0, arrays);
            assertThat(frame.slot(count - 1)).isEqualTo(frame.slot(0));
        }
    }

    @Test
    void callPath_runsNothingForAnEmptyRange() {
        Kernel crashing = Kernel.ofLibrary(LABEL, 0, ThreadSplitPolicy.OF_MEMORY);
        crashing.launch(frame, 0, 1, 1, 0);
        crashing.launchArrays(frame, 0, 0, 0, frame.arrays().add(new float[0]));
        assertThat(frame.arena(0)).isZero();
        assertThat(frame.arena(65)).isEqualTo(frame.arena(1)).matches(address -> address % 64 == 0);
        assertThat(frame.arena(1 << 20)).isNotZero();
    }

    @Test
    void callPath_storesSlotsAsTheAbiStates() {
        frame.scalar(9, -1.5f);
        assertThat(frame.slot(9)).isEqualTo(Float.floatToRawIntBits(-1.5f) & 0xffff_ffffL);
        frame.integer(KernelAbi.FRAME_SLOTS - 1, -7);
        assertThat(frame.slot(KernelAbi.FRAME_SLOTS - 1)).isEqualTo(-7);
        assertThat(frame.arguments() % 64).isZero();
        assertThat(LaunchFrame.pins(LaunchFrame.ARRAY_PIN_LIMIT)).isTrue();
        assertThat(LaunchFrame.pins(LaunchFrame.ARRAY_PIN_LIMIT + 1)).isFalse();
    }

    @Test
    void callPath_knowsTheInstructionSet() {
        int level = NativeBridge.instructionSet();
        assertThat(level).isBetween(0, 4);
        assertThat(level > 0).isEqualTo(PlatformNames.current().endsWith("x86_64"));
        assertThat(NativeBridge.abiVersion()).isEqualTo(KernelAbi.VERSION);
    }
}
