package io.graphkernel.interop;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.nd4j.linalg.api.buffer.DataBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.memory.MemoryWorkspace;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner.ExecutionerType;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Tensors over the memory of ND4J's arrays, and copies both ways.
 *
 * <p>Results need no copy either: create them with {@code Nd4j.createUninitialized(…)}, wrap them, and pass them to the
 * kernel as its result argument.
 */
public final class Nd4jArrays {
    private static final Adapter<DataType> ADAPTER = new Adapter<>(
            "Nd4jArrays",
            Map.ofEntries(
                    Map.entry(DType.F32, DataType.FLOAT),
                    Map.entry(DType.F64, DataType.DOUBLE),
                    Map.entry(DType.F16, DataType.FLOAT16),
                    Map.entry(DType.BF16, DataType.BFLOAT16),
                    Map.entry(DType.I8, DataType.INT8),
                    Map.entry(DType.U8, DataType.UINT8),
                    Map.entry(DType.I16, DataType.INT16),
                    Map.entry(DType.U16, DataType.UINT16),
                    Map.entry(DType.I32, DataType.INT32),
                    Map.entry(DType.U32, DataType.UINT32),
                    Map.entry(DType.I64, DataType.INT64),
                    Map.entry(DType.U64, DataType.UINT64),
                    Map.entry(DType.BOOL, DataType.BOOL)));

    /** Number of tensors that hold a buffer that was not constant before; guarded by itself. */
    private static final Map<DataBuffer, Integer> HOLDS = new IdentityHashMap<>();

    private Nd4jArrays() {}

    /**
     * Returns a tensor over the memory of an array that is contiguous in row-major order, including a view with an
     * offset. Nothing is copied: writes are visible on both sides.
     *
     * <p>While the result is open, ND4J's buffer is constant: {@code close()} of the array and of its views does not
     * free the memory, even while a kernel runs. ND4J frees it later, by garbage collection or a later {@code close()}.
     * An array of a workspace is different: once the workspace's scope has ended, each use of the result throws {@link
     * io.graphkernel.runtime.exception.ClosedTensorException}.
     *
     * <p>ND4J does not count references, so the caller must exclude these races: a {@code close()} by another thread
     * while this method runs, the end of a workspace's scope while another thread runs a kernel on its memory, and
     * {@code destroyWorkspace()} inside the scope.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the array is closed, in the order f or strided,
     *     compressed, on another device, or of a dtype that tensors do not have
     */
    public static Tensor wrap(INDArray array) {
        require("wrap", array);
        ADAPTER.requireRowMajor(array.shape(), array.stride(), "x.dup('c')");
        return share("wrap", array);
    }

    /**
     * Returns a new tensor on the default device with the elements of an array of any order and strides.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException if the array is closed, compressed, on another
     *     device, or of a dtype that tensors do not have
     */
    public static Tensor copy(INDArray array) {
        require("copy", array);
        boolean rowMajor = Adapter.isRowMajor(array.shape(), array.stride());
        INDArray rows = rowMajor ? array : array.dup('c');
        try (Tensor shared = share("copy", rows)) {
            return shared.to(Device.defaultDevice());
        } finally {
            if (!rowMajor && rows.closeable()) {
                rows.close();
            }
        }
    }

    /** Returns a new array of the order c with the dims and elements of a tensor on any device. */
    public static INDArray toNd4j(Tensor tensor) {
        ADAPTER.requireGiven("toNd4j", "tensor", tensor);
        DataType dtype = ADAPTER.theirs("toNd4j", tensor.dtype());
        if (tensor.elementCount() == 0) {
            return Nd4j.create(dtype, tensor.dimensions());
        }
        INDArray result = Nd4j.createUninitialized(dtype, tensor.dimensions(), 'c');
        requireHost("toNd4j");
        try (Tensor target = share("toNd4j", result)) {
            tensor.copyTo(target);
        }
        return result;
    }

    private static void require(String method, INDArray array) {
        ADAPTER.requireGiven(method, "array", array);
        if (array.wasClosed()) {
            throw ADAPTER.closed(method);
        }
        if (array.isCompressed()) {
            throw ADAPTER.kind(
                    method,
                    "a compressed array",
                    "its memory has no elements",
                    "decompress it with Nd4j.getCompressor().decompress(x)");
        }
        ADAPTER.ours(method, array.dataType());
        if (array.isEmpty() && array.rank() == 0) {
            throw ADAPTER.kind(
                    method,
                    "Nd4j.empty()",
                    "it has no dims and no element",
                    "pass an array that has dims or an element");
        }
        requireHost(method);
    }

    private static void requireHost(String method) {
        ExecutionerType type = Nd4j.getExecutioner().type();
        if (type != ExecutionerType.NATIVE_CPU) {
            throw ADAPTER.onDevice(
                    method, type, "copy the elements, for f32 with Tensor.of(x.dup('c').data().asFloat(), x.shape())");
        }
    }

    private static Tensor share(String method, INDArray array) {
        DType dtype = ADAPTER.ours(method, array.dataType());
        long[] dims = array.shape();
        if (array.isEmpty()) {
            return Tensor.wrap(new HeldMemory(0, 0, false, () -> {}), dtype, dims);
        }
        DataBuffer whole = whole(array.data());
        BooleanSupplier alive = whole.isAttached() ? inScope(whole) : () -> !whole.wasClosed();
        // The offset of a nested view is relative to the beginning of the memory, as its address is.
        long address = whole.address() + array.offset() * dtype.bytes();
        long bytes = Adapter.byteCount(dtype, dims);
        hold(whole);
        if (!alive.getAsBoolean()) {
            release(whole);
            throw ADAPTER.closed(method);
        }
        return Tensor.wrap(new HeldMemory(address, bytes, false, alive, () -> release(whole)), dtype, dims);
    }

    /** Returns the buffer that owns the memory of a view's buffer, with its workspace. */
    private static DataBuffer whole(DataBuffer view) {
        DataBuffer buffer = view;
        while (buffer.underlyingDataBuffer() != null && buffer.underlyingDataBuffer() != buffer) {
            buffer = buffer.underlyingDataBuffer();
        }
        return buffer;
    }

    /** Returns true if the workspace memory still belongs to this buffer: the next iteration of the scope reuses it. */
    private static BooleanSupplier inScope(DataBuffer buffer) {
        MemoryWorkspace workspace = buffer.getParentWorkspace();
        return () -> workspace.isScopeActive() && workspace.getGenerationId() == buffer.getGenerationId();
    }

    private static void hold(DataBuffer buffer) {
        synchronized (HOLDS) {
            if (HOLDS.containsKey(buffer) || !buffer.isConstant()) {
                HOLDS.merge(buffer, 1, Integer::sum);
                buffer.setConstant(true);
            }
        }
    }

    private static void release(DataBuffer buffer) {
        synchronized (HOLDS) {
            Integer left = HOLDS.computeIfPresent(buffer, (key, holds) -> holds == 1 ? 0 : holds - 1);
            if (left != null && left == 0) {
                HOLDS.remove(buffer);
                buffer.setConstant(false);
            }
        }
    }
}
