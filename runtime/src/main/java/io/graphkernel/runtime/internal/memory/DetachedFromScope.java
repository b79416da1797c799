package io.graphkernel.runtime.internal.memory;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;

/**
 * Native objects that outlive the caller's {@link PointerScope}. JavaCPP attaches every new object to the innermost
 * scope of the thread and frees it when that scope is closed, which must not affect objects retained by this library.
 */
public final class DetachedFromScope {
    private DetachedFromScope() {}

    /**
     * Creates native objects that are freed by their owner only, or by the garbage collector when unreachable.
     *
     * @param maker factory of the objects, run on this thread
     * @return the result of the factory
     */
    public static <T> T create(Supplier<T> maker) {
        try (PointerScope own = new PointerScope()) {
            T object = maker.get();
            own.extend();
            return object;
        }
    }
}
