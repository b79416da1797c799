package io.graphkernel.processor.report;

import io.graphkernel.arena.ArenaLayout;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.schedule.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The size of an arena next to what no layout goes below, as formulas over the symbols of the signature.
 *
 * @param peak the size; a number where the run time plans it for the dims of a call, for dims of {@link #EXAMPLE}
 * @param bound the most that lives at the same time
 * @param separate what all pieces would take next to each other
 * @param planned whether the run time plans the offsets
 */
record ArenaBytes(Dim peak, Dim bound, Dim separate, boolean planned) {

    /** What the page takes for a dim, too, until the reader sets another size. */
    static final long EXAMPLE = 512;

    static ArenaBytes of(Arena arena) {
        Dim separate = arena.allocations().stream().map(Arena.Allocation::bytes).reduce(Dim.ZERO, Dim::plus);
        Optional<long[]> constant = arena.constantSizes();
        if (constant.isPresent()) {
            long bound = arena.pieces().bound(constant.get());
            long peak = ArenaLayout.of(arena.pieces(), constant.get()).bytes();
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
        return Dim.of(ArenaLayout.of(arena.pieces(), bytes).bytes());
    }
}
