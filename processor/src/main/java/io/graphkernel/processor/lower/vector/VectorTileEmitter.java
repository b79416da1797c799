package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;

/** Base class of the emitters whose parallel range counts tiles of the kept inner loop. */
abstract class VectorTileEmitter extends VectorLowering {

    /** Number of columns of the current tiles, and the first of them. */
    static final Variable COLUMNS = CodeBuilder.int64Variable("columns");

    private static final Variable COLUMN = CodeBuilder.int64Variable("column");
    private static final Variable ITEM = CodeBuilder.int64Variable("item");
    private static final Variable TILES = CodeBuilder.int64Variable("tiles");
    private static final Variable TILE = CodeBuilder.int64Variable("tile");
    private static final Variable TILE_COUNT = CodeBuilder.int64Variable("tile_count");

    VectorTileEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    /**
     * Lowers the tiles of the inner loop, which the parallel range counts.
     *
     * @param maxAdjacent maximum number of adjacent tiles that are processed together
     * @param tile emits the tiles, whose pointers are those of a row
     */
    final void lowerTiles(int maxAdjacent, Runnable tile) {
        Expression width = CodeBuilder.constant(kernel.tileSide());
        code.declareFinal(
                TILES,
                CodeBuilder.div(
                        CodeBuilder.plus(BasePointers.INNER, CodeBuilder.constant(kernel.tileSide() - 1)), width));
        code.declare(TILE_COUNT);
        code.loop(ITEM, Builtin.RANGE_BEGIN, Builtin.RANGE_END, TILE_COUNT, () -> {
            code.declareFinal(ROW, CodeBuilder.div(ITEM, TILES));
            code.declareFinal(TILE, CodeBuilder.modulo(ITEM, TILES));
            Expression remaining =
                    CodeBuilder.min(CodeBuilder.minus(TILES, TILE), CodeBuilder.minus(Builtin.RANGE_END, ITEM));
            code.assign(TILE_COUNT, CodeBuilder.min(CodeBuilder.constant(maxAdjacent), remaining));
            code.declareFinal(COLUMN, CodeBuilder.times(TILE, width));
            code.declareFinal(
                    COLUMNS,
                    CodeBuilder.min(
                            CodeBuilder.times(TILE_COUNT, width), CodeBuilder.minus(BasePointers.INNER, COLUMN)));
            declareBases();
            tile.run();
        });
    }

    private void declareBases() {
        declareOuterIndices(ROW, "_row");
        for (Buffer buffer : basePointers.buffers()) {
            List<Expression> terms = new ArrayList<>();
            if (basePointers.variesWithRow(buffer)) {
                terms.addAll(basePointers.rowOffset(buffer, ROW, "_row"));
            }
            Dim stride = basePointers.lastStride(buffer);
            if (!stride.equals(Dim.ZERO)) {
                terms.add(basePointers.strideOffset(COLUMN, stride));
            }
            basePointers.declare(buffer, "_row", basePointers.pointer(buffer), terms);
        }
    }

    /**
     * Returns the condition that non-temporal stores are requested and aligned in every iteration of the middle loops:
     * the first one is aligned, and so are the strides.
     *
     * @param stores stores that may be non-temporal
     * @param scope scope of the tile
     */
    final Expression allIterationsAligned(List<Buffer> stores, LoopScope scope) {
        Expression condition = VectorLoopEmitter.NON_TEMPORAL;
        int first = space.outer().size();
        for (Buffer store : stores) {
            Variable base = scope.base(store);
            condition = CodeBuilder.and(condition, CodeBuilder.call("is_aligned", base));
            for (int dim = first; dim < first + space.middle().size(); dim++) {
                Expression next = CodeBuilder.size(store.access().strides().get(dim));
                condition = CodeBuilder.and(condition, CodeBuilder.call("is_aligned", new Offset(base, next)));
            }
        }
        return condition;
    }
}
