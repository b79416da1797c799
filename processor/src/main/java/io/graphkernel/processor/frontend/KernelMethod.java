package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flags;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One {@code @GraphKernel} method.
 *
 * @param graph its ops; the graph's name is the method's
 * @param parameters what Java declares; the graph has what is in their records
 * @param result what it returns
 * @param record the record that it returns, if it returns one
 * @param flags the flags that hold for it
 * @param maxLaunches the most launches that it may take; 0 for any number
 * @param gradient its gradient, if it asks for one
 * @param isPublic whether the method is public
 * @param documentation its documentation comment as javac gives it, or empty
 * @param firstLine the line of the Java file on which the declaration begins
 * @param lastLine the line on which it ends
 * @param position for messages about the whole method
 */
public record KernelMethod(
        Graph graph,
        List<Member> parameters,
        ResultKind result,
        Optional<RecordType> record,
        Flags flags,
        int maxLaunches,
        Optional<GradientPair> gradient,
        boolean isPublic,
        String documentation,
        int firstLine,
        int lastLine,
        SourcePosition position) {

    public KernelMethod {
        parameters = List.copyOf(parameters);
    }

    /**
     * A graph that comes from no Java method.
     *
     * @param graph its name is that of the method which the stub has
     * @param flags the flags that hold for it
     * @param position for messages about it
     * @return a public method
     */
    static KernelMethod of(Graph graph, Flags flags, SourcePosition position) {
        ResultKind result = switch (graph.outputs().size()) {
            case 0 -> ResultKind.VOID;
            case 1 -> ResultKind.TENSOR;
            default -> ResultKind.TENSORS;
        };
        List<Member> parameters = graph.parameters().stream()
                .map(parameter -> new Member(parameter.name(), Optional.empty()))
                .toList();
        return new KernelMethod(
                graph, parameters, result, Optional.empty(), flags, 0, Optional.empty(), true, "", 0, 0, position);
    }

    /** The method with a gradient. */
    KernelMethod withGradient(GradientPair pair) {
        return new KernelMethod(
                graph,
                parameters,
                result,
                record,
                flags,
                maxLaunches,
                Optional.of(pair),
                isPublic,
                documentation,
                firstLine,
                lastLine,
                position);
    }

    /**
     * Whether the overload that takes results takes the record of them: a list in it may have more than Java has parameters.
     *
     * @return false if each result is a parameter of its own
     */
    public boolean takesResultsInRecord() {
        return result == ResultKind.RECORD && record.orElseThrow().holdsList();
    }

    /**
     * The forward call of the gradient, which takes what this method takes.
     *
     * @return a method without overloads for users: results and saved values are arguments
     */
    public KernelMethod forward() {
        return derived(gradient.orElseThrow().forward(), parameters);
    }

    /**
     * The gradient call.
     *
     * @return a method without overloads for users, which takes numbers, saved values and cotangents one by one
     */
    public KernelMethod backward() {
        return flat(gradient.orElseThrow().gradient());
    }

    /**
     * The addition of gradients to tensors.
     *
     * @return a method without overloads for users, which takes the tensors and then what is added
     */
    public KernelMethod addition() {
        return flat(gradient.orElseThrow().addition());
    }

    /** Tensors come last, where they may be elements of an array. */
    private KernelMethod flat(Graph graph) {
        List<Member> flat = graph.parameters().stream()
                .sorted(Comparator.comparing(Graph.Parameter::isTensor))
                .map(parameter -> new Member(parameter.name(), Optional.empty()))
                .toList();
        return derived(graph, flat);
    }

    private KernelMethod derived(Graph other, List<Member> taken) {
        return new KernelMethod(
                other,
                taken,
                ResultKind.VOID,
                Optional.empty(),
                flags,
                0,
                Optional.empty(),
                false,
                documentation,
                firstLine,
                lastLine,
                position);
    }
}
