package io.graphkernel.processor.lower.group;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Elements;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Element;
import io.graphkernel.processor.lower.code.Expression.Item;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Barrier;
import io.graphkernel.processor.lower.code.Statement.Space;
import io.graphkernel.processor.lower.code.Statement.Staged;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import io.graphkernel.processor.schedule.Tiling;
import java.util.ArrayList;
import java.util.List;

/**
 * Elementwise kernels with a transpose: some inputs are contiguous along an outer loop. A group copies square tiles of them
 * to local memory, along that loop, and computes from there, along the inner one.
 */
final class TileForm extends GroupLowering {

    private static final Variable LINE = Code.count("line");

    private final Tiling tiling;
    /** Elements of a tile each way. */
    private final int side;

    private final Expression extent;
    private final Expression lane;
    private final Variable across;
    private final Variable columns = Code.integer("columns");
    private final Variable band = Code.integer("band");

    TileForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.tiling = kernel.tiling();
        this.side = kernel.capabilities().groups().tileSide();
        this.extent = Code.number(side);
        this.lane = Code.modulo(Builtin.THREAD, extent);
        this.across = Indices.of(tiling.run());
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), 0, () -> {
            for (Buffer packed : tiling.packed()) {
                // One more element in each row: what is read together lies in different banks.
                code.add(new Staged(tile(packed), Space.GROUP, List.of(extent, Code.number(side + 1))));
            }
            declareInner();
            code.integer(rows.name(), Code.size(run(tiling.run()).extent()));
            Variable tiles = code.integer("tiles", Code.call("parts", inner, extent));
            Variable bands = code.integer("bands", Code.call("parts", rows, extent));
            List<Integer> others = new ArrayList<>();
            Expression items = Code.times(tiles, bands);
            for (int run = 0; run < space.outer().size(); run++) {
                if (run != tiling.run()) {
                    others.add(run);
                    items = Code.times(items, Code.size(run(run).extent()));
                }
            }
            items(items, () -> lowerTile(tiles, bands, others));
        }));
    }

    private void lowerTile(Variable tiles, Variable bands, List<Integer> others) {
        Variable item = Code.integer("item");
        code.integer(columns.name(), Code.times(Code.modulo(item, tiles), extent));
        code.integer(band.name(), Code.times(Code.modulo(Code.over(item, tiles), bands), extent));
        indices.decode(Code.over(Code.over(item, tiles), bands), others, Indices::of);
        lines(Code.plus(band, lane), Code.plus(columns, LINE), this::copy);
        code.add(new Barrier());
        lines(Code.plus(band, LINE), Code.plus(columns, lane), this::compute);
        code.add(new Barrier());
    }

    /** The lines of a tile, at the indices of both loops; the threads of a group take several at once. */
    private void lines(Expression row, Expression column, Runnable each) {
        Expression first = Code.over(Builtin.THREAD, extent);
        Expression atOnce = Code.number(KernelAbi.GROUP_THREADS / side);
        code.loop(LINE, first, extent, atOnce, Unroll.ALL, () -> {
            code.integer(across.name(), row);
            code.integer(column().name(), column);
            code.when(Code.and(Code.less(across, rows), Code.less(column(), inner)), each);
        });
    }

    private void copy() {
        for (Buffer packed : tiling.packed()) {
            code.assign(
                    new Item(tile(packed), List.of(LINE, lane)),
                    new Element(Code.address(body.pointer(packed), Indices.element(packed.access()))));
        }
    }

    private void compute() {
        body.computeRow();
        for (Stage stage : kernel.unbufferedStages()) {
            element(stage, new TileElements());
        }
        storeRow(isZero(column()));
    }

    private Variable tile(Buffer packed) {
        return new Variable(
                "tile_" + body.pointer(packed).name(),
                new Type.Value(packed.value().dtype()));
    }

    private final class TileElements implements Elements {

        private final Elements indexed = body.indexed();

        @Override
        public Expression load(Buffer input) {
            return tiling.packed().contains(input)
                    ? Code.call("value", new Item(tile(input), List.of(lane, LINE)))
                    : indexed.load(input);
        }

        @Override
        public void store(Buffer output, Expression value) {
            indexed.store(output, value);
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            indexed.accumulate(reduction, value);
        }
    }
}
