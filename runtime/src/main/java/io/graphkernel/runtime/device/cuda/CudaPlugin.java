package io.graphkernel.runtime.device.cuda;

import io.graphkernel.runtime.device.DevicePlugin;
import io.graphkernel.runtime.device.FoundDevice;
import java.util.List;

/** Finds the devices of the CUDA driver. */
public final class CudaPlugin implements DevicePlugin {
    @Override
    public String type() {
        return "cuda";
    }

    @Override
    public List<FoundDevice> find() {
        return List.of(FoundDevice.unusable(null, "not built yet"));
    }
}
