package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flags;
import java.util.Optional;

/**
 * One {@code @GraphKernel} method.
 *
 * @param graph its ops; the graph's name is the method's
 * @param result what it returns
 * @param record the record that it returns, if it returns one
 * @param flags the flags that hold for it
 * @param gradient its gradient, if it asks for one
 * @param isPublic whether the method is public
 * @param documentation its documentation comment as javac gives it, or empty
 * @param firstLine the line of the Java file on which the declaration begins
 * @param lastLine the line on which it ends
 * @param position for messages about the whole method
 */
public record KernelMethod(
        Graph graph,
        ResultKind result,
        Optional<ResultRecord> record,
        Flags flags,
        Optional<GradientPair> gradient,
        boolean isPublic,
        String documentation,
        int firstLine,
        int lastLine,
        SourcePosition position) {

    /**
     * A method that is derived from this one and has no form for users of its own.
     *
     * @param other its ops
     * @return a method that returns nothing: its results are arguments
     */
    public KernelMethod derived(Graph other) {
        return new KernelMethod(
                other,
                ResultKind.VOID,
                Optional.empty(),
                flags,
                Optional.empty(),
                false,
                documentation,
                firstLine,
                lastLine,
                position);
    }
}
