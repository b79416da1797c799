package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.device.SignalHandlers;
import java.util.ArrayList;
import java.util.List;

/** Discovers the devices of all OpenCL platforms. */
public final class OpenClPlugin implements DriverPlugin {
    private static final int MAX_HANDLES = 64;

    @Override
    public String id() {
        return "opencl";
    }

    @Override
    public List<DiscoveredDevice> find() {
        OpenClApi api;
        try {
            api = new OpenClApi();
        } catch (UnsatisfiedLinkError | GraphKernelException e) {
            return List.of(DiscoveredDevice.unusable(null, "OpenCL's loader cannot be loaded: " + firstLine(e)));
        }
        // The first of these calls may load a driver, which may compile kernels and create its worker threads.
        return SignalHandlers.preserve(() -> WorkerStacks.enlarged(() -> find(api)));
    }

    private static List<DiscoveredDevice> find(OpenClApi api) {
        long[] platforms = platforms(api);
        List<DiscoveredDevice> found = new ArrayList<>();
        for (long platform : platforms) {
            for (long device : devices(api, platform)) {
                found.add(describe(api, device, found.size()));
            }
        }
        if (found.isEmpty()) {
            String reason = platforms.length == 0
                    ? "OpenCL's loader found no platform: no driver is installed"
                    : "OpenCL's platforms have no device";
            found.add(DiscoveredDevice.unusable(null, reason));
        }
        return found;
    }

    private static String firstLine(Throwable e) {
        return e.getMessage().lines().findFirst().orElse("");
    }

    private static long[] platforms(OpenClApi api) {
        long memory = NativeScratch.address();
        return handles(memory, (int) call(api.getPlatformIds, MAX_HANDLES, memory + Long.BYTES, memory));
    }

    private static long[] devices(OpenClApi api, long platform) {
        long memory = NativeScratch.address();
        int code = (int)
                call(api.getDeviceIds, platform, OpenClApi.DEVICE_TYPE_ALL, MAX_HANDLES, memory + Long.BYTES, memory);
        return handles(memory, code);
    }

    /**
     * Returns the handles that a call has listed: a count, and the handles eight bytes after it. Empty if the call
     * failed.
     */
    private static long[] handles(long memory, int code) {
        int count = code == OpenClApi.SUCCESS ? Math.min(MAX_HANDLES, Memory.getInt(memory)) : 0;
        long[] handles = new long[count];
        for (int i = 0; i < count; i++) {
            handles[i] = Memory.getLong(memory + Long.BYTES * (i + 1L));
        }
        return handles;
    }

    private static DiscoveredDevice describe(OpenClApi api, long device, int index) {
        DeviceProperties properties = new DeviceProperties(
                api.text(device, OpenClApi.DEVICE_NAME),
                api.text(device, OpenClApi.DRIVER_VERSION),
                api.number(device, OpenClApi.DEVICE_GLOBAL_MEM_SIZE),
                api.number(device, OpenClApi.DEVICE_MAX_PARAMETER_SIZE),
                (int) Math.max(1, api.number(device, OpenClApi.DEVICE_MAX_COMPUTE_UNITS)),
                api.number(device, OpenClApi.DEVICE_DOUBLE_FP_CONFIG) != 0,
                (api.number(device, OpenClApi.DEVICE_TYPE) & OpenClApi.DEVICE_TYPE_GPU) != 0);
        String reason = reason(api, device);
        return reason == null
                ? DiscoveredDevice.usable(
                        properties, () -> new OpenClDriver(api, device, "opencl:" + index, properties))
                : DiscoveredDevice.unusable(properties, reason);
    }

    /** Returns the reason that a device cannot be used; null if it can. */
    private static String reason(OpenClApi api, long device) {
        if (api.number(device, OpenClApi.DEVICE_AVAILABLE) == 0) {
            return "its driver says that it is not available";
        }
        if (api.number(device, OpenClApi.DEVICE_COMPILER_AVAILABLE) == 0) {
            return "its driver has no compiler";
        }
        if (api.number(device, OpenClApi.DEVICE_ADDRESS_BITS) != Long.SIZE) {
            return "its addresses have not 64 bits";
        }
        long shared = api.number(device, OpenClApi.DEVICE_SVM_CAPABILITIES);
        if ((shared & OpenClApi.SVM_COARSE_GRAIN_BUFFER) == 0) {
            return "it has no coarse-grained shared virtual memory (an optional feature of OpenCL 2.0 and later)";
        }
        long items = api.number(device, OpenClApi.DEVICE_MAX_WORK_GROUP_SIZE);
        return items < GpuModel.Launch.DEFAULT.threadsPerBlock()
                ? "its groups hold " + items + " work-items where kernels need "
                        + GpuModel.Launch.DEFAULT.threadsPerBlock()
                : null;
    }
}
