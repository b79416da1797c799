package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.ConstantData;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.ValueType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A value of a model while it becomes a graph: what the graph computes, a tensor of the file, or whole numbers that are dims, as
 * those that say a shape. The last two become nodes only where an op reads them.
 */
final class OnnxValue {

    /** More numbers than any shape has are weights, or positions. */
    static final int MOST_KNOWN = 4096;

    private final ValueType type;
    private final OnnxTensor tensor;
    private final List<Dim> known;
    /** Null before an op reads it. */
    private Node node;

    private OnnxValue(ValueType type, OnnxTensor tensor, List<Dim> known, Node node) {
        this.type = type;
        this.tensor = tensor;
        this.known = known;
        this.node = node;
    }

    static OnnxValue of(Node node) {
        return new OnnxValue(node.type(), null, null, node);
    }

    /** A tensor of the file, of a dtype that we have. */
    static OnnxValue of(OnnxTensor tensor) {
        ValueType type = tensor.type();
        List<Dim> known = null;
        if (!type.dtype().isFloating() && tensor.count() <= MOST_KNOWN) {
            known = IntStream.range(0, (int) tensor.count())
                    .mapToObj(i -> Dim.of(tensor.element(i).longValue()))
                    .toList();
        }
        return new OnnxValue(type, tensor, known, null);
    }

    /** Whole numbers, as many as the dims say. */
    static OnnxValue of(DType dtype, List<Dim> dims, List<Dim> known) {
        return new OnnxValue(new ValueType(dtype, Shape.of(dims)), null, List.copyOf(known), null);
    }

    ValueType type() {
        return type;
    }

    List<Dim> dims() {
        return type.shape().dims();
    }

    /** The elements, if they are whole numbers that are known as dims. */
    Optional<List<Dim>> known() {
        return Optional.ofNullable(known);
    }

    /** The tensor of the file that this is. */
    Optional<OnnxTensor> tensor() {
        return Optional.ofNullable(tensor);
    }

    /** The only element, if it is a number that is known when the model is compiled. */
    Optional<Number> number() {
        if (known != null && known.size() == 1 && known.get(0) instanceof Dim.Constant constant) {
            return Optional.of(constant.size());
        }
        return tensor != null && tensor.count() == 1 ? Optional.of(tensor.element(0)) : Optional.empty();
    }

    /** The value in the graph; a number where it has rank 0 and is known. */
    Node node(OnnxCall call) {
        if (node == null) {
            node = call.add(made(call));
        }
        return node;
    }

    /** Whether it is a number in the graph, as which not all operands of an op may be. */
    boolean isNumber() {
        return type.shape().isScalar() && (known != null || tensor != null) || node != null && node.isNumber();
    }

    /** The value in the graph, never a number. */
    Node whole(OnnxCall call) {
        if (!isNumber()) {
            return node(call);
        }
        return tensor == null && number().isEmpty() ? call.spread(node(call), List.of()) : call.add(constant(call));
    }

    private Node made(OnnxCall call) {
        if (type.shape().isScalar()) {
            return number().map(value -> Node.constant(value, type.dtype()))
                    .orElseGet(() -> Node.dimension(known.get(0), type.dtype()));
        }
        return constant(call);
    }

    private Node constant(OnnxCall call) {
        if (tensor != null) {
            return Node.tensorConstant(call.label(tensor.name()), type, tensor.constant());
        }
        if (known.stream().allMatch(Dim.Constant.class::isInstance)) {
            return Node.tensorConstant("", type, ConstantData.of(bytes()));
        }
        List<Node> parts = new ArrayList<>();
        for (Dim dim : known) {
            Node number = call.add(Node.dimension(dim, type.dtype()));
            parts.add(call.spread(number, List.of(Dim.ONE)));
        }
        Node row = parts.size() == 1 ? parts.get(0) : call.joined(0, parts);
        return call.shaped(row, dims());
    }

    private byte[] bytes() {
        int size = type.dtype().byteSize();
        ByteBuffer bytes = ByteBuffer.allocate(known.size() * size).order(ByteOrder.LITTLE_ENDIAN);
        for (Dim dim : known) {
            long value = ((Dim.Constant) dim).size();
            for (int i = 0; i < size; i++) {
                bytes.put((byte) (value >>> Byte.SIZE * i));
            }
        }
        return bytes.array();
    }
}
