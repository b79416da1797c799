package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.option.FlagValues;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Kernel method, annotated with {@code @GraphKernel}.
 *
 * @param graph its ops; the graph has the name of the method
 * @param signature parameters and result as declared
 * @param flags flags of the method
 * @param limits limits of its plan
 * @param gradient its gradient, if requested
 * @param source its source
 */
public record KernelMethod(
        Graph graph,
        JavaSignature signature,
        FlagValues flags,
        KernelLimits limits,
        Optional<GradientPair> gradient,
        MethodSource source) {

    /**
     * Returns a method for a graph without a Java method.
     *
     * @param graph graph with the name of the generated method
     * @param flags flags of the method
     * @param position position for messages about it
     * @return a public method
     */
    static KernelMethod of(Graph graph, FlagValues flags, SourcePosition position) {
        ResultKind result = switch (graph.outputs().size()) {
            case 0 -> ResultKind.VOID;
            case 1 -> ResultKind.TENSOR;
            default -> ResultKind.TENSORS;
        };
        List<Member> parameters = graph.parameters().stream()
                .map(parameter -> new Member(parameter.name(), Optional.empty()))
                .toList();
        return new KernelMethod(
                graph,
                JavaSignature.plain(parameters, result, Optional.empty(), true),
                flags,
                KernelLimits.NONE,
                Optional.empty(),
                MethodSource.at(position));
    }

    /** Returns the method with a gradient. */
    KernelMethod withGradient(GradientPair pair) {
        return new KernelMethod(graph, signature, flags, limits, Optional.of(pair), source);
    }

    /** Returns the declared parameters; the graph has the leaves of their records. */
    public List<Member> parameters() {
        return signature.parameters();
    }

    /** Returns the kind of result. */
    public ResultKind result() {
        return signature.result();
    }

    /** Returns the returned record, array or list, if any. */
    public Optional<AggregateType> aggregate() {
        return signature.aggregate();
    }

    /** Returns the values of its parameters that choose between variants; empty without such parameters. */
    public Optional<Variant> variant() {
        return signature.variant();
    }

    /** Returns the name of the method in Java, which its variants share. */
    public String javaName() {
        return variant().map(Variant::method).orElse(graph.name());
    }

    /** Returns the position for messages about the whole method. */
    public SourcePosition position() {
        return source.position();
    }

    /**
     * Returns true if the overload with result arguments takes them as one record, array or list, since a list may exceed
     * Java's limit on parameters.
     *
     * @return false if each result is a parameter of its own
     */
    public boolean takesResultsInAggregate() {
        return aggregate()
                .filter(type -> !(type instanceof RecordType record) || record.holdsList())
                .isPresent();
    }

    /**
     * Returns the forward call of the gradient, which has the parameters of this method.
     *
     * @return a method without public overloads; results and saved values are arguments
     */
    public KernelMethod forward() {
        Graph forward = gradient.orElseThrow().forward();
        return derived(forward.withLossParameters(graph.lossParameters()), parameters());
    }

    /**
     * Returns the backward call of the gradient.
     *
     * @return a method without public overloads, with flat numbers, saved values and cotangents
     */
    public KernelMethod backward() {
        return flat(gradient.orElseThrow().gradient());
    }

    /**
     * Returns the call that accumulates gradients into tensors.
     *
     * @return a method without public overloads, with the tensors followed by the gradients
     */
    public KernelMethod addition() {
        return flat(gradient.orElseThrow().addition());
    }

    /** Returns the name of {@link #withEqualShapes}. */
    public String equalShapesName() {
        return graph.name() + "EqualShapes";
    }

    /**
     * Returns the method for tensors of equal shapes.
     *
     * @param other its graph, with the parameters and results of this method
     * @return a method without public overloads
     */
    public KernelMethod withEqualShapes(Graph other) {
        return new KernelMethod(other, signature, flags, KernelLimits.NONE, Optional.empty(), source);
    }

    /** Returns a method with tensors last, where they may be elements of an array. */
    private KernelMethod flat(Graph graph) {
        List<Member> flat = graph.parameters().stream()
                .sorted(Comparator.comparing(Graph.Parameter::isTensor))
                .map(parameter -> new Member(parameter.name(), Optional.empty()))
                .toList();
        return derived(graph, flat);
    }

    private KernelMethod derived(Graph other, List<Member> taken) {
        JavaSignature own = JavaSignature.plain(taken, ResultKind.VOID, Optional.empty(), false);
        return new KernelMethod(other, own, flags, KernelLimits.NONE, Optional.empty(), source);
    }
}
