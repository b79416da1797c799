package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.loading.JavaCpp;
import io.graphkernel.runtime.memory.Block;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/** Tensors over foreign memory, and foreign views of tensors. */
final class TensorWrapper {
    private TensorWrapper() {}

    static Tensor wrap(FloatBuffer buffer, long[] dims) {
        return wrap(buffer, buffer.order(), DType.F32, dims);
    }

    static Tensor wrap(DoubleBuffer buffer, long[] dims) {
        return wrap(buffer, buffer.order(), DType.F64, dims);
    }

    static Tensor wrap(IntBuffer buffer, long[] dims) {
        return wrap(buffer, buffer.order(), DType.I32, dims);
    }

    static Tensor wrap(LongBuffer buffer, long[] dims) {
        return wrap(buffer, buffer.order(), DType.I64, dims);
    }

    static Tensor wrap(ShortBuffer buffer, DType dtype, long[] dims) {
        if (dtype != DType.F16 && dtype != DType.BF16) {
            throw invalidBuffer("is a ShortBuffer, for f16 and bf16, where " + dtype + " is asked for");
        }
        return wrap(buffer, buffer.order(), dtype, dims);
    }

    static Tensor wrap(ByteBuffer buffer, DType dtype, long[] dims) {
        return wrap(buffer, dtype.bytes() == 1 ? ByteOrder.nativeOrder() : buffer.order(), dtype, dims);
    }

    private static Tensor wrap(Buffer buffer, ByteOrder order, DType dtype, long[] dims) {
        if (!buffer.isDirect()) {
            throw invalidBuffer("is on the heap");
        }
        if (order != ByteOrder.nativeOrder()) {
            throw invalidBuffer("has the byte order " + order);
        }
        if (buffer.isReadOnly()) {
            throw invalidBuffer("is read-only");
        }
        long elements = Shapes.elementCount(dims, dims.length);
        long remaining = buffer instanceof ByteBuffer ? buffer.remaining() / dtype.bytes() : buffer.remaining();
        if (remaining < elements) {
            throw invalidBuffer("has " + remaining + " elements left where the dims need " + elements);
        }
        if (elements == 0) {
            return Tensor.empty(Device.cpu(), dtype, dims);
        }
        JavaCpp.ensureLoaded();
        // JavaCPP mistakes positions and limits of a buffer for bytes; a slice begins at position 0.
        Pointer pointer = new Pointer(buffer.slice()).capacity(elements * dtype.bytes());
        return wrap(pointer, dtype, dims);
    }

    static Tensor wrap(Pointer pointer, DType dtype, long[] dims) {
        long elements = Shapes.elementCount(dims, dims.length);
        long bytes = Shapes.byteCount(dtype, elements, dims);
        if (elements == 0) {
            return Tensor.empty(Device.cpu(), dtype, dims);
        }
        JavaCpp.ensureLoaded();
        String type = dtype + Arrays.toString(dims);
        if (Pointer.isNull(pointer)) {
            throw new InvalidArgumentException(RuntimeProblem.INVALID_POINTER, type, "is null or closed");
        }
        long available = (pointer.limit() - pointer.position()) * pointer.sizeof();
        // JavaCPP gives pointers of unknown extent the capacity 0.
        if (pointer.capacity() > 0 && available < bytes) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_POINTER, type, "has " + available + " bytes where " + bytes + " are needed");
        }
        long address = pointer.address() + pointer.position() * pointer.sizeof();
        if (address % dtype.bytes() != 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_POINTER, type, "is not aligned to " + dtype.bytes() + " bytes");
        }
        return new Tensor(dtype, Device.cpu(), dims, elements, address, pointer);
    }

    /** A pointer to the tensor's elements that keeps the memory alive. */
    static Pointer view(Tensor tensor, Block block, Pointer owner) {
        long address = tensor.address();
        Pointer base;
        if (block != null) {
            base = block.pointer(tensor.byteCount());
        } else {
            BytePointer start = new BytePointer(owner).position(0);
            base = start.getPointer(address - start.address());
        }
        return typed(base, tensor.dtype(), tensor.elementCount());
    }

    /** A pointer to the tensor's elements that is valid only while the caller keeps the tensor reachable. */
    static Pointer briefView(Tensor tensor) {
        return typed(new AddressPointer(tensor.address()), tensor.dtype(), tensor.elementCount());
    }

    /** As {@link #briefView}, with elements that are integers of the dtype's size. */
    static Pointer briefBits(Tensor tensor) {
        DType bits = switch (tensor.dtype()) {
            case F32 -> DType.I32;
            case F64 -> DType.I64;
            default -> tensor.dtype();
        };
        return typed(new AddressPointer(tensor.address()), bits, tensor.elementCount());
    }

    private static Pointer typed(Pointer base, DType dtype, long elements) {
        Pointer pointer = switch (dtype) {
            case F32 -> new FloatPointer(base);
            case F64 -> new DoublePointer(base);
            case F16, BF16 -> new ShortPointer(base);
            case I8, U8, BOOL -> new BytePointer(base);
            case I32 -> new IntPointer(base);
            case I64 -> new LongPointer(base);
        };
        return pointer.capacity(elements).limit(elements);
    }

    private static InvalidArgumentException invalidBuffer(String detail) {
        return new InvalidArgumentException(RuntimeProblem.INVALID_BUFFER, detail);
    }

    private static final class AddressPointer extends Pointer {
        AddressPointer(long address) {
            this.address = address;
        }
    }
}
