package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.List;

/**
 * Place of execution: on the host by oneDNN, on the host in plain Java, or on a device.
 *
 * @param device the device
 * @param onJvm true if the host computes in plain Java
 */
public record CallPlace(Device device, boolean onJvm) {
    static final CallPlace HOST = new CallPlace(Device.cpu(), false);
    public static final CallPlace JVM = new CallPlace(Device.cpu(), true);
    static final List<CallPlace> HOSTS = List.of(HOST, JVM);

    /**
     * Returns the hosts, and the first device of each kind that takes a dtype; a second one is for tests that lose it. In
     * the fast tier, devices compute f32 alone: their drivers compile each dtype for a second.
     */
    static List<CallPlace> all(DType dtype) {
        List<CallPlace> targets = new ArrayList<>(HOSTS);
        for (DeviceReport report : Device.available()) {
            if (report.isUsable() && !report.device().isHost() && takes(report.device(), dtype)) {
                targets.add(new CallPlace(report.device(), false));
            }
        }
        return targets;
    }

    private static boolean takes(Device device, DType dtype) {
        if (TestTier.isFast() && dtype != DType.F32) {
            return false;
        }
        return device.index() == 0 && dtype.isFloat() && (dtype != DType.F64 || device.supportsF64());
    }

    @Override
    public String toString() {
        return onJvm ? "jvm" : device.toString();
    }
}
