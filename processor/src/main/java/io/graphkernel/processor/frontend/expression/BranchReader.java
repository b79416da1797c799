package io.graphkernel.processor.frontend.expression;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.flow.LoopJumps;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.ConstantAssignments;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
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

/**
 * Reader of branches whose condition is known only when the kernels run. Both branches are evaluated and their values
 * selected if they have few ops and no effects. Otherwise each branch is a loop of at most one iteration.
 */
final class BranchReader {

    private final BodyContext context;
    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;

    BranchReader(BodyContext context) {
        this.context = context;
        this.javac = context.javac();
        this.scope = context.scope();
        this.graph = context.graph();
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
     * @param jumps jumps of the loop around the branch; null if it cannot jump
     * @param first part that is executed if the condition holds
     * @param second part that is executed otherwise; null without one
     */
    void read(TreePath path, SymbolicValue condition, LoopJumps jumps, Part first, Part second)
            throws RejectedTreeException {
        Map<Element, TreePath> yesAssigned = assigned(first.statements(), jumps);
        Map<Element, TreePath> noAssigned = second == null ? Map.of() : assigned(second.statements(), jumps);
        List<TreePath> statements = new ArrayList<>(first.statements());
        statements.addAll(second == null ? List.of() : second.statements());
        widen(path, union(yesAssigned, noAssigned), statements);
        TensorNumber holds = expressions.tensorNumbers().tensor(path, condition, TypeKind.BOOLEAN);
        BranchBody yes = branch(path, holds, yesAssigned, first.reading());
        BranchBody no = second == null ? null : branch(path, not(path, holds), noAssigned, second.reading());
        merge(path, holds, union(yesAssigned, noAssigned), yes, no);
    }

    /** Reading of the statements of a branch that returns from the method. */
    interface Returning {
        SymbolicValue in(BodyContext inside) throws RejectedTreeException;
    }

    /**
     * Reads two branches that return from the method.
     *
     * @param path the branch
     * @param condition its condition, which is not a constant
     * @param first statements if it holds
     * @param yes reading of these
     * @param second statements otherwise
     * @param no reading of these
     * @return value that the method returns
     */
    SymbolicValue returned(
            TreePath path,
            SymbolicValue condition,
            List<TreePath> first,
            Returning yes,
            List<TreePath> second,
            Returning no)
            throws RejectedTreeException {
        Element result = javac.element(method(path));
        Map<Element, TreePath> yesAssigned = assigned(first, null);
        Map<Element, TreePath> noAssigned = assigned(second, null);
        List<TreePath> statements = new ArrayList<>(first);
        statements.addAll(second);
        widen(path, union(yesAssigned, noAssigned), statements);
        yesAssigned.put(result, path);
        noAssigned.put(result, path);
        TensorNumber holds = expressions.tensorNumbers().tensor(path, condition, TypeKind.BOOLEAN);
        BranchBody ifTrue =
                branch(path, holds, yesAssigned, inside -> inside.scope().bind(result, yes.in(inside)));
        BranchBody ifFalse = branch(
                path, not(path, holds), noAssigned, inside -> inside.scope().bind(result, no.in(inside)));
        merge(path, holds, Set.of(result), ifTrue, ifFalse);
        SymbolicValue value = scope.find(result).orElseThrow();
        scope.unbind(result);
        return value;
    }

    /** Returns the method around a tree. */
    private static TreePath method(TreePath path) {
        TreePath around = path;
        while (!(around.getLeaf() instanceof MethodTree)) {
            around = around.getParentPath();
        }
        return around;
    }

    private Map<Element, TreePath> assigned(List<TreePath> statements, LoopJumps jumps) {
        Map<Element, TreePath> assigned = new LinkedHashMap<>();
        statements.forEach(statement -> assigned.putAll(AssignedVariables.of(javac, statement)));
        statements.forEach(statement -> assigned.keySet().removeAll(AssignedVariables.declared(javac, statement)));
        if (jumps != null) {
            jumps.addTo(assigned, statements);
        }
        return assigned;
    }

    private static Set<Element> union(Map<Element, TreePath> first, Map<Element, TreePath> second) {
        Set<Element> variables = new LinkedHashSet<>(first.keySet());
        variables.addAll(second.keySet());
        return variables;
    }

    private TensorNumber not(TreePath path, TensorNumber condition) throws RejectedTreeException {
        return (TensorNumber) expressions.tensorNumbers().unary(path, Tree.Kind.LOGICAL_COMPLEMENT, condition);
    }

    private void merge(TreePath path, TensorNumber holds, Set<Element> variables, BranchBody yes, BranchBody no)
            throws RejectedTreeException {
        for (Element variable : variables) {
            requireElement(path, variable, yes, no);
            requireSameTypes(path, variable, yes, no);
        }
        if (isInexpensive(yes) && isInexpensive(no)) {
            selectVariables(path, holds, variables, yes, no);
        } else {
            yes.addLoop(path);
            if (no != null) {
                no.addLoop(path);
            }
        }
    }

    /** Requires that the element which one branch alone stores has a value in the other one. */
    private void requireElement(TreePath path, Element variable, BranchBody yes, BranchBody no)
            throws RejectedTreeException {
        if (isFilled(variable, yes) || isFilled(variable, no)) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "'" + variable.getSimpleName() + "' is filled by a loop in a branch",
                    "create the array in the branch, and join its elements there");
        }
        boolean isStored = hasElement(after(variable, yes));
        boolean isStoredOtherwise = hasElement(after(variable, no));
        if (isStored != isStoredOtherwise) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "the branch may leave an element of '" + variable.getSimpleName() + "' without a value",
                    StepArrays.fillAdvice(variable.getSimpleName()));
        }
    }

    /** Returns true if a loop in a branch fills an array of the code around the branch. */
    private static boolean isFilled(Element variable, BranchBody branch) throws RejectedTreeException {
        return branch != null
                && branch.assigns(variable)
                && branch.after(variable)
                        .filter(value -> value instanceof StepArray array && array.content() == StepArray.Content.STACK)
                        .isPresent();
    }

    private static boolean hasElement(Optional<SymbolicValue> value) {
        return value.isPresent() && value.get() instanceof StepArray array && array.hasElement();
    }

    private static boolean isInexpensive(BranchBody branch) {
        return branch == null || branch.isInexpensive();
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

    private BranchBody branch(
            TreePath path, TensorNumber condition, Map<Element, TreePath> assigned, Reading statements)
            throws RejectedTreeException {
        BranchBody branch = new BranchBody(context, assigned);
        branch.read(path, condition, statements);
        return branch;
    }

    private void requireSameTypes(TreePath path, Element variable, BranchBody yes, BranchBody no)
            throws RejectedTreeException {
        Optional<SymbolicValue> a = after(variable, yes);
        Optional<SymbolicValue> b = after(variable, no);
        if (a.isEmpty() || b.isEmpty()) {
            return;
        }
        Map<String, String> first = types(a.get(), yes, variable);
        Map<String, String> second = types(b.get(), no, variable);
        if (!first.equals(second)) {
            throw javac.reject(
                    path,
                    Diagnostic.BRANCH_VALUES_DIFFER,
                    variable.getSimpleName(),
                    String.join(", ", first.values()),
                    String.join(", ", second.values()));
        }
    }

    private Map<String, String> types(SymbolicValue value, BranchBody branch, Element variable) {
        Map<String, String> types = new LinkedHashMap<>();
        value.leaves().forEach((name, leaf) -> types.put(name, type(leaf, branch, variable)));
        return types;
    }

    private String type(SymbolicValue leaf, BranchBody branch, Element variable) {
        Node node = leaf instanceof TensorValue tensor ? tensor.node() : null;
        if (leaf instanceof StepArray array) {
            if (!array.hasElement()) {
                return "an array";
            }
            node = array.node();
        }
        if (node != null) {
            GraphBuilder owner = branch != null && branch.assigns(variable) ? branch.builder() : graph.builder();
            return owner.current(node).type().toString();
        }
        return ScalarReader.isNumber(leaf) ? "a number" : leaf.toString();
    }

    /** Returns the value of a variable after a branch; empty if it has none. */
    private Optional<SymbolicValue> after(Element variable, BranchBody branch) throws RejectedTreeException {
        return branch != null && branch.assigns(variable) ? branch.after(variable) : scope.find(variable);
    }

    private void selectVariables(
            TreePath path, TensorNumber condition, Set<Element> variables, BranchBody yes, BranchBody no)
            throws RejectedTreeException {
        Map<Element, SymbolicValue> ifTrue = yes.inlined(path);
        Map<Element, SymbolicValue> ifFalse = no == null ? Map.of() : no.inlined(path);
        for (Element variable : variables) {
            SymbolicValue before = scope.find(variable).orElse(null);
            SymbolicValue a = ifTrue.getOrDefault(variable, before);
            SymbolicValue b = ifFalse.getOrDefault(variable, before);
            if (a instanceof ConstantValue && a.equals(b)) {
                scope.bind(variable, a);
            } else if (a instanceof StepArray first && b instanceof StepArray other) {
                selectElement(path, condition, variable, first, other);
            } else if (a != null && b != null) {
                scope.bind(variable, expressions.selection().select(path, condition, a, b, BranchBody.type(variable)));
            }
        }
    }

    /** Selects the element that an iteration stores in an array. */
    private void selectElement(TreePath path, TensorNumber condition, Element variable, StepArray yes, StepArray no)
            throws RejectedTreeException {
        if (yes.hasElement() && no.hasElement()) {
            SymbolicValue element = expressions
                    .selection()
                    .select(path, condition, new TensorValue(yes.node()), new TensorValue(no.node()));
            scope.bind(variable, yes.with(((TensorValue) element).node(), StepArray.Content.ELEMENT));
        }
    }
}
