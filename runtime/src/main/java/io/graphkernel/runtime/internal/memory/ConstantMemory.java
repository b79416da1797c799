package io.graphkernel.runtime.internal.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Registry of host memory that holds constant tensors of classes. Values derived from a single constant may be cached
 * while it exists.
 */
public final class ConstantMemory {

    /** A constant tensor with its cached values. */
    public static final class Constant {
        private final long begin;
        private final long end;
        private final WeakReference<Object> owner;
        private final Map<Object, Object> derived = new ConcurrentHashMap<>();

        private Constant(Object owner, long begin, long end) {
            this.owner = new WeakReference<>(owner);
            this.begin = begin;
            this.end = end;
        }

        private boolean isThere() {
            return owner.get() != null;
        }

        /**
         * Returns a value derived from the constant, computed once per key.
         *
         * @param key key that identifies the derivation
         * @param maker computation of the value
         */
        @SuppressWarnings("unchecked")
        public <T> T keep(Object key, Supplier<T> maker) {
            return (T) derived.computeIfAbsent(key, ignored -> maker.get());
        }
    }

    /** Sorted by address; replaced as a whole. */
    private static volatile Constant[] constants = {};

    private ConstantMemory() {}

    /**
     * Registers memory that holds a constant while its owner is reachable. It must not be written any more.
     *
     * @param owner owner that keeps the memory, which is released after the owner has become unreachable
     * @param bytes size of the memory, at least 1
     */
    public static synchronized void add(Object owner, long address, long bytes) {
        List<Constant> sorted = new ArrayList<>();
        for (Constant constant : constants) {
            if (constant.isThere()) {
                sorted.add(constant);
            }
        }
        sorted.add(new Constant(owner, address, address + bytes));
        sorted.sort(Comparator.comparingLong(constant -> constant.begin));
        constants = sorted.toArray(Constant[]::new);
    }

    /** Returns the constant that begins at an address; null if there is none. */
    public static Constant at(long address) {
        Constant[] sorted = constants;
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Constant constant = sorted[middle];
            if (constant.begin == address && constant.end > address) {
                return constant.isThere() ? constant : null;
            }
            if (constant.begin < address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}
