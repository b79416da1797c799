package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import java.util.List;

/**
 * An op that a library computes.
 *
 * @param name unique in its class, a Java identifier
 * @param node the op; its attributes are the library's
 * @param operands where its operands lie, each in row-major order; a part of a value lies in the value's memory
 * @param result where its result goes
 */
public record LibraryCall(String name, Node node, List<Region> operands, Region result) implements Step {

    public LibraryCall {
        operands = List.copyOf(operands);
    }

    /**
     * What the library is told about where the result lies, besides its first element.
     *
     * @return the strides along the outer axes that may have any
     */
    public List<Dim> resultStrides() {
        return Storage.storesRegions(node) ? result.access().strides().subList(0, 1) : List.of();
    }
}
