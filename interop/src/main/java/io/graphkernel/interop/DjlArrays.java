package io.graphkernel.interop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * Tensors over the memory of DJL's arrays of the PyTorch engine, and copies of the arrays of all engines both ways.
 *
 * <p>Results need no copy either: create them with {@code manager.create(shape, dtype)}, wrap them, and pass them to the
 * kernel as its result argument.
 */
public final class DjlArrays {
    /** Without bf16, i16, u16, u32 and u64: the PyTorch engine ends the process if such an array is requested. */
    static final Adapter<DataType> ADAPTER = new Adapter<>(
            "DjlArrays",
            Map.of(
                    DType.F32, DataType.FLOAT32,
                    DType.F64, DataType.FLOAT64,
                    DType.F16, DataType.FLOAT16,
                    DType.I8, DataType.INT8,
                    DType.U8, DataType.UINT8,
                    DType.I32, DataType.INT32,
                    DType.I64, DataType.INT64,
                    DType.BOOL, DataType.BOOLEAN));

    private DjlArrays() {}

    /**
     * Returns a tensor over the memory of an array of the PyTorch engine on the CPU, contiguous in row-major order and
     * smaller than 2 GiB. Nothing is copied: writes are visible on both sides. The result has its own reference to the
     * memory. The given array and its manager may therefore be closed at any time, even while a kernel runs. The memory
     * is freed when the result is closed as well.
     *
     * <p>The given array must be open until this method returns. Memory that DJL itself does not retain for a view is
     * not retained here either. A view of an array that was created from Java data, {@code manager.create(float[])},
     * needs that array in the view's manager, or above, when the view is wrapped.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the array is closed, strided, sparse, too large,
     *     of another engine, on another device, of a dtype that tensors do not have, or if it records gradients
     */
    public static Tensor wrap(NDArray array) {
        ADAPTER.requireGiven("wrap", "array", array);
        PtNDArray own = shareable(array);
        if (own.hasGradient()) {
            throw ADAPTER.kind(
                    "wrap",
                    "an array that records gradients",
                    "what a kernel reads or writes there is not recorded",
                    "DjlArrays.wrap(x.stopGradient())");
        }
        return share(own)
                .orElseThrow(() -> ADAPTER.layout(own.getShape().getShape(), "is a view that is not contiguous", ""));
    }

    /** As {@link #wrap}, for an array that may record gradients; a non-contiguous view is copied. */
    static Tensor wrapRows(NDArray array) {
        ADAPTER.requireGiven("wrap", "array", array);
        return share(shareable(array)).orElseGet(() -> copy(array));
    }

    private static PtNDArray shareable(NDArray array) {
        if (!(array instanceof PtNDArray own)) {
            throw ADAPTER.kind(
                    "wrap",
                    "an array of the class " + array.getClass().getSimpleName(),
                    "only the PyTorch engine exposes its memory",
                    "DjlArrays.copy(x)");
        }
        require("wrap", own);
        if (!own.getDevice().equals(ai.djl.Device.cpu())) {
            throw ADAPTER.onDevice(
                    "wrap",
                    own.getDevice(),
                    "share a copy on the host, DjlArrays.wrap(x.toDevice(Device.cpu(), true)), or copy it with DjlArrays.copy(x)");
        }
        return own;
    }

    /**
     * Returns a new tensor on the default device with the elements of an array of any layout, engine and device,
     * smaller than 2 GiB.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the array is closed, sparse, too large, or of a
     *     dtype that tensors do not have
     */
    public static Tensor copy(NDArray array) {
        ADAPTER.requireGiven("copy", "array", array);
        require("copy", array);
        DType dtype = ADAPTER.ours("copy", array.getDataType());
        ByteBuffer elements = array.toByteBuffer();
        ByteBuffer direct = ByteBuffer.allocateDirect(elements.remaining()).order(ByteOrder.nativeOrder());
        direct.put(elements).flip();
        try (Tensor shared = Tensor.wrap(direct, dtype, array.getShape().getShape())) {
            return shared.to(Device.defaultDevice());
        }
    }

    /** Returns a new array of a manager with the dims and elements of a tensor on any device. */
    public static NDArray toDjl(Tensor tensor, NDManager manager) {
        ADAPTER.requireGiven("toDjl", "tensor", tensor);
        ADAPTER.requireGiven("toDjl", "manager", manager);
        DataType dtype = ADAPTER.theirs("toDjl", tensor.dtype());
        requireSmall("toDjl", "a tensor", tensor.byteCount());
        ByteBuffer elements = manager.allocateDirect((int) tensor.byteCount());
        if (tensor.elementCount() > 0) {
            try (Tensor target = Tensor.wrap(elements, tensor.dtype(), tensor.dimensions())) {
                tensor.copyTo(target);
            }
        }
        return manager.create(elements, new Shape(tensor.dimensions()), dtype);
    }

    private static void require(String method, NDArray array) {
        if (array instanceof PtNDArray own && own.isReleased()) {
            throw ADAPTER.closed(method);
        }
        if (array.isSparse()) {
            throw ADAPTER.kind(
                    method,
                    "a sparse array",
                    "its elements are not contiguous",
                    "DjlArrays." + method + "(x.toDense())");
        }
        DType dtype = ADAPTER.ours(method, array.getDataType());
        requireSmall(
                method, "an array", Adapter.byteCount(dtype, array.getShape().getShape()));
    }

    private static void requireSmall(String method, String what, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw ADAPTER.kind(
                    method,
                    what + " of 2 GiB or more",
                    "DJL exchanges memory as Java's buffers, which are smaller",
                    "split it before");
        }
    }

    /** Returns a tensor over the memory of an array; empty if its elements are not contiguous. */
    private static Optional<Tensor> share(PtNDArray array) {
        DType dtype = ADAPTER.ours("wrap", array.getDataType());
        long[] dims = array.getShape().getShape();
        long bytes = Adapter.byteCount(dtype, dims);
        if (bytes == 0) {
            return Optional.of(Tensor.wrap(new HeldMemory(0, 0, false, () -> {}), dtype, dims));
        }
        PtNDArray own = (PtNDArray) array.stopGradient(); // A private second handle of the same memory.
        NDScope.unregister(own);
        try (NDManager temporary = NDManager.newBaseManager("PyTorch")) {
            own.attach(temporary);
            // DJL does not expose strides, but this call copies non-contiguous arrays, each time to a new address.
            long address = addressOf(own.toByteBuffer(true));
            if (address != addressOf(own.toByteBuffer(true))) {
                return Optional.empty();
            }
            ByteBuffer javaMemory = DjlJavaMemory.at(address, array);
            own.detach();
            return Optional.of(
                    Tensor.wrap(new HeldMemory(address, bytes, false, () -> release(own, javaMemory)), dtype, dims));
        }
    }

    private static void release(PtNDArray own, @Nullable ByteBuffer javaMemory) {
        own.close();
        Reference.reachabilityFence(javaMemory);
    }

    static long addressOf(ByteBuffer buffer) {
        return new Pointer(buffer).address();
    }
}
