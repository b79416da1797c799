package io.graphkernel.processor.report;

import io.graphkernel.common.arena.ArenaPlacement;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.schedule.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Size of an arena with lower and upper bounds, as formulas over the symbols of the signature.
 *
 * @param peak size; for a layout planned in the first call, the size for dims of {@link #EXAMPLE}
 * @param bound maximum of simultaneously live bytes
 * @param separate sum of all allocations without reuse
 * @param planned true if the runtime plans the offsets
 */
record ArenaBytes(Dim peak, Dim bound, Dim separate, boolean planned) {

    /** Initial example value of a dim on the page. */
    static final long EXAMPLE = 512;

    static ArenaBytes of(Arena arena) {
        Dim separate = arena.allocations().stream().map(Arena.Allocation::bytes).reduce(Dim.ZERO, Dim::plus);
        Optional<long[]> constant = arena.constantSizes();
        if (constant.isPresent()) {
            long bound = arena.plannerAllocations().bound(constant.get());
            long peak = ArenaPlacement.of(arena.plannerAllocations(), constant.get())
                    .bytes();
            return new ArenaBytes(Dim.of(peak), Dim.of(bound), separate, false);
        }
        Optional<Arena.Stack> stack = arena.stack();
        return stack.isPresent()
                ? new ArenaBytes(
                        stack.get().bytes().stream().reduce(Dim.ZERO, Dim::plus), arena.bound(), separate, false)
                : new ArenaBytes(example(arena), arena.bound(), separate, true);
    }

    private static Dim example(Arena arena) {
        Map<String, Dim> dims = new HashMap<>();
        arena.sizes().forEach(size -> size.symbols().forEach(symbol -> dims.put(symbol, Dim.of(EXAMPLE))));
        long[] bytes = arena.sizes().stream()
                .mapToLong(size -> ((Dim.Constant) size.substitute(dims)).size())
                .toArray();
        return Dim.of(ArenaPlacement.of(arena.plannerAllocations(), bytes).bytes());
    }
}
