package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.RangeFunction;

/** A prepared computation of one shape that runs on given addresses. */
public interface LibraryKernel {

    /** Kernel of a result without elements. */
    LibraryKernel NOTHING = (frame, arguments) -> {};

    /**
     * Runs the kernel.
     *
     * @param frame frame of the calling thread
     * @param arguments address of slots with the operands' addresses, followed by the result's
     */
    void launch(LaunchFrame frame, long arguments);

    /** Returns a kernel that runs independent chunks in parallel. */
    static LibraryKernel ofChunks(RangeFunction chunks, long count, long scratchBytes) {
        return (frame, arguments) -> {
            if (count > 0) {
                frame.run(chunks, 0, arguments, count, scratchBytes);
            }
        };
    }
}
