package io.graphkernel.runtime.generated.plan;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.Streaming;
import java.util.ArrayList;
import java.util.List;

/** What the argument slots of a launch hold. */
final class Slots {
    private static final int INPUT = 0;
    private static final int OUTPUT = 1;
    private static final int ARENA = 2;
    private static final int SIZE = 3;
    private static final int NUMBER = 4;
    private static final int CACHES = 5;
    private static final int KINDS = 6;

    /** What the slot for caches holds; results and parameters that may be the same memory alternate. */
    private record Caches(int slot, int footprint, boolean updates, int[] shared) {}

    /** Four numbers each: kind, slot, tensor or number, size. */
    private final int[] fills;

    private final Caches[] caches;

    Slots(PlanReader in, PlanLimits limits) {
        int count = in.count("slots");
        List<Integer> read = new ArrayList<>();
        List<Caches> levels = new ArrayList<>();
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
        caches = levels.toArray(Caches[]::new);
    }

    /** Says the last step of each tensor in the slots. */
    void lastUses(int step, int... lastUses) {
        for (int i = 0; i < fills.length; i += 4) {
            if (fills[i] == INPUT || fills[i] == OUTPUT) {
                lastUses[fills[i + 2]] = step;
            }
        }
    }

    private static Caches caches(PlanReader in, PlanLimits limits, int slot) {
        int footprint = in.below(limits.sizes(), "a size");
        boolean updates = in.flag();
        // Plans of earlier builds say whether stores are in order.
        in.flag();
        int[] shared = new int[2 * in.count("pairs")];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = in.below(limits.tensors(), "a tensor");
        }
        return new Caches(slot, footprint, updates, shared);
    }

    /** Fills the frame's slots. */
    void fill(PlanCall call) {
        fill(call, 0);
    }

    /**
     * Fills the frame's slots.
     *
     * @param further bytes that are moved besides those that follow from dims
     */
    void fill(PlanCall call, long further) {
        LaunchFrame frame = call.frame();
        long[] sizes = call.sizes();
        int[] all = fills;
        for (int i = 0; i < all.length; i += 4) {
            int slot = all[i + 1];
            long size = sizes[all[i + 3]];
            switch (all[i]) {
                case INPUT -> frame.input(slot, call.tensor(all[i + 2]), size);
                case OUTPUT -> frame.output(slot, call.tensor(all[i + 2]), size);
                case ARENA -> frame.pointer(slot, call.arena() + size);
                case SIZE -> frame.integer(slot, size);
                default -> frame.integer(slot, call.number(all[i + 2]));
            }
        }
        for (Caches each : caches) {
            boolean inPlace = each.updates || isShared(call, each.shared);
            frame.integer(each.slot, Streaming.level(sizes[each.footprint] + further, inPlace));
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
