package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Elementwise kernels and row reductions: a loop over elements, or over rows with one or more stages. */
class RowForm extends VectorLowering {

    RowForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    /** What walks the rows of the range. */
    interface Rows {
        void walk(Expression from, Expression to);
    }

    /** Walks the rows of the parallel range, or what is around them. */
    void range(Rows rows) {
        rows.walk(Builtin.BEGIN, Builtin.END);
    }

    @Override
    void lower() {
        if (kernel.isFlat()) {
            function(kernel.name(), this::lowerFlat);
            return;
        }
        RowBlocks blocks = new RowBlocks(this);
        Dim inner = space.inner();
        boolean fixed = inner instanceof Dim.Constant;
        boolean shortRows = blocks.applies()
                && !(inner instanceof Dim.Constant constant
                        && constant.size() > kernel.capabilities().tiles().shortRow());
        Rows longRows = blocks.applies() && stages.stream().noneMatch(StageFunction::hasStores)
                ? blocks::lowerLong
                : this::lowerEachRow;
        String substitute = kernel.name() + "_short";
        if (shortRows && fixed) {
            function(kernel.name(), () -> lowerRows(() -> {}, blocks::lowerShort));
        } else if (shortRows) {
            function(Function.Kind.SUBSTITUTE, substitute, () -> lowerRows(() -> {}, blocks::lowerShort));
            function(kernel.name(), () -> lowerRows(() -> leaveShort(substitute), longRows));
        } else {
            function(kernel.name(), () -> lowerRows(() -> {}, longRows));
        }
    }

    /** The parallel range counts rows, or what is around them. */
    private void lowerRows(Runnable before, Rows rows) {
        declareInner();
        declareRowBuffers();
        before.run();
        range(rows);
    }

    /** Leaves short rows to a function of their own. */
    private void leaveShort(String substitute) {
        code.when(
                new Binary(
                        Operator.LESS_EQUAL,
                        Bases.INNER,
                        Code.number(kernel.capabilities().tiles().shortRow())),
                () -> {
                    List<Expression> range = List.of(Builtin.ARGUMENTS, Builtin.BEGIN, Builtin.END, SCRATCH);
                    code.add(new Statement.Invoke(substitute, range));
                    code.add(new Statement.Return());
                });
    }

    /** One loop over elements, or none at all; the parallel range counts elements. */
    private void lowerFlat() {
        Scope scope = withHead(uniform, Builtin.BEGIN, Code.minus(Builtin.END, Builtin.BEGIN));
        stages.forEach(stage -> new VectorLoop(code, stage, scope).lower(Builtin.BEGIN, Builtin.END));
        kernel.uniformStores().forEach(store -> storeOne(store, List.of(), uniform));
    }

    /** All stages of one row after the other: results go row by row, so that memory has something to do all the time. */
    private void lowerEachRow(Expression from, Expression to) {
        code.loop(ROW, from, to, () -> {
            Scope row = declareRow(ROW, "_row");
            if (space.middle().isEmpty()) {
                row = withHead(row, Bases.INNER);
                requestShared(row);
            }
            for (StageFunction stage : stages) {
                lowerStage(stage, row);
            }
            for (Buffer store : kernel.rowStores()) {
                storeOne(store, bases.rowOffset(store, ROW, "_row"), row);
            }
        });
    }

    private void lowerStage(StageFunction stage, Scope row) {
        declareAccumulators(stage, stage.unroll());
        if (!stage.isIdle()) {
            middle.all(row, () -> {
                Scope scope = space.middle().isEmpty() ? row : withHead(row.inMiddle(), Bases.INNER);
                new VectorLoop(code, stage, scope).lower(ZERO, Bases.INNER);
            });
        }
        for (Node reduction : stage.reductions()) {
            row.declareResult(reduction, combined(stage, row, reduction));
        }
        row.compute(stage.stage().rowOps());
    }

    /**
     * Rows that do not end with a cache line share one, which passes through the caches though results do not. Stores to
     * row buffers would wait for it: it is requested some rows ahead.
     */
    private void requestShared(Scope row) {
        if (!row.hasHead() || kernel.saved().isEmpty()) {
            return;
        }
        for (StageFunction stage : stages) {
            Expression needed = Code.and(stage.streaming(), greater(VectorLoop.HEAD, ZERO));
            for (Buffer store : stage.stage().stores()) {
                space.rowStride(store.access())
                        .filter(stride -> !stride.equals(Dim.ZERO))
                        .ifPresent(stride -> code.effect(Code.call(
                                "prefetch_result",
                                new Offset(row.base(store), bases.product(row.ahead(), stride)),
                                needed)));
            }
        }
    }
}
