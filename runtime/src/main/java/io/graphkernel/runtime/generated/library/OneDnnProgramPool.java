package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.internal.memory.Unscoped;
import java.util.Arrays;
import java.util.function.Supplier;

/** Equal programs, as many as threads have ever run at once. */
final class OneDnnProgramPool {
    private final Supplier<OneDnnProgram> maker;
    private OneDnnProgram[] free = new OneDnnProgram[1];
    private int count;

    OneDnnProgramPool(Supplier<OneDnnProgram> maker) {
        this.maker = maker;
    }

    /** A program for the calling thread alone, to be given back. */
    OneDnnProgram take() {
        synchronized (this) {
            if (count > 0) {
                return free[--count];
            }
        }
        return Unscoped.make(maker);
    }

    synchronized void giveBack(OneDnnProgram program) {
        if (count == free.length) {
            free = Arrays.copyOf(free, 2 * count);
        }
        free[count++] = program;
    }
}
