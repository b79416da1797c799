package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.gradient.GradientLookup;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.Members;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.signature.SignatureElement;
import io.graphkernel.processor.frontend.signature.VariantReader;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.KernelGraphs;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.ShapeUnifier;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.gradient.StatisticsUpdates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Reader of calls of other kernel methods, which inlines their ops into the caller's graph. */
public final class KernelCalls {

    /** Tensor or number passed by a call, and the argument that is or contains it. */
    private record Argument(TreePath path, SymbolicValue value) {}

    private final Javac javac;
    private final KernelGraphs graphs;
    private final GradientLookup gradientLookup;

    public KernelCalls(Javac javac, KernelGraphs graphs, GradientLookup gradientLookup) {
        this.javac = javac;
        this.graphs = graphs;
        this.gradientLookup = gradientLookup;
    }

    /** Returns the lookup for gradients of called kernel methods. */
    GradientLookup gradientLookup() {
        return gradientLookup;
    }

    SymbolicValue read(
            TreePath path,
            MethodInvocationTree call,
            ExecutableElement kernel,
            BodyGraph graph,
            ExpressionReader expressions)
            throws RejectedTreeException {
        TreePath select = child(path, call.getMethodSelect());
        Graph callee = graphs.find(kernel, variant(path, call, kernel, expressions), select);
        requireRoom(path, callee, graph);
        if (graph.isInLoss() && StatisticsUpdates.firstOther(callee).isPresent()) {
            throw javac.reject(select, Diagnostic.UPDATE_IN_LOSS, Javac.text(call));
        }
        Map<String, Object> arguments = new HashMap<>();
        Map<String, Dim> numbers = new HashMap<>();
        List<String> numberDims = callee.numberDims();
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
                SymbolicValue number = number(argument, type, expressions);
                arguments.put(parameter.name(), ScalarArithmetic.text(number));
                if (numberDims.contains(parameter.name())) {
                    numbers.put(parameter.name(), dim(argument, number, parameter, kernel));
                    unifier.bind(parameter.name(), numbers.get(parameter.name()));
                }
            }
        }
        for (int i = 0; i < callee.parameters().size(); i++) {
            Graph.Parameter parameter = callee.parameters().get(i);
            if (parameter.isTensor()) {
                Node value = graph.builder().current((Node) arguments.get(parameter.name()));
                unifier.differing(parameter.node().type(), value.type())
                        .ifPresent(differing -> graph.unify(differing.get(0), differing.get(1)));
                requireFit(given.get(i).path(), parameter, value, kernel, unifier);
            }
        }
        KernelGraphs.requireShortFormulas(javac, path, callee, arguments);
        try {
            return result(kernel, graph.inline(callee, arguments, numbers, javac.origin(path)));
        } catch (TypeException e) {
            throw javac.reject(select, Diagnostic.INLINING_FAILED, kernel.getSimpleName(), e.getMessage());
        }
    }

    /**
     * Checks the number of ops before inlining, since calls that double the ops at each level would exhaust the memory.
     */
    private void requireRoom(TreePath call, Graph callee, BodyGraph graph) throws RejectedTreeException {
        int ops = callee.nodes().size();
        if (graph.opCount() + ops > BodyGraph.MAX_OPS) {
            throw tooManyOps(javac, call, graph, ops);
        }
    }

    static RejectedTreeException tooManyOps(Javac javac, TreePath call, BodyGraph graph, int ops) {
        return javac.reject(
                call,
                Diagnostic.TOO_MANY_OPS,
                "'" + Javac.text(call.getLeaf()) + "'",
                BodyGraph.MAX_OPS,
                graph.opCount(),
                ops);
    }

    /** Returns the texts of the constants that choose the variant of the called kernel. */
    private List<String> variant(
            TreePath path, MethodInvocationTree call, ExecutableElement kernel, ExpressionReader expressions)
            throws RejectedTreeException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < kernel.getParameters().size(); i++) {
            VariableElement parameter = kernel.getParameters().get(i);
            if (VariantReader.isChoice(javac, parameter.asType())) {
                TreePath argument = child(path, call.getArguments().get(i));
                values.add(VariantReader.text(expressions.read(argument, ""))
                        .orElseThrow(() -> javac.reject(
                                argument,
                                Diagnostic.VARIANT_NOT_CONSTANT,
                                Javac.text(argument.getLeaf()),
                                parameter.getSimpleName(),
                                kernel.getSimpleName())));
            }
        }
        return values;
    }

    /** Returns the arguments of the call, with the tensors and numbers of records flattened. */
    private List<Argument> given(
            TreePath path, MethodInvocationTree call, ExecutableElement kernel, ExpressionReader expressions)
            throws RejectedTreeException {
        List<Argument> given = new ArrayList<>();
        List<SignatureElement> declared = new Members(javac, kernel).parameters();
        for (int i = 0; i < declared.size(); i++) {
            int position = kernel.getParameters().indexOf(declared.get(i).owner());
            TreePath argument = child(path, call.getArguments().get(position));
            SymbolicValue value = expressions.stepArrays().known(argument, expressions.read(argument, ""));
            expressions.arrays().requireAssigned(argument, value);
            ArrayReader.requireLength(javac, argument, value, declared.get(i));
            new RecordMethods(javac)
                    .requirePlainAccessors(argument, declared.get(i).type(), value);
            value.leaves().values().forEach(leaf -> given.add(new Argument(argument, leaf)));
        }
        return given;
    }

    private static Node tensor(Argument argument, ExpressionReader expressions) throws RejectedTreeException {
        if (!(argument.value() instanceof TensorValue tensor)) {
            throw expressions.unsupported(argument.path());
        }
        return tensor.node();
    }

    private static SymbolicValue number(Argument argument, TypeKind type, ExpressionReader expressions)
            throws RejectedTreeException {
        if (DimArithmetic.isDim(argument.value())) {
            throw expressions.scalars().sizeOutOfPlace(argument.path());
        }
        expressions.scalars().requireKnownBefore(argument.path(), argument.value());
        if (!ScalarArithmetic.isScalar(argument.value())) {
            throw expressions.unsupported(argument.path());
        }
        return ScalarArithmetic.convert(argument.value(), type);
    }

    /** Returns the size that a number of the callee is. */
    private Dim dim(Argument argument, SymbolicValue number, Graph.Parameter parameter, ExecutableElement kernel)
            throws RejectedTreeException {
        return DimArithmetic.dim(number)
                .orElseThrow(() -> javac.reject(
                        argument.path(),
                        Diagnostic.NON_CONSTANT_ATTRIBUTE,
                        Javac.text(argument.path().getLeaf()),
                        kernel.getSimpleName(),
                        "the size " + parameter.name()));
    }

    private void requireFit(
            TreePath path, Graph.Parameter parameter, Node value, ExecutableElement kernel, ShapeUnifier unifier)
            throws RejectedTreeException {
        Optional<String> misfit = unifier.unify(parameter.node().type(), value.type());
        if (misfit.isPresent()) {
            throw javac.reject(
                    path,
                    Diagnostic.ARGUMENT_DOES_NOT_FIT,
                    Javac.text(path.getLeaf()),
                    parameter.name(),
                    kernel.getSimpleName(),
                    misfit.get(),
                    callerAdvice(path, parameter));
        }
    }

    /** Returns the change of the caller that makes an argument fit. */
    private String callerAdvice(TreePath argument, Graph.Parameter parameter) {
        boolean isParameter = argument.getLeaf() instanceof IdentifierTree
                && javac.element(argument).getKind() == ElementKind.PARAMETER;
        return isParameter
                ? "declare '" + Javac.text(argument.getLeaf()) + "' of the caller with the same dtype and dims, as"
                        + " @TensorType(\"" + parameter.node().type() + "\")"
                : "pass a tensor of the declared type " + parameter.node().type();
    }

    private SymbolicValue result(ExecutableElement kernel, List<Node> nodes) {
        if (kernel.getReturnType().getKind() == TypeKind.VOID) {
            return new NoValue();
        }
        Members members = new Members(javac, kernel);
        if (members.returnsList()) {
            List<TensorValue> elements = nodes.stream().map(TensorValue::new).toList();
            return kernel.getReturnType().getKind() == TypeKind.ARRAY
                    ? ArrayValue.mutable(elements, List.of(), ArrayValue.Mutability.ASSIGNABLE)
                    : ArrayValue.fixed(elements);
        }
        Iterator<Node> results = nodes.iterator();
        return members.value(members.result(), true, leaf -> Optional.of(new TensorValue(results.next())))
                .orElseThrow();
    }
}
