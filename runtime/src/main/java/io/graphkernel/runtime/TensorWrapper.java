package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.nio.Buffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.Pointer;

/** Tensors over buffers and pointers of JavaCPP. */
final class TensorWrapper {
    private static final String WRAP = "Tensor.wrap";

    private TensorWrapper() {}

    static Tensor wrap(ShortBuffer buffer, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "buffer", buffer);
        Operands.attribute(WRAP, "dtype", dtype);
        if (dtype != DType.F16 && dtype != DType.BF16) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_BUFFER,
                    "is a ShortBuffer, for f16 and bf16, where " + dtype + " is asked for");
        }
        return wrap((Buffer) buffer, dtype, dims);
    }

    static Tensor wrap(Buffer buffer, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "buffer", buffer);
        Operands.attribute(WRAP, "dtype", dtype);
        long[] whole = Shapes.copied(WRAP, dims);
        return ForeignTensors.wrap(BufferMemory.of(buffer, dtype, whole), dtype, whole);
    }

    static Tensor wrap(Pointer pointer, DType dtype, long[] dims) {
        return wrap(pointer, null, dtype, dims);
    }

    static Tensor wrapOwned(Pointer pointer, Object owner, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "owner", owner);
        return wrap(pointer, owner, dtype, dims);
    }

    private static Tensor wrap(Pointer pointer, Object owner, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "pointer", pointer);
        Operands.attribute(WRAP, "dtype", dtype);
        long[] whole = Shapes.copied(WRAP, dims);
        return ForeignTensors.wrap(
                PointerMemory.of(pointer, owner, dtype, dtype + Arrays.toString(whole)), dtype, whole);
    }
}
