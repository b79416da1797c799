package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** Tensors made of numbers and shapes. */
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

    private static List<OnnxValue> unknownShape(OnnxCall call) throws Refused {
        throw new Refused("it has " + call.outputCount() + " outputs");
    }

    private static List<OnnxValue> constant(OnnxCall call) throws Refused {
        Optional<OnnxTensor> tensor = call.tensor("value");
        OnnxTensor made;
        if (tensor.isPresent()) {
            made = tensor.get();
        } else if (call.has("value_float") || call.has("value_floats")) {
            List<Float> reals = call.reals("value_floats", "value_float");
            ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * reals.size()).order(ByteOrder.LITTLE_ENDIAN);
            reals.forEach(bytes::putFloat);
            made = new OnnxTensor("", ElementType.FLOAT, dims(call, "value_floats", reals.size()), bytes.flip());
        } else if (call.has("value_int") || call.has("value_ints")) {
            List<Long> numbers = call.has("value_ints")
                    ? call.integers("value_ints", List.of())
                    : List.of(call.integer("value_int", 0));
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.size()).order(ByteOrder.LITTLE_ENDIAN);
            numbers.forEach(bytes::putLong);
            made = new OnnxTensor("", ElementType.INT64, dims(call, "value_ints", numbers.size()), bytes.flip());
        } else {
            throw new Refused("it is a sparse tensor, or of texts");
        }
        if (made.type() == null) {
            throw new Refused("there are no tensors of " + made.elementType());
        }
        return List.of(OnnxValue.of(made));
    }

    private static List<Long> dims(OnnxCall call, String list, long size) {
        return call.has(list) ? List.of(size) : List.of();
    }

    private static Node constantOfShape(OnnxCall call) throws TypeException, Refused {
        Optional<OnnxTensor> value = call.tensor("value");
        if (value.isPresent() && (value.get().type() == null || value.get().count() != 1)) {
            throw new Refused("its value has " + value.get().count() + " elements of "
                    + value.get().elementType());
        }
        Node number = value.isPresent()
                ? Node.constant(value.get().element(0), value.get().type().dtype())
                : Node.constant(0, DType.F32);
        Node made = call.expanded(call.add(number), call.sizes(0));
        return made.isOperation() ? made : call.op("BroadcastLike", made, call.op("RowMajorIndex", dimsOf(call)));
    }

    private static Attributes dimsOf(OnnxCall call) throws Refused {
        return Attributes.NONE.with("dims", call.sizes(0));
    }

    private static Node eye(OnnxCall call) throws TypeException, Refused {
        List<Dim> dims = call.dims(0);
        if (dims.size() != 2) {
            throw new Refused("its input has " + dims.size() + " axes, not 2");
        }
        DType dtype = call.has("dtype") ? ElementwiseRules.dtype(call.integer("dtype", 1)) : call.dtype(0);
        Node offset = call.op("Sub", call.positions(dims, 1), call.positions(dims, 0));
        return call.cast(call.ops().op("Equal", offset, call.integer("k", 0)), dtype);
    }

    private static Node range(OnnxCall call) throws TypeException, Refused {
        Number start = call.number(0);
        Number limit = call.number(1);
        Number delta = call.number(2);
        double count = Math.ceil((limit.doubleValue() - start.doubleValue()) / delta.doubleValue());
        if (!(count >= 0 && count <= Integer.MAX_VALUE)) {
            count = 0;
        }
        Node place = call.positions(List.of(Dim.of((long) count)), 0);
        Node number = call.cast(place, call.dtype(0));
        return call.op(
                "Add",
                call.op("Mul", number, call.add(Node.constant(delta, call.dtype(0)))),
                call.add(Node.constant(start, call.dtype(0))));
    }
}
