package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One call of aclnn: the op's name after {@code aclnn}, and the arguments of the first of its two functions in order, but for
 * the last two, which are the same for every op.
 */
final class AclnnOp {
    // aclDataType
    private static final int FLOAT = 0;
    private static final int FLOAT16 = 1;
    private static final int INT8 = 2;
    private static final int INT32 = 3;
    private static final int UINT8 = 4;
    private static final int INT64 = 9;
    private static final int DOUBLE = 11;
    private static final int BOOL = 12;
    private static final int BFLOAT16 = 27;

    /** An argument of the first function. */
    sealed interface Argument {}

    /** A tensor; null where an optional one is missing. */
    record Tensor(AclnnTensor view) implements Argument {}

    /** A whole number, or a boolean as 0 or 1. */
    record Whole(long value) implements Argument {}

    /** A number by value. */
    record Real(double value) implements Argument {}

    /** A number in an object of its own. */
    record Number(double value) implements Argument {}

    /** Some numbers in an object of their own; null where optional ones are missing. */
    record Wholes(long... values) implements Argument {}

    /** A text that ends with a zero. */
    record Text(String value) implements Argument {}

    private final String name;
    private final List<Argument> arguments = new ArrayList<>();

    AclnnOp(String name) {
        this.name = name;
    }

    AclnnOp tensor(AclnnTensor view) {
        arguments.add(new Tensor(view));
        return this;
    }

    /** Optional tensors that are missing. */
    AclnnOp none(int count) {
        for (int i = 0; i < count; i++) {
            arguments.add(new Tensor(null));
        }
        return this;
    }

    AclnnOp whole(long value) {
        arguments.add(new Whole(value));
        return this;
    }

    AclnnOp real(double value) {
        arguments.add(new Real(value));
        return this;
    }

    AclnnOp number(double value) {
        arguments.add(new Number(value));
        return this;
    }

    AclnnOp wholes(long... values) {
        arguments.add(new Wholes(values));
        return this;
    }

    /** Optional numbers that are missing. */
    AclnnOp noWholes() {
        arguments.add(new Whole(0));
        return this;
    }

    AclnnOp text(String value) {
        arguments.add(new Text(value));
        return this;
    }

    /** The second of the functions. */
    String function() {
        return "aclnn" + name;
    }

    List<Argument> arguments() {
        return arguments;
    }

    /** The tensors in order, null for those that are missing. */
    List<AclnnTensor> tensors() {
        List<AclnnTensor> tensors = new ArrayList<>();
        for (Argument argument : arguments) {
            if (argument instanceof Tensor tensor) {
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
            case BOOL -> BOOL;
        };
    }

    /** Stores a text and its end. */
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
