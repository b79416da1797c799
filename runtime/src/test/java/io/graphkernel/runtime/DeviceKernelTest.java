package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.HandWrittenProgram;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceStates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Kernels of a jar on an OpenCL device: how they are loaded, and what they are launched with. */
@ExtendWith(ClosedTensors.class)
class DeviceKernelTest {
    private final Device device = OpenClTests.device();

    @TempDir
    Path directory;

    @Test
    void kernel_acceptsAllSlotsOfTheDevice() throws IOException {
        long taken = DeviceStates.inUse(device).driver().properties().parameterBytes() / Long.BYTES;
        int slots = (int) Math.min(KernelAbi.FRAME_SLOTS, taken);
        String text = """
                typedef struct { ulong slot[COUNT]; } gk_slots;
                __kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sum(const gk_slots a) {
                    if (get_global_id(0) == 0) {
                        ulong s = 0;
                        for (int i = 1; i < COUNT; i++) s += a.slot[i];
                        *(__global ulong *)a.slot[0] = s;
                    }
                }
                """.replace("COUNT", "" + slots);
        try (HandWrittenProgram program = new HandWrittenProgram(directory, text, "sum", slots)) {
            Tensor result = Tensor.empty(device, DType.I64, 1);
            LaunchFrame frame = LaunchFrame.current(device);
            frame.output(0, result);
            for (int slot = 1; slot < slots; slot++) {
                frame.integer(slot, slot);
            }
            program.library().kernel(0, frame).launch(frame, 1, 1, 8, 0);
            assertThat(result.getLong(0)).isEqualTo(slots * (slots - 1L) / 2);
        }
    }

    private void fails(HandWrittenProgram program, RuntimeProblem problem, String... fragments) throws IOException {
        try (program) {
            LaunchFrame frame = LaunchFrame.current(device);
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> program.library().kernel(0, frame))
                        .isInstanceOf(KernelLibraryException.class)
                        .hasMessageContaining(problem.id())
                        .hasMessageContainingAll(fragments);
            }
        }
    }

    @Test
    void classWithoutTheTarget_statesWhatToAdd() throws IOException {
        fails(
                new HandWrittenProgram(directory, "", "abi=2\ntag=0a1b\nfunctions=1\nkernel.0=0 scale scale\n"),
                RuntimeProblem.DEVICE_TARGET_MISSING,
                "no kernels for the device of the tensors: MyOps on opencl:0",
                "add opencl to -Agraphkernel.targets");
    }

    @Test
    @DisplayName("A2, A7: a manifest of another build, or with entries that are not right")
    void manifestsThatDoNotFit_areNamed() throws IOException {
        String manifest = HandWrittenProgram.manifest(HandWrittenProgram.SCALE, "scale", 4);
        for (String[] change : new String[][] {
            {"tag=0a1b", "tag=0a1c", "GK-6124", "of build 0a1b", "of build 0a1c"},
            {"kernel.0=0 scale scale", "", "GK-6102", "it has 0 kernels", "has 1"},
            {"kernel.0=0 scale scale", "kernel.0=0 scale scale\nkernel.1=0 scale scale", "GK-6102", "has 2", "has 1"},
            {"kernel.0=0 scale scale", "kernel.0=1 scale scale", "GK-6102", "kernel.0 is 1 scale scale"},
            {"kernel.0=0 scale scale", "kernel.0=0 scale", "GK-6102", "kernel.0 is 0 scale"},
            {"functions=1", "functions=0", "GK-6102", "kernel.0 is 0 scale scale"},
            {"slots.0=4", "slots.0=257", "GK-6102", "slots.0 is 257"},
            {"slots.0=4", "slots.0=2147483647", "GK-6102", "slots.0 is 2147483647"},
            {"function.0=scale", "function.0=", "GK-6102", "function.0 is "},
            {"function.0=scale", "function.0=sc\u0000ale", "GK-6102", "function.0 is sc"},
            {"function.0=scale", "", "GK-6102", "no entry function.0"},
            {"sha256.opencl=", "sha256.cuda=", "GK-6102", "no entry sha256.opencl"},
            {"opencl.source=kernels.cl", "opencl.source=", "GK-6102", "opencl.source is "},
        }) {
            assertThat(manifest).contains(change[0]);
            String wrong = manifest.replace(change[0], change[1]);
            try (HandWrittenProgram program = new HandWrittenProgram(directory, HandWrittenProgram.SCALE, wrong)) {
                assertThatThrownBy(() -> program.library().kernel(0, LaunchFrame.current(device)))
                        .as(change[1])
                        .isInstanceOf(KernelLibraryException.class)
                        .hasMessageContainingAll(Arrays.copyOfRange(change, 2, change.length));
            }
        }
    }

    @Test
    void rejectedProgram_isShownWithTheDriversLog() throws IOException {
        fails(
                new HandWrittenProgram(directory, "__kernel void scale(int x) { undeclared(); }\n#error stop", "x", 4),
                RuntimeProblem.PROGRAM_REFUSED,
                "opencl/kernels.cl for ",
                "stop",
                "CL_BUILD_PROGRAM_FAILURE");
    }

    /** The private memory of a group of work-items is on the stack of a driver's thread, and larger than a default stack. */
    @Test
    void kernelOfLargePrivateMemory_runs() throws IOException {
        String kernel = """
                typedef struct { ulong slot[4]; } gk_slots4;
                __kernel __attribute__((reqd_work_group_size(256, 1, 1))) void scale(const gk_slots4 a) {
                    __global const float *x = (__global const float *)a.slot[0];
                    __global float *y = (__global float *)a.slot[1];
                    float values[16384];
                    for (int i = 0; i < 16384; i++) {
                        values[i] = x[i % a.slot[2]];
                    }
                    barrier(CLK_LOCAL_MEM_FENCE);
                    for (long i = get_global_id(0); i < (long)a.slot[2]; i += get_global_size(0)) {
                        y[i] = values[16384 - a.slot[2] + i] * as_float((uint)a.slot[3]);
                    }
                }
                """;
        try (HandWrittenProgram program = new HandWrittenProgram(directory, kernel, "scale", 4)) {
            Tensor y = Tensor.zeros(4).to(device);
            program.scale(Tensor.of(new float[] {1, 2, 3, 4}, 4).to(device), 2, y);
            assertThat(y.toFloatArray()).containsExactly(2, 4, 6, 8);
        }
    }

    @Test
    void programsThatDoNotBelongToTheManifest_areNamed() throws IOException {
        fails(
                new HandWrittenProgram(directory, HandWrittenProgram.SCALE, "other", 4),
                RuntimeProblem.PROGRAM_KERNEL,
                "opencl/kernels.cl has no kernel other");
        String manifest = HandWrittenProgram.manifest("another text", "scale", 4);
        fails(
                new HandWrittenProgram(directory, HandWrittenProgram.SCALE, manifest),
                RuntimeProblem.LIBRARY_DAMAGED,
                "opencl/kernels.cl");
        fails(
                new HandWrittenProgram(
                        directory,
                        HandWrittenProgram.SCALE,
                        HandWrittenProgram.manifest(HandWrittenProgram.SCALE, "scale", 4)
                                .replace("slots.0=4", "")),
                RuntimeProblem.MANIFEST_DAMAGED,
                "no entry slots.0");
        fails(
                new HandWrittenProgram(
                        directory,
                        HandWrittenProgram.SCALE,
                        HandWrittenProgram.manifest(HandWrittenProgram.SCALE, "scale", 4)
                                .replace("kernels.cl", "../kernels.cl")),
                RuntimeProblem.MANIFEST_DAMAGED,
                "opencl.source is ../kernels.cl");
    }

    @Test
    void missingResourceOfALibrary_isNamed() {
        assertThatThrownBy(() -> DeviceStates.inUse(device).program(DeviceKernelTest.class, "absent"))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6117]", "absent.cl", DeviceKernelTest.class.getName());
    }

    @Test
    void devices_keepWhatLibrariesAttach() {
        Object attached = DeviceStates.inUse(device).attachment(DeviceKernelTest.class, used -> this);
        assertThat(DeviceStates.inUse(device).attachment(DeviceKernelTest.class, used -> null))
                .isSameAs(attached);
    }
}
