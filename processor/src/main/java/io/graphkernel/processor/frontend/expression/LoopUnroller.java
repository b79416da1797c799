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
import io.graphkernel.processor.frontend.flow.Jumps;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;

/** Reader of loops whose conditions are constants, which reads their body once per iteration. */
final class LoopUnroller {

    private final BodyContext context;
    private final ExpressionReader expressions;
    private final BodyReader outer;
    private final BodyState state;
    /** Reader of the statements of the loop. */
    private BodyReader statements;
    /** Values of the variables in the condition before the last two iterations; empty for other variables. */
    private List<String> values = List.of();

    private List<String> previousValues = List.of();

    LoopUnroller(BodyContext context, BodyReader statements) {
        this.context = context;
        this.expressions = context.expressions();
        this.outer = statements;
        this.state = statements.state();
    }

    /** Returns true if no further iteration is executed. */
    private boolean isEnded() {
        return state.isCompleted() || state.isRejected();
    }

    private void endLoop() throws RejectedTreeException {
        state.requireAccepted();
        state.resume(BodyState.Completion.BREAK, statements.jumps().label());
    }

    /** Reads a {@code for}, {@code while} or {@code do} loop. */
    void unroll(TreePath path) throws RejectedTreeException {
        statements = outer.within(outer.jumps().unrolled(path));
        if (path.getLeaf() instanceof ForLoopTree loop) {
            unroll(path, loop);
        } else {
            unrollWhile(path);
        }
    }

    private void unrollWhile(TreePath path) throws RejectedTreeException {
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
            enterIteration(condition);
            iterate(path, body);
        }
        endLoop();
    }

    private void unroll(TreePath path, ForLoopTree loop) throws RejectedTreeException {
        for (StatementTree initializer : loop.getInitializer()) {
            statements.statement(child(path, initializer));
        }
        if (loop.getCondition() == null) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(loop);
            throw context.javac().reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
        while (!isEnded() && expressions.readLoopCondition(child(path, loop.getCondition()))) {
            enterIteration(child(path, loop.getCondition()));
            iterate(path, loop.getStatement());
            for (ExpressionStatementTree update : loop.getUpdate()) {
                if (!isEnded()) {
                    statements.statement(child(path, update));
                }
            }
        }
        endLoop();
    }

    /**
     * Reads a loop over elements.
     *
     * @param values expression of the array or list
     */
    void unroll(TreePath path, TreePath values, ArrayValue array) throws RejectedTreeException {
        EnhancedForLoopTree loop = (EnhancedForLoopTree) path.getLeaf();
        statements = outer.within(outer.jumps().unrolled(path));
        expressions.arrays().requireAssigned(values, array);
        Element variable = context.javac().element(child(path, loop.getVariable()));
        int length = array.elements().size();
        for (int i = 0; i < length && !isEnded(); i++) {
            SymbolicValue element = array.elements().get(i);
            context.scope().bind(variable, expressions.conversion().convert(variable.asType(), values, element));
            javac().enterIteration("element " + i + " of '" + Javac.text(values.getLeaf()) + "'");
            iterate(path, loop.getStatement());
            if (array.elements().size() != length && !isEnded()) {
                throw LoopOverElements.changed(context.javac(), path, values);
            }
        }
        endLoop();
    }

    /** Enters the context of an iteration, which the values of the variables in the condition describe. */
    private void enterIteration(TreePath condition) throws RejectedTreeException {
        previousValues = values;
        values = new ArrayList<>();
        for (Element variable : AssignedVariables.named(javac(), condition)) {
            boolean isLocal = variable != null && variable.getKind() == ElementKind.LOCAL_VARIABLE;
            Optional<SymbolicValue> value = isLocal ? context.scope().find(variable) : Optional.empty();
            if (value.isPresent() && value.get() instanceof ConstantValue constant) {
                values.add(variable.getSimpleName() + " = " + constant.value());
            }
        }
        javac().enterIteration(values.isEmpty() ? "an iteration" : String.join(" and ", values));
    }

    /** Returns the exception for a loop of too many iterations, or without an end. */
    private RejectedTreeException tooLong(TreePath loop, StatementTree body) {
        boolean isRepeated = !values.isEmpty() && values.equals(previousValues);
        return isRepeated && !Jumps.mayBreak(child(loop, body))
                ? javac().reject(
                                loop,
                                Diagnostic.ENDLESS_LOOP,
                                "each iteration begins with " + String.join(" and ", values))
                : javac().reject(loop, Diagnostic.LOOP_TOO_LONG, BodyGraph.MAX_ITERATIONS);
    }

    private Javac javac() {
        return context.javac();
    }

    /** Reads an iteration, and leaves its context. */
    private void iterate(TreePath loop, StatementTree body) throws RejectedTreeException {
        try {
            if (!context.graph().countIteration()) {
                throw tooLong(loop, body);
            }
            statements.statement(child(loop, body));
        } finally {
            javac().leave();
        }
        state.resume(BodyState.Completion.CONTINUE, statements.jumps().label());
    }
}
