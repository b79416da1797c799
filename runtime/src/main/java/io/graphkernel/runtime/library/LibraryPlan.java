package io.graphkernel.runtime.library;

import io.graphkernel.runtime.LaunchFrame;
import io.graphkernel.runtime.device.OpenDevice;
import io.graphkernel.runtime.profile.LaunchLabel;
import io.graphkernel.runtime.profile.LaunchProfile;
import io.graphkernel.runtime.profile.LaunchRecord;

/** The prepared computation of one call site for one shape on one device, or on the host by so many threads. */
final class LibraryPlan {
    private final long[] first;
    private final long[] second;

    /** Null for the host. */
    private final OpenDevice device;

    private final int threads;
    private final boolean onJvm;
    private final LibraryWork work;
    private final LaunchLabel label;
    private final long bytes;

    LibraryPlan(
            long[] first,
            long[] second,
            OpenDevice device,
            int threads,
            boolean onJvm,
            LibraryWork work,
            LaunchLabel label,
            long bytes) {
        this.first = first;
        this.second = second;
        this.device = device;
        this.threads = threads;
        this.onJvm = onJvm;
        this.work = work;
        this.label = label;
        this.bytes = bytes;
    }

    boolean matches(LaunchFrame frame, int slot, OpenDevice askedDevice, int askedThreads, boolean askedOnJvm) {
        if (device != askedDevice || device == null && (threads != askedThreads || onJvm != askedOnJvm)) {
            return false;
        }
        return matches(frame, slot, first) && matches(frame, slot + first.length, second);
    }

    private static boolean matches(LaunchFrame frame, int slot, long[] dims) {
        for (int axis = 0; axis < dims.length; axis++) {
            if (frame.slot(slot + axis) != dims[axis]) {
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
