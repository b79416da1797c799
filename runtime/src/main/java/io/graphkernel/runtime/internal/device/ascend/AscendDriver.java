package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.ContextDriver;
import io.graphkernel.runtime.internal.device.DeviceProperties;

/** One Ascend device in its default context, which other libraries in the process share. */
final class AscendDriver extends ContextDriver {
    /**
     * Exceptions and time-outs of cores, after which the device runs nothing, are among the errors 507000 to 507999. The
     * documents do not say of each of the others what it means for the device: all count as its loss, to be safe.
     */
    private static final int FATAL_THOUSANDS = 507;

    private final AscendApi api;
    private final AscendChip chip;
    private final String name;
    private final long context;
    private boolean isTried;

    AscendDriver(AscendApi api, int device, AscendChip chip, String name, DeviceProperties properties) {
        super(name, properties, new CoreParts(properties.multiprocessors()));
        this.api = api;
        this.chip = chip;
        this.name = name;
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

    @Override
    protected long setCurrent() {
        return call(api.setCurrentContext, context);
    }

    @Override
    protected String setCurrentName() {
        return "aclrtSetCurrentContext";
    }

    @Override
    protected String errorText(int code) {
        return api.errorText();
    }

    @Override
    protected boolean isFatal(int code) {
        return code / 1000 == FATAL_THOUSANDS;
    }

    @Override
    public String target() {
        return "ascend";
    }

    @Override
    public long allocate(long bytes) {
        enter();
        return memory(
                "aclrtMalloc",
                call(api.malloc, CallMemory.address(), bytes, AscendApi.HUGE_FIRST),
                AscendApi.OUT_OF_MEMORY);
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
        return memory("aclrtMallocHost", call(api.mallocHost, CallMemory.address(), bytes), AscendApi.OUT_OF_MEMORY);
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

    /** The device is tried with the first program, which is compiled before that: what it lacks is said of it. */
    @Override
    public Program load(String name, byte[] text) {
        Program program = compiled(name, text);
        synchronized (this) {
            if (!isTried) {
                KnownAnswer.require(this);
                isTried = true;
            }
        }
        return program;
    }

    /** As {@link #load}, of a device that need not have been tried. */
    Program compiled(String name, byte[] text) {
        return new AscendProgram(this, name, ProgramCompiler.load(this, name, text));
    }
}
