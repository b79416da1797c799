package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.runtime.internal.device.ContextDriver;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.GridSizing;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.util.Optional;
import java.util.Set;

/** One CUDA device in its primary context, which other libraries in the process share. */
final class CudaDriver extends ContextDriver {
    /**
     * Errors after which the context is unusable: deinitialized, uncorrectable ECC and NVLink errors, an illegal
     * address and related faults, a launch that timed out or failed, a destroyed context.
     */
    private static final Set<Integer> FATAL =
            Set.of(4, 214, 220, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721);

    private final CudaApi api;
    private final long context;
    /** Architecture of the variants that the device runs. */
    private final Optional<PtxArchitecture> architecture;

    CudaDriver(CudaApi api, int device, String name, DeviceProperties properties) {
        super(name, properties, new GridSizing(properties.multiprocessors()));
        this.api = api;
        this.architecture = PtxArchitecture.variant(api.capability(device));
        context = result("cuDevicePrimaryCtxRetain", call(api.primaryCtxRetain, NativeScratch.address(), device));
    }

    CudaApi api() {
        return api;
    }

    @Override
    protected long setCurrent() {
        return call(api.ctxSetCurrent, context);
    }

    @Override
    protected String setCurrentName() {
        return "cuCtxSetCurrent";
    }

    @Override
    protected String errorText(int code) {
        return api.errorName(code);
    }

    @Override
    protected boolean isFatal(int code) {
        return FATAL.contains(code);
    }

    @Override
    protected boolean isDone(long event) {
        int code = (int) call(api.eventQuery, event);
        if (code == CudaApi.NOT_READY) {
            return false;
        }
        check("cuEventQuery", code);
        return true;
    }

    @Override
    public String target() {
        return "cuda";
    }

    @Override
    public Optional<String> programSuffix() {
        return Optional.of(".ptx");
    }

    @Override
    public Optional<String> variantDirectory() {
        return architecture.map(variant -> variant.directory(target()));
    }

    @Override
    public Optional<String> variantFile(String stem) {
        return architecture.map(variant -> variant.fileName(stem));
    }

    @Override
    public long allocate(long bytes) {
        enter();
        return memory("cuMemAlloc_v2", call(api.memAlloc, NativeScratch.address(), bytes), CudaApi.OUT_OF_MEMORY);
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
        return memory(
                "cuMemHostAlloc", call(api.memHostAlloc, NativeScratch.address(), bytes, 0), CudaApi.OUT_OF_MEMORY);
    }

    @Override
    public void freeStaging(long address) {
        if (enterToFree()) {
            call(api.memFreeHost, address);
        }
    }

    @Override
    public Stream newStream() {
        return new CudaStream(this);
    }

    @Override
    public Program load(String name, byte[] text) {
        return CudaProgram.load(this, name, text);
    }

    @Override
    public Program load(String name, byte[] text, Variant variant) {
        return CudaProgram.load(this, variant.name(), variant.content());
    }
}
