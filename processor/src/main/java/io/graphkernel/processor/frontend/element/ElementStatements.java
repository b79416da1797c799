package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementFlow.Kind;
import io.graphkernel.processor.frontend.element.ElementFlow.Way;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.flow.EndlessLoopCheck;
import io.graphkernel.processor.frontend.flow.Jumps;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.Name;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of the statements of an element function. All branches are executed, and their values are selected; short loops
 * are unrolled.
 */
final class ElementStatements {

    private static final int MAX_ITERATIONS = ReferenceModel.DEFAULT.loops().maxUnrolledIterations();

    private final Javac javac;
    private final ElementContext context;
    private final ElementArithmetic arithmetic;
    private TypeMirror returnType;

    ElementStatements(ElementContext context) {
        this.javac = context.javac();
        this.context = context;
        this.arithmetic = context.arithmetic();
    }

    /**
     * Reads the body of a method or lambda.
     *
     * @param body a block, or the expression of a lambda
     * @param type type of the result
     * @return the result
     */
    ElementValue result(TreePath body, TypeMirror type) throws RejectedTreeException {
        if (body.getLeaf() instanceof ExpressionTree) {
            return context.types().as(type, body, context.expressions().read(body));
        }
        TypeMirror outer = returnType;
        returnType = type;
        try {
            ElementFlow.Exit exit = execute(body).exit(Kind.RETURN);
            if (exit == null) {
                // A method without a result is rejected as a statement, and javac rejects a missing return.
                throw new RejectedTreeException();
            }
            return exit.result();
        } finally {
            returnType = outer;
        }
    }

    /** Executes a statement from the current variables, which are then those of its normal completion. */
    ElementFlow execute(TreePath path) throws RejectedTreeException {
        Tree tree = path.getLeaf();
        if (tree instanceof BlockTree block) {
            return sequence(path, block.getStatements());
        }
        if (tree instanceof IfTree choice) {
            ElementValue condition = context.expressions().number(child(path, choice.getCondition()));
            return branch(
                    condition,
                    () -> execute(child(path, choice.getThenStatement())),
                    () -> choice.getElseStatement() == null
                            ? normal()
                            : execute(child(path, choice.getElseStatement())));
        }
        if (tree instanceof ForLoopTree loop) {
            for (StatementTree initializer : loop.getInitializer()) {
                execute(child(path, initializer));
            }
            return loop(path, ElementLoopTree.of(path, loop));
        }
        if (tree instanceof WhileLoopTree loop) {
            return loop(path, ElementLoopTree.of(path, loop));
        }
        if (tree instanceof DoWhileLoopTree loop) {
            return loop(path, ElementLoopTree.of(path, loop));
        }
        if (tree instanceof EnhancedForLoopTree loop) {
            return context.tables().loop(path, loop, ElementLoopTree.label(path));
        }
        if (tree instanceof SwitchTree choice) {
            return context.switches().statement(path, choice);
        }
        if (tree instanceof VariableTree variable) {
            return declare(path, variable);
        }
        if (tree instanceof ExpressionStatementTree statement) {
            return effect(child(path, statement.getExpression()));
        }
        if (tree instanceof ReturnTree statement && statement.getExpression() != null) {
            TreePath value = child(path, statement.getExpression());
            return exit(
                    new Way(Kind.RETURN),
                    context.types().as(returnType, value, context.expressions().read(value)));
        }
        if (tree instanceof YieldTree statement) {
            return context.switches().yielded(child(path, statement.getValue()));
        }
        if (tree instanceof BreakTree statement) {
            return exit(way(Kind.BREAK, statement.getLabel()), null);
        }
        if (tree instanceof ContinueTree statement) {
            return exit(way(Kind.CONTINUE, statement.getLabel()), null);
        }
        if (tree instanceof LabeledStatementTree labeled && Jumps.isLoop(labeled.getStatement())) {
            return execute(child(path, labeled.getStatement()));
        }
        if (tree instanceof EmptyStatementTree) {
            return normal();
        }
        throw unsupported(path);
    }

    private RejectedTreeException unsupported(TreePath path) {
        String name = switch (path.getLeaf().getKind()) {
            case RETURN -> "return without a value";
            default -> UnsupportedConstructs.of(path.getLeaf()).name();
        };
        return javac.reject(path, Diagnostic.ELEMENT_STATEMENT, name);
    }

    private ElementFlow normal() {
        return ElementFlow.normal(context.state().variables());
    }

    private static Way way(Kind kind, Name label) {
        return label == null ? new Way(kind) : new Way(kind, label.toString());
    }

    private ElementFlow exit(Way way, ElementValue result) {
        return ElementFlow.exit(way, context.state().copy(), result);
    }

    /** Executes statements one after the other, up to one that never completes normally. */
    ElementFlow sequence(TreePath parent, List<? extends StatementTree> statements) throws RejectedTreeException {
        ElementFlow flow = normal();
        for (StatementTree statement : statements) {
            if (flow.isNormal()) {
                flow = flow.then(execute(child(parent, statement)), arithmetic);
            }
        }
        return flow;
    }

    /** Statements that are executed for some elements. */
    @FunctionalInterface
    interface Branch {
        ElementFlow execute() throws RejectedTreeException;
    }

    /** Executes two branches from the current variables. */
    ElementFlow branch(ElementValue condition, Branch yes, Branch no) throws RejectedTreeException {
        if (condition instanceof Constant) {
            return condition.isTrue() ? yes.execute() : no.execute();
        }
        ElementState state = context.state();
        Map<Element, ElementValue> before = state.copy();
        ElementFlow first = yes.execute();
        state.enter(before);
        ElementFlow second = no.execute();
        return entered(ElementFlow.branch(condition, first, second, arithmetic));
    }

    /** Makes the variables of a flow the current ones. */
    ElementFlow entered(ElementFlow flow) {
        if (flow.isNormal()) {
            context.state().enter(flow.variables());
        }
        return flow;
    }

    private ElementFlow loop(TreePath path, ElementLoopTree loop) throws RejectedTreeException {
        EndlessLoopCheck.requireEnd(javac, path);
        Map<Element, ElementValue> before = context.state().copy();
        boolean isLong = isLong(loop);
        context.state().enter(before);
        before = context.state().copy();
        Optional<ElementFlow> unrolled = isLong ? Optional.empty() : unroll(loop);
        if (unrolled.isPresent()) {
            return entered(unrolled.get());
        }
        context.state().enter(before);
        List<TreePath> statements = new ArrayList<>(loop.updates());
        statements.add(loop.body());
        context.tables().requireUnassigned(statements);
        return entered(new ElementLoopReader(context).read(path, loop));
    }

    /** Returns true if the header alone counts more iterations than are unrolled. */
    private boolean isLong(ElementLoopTree loop) throws RejectedTreeException {
        if (loop.condition() == null || loop.updates().isEmpty()) {
            return false;
        }
        Set<Element> counted = AssignedVariables.of(javac, loop.updates()).keySet();
        Set<Element> assigned = AssignedVariables.of(javac, loop.body()).keySet();
        if (!Collections.disjoint(counted, assigned)
                || !AssignedVariables.of(javac, loop.condition()).isEmpty()) {
            return false;
        }
        for (int iterations = 0; iterations <= MAX_ITERATIONS; iterations++) {
            if (!context.expressions().number(loop.condition()).isTrue()) {
                return false;
            }
            for (TreePath update : loop.updates()) {
                execute(update);
            }
        }
        return true;
    }

    /** Executes the iterations one after the other; empty if their number is large or depends on elements. */
    private Optional<ElementFlow> unroll(ElementLoopTree loop) throws RejectedTreeException {
        ElementFlow flow = normal();
        boolean tests = loop.testsFirst();
        for (int iterations = 0; flow.isNormal(); iterations++) {
            if (tests && loop.condition() != null) {
                ElementValue condition = context.expressions().number(loop.condition());
                if (!(condition instanceof Constant)) {
                    return Optional.empty();
                }
                if (condition.isFalse()) {
                    break;
                }
            }
            if (iterations == MAX_ITERATIONS) {
                return Optional.empty();
            }
            tests = true;
            flow = entered(flow.then(iteration(loop), arithmetic));
        }
        return Optional.of(flow.ending(Kind.BREAK, loop.label(), arithmetic));
    }

    /** Executes the body and the updates of a loop. An element that has continued executes the rest without effect. */
    ElementFlow iteration(ElementLoopTree loop) throws RejectedTreeException {
        ElementFlow flow = entered(execute(loop.body()).ending(Kind.CONTINUE, loop.label(), arithmetic));
        for (TreePath update : loop.updates()) {
            if (flow.isNormal()) {
                flow = flow.then(execute(update), arithmetic);
            }
        }
        return flow;
    }

    private ElementFlow declare(TreePath path, VariableTree tree) throws RejectedTreeException {
        Element variable = javac.element(path);
        context.types().requireSupported(path, variable.asType());
        if (tree.getInitializer() != null) {
            TreePath initializer = child(path, tree.getInitializer());
            ElementValue value = context.expressions().read(initializer);
            context.state().bind(variable, context.types().as(variable.asType(), initializer, value));
        } else {
            context.state().declare(variable);
        }
        return normal();
    }

    private ElementFlow effect(TreePath path) throws RejectedTreeException {
        boolean assigns = path.getLeaf() instanceof AssignmentTree
                || path.getLeaf() instanceof CompoundAssignmentTree
                || path.getLeaf() instanceof UnaryTree;
        if (!assigns) {
            throw javac.reject(path, Diagnostic.ELEMENT_STATEMENT, "'" + Javac.text(path.getLeaf()) + "'");
        }
        context.expressions().read(path);
        return normal();
    }
}
