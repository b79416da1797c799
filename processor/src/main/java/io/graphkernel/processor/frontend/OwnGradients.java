package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.gradient.OwnGradient;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.EveryRankRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Kernels that users wrote as gradients of other kernels: marks these, finds those, and reports those that do not fit. */
final class OwnGradients {

    private final Javac javac;
    private final KernelCalls.Graphs graphs;
    /** By class and by the kernel that they name: the first one for each. */
    private final Map<TypeElement, Map<String, ExecutableElement>> found = new HashMap<>();

    private final Map<ExecutableElement, Boolean> fitting = new HashMap<>();

    OwnGradients(Javac javac, KernelCalls.Graphs graphs) {
        this.javac = javac;
        this.graphs = graphs;
    }

    /** The kernel that a method names, if it says that it is a gradient. */
    private static Optional<String> kernelOf(ExecutableElement method) {
        GradientOf annotation = method.getAnnotation(GradientOf.class);
        return annotation == null ? Optional.empty() : Javac.known(annotation::value);
    }

    static boolean isGradient(ExecutableElement method) {
        return method.getAnnotation(GradientOf.class) != null;
    }

    private static boolean isKernel(ExecutableElement method) {
        return method.getAnnotation(GraphKernel.class) != null;
    }

    private Optional<ExecutableElement> gradientOf(ExecutableElement kernel) {
        TypeElement type = (TypeElement) kernel.getEnclosingElement();
        Map<String, ExecutableElement> own = found.get(type);
        if (own == null) {
            own = new LinkedHashMap<>();
            for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
                Optional<String> name = kernelOf(method).filter(known -> isKernel(method));
                if (name.isPresent()) {
                    own.putIfAbsent(name.get(), method);
                }
            }
            found.put(type, own);
        }
        return Optional.ofNullable(own.get(kernel.getSimpleName().toString()));
    }

    /**
     * The results of a kernel, marked if a user wrote its gradient.
     *
     * @param kernel the method
     * @param results as its body gives them
     * @param graph the graph of its body
     * @throws Rejected if it cannot have such a gradient, which is reported
     */
    List<Graph.Output> marked(ExecutableElement kernel, List<Graph.Output> results, BodyGraph graph, Origin origin)
            throws Rejected {
        Optional<ExecutableElement> gradient = gradientOf(kernel);
        if (gradient.isEmpty()) {
            return results;
        }
        Graph plain = graph.builder().build(kernel.getSimpleName().toString(), results);
        requireDifferentiable(kernel, gradient.get(), plain);
        List<Node> parameters = new ArrayList<>();
        for (Graph.Parameter parameter : plain.parameters()) {
            parameters.add(
                    parameter.isTensor()
                            ? parameter.node()
                            : graph.scalar(parameter.name(), parameter.name(), dtype(parameter.javaType())));
        }
        List<Node> values = plain.outputs().stream().map(Graph.Output::node).toList();
        List<Node> marked = OwnGradient.mark(graph.builder(), qualified(gradient.get()), values, parameters, origin);
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < marked.size(); i++) {
            outputs.add(new Graph.Output(results.get(i).name(), marked.get(i)));
        }
        return outputs;
    }

    private static DType dtype(String javaType) {
        return switch (javaType) {
            case "float" -> DType.F32;
            case "double" -> DType.F64;
            case "long" -> DType.I64;
            default -> DType.I32;
        };
    }

    private static String qualified(ExecutableElement method) {
        return ((TypeElement) method.getEnclosingElement()).getQualifiedName() + "." + method.getSimpleName();
    }

    private void requireDifferentiable(ExecutableElement kernel, ExecutableElement gradient, Graph graph)
            throws Rejected {
        String cause = "";
        String fix = "remove @GradientOf";
        if (!graph.assigns().isEmpty()) {
            String updated = graph.assigns().get(0).operands().get(0).label();
            cause = "it updates '" + updated + "' in place, and a gradient is that of values";
        } else if (graph.outputs().stream().noneMatch(result -> isFloating(result.node()))) {
            cause = "it returns no tensor of a floating dtype";
        } else if (graph.tensorParameters().stream().noneMatch(OwnGradients::isFloating)) {
            cause = "it takes no tensor of a floating dtype";
        } else {
            for (Graph.Output result : graph.outputs()) {
                if (result.node().kind() == Node.Kind.PARAMETER) {
                    cause = "it returns its parameter '" + result.node().label()
                            + "' itself, and a call that runs as plain Java would leave no trace";
                    fix = "return identityMath(" + result.node().label() + ")";
                }
            }
        }
        if (!cause.isEmpty()) {
            String name = kernel.getSimpleName().toString();
            javac.report(kernel, Diagnostic.OWN_GRADIENT_REFUSED, name, gradient.getSimpleName(), cause, fix);
            throw new Rejected();
        }
    }

    private static boolean isFloating(Node node) {
        return node.dtype().isFloating();
    }

    /**
     * The kernels that users wrote as gradients of those that were inlined.
     *
     * @param nodes of a graph
     * @param path for messages
     * @return their graphs by qualified name
     * @throws Rejected if one is not there or does not fit, which is reported
     */
    Map<String, Graph> of(Collection<Node> nodes, TreePath path) throws Rejected {
        Map<String, Graph> gradients = new HashMap<>();
        for (Node node : nodes) {
            if (OwnGradient.is(node)) {
                String name = new OwnGradient(node).gradient();
                if (!gradients.containsKey(name)) {
                    gradients.put(name, find(name, path));
                }
            }
        }
        return gradients;
    }

    private Graph find(String qualified, TreePath path) throws Rejected {
        int dot = qualified.lastIndexOf('.');
        String owner = qualified.substring(0, Math.max(0, dot));
        String name = qualified.substring(dot + 1);
        TypeElement type = javac.environment().getElementUtils().getTypeElement(owner);
        Optional<ExecutableElement> gradient = type == null
                ? Optional.empty()
                : ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                        .filter(method -> isGradient(method)
                                && isKernel(method)
                                && method.getSimpleName().contentEquals(name))
                        .findFirst();
        if (gradient.isEmpty()) {
            String problem = "the class has no @GradientOf method " + name;
            throw javac.reject(path, Diagnostic.GRAPH_DAMAGED, name, owner, "its gradient", problem);
        }
        if (!fits(gradient.get(), path)) {
            throw new Rejected();
        }
        return graphs.find(gradient.get(), path);
    }

    /**
     * Whether all gradients of a class are gradients of its kernels; reports those that are not.
     *
     * @param type a class whose kernels were read without errors
     */
    boolean areSound(TypeElement type) {
        Set<String> kernels = new HashSet<>();
        List<ExecutableElement> gradients = new ArrayList<>();
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (isKernel(method)) {
                kernels.add(method.getSimpleName().toString());
            }
            if (kernelOf(method).isPresent()) {
                gradients.add(method);
            }
        }
        Map<String, ExecutableElement> taken = new HashMap<>();
        boolean sound = true;
        for (ExecutableElement gradient : gradients) {
            sound &= isSound(gradient, kernelOf(gradient).orElseThrow(), kernels, taken);
        }
        return sound;
    }

    private boolean isSound(
            ExecutableElement gradient, String kernel, Set<String> kernels, Map<String, ExecutableElement> taken) {
        Object name = gradient.getSimpleName();
        if (!isKernel(gradient)) {
            javac.report(gradient, Diagnostic.NOT_A_GRADIENT, name, "it is no kernel");
            return false;
        }
        if (!kernels.contains(kernel)) {
            Object type = gradient.getEnclosingElement().getSimpleName();
            javac.report(
                    Signature.annotationValue(javac, gradient, GradientOf.class),
                    Diagnostic.GRADIENT_OF_NOTHING,
                    name,
                    type,
                    Javac.shortened(kernel));
            return false;
        }
        ExecutableElement other = taken.putIfAbsent(kernel, gradient);
        if (other != null) {
            javac.report(
                    Signature.annotationValue(javac, gradient, GradientOf.class),
                    Diagnostic.TWO_GRADIENTS,
                    name,
                    kernel,
                    other.getSimpleName());
            return false;
        }
        try {
            return fits(gradient, javac.trees().getPath(gradient));
        } catch (Rejected e) {
            return false;
        }
    }

    /** Whether a gradient takes and returns what its kernel, as declared, asks for; reports once if not. */
    private boolean fits(ExecutableElement gradient, TreePath path) throws Rejected {
        Boolean known = fitting.get(gradient);
        if (known == null) {
            String name = kernelOf(gradient).orElseThrow(Rejected::new);
            Optional<ExecutableElement> kernel =
                    ElementFilter.methodsIn(gradient.getEnclosingElement().getEnclosedElements()).stream()
                            .filter(method ->
                                    isKernel(method) && method.getSimpleName().contentEquals(name))
                            .findFirst();
            known = fits(gradient, graphs.find(gradient, path), graphs.find(kernel.orElseThrow(Rejected::new), path));
            fitting.put(gradient, known);
        }
        return known;
    }

    private boolean fits(ExecutableElement method, Graph gradient, Graph kernel) {
        Node marker = kernel.outputs().get(0).node();
        if (!OwnGradient.is(marker)) {
            return false;
        }
        if (!gradient.assigns().isEmpty()) {
            String updated = gradient.assigns().get(0).operands().get(0).label();
            javac.report(method, Diagnostic.NOT_A_GRADIENT, gradient.name(), "it updates '" + updated + "' in place");
            return false;
        }
        OwnGradient own = new OwnGradient(marker);
        Optional<String> misfit = misfitOfParameters(gradient, kernel, own);
        if (misfit.isPresent()) {
            javac.report(
                    method,
                    Diagnostic.GRADIENT_PARAMETERS,
                    gradient.name(),
                    kernel.name(),
                    misfit.get(),
                    expectedParameters(kernel));
            return false;
        }
        List<Node> wanted = kernel.tensorParameters().stream()
                .filter(OwnGradients::isFloating)
                .toList();
        misfit = misfitOfResults(gradient, own, kernel, wanted);
        misfit.ifPresent(cause -> javac.report(
                method,
                Diagnostic.GRADIENT_RESULTS,
                gradient.name(),
                kernel.name(),
                cause,
                wanted.stream().map(OwnGradients::declaration).collect(Collectors.joining(", "))));
        return misfit.isEmpty();
    }

    private static Optional<String> misfitOfParameters(Graph gradient, Graph kernel, OwnGradient own) {
        List<Graph.Parameter> taken = gradient.parameters();
        int parameters = kernel.parameters().size();
        int expected = parameters + 2 * own.resultCount();
        if (taken.size() != expected) {
            return Optional.of("it takes " + taken.size() + " tensors and numbers instead of " + expected);
        }
        List<Node> results = kernel.outputs().stream().map(Graph.Output::node).toList();
        List<Node> given = Stream.of(own.parameters(), results, results)
                .flatMap(List::stream)
                .toList();
        ShapeUnifier unifier = new ShapeUnifier();
        for (int i = 0; i < expected; i++) {
            if (taken.get(i).isTensor() && !given.get(i).isNumber()) {
                unifier.bind(taken.get(i).node().type(), given.get(i).type());
            }
        }
        for (int i = 0; i < expected; i++) {
            Graph.Parameter parameter = taken.get(i);
            String type = i < parameters ? kernel.parameters().get(i).javaType() : "Tensor";
            if (!parameter.javaType().equals(type)) {
                return Optional.of(
                        "'" + parameter.name() + "' is of type " + parameter.javaType() + " instead of " + type);
            }
            Optional<String> misfit = parameter.isTensor()
                    ? unifier.unify(parameter.node().type(), given.get(i).type())
                    : Optional.empty();
            if (misfit.isPresent()) {
                return misfit.map(reason -> "of '" + parameter.name() + "', " + reason);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> misfitOfResults(Graph gradient, OwnGradient own, Graph kernel, List<Node> wanted) {
        if (gradient.outputs().size() != wanted.size()) {
            return Optional.of(
                    "the tensors that it returns are " + gradient.outputs().size() + " instead of " + wanted.size());
        }
        List<Node> given;
        try {
            List<Node> results =
                    kernel.outputs().stream().map(Graph.Output::node).toList();
            given = own.adjoints(new GraphBuilder(EveryRankRules.INSTANCE), gradient, results);
        } catch (TypeException e) {
            return Optional.of("it does not go with the types of '" + kernel.name() + "': " + e.getMessage());
        }
        for (int i = 0; i < wanted.size(); i++) {
            Node one = given.get(i);
            Node parameter = wanted.get(i);
            boolean known = !one.shape().isRankless() && !parameter.shape().isRankless();
            if (one.dtype() != parameter.dtype() || known && !one.shape().equals(parameter.shape())) {
                return Optional.of(
                        "of '" + parameter.label() + "' it returns " + one.type() + " instead of " + parameter.type());
            }
        }
        return Optional.empty();
    }

    private static String expectedParameters(Graph kernel) {
        Stream<String> parameters = kernel.parameters().stream()
                .map(parameter -> parameter.isTensor()
                        ? declaration(parameter.node())
                        : parameter.javaType() + " " + parameter.name());
        List<String> results = kernel.outputs().stream()
                .map(result -> result.node().type().toString())
                .toList();
        return Stream.of(parameters, results.stream(), results.stream())
                .flatMap(each -> each)
                .collect(Collectors.joining(", "));
    }

    private static String declaration(Node parameter) {
        return parameter.type() + " " + parameter.label();
    }
}
