package io.graphkernel.processor.frontend;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
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

/** Warns of what a kernel takes or computes for nothing. */
final class Unused {

    /** Where a variable got tensors: in a loop several times. */
    private record Binding(TreePath path, Element variable, List<Node> nodes) {}

    private final Javac javac;
    private final Map<Tree, Binding> bindings = new LinkedHashMap<>();
    /** The names whose value went into an op or a variable. */
    private final Set<Tree> reads = Collections.newSetFromMap(new IdentityHashMap<>());

    Unused(Javac javac) {
        this.javac = javac;
    }

    /**
     * Notes what a variable got.
     *
     * @param path the declaration or the assignment
     * @param variable the variable
     * @param value what an expression other than a variable gave, without an update in place
     */
    void bound(TreePath path, Element variable, Value value) {
        List<Node> nodes = bindings.computeIfAbsent(
                        path.getLeaf(), tree -> new Binding(path, variable, new ArrayList<>()))
                .nodes();
        for (Value leaf : value.leaves().values()) {
            if (leaf instanceof TensorValue tensor) {
                nodes.add(tensor.node());
            }
        }
    }

    /** Notes that the value of a name was asked for. */
    void read(Tree name) {
        reads.add(name);
    }

    /** Notes that of a tensor its shape alone was asked for. */
    void readShape(Tree name) {
        reads.remove(name);
    }

    /** Reports on a method that was read without errors. */
    void report(ExecutableElement method, TreePath path, Graph graph) {
        Map<Element, List<Tree>> names = names(path);
        for (VariableElement parameter : method.getParameters()) {
            // What a gradient takes is not its own choice.
            if (!names.containsKey(parameter)
                    && !OwnGradients.isGradient(method)
                    && !isSilenced(Diagnostic.UNUSED_PARAMETER, method, parameter)) {
                javac.report(parameter, Diagnostic.UNUSED_PARAMETER, parameter.getSimpleName());
            }
        }
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.nodes().forEach(node -> used.addAll(node.operands()));
        graph.outputs().forEach(output -> used.add(output.node()));
        for (Binding binding : bindings.values()) {
            // A name that nothing was read of is in a branch that does not run, or is there for its shape.
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

    private boolean isSilenced(Diagnostic warning, Element... elements) {
        return Arrays.stream(elements).anyMatch(element -> javac.isSilenced(element, "unused", warning.id()));
    }

    /** Where each variable is read. */
    private Map<Element, List<Tree>> names(TreePath method) {
        Map<Element, List<Tree>> names = new HashMap<>();
        new TreePathScanner<Void, Void>() {
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
        }.scan(new TreePath(method, ((MethodTree) method.getLeaf()).getBody()), null);
        return names;
    }
}
