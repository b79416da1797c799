package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.op.OpTable;
import java.util.List;

/**
 * An op that a library computes.
 *
 * @param name unique in its class, a Java identifier
 * @param node the op; its attributes are the library's
 * @param operands where its operands that are tensors lie, each in row-major order; a part of a value lies in the value's memory
 * @param result where its result goes
 */
public record LibraryCall(String name, Node node, List<Region> operands, Region result) implements Step {

    public LibraryCall {
        operands = List.copyOf(operands);
    }

    @Override
    public List<Node> ops() {
        return List.of(node);
    }

    @Override
    public List<Location> reads() {
        return operands.stream().map(Region::location).toList();
    }

    @Override
    public List<Location> writes() {
        return List.of(result.location());
    }

    /**
     * What the library is told about where the result lies, besides its first element.
     *
     * @return the strides along the outer axes that may have any
     */
    public List<Dim> resultStrides() {
        return Storage.storesRegions(node) ? result.access().strides().subList(0, 1) : List.of();
    }

    /** The operands that lie in memory, in the order of {@link #operands}. */
    public List<Node> tensors() {
        return node.operands().stream().filter(operand -> !operand.isNumber()).toList();
    }

    /** The tensors that the op itself takes; those of its epilogue follow. */
    public List<Node> ownTensors() {
        return tensors().stream().limit(OpTable.get().row(node).arity()).toList();
    }

    /** The operands that are numbers, which are handed over as they are. */
    public List<Node> numbers() {
        return node.operands().stream().filter(Node::isNumber).toList();
    }
}
