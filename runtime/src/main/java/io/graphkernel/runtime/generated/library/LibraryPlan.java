package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.profile.LaunchRecord;

/** The prepared computation of one call site for one shape on one device, or on the host by so many threads. */
final class LibraryPlan {
    /** The dims of the operands and the strides of the result, as they follow each other in the frame. */
    private final long[] sizes;

    /** Null for the host. */
    private final DeviceInUse device;

    private final int threads;
    private final boolean onJvm;
    private final LibraryWork work;
    private final LaunchLabel label;
    private final long bytes;

    LibraryPlan(
            long[] sizes,
            DeviceInUse device,
            int threads,
            boolean onJvm,
            LibraryWork work,
            LaunchLabel label,
            long bytes) {
        this.sizes = sizes;
        this.device = device;
        this.threads = threads;
        this.onJvm = onJvm;
        this.work = work;
        this.label = label;
        this.bytes = bytes;
    }

    boolean matches(LaunchFrame frame, int slot, DeviceInUse askedDevice, int askedThreads, boolean askedOnJvm) {
        if (device != askedDevice || device == null && (threads != askedThreads || onJvm != askedOnJvm)) {
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
            work.launch(frame, frame.arguments());
        } finally {
            if (profiled != null) {
                profiled.end();
            }
        }
    }
}
