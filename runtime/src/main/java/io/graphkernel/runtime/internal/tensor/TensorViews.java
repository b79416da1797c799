package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.memory.HostStorage;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/** Pointers to the elements of tensors of the host, and buffers over them. */
public final class TensorViews {
    private static final Cleaner CLEANER = Cleaner.create();

    private TensorViews() {}

    /** A pointer for users, which keeps the memory mapped, and whose own closing leaves it alone. */
    public static Pointer pointer(Tensor tensor) {
        requireHost("pointer()", tensor);
        Tensors.requireWritable(tensor, "pointer()", "tensor");
        try (Tensor held = Tensors.hold(tensor)) {
            return typed(new Pointer(pinned(held, 0)), held.dtype(), held.elementCount());
        }
    }

    /** A buffer for users, which keeps the memory mapped. */
    public static FloatBuffer floatBuffer(Tensor tensor) {
        requireHost("asFloatBuffer()", tensor);
        TensorData.requireDType("asFloatBuffer()", tensor, DType.F32);
        try (Tensor held = Tensors.hold(tensor)) {
            FloatBuffer buffer = pinned(held, bufferBytes(held)).asFloatBuffer();
            return held.isReadOnly() ? buffer.asReadOnlyBuffer() : buffer;
        }
    }

    private static void requireHost(String method, Tensor tensor) {
        if (!tensor.device().isHost()) {
            throw new DeviceMismatchException(
                    RuntimeProblem.HOST_ONLY, method, Tensors.describe(tensor), tensor.device());
        }
    }

    /** A buffer whose memory stays mapped while it, or anything made from it, is reachable. */
    private static ByteBuffer pinned(Tensor tensor, int bytes) {
        HostStorage memory = TensorMemory.ofHost(tensor);
        ByteBuffer buffer = new AddressPointer(tensor.address()).bytes(bytes);
        CLEANER.register(buffer, memory.pin());
        return buffer;
    }

    /** The size of a tensor for which there is a buffer. */
    static int bufferBytes(Tensor tensor) {
        if (tensor.byteCount() > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(
                    RuntimeProblem.VIEW_TOO_LARGE, "tensor " + Tensors.describe(tensor), "buffer", "bytes");
        }
        return (int) tensor.byteCount();
    }

    /** A pointer to the tensor's elements that is valid only while the caller holds the tensor. */
    static Pointer brief(Tensor tensor) {
        return typed(new AddressPointer(tensor.address()), tensor.dtype(), tensor.elementCount());
    }

    /**
     * A buffer of the tensor's bytes, in the order of the machine, that is valid only while the caller holds the tensor.
     *
     * @throws ShapeMismatchException if they are more than 2147483647
     */
    static ByteBuffer briefBytes(Tensor tensor) {
        return new AddressPointer(tensor.address()).bytes(bufferBytes(tensor));
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
        return pointer.position(0).capacity(elements).limit(elements);
    }

    private static final class AddressPointer extends Pointer {
        AddressPointer(long address) {
            this.address = address;
        }

        /**
         * JavaCPP looks up the size in a hash table that it changes, without a lock for readers, while it loads a library in
         * another thread. What it finds then may be no size, and a buffer of such a size ends the process.
         */
        @Override
        public int sizeof() {
            return 1;
        }

        /** A buffer of so many bytes; JavaCPP takes a limit of 0 for unknown. */
        ByteBuffer bytes(int count) {
            capacity(count).limit(count);
            return asByteBuffer().limit(count);
        }
    }
}
