package io.graphkernel.processor.frontend.gradient;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.RankPolymorphicTypeRules;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.ShapeUnifier;
import io.graphkernel.processor.gradient.CustomGradient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/** Signature check of custom gradients. */
final class CustomGradientSignature {

    private final Javac javac;

    CustomGradientSignature(Javac javac) {
        this.javac = javac;
    }

    /**
     * Returns true if a gradient matches its kernel method; reports a mismatch.
     *
     * @param method the gradient
     * @param gradient its graph
     * @param kernel graph of the kernel method, with marked results
     */
    boolean fit(ExecutableElement method, Graph gradient, Graph kernel) {
        if (!gradient.assigns().isEmpty()) {
            String updated = gradient.assigns().get(0).operands().get(0).label();
            javac.report(method, Diagnostic.NOT_A_GRADIENT, gradient.name(), "it updates '" + updated + "' in place");
            return false;
        }
        CustomGradient own = new CustomGradient(kernel.outputs().get(0).node());
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
                .filter(parameter -> parameter.dtype().isDifferentiable())
                .toList();
        misfit = misfitOfResults(gradient, own, kernel, wanted);
        misfit.ifPresent(cause -> javac.report(
                method,
                Diagnostic.GRADIENT_RESULTS,
                gradient.name(),
                kernel.name(),
                cause,
                wanted.stream().map(CustomGradientSignature::declaration).collect(Collectors.joining(", "))));
        return misfit.isEmpty();
    }

    private static Optional<String> misfitOfParameters(Graph gradient, Graph kernel, CustomGradient own) {
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

    private static Optional<String> misfitOfResults(
            Graph gradient, CustomGradient own, Graph kernel, List<Node> wanted) {
        if (gradient.outputs().size() != wanted.size()) {
            return Optional.of(
                    "the tensors that it returns are " + gradient.outputs().size() + " instead of " + wanted.size());
        }
        List<Node> given;
        try {
            List<Node> results =
                    kernel.outputs().stream().map(Graph.Output::node).toList();
            given = own.adjoints(new GraphBuilder(RankPolymorphicTypeRules.INSTANCE), gradient, results);
        } catch (TypeException e) {
            return Optional.of("it does not go with the types of '" + kernel.name() + "': " + e.getMessage());
        }
        for (int i = 0; i < wanted.size(); i++) {
            Node one = given.get(i);
            Node parameter = wanted.get(i);
            boolean known = !one.shape().isUnranked() && !parameter.shape().isUnranked();
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
                .flatMap(stream -> stream)
                .collect(Collectors.joining(", "));
    }

    private static String declaration(Node parameter) {
        return parameter.type() + " " + parameter.label();
    }
}
