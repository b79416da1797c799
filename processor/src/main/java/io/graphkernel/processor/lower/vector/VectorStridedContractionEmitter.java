package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.FromAccumulator;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Emitter of contractions whose columns are contiguous: vectors run along the columns, and each lane sums its terms in
 * order.
 *
 * <p>A block has some rows and many adjacent columns, so that the matrix is read contiguously. Its sums are in scratch
 * memory, and in registers for a few terms at a time.
 */
final class VectorStridedContractionEmitter extends VectorContractionEmitter {

    private static final CpuModel.Unrolling MODEL = CpuModel.DEFAULT.unrolling();

    private static final Variable I = VectorLoopEmitter.I;
    private static final Variable COLUMNS = VectorTileEmitter.COLUMNS;
    private static final Variable BLOCK = CodeBuilder.int64Variable("block");
    private static final Variable END = CodeBuilder.int64Variable("end_of_block");
    private static final Variable TERM = CodeBuilder.int64Variable("iteration");
    private static final Variable LAST = CodeBuilder.int64Variable("last");

    VectorStridedContractionEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        function(kernel.name(), () -> {
            declareInner();
            Expression begin = SCRATCH;
            for (int row = 0; row < blockSizes().get(0); row++) {
                for (Node node : stage().registerAccumulations()) {
                    for (Variable array : List.of(sums(node, row), partialSums(node, row))) {
                        begin = CodeBuilder.call(
                                "after", code.declareFinal(array, begin), CodeBuilder.constant(kernel.laneBytes()));
                    }
                }
            }
            Expression unit = CodeBuilder.constant(kernel.tileSide());
            lowerRegions(unit, kernel.capabilities().tiling().maxAdjacentTiles(), COLUMNS, () -> {
                code.declare(ROW, FROM_ROW);
                for (int rows : blockSizes()) {
                    code.whileStep(ROW, CodeBuilder.constant(rows), TO_ROW, () -> lowerBlock(rows));
                }
            });
        });
    }

    private void lowerBlock(int rows) {
        declareRows(ROW, rows);
        fill(rows, this::sums);
        middle.lowerFirst(space.middle().size() - 1, () -> lowerTerms(rows));
        code.loop(I, ZERO, COLUMNS, Builtin.VECTOR_WIDTH, () -> {
            Variable lanes = declareLanes(COLUMNS, I);
            Expression column = CodeBuilder.plus(COLUMN, I);
            for (int row = 0; row < rows; row++) {
                LoopScope scope = declareRowValues(row, column, lanes, "_" + row);
                for (Node node : stage().registerAccumulations()) {
                    scope.declare(node, new FromAccumulator(node, load(sums(node, row), I)));
                }
                storeResults(scope, row, column, lanes);
            }
        });
    }

    private int lastMiddle() {
        return space.outer().size() + space.middle().size() - 1;
    }

    /** Lowers the last loop over terms in blocks, whose sums are added in order. */
    private void lowerTerms(int rows) {
        Expression extent = CodeBuilder.size(space.dims().get(lastMiddle()).extent());
        Expression size = CodeBuilder.constant(MODEL.stridedBlockIterations());
        code.loop(BLOCK, ZERO, extent, size, () -> {
            code.declareFinal(END, CodeBuilder.min(CodeBuilder.plus(BLOCK, size), extent));
            fill(rows, this::partialSums);
            Expression terms = CodeBuilder.constant(MODEL.stridedIterations());
            code.loop(TERM, BLOCK, END, terms, () -> {
                code.declareFinal(LAST, CodeBuilder.min(CodeBuilder.plus(TERM, terms), END));
                code.declare(I, ZERO);
                int vectors = Math.max(
                        1,
                        MODEL.stridedVectors() / stage().registerAccumulations().size());
                code.whileStep(
                        I,
                        VectorLoopEmitter.vectors(vectors),
                        COLUMNS,
                        () -> lowerVectors(rows, vectors, Builtin.VECTOR_WIDTH));
                code.whileStep(
                        I,
                        CodeBuilder.constant(1),
                        Builtin.VECTOR_WIDTH,
                        COLUMNS,
                        () -> lowerVectors(rows, 1, declareLanes(COLUMNS, I)));
            });
            code.loop(
                    I,
                    ZERO,
                    COLUMNS,
                    Builtin.VECTOR_WIDTH,
                    () -> forEachSum(rows, (node, row) -> {
                        Expression sum = combineVectors(
                                node, load(sums(node, row), I), load(partialSums(node, row), I), Builtin.VECTOR_WIDTH);
                        code.store(BasePointers.address(sums(node, row), I), sum, Builtin.VECTOR_WIDTH);
                    }));
        });
    }

    /** Lowers some terms for several vectors of columns. */
    private void lowerVectors(int rows, int vectors, Expression lanes) {
        for (int result = 0; result < rows * vectors; result++) {
            int row = result / vectors;
            Expression index = VectorLoopEmitter.index(result % vectors);
            String suffix = "_" + row + "_" + result % vectors;
            declareRowValues(row, CodeBuilder.plus(COLUMN, index), lanes, suffix);
            for (Node node : stage().registerAccumulations()) {
                code.declare(accumulator(node, suffix), load(partialSums(node, row), index));
            }
        }
        code.loop(BasePointers.index(lastMiddle(), ""), TERM, LAST, () -> {
            for (int result = 0; result < rows * vectors; result++) {
                int row = result / vectors;
                String suffix = "_" + row + "_" + result % vectors;
                LoopScope scope = declareElements(row, COLUMN, suffix);
                call(VectorLoopEmitter.index(result % vectors), lanes, scope, suffix);
            }
        });
        for (int result = 0; result < rows * vectors; result++) {
            int row = result / vectors;
            Expression index = VectorLoopEmitter.index(result % vectors);
            for (Node node : stage().registerAccumulations()) {
                code.store(
                        BasePointers.address(partialSums(node, row), index),
                        accumulator(node, "_" + row + "_" + result % vectors),
                        Builtin.VECTOR_WIDTH);
            }
        }
    }

    /** Action for a sum of a row. */
    private interface SumAction {
        void emit(Node reduction, int row);
    }

    private void forEachSum(int rows, SumAction action) {
        for (int row = 0; row < rows; row++) {
            for (Node node : stage().registerAccumulations()) {
                action.emit(node, row);
            }
        }
    }

    private void fill(int rows, BiFunction<Node, Integer, Variable> array) {
        forEachSum(
                rows,
                (node, row) -> code.exprStatement(CodeBuilder.call(
                        "fill", array.apply(node, row), new Expression.IdentityElement(node), COLUMNS)));
    }

    private static Expression load(Variable array, Expression index) {
        return VectorStridedEmitter.loadWholeVector(array, index);
    }

    /** Returns the sums of a row's columns. */
    private Variable sums(Node reduction, int row) {
        return array(names.laneBuffer(reduction), reduction, row);
    }

    /** Returns the sums of a block of terms. */
    private Variable partialSums(Node reduction, int row) {
        return array(names.partialResult(reduction), reduction, row);
    }

    private static Variable array(String name, Node reduction, int row) {
        return new Variable(name + "_" + row, new PointerType(reduction.dtype(), MemoryFormat.ACCUMULATOR, true));
    }
}
