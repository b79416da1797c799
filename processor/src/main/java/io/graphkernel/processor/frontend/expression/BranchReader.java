package io.graphkernel.processor.frontend.expression;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.flow.HiddenVariable;
import io.graphkernel.processor.frontend.flow.JumpScope;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.ConstantAssignments;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/** Reader of branches whose condition is known only when the kernels run. */
final class BranchReader {

    private final BodyContext context;
    private final Javac javac;
    private final VariableScope scope;
    private final ExpressionReader expressions;

    BranchReader(BodyContext context) {
        this.context = context;
        this.javac = context.javac();
        this.scope = context.scope();
        this.expressions = context.expressions();
    }

    /**
     * Statements of a branch.
     *
     * @param statements the statements, whose variables change in the branch
     * @param reading reading of the statements in the branch
     */
    record Part(List<TreePath> statements, Reading reading) {}

    /** Reading of the statements of a branch. */
    interface Reading {
        void in(BodyContext inside) throws RejectedTreeException;
    }

    /**
     * Reads a branch and its alternative.
     *
     * @param path tree for messages
     * @param condition condition of the branch, which is not a constant
     * @param first statements if it holds
     * @param second statements otherwise; may be empty
     * @param statements reader of statements of the branches
     */
    void read(
            TreePath path, SymbolicValue condition, List<TreePath> first, List<TreePath> second, BodyReader statements)
            throws RejectedTreeException {
        read(
                path,
                condition,
                statements.jumps(),
                new Part(first, inside -> statements.branches().readBranch(first, inside)),
                second.isEmpty()
                        ? null
                        : new Part(second, inside -> statements.branches().readBranch(second, inside)));
    }

    /**
     * Reads a branch and its alternative.
     *
     * @param jumps scope of the jumps around the branch
     * @param first part that is executed if the condition holds
     * @param second part that is executed otherwise; null without one
     */
    void read(TreePath path, SymbolicValue condition, JumpScope jumps, Part first, Part second)
            throws RejectedTreeException {
        Map<Element, TreePath> yesAssigned = assigned(first.statements(), jumps);
        Map<Element, TreePath> noAssigned = second == null ? Map.of() : assigned(second.statements(), jumps);
        List<TreePath> statements = new ArrayList<>(first.statements());
        statements.addAll(second == null ? List.of() : second.statements());
        expressions.stepArrays().lists().sharedArrays().requireNone(statements);
        widen(path, union(yesAssigned, noAssigned), statements);
        Set<Element> lists = expressions.stepArrays().lists().begin(statements).keySet();
        TensorNumber holds = expressions.tensorNumbers().tensor(path, condition, TypeKind.BOOLEAN);
        Branches branches = branches(path, holds, yesAssigned, first.reading(), noAssigned, second);
        merge(path, holds, union(yesAssigned, noAssigned), branches);
        expressions.stepArrays().lists().end(path, lists);
    }

    /** Reading of the statements of a branch that ends with a value. */
    interface Returning {
        SymbolicValue in(BodyContext inside) throws RejectedTreeException;
    }

    /**
     * Reads two branches that end a body with a value. After a {@code switch} expression the variables that they assign
     * are read, too.
     *
     * @param path the branch
     * @param body reader of the statements around the branch
     * @param condition its condition, which is not a constant
     * @param first statements if it holds
     * @param yes reading of these
     * @param second statements otherwise
     * @param no reading of these
     * @return the value
     */
    SymbolicValue returned(
            TreePath path,
            BodyReader body,
            SymbolicValue condition,
            List<TreePath> first,
            Returning yes,
            List<TreePath> second,
            Returning no)
            throws RejectedTreeException {
        boolean endsMethod = body.jumps().endsMethod();
        Element result = HiddenVariable.result(javac.environment(), body.returnType(), endsMethod, false);
        Map<Element, TreePath> yesAssigned = AssignedVariables.of(javac, first);
        Map<Element, TreePath> noAssigned = AssignedVariables.of(javac, second);
        List<TreePath> statements = new ArrayList<>(first);
        statements.addAll(second);
        LoopLists lists = expressions.stepArrays().lists();
        lists.sharedArrays().requireNone(statements);
        widen(path, union(yesAssigned, noAssigned), statements);
        Set<Element> extended = endsMethod ? Set.of() : lists.begin(statements).keySet();
        if (endsMethod) {
            // No statement after the branches reads the elements that they add.
            lists.removeFrom(yesAssigned);
            lists.removeFrom(noAssigned);
        }
        yesAssigned.put(result, path);
        noAssigned.put(result, path);
        TensorNumber holds = expressions.tensorNumbers().tensor(path, condition, TypeKind.BOOLEAN);
        Reading ifTrue = inside -> inside.scope().bind(result, yes.in(inside));
        Part ifFalse = new Part(second, inside -> inside.scope().bind(result, no.in(inside)));
        Set<Element> merged = endsMethod ? Set.of(result) : union(yesAssigned, noAssigned);
        merge(path, holds, merged, branches(path, holds, yesAssigned, ifTrue, noAssigned, ifFalse));
        lists.end(path, extended);
        SymbolicValue value = scope.find(result).orElseThrow();
        scope.unbind(result);
        return value;
    }

    private Map<Element, TreePath> assigned(List<TreePath> statements, JumpScope jumps) {
        Map<Element, TreePath> assigned = AssignedVariables.of(javac, statements);
        jumps.addTo(assigned, statements);
        return assigned;
    }

    private static Set<String> joined(Set<String> first, Set<String> second) {
        Set<String> paths = new LinkedHashSet<>(first);
        paths.addAll(second);
        return paths;
    }

    private static Set<Element> union(Map<Element, TreePath> first, Map<Element, TreePath> second) {
        Set<Element> variables = new LinkedHashSet<>(first.keySet());
        variables.addAll(second.keySet());
        return variables;
    }

    private TensorNumber not(TreePath path, TensorNumber condition) throws RejectedTreeException {
        return (TensorNumber) expressions.tensorNumbers().unary(path, Tree.Kind.LOGICAL_COMPLEMENT, condition);
    }

    private void merge(TreePath path, TensorNumber holds, Set<Element> variables, Branches branches)
            throws RejectedTreeException {
        new BranchMerge(context, path, branches.yes(), branches.no()).run(holds, variables);
    }

    /**
     * Makes the numbers scalars that a body may change.
     *
     * @param variables the variables that it assigns
     * @param statements its statements; a constant to which they assign its own value remains a constant
     */
    void widen(TreePath path, Set<Element> variables, List<TreePath> statements) throws RejectedTreeException {
        for (Element variable : variables) {
            Optional<SymbolicValue> value = scope.find(variable);
            if (value.isPresent() && ScalarReader.isNumber(value.get()) && !isKept(variable, value.get(), statements)) {
                TypeKind type = BranchBody.type(variable);
                scope.bind(variable, expressions.tensorNumbers().tensor(path, value.get(), type));
            }
        }
    }

    /**
     * Makes numbers of records scalars that a body may change.
     *
     * @param numbers paths of the numbers, by variable
     */
    void widenNumbers(TreePath path, Map<Element, Set<String>> numbers) throws RejectedTreeException {
        for (Map.Entry<Element, Set<String>> changed : numbers.entrySet()) {
            SymbolicValue value = scope.find(changed.getKey()).orElseThrow();
            scope.bind(changed.getKey(), expressions.tensorNumbers().widened(path, value, changed.getValue()));
        }
    }

    /** Returns true if statements assign a variable the constant that it is, and nothing else. */
    private boolean isKept(Element variable, SymbolicValue value, List<TreePath> statements) {
        TypeKind type = BranchBody.type(variable);
        return value instanceof ConstantValue
                && type.isPrimitive()
                && ConstantAssignments.of(javac, variable, statements)
                        .filter(constants -> !constants.isEmpty())
                        .filter(constants -> constants.stream()
                                .allMatch(constant -> ScalarArithmetic.convert(new ConstantValue(constant), type)
                                        .equals(ScalarArithmetic.convert(value, type))))
                        .isPresent();
    }

    /**
     * A branch and its alternative.
     *
     * @param yes the branch
     * @param no its alternative; null without one
     */
    private record Branches(BranchBody yes, BranchBody no) {

        boolean isInexpensive() {
            return yes.isInexpensive() && (no == null || no.isInexpensive());
        }

        /** Returns the numbers of records that a branch changes, as paths by variable. */
        Map<Element, Set<String>> changedNumbers() throws RejectedTreeException {
            Map<Element, Set<String>> changed = new LinkedHashMap<>(yes.changedNumbers());
            if (no != null) {
                no.changedNumbers().forEach((variable, paths) -> changed.merge(variable, paths, BranchReader::joined));
            }
            return changed;
        }
    }

    /**
     * Reads a branch and its alternative until they change no number of a record that is known before them, unless both are
     * evaluated.
     *
     * @param second part of the alternative; null without one
     */
    private Branches branches(
            TreePath path,
            TensorNumber condition,
            Map<Element, TreePath> yesAssigned,
            Reading first,
            Map<Element, TreePath> noAssigned,
            Part second)
            throws RejectedTreeException {
        while (true) {
            BranchBody yes = branch(path, condition, yesAssigned, first);
            BranchBody no = second == null ? null : branch(path, not(path, condition), noAssigned, second.reading());
            Branches branches = new Branches(yes, no);
            Map<Element, Set<String>> changed = branches.isInexpensive() ? Map.of() : branches.changedNumbers();
            if (changed.isEmpty()) {
                return branches;
            }
            widenNumbers(path, changed);
        }
    }

    private BranchBody branch(
            TreePath path, TensorNumber condition, Map<Element, TreePath> assigned, Reading statements)
            throws RejectedTreeException {
        BranchBody branch = new BranchBody(context, assigned);
        branch.read(path, condition, statements);
        return branch;
    }
}
