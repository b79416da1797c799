package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.internal.loading.PointerReclamation;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A reusable value per thread. In a web application, the class loader of this library may be collected. A thread then
 * only refers to its value weakly, so that threads of the server do not retain the class loader. Values of terminated
 * threads are reused by later ones. Even with many short-lived threads, such as virtual ones, there are about twice as
 * many values as concurrent threads.
 *
 * @param <T> type of the values
 */
public final class PerThread<T> {
    private static final int MIN_ENTRIES = 16;

    /** True if the class loader of this library may be collected before the JVM exits. */
    private static final boolean WEAK = PointerReclamation.isReloadable(PerThread.class.getClassLoader());

    /** The value, or a weak reference to it. */
    private final ThreadLocal<Object> current = new ThreadLocal<>();

    private final Supplier<T> maker;
    private final Consumer<T> reset;

    /** The values of live threads, and of those that terminated since the last inspection. */
    private final List<Entry<T>> entries = new ArrayList<>();

    /** The values of terminated threads. */
    private final ArrayDeque<T> free = new ArrayDeque<>();

    /** Number of entries that triggers the next inspection for terminated threads. */
    private int threshold = MIN_ENTRIES;

    private record Entry<T>(WeakReference<Thread> thread, T value) {}

    /**
     * Creates an empty set of values.
     *
     * @param maker factory of a value, run on the first thread that uses it
     * @param reset action on a value of a terminated thread, run on the thread that reuses it
     */
    public PerThread(Supplier<T> maker, Consumer<T> reset) {
        this.maker = maker;
        this.reset = reset;
    }

    /** Returns the value of the calling thread. */
    @SuppressWarnings("unchecked")
    public T get() {
        Object found = current.get();
        T value = (T) (WEAK && found != null ? ((WeakReference<?>) found).get() : found);
        return value != null ? value : bind();
    }

    /** Binds a value to the thread after all allocations, so that an error leaves the state consistent. */
    private T bind() {
        T value = recycled();
        if (value == null) {
            value = maker.get();
        } else {
            reset.accept(value);
        }
        Entry<T> entry = new Entry<>(new WeakReference<>(Thread.currentThread()), value);
        Object reference = WEAK ? new WeakReference<>(value) : value;
        synchronized (this) {
            entries.add(entry);
        }
        current.set(reference);
        return value;
    }

    /** Returns a value of a terminated thread; null if there is none. */
    private synchronized T recycled() {
        if (free.isEmpty() && entries.size() >= threshold) {
            for (Iterator<Entry<T>> iterator = entries.iterator(); iterator.hasNext(); ) {
                Entry<T> entry = iterator.next();
                Thread thread = entry.thread.get();
                if (thread == null || !thread.isAlive()) {
                    free.add(entry.value);
                    iterator.remove();
                }
            }
            threshold = Math.max(MIN_ENTRIES, 2 * entries.size());
        }
        return free.poll();
    }
}
