package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.RecordValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.gradient.Differentiator;
import io.graphkernel.processor.gradient.GradientException;
import io.graphkernel.processor.gradient.GradientSources;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reads calls of {@code Gradients}: the loss is read into the graph where the call is, and its backward pass is added
 * after it. Only what the lambda adds is differentiated.
 */
final class GradientCalls {

    /** A tensor by which is differentiated, where it is named. */
    private record Wanted(String text, TreePath path, Node node) {}

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

    Value read(TreePath path, MethodInvocationTree call, ExecutableElement method) throws Rejected {
        Lambda lambda = Lambda.of(javac, child(path, call.getArguments().get(0)), Diagnostic.LOSS_NOT_A_LAMBDA);
        Value parameters = parameters(path, call, method);
        List<Wanted> wanted = wanted(path, call, parameters);
        List<Node> before = graph.builder().nodes();
        Node loss = loss(lambda, method);
        List<Node> gradients = gradients(lambda.body(), loss, before, wanted);
        Value gradient = like(parameters, gradients.iterator());
        if (!javac.isClass(method.getReturnType(), Names.VALUE_AND_GRADIENT)) {
            return gradient;
        }
        Map<String, Value> components = new LinkedHashMap<>();
        components.put("value", new TensorValue(loss));
        components.put("gradient", gradient);
        return new RecordValue(components, true);
    }

    /** What the call differentiates by, in the form in which it is given. */
    private Value parameters(TreePath path, MethodInvocationTree call, ExecutableElement method) throws Rejected {
        List<? extends ExpressionTree> given =
                call.getArguments().subList(1, call.getArguments().size());
        boolean listed = method.isVarArgs()
                && !(given.size() == 1 && javac.type(child(path, given.get(0))).getKind() == TypeKind.ARRAY);
        if (listed) {
            return expressions.elements(path, given);
        }
        TreePath single = child(path, given.get(0));
        Value value = expressions.read(single, "");
        if (!(value instanceof TensorValue)) {
            // The gradients are records of the same types, which the call makes.
            new RecordMethods(javac).requirePlainConstructors(single, ListTypes.bound(javac.type(single)), value);
        }
        return value;
    }

    private List<Wanted> wanted(TreePath path, MethodInvocationTree call, Value parameters) throws Rejected {
        List<Wanted> wanted = new ArrayList<>();
        if (call.getArguments().size() > 1) {
            TreePath first = child(path, call.getArguments().get(1));
            collect(Javac.text(first.getLeaf()), first, javac.type(first), parameters, wanted);
        }
        if (wanted.isEmpty()) {
            throw javac.reject(child(path, call.getMethodSelect()), Diagnostic.NO_PARAMETER_OF_LOSS, Javac.text(call));
        }
        for (Wanted each : wanted) {
            if (!each.node().dtype().isFloating()) {
                throw javac.reject(
                        each.path(),
                        Diagnostic.NO_GRADIENT_OF_DTYPE,
                        each.text(),
                        each.node().dtype());
            }
        }
        return wanted;
    }

    private void collect(String text, TreePath path, TypeMirror type, Value value, List<Wanted> wanted)
            throws Rejected {
        if (value instanceof TensorValue tensor) {
            wanted.add(new Wanted(text, path, graph.builder().current(tensor.node())));
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

    private Node loss(Lambda lambda, ExecutableElement method) throws Rejected {
        TreePath body = lambda.body();
        TypeMirror supplier = method.getParameters().get(0).asType();
        TypeMirror tensor = ((DeclaredType) supplier).getTypeArguments().get(0);
        graph.beginLoss();
        try {
            TensorValue loss = (TensorValue) expressions.readLambda(lambda, tensor, List.of());
            Node node = graph.builder().current(loss.node());
            boolean number = node.dtype().isFloating()
                    && !node.shape().isRankless()
                    && node.shape().dims().stream().allMatch(Dim.ONE::equals);
            if (!number) {
                String type = node.shape().isRankless()
                        ? "a tensor of undeclared shape"
                        : node.type().toString();
                throw reject(body, Diagnostic.LOSS_NOT_A_NUMBER, type);
            }
            return node;
        } finally {
            graph.endLoss();
        }
    }

    /** The gradient of each wanted tensor, in order. */
    private List<Node> gradients(TreePath body, Node loss, List<Node> before, List<Wanted> wanted) throws Rejected {
        List<Node> tensors = wanted.stream().map(Wanted::node).toList();
        GradientSources sources = lookup.of(graph.builder().build("loss", List.of()), body);
        Map<Node, Node> found;
        try {
            Map<Node, Node> cotangents =
                    Map.of(loss, one(loss, javac.origin(body).as(Origin.Role.GRADIENT)));
            found = Differentiator.adjoints(graph.builder(), cotangents, tensors, before, sources);
        } catch (GradientException e) {
            Origin origin = e.node().origin();
            String where = origin.line() == 0 ? "" : " (" + origin + ")";
            throw reject(body, Diagnostic.NO_GRADIENT_ON_PATH, e.getMessage() + where);
        }
        if (graph.opCount() > BodyGraph.MOST_OPS) {
            int backward = graph.opCount() - before.size();
            throw javac.reject(
                    body, Diagnostic.TOO_MANY_OPS, "the gradient", BodyGraph.MOST_OPS, before.size(), backward);
        }
        for (Wanted each : wanted) {
            if (!found.containsKey(each.node())) {
                throw javac.reject(each.path(), Diagnostic.LOSS_INDEPENDENT, each.text());
            }
        }
        return tensors.stream().map(found::get).toList();
    }

    private Node one(Node loss, Origin origin) throws GradientException {
        try {
            return loss.shape().rank() == 0
                    ? graph.builder().constant(1, loss.dtype())
                    : graph.builder().operation("OnesLike", List.of(loss), Attributes.NONE, "", origin);
        } catch (TypeException e) {
            throw new IllegalStateException("a tensor of ones like " + loss, e);
        }
    }

    /** Reports at the loss: the expression, or what the block returns. */
    private Rejected reject(TreePath body, Diagnostic diagnostic, Object... facts) {
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

    /** The tensors of one value replaced by others, in order. */
    private static Value like(Value parameters, Iterator<Node> gradients) {
        if (parameters instanceof RecordValue record) {
            Map<String, Value> components = new LinkedHashMap<>();
            record.components().forEach((name, component) -> components.put(name, like(component, gradients)));
            return new RecordValue(components, true);
        }
        if (parameters instanceof ArrayValue array) {
            List<Value> elements = new ArrayList<>();
            array.elements().forEach(element -> elements.add(like(element, gradients)));
            return new ArrayValue(elements, List.of());
        }
        return new TensorValue(gradients.next());
    }
}
