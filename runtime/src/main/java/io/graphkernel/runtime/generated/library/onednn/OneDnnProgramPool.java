package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.runtime.internal.memory.DetachedFromScope;
import java.util.Arrays;
import java.util.function.Supplier;

/** A pool of equal programs, one per concurrent thread. */
final class OneDnnProgramPool {
    private final Supplier<OneDnnProgram> maker;
    private OneDnnProgram[] free = new OneDnnProgram[1];
    private int count;

    OneDnnProgramPool(Supplier<OneDnnProgram> maker) {
        this.maker = maker;
    }

    /** Returns a program for exclusive use by the calling thread. */
    OneDnnProgram acquire() {
        synchronized (this) {
            if (count > 0) {
                return free[--count];
            }
        }
        return DetachedFromScope.create(maker);
    }

    synchronized void release(OneDnnProgram program) {
        if (count == free.length) {
            free = Arrays.copyOf(free, 2 * count);
        }
        free[count++] = program;
    }
}
