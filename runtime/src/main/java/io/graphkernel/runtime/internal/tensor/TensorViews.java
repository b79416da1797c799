package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.jvm.NativeBuffers;
import io.graphkernel.runtime.internal.memory.HostStorage;
import io.graphkernel.runtime.internal.memory.Reclamation;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/** Pointers to the elements of host tensors, and buffers over them. */
public final class TensorViews {
    private static final int CHUNK_BYTES = 1 << 20;

    private TensorViews() {}

    /** Returns a pointer for users, which keeps the memory mapped and does not free it when closed. */
    public static Pointer pointer(AbstractTensor tensor) {
        requireHost("pointer()", tensor);
        Tensors.requireWritable(tensor, "pointer()", "tensor");
        try (AbstractTensor held = Tensors.hold(tensor)) {
            return typed(new Pointer(pinned(held, 0)), held.dtype(), held.elementCount());
        }
    }

    /** Returns a buffer for users, which keeps the memory mapped. */
    public static FloatBuffer floatBuffer(AbstractTensor tensor) {
        requireHost("asFloatBuffer()", tensor);
        TensorData.requireDType("asFloatBuffer()", tensor, DType.F32);
        try (AbstractTensor held = Tensors.hold(tensor)) {
            FloatBuffer buffer = pinned(held, bufferBytes(held)).asFloatBuffer();
            return held.isReadOnly() ? buffer.asReadOnlyBuffer() : buffer;
        }
    }

    private static void requireHost(String method, AbstractTensor tensor) {
        if (!tensor.device().isHost()) {
            throw new DeviceMismatchException(
                    RuntimeProblem.HOST_ONLY, method, Tensors.describe(tensor), tensor.device());
        }
    }

    /** Returns a buffer whose memory stays mapped while it, or an object derived from it, is reachable. */
    private static ByteBuffer pinned(AbstractTensor tensor, int bytes) {
        HostStorage memory = TensorMemory.ofHost(tensor);
        ByteBuffer buffer = NativeBuffers.at(tensor.address(), bytes);
        Reclamation.register(buffer, memory.pin());
        return buffer;
    }

    /** Returns the size of a tensor that fits into a buffer. */
    static int bufferBytes(AbstractTensor tensor) {
        if (tensor.byteCount() > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(
                    RuntimeProblem.VIEW_TOO_LARGE, "tensor " + Tensors.describe(tensor), "buffer", "bytes");
        }
        return (int) tensor.byteCount();
    }

    /** Returns a pointer to the tensor's elements that is valid only while the caller holds the tensor. */
    static Pointer borrowedPointer(AbstractTensor tensor) {
        return typed(new AddressPointer(tensor.address()), tensor.dtype(), tensor.elementCount());
    }

    /**
     * Returns a buffer of the tensor's bytes in native order that is valid only while the caller holds the tensor.
     *
     * @throws ShapeMismatchException if they are more than 2147483647
     */
    static ByteBuffer borrowedBytes(AbstractTensor tensor) {
        return NativeBuffers.at(tensor.address(), bufferBytes(tensor));
    }

    /** Copies a range of elements between an array and a buffer that begins with the first of them. */
    @FunctionalInterface
    interface ChunkCopy {
        void run(ByteBuffer elements, int first, int count);
    }

    /**
     * Copies all elements of a tensor that the caller holds in chunks, which bounds the delay of garbage collections
     * and safepoints.
     *
     * @param count number of elements, as in an array
     */
    static void forEachChunk(AbstractTensor tensor, int count, ChunkCopy move) {
        int width = tensor.dtype().bytes();
        int maxElements = CHUNK_BYTES / width;
        for (int first = 0; first < count; first += Math.min(maxElements, count - first)) {
            int length = Math.min(maxElements, count - first);
            move.run(NativeBuffers.at(tensor.address() + (long) first * width, length * width), first, length);
        }
    }

    private static Pointer typed(Pointer base, DType dtype, long elements) {
        Pointer pointer = switch (dtype) {
            case F32 -> new FloatPointer(base);
            case F64 -> new DoublePointer(base);
            case F16, BF16, I16, U16 -> new ShortPointer(base);
            case I8, U8, BOOL, F8E4M3, F8E5M2 -> new BytePointer(base);
            case I32, U32 -> new IntPointer(base);
            case I64, U64 -> new LongPointer(base);
        };
        return pointer.position(0).capacity(elements).limit(elements);
    }

    private static final class AddressPointer extends Pointer {
        AddressPointer(long address) {
            this.address = address;
        }
    }
}
