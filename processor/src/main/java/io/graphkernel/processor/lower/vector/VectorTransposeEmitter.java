package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Tiling;
import java.util.ArrayList;
import java.util.List;

/**
 * Emitter of elementwise kernels with a transpose, where some inputs are contiguous along an outer loop.
 *
 * <p>Square tiles of these inputs are transposed into the thread's scratch memory, and the rows of a tile are computed
 * from there. The parallel range counts rows; the loop across the tiles is the innermost outer one.
 */
final class VectorTransposeEmitter extends VectorLowering {

    /** Number of rows of the current tile, its first column, and the current row within it. */
    static final Variable ROWS = CodeBuilder.int64Variable("rows");

    static final Variable COLUMN = CodeBuilder.int64Variable("column");
    static final Variable LINE = CodeBuilder.int64Variable("line");
    private static final Variable ACROSS = CodeBuilder.int64Variable("across");
    private static final Variable FIRST = CodeBuilder.int64Variable("first");
    private static final Variable COLUMNS = CodeBuilder.int64Variable("columns");

    private final Tiling tiling;
    private final Expression side;

    VectorTransposeEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.tiling = kernel.buffers().tiling();
        this.side = CodeBuilder.constant(kernel.tileSide());
    }

    @Override
    void lower() {
        int dim = tiling.dim();
        function(kernel.name(), () -> {
            declareInner();
            declareTiles();
            code.declareFinal(ACROSS, CodeBuilder.size(space.dims().get(dim).extent()));
            code.declare(ROWS);
            code.loop(ROW, Builtin.RANGE_BEGIN, Builtin.RANGE_END, ROWS, () -> {
                code.declareFinal(FIRST, CodeBuilder.modulo(ROW, ACROSS));
                Expression remaining =
                        CodeBuilder.min(CodeBuilder.minus(ACROSS, FIRST), CodeBuilder.minus(Builtin.RANGE_END, ROW));
                code.assign(ROWS, CodeBuilder.min(side, remaining));
                List<Integer> others = new ArrayList<>();
                for (int outer = 0; outer < space.outer().size(); outer++) {
                    if (outer != dim) {
                        others.add(outer);
                    }
                }
                basePointers.declareIndices(CodeBuilder.div(ROW, ACROSS), "_row", others);
                code.loop(COLUMN, ZERO, BasePointers.INNER, side, () -> lowerTile(dim));
            });
        });
    }

    private void lowerTile(int dim) {
        code.declareFinal(COLUMNS, CodeBuilder.min(side, CodeBuilder.minus(BasePointers.INNER, COLUMN)));
        tiling.packed().forEach(packed -> transpose(packed, dim));
        code.loop(LINE, ZERO, ROWS, () -> {
            code.declareFinal(BasePointers.index(dim, "_row"), CodeBuilder.plus(FIRST, LINE));
            tiling.packed().forEach(packed -> Prefetching.emitNextTile(code, begin(packed), stride(packed), side));
            lowerRow();
        });
    }

    /** Declares the tiles, each aligned to a cache line. */
    private void declareTiles() {
        Expression begin = SCRATCH;
        int side = kernel.tileSide();
        for (Buffer packed : tiling.packed()) {
            begin = alignedEnd(code.declareFinal(tile(packed), begin), Dim.of(side * side));
        }
    }

    private Variable tile(Buffer packed) {
        return new Variable(
                names.tile(packed.value()), new PointerType(packed.value().dtype(), MemoryFormat.TENSOR, true));
    }

    private Expression stride(Buffer packed) {
        return CodeBuilder.size(packed.access().strides().get(space.dims().size() - 1));
    }

    private void transpose(Buffer packed, int dim) {
        Expression stride = stride(packed);
        List<Expression> terms = new ArrayList<>(List.of(FIRST, CodeBuilder.times(COLUMN, stride)));
        for (int outer = 0; outer < space.outer().size(); outer++) {
            if (outer != dim) {
                terms.addAll(basePointers.offset(packed.access(), outer, outer + 1, "_row"));
            }
        }
        basePointers.declare(packed, BasePointers.MIDDLE, basePointers.pointer(packed), terms);
        code.exprStatement(CodeBuilder.call("transpose", begin(packed), stride, tile(packed), side, ROWS, COLUMNS));
    }

    private Variable begin(Buffer packed) {
        return BasePointers.suffixed(basePointers.pointer(packed), BasePointers.MIDDLE);
    }

    private void lowerRow() {
        for (Buffer buffer : basePointers.buffers()) {
            boolean packed = tiling.packed().contains(buffer);
            Variable from = packed ? tile(buffer) : basePointers.pointer(buffer);
            basePointers.declare(
                    buffer, "_row", from, packed ? List.of(CodeBuilder.times(LINE, side)) : offset(buffer));
        }
        LoopScope scope = LoopScope.ofAllBuffers(basePointers, "_row");
        scope.computeRow();
        LoopScope peeled = withPeeledPrologue(scope, COLUMNS);
        stages.forEach(stage -> new VectorLoopEmitter(code, stage, peeled).lower(ZERO, COLUMNS));
    }

    private List<Expression> offset(Buffer buffer) {
        List<Expression> terms =
                basePointers.offset(buffer.access(), 0, space.outer().size(), "_row");
        Dim stride = basePointers.innerStride(buffer);
        if (!stride.equals(Dim.ZERO)) {
            terms.add(basePointers.strideOffset(COLUMN, stride));
        }
        return terms;
    }
}
