package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.BodyState;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import javax.lang.model.element.Element;

/** Reader of loops whose conditions are constants, which reads their body once per iteration. */
final class LoopUnroller {

    private final BodyContext context;
    private final ExpressionReader expressions;
    private final BodyReader statements;
    private final BodyState state;

    LoopUnroller(BodyContext context, BodyReader statements) {
        this.context = context;
        this.expressions = context.expressions();
        this.statements = statements;
        this.state = statements.state();
    }

    /** Returns true if no further iteration is executed. */
    private boolean isEnded() {
        return state.isCompleted() || state.isRejected();
    }

    private void endLoop() throws RejectedTreeException {
        state.requireAccepted();
        state.resume(BodyState.Completion.BREAK);
    }

    /** Reads a {@code while} or {@code do} loop. */
    void unrollWhile(TreePath path) throws RejectedTreeException {
        boolean isTestedFirst = path.getLeaf() instanceof WhileLoopTree;
        StatementTree body = isTestedFirst
                ? ((WhileLoopTree) path.getLeaf()).getStatement()
                : ((DoWhileLoopTree) path.getLeaf()).getStatement();
        TreePath condition = child(
                path,
                isTestedFirst
                        ? ((WhileLoopTree) path.getLeaf()).getCondition()
                        : ((DoWhileLoopTree) path.getLeaf()).getCondition());
        boolean isFirst = !isTestedFirst;
        while (!isEnded() && (isFirst || expressions.readLoopCondition(condition))) {
            isFirst = false;
            iterate(path, body);
        }
        endLoop();
    }

    /** Reads a {@code for} loop. */
    void unroll(TreePath path, ForLoopTree loop) throws RejectedTreeException {
        for (StatementTree initializer : loop.getInitializer()) {
            statements.statement(child(path, initializer));
        }
        if (loop.getCondition() == null) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(loop);
            throw context.javac().reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
        while (!isEnded() && expressions.readLoopCondition(child(path, loop.getCondition()))) {
            iterate(path, loop.getStatement());
            for (ExpressionStatementTree update : loop.getUpdate()) {
                if (!isEnded()) {
                    statements.statement(child(path, update));
                }
            }
        }
        endLoop();
    }

    /** Reads a loop over the elements of an array or list. */
    void unroll(TreePath path, EnhancedForLoopTree loop) throws RejectedTreeException {
        TreePath values = child(path, loop.getExpression());
        if (!(expressions.read(values, "") instanceof ArrayValue array)) {
            throw expressions.unsupported(values);
        }
        expressions.arrays().requireAssigned(values, array);
        TreePath declaration = child(path, loop.getVariable());
        Element variable = context.javac().element(declaration);
        new SimpleStatements(context, null).requireSupported(declaration, variable);
        for (SymbolicValue element : array.elements()) {
            if (isEnded()) {
                break;
            }
            context.scope().bind(variable, expressions.conversion().convert(variable.asType(), values, element));
            iterate(path, loop.getStatement());
        }
        endLoop();
    }

    private void iterate(TreePath loop, StatementTree body) throws RejectedTreeException {
        if (!context.graph().countIteration()) {
            throw context.javac().reject(loop, Diagnostic.LOOP_TOO_LONG, BodyGraph.MAX_ITERATIONS);
        }
        statements.statement(child(loop, body));
        state.resume(BodyState.Completion.CONTINUE);
    }
}
