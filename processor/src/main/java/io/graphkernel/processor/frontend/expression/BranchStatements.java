package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.IfTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.BodyState;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import java.util.ArrayList;
import java.util.List;

/** Reader of {@code if}, and of the statements of branches whose condition is known only when the kernels run. */
final class BranchStatements {

    private final BodyContext context;
    private final BodyState state;
    private final BodyReader statements;

    BranchStatements(BodyContext context, BodyState state, BodyReader statements) {
        this.context = context;
        this.state = state;
        this.statements = statements;
    }

    /** Reads an {@code if}. */
    void read(TreePath path, IfTree choice) throws RejectedTreeException {
        SymbolicValue condition = context.expressions().scalars().readNumber(child(path, choice.getCondition()));
        if (condition instanceof ConstantValue constant) {
            chosen(path, choice, constant);
        } else {
            context.expressions()
                    .branches()
                    .read(path, condition, thenOf(path, choice), elseOf(path, choice), statements);
        }
    }

    private static List<TreePath> thenOf(TreePath path, IfTree choice) {
        return List.of(child(path, choice.getThenStatement()));
    }

    private static List<TreePath> elseOf(TreePath path, IfTree choice) {
        return choice.getElseStatement() == null ? List.of() : List.of(child(path, choice.getElseStatement()));
    }

    private void chosen(TreePath path, IfTree choice, ConstantValue constant) throws RejectedTreeException {
        StatementTree chosen = constant.value().equals(true) ? choice.getThenStatement() : choice.getElseStatement();
        if (chosen != null) {
            statements.statement(child(path, chosen));
        }
    }

    /** Reads a branch that returns from the method, and the statements after it. */
    void readReturning(TreePath path, List<TreePath> rest) throws RejectedTreeException {
        IfTree choice = (IfTree) path.getLeaf();
        SymbolicValue condition = context.expressions().scalars().readNumber(child(path, choice.getCondition()));
        if (condition instanceof ConstantValue constant) {
            chosen(path, choice, constant);
            statements.statements(state.isCompleted() ? List.of() : rest, true);
            return;
        }
        List<TreePath> otherwise = new ArrayList<>(elseOf(path, choice));
        otherwise.addAll(rest);
        state.returns(context.expressions()
                .branches()
                .returned(
                        path,
                        condition,
                        thenOf(path, choice),
                        inside -> readReturningBranch(thenOf(path, choice), path, inside),
                        otherwise,
                        inside -> readReturningBranch(otherwise, path, inside)));
    }

    /**
     * Reads the statements of a branch whose condition is known only when the kernels run.
     *
     * @param branch the statements
     * @param inside context of the branch
     * @throws RejectedTreeException if any statement was rejected, or leaves the branch
     */
    void readBranch(List<TreePath> branch, BodyContext inside) throws RejectedTreeException {
        BodyReader reader = statements.inBranch(inside, statements.jumps());
        reader.statements(branch, false);
        end(branch.get(0), reader);
    }

    /** Ends a branch that has been read: a jump is recorded if the loop around it allows jumps. */
    void end(TreePath statement, BodyReader reader) throws RejectedTreeException {
        BodyState.Completion completion = reader.state().completion();
        switch (completion) {
            case RETURN ->
                throw context.javac()
                        .reject(
                                statement,
                                Diagnostic.BRANCH_NOT_COMPILED,
                                "it returns from the method",
                                "assign the result to a variable in each branch, and return it after them");
            case BREAK, CONTINUE -> {
                if (reader.jumps() == null) {
                    throw context.javac()
                            .reject(
                                    statement,
                                    Diagnostic.BRANCH_NOT_COMPILED,
                                    "it leaves an iteration of the loop",
                                    "write if around the statements that follow, or a for loop with an index");
                }
                reader.jumps().jump(reader.context().scope(), completion == BodyState.Completion.BREAK);
            }
            default -> {}
        }
        reader.state().requireAccepted();
    }

    /**
     * Reads the statements of a branch that returns from the method, like {@link #readBranch}.
     *
     * @param position tree for messages
     * @return value that the method returns
     * @throws RejectedTreeException if any statement was rejected, or the branch does not return
     */
    SymbolicValue readReturningBranch(List<TreePath> branch, TreePath position, BodyContext inside)
            throws RejectedTreeException {
        BodyReader reader = statements.inBranch(inside, null);
        reader.statements(branch, true);
        reader.state().requireAccepted();
        if (reader.state().completion() != BodyState.Completion.RETURN
                || reader.state().result() instanceof NoValue) {
            throw context.javac()
                    .reject(
                            position,
                            Diagnostic.BRANCH_NOT_COMPILED,
                            "it returns from the method, and the statements after it do not return a value",
                            "assign the result to a variable in each branch, and return it after them");
        }
        return reader.state().result();
    }
}
