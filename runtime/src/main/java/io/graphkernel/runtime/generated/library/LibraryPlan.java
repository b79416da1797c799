package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;

/** The prepared kernel of one call site for one shape on one device, or on the host with a given number of threads. */
final class LibraryPlan {
    /** Dims of the operands and strides of the result, in the order of the frame. */
    private final long[] sizes;

    /** Null for the host. */
    private final DeviceInUse device;

    private final int threads;
    private final boolean onJvm;
    private final LibraryKernel kernel;
    private final LaunchLabel label;
    private final long bytes;

    LibraryPlan(
            long[] sizes,
            DeviceInUse device,
            int threads,
            boolean onJvm,
            LibraryKernel kernel,
            LaunchLabel label,
            long bytes) {
        this.sizes = sizes;
        this.device = device;
        this.threads = threads;
        this.onJvm = onJvm;
        this.kernel = kernel;
        this.label = label;
        this.bytes = bytes;
    }

    boolean matches(
            LaunchFrame frame, int slot, DeviceInUse requestedDevice, int requestedThreads, boolean requestedOnJvm) {
        if (device != requestedDevice || device == null && (threads != requestedThreads || onJvm != requestedOnJvm)) {
            return false;
        }
        for (int i = 0; i < sizes.length; i++) {
            if (frame.slot(slot + i) != sizes[i]) {
                return false;
            }
        }
        return true;
    }

    void launch(LaunchFrame frame) {
        LaunchRecord profiled = LaunchProfile.isOn() ? LaunchProfile.begin(label, bytes, frame.stream()) : null;
        try {
            kernel.launch(frame, frame.arguments());
        } finally {
            if (profiled != null) {
                profiled.end();
            }
        }
    }
}
