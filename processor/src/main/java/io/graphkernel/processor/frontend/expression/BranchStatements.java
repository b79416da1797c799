package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.IfTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.BodyState;
import io.graphkernel.processor.frontend.flow.Jump;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;

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
                        statements,
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
        BodyReader reader = statements.inBranch(inside);
        reader.statements(branch, false);
        end(branch.get(0), reader);
    }

    /** Ends a branch that has been read: a jump is recorded unless it leaves an unrolled loop. */
    static void end(TreePath statement, BodyReader reader) throws RejectedTreeException {
        BodyState state = reader.state();
        if (state.isCompleted()) {
            Jump jump = state.jump(statement);
            if (!reader.jumps().isRecordable(jump)) {
                boolean returns = jump.way() == BodyState.Completion.RETURN;
                throw reader.context()
                        .javac()
                        .reject(
                                statement,
                                Diagnostic.BRANCH_NOT_COMPILED,
                                returns ? "it returns from the method" : "it leaves an iteration of the loop",
                                returns
                                        ? "assign the result to a variable in each branch, and return it after them"
                                        : "write if around the statements that follow, or a for loop with an index");
            }
            reader.jumps().record(reader.context().scope(), jump, state.result());
        }
        state.requireAccepted();
    }

    /**
     * Reads the statements of a body after one that may have returned from it.
     *
     * @param path the statement
     * @param returned condition that it has returned
     * @param rest the statements after it; none if it always returns
     */
    void readAfterReturn(TreePath path, SymbolicValue returned, List<TreePath> rest) throws RejectedTreeException {
        Element result = statements.jumps().result();
        if (rest.isEmpty()) {
            state.returns(context.scope().find(result).orElseThrow());
            return;
        }
        state.returns(context.expressions()
                .branches()
                .returned(
                        path,
                        statements,
                        returned,
                        List.of(),
                        inside -> inside.scope().find(result).orElseThrow(),
                        rest,
                        inside -> {
                            statements.jumps().begin(inside.scope());
                            return readReturningBranch(rest, path, inside);
                        }));
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
        BodyReader reader = statements.inBranch(inside);
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
