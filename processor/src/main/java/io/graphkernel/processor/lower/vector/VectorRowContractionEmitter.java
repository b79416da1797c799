package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.ArrayElement;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Emitter of contractions whose terms are contiguous: vectors run along the terms, and each result has a vector of sums.
 *
 * <p>A block has some rows and a vector of columns. Their sums are combined, and the ops that read them are computed,
 * for all columns of a row at a time.
 */
final class VectorRowContractionEmitter extends VectorContractionEmitter {

    private static final CpuModel.Contractions MODEL = CpuModel.DEFAULT.contractions();

    private static final Variable I = VectorLoopEmitter.I;
    private static final Variable COLUMNS = CodeBuilder.int64Variable("columns");
    private static final Variable FIRST = CodeBuilder.int64Variable("first");
    private static final Variable END = CodeBuilder.int64Variable("end_of_rows");
    private static final Variable CHUNK = CodeBuilder.int64Variable("chunk");
    private static final Variable ROWS = CodeBuilder.int64Variable("rows");
    private static final Variable NEXT = CodeBuilder.int64Variable("next");

    VectorRowContractionEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        function(kernel.name(), () -> {
            declareInner();
            Expression terms = CodeBuilder.call(
                    "max",
                    CodeBuilder.constant(1),
                    CodeBuilder.size(Dim.product(
                            Stream.concat(space.middle().stream().map(IterationDim::extent), Stream.of(space.inner()))
                                    .toList())));
            Expression block = CodeBuilder.constant(blockSizes().get(0));
            Expression blocks = CodeBuilder.div(CodeBuilder.constant(MODEL.chunkElements()), terms);
            code.declareFinal(
                    ROWS,
                    CodeBuilder.times(
                            CodeBuilder.call("max", CodeBuilder.constant(1), CodeBuilder.div(blocks, block)), block));
            lowerRegions(CodeBuilder.constant(1), 0, COLUMNS, this::lowerRegion);
        });
    }

    /** Lowers some rows, whose elements stay in the cache, for all columns. */
    private void lowerRegion() {
        code.loop(CHUNK, FROM_ROW, TO_ROW, ROWS, () -> {
            code.declareFinal(END, CodeBuilder.min(CodeBuilder.plus(CHUNK, ROWS), TO_ROW));
            code.loop(FIRST, ZERO, COLUMNS, Builtin.VECTOR_WIDTH, () -> {
                Variable lanes = declareLanes(COLUMNS, FIRST);
                code.declare(ROW, CHUNK);
                for (int rows : blockSizes()) {
                    code.whileStep(ROW, CodeBuilder.constant(rows), END, () -> lowerBlock(rows, lanes));
                }
            });
        });
    }

    private void lowerBlock(int rows, Variable lanes) {
        declareRows(ROW, rows);
        List<LoopScope> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            values.add(declareRowValues(row, CodeBuilder.plus(COLUMN, FIRST), lanes, "_" + row));
            for (Node node : stage().registerAccumulations()) {
                code.add(new Statement.DeclareArray(
                        sums(node, row), Statement.AddressSpace.PRIVATE, List.of(Builtin.VECTOR_WIDTH)));
            }
        }
        int reductions = stage().registerAccumulations().size();
        code.block(() -> {
            code.declare(NEXT, ZERO);
            for (int columns : List.of(Math.max(1, MODEL.columns() / reductions), 1)) {
                int some = columns;
                code.whileStep(NEXT, CodeBuilder.constant(columns), lanes, () -> lowerColumns(values, some));
            }
        });
        for (int row = 0; row < rows; row++) {
            for (Node node : stage().registerAccumulations()) {
                String function = "reduce_rows_" + ElementwiseLowering.combiner(node);
                values.get(row).declareResult(node, CodeBuilder.call(function, sums(node, row), lanes));
            }
            storeResults(values.get(row), row, CodeBuilder.plus(COLUMN, FIRST), lanes);
        }
    }

    private void lowerColumns(List<LoopScope> values, int columns) {
        for (int row = 0; row < values.size(); row++) {
            for (int column = 0; column < columns; column++) {
                declareAccumulator(suffix(row, column));
            }
        }
        middle.lowerFirst(space.middle().size(), () -> {
            List<LoopScope> scopes = new ArrayList<>();
            for (int row = 0; row < values.size(); row++) {
                for (int column = 0; column < columns; column++) {
                    scopes.add(declareElements(values.get(row), row, column));
                }
            }
            code.block(() -> {
                code.declare(I, ZERO);
                code.whileStep(
                        I,
                        Builtin.VECTOR_WIDTH,
                        BasePointers.INNER,
                        () -> calls(scopes, columns, Builtin.VECTOR_WIDTH));
                Expression remainder = new IntCast(CodeBuilder.minus(BasePointers.INNER, I));
                code.ifThen(CodeBuilder.less(I, BasePointers.INNER), () -> calls(scopes, columns, remainder));
            });
        });
        for (int row = 0; row < values.size(); row++) {
            for (int column = 0; column < columns; column++) {
                for (Node node : stage().registerAccumulations()) {
                    Expression position = CodeBuilder.plus(NEXT, CodeBuilder.constant(column));
                    code.assign(
                            new ArrayElement(sums(node, row), List.of(position)),
                            accumulator(node, suffix(row, column)));
                }
            }
        }
    }

    /** Declares the pointers of a result's terms, and the row values that the stage reads. */
    private LoopScope declareElements(LoopScope values, int row, int column) {
        Expression offset = CodeBuilder.plus(NEXT, CodeBuilder.constant(column));
        LoopScope scope =
                declareElements(row, CodeBuilder.plus(CodeBuilder.plus(COLUMN, FIRST), offset), suffix(row, column));
        for (Node node : stage().liveIns()) {
            if (space.level(node) == Level.ROW) {
                scope.declare(node, CodeBuilder.call("lane", values.operand(node), offset));
            }
        }
        return scope;
    }

    private void calls(List<LoopScope> scopes, int columns, Expression lanes) {
        for (int result = 0; result < scopes.size(); result++) {
            call(I, lanes, scopes.get(result), suffix(result / columns, result % columns));
        }
    }

    private static String suffix(int row, int column) {
        return "_" + row + "_" + column;
    }

    /** Returns the sums of a row's columns. */
    private Variable sums(Node reduction, int row) {
        return accumulator(reduction, "_columns_" + row);
    }
}
