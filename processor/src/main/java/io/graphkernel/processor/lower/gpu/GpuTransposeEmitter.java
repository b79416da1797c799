package io.graphkernel.processor.lower.gpu;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.ArrayElement;
import io.graphkernel.processor.lower.code.Expression.RawLoad;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.AddressSpace;
import io.graphkernel.processor.lower.code.Statement.Barrier;
import io.graphkernel.processor.lower.code.Statement.DeclareArray;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import io.graphkernel.processor.schedule.Tiling;
import java.util.ArrayList;
import java.util.List;

/**
 * Emitter of elementwise kernels with a transpose, where some inputs are contiguous along an outer loop.
 *
 * <p>A thread block copies square tiles of these inputs to shared memory along that loop, and computes from there along
 * the inner loop.
 */
final class GpuTransposeEmitter extends GpuLowering {

    private static final Variable LINE = CodeBuilder.intVariable("line");

    private final Tiling tiling;
    /** Extent of a tile in both dims. */
    private final int side;

    private final Expression extent;
    private final Expression lane;
    private final Variable across;
    private final Variable columns = CodeBuilder.int64Variable("columns");
    private final Variable band = CodeBuilder.int64Variable("band");

    GpuTransposeEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.tiling = kernel.buffers().tiling();
        this.side = kernel.capabilities().threadBlocks().tileSize();
        this.extent = CodeBuilder.constant(side);
        this.lane = CodeBuilder.modulo(Builtin.THREAD_INDEX, extent);
        this.across = LoopIndices.of(tiling.dim());
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), 0, () -> {
            for (Buffer packed : tiling.packed()) {
                // One column of padding avoids bank conflicts.
                code.add(new DeclareArray(
                        tile(packed), AddressSpace.SHARED, List.of(extent, CodeBuilder.constant(side + 1))));
            }
            declareInner();
            code.declareInt64(rows.name(), CodeBuilder.size(dim(tiling.dim()).extent()));
            Variable tiles = code.declareInt64("tiles", CodeBuilder.call("block_count", inner, extent));
            Variable bands = code.declareInt64("bands", CodeBuilder.call("block_count", rows, extent));
            List<Integer> otherLoops = new ArrayList<>();
            Expression items = CodeBuilder.times(tiles, bands);
            for (int dim = 0; dim < space.outer().size(); dim++) {
                if (dim != tiling.dim()) {
                    otherLoops.add(dim);
                    items = CodeBuilder.times(items, CodeBuilder.size(dim(dim).extent()));
                }
            }
            forEachItem(items, () -> lowerTile(tiles, bands, otherLoops));
        }));
    }

    private void lowerTile(Variable tiles, Variable bands, List<Integer> otherLoops) {
        Variable item = CodeBuilder.int64Variable("item");
        code.declareInt64(columns.name(), CodeBuilder.times(CodeBuilder.modulo(item, tiles), extent));
        code.declareInt64(
                band.name(), CodeBuilder.times(CodeBuilder.modulo(CodeBuilder.div(item, tiles), bands), extent));
        indices.delinearize(CodeBuilder.div(CodeBuilder.div(item, tiles), bands), otherLoops, LoopIndices::of);
        forEachLine(CodeBuilder.plus(band, lane), CodeBuilder.plus(columns, LINE), this::copy);
        code.add(new Barrier());
        forEachLine(CodeBuilder.plus(band, LINE), CodeBuilder.plus(columns, lane), this::compute);
        code.add(new Barrier());
    }

    /** Emits the loop over the lines of a tile, several at a time per thread block, at the indices of both loops. */
    private void forEachLine(Expression row, Expression column, Runnable lineBody) {
        Expression first = CodeBuilder.div(Builtin.THREAD_INDEX, extent);
        Expression linesPerStep = CodeBuilder.constant(GpuModel.DEFAULT.launch().threadsPerBlock() / side);
        code.loop(LINE, first, extent, linesPerStep, Unroll.FULL, () -> {
            code.declareInt64(across.name(), row);
            code.declareInt64(column().name(), column);
            code.ifThen(CodeBuilder.and(CodeBuilder.less(across, rows), CodeBuilder.less(column(), inner)), lineBody);
        });
    }

    private void copy() {
        for (Buffer packed : tiling.packed()) {
            code.assign(
                    new ArrayElement(tile(packed), List.of(LINE, lane)),
                    new RawLoad(CodeBuilder.address(body.pointer(packed), LoopIndices.elementOffset(packed.access()))));
        }
    }

    private void compute() {
        body.computeRow();
        for (Stage stage : kernel.body().unbufferedStages()) {
            element(stage, new TileElements());
        }
        storeRowResults(isZero(column()));
    }

    private Variable tile(Buffer packed) {
        return new Variable(
                "tile_" + body.pointer(packed).name(),
                new Type.ScalarType(packed.value().dtype()));
    }

    private final class TileElements implements ElementAccess {

        private final ElementAccess indexed = body.indexedAccess();

        @Override
        public Expression load(Buffer input) {
            return tiling.packed().contains(input)
                    ? CodeBuilder.call("value", new ArrayElement(tile(input), List.of(lane, LINE)))
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
