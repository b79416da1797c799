package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a call can run: on the host by oneDNN, on the host in plain Java, or on a device.
 *
 * @param onJvm whether the host computes in plain Java
 */
record CallPlace(Device device, boolean onJvm) {
    static final CallPlace HOST = new CallPlace(Device.cpu(), false);
    static final CallPlace JVM = new CallPlace(Device.cpu(), true);
    static final List<CallPlace> HOSTS = List.of(HOST, JVM);

    /** The hosts, and the first device of each kind that takes a dtype; a second one is for tests that lose it. */
    static List<CallPlace> all(DType dtype) {
        List<CallPlace> places = new ArrayList<>(HOSTS);
        for (DeviceReport report : Device.available()) {
            if (report.isUsable() && !report.device().isHost() && takes(report.device(), dtype)) {
                places.add(new CallPlace(report.device(), false));
            }
        }
        return places;
    }

    private static boolean takes(Device device, DType dtype) {
        return device.index() == 0 && dtype.isFloat() && (dtype != DType.F64 || device.supportsF64());
    }

    @Override
    public String toString() {
        return onJvm ? "jvm" : device.toString();
    }
}
