package io.graphkernel.runtime.generated.plan;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.CacheHints;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.util.ArrayList;
import java.util.List;

/** Contents of a launch's argument slots. */
final class SlotInitializers {
    private static final int INPUT = 0;
    private static final int OUTPUT = 1;
    private static final int ARENA = 2;
    private static final int SIZE = 3;
    private static final int NUMBER = 4;
    private static final int CACHES = 5;
    private static final int KINDS = 6;

    /** The slot for cache hints. Results and parameters that may alias alternate in {@code shared}. */
    private record CacheHintSlot(int slot, int footprint, boolean updates, int[] shared) {}

    /** Four values per slot: kind, slot, tensor or scalar, size. */
    private final int[] fills;

    private final CacheHintSlot[] caches;

    SlotInitializers(PlanReader in, PlanLimits limits) {
        int count = in.count("slots");
        List<Integer> read = new ArrayList<>();
        List<CacheHintSlot> levels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int slot = in.below(KernelAbi.FRAME_SLOTS, "a slot");
            int kind = in.below(KINDS, "the kind of a slot");
            if (kind == CACHES) {
                levels.add(caches(in, limits, slot));
                continue;
            }
            int value = switch (kind) {
                case INPUT, OUTPUT -> in.below(limits.tensors(), "a tensor");
                case NUMBER -> in.below(limits.numbers(), "a number");
                default -> 0;
            };
            int size = kind == NUMBER ? 0 : in.below(limits.sizes(), "a size");
            read.addAll(List.of(kind, slot, value, size));
        }
        fills = read.stream().mapToInt(Integer::intValue).toArray();
        caches = levels.toArray(CacheHintSlot[]::new);
    }

    /** Records the last step of each tensor in the slots. */
    void lastUses(int step, int... lastUses) {
        for (int i = 0; i < fills.length; i += 4) {
            if (fills[i] == INPUT || fills[i] == OUTPUT) {
                lastUses[fills[i + 2]] = step;
            }
        }
    }

    private static CacheHintSlot caches(PlanReader in, PlanLimits limits, int slot) {
        int footprint = in.below(limits.sizes(), "a size");
        boolean updates = in.flag();
        int[] shared = new int[2 * in.count("pairs")];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = in.below(limits.tensors(), "a tensor");
        }
        return new CacheHintSlot(slot, footprint, updates, shared);
    }

    /** Fills the frame's slots. */
    void fill(PlanCall call) {
        fill(call, 0);
    }

    /**
     * Fills the frame's slots.
     *
     * @param further number of bytes moved in addition to those that follow from dims
     */
    void fill(PlanCall call, long further) {
        LaunchFrame frame = call.frame();
        long[] sizes = call.sizes();
        int[] initializers = fills;
        for (int i = 0; i < initializers.length; i += 4) {
            int slot = initializers[i + 1];
            long size = sizes[initializers[i + 3]];
            switch (initializers[i]) {
                case INPUT -> frame.input(slot, call.tensor(initializers[i + 2]), size);
                case OUTPUT -> frame.output(slot, call.tensor(initializers[i + 2]), size);
                case ARENA -> frame.pointer(slot, call.arena() + size);
                case SIZE -> frame.integer(slot, size);
                default -> frame.integer(slot, call.number(initializers[i + 2]));
            }
        }
        for (CacheHintSlot hint : caches) {
            boolean inPlace = hint.updates || isShared(call, hint.shared);
            frame.integer(hint.slot, CacheHints.level(sizes[hint.footprint] + further, inPlace));
        }
    }

    private static boolean isShared(PlanCall call, int[] pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            Tensor result = call.tensor(pairs[i]);
            Tensor parameter = call.tensor(pairs[i + 1]);
            if (result.address() == parameter.address()) {
                return true;
            }
        }
        return false;
    }
}
