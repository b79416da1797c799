package io.graphkernel.processor.frontend.expression;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;

/** Analysis of branches that return from a method. */
final class EarlyReturns {

    private EarlyReturns() {}

    /** Returns true if the last statement returns. */
    static boolean returns(StatementTree statement) {
        if (statement instanceof BlockTree block) {
            int count = block.getStatements().size();
            return count > 0 && returns(block.getStatements().get(count - 1));
        }
        if (statement instanceof IfTree choice) {
            return choice.getElseStatement() != null
                    && returns(choice.getThenStatement())
                    && returns(choice.getElseStatement());
        }
        return statement instanceof ReturnTree;
    }
}
