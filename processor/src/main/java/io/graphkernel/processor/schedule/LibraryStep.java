package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.processor.loop.StorageLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * An op that a library computes.
 *
 * @param name a Java identifier, unique in its class
 * @param node the op, with the library's attributes
 * @param operands memory of the tensor operands, each row-major; a slice is in the memory of its value
 * @param result memory of the result
 */
public record LibraryStep(String name, Node node, List<Region> operands, Region result) implements Step {

    public LibraryStep {
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
     * Returns the sizes that a library needs in addition to the operands' dims.
     *
     * @return strides of the outer axes that may have any, and sizes that are attributes
     */
    public List<Dim> resultSizes() {
        List<Dim> sizes = new ArrayList<>(
                StorageLayout.storesRegions(node) ? result.access().strides().subList(0, 1) : List.of());
        OpTable.get().row(node).parameters().stream()
                .filter(parameter -> parameter.kind() == OpParameter.Kind.DIM)
                .forEach(parameter -> sizes.addAll(node.attributes().dims(parameter.attribute())));
        return sizes;
    }

    /** Returns true if the op is added to the contents of the result's memory, which is its last operand. */
    public boolean isInPlace() {
        return !operands.isEmpty() && operands.get(operands.size() - 1).equals(result);
    }

    /** Returns the tensor operands, in the order of {@link #operands}. */
    public List<Node> tensors() {
        return node.operands().stream().filter(operand -> !operand.isNumber()).toList();
    }

    /** Returns the tensor operands of the op itself, without those of its epilogue. */
    public List<Node> ownTensors() {
        return tensors().stream().limit(OpTable.get().row(node).arity()).toList();
    }

    /** Returns the scalar operands, which are passed by value. */
    public List<Node> numbers() {
        return node.operands().stream().filter(Node::isNumber).toList();
    }
}
