package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.BodyState;
import io.graphkernel.processor.frontend.flow.HiddenVariable;
import io.graphkernel.processor.frontend.flow.JumpScope;
import io.graphkernel.processor.frontend.flow.Jumps;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of {@code switch}. The case of a constant is read alone; on a number that is known only when the kernels run, the
 * cases are branches, or their values are selected.
 */
final class SwitchStatements {

    /**
     * Case on a number that is known only when the kernels run.
     *
     * @param selected variable that is true for the labels of the case; null for the default
     * @param path the case
     * @param statements its statements, without the break at their end
     */
    private record Arm(Element selected, TreePath path, List<TreePath> statements) {

        /** Returns the same case where its selection is known. */
        Arm always() {
            return new Arm(null, path, statements);
        }
    }

    private final BodyContext context;
    private final BodyState state;
    private final BodyReader statements;

    SwitchStatements(BodyContext context, BodyState state, BodyReader statements) {
        this.context = context;
        this.state = state;
        this.statements = statements;
    }

    /** Reads a statement. */
    void read(TreePath path, SwitchTree tree) throws RejectedTreeException {
        SymbolicValue selector = context.expressions().read(child(path, tree.getExpression()), "");
        JumpScope scope = statements.jumps().inSwitch(context.javac());
        scope.begin(context.scope());
        BodyReader inside = statements.within(scope);
        if (isOpen(selector)) {
            branches(arms(path, selector, tree.getCases()), inside);
        } else {
            inside.statements(constant(path, selector, tree.getExpression(), tree.getCases()), false);
        }
        state.resume(BodyState.Completion.BREAK, null);
        scope.end(context.scope());
    }

    /** Reads a statement all of whose cases return from the method, and the statements after it. */
    void readReturning(TreePath path, SwitchTree tree, List<TreePath> rest) throws RejectedTreeException {
        SymbolicValue selector = context.expressions().read(child(path, tree.getExpression()), "");
        if (!isOpen(selector)) {
            List<TreePath> selected = constant(path, selector, tree.getExpression(), tree.getCases());
            statements.statements(selected.isEmpty() ? rest : selected, true);
            return;
        }
        List<Arm> arms = arms(path, selector, tree.getCases());
        boolean hasDefault = arms.get(arms.size() - 1).selected() == null;
        if (!hasDefault) {
            arms.add(new Arm(null, path, rest));
        }
        state.returns(returned(arms, statements));
    }

    private static List<TreePath> statementsOf(List<Arm> arms) {
        return arms.stream().flatMap(arm -> arm.statements().stream()).toList();
    }

    /** Reads an expression, and returns its value in a type. */
    SymbolicValue read(TreePath path, SwitchExpressionTree tree, TypeMirror type) throws RejectedTreeException {
        SymbolicValue selector = context.expressions().read(child(path, tree.getExpression()), "");
        if (isOpen(selector)) {
            List<Arm> arms = arms(path, selector, tree.getCases());
            boolean isSelection = arms.stream().allMatch(arm -> expression(arm).isPresent());
            return isSelection ? selected(path, arms, type) : returned(arms, statements);
        }
        List<TreePath> selected = constant(path, selector, tree.getExpression(), tree.getCases());
        if (selected.size() == 1 && selected.get(0).getLeaf() instanceof ExpressionTree) {
            statements.result(selected.get(0));
        } else {
            statements.statements(selected, true);
        }
        state.requireAccepted();
        if (state.result() == null) {
            throw new RejectedTreeException();
        }
        return state.result();
    }

    private static boolean isOpen(SymbolicValue selector) {
        return ScalarReader.isNumber(selector) && !(selector instanceof ConstantValue);
    }

    /** Returns the statements, or the expression, of the case of a constant; none without a matching case. */
    private List<TreePath> constant(
            TreePath path, SymbolicValue selector, ExpressionTree expression, List<? extends CaseTree> cases)
            throws RejectedTreeException {
        OptionalInt selected =
                context.expressions().switches().selected(path, child(path, expression), selector, cases);
        if (selected.isEmpty()) {
            return List.of();
        }
        CaseTree first = cases.get(selected.getAsInt());
        TreePath firstPath = child(path, first);
        if (first.getBody() != null) {
            return statementsOf(child(firstPath, first.getBody()));
        }
        List<TreePath> following = new ArrayList<>();
        for (CaseTree next : cases.subList(selected.getAsInt(), cases.size())) {
            next.getStatements().forEach(statement -> following.add(child(child(path, next), statement)));
        }
        return following;
    }

    /** Returns the statements of a block; another tree is the only one. */
    private static List<TreePath> statementsOf(TreePath path) {
        return path.getLeaf() instanceof BlockTree block
                ? block.getStatements().stream()
                        .map(statement -> child(path, statement))
                        .toList()
                : List.of(path);
    }

    /** Returns the cases, the default last, and binds the variables that select them. */
    private List<Arm> arms(TreePath path, SymbolicValue selector, List<? extends CaseTree> cases)
            throws RejectedTreeException {
        List<Arm> arms = new ArrayList<>();
        Arm otherwise = null;
        List<TreePath> labels = new ArrayList<>();
        boolean isDefault = false;
        for (int i = 0; i < cases.size(); i++) {
            CaseTree candidate = cases.get(i);
            TreePath casePath = child(path, candidate);
            candidate.getExpressions().forEach(label -> labels.add(child(casePath, label)));
            if (candidate.getExpressions().isEmpty()) {
                context.expressions().switches().requireDefault(casePath, candidate);
                isDefault = true;
            }
            boolean isShared =
                    candidate.getBody() == null && candidate.getStatements().isEmpty() && i + 1 < cases.size();
            if (isShared) {
                continue;
            }
            List<TreePath> body = body(casePath, candidate, i + 1 == cases.size());
            if (isDefault) {
                otherwise = new Arm(null, casePath, body);
            } else {
                Element variable = new HiddenVariable(context.javac().environment(), "selected");
                context.scope().bind(variable, isAny(path, selector, labels));
                arms.add(new Arm(variable, casePath, body));
            }
            labels.clear();
            isDefault = false;
        }
        if (otherwise != null) {
            arms.add(otherwise);
        }
        return arms;
    }

    private SymbolicValue isAny(TreePath path, SymbolicValue selector, List<TreePath> labels)
            throws RejectedTreeException {
        SymbolicValue disjunction = null;
        for (TreePath label : labels) {
            SymbolicValue constant = context.expressions().scalars().readNumber(label);
            SymbolicValue equal =
                    context.expressions().tensorNumbers().binary(path, Tree.Kind.EQUAL_TO, selector, constant);
            disjunction = disjunction == null
                    ? equal
                    : context.expressions().tensorNumbers().binary(path, Tree.Kind.CONDITIONAL_OR, disjunction, equal);
        }
        return disjunction;
    }

    /** Returns the statements of a case; it may not continue with those of the next one. */
    private List<TreePath> body(TreePath path, CaseTree tree, boolean isLast) throws RejectedTreeException {
        if (tree.getBody() instanceof StatementTree body) {
            return statementsOf(child(path, body));
        }
        if (tree.getBody() != null) {
            return List.of(child(path, tree.getBody()));
        }
        List<TreePath> body = new ArrayList<>();
        tree.getStatements().forEach(statement -> body.add(child(path, statement)));
        if (body.size() == 1 && body.get(0).getLeaf() instanceof BlockTree block) {
            TreePath blockPath = body.remove(0);
            block.getStatements().forEach(statement -> body.add(child(blockPath, statement)));
        }
        Tree last = body.isEmpty() ? null : body.get(body.size() - 1).getLeaf();
        if (last instanceof BreakTree jump && jump.getLabel() == null) {
            body.remove(body.size() - 1);
        } else if (!isLast && !Jumps.always(last)) {
            throw context.javac()
                    .reject(
                            path,
                            Diagnostic.SWITCH_NOT_COMPILED,
                            "the statements of a case continue with those of the next one",
                            "end the case with break, or write case … ->");
        }
        return body;
    }

    /** Reads the first case as a branch whose alternative are the others. */
    private static void branches(List<Arm> arms, BodyReader reader) throws RejectedTreeException {
        if (arms.isEmpty()) {
            return;
        }
        Arm first = arms.get(0);
        if (first.selected() == null) {
            reader.statements(first.statements(), false);
            return;
        }
        List<Arm> others = arms.subList(1, arms.size());
        BodyContext outer = reader.context();
        outer.expressions()
                .branches()
                .read(
                        first.path(),
                        outer.scope().find(first.selected()).orElseThrow(),
                        reader.jumps(),
                        new BranchReader.Part(
                                first.statements(), inside -> arm(List.of(first.always()), reader, inside)),
                        new BranchReader.Part(statementsOf(others), inside -> arm(others, reader, inside)));
    }

    private static void arm(List<Arm> arms, BodyReader outer, BodyContext inside) throws RejectedTreeException {
        BodyReader reader = outer.inBranch(inside);
        branches(arms, reader);
        reader.state().resume(BodyState.Completion.BREAK, null);
        BranchStatements.end(arms.get(0).path(), reader);
    }

    /** Returns the value of the selected case; all values are computed. */
    private SymbolicValue selected(TreePath path, List<Arm> arms, TypeMirror type) throws RejectedTreeException {
        SymbolicValue value = null;
        for (int i = arms.size() - 1; i >= 0; i--) {
            SymbolicValue own = value(expression(arms.get(i)).orElseThrow(), type);
            value = value == null
                    ? own
                    : context.expressions()
                            .selection()
                            .select(
                                    path,
                                    context.scope().find(arms.get(i).selected()).orElseThrow(),
                                    own,
                                    value,
                                    type.getKind());
        }
        return value;
    }

    private SymbolicValue value(TreePath expression, TypeMirror type) throws RejectedTreeException {
        return type.getKind() == TypeKind.DECLARED
                ? context.expressions().readConditional(expression, "")
                : context.expressions().scalars().readConditionalNumber(expression);
    }

    /** Returns the value with which the cases end the body, of which the last is the default. */
    private static SymbolicValue returned(List<Arm> arms, BodyReader reader) throws RejectedTreeException {
        Arm first = arms.get(0);
        BodyContext outer = reader.context();
        if (first.selected() == null) {
            return returned(first, reader, outer);
        }
        List<Arm> others = arms.subList(1, arms.size());
        return outer.expressions()
                .branches()
                .returned(
                        first.path(),
                        reader,
                        outer.scope().find(first.selected()).orElseThrow(),
                        first.statements(),
                        inside -> returned(first, reader, inside),
                        statementsOf(others),
                        inside -> returned(others, reader.inBranch(inside)));
    }

    private static SymbolicValue returned(Arm arm, BodyReader reader, BodyContext inside) throws RejectedTreeException {
        Optional<TreePath> expression = expression(arm);
        if (expression.isEmpty()) {
            return reader.branches().readReturningBranch(arm.statements(), arm.path(), inside);
        }
        BodyReader branch = reader.inBranch(inside);
        branch.result(expression.get());
        return branch.state().result();
    }

    /** Returns the only expression of a case; empty for a case with other statements. */
    private static Optional<TreePath> expression(Arm arm) {
        TreePath only = arm.statements().size() == 1 ? arm.statements().get(0) : arm.path();
        while (only.getLeaf() instanceof BlockTree block
                && block.getStatements().size() == 1) {
            only = child(only, block.getStatements().get(0));
        }
        if (only.getLeaf() instanceof YieldTree yield) {
            only = child(only, yield.getValue());
        }
        return only.getLeaf() instanceof ExpressionTree ? Optional.of(only) : Optional.empty();
    }
}
