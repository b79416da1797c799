package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.LoadVector;
import io.graphkernel.processor.lower.code.Expression.Variable;

/** Partial results of columns, vectorized along a row. */
final class ColumnPartialResults extends PartialResults {

    private final VectorLowering emitter;
    private final CodeBuilder code;

    ColumnPartialResults(VectorLowering emitter) {
        super(emitter.kernel, emitter.names, emitter.uniform, emitter.code);
        this.emitter = emitter;
        this.code = emitter.code;
    }

    @Override
    protected Expression columnCount() {
        return BasePointers.INNER;
    }

    /** Emits the loop over the blocks, which initializes the accumulators with the identity element. */
    void forEachBlock(Expression rows, Runnable body) {
        declareMemory();
        declareItemsPerBlock();
        Variable item = CodeBuilder.int64Variable("item");
        code.loop(item, Builtin.RANGE_BEGIN, Builtin.RANGE_END, () -> {
            declareBlock(item, rows);
            declareColumns(item);
            for (Node partial : emitter.kernel.partials()) {
                Address columns = columnAddress(partial, CodeBuilder.constant(0));
                code.exprStatement(CodeBuilder.call("fill", columns, new IdentityElement(partial), BasePointers.INNER));
            }
            body.run();
        });
    }

    /** Returns a vector of a block's partial results. */
    Expression load(Node partial, Expression lanes) {
        return new LoadVector(columnAddress(partial, VectorLoopEmitter.I), CodeBuilder.constant(1), lanes);
    }
}
