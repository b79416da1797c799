package io.graphkernel.processor.frontend.value;

import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import javax.lang.model.type.TypeKind;

/** Data of constant tensors whose elements are those of a Java array. */
public final class ConstantTensorData {

    private ConstantTensorData() {}

    /** Returns the dtype whose elements are those of an array. */
    public static DataType natural(TypeKind element) {
        return switch (element) {
            case FLOAT -> DataType.F32;
            case DOUBLE -> DataType.F64;
            case INT -> DataType.I32;
            case LONG -> DataType.I64;
            case BYTE -> DataType.I8;
            case SHORT -> DataType.I16;
            default -> DataType.BOOL;
        };
    }

    /**
     * Returns the data of a tensor.
     *
     * @param elements boxed numbers or booleans
     * @param type their primitive type, which is not {@code char}
     */
    public static ConstantData of(List<Object> elements, TypeKind type) {
        DataType dtype = natural(type);
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(elements.size(), dtype.byteSize()))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Object element : elements) {
            Object value = ConstantArithmetic.convert(element, type);
            switch (dtype) {
                case F32 -> bytes.putFloat((Float) value);
                case F64 -> bytes.putDouble((Double) value);
                case I32 -> bytes.putInt((Integer) value);
                case I64 -> bytes.putLong((Long) value);
                case I16 -> bytes.putShort((Short) value);
                case I8 -> bytes.put((Byte) value);
                default -> bytes.put((byte) ((Boolean) value ? 1 : 0));
            }
        }
        return ConstantData.of(bytes.array());
    }
}
