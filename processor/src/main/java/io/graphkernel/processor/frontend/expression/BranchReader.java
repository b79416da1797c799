package io.graphkernel.processor.frontend.expression;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.flow.BranchCost;
import io.graphkernel.processor.frontend.flow.LoopJumps;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;

/**
 * Reader of branches whose condition is known only when the kernels run. Both branches are evaluated and their values
 * selected if they have few ops and no effects. Otherwise each branch is a loop of at most one iteration.
 */
final class BranchReader {

    private static final String NAME = "branch";

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final UnusedValueCheck unused;

    BranchReader(BodyContext context) {
        this.javac = context.javac();
        this.scope = context.scope();
        this.graph = context.graph();
        this.expressions = context.expressions();
        this.unused = context.unused();
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
     * A branch that was read.
     *
     * @param builder builder of its body
     * @param numbers arithmetic of its body
     * @param assigned variables that it changes
     */
    private record Branch(LoopBuilder builder, TensorNumbers numbers, Map<Element, TreePath> assigned) {

        Optional<SymbolicValue> after(Element variable) throws RejectedTreeException {
            return builder.ports().inside().find(variable);
        }
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
        widen(path, union(yesAssigned, noAssigned));
        TensorNumber holds = expressions.tensorNumbers().tensor(path, condition, TypeKind.BOOLEAN);
        Branch yes = branch(path, holds, yesAssigned, first.reading());
        Branch no = second == null ? null : branch(path, not(path, holds), noAssigned, second.reading());
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
        widen(path, union(yesAssigned, noAssigned));
        yesAssigned.put(result, path);
        noAssigned.put(result, path);
        TensorNumber holds = expressions.tensorNumbers().tensor(path, condition, TypeKind.BOOLEAN);
        Branch ifTrue =
                branch(path, holds, yesAssigned, inside -> inside.scope().bind(result, yes.in(inside)));
        Branch ifFalse = branch(
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

    private void merge(TreePath path, TensorNumber holds, Set<Element> variables, Branch yes, Branch no)
            throws RejectedTreeException {
        for (Element variable : variables) {
            requireSameTypes(path, variable, yes, no);
        }
        if (isInexpensive(yes) && isInexpensive(no)) {
            selectVariables(path, holds, variables, yes, no);
        } else {
            end(path, yes);
            end(path, no);
        }
    }

    private static boolean isInexpensive(Branch branch) {
        return branch == null || BranchCost.isInexpensive(branch.builder().body());
    }

    /** Makes the numbers scalars that a body may assign. */
    void widen(TreePath path, Set<Element> variables) throws RejectedTreeException {
        for (Element variable : variables) {
            Optional<SymbolicValue> value = scope.find(variable);
            if (value.isPresent() && ExpressionReader.isNumber(value.get())) {
                TypeKind type = type(variable);
                scope.bind(variable, expressions.tensorNumbers().tensor(path, value.get(), type));
            }
        }
    }

    private Branch branch(TreePath path, TensorNumber condition, Map<Element, TreePath> assigned, Reading statements)
            throws RejectedTreeException {
        LoopBuilder builder = new LoopBuilder(javac, scope, graph, Dim.ONE, assigned);
        VariableScope inside = builder.begin(path, NAME, condition.node());
        ExpressionReader reader = expressions.inLoop(inside, builder.body());
        statements.in(new BodyContext(javac, inside, builder.body(), reader, unused));
        builder.finish(null, reader.tensorNumbers());
        return new Branch(builder, reader.tensorNumbers(), assigned);
    }

    /** Adds a branch as a loop. */
    private void end(TreePath path, Branch branch) throws RejectedTreeException {
        if (branch == null) {
            return;
        }
        branch.builder().ports().rebase();
        for (Element variable : branch.assigned().keySet()) {
            Optional<SymbolicValue> after = branch.after(variable);
            if (after.isPresent() && !branch.builder().ports().carried().containsKey(variable)) {
                if (scope.find(variable).isEmpty()) {
                    scope.bind(variable, initial(path, variable, after.get(), branch));
                }
                branch.builder().ports().adopt(variable);
            }
        }
        branch.builder().end(false);
    }

    /** Returns zeros of the type of a variable that a branch assigns first. */
    private SymbolicValue initial(TreePath path, Element variable, SymbolicValue after, Branch branch)
            throws RejectedTreeException {
        if (ExpressionReader.isNumber(after)) {
            TypeKind type = type(variable);
            SymbolicValue zero = new ConstantValue(type == TypeKind.BOOLEAN ? (Object) false : (Object) 0);
            return expressions.tensorNumbers().tensor(path, zero, type);
        }
        return after.withNodes(node ->
                zeros(path, branch.builder().body().builder().current(node).type()));
    }

    /** Returns the kind of a variable's type, or of a method's result. */
    private static TypeKind type(Element variable) {
        return variable instanceof ExecutableElement method
                ? method.getReturnType().getKind()
                : variable.asType().getKind();
    }

    private Node zeros(TreePath path, ValueType type) {
        GraphBuilder builder = graph.builder();
        Attributes dims = Attributes.NONE.with(Attributes.DIMS, type.shape().dims());
        try {
            Node zero = builder.constant(0L, type.dtype());
            return builder.operation("FillV2", List.of(zero), dims, "", javac.origin(path));
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    private void requireSameTypes(TreePath path, Element variable, Branch yes, Branch no) throws RejectedTreeException {
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

    private Map<String, String> types(SymbolicValue value, Branch branch, Element variable) {
        Map<String, String> types = new LinkedHashMap<>();
        value.leaves().forEach((name, leaf) -> types.put(name, type(leaf, branch, variable)));
        return types;
    }

    private String type(SymbolicValue leaf, Branch branch, Element variable) {
        if (leaf instanceof TensorValue tensor) {
            GraphBuilder owner = branch != null && branch.assigned().containsKey(variable)
                    ? branch.builder().body().builder()
                    : graph.builder();
            return owner.current(tensor.node()).type().toString();
        }
        return ExpressionReader.isNumber(leaf) ? "a number" : leaf.toString();
    }

    /** Returns the value of a variable after a branch; empty if it has none. */
    private Optional<SymbolicValue> after(Element variable, Branch branch) throws RejectedTreeException {
        return branch != null && branch.assigned().containsKey(variable)
                ? branch.after(variable)
                : scope.find(variable);
    }

    private void selectVariables(TreePath path, TensorNumber condition, Set<Element> variables, Branch yes, Branch no)
            throws RejectedTreeException {
        Map<Element, SymbolicValue> first = inlined(path, yes);
        Map<Element, SymbolicValue> second = no == null ? Map.of() : inlined(path, no);
        for (Element variable : variables) {
            SymbolicValue before = scope.find(variable).orElse(null);
            SymbolicValue a = first.getOrDefault(variable, before);
            SymbolicValue b = second.getOrDefault(variable, before);
            if (a != null && b != null) {
                scope.bind(variable, choose(path, condition, a, b, type(variable)));
            }
        }
    }

    /** Adds the ops of a branch to the graph, and returns the values of the variables that it changes. */
    private Map<Element, SymbolicValue> inlined(TreePath path, Branch branch) throws RejectedTreeException {
        Map<Element, SymbolicValue> values = new LinkedHashMap<>();
        List<Graph.Output> outputs = new ArrayList<>();
        for (Element variable : branch.assigned().keySet()) {
            branch.after(variable).ifPresent(value -> values.put(variable, value));
        }
        values.values()
                .forEach(value -> value.withNodes(node -> {
                    outputs.add(new Graph.Output("value" + outputs.size(), node));
                    return node;
                }));
        List<Port> ports = new ArrayList<>(branch.builder().ports().captured());
        branch.builder().ports().carried().values().forEach(ports::addAll);
        Graph built = branch.builder().body().builder().build(NAME, outputs);
        List<Graph.Parameter> parameters = new ArrayList<>();
        Map<String, Object> arguments = new HashMap<>();
        for (Port port : ports) {
            parameters.add(new Graph.Parameter(port.inner().label(), "Tensor", port.inner()));
            arguments.put(port.inner().label(), port.outer());
        }
        Graph callee = new Graph(
                NAME,
                parameters,
                built.nodes(),
                built.outputs(),
                List.of(),
                built.conditions(),
                built.lossParameters());
        unused.inlined(built);
        try {
            Iterator<Node> results = graph.inline(callee, arguments, Map.of(), javac.origin(path))
                    .iterator();
            values.replaceAll((variable, value) -> value.withNodes(node -> results.next()));
            return values;
        } catch (TypeException e) {
            throw javac.reject(path, Diagnostic.BRANCH_NOT_COMPILED, e.getMessage(), "split the kernel");
        }
    }

    /**
     * Returns the values that a condition selects.
     *
     * @param path the branch
     * @param condition a condition, which is not a constant
     * @param yes value if the condition holds
     * @param no value of the same kind otherwise
     */
    SymbolicValue select(TreePath path, SymbolicValue condition, SymbolicValue yes, SymbolicValue no)
            throws RejectedTreeException {
        return choose(path, condition, yes, no, TypeKind.DECLARED);
    }

    /** Returns the values that a condition selects; numbers are converted to a primitive type. */
    SymbolicValue choose(TreePath path, SymbolicValue condition, SymbolicValue yes, SymbolicValue no, TypeKind type)
            throws RejectedTreeException {
        if (type.isPrimitive()) {
            return expressions.tensorNumbers().select(path, condition, yes, no, type);
        }
        Node holds = expressions
                .tensorNumbers()
                .tensor(path, condition, TypeKind.BOOLEAN)
                .node();
        List<Node> selected = new ArrayList<>();
        Iterator<SymbolicValue> others = no.leaves().values().iterator();
        if (!yes.leaves().keySet().equals(no.leaves().keySet())) {
            throw differ(path, yes, no);
        }
        for (SymbolicValue leaf : yes.leaves().values()) {
            SymbolicValue other = others.next();
            if (leaf instanceof TensorValue a && other instanceof TensorValue b) {
                selected.add(select(path, holds, a.node(), b.node()));
            } else if (!leaf.equals(other)) {
                throw differ(path, leaf, other);
            }
        }
        Iterator<Node> nodes = selected.iterator();
        return yes.withNodes(node -> nodes.next());
    }

    private Node select(TreePath path, Node condition, Node yes, Node no) throws RejectedTreeException {
        GraphBuilder builder = graph.builder();
        Node a = builder.current(yes);
        Node b = builder.current(no);
        try {
            if (!a.type().equals(b.type())) {
                throw javac.reject(
                        path, Diagnostic.BRANCH_VALUES_DIFFER, Javac.text(path.getLeaf()), a.type(), b.type());
            }
            return a == b
                    ? a
                    : builder.operation("Select", List.of(condition, a, b), Attributes.NONE, "", javac.origin(path));
        } catch (TypeException e) {
            throw javac.reject(path, Diagnostic.BRANCH_NOT_COMPILED, e.getMessage(), "declare the dims of the tensors");
        }
    }

    private RejectedTreeException differ(TreePath path, SymbolicValue yes, SymbolicValue no) {
        return javac.reject(
                path,
                Diagnostic.BRANCH_VALUES_DIFFER,
                Javac.text(path.getLeaf()),
                "a value of " + yes.leaves().size() + " tensors and numbers",
                "another value of " + no.leaves().size());
    }
}
