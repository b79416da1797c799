package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.allocate;
import static io.graphkernel.cuda.Cuda.buffer;
import static io.graphkernel.cuda.Cuda.call;
import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.created;
import static io.graphkernel.cuda.Cuda.download;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.reason;
import static io.graphkernel.cuda.Cuda.synchronize;
import static io.graphkernel.cuda.Cuda.upload;
import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the valid and invalid uses of the driver. */
@Tag("emulated")
class DriverApiTest extends DriverCase {
    @Test
    void driverApi_namesWhatItIs() {
        assertThat(attribute(75)).isEqualTo(8);
        assertThat(attribute(76)).isZero();
        assertThat(attribute(16)).isEqualTo(4);
        assertThat(attribute(10)).isEqualTo(32);
        try (IntPointer value = new IntPointer(1)) {
            assertThat(call("cuDeviceGetAttribute", value.address(), 9999, 0)).isEqualTo(Cuda.INVALID_VALUE);
            assertThat(call("cuDeviceGet", value.address(), 1)).isEqualTo(101);
        }
        assertThat(created("cuDeviceTotalMem_v2", 0)).isEqualTo(2L << 30);
    }

    private static int attribute(int number) {
        try (IntPointer value = new IntPointer(1)) {
            check(call("cuDeviceGetAttribute", value.address(), number, 0));
            return value.get();
        }
    }

    @Test
    void memory_holdsWhatIsCopiedThere() {
        byte[] data = {1, 2, 3, 4, 5, 6, 7};
        long memory = upload(data);
        long other = allocate(7);
        check(call("cuMemcpyDtoD_v2", other, memory, 7));
        assertThat(download(other, 7).array()).isEqualTo(data);
        check(call("cuMemFree_v2", memory));
        check(call("cuMemFree_v2", 0));
    }

    @Test
    void memory_isNotFreedTwiceNorFromItsMiddle() {
        long memory = allocate(BYTES);
        assertThat(call("cuMemFree_v2", memory + 256)).isEqualTo(Cuda.INVALID_VALUE);
        check(call("cuMemFree_v2", memory));
        assertThat(call("cuMemFree_v2", memory)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(reason(Cuda.INVALID_VALUE)).startsWith("invalid argument: ").contains("free already");
    }

    @Test
    void driverApi_copiesStayWithinAnAllocation() {
        long memory = allocate(BYTES);
        long host = created("cuMemHostAlloc", 2 * BYTES, 0);
        assertThat(call("cuMemcpyHtoD_v2", memory, host, BYTES + 1)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(call("cuMemcpyDtoH_v2", host, memory + 1, BYTES)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(call("cuMemcpyHtoD_v2", memory, memory, 8)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(call("cuMemsetD8_v2", memory + 8, 0, BYTES)).isEqualTo(Cuda.INVALID_VALUE);
        check(call("cuMemFreeHost", host));
        assertThat(call("cuMemFreeHost", host)).isEqualTo(Cuda.INVALID_VALUE);
    }

    @Test
    void memory_isLimited() {
        try (LongPointer address = new LongPointer(1)) {
            assertThat(call("cuMemAlloc_v2", address.address(), 3L << 30)).isEqualTo(Cuda.OUT_OF_MEMORY);
        }
        allocate(1L << 30);
        try (LongPointer free = new LongPointer(1);
                LongPointer total = new LongPointer(1)) {
            check(call("cuMemGetInfo_v2", free.address(), total.address()));
            assertThat(free.get()).isEqualTo(1L << 30);
            assertThat(total.get()).isEqualTo(2L << 30);
        }
    }

    @Test
    void thread_needsAContext() {
        check(call("cuCtxSetCurrent", 0));
        try (LongPointer address = new LongPointer(1)) {
            assertThat(call("cuMemAlloc_v2", address.address(), 8)).isEqualTo(Cuda.INVALID_CONTEXT);
            assertThat(call("cuCtxSetCurrent", 12345)).isEqualTo(Cuda.INVALID_CONTEXT);
        }
        check(call("cuCtxPushCurrent_v2", cuda.context()));
    }

    @Test
    void releasedContext_isGone() {
        try (LongPointer address = new LongPointer(1)) {
            check(call("cuDevicePrimaryCtxRelease_v2", 0));
            assertThat(call("cuMemAlloc_v2", address.address(), 8)).isEqualTo(Cuda.CONTEXT_IS_DESTROYED);
            check(call("cuDevicePrimaryCtxRetain", address.address(), 0));
        }
    }

    @Test
    void handleOfAnotherContext_isRejected() {
        long before = EmulatedCuda.set(EmulatedCuda.Setting.DEVICES, 2);
        long memory = zeros();
        long function = function(load(ADD), "add");
        long stream = created("cuStreamCreate", NON_BLOCKING);
        try (Cuda other = Cuda.open(1)) {
            assertThat(other.context()).isNotEqualTo(cuda.context());
            assertThat(launch(function, 1, 256, 0, memory, 1)).isEqualTo(Cuda.INVALID_HANDLE);
            assertThat(call("cuStreamSynchronize", stream)).isEqualTo(Cuda.INVALID_HANDLE);
            assertThat(call("cuMemFree_v2", memory)).isEqualTo(Cuda.INVALID_VALUE);
            check(launch(function(load(ADD), "add"), 1, 256, 0, memory, 1));
            assertThat(synchronize()).isEqualTo(Cuda.ILLEGAL_ADDRESS);
        } finally {
            EmulatedCuda.set(EmulatedCuda.Setting.DEVICES, before);
        }
        check(synchronize());
    }

    @Test
    void launches_areChecked() {
        long memory = zeros();
        long module = load(ADD);
        long function = function(module, "add");
        assertThat(launch(function, 0, 256, 0, memory, 1)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(launch(function, 1, 0, 0, memory, 1)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(launch(function, 1, 2048, 0, memory, 1)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(launch(function, 1, 256, 0, memory)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(reason(Cuda.INVALID_VALUE)).contains("8 bytes of parameters").contains("takes 16");
        assertThat(launch(function, 1, 256, 0, memory, 1, 2)).isEqualTo(Cuda.INVALID_VALUE);
        assertThat(launch(function, 1, 256, 77, memory, 1)).isEqualTo(Cuda.INVALID_HANDLE);
        assertThat(launch(77, 1, 256, 0, memory, 1)).isEqualTo(Cuda.INVALID_HANDLE);
        check(launch(function, 1, 256, 0, memory, 1));
        assertThat(first(memory)).isEqualTo(1);
        check(call("cuModuleUnload", module));
        assertThat(launch(function, 1, 256, 0, memory, 1)).isEqualTo(Cuda.INVALID_HANDLE);
    }

    @Test
    void sizeThatAKernelRequires_isDemanded() {
        String required = ADD.replace(")\n{", ")\n.reqntid 256, 1, 1\n{");
        String most = ADD.replace(")\n{", ")\n.maxntid 64, 1, 1\n{");
        long memory = zeros();
        assertThat(launch(function(load(required), "add"), 1, 128, 0, memory, 1))
                .isEqualTo(Cuda.INVALID_VALUE);
        assertThat(launch(function(load(most), "add"), 1, 128, 0, memory, 1)).isEqualTo(Cuda.LAUNCH_OUT_OF_RESOURCES);
    }

    @Test
    void parameters_alsoComeOneByOne() {
        long memory = zeros();
        String two = Ptx.HEADER + """
                .visible .entry two(.param .u64 a, .param .u32 b)
                {
                    .reg .b64 %rd<2>;
                    .reg .b32 %r<2>;
                    ld.param.u64 %rd1, [a];
                    ld.param.u32 %r1, [b];
                    st.global.u32 [%rd1], %r1;
                    ret;
                }
                """;
        long function = function(load(two), "two");
        try (LongPointer values = new LongPointer(new long[] {memory, 42});
                LongPointer pointers = new LongPointer(new long[] {values.address(), values.address() + 8})) {
            check(call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, 0, pointers.address(), 0));
            assertThat(call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0))
                    .isEqualTo(Cuda.INVALID_VALUE);
        }
        assertThat(first(memory)).isEqualTo(42);
    }

    @Test
    void modules_areChecked() {
        assertRefused(ADD.replace(".version 6.3", ".version 8.7"), Cuda.UNSUPPORTED_PTX_VERSION, "up to 7.4");
        assertRefused(ADD.replace("sm_70", "sm_90"), Cuda.NO_BINARY_FOR_GPU, "sm_90");
        assertRefused(ADD.replace("add.s32", "frob.s32"), Cuda.INVALID_PTX, "line 15 of the PTX: unknown");
        assertRefused(ADD.replace("%r4, %r3, %r1", "%r4, %rd3, %r1"), Cuda.INVALID_PTX, "64 bits where 32 belong");
        assertRefused(ADD.replace("%r4, %r3", "%r4, %x3"), Cuda.INVALID_PTX, "'%x3' is not declared");
        assertRefused(ADD.replace("ret;", "bra $L;"), Cuda.INVALID_PTX, "unknown label '$L'");
        assertRefused("nonsense", Cuda.INVALID_PTX, "'.version' is expected");
        try (LongPointer function = new LongPointer(1);
                BytePointer name = new BytePointer("subtract")) {
            assertThat(call("cuModuleGetFunction", function.address(), load(ADD), name.address()))
                    .isEqualTo(Cuda.NOT_FOUND);
        }
    }

    private static void assertRefused(String ptx, int code, String reason) {
        try (LongPointer module = new LongPointer(1)) {
            assertThat(load(ptx, module)).isEqualTo(code);
            assertThat(reason(code)).contains(reason);
        }
    }

    @Test
    void lostDevice_isReported() {
        long before = EmulatedCuda.set(EmulatedCuda.Setting.LOST_AFTER, 2);
        try {
            long memory = zeros();
            long function = function(load(ADD), "add");
            for (int i = 0; i < 3; i++) {
                check(launch(function, 1, 256, 0, memory, 1));
            }
            assertThat(synchronize()).isEqualTo(Cuda.LAUNCH_FAILED);
            assertThat(call("cuMemFree_v2", memory)).isEqualTo(Cuda.LAUNCH_FAILED);
        } finally {
            EmulatedCuda.set(EmulatedCuda.Setting.LOST_AFTER, before);
        }
    }

    @Test
    void freshMemory_isNotZero() {
        assertThat(download(allocate(BYTES), BYTES)).isNotEqualTo(buffer(BYTES));
    }
}
