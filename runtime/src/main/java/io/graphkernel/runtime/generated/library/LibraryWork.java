package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RangeFunction;

/** A computation for one shape, ready to run on addresses. */
interface LibraryWork {

    /** Computes a result without elements. */
    LibraryWork NOTHING = (frame, arguments) -> {};

    /**
     * Runs it.
     *
     * @param frame the calling thread's frame
     * @param arguments the address of slots that hold the operands' addresses and then the result's
     */
    void launch(LaunchFrame frame, long arguments);

    /** A computation of independent parts. */
    static LibraryWork ofParts(RangeFunction parts, long count, long scratchBytes) {
        return (frame, arguments) -> {
            if (count > 0) {
                frame.run(parts, 0, arguments, count, scratchBytes);
            }
        };
    }
}
