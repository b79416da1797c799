package io.graphkernel.processor.launch;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Location;
import java.util.ArrayList;
import java.util.List;

/** What the loops of a kernel over rankless shapes are broadcast from. */
public sealed interface BroadcastOperand {

    /**
     * The dims of a tensor.
     *
     * @param location the tensor
     */
    record OfTensor(Location location) implements BroadcastOperand {}

    /**
     * Declared dims.
     *
     * @param shape a ranked shape
     */
    record OfDims(Shape shape) implements BroadcastOperand {}

    /**
     * What a kernel reads, and what it updates.
     *
     * @param graph the graph of its plan
     * @param kernel a kernel over rankless shapes
     * @return the inputs in order, then what is updated and not read
     */
    static List<BroadcastOperand> of(Graph graph, Kernel kernel) {
        List<BroadcastOperand> operands = new ArrayList<>();
        kernel.inputs().forEach(input -> operands.add(of(graph, input)));
        kernel.outputs().stream()
                .filter(Buffer::isUpdate)
                .map(output -> new OfTensor(output.location()))
                .filter(operand -> !operands.contains(operand))
                .forEach(operands::add);
        return operands;
    }

    /** A value of declared dims may lie in memory of other dims. */
    private static BroadcastOperand of(Graph graph, Buffer input) {
        Node value = input.value();
        boolean own = value.shape().isRankless() || value.shape().isScalar() || value.kind() == Node.Kind.PARAMETER;
        return own ? new OfTensor(input.location()) : declared(graph, value.shape());
    }

    /**
     * Declared dims: those of a parameter if one has them all, so that a message names it.
     *
     * @param graph the graph of the plan
     * @param shape ranked
     * @return the operand
     */
    static BroadcastOperand declared(Graph graph, Shape shape) {
        return graph.tensorParameters().stream()
                .filter(parameter -> parameter.shape().equals(shape))
                .findFirst()
                .<BroadcastOperand>map(parameter -> new OfTensor(new Location.Parameter(parameter.label())))
                .orElseGet(() -> new OfDims(shape));
    }
}
