package io.graphkernel.runtime.internal.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Which memory of the host holds constant tensors of classes: what is computed from one alone may be kept as long as it is there. */
public final class ConstantMemory {

    /** A constant tensor, with what is kept of it. */
    public static final class Constant {
        private final long begin;
        private final long end;
        private final WeakReference<Object> owner;
        private final Map<Object, Object> kept = new ConcurrentHashMap<>();

        private Constant(Object owner, long begin, long end) {
            this.owner = new WeakReference<>(owner);
            this.begin = begin;
            this.end = end;
        }

        private boolean isThere() {
            return owner.get() != null;
        }

        /**
         * Something that is computed from the constant, once for each key.
         *
         * @param key of its kind
         * @param maker computes it
         */
        @SuppressWarnings("unchecked")
        public <T> T keep(Object key, Supplier<T> maker) {
            return (T) kept.computeIfAbsent(key, any -> maker.get());
        }
    }

    /** In the order of their addresses; replaced as a whole. */
    private static volatile Constant[] constants = {};

    private ConstantMemory() {}

    /**
     * Notes that memory holds a constant as long as its owner is reachable. Nobody writes it any more.
     *
     * @param owner keeps the memory; it is released after the owner has become unreachable
     * @param bytes 1 or more
     */
    public static synchronized void add(Object owner, long address, long bytes) {
        List<Constant> all = new ArrayList<>();
        for (Constant each : constants) {
            if (each.isThere()) {
                all.add(each);
            }
        }
        all.add(new Constant(owner, address, address + bytes));
        all.sort(Comparator.comparingLong(each -> each.begin));
        constants = all.toArray(Constant[]::new);
    }

    /** The constant that begins at an address; null if none does. */
    public static Constant at(long address) {
        Constant[] all = constants;
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Constant each = all[middle];
            if (each.begin == address && each.end > address) {
                return each.isThere() ? each : null;
            }
            if (each.begin < address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}
