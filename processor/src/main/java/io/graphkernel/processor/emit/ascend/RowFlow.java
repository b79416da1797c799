package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.RowKernel.Section;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a core does to its rows, in the order in which it is printed: instructions, in loops. */
sealed interface RowFlow {

    /**
     * What happens to a tile.
     *
     * @param section after what computes its indices
     */
    record Tile(Section section) implements RowFlow {}

    /**
     * What happens to no tile.
     *
     * @param instructions one after the other
     */
    record Straight(List<Instruction> instructions) implements RowFlow {}

    /**
     * A loop, or a block of its own.
     *
     * @param repeats whether it is a loop
     * @param head prints all up to its opening brace, and what it declares
     * @param body what is in it
     */
    record Nest(boolean repeats, Runnable head, List<RowFlow> body) implements RowFlow {

        /**
         * Goes through it once.
         *
         * @param order what is unfinished before it; receives what may be so after it
         * @param begins takes whether it needs a barrier before it
         * @param inside takes what is in it
         */
        void pass(VectorOrder order, Consumer<Boolean> begins, Runnable inside) {
            VectorOrder before = repeats ? order.copy() : new VectorOrder();
            boolean waits = repeats && beginLoop(body, order);
            if (waits) {
                before.finish();
            }
            begins.accept(waits);
            inside.run();
            // Of no elements there is no iteration.
            order.join(before);
        }
    }

    /**
     * Begins a loop.
     *
     * @param body of the loop
     * @param order what is unfinished before it; receives what may be so where an iteration begins
     * @return whether it needs a barrier before it: some instruction must wait for what comes before the loop, and for nothing of
     *     the loop, where it would wait in each iteration
     */
    static boolean beginLoop(List<RowFlow> body, VectorOrder order) {
        VectorOrder alone = carried(body, new VectorOrder());
        VectorOrder both = carried(body, order);
        boolean waits = !waits(body, alone).equals(waits(body, both));
        order.become(waits ? alone : both);
        return waits;
    }

    /** What may be unfinished where an iteration begins: what is so before the loop, and what iterations leave. */
    private static VectorOrder carried(List<RowFlow> body, VectorOrder before) {
        VectorOrder carried = before.copy();
        boolean isMore;
        do {
            VectorOrder end = carried.copy();
            advance(body, end, new ArrayList<>());
            isMore = carried.join(end);
        } while (isMore);
        return carried;
    }

    /** Whether something must wait for what comes before it; if so, a barrier comes first, and nothing is unfinished any more. */
    static boolean mustWait(VectorOrder before, List<RowFlow> flow) {
        boolean waits = !waits(flow, new VectorOrder()).equals(waits(flow, before));
        if (waits) {
            before.finish();
        }
        return waits;
    }

    /** Which instructions and loops wait, one by one. */
    private static List<Boolean> waits(List<RowFlow> flow, VectorOrder before) {
        List<Boolean> waits = new ArrayList<>();
        advance(flow, before.copy(), waits);
        return waits;
    }

    private static void advance(List<RowFlow> flow, VectorOrder order, List<Boolean> waits) {
        for (RowFlow each : flow) {
            if (each instanceof Tile tile) {
                tile.section().parts().forEach(part -> {
                    order.beginTile();
                    advance(List.of(new Straight(part.instructions())), order, waits);
                });
            } else if (each instanceof Straight straight) {
                straight.instructions().forEach(instruction -> waits.add(order.mustWait(instruction)));
            } else if (each instanceof Nest nest) {
                nest.pass(order, waits::add, () -> advance(nest.body(), order, waits));
            }
        }
    }
}
