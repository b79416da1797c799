package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.HalfPrecision;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Value of a model during import: a node of the graph, a tensor of the file, or known numbers, such as the integers of
 * a shape. The last two become nodes only when an op reads them.
 */
public final class OnnxValue {

    /** Maximum number of known integers; longer tensors are weights or positions. */
    public static final int MAX_KNOWN = 4096;

    /** Maximum number of known real numbers; longer tensors are weights, which keep their names. */
    private static final int MAX_REAL = 64;

    private final ValueType type;
    private final OnnxTensor tensor;
    /** Integers or booleans; otherwise null. */
    private final List<Dim> known;
    /** Floating-point numbers, possibly functions of symbolic sizes; otherwise null. */
    private final List<KnownNumber> reals;
    /** Null for a tensor. */
    private final OnnxSequence sequence;
    /** Null before an op reads it. */
    private Node node;

    private OnnxValue(ValueType type, OnnxTensor tensor, List<Dim> known, List<KnownNumber> reals, Node node) {
        this(type, tensor, known, reals, null, node);
    }

    private OnnxValue(
            ValueType type,
            OnnxTensor tensor,
            List<Dim> known,
            List<KnownNumber> reals,
            OnnxSequence sequence,
            Node node) {
        this.sequence = sequence;
        this.type = type;
        this.tensor = tensor;
        this.known = known;
        this.reals = reals;
        this.node = node;
    }

    public static OnnxValue of(Node node) {
        return new OnnxValue(node.type(), null, null, null, node);
    }

    /** Returns a sequence, which has no type. */
    public static OnnxValue of(OnnxSequence sequence) {
        return new OnnxValue(null, null, null, null, sequence, null);
    }

    /** Returns the sequence; empty for a tensor. */
    public Optional<OnnxSequence> sequence() {
        return Optional.ofNullable(sequence);
    }

    /** Returns a tensor of the file with a supported dtype. */
    public static OnnxValue of(OnnxTensor tensor) {
        ValueType type = tensor.type();
        List<Dim> known = null;
        if (!type.dtype().isFloating() && tensor.count() <= MAX_KNOWN) {
            known = IntStream.range(0, (int) tensor.count())
                    .mapToObj(i -> Dim.of(tensor.element(i).longValue()))
                    .toList();
        }
        return new OnnxValue(type, tensor, known, null, null);
    }

    /** Returns integers, one for each element of the dims. */
    public static OnnxValue of(DataType dtype, List<Dim> dims, List<Dim> known) {
        return new OnnxValue(new ValueType(dtype, Shape.of(dims)), null, List.copyOf(known), null, null);
    }

    /** Returns known numbers, one for each element of the dims; real ones are representable in the dtype. */
    public static OnnxValue ofNumbers(DataType dtype, List<Dim> dims, List<KnownNumber> numbers) {
        if (!dtype.isFloating()) {
            return of(
                    dtype,
                    dims,
                    numbers.stream()
                            .map(number -> ((KnownNumber.IntegerNumber) number).dim())
                            .toList());
        }
        boolean constant = numbers.stream().allMatch(KnownNumber.Real.class::isInstance)
                && dims.stream().allMatch(Dim.Constant.class::isInstance);
        if (!constant) {
            return new OnnxValue(new ValueType(dtype, Shape.of(dims)), null, null, List.copyOf(numbers), null);
        }
        ByteBuffer bytes =
                ByteBuffer.allocate(numbers.size() * dtype.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
        for (KnownNumber number : numbers) {
            double value = ((KnownNumber.Real) number).value();
            if (dtype.isHalf()) {
                bytes.putShort(HalfPrecision.bits(value, dtype));
            } else if (dtype.isStorageOnly()) {
                bytes.put(HalfPrecision.float8(value, dtype));
            } else if (dtype == DataType.F32) {
                bytes.putFloat((float) value);
            } else {
                bytes.putDouble(value);
            }
        }
        ElementType elementType = ElementType.of(dtype);
        List<Long> sizes = dims.stream().map(dim -> ((Dim.Constant) dim).size()).toList();
        return of(new OnnxTensor("", elementType, sizes, bytes.flip()));
    }

    public ValueType type() {
        return type;
    }

    /** Returns true for a tensor of the file that is not part of a formula. */
    public boolean isWeight() {
        return tensor != null && known == null && !type.shape().isScalar();
    }

    /** Returns the value in the body of a loop: known elements are known there, other tensors are captured. */
    OnnxValue capturedBy(LoopBody body, OnnxCall outer) {
        if (sequence != null) {
            return of(sequence.capturedBy(body, outer));
        }
        if (isWeight()) {
            return new OnnxValue(type, tensor, null, null, body.capture(node(outer)));
        }
        return tensor != null || known != null || reals != null
                ? new OnnxValue(type, tensor, known, reals, null)
                : of(body.capture(node));
    }

    public List<Dim> dims() {
        return type.shape().dims();
    }

    /** Returns the elements, if they are integers known as dims. */
    public Optional<List<Dim>> known() {
        return Optional.ofNullable(known);
    }

    /** Returns the elements, if they are numbers known at compile time. */
    public Optional<List<KnownNumber>> numbers() {
        if (known != null) {
            return Optional.of(known.stream().map(KnownNumber::of).toList());
        }
        if (reals != null || tensor == null || !type.dtype().isFloating() || tensor.count() > MAX_REAL) {
            return Optional.ofNullable(reals);
        }
        return Optional.of(IntStream.range(0, (int) tensor.count())
                .mapToObj(i ->
                        (KnownNumber) new KnownNumber.Real(tensor.element(i).doubleValue()))
                .toList());
    }

    /** Returns the underlying tensor of the file. */
    public Optional<OnnxTensor> tensor() {
        return Optional.ofNullable(tensor);
    }

    /** Returns the only element, if it is a number known at compile time. */
    public Optional<Number> number() {
        if (known != null && known.size() == 1 && known.get(0) instanceof Dim.Constant constant) {
            return Optional.of(constant.size());
        }
        return tensor != null && tensor.count() == 1 ? Optional.of(tensor.element(0)) : Optional.empty();
    }

    /** Returns the value in the graph; a scalar if it is known and has rank 0. */
    Node node(OnnxCall call) {
        if (node == null) {
            node = call.add(create(call));
        }
        return node;
    }

    /** Returns true if it is a scalar of the graph, which not all operands of an op may be. */
    boolean isNumber() {
        return sequence == null && type.shape().isScalar() && (known != null || tensor != null)
                || node != null && node.isNumber();
    }

    /** Returns the value in the graph, always as a tensor. */
    public Node whole(OnnxCall call) {
        if (!isNumber()) {
            return node(call);
        }
        return tensor == null && number().isEmpty() ? call.spread(node(call), List.of()) : call.add(constant(call));
    }

    private Node create(OnnxCall call) {
        if (reals != null) {
            return call.shaped(
                    call.row(reals.stream()
                            .map(number -> call.real(number, type.dtype()))
                            .toList()),
                    dims());
        }
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
        List<Node> nodes = new ArrayList<>();
        for (Dim dim : known) {
            Node number = call.add(Node.dimension(dim, type.dtype()));
            nodes.add(call.spread(number, List.of(Dim.ONE)));
        }
        return call.shaped(call.row(nodes), dims());
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
