package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.gradient.GradientLookup;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.Lambda;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.signature.ListTypes;
import io.graphkernel.processor.frontend.signature.Members;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.gradient.Differentiator;
import io.graphkernel.processor.gradient.GradientSources;
import io.graphkernel.processor.gradient.NonDifferentiableException;
import io.graphkernel.processor.gradient.StatisticsUpdates;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of calls of {@code Gradients}. The loss is inlined into the caller's graph, followed by its backward pass.
 * Only ops that the lambda adds are differentiated.
 */
final class GradientCalls {

    /** Tensor to differentiate with respect to: its name, its original node and its value at the call. */
    private record Wanted(String text, TreePath path, Node given, Node node) {}

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final GradientLookup lookup;

    GradientCalls(Javac javac, BodyGraph graph, ExpressionReader expressions, GradientLookup lookup) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
        this.lookup = lookup;
    }

    SymbolicValue read(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        Lambda lambda = Lambda.of(javac, child(path, call.getArguments().get(0)), Diagnostic.LOSS_NOT_A_LAMBDA);
        SymbolicValue parameters = parameters(path, call, method);
        List<Wanted> wanted = wanted(path, call, parameters);
        List<Node> before = graph.builder().nodes();
        Node loss = loss(lambda, method);
        List<Node> gradients = gradients(lambda.body(), loss, before, wanted);
        SymbolicValue gradient = like(parameters, gradients.iterator());
        if (!javac.isClass(method.getReturnType(), RuntimeTypeNames.VALUE_AND_GRADIENT)) {
            return gradient;
        }
        Map<String, SymbolicValue> components = new LinkedHashMap<>();
        components.put("value", new TensorValue(loss));
        components.put("gradient", gradient);
        return new RecordValue(components, true);
    }

    /** Returns the values to differentiate with respect to, in the structure in which they are passed. */
    private SymbolicValue parameters(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        List<? extends ExpressionTree> given =
                call.getArguments().subList(1, call.getArguments().size());
        boolean listed = method.isVarArgs()
                && !(given.size() == 1 && javac.type(child(path, given.get(0))).getKind() == TypeKind.ARRAY);
        if (listed) {
            return expressions.arrays().elements(path, given);
        }
        TreePath single = child(path, given.get(0));
        SymbolicValue value = expressions.read(single, "");
        expressions.arrays().requireAssigned(single, value);
        if (!(value instanceof TensorValue)) {
            // The gradients are records of the same types, which the call creates.
            new RecordMethods(javac).requirePlainConstructors(single, ListTypes.bound(javac.type(single)), value);
        }
        return value;
    }

    private List<Wanted> wanted(TreePath path, MethodInvocationTree call, SymbolicValue parameters)
            throws RejectedTreeException {
        List<Wanted> wanted = new ArrayList<>();
        if (call.getArguments().size() > 1) {
            TreePath first = child(path, call.getArguments().get(1));
            collect(Javac.text(first.getLeaf()), first, javac.type(first), parameters, wanted);
        }
        if (wanted.isEmpty()) {
            throw javac.reject(child(path, call.getMethodSelect()), Diagnostic.NO_PARAMETER_OF_LOSS, Javac.text(call));
        }
        for (Wanted input : wanted) {
            if (!input.node().dtype().isDifferentiable()) {
                throw javac.reject(
                        input.path(),
                        Diagnostic.NO_GRADIENT_OF_DTYPE,
                        input.text(),
                        input.node().dtype());
            }
        }
        requireDistinct(wanted);
        return wanted;
    }

    private void collect(String text, TreePath path, TypeMirror type, SymbolicValue value, List<Wanted> wanted)
            throws RejectedTreeException {
        if (value instanceof TensorValue tensor) {
            wanted.add(new Wanted(text, path, tensor.node(), graph.builder().current(tensor.node())));
        } else if (value instanceof RecordValue record) {
            for (RecordComponentElement component : Members.components(ListTypes.bound(type))) {
                String name = component.getSimpleName().toString();
                collect(
                        text + "." + name + "()",
                        path,
                        component.asType(),
                        record.components().get(name),
                        wanted);
            }
        } else if (value instanceof ArrayValue array) {
            for (int i = 0; i < array.elements().size(); i++) {
                boolean written = i < array.paths().size();
                TreePath own = written ? array.paths().get(i) : path;
                String access = type.getKind() == TypeKind.ARRAY ? "[" + i + "]" : ".get(" + i + ")";
                String element = written ? Javac.text(own.getLeaf()) : text + access;
                TypeMirror ofElement = new ListTypes(javac).element(type).orElse(type);
                collect(element, own, ofElement, array.elements().get(i), wanted);
            }
        } else {
            throw javac.reject(path, Diagnostic.NO_GRADIENT_OF_DTYPE, text, "a number");
        }
    }

    private Node loss(Lambda lambda, ExecutableElement method) throws RejectedTreeException {
        TreePath body = lambda.body();
        TypeMirror supplier = method.getParameters().get(0).asType();
        TypeMirror tensor = ((DeclaredType) supplier).getTypeArguments().get(0);
        graph.beginLoss();
        try {
            TensorValue loss = (TensorValue) expressions.readLambda(lambda, tensor, List.of());
            Node node = graph.builder().current(loss.node());
            boolean number = node.dtype().isDifferentiable()
                    && !node.shape().isUnranked()
                    && node.shape().dims().stream().allMatch(Dim.ONE::equals);
            if (!number) {
                String type = node.shape().isUnranked()
                        ? "a tensor of undeclared shape"
                        : node.type().toString();
                throw reject(body, Diagnostic.LOSS_NOT_A_NUMBER, type);
            }
            return node;
        } finally {
            graph.endLoss();
        }
    }

    /** Returns the gradients of the requested tensors, in order. */
    private List<Node> gradients(TreePath body, Node loss, List<Node> before, List<Wanted> wanted)
            throws RejectedTreeException {
        List<Node> tensors = wanted.stream().map(Wanted::node).toList();
        requireNotUpdated(before, wanted);
        List<Node> constants = new ArrayList<>(before);
        constants.addAll(StatisticsUpdates.values(graph.builder().nodes()));
        GradientSources sources = lookup.of(graph.builder().build("loss", List.of()), body);
        Map<Node, Node> found;
        try {
            Map<Node, Node> cotangents =
                    Map.of(loss, one(loss, javac.origin(body).as(Origin.Role.GRADIENT)));
            found = Differentiator.adjoints(graph.builder(), cotangents, tensors, constants, sources);
        } catch (NonDifferentiableException e) {
            Origin origin = e.node().origin();
            String where = origin.line() == 0 ? "" : " (" + origin + ")";
            throw reject(body, Diagnostic.NO_GRADIENT_ON_PATH, e.getMessage() + where);
        }
        if (graph.opCount() > BodyGraph.MAX_OPS) {
            int backward = graph.opCount() - before.size();
            throw javac.reject(
                    body, Diagnostic.TOO_MANY_OPS, "the gradient", BodyGraph.MAX_OPS, before.size(), backward);
        }
        for (Wanted input : wanted) {
            if (!found.containsKey(input.node())) {
                throw javac.reject(input.path(), Diagnostic.LOSS_INDEPENDENT, input.text());
            }
        }
        graph.builder().loss(tensors, read(loss, before));
        return tensors.stream().map(found::get).toList();
    }

    /** Returns the values that a loss depends on, including parameters. Values computed earlier are constants. */
    private static Set<Node> read(Node loss, List<Node> before) {
        Set<Node> read = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Node> constants = Collections.newSetFromMap(new IdentityHashMap<>());
        constants.addAll(before);
        Deque<Node> open = new ArrayDeque<>(List.of(loss));
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (!constants.contains(node) && read.add(node)) {
                open.addAll(node.operands());
            }
        }
        return read;
    }

    /** Checks that the loss does not update a tensor that it is differentiated with respect to. */
    private void requireNotUpdated(List<Node> before, List<Wanted> wanted) throws RejectedTreeException {
        List<Node> ofLoss = graph.builder()
                .nodes()
                .subList(before.size(), graph.builder().nodes().size());
        List<Node> updated = StatisticsUpdates.targets(ofLoss);
        for (Wanted one : wanted) {
            if (updated.stream().anyMatch(target -> target == one.node() || target == one.given())) {
                throw javac.reject(one.path(), Diagnostic.UPDATED_BY_LOSS, one.text());
            }
        }
    }

    /** Checks that no tensor is named twice, since a tensor has only one gradient. */
    private void requireDistinct(List<Wanted> wanted) throws RejectedTreeException {
        Map<Node, Wanted> first = new IdentityHashMap<>();
        for (Wanted one : wanted) {
            Wanted other = first.putIfAbsent(one.node(), one);
            if (other != null) {
                throw javac.reject(one.path(), Diagnostic.GRADIENT_TAKEN_TWICE, one.text(), other.text());
            }
        }
    }

    private Node one(Node loss, Origin origin) throws NonDifferentiableException {
        try {
            return loss.shape().rank() == 0
                    ? graph.builder().constant(1, loss.dtype())
                    : graph.builder().operation("OnesLike", List.of(loss), Attributes.NONE, "", origin);
        } catch (TypeException e) {
            throw new IllegalStateException("a tensor of ones like " + loss, e);
        }
    }

    /** Reports at the loss: the expression, or the value that the block returns. */
    private RejectedTreeException reject(TreePath body, Diagnostic diagnostic, Object... facts) {
        TreePath loss = body;
        if (body.getLeaf() instanceof BlockTree block
                && !block.getStatements().isEmpty()
                && block.getStatements().get(block.getStatements().size() - 1) instanceof ReturnTree last) {
            loss = child(child(body, last), last.getExpression());
        }
        List<Object> arguments = new ArrayList<>(List.of(Javac.text(loss.getLeaf())));
        arguments.addAll(List.of(facts));
        return javac.reject(loss, diagnostic, arguments.toArray());
    }

    /** Replaces the tensors of a value, in order. */
    private static SymbolicValue like(SymbolicValue parameters, Iterator<Node> gradients) {
        if (parameters instanceof RecordValue record) {
            Map<String, SymbolicValue> components = new LinkedHashMap<>();
            record.components().forEach((name, component) -> components.put(name, like(component, gradients)));
            return new RecordValue(components, true);
        }
        if (parameters instanceof ArrayValue array) {
            List<SymbolicValue> elements = new ArrayList<>();
            array.elements().forEach(element -> elements.add(like(element, gradients)));
            return ArrayValue.fixed(elements);
        }
        return new TensorValue(gradients.next());
    }
}
