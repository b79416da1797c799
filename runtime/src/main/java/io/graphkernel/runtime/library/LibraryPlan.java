package io.graphkernel.runtime.library;

import io.graphkernel.runtime.LaunchFrame;

/** The prepared computation of one call site for one shape, number of threads and target. */
final class LibraryPlan {
    private final long[] first;
    private final long[] second;
    private final int threads;
    private final boolean onJvm;
    private final LibraryWork work;

    LibraryPlan(long[] first, long[] second, int threads, boolean onJvm, LibraryWork work) {
        this.first = first;
        this.second = second;
        this.threads = threads;
        this.onJvm = onJvm;
        this.work = work;
    }

    boolean matches(LaunchFrame frame, int slot, int askedThreads, boolean askedOnJvm) {
        if (threads != askedThreads || onJvm != askedOnJvm) {
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
        work.launch(frame, frame.arguments());
    }
}
