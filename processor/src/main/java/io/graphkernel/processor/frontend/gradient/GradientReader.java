package io.graphkernel.processor.frontend.gradient;

import io.graphkernel.annotations.NoGradient;
import io.graphkernel.annotations.Saves;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.kernel.GradientLimits;
import io.graphkernel.processor.frontend.kernel.ParameterSlots;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.frontend.signature.KernelDeclaration;
import io.graphkernel.processor.frontend.signature.Members;
import io.graphkernel.processor.frontend.signature.SignatureElement;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.gradient.GradientSources;
import io.graphkernel.processor.gradient.NonDifferentiableException;
import io.graphkernel.processor.gradient.StatisticsUpdates;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;

/** Reader of the requested gradients of a method, which derives them and reports failures. */
public final class GradientReader {

    private static final String SEPARATE_UPDATE =
            "return what the method computes, and update tensors in a method of its own";

    private final Javac javac;
    private final KernelDeclaration declaration;
    private final ExecutableElement method;
    private final Members members;
    private final String name;

    public GradientReader(Javac javac, KernelDeclaration declaration) {
        this.javac = javac;
        this.declaration = declaration;
        this.method = declaration.method();
        this.members = declaration.members();
        this.name = declaration.name();
    }

    /**
     * Returns the method's gradient.
     *
     * @param graph graph of the method
     * @param lookup lookup of gradient sources
     * @return the pair; empty if no gradient is requested
     * @throws RejectedTreeException if no gradient can be derived, which is reported
     */
    public Optional<GradientPair> read(Graph graph, GradientLookup lookup) throws RejectedTreeException {
        if (!declaration.options().gradient()) {
            return Optional.empty();
        }
        Optional<Node> update = StatisticsUpdates.firstOther(graph);
        if (graph.outputs().isEmpty()) {
            throw rejection("it returns nothing, and a gradient is that of a result", SEPARATE_UPDATE);
        }
        if (update.isPresent()) {
            throw rejection(update.get().operands().get(0), SEPARATE_UPDATE);
        }
        Map<Node, SignatureElement> wanted = wanted(graph);
        for (Node updated : StatisticsUpdates.targets(graph.nodes())) {
            if (wanted.containsKey(updated)) {
                throw rejection(updated, "mark '" + updated.label() + "' with @NoGradient");
            }
        }
        Set<String> results = results(graph);
        if (wanted.isEmpty() || results.isEmpty()) {
            reportNothingLeft(graph, wanted.isEmpty());
            throw new RejectedTreeException();
        }
        GradientSources sources = lookup.of(graph, javac.trees().getPath(method));
        try {
            List<Node> inputs = List.copyOf(wanted.keySet());
            Saves saves = declaration.options().saves();
            GradientPair pair = declaration.signature().variant().isPresent()
                    ? GradientPair.ofVariant(graph, inputs, results, saves, sources)
                    : GradientPair.of(graph, inputs, results, saves, sources);
            requireRoom(pair, graph.outputs().size());
            return Optional.of(pair);
        } catch (NonDifferentiableException e) {
            report(e, wanted);
            throw new RejectedTreeException();
        }
    }

    private RejectedTreeException rejection(Node updated, String fix) {
        return rejection(
                "it updates '" + updated.label()
                        + "' in place, so that the gradient call would read the new value where the old one counts",
                fix);
    }

    private RejectedTreeException rejection(String cause, String fix) {
        javac.report(method, Diagnostic.GRADIENT_OF_UPDATE, name, cause, fix);
        return new RejectedTreeException();
    }

    /** Reports that no tensor remains: the annotation excludes all, or none has a differentiable dtype. */
    private void reportNothingLeft(Graph graph, boolean ofParameters) {
        List<DataType> dtypes = ofParameters
                ? graph.tensorParameters().stream().map(Node::dtype).toList()
                : graph.outputs().stream().map(output -> output.node().dtype()).toList();
        String one = ofParameters ? "tensor parameter" : "result";
        if (dtypes.stream().anyMatch(DataType::isDifferentiable)) {
            javac.report(
                    method,
                    Diagnostic.NO_GRADIENT_LEFT,
                    name,
                    "no " + one + " of a floating dtype is without @NoGradient",
                    "leave @NoGradient out where a gradient is wanted, or remove gradient = true");
            return;
        }
        String listed = dtypes.stream().distinct().map(DataType::text).collect(Collectors.joining(" and "));
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

    /** Reports a gradient whose overloads would exceed Java's limits: one takes all results, another all cotangents. */
    private void requireRoom(GradientPair pair, int results) throws RejectedTreeException {
        int withSaved = 1;
        int withSavedAndGradients = 2;
        int slots = Math.max(
                declaration.parameterSlots() + results + withSaved,
                pair.cotangents().size() + withSavedAndGradients);
        if (slots > ParameterSlots.MAX_SLOTS) {
            javac.report(method, Diagnostic.GRADIENT_TAKES_TOO_MANY, name, slots, ParameterSlots.MAX_SLOTS);
            throw new RejectedTreeException();
        }
        if (members.leaves().size() > GradientLimits.MAX_OPERANDS) {
            javac.report(
                    method, Diagnostic.TOO_MANY_IN_RECORDS, name, GradientLimits.MAX_OPERANDS, "tensors and numbers");
            throw new RejectedTreeException();
        }
        if (!GradientLimits.areMetBy(pair)) {
            javac.report(
                    method,
                    Diagnostic.GRADIENT_TOO_LONG,
                    name,
                    pair.wanted().size(),
                    pair.saved().size(),
                    GradientLimits.MAX_GRADIENTS,
                    GradientLimits.MAX_SAVED);
            throw new RejectedTreeException();
        }
    }

    private void report(NonDifferentiableException failure, Map<Node, SignatureElement> wanted) {
        Node node = failure.node();
        switch (failure.problem()) {
            case READ_BEFORE_UPDATE -> rejection(node, SEPARATE_UPDATE);
            case INDEPENDENT -> {
                boolean isUsed = !failure.getMessage().isEmpty();
                javac.report(
                        members.position(wanted.get(node)),
                        Diagnostic.GRADIENT_OF_INDEPENDENT,
                        name,
                        node.label(),
                        isUsed ? failure.getMessage() : "no op leads from it to a result that has a gradient",
                        isUsed
                                ? "mark the parameter with @NoGradient, or compute the result by ops that have a gradient"
                                : "use the parameter in the returned value, or mark it with @NoGradient");
            }
            case NO_GRADIENT ->
                javac.report(
                        method, Diagnostic.OP_WITHOUT_GRADIENT, name, failure.getMessage(), node.op(), node.origin());
            case UNBOUNDED_LOOP -> javac.report(method, Diagnostic.GRADIENT_OF_UNBOUNDED_LOOP, name, node.origin());
            case NONLINEAR_LOOP ->
                doesNotFit(
                        "the loop",
                        node,
                        "its " + failure.getMessage() + " iterations are not linear in the index of the loop around it,"
                                + " so the gradient knows no maximum for the memory of their values",
                        "count with long up to a linear bound and leave the loop early,"
                                + " as in for (long j = 0; j < n * n; j++) { if (j >= i * i) break; … }");
            default -> doesNotFit(node.op(), node, failure.getMessage(), "compute the value with other ops");
        }
    }

    private void doesNotFit(String op, Node node, String cause, String remedy) {
        javac.report(method, Diagnostic.GRADIENT_DOES_NOT_FIT, name, op, node.origin(), cause, remedy);
    }

    /** Returns the names of results that have cotangents. */
    private Set<String> results(Graph graph) {
        Set<String> results = new LinkedHashSet<>();
        boolean isList = declaration.signature().result() == ResultKind.LIST;
        List<SignatureElement> declared = isList ? List.of() : declaration.resultLeaves();
        List<Node> statistics = StatisticsUpdates.values(graph.nodes());
        for (int i = 0; i < graph.outputs().size(); i++) {
            Graph.Output output = graph.outputs().get(i);
            if (output.node().dtype().isDifferentiable()
                    && (isList || !declared.get(i).isMarked(NoGradient.class))
                    && !statistics.contains(output.node())) {
                results.add(output.name());
            }
        }
        return results;
    }

    /** Returns the parameters whose gradients are requested, including components of records. */
    private Map<Node, SignatureElement> wanted(Graph graph) throws RejectedTreeException {
        Map<Node, SignatureElement> wanted = new LinkedHashMap<>();
        boolean declared = true;
        List<SignatureElement> leaves = declaration.parameterLeaves();
        for (int i = 0; i < leaves.size(); i++) {
            Node node = graph.parameters().get(i).node();
            SignatureElement leaf = leaves.get(i);
            if (node == null) {
                continue;
            }
            if (node.shape().isUnranked()) {
                javac.report(members.position(leaf), Diagnostic.GRADIENT_NEEDS_DIMS, node.label(), node.dtype());
                declared = false;
            } else if (node.dtype().isDifferentiable() && !leaf.isMarked(NoGradient.class)) {
                wanted.put(node, leaf);
            }
        }
        if (!declared) {
            throw new RejectedTreeException();
        }
        return wanted;
    }
}
