package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Tiling;
import java.util.ArrayList;
import java.util.List;

/**
 * Elementwise kernels with a transpose: some inputs are contiguous along an outer loop. Square tiles of them are copied,
 * transposed, to the thread's scratch memory, and the rows of a tile are computed from there. The parallel range counts rows
 * as elsewhere, but the loop across the tiles is the innermost of the outer ones.
 */
final class TileForm extends VectorLowering {

    private static final Variable ACROSS = Code.integer("across");
    private static final Variable ROWS = Code.integer("rows");
    private static final Variable FIRST = Code.integer("first");
    private static final Variable COLUMN = Code.integer("column");
    private static final Variable COLUMNS = Code.integer("columns");
    private static final Variable LINE = Code.integer("line");

    private final Tiling tiling;
    private final Expression side;

    TileForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.tiling = kernel.tiling();
        this.side = Code.number(kernel.tileSide());
    }

    @Override
    void lower() {
        int run = tiling.run();
        function(kernel.name(), () -> {
            declareInner();
            declareTiles();
            code.let(ACROSS, Code.size(space.runs().get(run).extent()));
            code.variable(ROWS);
            code.loop(ROW, Builtin.BEGIN, Builtin.END, ROWS, () -> {
                code.let(FIRST, Code.modulo(ROW, ACROSS));
                Expression rest = Code.least(Code.minus(ACROSS, FIRST), Code.minus(Builtin.END, ROW));
                code.assign(ROWS, Code.least(side, rest));
                List<Integer> others = new ArrayList<>();
                for (int outer = 0; outer < space.outer().size(); outer++) {
                    if (outer != run) {
                        others.add(outer);
                    }
                }
                bases.declareIndices(Code.over(ROW, ACROSS), "_row", others);
                code.loop(COLUMN, ZERO, Bases.INNER, side, () -> lowerTile(run));
            });
        });
    }

    private void lowerTile(int run) {
        code.let(COLUMNS, Code.least(side, Code.minus(Bases.INNER, COLUMN)));
        tiling.packed().forEach(packed -> transpose(packed, run));
        code.loop(LINE, ZERO, ROWS, () -> {
            code.let(Bases.index(run, "_row"), Code.plus(FIRST, LINE));
            tiling.packed().forEach(this::prefetch);
            lowerRow();
        });
    }

    /** Declares the tiles, each of which begins at a cache line. */
    private void declareTiles() {
        Expression begin = SCRATCH;
        int side = kernel.tileSide();
        for (Buffer packed : tiling.packed()) {
            begin = after(code.let(tile(packed), begin), Dim.of(side * side));
        }
    }

    private Variable tile(Buffer packed) {
        return new Variable(
                names.tile(packed.value()), new Pointer(packed.value().dtype(), Memory.ELEMENTS, true));
    }

    private Expression stride(Buffer packed) {
        return Code.size(packed.access().strides().get(space.runs().size() - 1));
    }

    private void transpose(Buffer packed, int run) {
        Expression stride = stride(packed);
        List<Expression> terms = new ArrayList<>(List.of(FIRST, Code.times(COLUMN, stride)));
        for (int outer = 0; outer < space.outer().size(); outer++) {
            if (outer != run) {
                terms.addAll(bases.offset(packed.access(), outer, outer + 1, "_row"));
            }
        }
        bases.declare(packed, Bases.MIDDLE, bases.of(packed), terms);
        code.effect(Code.call("transpose", begin(packed), stride, tile(packed), side, ROWS, COLUMNS));
    }

    /** While a tile is stored, the memory of the next one is requested: the next columns or else the next rows. */
    private void prefetch(Buffer packed) {
        Expression stride = stride(packed);
        Expression next = Code.plus(COLUMN, side);
        Expression columns = Code.times(Code.plus(LINE, side), stride);
        Expression rows = Code.plus(ROWS, Code.times(Code.minus(LINE, COLUMN), stride));
        Expression element = new Conditional(Code.less(next, Bases.INNER), columns, rows);
        Offset address = new Offset(begin(packed), element);
        code.effect(Code.call("prefetch_elements", address, side, VectorLoop.STREAMING));
    }

    private Variable begin(Buffer packed) {
        return Bases.suffixed(bases.of(packed), Bases.MIDDLE);
    }

    private void lowerRow() {
        for (Buffer buffer : bases.all()) {
            boolean packed = tiling.packed().contains(buffer);
            Variable from = packed ? tile(buffer) : bases.of(buffer);
            bases.declare(buffer, "_row", from, packed ? List.of(Code.times(LINE, side)) : offset(buffer));
        }
        Scope scope = Scope.ofAll(bases, "_row");
        scope.computeRow();
        Scope headed = withHead(scope, COLUMNS);
        stages.forEach(stage -> new VectorLoop(code, stage, headed).lower(ZERO, COLUMNS));
    }

    private List<Expression> offset(Buffer buffer) {
        List<Expression> terms = bases.offset(buffer.access(), 0, space.outer().size(), "_row");
        Dim stride = bases.innerStride(buffer);
        if (!stride.equals(Dim.ZERO)) {
            terms.add(bases.product(COLUMN, stride));
        }
        return terms;
    }
}
