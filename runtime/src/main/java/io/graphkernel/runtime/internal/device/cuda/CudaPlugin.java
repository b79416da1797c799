package io.graphkernel.runtime.internal.device.cuda;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.device.SignalHandlers;
import java.util.ArrayList;
import java.util.List;

/** Discovers the devices of the CUDA driver. */
public final class CudaPlugin implements DriverPlugin {
    /** Compute capability for which kernels are compiled; later devices run them too. */
    private static final int MIN_CAPABILITY = PtxArchitecture.SM_70.capability();

    /**
     * Minimum kernel parameter size in bytes on every device and with every driver, by the CUDA C++ Programming Guide.
     */
    private static final long PARAMETER_BYTES = 4096;

    private static final int NAME_BYTES = 256;

    @Override
    public String id() {
        return "cuda";
    }

    @Override
    public List<DiscoveredDevice> find() {
        CudaApi api;
        try {
            api = new CudaApi();
        } catch (UnsatisfiedLinkError | GraphKernelException e) {
            String line = e.getMessage().lines().findFirst().orElse("");
            return List.of(DiscoveredDevice.unusable(null, "the CUDA driver cannot be loaded: " + line));
        }
        return SignalHandlers.preserve(() -> find(api));
    }

    private static List<DiscoveredDevice> find(CudaApi api) {
        long memory = NativeScratch.address();
        int code = (int) call(api.init, 0);
        if (code == CudaApi.SUCCESS) {
            code = (int) call(api.deviceGetCount, memory);
        }
        if (code != CudaApi.SUCCESS) {
            return List.of(DiscoveredDevice.unusable(
                    null, "the CUDA driver does not start: " + api.errorName(code) + " (" + code + ")"));
        }
        int count = Memory.getInt(memory);
        if (count == 0) {
            return List.of(DiscoveredDevice.unusable(null, "the CUDA driver has no device"));
        }
        List<DiscoveredDevice> found = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            found.add(describe(api, index));
        }
        return found;
    }

    private static DiscoveredDevice describe(CudaApi api, int index) {
        long memory = NativeScratch.address();
        call(api.driverGetVersion, memory);
        int version = Memory.getInt(memory);
        call(api.deviceGet, memory, index);
        int device = Memory.getInt(memory);
        call(api.deviceTotalMem, memory, device);
        long bytes = Memory.getLong(memory);
        call(api.deviceGetName, memory, NAME_BYTES, device);
        DeviceProperties properties = new DeviceProperties(
                NativeLibrary.text(memory),
                "CUDA " + version / 1000 + "." + version % 1000 / 10,
                bytes,
                PARAMETER_BYTES,
                Math.max(1, api.attribute(device, CudaApi.ATTRIBUTE_MULTIPROCESSORS)),
                true,
                true);
        String reason = reason(api, device);
        return reason == null
                ? DiscoveredDevice.usable(properties, () -> new CudaDriver(api, device, "cuda:" + index, properties))
                : DiscoveredDevice.unusable(properties, reason);
    }

    /** Returns the reason that a device cannot be used; null if it can. */
    private static String reason(CudaApi api, int device) {
        int capability = api.capability(device);
        if (capability < MIN_CAPABILITY) {
            return "its compute capability is " + capability / 10 + "." + capability % 10 + " where kernels need "
                    + MIN_CAPABILITY / 10 + "." + MIN_CAPABILITY % 10;
        }
        return api.attribute(device, CudaApi.ATTRIBUTE_COMPUTE_MODE) == CudaApi.COMPUTE_MODE_PROHIBITED
                ? "its compute mode is \"prohibited\"; nvidia-smi -c 0 changes it"
                : null;
    }
}
