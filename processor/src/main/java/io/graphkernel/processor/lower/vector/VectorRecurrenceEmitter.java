package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Call;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Recurrence.Carried;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;

/**
 * Emitter of recurrences: vectors run along the inner loop, and all iterations of the loop inside the kernel are computed
 * for a few vectors, whose carried values are in registers.
 *
 * <p>Buffers that are contiguous along the iterations are transposed in tiles of scratch memory, a block of iterations at
 * a time.
 */
final class VectorRecurrenceEmitter extends VectorTileEmitter {

    private static final CpuModel.Unrolling MODEL = CpuModel.DEFAULT.unrolling();

    private static final Expression ONE = CodeBuilder.constant(1);
    private static final Variable I = VectorLoopEmitter.I;
    private static final Variable LANES = CodeBuilder.intVariable("lanes");
    /** First iteration of the current block, and the number of its iterations. */
    private static final Variable FIRST = CodeBuilder.int64Variable("first");

    private static final Variable END = CodeBuilder.int64Variable("end_of_iterations");
    private static final Variable ITERATIONS = CodeBuilder.int64Variable("iterations");

    /** Position of the loop in the nest. */
    private final int loop;

    private final List<Buffer> transposed;
    private final Expression side;

    /**
     * Iterations of some columns.
     *
     * @param from first iteration
     * @param to end of the iterations
     * @param columns number of columns
     * @param isWhole true if the columns are whole vectors
     */
    private record Block(Expression from, Expression to, Expression columns, boolean isWhole) {}

    VectorRecurrenceEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.loop = space.outer().size();
        this.transposed = kernel.buffers().tiling() == null
                ? List.of()
                : kernel.buffers().tiling().packed();
        this.side = CodeBuilder.constant(kernel.tileSide());
    }

    @Override
    void lower() {
        function(kernel.name(), () -> {
            declareInner();
            declareScratch();
            lowerTiles(transposed.isEmpty() ? MODEL.recurrenceTiles() : 1, this::lowerTile);
        });
    }

    private void lowerTile() {
        LoopScope scope = LoopScope.ofAllBuffers(basePointers, "_row");
        scope.computeRow();
        stages.forEach(stage -> code.block(() -> {
            List<Buffer> stored = stage.stage().stores().stream()
                    .filter(store -> !basePointers.staysInCache(store))
                    .toList();
            if (stage.hasStores()) {
                code.declareFinal(
                        StageFunction.NON_TEMPORAL_STORES,
                        stored.isEmpty() ? ZERO : allIterationsAligned(stored, scope));
            }
            if (transposed.isEmpty()) {
                lowerColumns(stage, scope);
            } else {
                lowerBlocks(stage, scope);
            }
        }));
    }

    private Expression extent() {
        return CodeBuilder.size(space.dims().get(loop).extent());
    }

    /**
     * Lowers all iterations at once, if there are few vectors or nothing is read or stored per iteration. Otherwise few
     * iterations of all vectors precede the next ones, because rows are in pages of their own.
     */
    private void lowerColumns(StageFunction stage, LoopScope scope) {
        int vectors = MODEL.recurrenceVectors();
        boolean isStreamed = basePointers.buffers().stream().anyMatch(buffer -> buffer.mask() == space.fullMask());
        if (!isStreamed) {
            lowerVectors(stage, scope, vectors, new Block(ZERO, extent(), COLUMNS, false));
            return;
        }
        // Non-temporal stores fill whole rows.
        Expression some = CodeBuilder.select(
                StageFunction.NON_TEMPORAL_STORES, ONE, CodeBuilder.constant(MODEL.recurrenceIterations()));
        Expression hasMore = CodeBuilder.less(VectorLoopEmitter.vectors(vectors), COLUMNS);
        code.declareFinal(ITERATIONS, CodeBuilder.select(hasMore, some, extent()));
        code.loop(FIRST, ZERO, extent(), ITERATIONS, () -> {
            Expression end = CodeBuilder.min(CodeBuilder.plus(FIRST, ITERATIONS), extent());
            lowerVectors(stage, scope, vectors, new Block(FIRST, code.declareFinal(END, end), COLUMNS, false));
        });
    }

    /**
     * Lowers blocks of iterations, whose tiles are transposed before and after: whole blocks of a whole tile, whose sizes
     * are constants, and the remaining ones.
     */
    private void lowerBlocks(StageFunction stage, LoopScope scope) {
        Expression whole = CodeBuilder.constant(kernel.tileHeight());
        code.declare(FIRST, ZERO);
        code.ifThen(
                new Binary(Operator.EQUAL, COLUMNS, side),
                () -> code.whileStep(
                        FIRST,
                        whole,
                        extent(),
                        () -> lowerBlock(
                                stage, scope, whole, new Block(FIRST, CodeBuilder.plus(FIRST, whole), side, true))));
        code.whileStep(FIRST, ONE, whole, extent(), () -> {
            code.declareFinal(ITERATIONS, CodeBuilder.min(whole, CodeBuilder.minus(extent(), FIRST)));
            lowerBlock(stage, scope, ITERATIONS, new Block(FIRST, CodeBuilder.plus(FIRST, ITERATIONS), COLUMNS, false));
        });
    }

    private void lowerBlock(StageFunction stage, LoopScope scope, Expression iterations, Block block) {
        for (Buffer buffer : transposed) {
            declareBlock(buffer, scope, block);
            if (!kernel.buffers().outputs().contains(buffer)) {
                code.exprStatement(CodeBuilder.call(
                        block.isWhole() ? "transpose" : "transpose_edge",
                        block(buffer),
                        rowStride(buffer),
                        tile(buffer),
                        side,
                        iterations,
                        block.columns()));
            }
        }
        lowerVectors(stage, scope, MODEL.transposedRecurrenceVectors(), block);
        for (Buffer buffer : transposed) {
            if (kernel.buffers().outputs().contains(buffer)) {
                List<Expression> arguments = new ArrayList<>(
                        List.of(tile(buffer), side, block(buffer), rowStride(buffer), block.columns(), iterations));
                if (block.isWhole()) {
                    arguments.add(stage.nonTemporalCondition());
                }
                code.exprStatement(new Call(block.isWhole() ? "put_transposed" : "transpose_edge", arguments));
            }
        }
    }

    /** Lowers some iterations for all columns: several vectors at a time, then half as many, then the remaining ones. */
    private void lowerVectors(StageFunction stage, LoopScope scope, int vectors, Block block) {
        code.block(() -> {
            code.declare(I, ZERO);
            for (int count = vectors; count > 0; count /= 2) {
                int whole = count;
                code.whileStep(
                        I,
                        VectorLoopEmitter.vectors(count),
                        block.columns(),
                        () -> lowerIterations(stage, scope, whole, Builtin.VECTOR_WIDTH, block));
            }
            if (!block.isWhole()) {
                code.ifThen(CodeBuilder.less(I, COLUMNS), () -> {
                    code.declareFinal(LANES, new IntCast(CodeBuilder.minus(COLUMNS, I)));
                    lowerIterations(stage, scope, 1, LANES, block);
                });
            }
        });
    }

    /** Lowers some iterations for several vectors. */
    private void lowerIterations(StageFunction stage, LoopScope scope, int vectors, Expression lanes, Block block) {
        List<Carried> registers = kernel.recurrence().registers();
        for (Carried carried : registers) {
            Buffer memory = carried.reads().get(0);
            for (int vector = 0; vector < vectors; vector++) {
                code.declare(
                        register(carried, vector),
                        basePointers.load(
                                memory,
                                scope.base(memory),
                                CodeBuilder.size(basePointers.innerStride(memory)),
                                VectorLoopEmitter.index(vector),
                                lanes));
            }
        }
        Variable index = BasePointers.index(loop, "");
        LoopScope inner = scope.inMiddleLoops();
        code.loop(index, block.from(), block.to(), () -> {
            new ArgumentLowering(scope).declareIteration(index);
            declareBases(scope, index, block);
            for (int vector = 0; vector < vectors; vector++) {
                code.add(stage.statement(new StageFunction.Call(
                        VectorLoopEmitter.index(vector), CodeBuilder.constant(1), lanes, inner, "_" + vector, false)));
            }
        });
        for (Carried carried : registers) {
            for (int vector = 0; vector < vectors; vector++) {
                code.store(
                        new Offset(scope.base(carried.update()), VectorLoopEmitter.index(vector)),
                        register(carried, vector),
                        lanes);
            }
        }
    }

    private Variable register(Carried carried, int vector) {
        return VectorStageLowering.register(names, carried, "_" + vector);
    }

    /** Declares the base pointers of an iteration. */
    private void declareBases(LoopScope scope, Variable index, Block block) {
        for (Buffer buffer : basePointers.buffers()) {
            if (basePointers.isTransposed(buffer)) {
                Expression position = isDescending(buffer)
                        ? CodeBuilder.minus(block.to(), CodeBuilder.plus(index, ONE))
                        : CodeBuilder.minus(index, FIRST);
                basePointers.declare(
                        buffer, BasePointers.MIDDLE, tile(buffer), List.of(CodeBuilder.times(position, side)));
            } else if (basePointers.variesWithMiddleLoops(buffer)) {
                basePointers.declare(
                        buffer, BasePointers.MIDDLE, scope.base(buffer), basePointers.middleOffset(buffer));
            }
        }
    }

    private boolean isDescending(Buffer buffer) {
        return !buffer.access().strides().get(loop).equals(Dim.ONE);
    }

    private Expression rowStride(Buffer buffer) {
        return CodeBuilder.size(basePointers.lastStride(buffer));
    }

    /** Declares the tiles, each aligned to a cache line. */
    private void declareScratch() {
        Expression begin = SCRATCH;
        for (Buffer buffer : transposed) {
            begin = alignedEnd(code.declareFinal(tile(buffer), begin), Dim.of(kernel.tileSide() * kernel.tileHeight()));
        }
    }

    private Variable tile(Buffer buffer) {
        return new Variable(
                names.tile(buffer.value()) + "_" + buffer.slot(),
                new PointerType(buffer.value().dtype(), MemoryFormat.TENSOR, true));
    }

    /** Declares the pointer to the elements of a block of iterations with the lowest addresses. */
    private void declareBlock(Buffer buffer, LoopScope scope, Block block) {
        Expression first = isDescending(buffer) ? CodeBuilder.minus(ONE, block.to()) : FIRST;
        basePointers.declare(buffer, "_block", scope.base(buffer), List.of(first));
    }

    private Variable block(Buffer buffer) {
        return BasePointers.suffixed(basePointers.pointer(buffer), "_block");
    }
}
