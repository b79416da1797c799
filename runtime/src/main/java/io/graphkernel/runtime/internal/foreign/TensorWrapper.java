package io.graphkernel.runtime.internal.foreign;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.AbstractTensor;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import java.nio.Buffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.Pointer;

/** Tensors over buffers and pointers of JavaCPP. */
public final class TensorWrapper {
    private static final String WRAP = "Tensor.wrap";

    private TensorWrapper() {}

    public static AbstractTensor wrap(ShortBuffer buffer, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "buffer", buffer);
        Operands.attribute(WRAP, "dtype", dtype);
        if (dtype != DType.F16 && dtype != DType.BF16) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_BUFFER,
                    "is a ShortBuffer, for f16 and bf16, where " + dtype + " is requested");
        }
        return wrap((Buffer) buffer, dtype, dims);
    }

    public static AbstractTensor wrap(Buffer buffer, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "buffer", buffer);
        Operands.attribute(WRAP, "dtype", dtype);
        long[] whole = Shapes.copied(WRAP, dims);
        return ForeignTensors.wrap(BufferMemory.of(buffer, dtype, whole), dtype, whole);
    }

    public static AbstractTensor wrap(Pointer pointer, DType dtype, long[] dims) {
        return wrap(pointer, null, dtype, dims);
    }

    public static AbstractTensor wrapOwned(Pointer pointer, Object owner, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "owner", owner);
        return wrap(pointer, owner, dtype, dims);
    }

    private static AbstractTensor wrap(Pointer pointer, Object owner, DType dtype, long[] dims) {
        Operands.attribute(WRAP, "pointer", pointer);
        Operands.attribute(WRAP, "dtype", dtype);
        long[] whole = Shapes.copied(WRAP, dims);
        return ForeignTensors.wrap(
                PointerMemory.of(pointer, owner, dtype, dtype + Arrays.toString(whole)), dtype, whole);
    }
}
