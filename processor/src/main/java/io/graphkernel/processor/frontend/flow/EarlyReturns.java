package io.graphkernel.processor.frontend.flow;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.YieldTree;

/** Analysis of branches that return from a method, or yield the value of a {@code switch} expression. */
public final class EarlyReturns {

    private EarlyReturns() {}

    /** Returns true if the last statement returns or yields a value. */
    public static boolean returns(StatementTree statement) {
        if (statement instanceof BlockTree block) {
            int count = block.getStatements().size();
            return count > 0 && returns(block.getStatements().get(count - 1));
        }
        if (statement instanceof IfTree choice) {
            return choice.getElseStatement() != null
                    && returns(choice.getThenStatement())
                    && returns(choice.getElseStatement());
        }
        return statement instanceof ReturnTree || statement instanceof YieldTree;
    }

    /** Returns true if every case returns. */
    public static boolean returns(SwitchTree choice) {
        return choice.getCases().stream().allMatch(EarlyReturns::returns);
    }

    private static boolean returns(CaseTree tree) {
        if (tree.getStatements() == null) {
            return tree.getBody() instanceof StatementTree body && returns(body);
        }
        int count = tree.getStatements().size();
        // A case without statements shares those of the next one.
        return count == 0 || returns(tree.getStatements().get(count - 1));
    }
}
