package io.graphkernel.processor.frontend.advice;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/** Warning for unused parameters and values of a kernel method. */
public final class UnusedValueCheck {

    /** Assignment of tensors to a variable, which a loop may repeat. */
    private record Binding(TreePath path, Element variable, List<Node> nodes) {}

    private final Javac javac;
    private final Map<Tree, Binding> bindings = new LinkedHashMap<>();
    /** Names whose values were passed to an op or assigned to a variable. */
    private final Set<Tree> reads = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Graphs of branches whose ops were added to that of the method. */
    private final List<Graph> branches = new ArrayList<>();

    /** Bodies of helpers. */
    private final Map<Tree, TreePath> helpers = new LinkedHashMap<>();

    public UnusedValueCheck(Javac javac) {
        this.javac = javac;
    }

    /**
     * Records the value assigned to a variable.
     *
     * @param path the declaration or the assignment
     * @param variable the variable
     * @param value value of an expression other than a variable, without an in-place update
     */
    public void bound(TreePath path, Element variable, SymbolicValue value) {
        List<Node> nodes = bindings.computeIfAbsent(
                        path.getLeaf(), tree -> new Binding(path, variable, new ArrayList<>()))
                .nodes();
        for (SymbolicValue leaf : value.leaves().values()) {
            if (leaf instanceof TensorValue tensor) {
                nodes.add(tensor.node());
            }
        }
    }

    /** Records the body of a helper, which the kernel method inlines. */
    public void inlined(TreePath body) {
        helpers.putIfAbsent(body.getLeaf(), body);
    }

    /** Records the graph of a branch, whose ops are added to that of the method. */
    public void inlined(Graph branch) {
        branches.add(branch);
    }

    /** Records a read of a name. */
    public void read(Tree name) {
        reads.add(name);
    }

    /** Records that only the shape of a tensor is read. */
    public void readShape(Tree name) {
        reads.remove(name);
    }

    /**
     * Reports unused values of a method that was read without errors.
     *
     * @param isGradient true for a custom gradient, whose parameters are prescribed
     */
    public void report(ExecutableElement method, TreePath path, Graph graph, boolean isGradient) {
        Map<Element, List<Tree>> names = names(path);
        for (VariableElement parameter : method.getParameters()) {
            // A dim of a declared type may be a parameter.
            String name = parameter.getSimpleName().toString();
            if (!graph.numberDims().contains(name)
                    && !names.containsKey(parameter)
                    && !isGradient
                    && !isSilenced(Diagnostic.UNUSED_PARAMETER, method, parameter)) {
                javac.report(parameter, Diagnostic.UNUSED_PARAMETER, parameter.getSimpleName());
            }
        }
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        addUsed(graph, used);
        branches.forEach(branch -> addUsed(branch, used));
        for (Binding binding : bindings.values()) {
            // A name without recorded reads is in a branch that is not taken, or is used for its shape.
            boolean otherwise =
                    names.getOrDefault(binding.variable(), List.of()).stream().anyMatch(name -> !reads.contains(name));
            boolean dead = !binding.nodes().isEmpty()
                    && binding.nodes().stream().allMatch(node -> node.isOperation() && !used.contains(node));
            if (dead && !otherwise && !isSilenced(Diagnostic.UNUSED_TENSOR, method, binding.variable())) {
                javac.report(
                        javac.position(binding.path()),
                        Diagnostic.UNUSED_TENSOR,
                        binding.variable().getSimpleName());
            }
        }
    }

    private static void addUsed(Graph graph, Set<Node> used) {
        for (Node node : graph.nodes()) {
            used.addAll(node.operands());
            node.attributes().body().ifPresent(body -> addUsed(body, used));
        }
        graph.outputs().forEach(output -> used.add(output.node()));
    }

    private boolean isSilenced(Diagnostic warning, Element... elements) {
        return Arrays.stream(elements).anyMatch(element -> Javac.isSilenced(element, "unused", warning.id()));
    }

    /** Returns the reads of each variable. */
    private Map<Element, List<Tree>> names(TreePath method) {
        Map<Element, List<Tree>> names = new HashMap<>();
        TreePathScanner<Void, Void> scanner = new TreePathScanner<>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                Element element = javac.element(getCurrentPath());
                names.computeIfAbsent(element, key -> new ArrayList<>()).add(tree);
                return null;
            }

            @Override
            public Void visitAssignment(AssignmentTree tree, Void unused) {
                return scan(tree.getExpression(), null);
            }
        };
        scanner.scan(new TreePath(method, ((MethodTree) method.getLeaf()).getBody()), null);
        helpers.values().forEach(body -> scanner.scan(body, null));
        return names;
    }
}
