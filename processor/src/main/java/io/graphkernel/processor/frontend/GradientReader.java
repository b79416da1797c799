package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.NoGradient;
import io.graphkernel.annotations.Saves;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.gradient.GradientException;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.gradient.GradientSources;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;

/** Reads which gradients of a method are asked for, derives them, and reports where that is not possible. */
final class GradientReader {

    /** A generated method has 120 bytes or some more for a gradient, and about fifty for a saved value, of 65,535. */
    private static final int MOST_GRADIENTS = 440;

    private static final int MOST_SAVED = 1_000;

    private final Javac javac;
    private final ExecutableElement method;
    private final Members members;
    private final String name;
    private final int parameterSlots;

    GradientReader(Javac javac, ExecutableElement method, Signature signature) {
        this.javac = javac;
        this.method = method;
        this.members = signature.members();
        this.parameterSlots = signature.parameterSlots();
        this.name = method.getSimpleName().toString();
    }

    /** Whether the annotation has values that javac knows. */
    boolean isKnown() {
        return Javac.known(this::isAsked).isPresent()
                && Javac.known(this::saves).isPresent();
    }

    private boolean isAsked() {
        return method.getAnnotation(GraphKernel.class).gradient();
    }

    private Saves saves() {
        return method.getAnnotation(GraphKernel.class).saves();
    }

    /**
     * The method with its gradient.
     *
     * @param graph the method's
     * @param lookup finds where gradients come from
     * @return empty if it asks for none
     * @throws Rejected if it cannot have one, which is reported
     */
    Optional<GradientPair> read(Graph graph, GradientLookup lookup) throws Rejected {
        if (!isAsked()) {
            return Optional.empty();
        }
        if (graph.outputs().isEmpty() || !graph.assigns().isEmpty()) {
            String cause = graph.outputs().isEmpty()
                    ? "it returns nothing, and a gradient is that of a result"
                    : "it updates '" + graph.assigns().get(0).operands().get(0).label()
                            + "' in place, so that the gradient call would read the new value where the old one counts";
            javac.report(method, Diagnostic.GRADIENT_OF_UPDATE, name, cause);
            throw new Rejected();
        }
        Map<Node, Part> wanted = wanted(graph);
        Set<String> results = results(graph);
        if (wanted.isEmpty() || results.isEmpty()) {
            reportNothingLeft(graph, wanted.isEmpty());
            throw new Rejected();
        }
        GradientSources sources = lookup.of(graph, javac.trees().getPath(method));
        try {
            GradientPair pair = GradientPair.of(graph, List.copyOf(wanted.keySet()), results, saves(), sources);
            requireRoom(pair, graph.outputs().size());
            return Optional.of(pair);
        } catch (GradientException e) {
            report(e, wanted);
            throw new Rejected();
        }
    }

    /** Reports that no tensor is left: the annotation leaves them out, or none has a dtype of which there are gradients. */
    private void reportNothingLeft(Graph graph, boolean ofParameters) {
        List<DType> dtypes = ofParameters
                ? graph.tensorParameters().stream().map(Node::dtype).toList()
                : graph.outputs().stream().map(output -> output.node().dtype()).toList();
        String one = ofParameters ? "tensor parameter" : "result";
        if (dtypes.stream().anyMatch(DType::isFloating)) {
            javac.report(
                    method,
                    Diagnostic.NO_GRADIENT_LEFT,
                    name,
                    "no " + one + " of a floating dtype is without @NoGradient",
                    "leave @NoGradient out where a gradient is wanted, or remove gradient = true");
            return;
        }
        String listed = dtypes.stream().distinct().map(DType::text).collect(Collectors.joining(" and "));
        String cause = dtypes.isEmpty()
                ? "it takes no tensor"
                : dtypes.size() == 1
                        ? "its " + one + " is of dtype " + listed + " and has no gradient"
                        : "its " + one + "s are of dtype " + listed + " and have no gradient";
        javac.report(
                method,
                Diagnostic.NO_GRADIENT_LEFT,
                name,
                cause,
                ofParameters
                        ? "take a tensor of a floating dtype, or remove gradient = true"
                        : "remove gradient = true, or return what these are computed from, such as a loss, from a method of its own");
    }

    /** Reports a gradient of which Java cannot have the overloads: one takes all results, another one all cotangents. */
    private void requireRoom(GradientPair pair, int results) throws Rejected {
        int withSaved = 1;
        int withSavedAndGradients = 2;
        int slots =
                Math.max(parameterSlots + results + withSaved, pair.cotangents().size() + withSavedAndGradients);
        if (slots > ParameterSlots.MOST) {
            javac.report(method, Diagnostic.GRADIENT_TAKES_TOO_MANY, name, slots, ParameterSlots.MOST);
            throw new Rejected();
        }
        int gradients = pair.wanted().size();
        int saved = pair.saved().size();
        if (gradients > MOST_GRADIENTS || saved > MOST_SAVED) {
            javac.report(method, Diagnostic.GRADIENT_TOO_LONG, name, gradients, saved, MOST_GRADIENTS, MOST_SAVED);
            throw new Rejected();
        }
    }

    private void report(GradientException failure, Map<Node, Part> wanted) {
        Node node = failure.node();
        switch (failure.problem()) {
            case INDEPENDENT ->
                javac.report(
                        members.position(wanted.get(node)), Diagnostic.GRADIENT_OF_INDEPENDENT, name, node.label());
            case NO_GRADIENT ->
                javac.report(
                        method, Diagnostic.OP_WITHOUT_GRADIENT, name, failure.getMessage(), node.op(), node.origin());
            default ->
                javac.report(
                        method, Diagnostic.GRADIENT_DOES_NOT_FIT, name, node.op(), node.origin(), failure.getMessage());
        }
    }

    /** The results that have cotangents, by name. */
    private Set<String> results(Graph graph) {
        Set<String> results = new LinkedHashSet<>();
        List<Part> declared = members.resultLeaves();
        for (int i = 0; i < declared.size(); i++) {
            Graph.Output output = graph.outputs().get(i);
            if (output.node().dtype().isFloating() && !declared.get(i).isMarked(NoGradient.class)) {
                results.add(output.name());
            }
        }
        return results;
    }

    /** The parameters of which gradients are wanted, with those that are components of records. */
    private Map<Node, Part> wanted(Graph graph) throws Rejected {
        Map<Node, Part> wanted = new LinkedHashMap<>();
        boolean declared = true;
        List<Part> leaves = members.leaves();
        for (int i = 0; i < leaves.size(); i++) {
            Node node = graph.parameters().get(i).node();
            Part leaf = leaves.get(i);
            if (node == null) {
                continue;
            }
            if (node.shape().isRankless()) {
                javac.report(members.position(leaf), Diagnostic.GRADIENT_NEEDS_DIMS, node.label(), node.dtype());
                declared = false;
            } else if (node.dtype().isFloating() && !leaf.isMarked(NoGradient.class)) {
                wanted.put(node, leaf);
            }
        }
        if (!declared) {
            throw new Rejected();
        }
        return wanted;
    }
}
