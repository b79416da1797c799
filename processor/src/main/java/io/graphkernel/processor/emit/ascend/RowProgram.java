package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileProgram.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Program of a core for its rows: instructions in loops. */
sealed interface RowProgram {

    /**
     * A section of a tile.
     *
     * @param section the section, after its preludes
     */
    record Tile(Section section) implements RowProgram {}

    /**
     * Instructions outside tiles.
     *
     * @param instructions the instructions, in order
     */
    record StraightLine(List<Instruction> instructions) implements RowProgram {}

    /**
     * A loop or a block.
     *
     * @param repeats true for a loop
     * @param printHead prints the header up to its opening brace, and the first declarations
     * @param body the body
     */
    record LoopNest(boolean repeats, Runnable printHead, List<RowProgram> body) implements RowProgram {

        /**
         * Visits the loop once.
         *
         * @param barriers the state before the loop; receives the state after it
         * @param barrierBefore receives whether a barrier precedes the loop
         * @param visitBody visits the body
         */
        void visit(PipeBarrierInsertion barriers, Consumer<Boolean> barrierBefore, Runnable visitBody) {
            PipeBarrierInsertion before = repeats ? barriers.copy() : new PipeBarrierInsertion();
            boolean waits = repeats && beginLoop(body, barriers);
            if (waits) {
                before.reset();
            }
            barrierBefore.accept(waits);
            visitBody.run();
            // An empty range has no iteration.
            barriers.merge(before);
        }
    }

    /**
     * Begins a loop.
     *
     * @param body the loop's body
     * @param barriers the state before the loop; receives the state at the start of an iteration
     * @return true if a barrier precedes the loop: an instruction depends on code before the loop, but not on the loop
     *     itself, so that the barrier is hoisted
     */
    static boolean beginLoop(List<RowProgram> body, PipeBarrierInsertion barriers) {
        PipeBarrierInsertion alone = carried(body, new PipeBarrierInsertion());
        PipeBarrierInsertion both = carried(body, barriers);
        boolean waits = !waits(body, alone).equals(waits(body, both));
        barriers.replaceWith(waits ? alone : both);
        return waits;
    }

    /** Returns the state at the start of an iteration: a fixed point over the loop's back edge. */
    private static PipeBarrierInsertion carried(List<RowProgram> body, PipeBarrierInsertion before) {
        PipeBarrierInsertion carried = before.copy();
        boolean isMore;
        do {
            PipeBarrierInsertion end = carried.copy();
            advance(body, end, new ArrayList<>());
            isMore = carried.merge(end);
        } while (isMore);
        return carried;
    }

    /**
     * Returns true if an instruction depends on earlier code; a barrier then precedes the program and clears the state.
     */
    static boolean needsBarrier(PipeBarrierInsertion before, List<RowProgram> program) {
        boolean waits = !waits(program, new PipeBarrierInsertion()).equals(waits(program, before));
        if (waits) {
            before.reset();
        }
        return waits;
    }

    /** Returns whether each instruction and loop needs a barrier. */
    private static List<Boolean> waits(List<RowProgram> program, PipeBarrierInsertion before) {
        List<Boolean> waits = new ArrayList<>();
        advance(program, before.copy(), waits);
        return waits;
    }

    private static void advance(List<RowProgram> program, PipeBarrierInsertion barriers, List<Boolean> waits) {
        for (RowProgram step : program) {
            if (step instanceof Tile tile) {
                tile.section().parts().forEach(section -> {
                    barriers.beginTile();
                    advance(List.of(new StraightLine(section.instructions())), barriers, waits);
                });
            } else if (step instanceof StraightLine straight) {
                straight.instructions().forEach(instruction -> waits.add(barriers.needsBarrier(instruction)));
            } else if (step instanceof LoopNest nest) {
                nest.visit(barriers, waits::add, () -> advance(nest.body(), barriers, waits));
            }
        }
    }
}
