package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DriverHealth;
import io.graphkernel.runtime.internal.device.GroupParts;
import io.graphkernel.runtime.internal.device.RangeParts;
import java.util.Optional;
import java.util.Set;

/** One CUDA device in its primary context, which other libraries in the process share. */
final class CudaDriver implements DeviceDriver {
    /**
     * Errors after which the context runs nothing: deinitialized, uncorrectable ECC and NVLink errors, an illegal address
     * and its kin, a launch that timed out or failed, a destroyed context.
     */
    private static final Set<Integer> FATAL =
            Set.of(4, 214, 220, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721);

    private final CudaApi api;
    private final DeviceProperties properties;
    private final RangeParts parts;
    private final DriverHealth health;
    private final long context;

    CudaDriver(CudaApi api, int device, String name, DeviceProperties properties) {
        this.api = api;
        this.properties = properties;
        this.parts = new GroupParts(properties.multiprocessors());
        this.health = new DriverHealth(name);
        long memory = CallMemory.address();
        check("cuDevicePrimaryCtxRetain", call(api.primaryCtxRetain, memory, device));
        context = Memory.getLong(memory);
    }

    CudaApi api() {
        return api;
    }

    /** Throws what the result of a call says, if it is an error. */
    void check(String function, long result) {
        int code = (int) result;
        if (code != CudaApi.SUCCESS) {
            throw health.failure(function, api.errorName(code), code, FATAL.contains(code));
        }
    }

    /**
     * Makes the context current. Other libraries may have changed it since the last call, so that each call begins here.
     */
    void enter() {
        health.require();
        check("cuCtxSetCurrent", call(api.ctxSetCurrent, context));
    }

    boolean isLost() {
        return health.isLost();
    }

    /** As {@link #enter}, to give something back: false if the device is lost, and with it what it held. */
    boolean enterToFree() {
        return !health.isLost() && (int) call(api.ctxSetCurrent, context) == CudaApi.SUCCESS;
    }

    @Override
    public DeviceProperties properties() {
        return properties;
    }

    @Override
    public String target() {
        return "cuda";
    }

    @Override
    public RangeParts parts() {
        return parts;
    }

    @Override
    public Optional<String> programSuffix() {
        return Optional.of(".ptx");
    }

    @Override
    public void makeCurrent() {
        enter();
    }

    @Override
    public long allocate(long bytes) {
        enter();
        long memory = CallMemory.address();
        int code = (int) call(api.memAlloc, memory, bytes);
        if (code == CudaApi.OUT_OF_MEMORY) {
            return 0;
        }
        check("cuMemAlloc_v2", code);
        return Memory.getLong(memory);
    }

    @Override
    public void free(long address) {
        if (enterToFree()) {
            call(api.memFree, address);
        }
    }

    @Override
    public long allocateStaging(long bytes) {
        enter();
        long memory = CallMemory.address();
        int code = (int) call(api.memHostAlloc, memory, bytes, 0);
        if (code == CudaApi.OUT_OF_MEMORY) {
            return 0;
        }
        check("cuMemHostAlloc", code);
        return Memory.getLong(memory);
    }

    @Override
    public void freeStaging(long address) {
        if (enterToFree()) {
            call(api.memFreeHost, address);
        }
    }

    @Override
    public Queue newQueue() {
        return new CudaQueue(this);
    }

    @Override
    public Program load(String name, byte[] text) {
        return CudaProgram.load(this, name, text);
    }
}
