package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** Rules of ops that create tensors from numbers and shapes. */
final class CreationRules {

    private CreationRules() {}

    static void addTo(OnnxOps ops) {
        ops.add("Constant", CreationRules::constant);
        ops.single("ConstantOfShape", CreationRules::constantOfShape);
        ops.single("EyeLike", CreationRules::eye);
        ops.single("Range", CreationRules::range);
        // Their results are folded.
        ops.add("Shape", CreationRules::unknownShape);
        ops.add("Size", CreationRules::unknownShape);
    }

    private static List<OnnxValue> unknownShape(OnnxCall call) throws UnsupportedNodeException {
        throw new UnsupportedNodeException("it has " + call.outputCount() + " outputs");
    }

    private static List<OnnxValue> constant(OnnxCall call) throws UnsupportedNodeException {
        Optional<OnnxTensor> tensor = call.tensor("value");
        OnnxTensor constant;
        if (tensor.isPresent()) {
            constant = tensor.get();
        } else if (call.has("value_float") || call.has("value_floats")) {
            List<Float> reals = call.reals("value_floats", "value_float");
            ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * reals.size()).order(ByteOrder.LITTLE_ENDIAN);
            reals.forEach(bytes::putFloat);
            constant = new OnnxTensor("", ElementType.FLOAT, dims(call, "value_floats", reals.size()), bytes.flip());
        } else if (call.has("value_int") || call.has("value_ints")) {
            List<Long> numbers = call.has("value_ints")
                    ? call.integers("value_ints", List.of())
                    : List.of(call.integer("value_int", 0));
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.size()).order(ByteOrder.LITTLE_ENDIAN);
            numbers.forEach(bytes::putLong);
            constant = new OnnxTensor("", ElementType.INT64, dims(call, "value_ints", numbers.size()), bytes.flip());
        } else {
            throw new UnsupportedNodeException("it is a sparse tensor, or of texts");
        }
        if (constant.type() == null) {
            throw new UnsupportedNodeException("unsupported tensor type: " + constant.elementType());
        }
        return List.of(OnnxValue.of(constant));
    }

    private static List<Long> dims(OnnxCall call, String list, long size) {
        return call.has(list) ? List.of(size) : List.of();
    }

    private static Node constantOfShape(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Optional<OnnxTensor> value = call.tensor("value");
        if (value.isPresent() && (value.get().type() == null || value.get().count() != 1)) {
            throw new UnsupportedNodeException("its value has " + value.get().count() + " elements of "
                    + value.get().elementType());
        }
        Node number = value.isPresent()
                ? Node.constant(value.get().element(0), value.get().type().dtype())
                : Node.constant(0, DataType.F32);
        Node node = call.expanded(call.add(number), call.sizes(0));
        return node.isOperation() ? node : call.op("BroadcastLike", node, call.op("RowMajorIndex", dimsOf(call)));
    }

    private static Attributes dimsOf(OnnxCall call) throws UnsupportedNodeException {
        return Attributes.NONE.with("dims", call.sizes(0));
    }

    private static Node eye(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        if (dims.size() != 2) {
            throw new UnsupportedNodeException("its input has " + dims.size() + " axes, not 2");
        }
        DataType dtype = call.has("dtype") ? ElementwiseRules.dtype(call.integer("dtype", 1)) : call.dtype(0);
        Node offset = call.op("Sub", call.positions(dims, 1), call.positions(dims, 0));
        return call.cast(call.ops().op("Equal", offset, call.integer("k", 0)), dtype);
    }

    private static Node range(OnnxCall call) throws TypeException, UnsupportedNodeException {
        DataType dtype = call.dtype(0);
        if (call.integer("stash_type", 1) != 1 && dtype.isHalf()) {
            throw new UnsupportedNodeException("its stash_type is " + call.integer("stash_type", 1));
        }
        // 16-bit floats are computed in f32 and rounded at the end.
        DataType used = dtype.isHalf() ? DataType.F32 : dtype;
        Node position = call.cast(call.positions(List.of(rangeSize(call)), 0), used);
        Node step = call.cast(call.in(2), used);
        Node start = call.cast(call.in(0), used);
        return call.cast(call.op("Add", call.op("Mul", position, step), start), dtype);
    }

    /**
     * Returns the number of elements of a range with a constant step, whose start and limit may depend on symbolic
     * sizes.
     */
    static Dim rangeSize(OnnxCall call) throws UnsupportedNodeException {
        Number step = call.number(2);
        if (call.value(0).number().isPresent() && call.value(1).number().isPresent()) {
            Number start = call.number(0);
            Number limit = call.number(1);
            double count = Math.ceil((limit.doubleValue() - start.doubleValue()) / step.doubleValue());
            return Dim.of(count >= 0 && count <= Integer.MAX_VALUE ? (long) count : 0);
        }
        if (!call.dtype(0).isInteger() || step.longValue() == 0) {
            throw new UnsupportedNodeException("its number of elements has to be known when the model is compiled");
        }
        Dim start = call.sizes(0).get(0);
        Dim limit = call.sizes(1).get(0);
        Dim span = step.longValue() > 0 ? limit.minus(start) : start.minus(limit);
        Dim size = Dim.of(Math.abs(step.longValue()));
        return span.plus(size).minus(Dim.ONE).floorDiv(size).max(Dim.ZERO);
    }
}
