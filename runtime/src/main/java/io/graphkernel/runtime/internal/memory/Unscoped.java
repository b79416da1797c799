package io.graphkernel.runtime.internal.memory;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;

/**
 * Native objects that outlive the caller's {@link PointerScope}. JavaCPP attaches every new object to the innermost scope
 * of the thread, and frees it when that scope is closed: what this library keeps must not be among them.
 */
public final class Unscoped {
    private Unscoped() {}

    /**
     * Makes native objects which nothing but their owner frees, or the collector once they are unreachable.
     *
     * @param maker makes them, in this thread
     * @return what it makes
     */
    public static <T> T make(Supplier<T> maker) {
        try (PointerScope own = new PointerScope()) {
            T made = maker.get();
            own.extend();
            return made;
        }
    }
}
