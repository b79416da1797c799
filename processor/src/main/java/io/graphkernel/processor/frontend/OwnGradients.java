package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Saves;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.gradient.OwnGradient;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Kernels that users wrote as gradients of other kernels: marks these, finds those, and reports those that do not fit. */
final class OwnGradients {

    private final Javac javac;
    private final KernelCalls.Graphs graphs;
    private final OwnGradientTypes types;
    /** By class and by the kernel that they name: the first one for each. */
    private final Map<TypeElement, Map<String, ExecutableElement>> found = new HashMap<>();

    private final Map<ExecutableElement, Boolean> fitting = new HashMap<>();

    OwnGradients(Javac javac, KernelCalls.Graphs graphs) {
        this.javac = javac;
        this.graphs = graphs;
        this.types = new OwnGradientTypes(javac);
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
     * The results of a kernel, marked if a user wrote its gradient, or said that a loss saves what it is given alone.
     *
     * @param kernel the method
     * @param results as its body gives them
     * @param graph the graph of its body
     * @throws Rejected if it cannot have such a gradient, which is reported
     */
    List<Graph.Output> marked(ExecutableElement kernel, List<Graph.Output> results, BodyGraph graph, Origin origin)
            throws Rejected {
        Optional<ExecutableElement> gradient = gradientOf(kernel);
        boolean computedAgain = gradient.isEmpty() && isComputedAgain(kernel);
        if (gradient.isEmpty() && !computedAgain) {
            return results;
        }
        Graph plain = graph.builder().build(kernel.getSimpleName().toString(), results);
        if (computedAgain && !plain.assigns().isEmpty()) {
            javac.report(
                    Signature.annotationValue(javac, kernel, GraphKernel.class, "saves"),
                    Diagnostic.COMPUTED_AGAIN_AFTER_UPDATE,
                    kernel.getSimpleName(),
                    updated(plain));
            return results;
        }
        if (gradient.isPresent()) {
            requireDifferentiable(kernel, gradient.get(), plain);
        }
        List<Node> parameters = new ArrayList<>();
        for (Graph.Parameter parameter : plain.parameters()) {
            parameters.add(
                    parameter.isTensor()
                            ? parameter.node()
                            : graph.scalar(parameter.name(), parameter.name(), dtype(parameter.javaType())));
        }
        List<Node> values = plain.outputs().stream().map(Graph.Output::node).toList();
        List<Node> marked = computedAgain
                ? OwnGradient.markComputedAgain(graph.builder(), values, parameters, origin)
                : OwnGradient.mark(graph.builder(), qualified(gradient.get()), values, parameters, origin);
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < marked.size(); i++) {
            outputs.add(new Graph.Output(results.get(i).name(), marked.get(i)));
        }
        return outputs;
    }

    /** The pair of a kernel with a gradient has a cut of its own. */
    private static boolean isComputedAgain(ExecutableElement kernel) {
        GraphKernel annotation = kernel.getAnnotation(GraphKernel.class);
        return !annotation.gradient() && annotation.saves() == Saves.INPUTS;
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
            cause = "it updates '" + updated(graph) + "' in place, and a gradient is that of values";
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

    private static String updated(Graph graph) {
        return graph.assigns().get(0).operands().get(0).label();
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
            if (OwnGradient.is(node) && !new OwnGradient(node).isComputedAgain()) {
                OwnGradient own = new OwnGradient(node);
                if (!gradients.containsKey(own.gradient())) {
                    gradients.put(own.gradient(), find(own.gradient(), path));
                }
                Graph kernel = gradients.get(own.gradient());
                KernelCalls.requireShortFormulas(javac, path, kernel, own.numbers(kernel));
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
            throw damaged(owner, name, problem, path);
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
                    Signature.annotationValue(javac, gradient, GradientOf.class, "value"),
                    Diagnostic.GRADIENT_OF_NOTHING,
                    name,
                    type,
                    Javac.shortened(kernel));
            return false;
        }
        ExecutableElement other = taken.putIfAbsent(kernel, gradient);
        if (other != null) {
            javac.report(
                    Signature.annotationValue(javac, gradient, GradientOf.class, "value"),
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
            Graph kernel = graphs.find(kernel(gradient, path), path);
            if (kernel.outputs().stream().noneMatch(result -> OwnGradient.is(result.node()))) {
                throw damaged(
                        gradient.getEnclosingElement(), kernel.name(), "it is not marked as one with a gradient", path);
            }
            known = types.fit(gradient, graphs.find(gradient, path), kernel);
            fitting.put(gradient, known);
        }
        return known;
    }

    private ExecutableElement kernel(ExecutableElement gradient, TreePath path) throws Rejected {
        String name = kernelOf(gradient).orElseThrow(Rejected::new);
        return ElementFilter.methodsIn(gradient.getEnclosingElement().getEnclosedElements()).stream()
                .filter(method -> isKernel(method) && method.getSimpleName().contentEquals(name))
                .findFirst()
                .orElseThrow(() -> damaged(gradient.getEnclosingElement(), name, "the class has no such kernel", path));
    }

    private Rejected damaged(Object owner, String name, String problem, TreePath path) {
        return javac.reject(path, Diagnostic.GRAPH_DAMAGED, name, owner, "what is compiled of it", problem);
    }
}
