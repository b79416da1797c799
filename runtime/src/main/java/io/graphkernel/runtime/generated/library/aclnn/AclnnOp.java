package io.graphkernel.runtime.generated.library.aclnn;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One aclnn call: the name after {@code aclnn} and the arguments of its first phase in order. The last two arguments
 * are the same for every op and omitted here.
 */
final class AclnnOp {
    // Values of aclDataType.
    private static final int FLOAT = 0;
    private static final int FLOAT16 = 1;
    private static final int INT8 = 2;
    private static final int INT32 = 3;
    private static final int UINT8 = 4;
    private static final int INT64 = 9;
    private static final int DOUBLE = 11;
    private static final int BOOL = 12;
    private static final int BFLOAT16 = 27;

    /** An argument of the first phase. */
    sealed interface Argument {}

    /** A tensor argument; null if an optional one is absent. */
    record TensorArgument(AclnnTensor view) implements Argument {}

    /** An integer argument; a boolean is 0 or 1. */
    record IntArgument(long value) implements Argument {}

    /** A floating-point argument passed by value. */
    record DoubleArgument(double value) implements Argument {}

    /** A scalar passed as an aclScalar object. */
    record ScalarArgument(double value) implements Argument {}

    /** A list of integers passed as an aclIntArray object; null if an optional one is absent. */
    record IntListArgument(long... values) implements Argument {}

    /** A null-terminated string. */
    record StringArgument(String value) implements Argument {}

    private final String name;
    private final List<Argument> arguments = new ArrayList<>();

    AclnnOp(String name) {
        this.name = name;
    }

    AclnnOp tensor(AclnnTensor view) {
        arguments.add(new TensorArgument(view));
        return this;
    }

    /** Adds absent optional tensors. */
    AclnnOp none(int count) {
        for (int i = 0; i < count; i++) {
            arguments.add(new TensorArgument(null));
        }
        return this;
    }

    AclnnOp integer(long value) {
        arguments.add(new IntArgument(value));
        return this;
    }

    AclnnOp real(double value) {
        arguments.add(new DoubleArgument(value));
        return this;
    }

    AclnnOp number(double value) {
        arguments.add(new ScalarArgument(value));
        return this;
    }

    AclnnOp integers(long... values) {
        arguments.add(new IntListArgument(values));
        return this;
    }

    /** Adds an absent optional list of integers. */
    AclnnOp noIntegers() {
        arguments.add(new IntArgument(0));
        return this;
    }

    AclnnOp text(String value) {
        arguments.add(new StringArgument(value));
        return this;
    }

    /** Returns the name of the second phase. */
    String function() {
        return "aclnn" + name;
    }

    List<Argument> arguments() {
        return arguments;
    }

    /** Returns the tensors in order, null for absent ones. */
    List<AclnnTensor> tensors() {
        List<AclnnTensor> tensors = new ArrayList<>();
        for (Argument argument : arguments) {
            if (argument instanceof TensorArgument tensor) {
                tensors.add(tensor.view());
            }
        }
        return tensors;
    }

    static int type(DType dtype) {
        return switch (dtype) {
            case F32 -> FLOAT;
            case F64 -> DOUBLE;
            case F16 -> FLOAT16;
            case BF16 -> BFLOAT16;
            case I8 -> INT8;
            case U8 -> UINT8;
            case I32 -> INT32;
            case I64 -> INT64;
            case I16, U16, U32, U64, F8E4M3, F8E5M2 -> throw new IllegalArgumentException(dtype.toString());
            case BOOL -> BOOL;
        };
    }

    /** Stores a null-terminated string. */
    static void put(long address, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i++) {
            Memory.putByte(address + i, bytes[i]);
        }
        Memory.putByte(address + bytes.length, (byte) 0);
    }

    static int doubleType() {
        return DOUBLE;
    }
}
