package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.LoadVector;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.function.Function;

/**
 * Emitter of strided reductions and scans: vectors run along the kept inner loop, and each lane iterates over the
 * middle loops.
 *
 * <p>Adjacent tiles of the inner loop are processed together, so that memory is read contiguously. Accumulation is
 * blocked to keep long sums accurate: a few iterations in registers, a block of iterations, then the whole tile.
 */
final class VectorStridedEmitter extends VectorTileEmitter {

    private static final CpuModel.Unrolling MODEL = CpuModel.DEFAULT.unrolling();

    private static final Variable I = VectorLoopEmitter.I;
    private static final Variable ITERATION = CodeBuilder.int64Variable("iteration");
    private static final Variable LAST = CodeBuilder.int64Variable("last");

    private final boolean scan;
    private final LaneValueBuffers values;

    VectorStridedEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.scan = space.template() == LoopTemplate.SCAN;
        this.values = new LaneValueBuffers(this);
    }

    @Override
    void lower() {
        function(kernel.name(), () -> {
            declareInner();
            values.declare();
            lowerTiles(kernel.capabilities().tiling().maxAdjacentTiles(), this::lowerTile);
        });
    }

    private void lowerTile() {
        if (scan) {
            LoopScope scope = LoopScope.ofAllBuffers(basePointers, "_row");
            scope.computeRow();
            stages.forEach(stage -> lowerStage(stage, scope));
        } else {
            lowerReduction(LoopScope.ofLanes(basePointers, "_row"));
        }
    }

    private void lowerReduction(LoopScope scope) {
        for (int stage = 0; stage < stages.size(); stage++) {
            values.lowerBefore(stage, scope);
            lowerStage(stages.get(stage), scope);
        }
        values.lowerBefore(stages.size(), scope);
    }

    private void lowerStage(StageFunction stage, LoopScope scope) {
        if (stage.registerAccumulations().isEmpty()) {
            middle.lowerAll(
                    scope,
                    () -> new VectorLoopEmitter(code, stage, withPeeledPrologue(scope.inMiddleLoops(), COLUMNS))
                            .lower(ZERO, COLUMNS));
            return;
        }
        fill(stage, values::lanes);
        code.block(() -> {
            if (stage.hasStores()) {
                code.declareFinal(
                        StageFunction.NON_TEMPORAL_STORES,
                        allIterationsAligned(stage.stage().stores(), scope));
            }
            middle.lowerFirst(space.middle().size() - 1, () -> {
                Expression extent =
                        CodeBuilder.size(space.dims().get(lastMiddle()).extent());
                if (scan) {
                    lowerIterations(stage, scope, ZERO, extent);
                } else {
                    lowerBlocks(stage, scope, extent);
                }
            });
        });
    }

    private int lastMiddle() {
        return space.outer().size() + space.middle().size() - 1;
    }

    private void lowerBlocks(StageFunction stage, LoopScope scope, Expression extent) {
        Variable block = CodeBuilder.int64Variable("block");
        Expression size = CodeBuilder.constant(MODEL.stridedBlockIterations());
        code.loop(block, ZERO, extent, size, () -> {
            fill(stage, values::partial);
            lowerIterations(stage, scope, block, CodeBuilder.min(CodeBuilder.plus(block, size), extent));
            code.loop(I, ZERO, COLUMNS, Builtin.VECTOR_WIDTH, () -> {
                for (Node node : stage.registerAccumulations()) {
                    combineInto(node, values.lanes(node), I, loadWholeVector(values.partial(node), I));
                }
            });
        });
    }

    private void fill(StageFunction stage, Function<Node, Variable> array) {
        for (Node node : stage.registerAccumulations()) {
            code.exprStatement(CodeBuilder.call("fill", array.apply(node), new IdentityElement(node), COLUMNS));
        }
    }

    /** Loads a whole vector of a buffer. */
    static Expression loadWholeVector(Variable array, Expression index) {
        return new LoadVector(BasePointers.address(array, index), CodeBuilder.constant(1), Builtin.VECTOR_WIDTH);
    }

    /** Accumulates a vector in scratch memory. */
    private void combineInto(Node node, Variable array, Expression index, Expression value) {
        Expression combined = combineVectors(node, loadWholeVector(array, index), value, Builtin.VECTOR_WIDTH);
        code.store(BasePointers.address(array, index), combined, Builtin.VECTOR_WIDTH);
    }

    private void lowerIterations(StageFunction stage, LoopScope scope, Expression from, Expression to) {
        Variable end = code.declareFinal(CodeBuilder.int64Variable("end_of_iterations"), to);
        Expression iterations = CodeBuilder.constant(MODEL.stridedIterations());
        code.loop(ITERATION, from, end, iterations, () -> {
            code.declareFinal(LAST, CodeBuilder.min(CodeBuilder.plus(ITERATION, iterations), end));
            code.declare(I, ZERO);
            Expression step = VectorLoopEmitter.vectors(MODEL.stridedVectors());
            code.whileStep(
                    I, step, COLUMNS, () -> lowerVectors(stage, scope, MODEL.stridedVectors(), Builtin.VECTOR_WIDTH));
            code.whileStep(I, CodeBuilder.constant(1), Builtin.VECTOR_WIDTH, COLUMNS, () -> {
                Variable lanes = CodeBuilder.intVariable("lanes");
                code.declareFinal(
                        lanes, new IntCast(CodeBuilder.min(Builtin.VECTOR_WIDTH, CodeBuilder.minus(COLUMNS, I))));
                lowerVectors(stage, scope, 1, lanes);
            });
        });
    }

    /** Lowers several iterations of the last middle loop for several vectors. */
    private void lowerVectors(StageFunction stage, LoopScope scope, int vectors, Expression lanes) {
        for (int vector = 0; vector < vectors; vector++) {
            for (Node node : stage.registerAccumulations()) {
                Expression buffered = loadWholeVector(values.lanes(node), VectorLoopEmitter.index(vector));
                code.declare(accumulator(node, "_" + vector), scan ? buffered : new IdentityElement(node));
            }
        }
        LoopScope inner = scope.inMiddleLoops();
        lastMiddle(scope, () -> {
            if (!scan && vectors > 1) {
                Prefetching.emitStrided(code, basePointers, inner, lastMiddle(), MODEL.stridedVectors());
            }
            for (int vector = 0; vector < vectors; vector++) {
                code.add(stage.statement(new StageFunction.Call(
                        VectorLoopEmitter.index(vector), CodeBuilder.constant(1), lanes, inner, "_" + vector, false)));
            }
        });
        for (int vector = 0; vector < vectors; vector++) {
            Expression index = VectorLoopEmitter.index(vector);
            for (Node node : stage.registerAccumulations()) {
                Variable value = accumulator(node, "_" + vector);
                if (scan) {
                    code.store(BasePointers.address(values.lanes(node), index), value, Builtin.VECTOR_WIDTH);
                } else {
                    combineInto(node, values.partial(node), index, value);
                }
            }
        }
    }

    /** Emits the last middle loop, in reverse for a reverse scan. */
    private void lastMiddle(LoopScope scope, Runnable body) {
        int dim = lastMiddle();
        Variable index = BasePointers.index(dim, "");
        Variable next = CodeBuilder.int64Variable("next");
        code.loop(isReverse() ? next : index, ITERATION, LAST, () -> {
            if (isReverse()) {
                Expression extent = CodeBuilder.size(space.dims().get(dim).extent());
                code.declareFinal(index, CodeBuilder.minus(CodeBuilder.minus(extent, CodeBuilder.constant(1)), next));
            }
            middle.declareBases(scope);
            body.run();
        });
    }
}
