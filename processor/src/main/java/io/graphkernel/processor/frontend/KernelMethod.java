package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flags;

/**
 * One {@code @GraphKernel} method.
 *
 * @param graph its ops; the graph's name is the method's
 * @param result what it returns
 * @param recordType canonical name of the record that it returns, or empty
 * @param flags the flags that hold for it
 * @param isPublic whether the method is public
 * @param documentation its documentation comment as javac gives it, or empty
 * @param firstLine the line of the Java file on which the declaration begins
 * @param lastLine the line on which it ends
 * @param position for messages about the whole method
 */
public record KernelMethod(
        Graph graph,
        ResultKind result,
        String recordType,
        Flags flags,
        boolean isPublic,
        String documentation,
        int firstLine,
        int lastLine,
        SourcePosition position) {}
