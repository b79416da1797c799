package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.NoValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ScalarExpressions;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;

/** Reads calls of other kernels by adding their ops to the caller's graph. */
final class KernelCalls {

    /** Finds the graph of a kernel. */
    @FunctionalInterface
    interface Graphs {

        /**
         * The graph of a kernel of this compilation or of a library.
         *
         * @param kernel a method annotated with {@code @GraphKernel}
         * @param call for messages
         * @return its graph
         * @throws Rejected if it has none; the reason has been reported
         */
        Graph find(ExecutableElement kernel, TreePath call) throws Rejected;
    }

    /** A tensor or number that a call gives, and the argument that it is or lies in. */
    private record Argument(TreePath path, Value value) {}

    private final Javac javac;
    private final Graphs graphs;
    private final GradientLookup gradientLookup;

    KernelCalls(Javac javac, Graphs graphs, GradientLookup gradientLookup) {
        this.javac = javac;
        this.graphs = graphs;
        this.gradientLookup = gradientLookup;
    }

    /** Finds the gradients of kernels that were called. */
    GradientLookup gradientLookup() {
        return gradientLookup;
    }

    Value read(
            TreePath path,
            MethodInvocationTree call,
            ExecutableElement kernel,
            BodyGraph graph,
            ExpressionReader expressions)
            throws Rejected {
        TreePath select = child(path, call.getMethodSelect());
        Graph callee = graphs.find(kernel, select);
        requireRoom(path, callee, graph);
        if (graph.isInLoss() && !callee.assigns().isEmpty()) {
            throw javac.reject(select, Diagnostic.UPDATE_IN_LOSS, Javac.text(call));
        }
        Map<String, Object> arguments = new HashMap<>();
        ShapeUnifier unifier = new ShapeUnifier();
        List<Argument> given = given(path, call, kernel, expressions);
        for (int i = 0; i < callee.parameters().size(); i++) {
            Graph.Parameter parameter = callee.parameters().get(i);
            Argument argument = given.get(i);
            if (parameter.isTensor()) {
                Node value = tensor(argument, expressions);
                unifier.bind(
                        parameter.node().type(), graph.builder().current(value).type());
                arguments.put(parameter.name(), value);
            } else {
                TypeKind type = TypeKind.valueOf(parameter.javaType().toUpperCase(Locale.ROOT));
                arguments.put(parameter.name(), Scalars.text(number(argument, type, expressions)));
            }
        }
        for (int i = 0; i < callee.parameters().size(); i++) {
            Graph.Parameter parameter = callee.parameters().get(i);
            if (parameter.isTensor()) {
                Node value = graph.builder().current((Node) arguments.get(parameter.name()));
                requireFit(given.get(i).path(), parameter, value, kernel, unifier);
            }
        }
        requireShortFormulas(javac, path, callee, arguments);
        try {
            return result(kernel, graph.inline(callee, arguments, javac.origin(path)));
        } catch (TypeException e) {
            throw javac.reject(select, Diagnostic.INLINING_FAILED, kernel.getSimpleName(), e.getMessage());
        }
    }

    /** Before anything is inlined: calls that double the ops at each level would fill the memory. */
    private void requireRoom(TreePath call, Graph callee, BodyGraph graph) throws Rejected {
        int ops = callee.nodes().size();
        if (graph.opCount() + ops > BodyGraph.MOST_OPS) {
            throw tooManyOps(javac, call, graph, ops);
        }
    }

    static Rejected tooManyOps(Javac javac, TreePath call, BodyGraph graph, int ops) {
        return javac.reject(
                call,
                Diagnostic.TOO_MANY_OPS,
                "'" + Javac.text(call.getLeaf()) + "'",
                BodyGraph.MOST_OPS,
                graph.opCount(),
                ops);
    }

    /** Of numbers that a kernel computes from those that a call gives. */
    static void requireShortFormulas(Javac javac, TreePath call, Graph callee, Map<String, Object> arguments)
            throws Rejected {
        for (Node node : callee.nodes()) {
            boolean tooLong = node.kind() == Node.Kind.SCALAR
                    && ScalarExpressions.substitute(node.attributes().text(Attributes.EXPRESSION), arguments)
                                    .length()
                            > Scalars.LONGEST_FORMULA;
            if (tooLong) {
                throw javac.reject(
                        call,
                        Diagnostic.FORMULA_TOO_LONG,
                        "a number in '" + Javac.text(call.getLeaf()) + "'",
                        Scalars.LONGEST_FORMULA);
            }
        }
    }

    /** What the call gives, with a record's tensors and numbers one by one. */
    private List<Argument> given(
            TreePath path, MethodInvocationTree call, ExecutableElement kernel, ExpressionReader expressions)
            throws Rejected {
        List<Argument> given = new ArrayList<>();
        List<Part> declared = new Members(javac, kernel).parameters();
        for (int i = 0; i < declared.size(); i++) {
            TreePath argument = child(path, call.getArguments().get(i));
            Value value = expressions.read(argument, "");
            ArrayReader.requireLength(javac, argument, value, declared.get(i));
            new RecordMethods(javac)
                    .requirePlainAccessors(argument, declared.get(i).type(), value);
            value.leaves().values().forEach(leaf -> given.add(new Argument(argument, leaf)));
        }
        return given;
    }

    private static Node tensor(Argument argument, ExpressionReader expressions) throws Rejected {
        if (!(argument.value() instanceof TensorValue tensor)) {
            throw expressions.unsupported(argument.path());
        }
        return tensor.node();
    }

    private static Value number(Argument argument, TypeKind type, ExpressionReader expressions) throws Rejected {
        if (DimArithmetic.isDim(argument.value())) {
            throw expressions.sizeOutOfPlace(argument.path());
        }
        if (!Scalars.isScalar(argument.value())) {
            throw expressions.unsupported(argument.path());
        }
        return Scalars.convert(argument.value(), type);
    }

    private void requireFit(
            TreePath path, Graph.Parameter parameter, Node value, ExecutableElement kernel, ShapeUnifier unifier)
            throws Rejected {
        Optional<String> misfit = unifier.unify(parameter.node().type(), value.type());
        if (misfit.isPresent()) {
            throw javac.reject(
                    path,
                    Diagnostic.ARGUMENT_DOES_NOT_FIT,
                    Javac.text(path.getLeaf()),
                    parameter.name(),
                    kernel.getSimpleName(),
                    misfit.get());
        }
    }

    private Value result(ExecutableElement kernel, List<Node> nodes) {
        if (kernel.getReturnType().getKind() == TypeKind.VOID) {
            return new NoValue();
        }
        Members members = new Members(javac, kernel);
        Iterator<Node> results = nodes.iterator();
        return members.value(members.result(), true, leaf -> Optional.of(new TensorValue(results.next())))
                .orElseThrow();
    }
}
