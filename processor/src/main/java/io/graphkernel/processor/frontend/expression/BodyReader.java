package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.BodyState;
import io.graphkernel.processor.frontend.flow.CountedLoop;
import io.graphkernel.processor.frontend.flow.EarlyReturns;
import io.graphkernel.processor.frontend.flow.EndlessLoopCheck;
import io.graphkernel.processor.frontend.flow.Jump;
import io.graphkernel.processor.frontend.flow.JumpScope;
import io.graphkernel.processor.frontend.flow.Jumps;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Name;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of the statements of a body in execution order, which unrolls loops and resolves conditions.
 *
 * <p>A rejected simple statement does not stop the reader, so that one compilation reports every error. Its variable
 * has no value from then on. A rejected loop or condition does stop the reader.
 */
public final class BodyReader {

    private final BodyContext context;
    private final TypeMirror returnType;
    private final SimpleStatements simple;
    private final BodyState state;
    private final BranchStatements branches;
    private final SwitchStatements switches;
    /** Symbol of the innermost loop around the statements; null outside of loops. */
    private final String loopIndex;
    /** Innermost scope of jumps around the statements. */
    private final JumpScope jumps;

    /** Body of the method or lambda; null for a part of it. */
    private Tree body;

    /**
     * Creates a reader of a body.
     *
     * @param context services for the readers
     * @param returnType type of the returned value
     */
    public BodyReader(BodyContext context, TypeMirror returnType) {
        this(context, new BodyState(), returnType, null, JumpScope.ofMethod(context.javac(), returnType));
    }

    /**
     * Returns a reader of a {@code switch} expression.
     *
     * @param type type of its value
     */
    static BodyReader ofSwitch(BodyContext context, TypeMirror type) {
        return new BodyReader(context, new BodyState(), type, null, JumpScope.ofValue(context.javac(), type));
    }

    private BodyReader(BodyContext context, BodyState state, TypeMirror returnType, String loopIndex, JumpScope jumps) {
        this.context = context;
        this.state = state;
        this.returnType = returnType;
        this.loopIndex = loopIndex;
        this.jumps = jumps;
        this.simple = new SimpleStatements(context, loopIndex);
        this.branches = new BranchStatements(context, state, this);
        this.switches = new SwitchStatements(context, state, this);
    }

    BodyContext context() {
        return context;
    }

    BodyState state() {
        return state;
    }

    /** Returns the innermost scope of jumps around the statements. */
    JumpScope jumps() {
        return jumps;
    }

    /** Returns the type of the value that ends the body. */
    TypeMirror returnType() {
        return returnType;
    }

    BranchStatements branches() {
        return branches;
    }

    /**
     * Reads a body.
     *
     * @param path the block, or the expression of a lambda
     * @return value returned by the method or lambda
     * @throws RejectedTreeException if any statement was rejected
     */
    public SymbolicValue read(TreePath path) throws RejectedTreeException {
        body = path.getLeaf();
        jumps.begin(context.scope());
        if (!(body instanceof ExpressionTree)) {
            statement(path);
        } else if (returnType.getKind() == TypeKind.VOID) {
            attempt(() -> simple.effect(path));
        } else {
            state.returns(context.expressions().readAs(returnType, path, ""));
        }
        state.requireAccepted();
        jumps.end(context.scope());
        if (state.result() == null) {
            if (returnType.getKind() != TypeKind.VOID) {
                throw new RejectedTreeException();
            }
            state.returns(new NoValue());
        }
        return state.result();
    }

    /** Returns a reader of statements in the body of a loop. */
    BodyReader inLoop(BodyContext inside, String index, JumpScope ofLoop) {
        return new BodyReader(inside, new BodyState(), returnType, index, ofLoop);
    }

    /** Returns a reader of the statements of a branch. */
    BodyReader inBranch(BodyContext inside) {
        return new BodyReader(inside, new BodyState(), returnType, loopIndex, jumps);
    }

    /** Returns a reader of the next statements in another scope of jumps. */
    BodyReader within(JumpScope scope) {
        return new BodyReader(context, state, returnType, loopIndex, scope);
    }

    /**
     * Reads the statements of an iteration.
     *
     * @param position tree for messages
     * @throws RejectedTreeException if any statement was rejected, or leaves the loop
     */
    void readIteration(List<TreePath> iteration, TreePath position) throws RejectedTreeException {
        statements(iteration, false);
        state.resume(BodyState.Completion.CONTINUE, jumps.label());
        if (state.isCompleted()) {
            Jump jump = state.jump(position);
            if (!jumps.isRecordable(jump)) {
                boolean returns = jump.way() == BodyState.Completion.RETURN;
                throw context.javac()
                        .reject(
                                position,
                                Diagnostic.LOOP_NOT_COMPILED,
                                returns ? "it returns from the method" : "its first iteration ends it",
                                returns
                                        ? "assign the result to a variable, and return it after the loop"
                                        : "remove the break, or the loop");
            }
            jumps.record(context.scope(), jump, state.result());
        }
        state.complete(BodyState.Completion.NORMAL);
        state.requireAccepted();
    }

    /**
     * Reads a statement.
     *
     * @throws RejectedTreeException if it was rejected
     */
    void readStatement(TreePath statement) throws RejectedTreeException {
        statement(statement);
        state.requireAccepted();
    }

    /** Reading of a simple statement. */
    private interface Attempt {
        void run() throws RejectedTreeException;
    }

    /** Reads a simple statement, whose rejection does not end the reading. */
    private void attempt(Attempt statement) {
        try {
            statement.run();
        } catch (RejectedTreeException e) {
            state.reject();
        }
    }

    /** Reads a statement, after which the body or a loop around it may be completed. */
    void statement(TreePath path) throws RejectedTreeException {
        Tree tree = path.getLeaf();
        if (tree instanceof BlockTree block) {
            List<TreePath> inside = new ArrayList<>();
            block.getStatements().forEach(statement -> inside.add(child(path, statement)));
            statements(inside, tree == body);
        } else if (tree instanceof IfTree choice) {
            branches.read(path, choice);
        } else if (tree instanceof EnhancedForLoopTree loop) {
            new LoopOverElements(context, this).read(path, loop);
        } else if (Jumps.isLoop(tree)) {
            loop(path);
        } else if (tree instanceof VariableTree variable) {
            attempt(() -> simple.declare(path, variable));
        } else if (tree instanceof ExpressionStatementTree statement) {
            attempt(() -> simple.effect(child(path, statement.getExpression())));
        } else if (tree instanceof ReturnTree statement) {
            returnStatement(path, statement);
        } else if (tree instanceof YieldTree statement) {
            result(child(path, statement.getValue()));
        } else if (tree instanceof SwitchTree choice) {
            switches.read(path, choice);
        } else if (tree instanceof BreakTree jump) {
            state.complete(BodyState.Completion.BREAK, label(jump.getLabel()));
        } else if (tree instanceof ContinueTree jump) {
            state.complete(BodyState.Completion.CONTINUE, label(jump.getLabel()));
        } else if (tree instanceof LabeledStatementTree labeled && Jumps.isLoop(labeled.getStatement())) {
            statement(child(path, labeled.getStatement()));
        } else if (!(tree instanceof EmptyStatementTree)) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(tree);
            throw context.javac().reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
    }

    private static String label(Name name) {
        return name == null ? null : name.toString();
    }

    /**
     * Reads statements.
     *
     * @param isWhole true if they are all of a body: a branch that returns a value has the rest as its alternative
     */
    void statements(List<TreePath> statements, boolean isWhole) throws RejectedTreeException {
        boolean isValue = isWhole && returnType.getKind() != TypeKind.VOID;
        for (int i = 0; i < statements.size() && !state.isCompleted(); i++) {
            TreePath path = statements.get(i);
            List<TreePath> rest = statements.subList(i + 1, statements.size());
            if (isValue && path.getLeaf() instanceof IfTree choice && EarlyReturns.returns(choice.getThenStatement())) {
                branches.readReturning(path, rest);
                return;
            }
            if (isValue && path.getLeaf() instanceof SwitchTree choice && EarlyReturns.returns(choice)) {
                switches.readReturning(path, choice, rest);
                return;
            }
            statement(path);
            Optional<SymbolicValue> ended =
                    state.isCompleted() || !Jumps.mayLeave(path) ? Optional.empty() : jumps.endedIn(context.scope());
            if (ended.isPresent() && isValue) {
                branches.readAfterReturn(path, ended.get(), rest);
                return;
            }
            if (ended.isPresent() && !rest.isEmpty()) {
                SymbolicValue continues =
                        context.expressions().tensorNumbers().unary(path, Tree.Kind.LOGICAL_COMPLEMENT, ended.get());
                context.expressions().branches().read(path, continues, rest, List.of(), this);
                return;
            }
        }
    }

    private void loop(TreePath path) throws RejectedTreeException {
        EndlessLoopCheck.requireEnd(context.javac(), path);
        LoopCounters counters = new LoopCounters(context);
        if (!isReadOnce(counters.find(path), counters)) {
            new LoopUnroller(context, this).unroll(path);
        }
    }

    /** Reads a loop unless it is unrolled; returns false if it is to be. */
    boolean isReadOnce(CountedLoop loop, LoopCounters counters) throws RejectedTreeException {
        return new ConditionalLoopReader(context, this, counters).read(loop)
                || new LoopReader(context, this, counters).read(loop);
    }

    private void returnStatement(TreePath path, ReturnTree statement) throws RejectedTreeException {
        if (statement.getExpression() == null) {
            if (returnType.getKind() != TypeKind.VOID) {
                // javac reports the missing value.
                throw new RejectedTreeException();
            }
            state.returns(new NoValue());
        } else {
            result(child(path, statement.getExpression()));
        }
    }

    /** Ends the body with the value of an expression. */
    void result(TreePath expression) throws RejectedTreeException {
        SymbolicValue value = context.expressions().readAs(returnType, expression, "");
        context.expressions().arrays().requireAssigned(expression, value);
        state.returns(value);
    }

    /**
     * Reads a {@code switch} expression, whose result type is that of this reader.
     *
     * @param path the expression
     * @return its value
     * @throws RejectedTreeException if it has none
     */
    SymbolicValue readSwitch(TreePath path, SwitchExpressionTree tree) throws RejectedTreeException {
        jumps.begin(context.scope());
        SymbolicValue value = switches.read(path, tree, returnType);
        jumps.end(context.scope());
        return value;
    }
}
