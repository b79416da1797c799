package io.graphkernel.processor.launch;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;

/** An operand of the broadcast that determines the loops of a kernel over unranked shapes. */
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
     * Returns the operands of a kernel's broadcast.
     *
     * @param graph the graph of its plan
     * @param kernel a kernel over unranked shapes
     * @return the inputs in order, then the updated parameters that are not read
     */
    static List<BroadcastOperand> of(Graph graph, ScheduledKernel kernel) {
        List<BroadcastOperand> operands = new ArrayList<>();
        kernel.buffers().inputs().forEach(input -> operands.add(of(graph, input)));
        kernel.buffers().outputs().stream()
                .filter(Buffer::isUpdate)
                .map(output -> new OfTensor(output.location()))
                .filter(operand -> !operands.contains(operand))
                .forEach(operands::add);
        return operands;
    }

    /** A value of declared dims may be in memory of other dims. */
    private static BroadcastOperand of(Graph graph, Buffer input) {
        Node value = input.value();
        boolean own = value.shape().isUnranked() || value.shape().isScalar() || value.kind() == Node.Kind.PARAMETER;
        return own ? new OfTensor(input.location()) : declared(graph, value.shape());
    }

    /**
     * Returns declared dims, those of a parameter if possible, so that messages name it.
     *
     * @param graph the graph of the plan
     * @param shape a ranked shape
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
