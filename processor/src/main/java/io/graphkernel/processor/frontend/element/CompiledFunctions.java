package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.diagnostic.WithheldMessages;
import io.graphkernel.processor.frontend.javac.BodyAttribution;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Element functions that methods of a class apply in kernels, in the form in which the runtime differentiates them. The
 * name of a graph is that of the method, or the line of the call that receives the lambda.
 */
public final class CompiledFunctions {

    private final Javac javac;
    private final BodyAttribution attribution;
    private final Map<String, String> graphs = new TreeMap<>();
    private final Set<String> ambiguous = new HashSet<>();
    /** Functions of referenced methods, each of which is read once; empty for a method without one. */
    private final Map<ExecutableElement, Optional<Graph>> references = new HashMap<>();

    public CompiledFunctions(Javac javac) {
        this.javac = javac;
        this.attribution = new BodyAttribution(javac.trees());
    }

    /**
     * Returns the functions of methods that have been read without errors, and of the static methods of the same class
     * that these call.
     *
     * @param kernels annotated methods of a class
     * @return text of the graphs, in the order of their names; empty without a function
     */
    public String of(Collection<ExecutableElement> kernels) {
        Deque<ExecutableElement> pending = new ArrayDeque<>(kernels);
        Set<ExecutableElement> seen = new HashSet<>(kernels);
        while (!pending.isEmpty()) {
            ExecutableElement method = pending.remove();
            attribution.attributed(method).ifPresent(path -> new Calls(method, seen, pending).scan(path, null));
        }
        graphs.keySet().removeAll(ambiguous);
        return String.join("\n", graphs.values());
    }

    /** Calls of one method that apply element functions, or are of methods of the same class. */
    private final class Calls extends TreePathScanner<Void, Void> {

        private final ExecutableElement method;
        private final Set<ExecutableElement> seen;
        private final Deque<ExecutableElement> pending;

        Calls(ExecutableElement method, Set<ExecutableElement> seen, Deque<ExecutableElement> pending) {
            this.method = method;
            this.seen = seen;
            this.pending = pending;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
            TreePath path = getCurrentPath();
            if (javac.element(path) instanceof ExecutableElement called) {
                TypeElement owner = (TypeElement) called.getEnclosingElement();
                if (owner.getQualifiedName().contentEquals(RuntimeTypeNames.ELEMENTWISE)
                        || owner.getQualifiedName().contentEquals(RuntimeTypeNames.FLEX_ATTENTION)) {
                    add(method, path, call);
                } else if (owner.equals(method.getEnclosingElement())
                        && called.getModifiers().contains(Modifier.STATIC)
                        && seen.add(called)) {
                    pending.add(called);
                }
            }
            return super.visitMethodInvocation(call, unused);
        }
    }

    private void add(ExecutableElement method, TreePath path, MethodInvocationTree call) {
        TreePath argument = ElementFunctionReader.unwrapped(
                child(path, call.getArguments().get(call.getArguments().size() - 1)));
        WithheldMessages outer = javac.withhold(new WithheldMessages());
        try {
            Optional<Graph> graph = argument.getLeaf() instanceof MemberReferenceTree
                    ? ofReference(argument)
                    : Optional.of(new StandaloneFunction(javac, method)
                            .lambda(
                                    ManifestFormat.lambda(javac.origin(path).line()),
                                    argument,
                                    ElementTypes.function(javac, argument).getReturnType()));
            graph.ifPresent(function -> put(function, argument));
        } catch (RejectedTreeException notStandalone) {
            // A function that only compiles with constants of its kernel has no gradient in eager mode.
        } finally {
            javac.withhold(outer);
        }
    }

    private Optional<Graph> ofReference(TreePath reference) {
        return javac.element(reference) instanceof ExecutableElement method
                ? references.computeIfAbsent(method, this::read)
                : Optional.empty();
    }

    private Optional<Graph> read(ExecutableElement method) {
        String owner =
                ((TypeElement) method.getEnclosingElement()).getQualifiedName().toString();
        Optional<TreePath> path = attribution.attributed(method);
        if (path.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new StandaloneFunction(javac, method)
                    .method(owner + "." + ExportedFunctions.graphName(method), method, path.get()));
        } catch (RejectedTreeException notStandalone) {
            return Optional.empty();
        }
    }

    /** Adds a function; two lambdas of one line and the same parameters cannot be told apart at runtime. */
    private void put(Graph graph, TreePath function) {
        String key = graph.name()
                + graph.parameters().stream()
                        .map(parameter -> parameter.node().dtype().text())
                        .toList();
        boolean isLambda = !(function.getLeaf() instanceof MemberReferenceTree);
        if (graphs.put(key, GraphPrinter.print(graph)) != null && isLambda) {
            ambiguous.add(key);
        }
    }
}
