package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementFlow.Kind;
import io.graphkernel.processor.frontend.element.ElementFlow.Way;
import io.graphkernel.processor.frontend.element.ElementValue.Choice;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.type.TypeMirror;

/** Reader of switch statements and expressions over integers, as chains of conditions. */
final class ElementSwitches {

    private final Javac javac;
    private final ElementContext context;
    private final ElementArithmetic arithmetic;
    /** Type of the innermost switch expression. */
    private TypeMirror type;

    ElementSwitches(ElementContext context) {
        this.javac = context.javac();
        this.context = context;
        this.arithmetic = context.arithmetic();
    }

    ElementFlow statement(TreePath path, SwitchTree tree) throws RejectedTreeException {
        ElementFlow flow = cases(path, tree.getExpression(), tree.getCases(), false);
        return context.statements().entered(flow.ending(Kind.BREAK, "", arithmetic));
    }

    ElementValue expression(TreePath path, SwitchExpressionTree tree) throws RejectedTreeException {
        TypeMirror outer = type;
        type = javac.type(path);
        ElementFlow flow = cases(path, tree.getExpression(), tree.getCases(), true);
        type = outer;
        ElementFlow.Exit exit = flow.exit(Kind.YIELD);
        if (exit == null) {
            throw new RejectedTreeException();
        }
        context.state().enter(exit.variables());
        return exit.result();
    }

    /** Leaves a switch expression with a value. */
    ElementFlow yielded(TreePath expression) throws RejectedTreeException {
        ElementValue value =
                context.types().as(type, expression, context.expressions().read(expression));
        return ElementFlow.exit(new Way(Kind.YIELD), context.state().copy(), value);
    }

    private ElementFlow cases(
            TreePath path, ExpressionTree selector, List<? extends CaseTree> cases, boolean isExpression)
            throws RejectedTreeException {
        TreePath selectorPath = child(path, selector);
        ElementValue value = context.types().isChoice(javac.type(selectorPath))
                ? context.expressions().choice(selectorPath)
                : context.expressions().number(selectorPath);
        List<ElementValue> matches = matches(path, value, cases);
        boolean isRule = !cases.isEmpty() && cases.get(0).getCaseKind() == CaseTree.CaseKind.RULE;
        return isRule ? rules(path, cases, matches, 0, isExpression) : groups(path, cases, matches);
    }

    /** Returns for each case the elements that it matches. */
    private List<ElementValue> matches(TreePath path, ElementValue value, List<? extends CaseTree> cases)
            throws RejectedTreeException {
        List<ElementValue> matches = new ArrayList<>();
        ElementValue none = Constant.TRUE;
        for (CaseTree tree : cases) {
            TreePath ofCase = child(path, tree);
            ElementValue match = Constant.FALSE;
            for (ExpressionTree label : tree.getExpressions()) {
                match = arithmetic.or(match, matches(child(ofCase, label), value));
            }
            none = arithmetic.and(none, arithmetic.not(match));
            matches.add(tree.getExpressions().isEmpty() ? null : match);
        }
        ElementValue unmatched = none;
        matches.replaceAll(match -> match == null ? unmatched : match);
        return matches;
    }

    private ElementValue matches(TreePath label, ElementValue value) throws RejectedTreeException {
        if (value instanceof Choice) {
            return new Constant(value.equals(context.expressions().choice(label)));
        }
        return arithmetic.binary(
                Tree.Kind.EQUAL_TO, value, context.expressions().number(label));
    }

    /** Executes the rules from a case on, of which an element matches at most one. */
    private ElementFlow rules(
            TreePath path, List<? extends CaseTree> cases, List<ElementValue> matches, int first, boolean isExpression)
            throws RejectedTreeException {
        if (first == cases.size()) {
            return ElementFlow.normal(context.state().variables());
        }
        CaseTree tree = cases.get(first);
        boolean isLast = isExpression && first == cases.size() - 1;
        return context.statements()
                .branch(
                        isLast ? Constant.TRUE : matches.get(first),
                        () -> rule(child(path, tree), tree.getBody(), isExpression),
                        () -> rules(path, cases, matches, first + 1, isExpression));
    }

    private ElementFlow rule(TreePath path, Tree body, boolean isExpression) throws RejectedTreeException {
        TreePath inner = child(path, body);
        if (isExpression && body instanceof ExpressionTree) {
            return yielded(inner);
        }
        if (isExpression && body instanceof ExpressionStatementTree statement) {
            return yielded(child(inner, statement.getExpression()));
        }
        if (!(body instanceof StatementTree)) {
            throw javac.reject(inner, Diagnostic.ELEMENT_STATEMENT, "'" + Javac.text(body) + "'");
        }
        return context.statements().execute(inner);
    }

    /** Executes groups of statements, each of which continues with the next unless it leaves the switch. */
    private ElementFlow groups(TreePath path, List<? extends CaseTree> cases, List<ElementValue> matches)
            throws RejectedTreeException {
        ElementFlow flow = ElementFlow.normal(context.state().variables());
        ElementValue entered = Constant.FALSE;
        for (int i = 0; i < cases.size() && flow.isNormal(); i++) {
            CaseTree tree = cases.get(i);
            entered = arithmetic.or(entered, matches.get(i));
            ElementFlow group = context.statements()
                    .branch(
                            entered,
                            () -> context.statements().sequence(child(path, tree), tree.getStatements()),
                            () -> ElementFlow.normal(context.state().variables()));
            flow = context.statements().entered(flow.then(group, arithmetic));
        }
        return flow;
    }
}
