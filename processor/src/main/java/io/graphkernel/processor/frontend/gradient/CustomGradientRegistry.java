package io.graphkernel.processor.frontend.gradient;

import com.sun.source.util.TreePath;
import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.KernelDeclaration;
import io.graphkernel.processor.frontend.signature.VariantReader;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.KernelGraphs;
import io.graphkernel.processor.gradient.CustomGradient;
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

/**
 * Registry of custom gradients: marks the kernel methods that have one, finds their graphs, and reports signature
 * mismatches.
 */
public final class CustomGradientRegistry {

    private final Javac javac;
    private final KernelGraphs graphs;
    private final CustomGradientSignature types;
    /** First custom gradient by class and by name of the kernel method that it belongs to. */
    private final Map<TypeElement, Map<String, ExecutableElement>> found = new HashMap<>();

    private final Map<ExecutableElement, Boolean> fitting = new HashMap<>();

    public CustomGradientRegistry(Javac javac, KernelGraphs graphs) {
        this.javac = javac;
        this.graphs = graphs;
        this.types = new CustomGradientSignature(javac);
    }

    /** Returns the name of the kernel method whose gradient a method is, if it is annotated as one. */
    private static Optional<String> kernelOf(ExecutableElement method) {
        GradientOf annotation = method.getAnnotation(GradientOf.class);
        return annotation == null ? Optional.empty() : Javac.known(annotation::value);
    }

    public static boolean isGradient(ExecutableElement method) {
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
     * Marks the results of a kernel method that has a custom gradient, or whose loss saves only its inputs.
     *
     * @param declaration the method
     * @param results results of its body
     * @param graph the graph of its body
     * @throws RejectedTreeException if it cannot have such a gradient, which is reported
     */
    public List<Graph.Output> marked(
            KernelDeclaration declaration, List<Graph.Output> results, BodyGraph graph, Origin origin)
            throws RejectedTreeException {
        ExecutableElement kernel = declaration.method();
        Optional<ExecutableElement> gradient = gradientOf(kernel);
        if (gradient.isPresent() && declaration.signature().variant().isPresent()) {
            String name = kernel.getSimpleName().toString();
            javac.report(
                    kernel,
                    Diagnostic.CUSTOM_GRADIENT_REFUSED,
                    name,
                    gradient.get().getSimpleName(),
                    "it has parameters that choose between variants, and each would need a gradient",
                    "call kernels without such parameters from it, each with its @GradientOf");
            throw new RejectedTreeException();
        }
        boolean recomputed = gradient.isEmpty() && declaration.options().isRecomputed();
        if (gradient.isEmpty() && !recomputed) {
            return results;
        }
        Graph plain = graph.builder().build(declaration.name(), results);
        if (recomputed && !plain.assigns().isEmpty()) {
            javac.report(
                    declaration.options().savesPosition(),
                    Diagnostic.RECOMPUTED_AFTER_UPDATE,
                    declaration.name(),
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
                            : graph.scalar(
                                    Node.scalar(parameter.name(), parameter.name(), dtype(parameter.javaType()))));
        }
        List<Node> values = plain.outputs().stream().map(Graph.Output::node).toList();
        List<Node> marked = recomputed
                ? CustomGradient.markRecomputed(graph.builder(), values, parameters, origin)
                : CustomGradient.mark(graph.builder(), qualified(gradient.get()), values, parameters, origin);
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < marked.size(); i++) {
            outputs.add(new Graph.Output(results.get(i).name(), marked.get(i)));
        }
        return outputs;
    }

    private static DataType dtype(String javaType) {
        return switch (javaType) {
            case "float" -> DataType.F32;
            case "double" -> DataType.F64;
            case "long" -> DataType.I64;
            default -> DataType.I32;
        };
    }

    private static String qualified(ExecutableElement method) {
        return ((TypeElement) method.getEnclosingElement()).getQualifiedName() + "." + method.getSimpleName();
    }

    private void requireDifferentiable(ExecutableElement kernel, ExecutableElement gradient, Graph graph)
            throws RejectedTreeException {
        String cause = "";
        String fix = "remove @GradientOf";
        if (!graph.assigns().isEmpty()) {
            cause = "it updates '" + updated(graph) + "' in place, and a gradient is that of values";
        } else if (graph.outputs().stream().noneMatch(result -> isFloating(result.node()))) {
            cause = "it returns no tensor of a floating dtype";
        } else if (graph.tensorParameters().stream().noneMatch(CustomGradientRegistry::isFloating)) {
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
            javac.report(kernel, Diagnostic.CUSTOM_GRADIENT_REFUSED, name, gradient.getSimpleName(), cause, fix);
            throw new RejectedTreeException();
        }
    }

    private static String updated(Graph graph) {
        return graph.assigns().get(0).operands().get(0).label();
    }

    private static boolean isFloating(Node node) {
        return node.dtype().isDifferentiable();
    }

    /**
     * Returns the custom gradients of inlined kernel methods.
     *
     * @param nodes nodes of a graph
     * @param path for messages
     * @return graphs by qualified name
     * @throws RejectedTreeException if a custom gradient is missing or does not match, which is reported
     */
    Map<String, Graph> of(Collection<Node> nodes, TreePath path) throws RejectedTreeException {
        Map<String, Graph> gradients = new HashMap<>();
        for (Node node : nodes) {
            if (CustomGradient.is(node) && !new CustomGradient(node).isRecomputed()) {
                CustomGradient own = new CustomGradient(node);
                if (!gradients.containsKey(own.gradient())) {
                    gradients.put(own.gradient(), find(own.gradient(), path));
                }
                Graph kernel = gradients.get(own.gradient());
                KernelGraphs.requireShortFormulas(javac, path, kernel, own.numbers(kernel));
            }
        }
        return gradients;
    }

    private Graph find(String qualified, TreePath path) throws RejectedTreeException {
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
            throw new RejectedTreeException();
        }
        return graphs.find(gradient.get(), List.of(), path);
    }

    /**
     * Returns true if all custom gradients of a class belong to its kernel methods; reports those that do not.
     *
     * @param type a class whose kernel methods were read without errors
     */
    public boolean areSound(TypeElement type) {
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
            javac.report(gradient, Diagnostic.NOT_A_GRADIENT, name, "it is not a kernel");
            return false;
        }
        if (!kernels.contains(kernel)) {
            Object type = gradient.getEnclosingElement().getSimpleName();
            javac.report(
                    javac.annotationValue(gradient, GradientOf.class, "value"),
                    Diagnostic.GRADIENT_OF_NOTHING,
                    name,
                    type,
                    Javac.shortened(kernel));
            return false;
        }
        ExecutableElement other = taken.putIfAbsent(kernel, gradient);
        if (other != null) {
            javac.report(
                    javac.annotationValue(gradient, GradientOf.class, "value"),
                    Diagnostic.TWO_GRADIENTS,
                    name,
                    kernel,
                    other.getSimpleName());
            return false;
        }
        if (gradient.getParameters().stream()
                .anyMatch(parameter -> VariantReader.isChoice(javac, parameter.asType()))) {
            javac.report(gradient, Diagnostic.NOT_A_GRADIENT, name, "it has parameters that choose between variants");
            return false;
        }
        try {
            return fits(gradient, javac.trees().getPath(gradient));
        } catch (RejectedTreeException e) {
            return false;
        }
    }

    /** Returns true if a gradient has the signature that its kernel method requires; reports a mismatch once. */
    private boolean fits(ExecutableElement gradient, TreePath path) throws RejectedTreeException {
        Boolean known = fitting.get(gradient);
        if (known == null) {
            Graph kernel = graphs.find(kernel(gradient, path), List.of(), path);
            if (kernel.outputs().stream().noneMatch(result -> CustomGradient.is(result.node()))) {
                throw damaged(
                        gradient.getEnclosingElement(), kernel.name(), "it is not marked as one with a gradient", path);
            }
            known = types.fit(gradient, graphs.find(gradient, List.of(), path), kernel);
            fitting.put(gradient, known);
        }
        return known;
    }

    private ExecutableElement kernel(ExecutableElement gradient, TreePath path) throws RejectedTreeException {
        String name = kernelOf(gradient).orElseThrow(RejectedTreeException::new);
        return ElementFilter.methodsIn(gradient.getEnclosingElement().getEnclosedElements()).stream()
                .filter(method -> isKernel(method) && method.getSimpleName().contentEquals(name))
                .findFirst()
                .orElseThrow(() -> damaged(gradient.getEnclosingElement(), name, "the class has no such kernel", path));
    }

    private RejectedTreeException damaged(Object owner, String name, String problem, TreePath path) {
        return javac.reject(path, Diagnostic.GRAPH_DAMAGED, name, owner, "what is compiled of it", problem);
    }
}
