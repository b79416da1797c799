package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Expression.Vector;

/** The partial results of columns, of which vectors run along a row. */
final class ColumnPartials extends Partials {

    private final VectorLowering form;
    private final Code code;

    ColumnPartials(VectorLowering form) {
        super(form.kernel, form.names, form.uniform, form.code);
        this.form = form;
        this.code = form.code;
    }

    @Override
    protected Expression inner() {
        return Bases.INNER;
    }

    /** The loop over the blocks, in which nothing is accumulated yet. */
    void blocks(Expression rows, Runnable each) {
        declareMemory();
        declareItems();
        Variable item = Code.integer("item");
        code.loop(item, Builtin.BEGIN, Builtin.END, () -> {
            declareBlock(item, rows);
            declareColumns(item);
            for (Node partial : form.kernel.partials()) {
                Address columns = column(partial, Code.number(0));
                code.effect(Code.call("fill", columns, new Identity(partial), Bases.INNER));
            }
            each.run();
        });
    }

    /** The vector of a block's partial results. */
    Expression load(Node partial, Expression lanes) {
        return new Vector(column(partial, VectorLoop.I), Code.number(1), lanes);
    }
}
