package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.row.OpParameter;
import java.util.List;
import java.util.stream.Collectors;

/** Attributes of the nodes that an expansion adds. */
final class NodeAttributes {

    private NodeAttributes() {}

    /** Returns the attribute for absent optional tensors, which are the last ones. */
    static Attributes withoutOptional(String name, int count) {
        List<OpParameter> operands = OpTable.get().find(name).orElseThrow().operandParameters();
        String absent = operands.stream()
                .skip(count)
                .filter(operand -> operand.kind() == OpParameter.Kind.OPTIONAL_TENSOR)
                .map(OpParameter::name)
                .collect(Collectors.joining(" "));
        return absent.isEmpty() ? Attributes.NONE : Attributes.NONE.with(OpParameter.ABSENT, absent);
    }

    /** Returns the value of an attribute as a node has it. */
    static Object value(OpParameter parameter, Object value) {
        if (value instanceof Axes axes) {
            return parameter.kind() == OpParameter.Kind.AXIS ? (Object) GraphDims.single(axes) : GraphDims.list(axes);
        }
        if (value instanceof Dims dims) {
            return parameter.kind() == OpParameter.Kind.LONGS ? constants(dims) : GraphDims.list(dims);
        }
        if (value instanceof Extent extent) {
            return parameter.kind() == OpParameter.Kind.DIM
                    ? List.of(GraphDims.dim(extent))
                    : constants(new GraphDims.KnownDims(List.of(GraphDims.dim(extent))))
                            .get(0);
        }
        return value;
    }

    private static List<Long> constants(Dims dims) {
        return GraphDims.list(dims).stream()
                .map(size -> ((Dim.Constant) size).size())
                .toList();
    }

    /** Returns the attributes of a strided slice. */
    static Attributes slice(Dims begin, Dims end, Dims strides) {
        return Attributes.NONE
                .with(Attributes.BEGIN, GraphDims.list(begin))
                .with(Attributes.END, GraphDims.list(end))
                .with(Attributes.STRIDES, constants(strides));
    }
}
