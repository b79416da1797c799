package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DriverHealth;
import io.graphkernel.runtime.internal.device.GridSizing;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** An OpenCL device with its own context. */
final class OpenClDriver implements DeviceDriver {
    private static final long MEM_READ_WRITE = 1;
    /** Size of OpenCL's largest type: the maximum guaranteed alignment. */
    private static final long ALIGNMENT = 128;

    private final OpenClApi api;
    private final long device;
    private final DeviceProperties properties;
    private final RangeSplitPolicy splitPolicy;
    private final DriverHealth health;
    private final long context;
    /**
     * Staging blocks by address: plain host memory, as OpenCL has no pinned memory for copies of shared virtual memory.
     */
    private final Map<Long, HostBlock> staging = new ConcurrentHashMap<>();

    OpenClDriver(OpenClApi api, long device, String name, DeviceProperties properties) {
        this.api = api;
        this.device = device;
        this.properties = properties;
        this.splitPolicy = new GridSizing(properties.multiprocessors());
        this.health = new DriverHealth(name);
        long memory = NativeScratch.address();
        Memory.putLong(memory, device);
        context = call(api.createContext, 0, 1, memory, 0, 0, memory + Long.BYTES);
        check("clCreateContext", Memory.getInt(memory + Long.BYTES));
    }

    OpenClApi api() {
        return api;
    }

    long context() {
        return context;
    }

    long device() {
        return device;
    }

    /** Throws if the result of a call is an error. */
    void check(String function, int code) {
        if (code != OpenClApi.SUCCESS) {
            throw health.failure(function, OpenClErrors.name(code), code, OpenClErrors.isFatal(code));
        }
    }

    /** As {@link #check(String, int)}, for the full result of a native call. */
    void check(String function, long result) {
        check(function, (int) result);
    }

    @Override
    public DeviceProperties properties() {
        return properties;
    }

    @Override
    public String target() {
        return "opencl";
    }

    @Override
    public RangeSplitPolicy splitPolicy() {
        return splitPolicy;
    }

    @Override
    public Optional<String> programSuffix() {
        return Optional.of(".cl");
    }

    @Override
    public long allocate(long bytes) {
        health.require();
        return call(api.svmAlloc, context, MEM_READ_WRITE, bytes, ALIGNMENT);
    }

    @Override
    public void free(long address) {
        if (!health.isLost()) {
            call(api.svmFree, context, address);
        }
    }

    @Override
    public long allocateStaging(long bytes) {
        try {
            HostBlock block = MemoryPool.shared().acquire(bytes);
            staging.put(block.address(), block);
            return block.address();
        } catch (OutOfMemoryException e) {
            return 0;
        }
    }

    @Override
    public void freeStaging(long address) {
        staging.remove(address).release();
    }

    @Override
    public Stream newStream() {
        health.require();
        return new OpenClStream(this);
    }

    @Override
    public Program load(String name, byte[] text) {
        health.require();
        return new OpenClProgram(this, name, ProgramCompiler.compile(this, name, text));
    }

    @Override
    public boolean needsPointers() {
        return true;
    }

    void require() {
        health.require();
    }

    boolean isLost() {
        return health.isLost();
    }
}
