package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DriverHealth;
import io.graphkernel.runtime.internal.device.RangeParts;

/** One Ascend device in its default context, which other libraries in the process share. */
final class AscendDriver implements DeviceDriver {
    /**
     * Exceptions and time-outs of cores, after which the device runs nothing, are among the errors 507000 to 507999. The
     * documents do not say of each of the others what it means for the device: all count as its loss, to be safe.
     */
    private static final int FATAL_THOUSANDS = 507;

    private final AscendApi api;
    private final AscendChip chip;
    private final String name;
    private final DeviceProperties properties;
    private final RangeParts parts;
    private final DriverHealth health;
    private final long context;

    AscendDriver(AscendApi api, int device, AscendChip chip, String name, DeviceProperties properties) {
        this.api = api;
        this.chip = chip;
        this.name = name;
        this.properties = properties;
        this.parts = new CoreParts(properties.multiprocessors());
        this.health = new DriverHealth(name);
        check("aclrtSetDevice", call(api.setDevice, device));
        context = result("aclrtGetCurrentContext", call(api.getCurrentContext, CallMemory.address()));
    }

    AscendApi api() {
        return api;
    }

    AscendChip chip() {
        return chip;
    }

    /** Its name in this process, for messages. */
    String name() {
        return name;
    }

    /** Throws what the result of a call says, if it is an error. */
    void check(String function, long result) {
        int code = (int) result;
        if (code != AscendApi.SUCCESS) {
            throw health.failure(function, api.errorText(), code, code / 1000 == FATAL_THOUSANDS);
        }
    }

    /** What a call has put into the memory of the thread; throws if it failed. */
    long result(String function, long result) {
        check(function, result);
        return Memory.getLong(CallMemory.address());
    }

    /** Makes the context that of the thread: each has its own, and other libraries may have changed it since the last call. */
    void enter() {
        health.require();
        check("aclrtSetCurrentContext", call(api.setCurrentContext, context));
    }

    /** As {@link #enter}, to give something back: false if the device is lost, and with it what it held. */
    boolean enterToFree() {
        return !health.isLost() && (int) call(api.setCurrentContext, context) == AscendApi.SUCCESS;
    }

    @Override
    public DeviceProperties properties() {
        return properties;
    }

    @Override
    public String target() {
        return "ascend";
    }

    @Override
    public RangeParts parts() {
        return parts;
    }

    @Override
    public void makeCurrent() {
        enter();
    }

    @Override
    public long allocate(long bytes) {
        enter();
        return memory("aclrtMalloc", call(api.malloc, CallMemory.address(), bytes, AscendApi.HUGE_FIRST));
    }

    @Override
    public void free(long address) {
        if (enterToFree()) {
            call(api.free, address);
        }
    }

    @Override
    public long allocateStaging(long bytes) {
        enter();
        return memory("aclrtMallocHost", call(api.mallocHost, CallMemory.address(), bytes));
    }

    /** The address of new memory; 0 if there is none. */
    private long memory(String function, long result) {
        return (int) result == AscendApi.OUT_OF_MEMORY ? 0 : result(function, result);
    }

    @Override
    public void freeStaging(long address) {
        if (enterToFree()) {
            call(api.freeHost, address);
        }
    }

    @Override
    public Queue newQueue() {
        return new AscendQueue(this);
    }

    @Override
    public Program load(String name, byte[] text) {
        return new AscendProgram(this, name, ProgramCompiler.load(this, name, text));
    }
}
