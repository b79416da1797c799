package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DeviceAllocation;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.HostStorage;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.memory.SharedStorage;
import io.graphkernel.runtime.internal.memory.Storage;
import io.graphkernel.runtime.internal.memory.WriteTracker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Memory ownership of tensors: exclusive, or shared from the first view on. A thread may close a tensor while another
 * reads its address or creates a view of it.
 */
public final class TensorMemory {
    private static final TensorFactory FACTORY = TensorFactory.get();
    private static final VarHandle MEMORY = field("memory", Storage.class);
    private static final VarHandle ADDRESS = field("address", long.class);

    private TensorMemory() {}

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(AbstractTensor.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a new tensor on a device; the dims must be valid and must not be modified. */
    public static AbstractTensor allocate(AbstractDevice device, DType dtype, long[] dims) {
        long elements = Shapes.elementCount(dims, dims.length);
        long bytes = Shapes.byteCount(dtype, elements, dims);
        Storage memory = device.isHost() ? ofHost(bytes) : ofDevice(device, bytes);
        return OpenScope.adopt(FACTORY.newTensor(dtype, device, dims, elements, memory.address(), memory, null));
    }

    private static Storage ofHost(long bytes) {
        HostBlock block = MemoryPool.shared().acquire(bytes);
        block.hold();
        return block;
    }

    private static Storage ofDevice(AbstractDevice device, long bytes) {
        DeviceAllocation block = DeviceFrames.current(device).acquire(bytes);
        block.hold();
        return block;
    }

    /** Returns a tensor over foreign memory of sufficient size; the dims must not be modified. */
    public static AbstractTensor over(ForeignStorage memory, DType dtype, long[] dims, long elements) {
        return OpenScope.adopt(
                FACTORY.newTensor(dtype, DeviceStates.host(), dims, elements, memory.address(), memory, memory));
    }

    /**
     * Returns a view, without a scope, of the elements from an offset on; the memory lives until it is closed as well.
     */
    public static <T extends AbstractTensor> T view(T tensor, long offset, long[] dims, long elements) {
        return view(tensor, offset, tensor.dtype, dims, elements);
    }

    /** Returns a view of the bits as elements of another dtype; the offset is in elements of the tensor. */
    @SuppressWarnings("unchecked") // All tensors are instances of the public class, which is final.
    static <T extends AbstractTensor> T view(T tensor, long offset, DType dtype, long[] dims, long elements) {
        long begin = tensor.address;
        if (begin == 0) {
            throw closedException(tensor);
        }
        SharedStorage shared = share(tensor);
        long address = begin + offset * tensor.dtype.bytes();
        return (T) FACTORY.newTensor(dtype, tensor.device, dims, elements, address, shared, tensor.foreign);
    }

    /** Returns a view of a range of entries along the first axis. */
    public static <T extends AbstractTensor> T slice(T tensor, long begin, long end) {
        long[] dims = tensor.dims;
        if (dims.length == 0 || begin < 0 || end < begin || end > dims[0]) {
            throw new ShapeMismatchException(
                    RuntimeProblem.SLICE_RANGE, begin, end, "tensor " + Tensors.describe(tensor));
        }
        long[] sliceDims = dims.clone();
        sliceDims[0] = end - begin;
        long row = dims[0] == 0 ? 0 : tensor.elementCount() / dims[0];
        return OpenScope.adopt(view(tensor, begin * row, sliceDims, sliceDims[0] * row));
    }

    /** Adds a holder of the memory. */
    private static SharedStorage share(AbstractTensor tensor) {
        Storage current = (Storage) MEMORY.getVolatile(tensor);
        while (current != null && !(current instanceof SharedStorage)) {
            MEMORY.compareAndSet(tensor, current, new SharedStorage(current));
            current = (Storage) MEMORY.getVolatile(tensor);
        }
        if (current instanceof SharedStorage shared && shared.retain()) {
            return shared;
        }
        throw new ClosedTensorException(RuntimeProblem.CLOSED_TENSOR, "tensor " + Tensors.describe(tensor));
    }

    /** Records that the bytes of a tensor are about to be written, if other tensors share them. */
    static void recordWrite(AbstractTensor tensor) {
        if (tensor.memory instanceof SharedStorage shared) {
            shared.recordWrite(tensor.address, tensor.byteCount());
        }
    }

    /** Tracks writes to the bytes of an open view. */
    static WriteTracker watch(AbstractTensor view) {
        return ((SharedStorage) view.memory).watch(view.address, view.byteCount());
    }

    /** Returns the memory that a tensor owns or shares. */
    private static Storage whole(Storage memory) {
        return memory instanceof SharedStorage shared ? shared.memory() : memory;
    }

    /** Returns the address of a tensor over valid foreign memory; any other tensor is closed. */
    public static long foreignAddress(AbstractTensor tensor) {
        ForeignStorage foreign = tensor.foreign;
        if (foreign != null) {
            foreign.use();
            long current = (long) ADDRESS.getVolatile(tensor);
            if (current != 0 && foreign.isAlive()) {
                return current;
            }
        }
        throw closedException(tensor);
    }

    /** Returns the memory of an open tensor on a device other than the host. */
    public static DeviceAllocation deviceBlock(AbstractTensor tensor) {
        Storage current = tensor.memory;
        if (current == null) {
            throw closedException(tensor);
        }
        return current instanceof DeviceAllocation block ? block : (DeviceAllocation) whole(current);
    }

    /** Returns the memory of a host tensor. */
    static HostStorage ofHost(AbstractTensor tensor) {
        return (HostStorage) whole(tensor.memory);
    }

    private static ClosedTensorException closedException(AbstractTensor tensor) {
        return new ClosedTensorException(
                tensor.isClosed() ? RuntimeProblem.CLOSED_TENSOR : RuntimeProblem.CLOSED_OWNER,
                "tensor " + Tensors.describe(tensor));
    }

    /** Releases the hold of the tensor once. */
    public static void close(AbstractTensor tensor) {
        tensor.address = 0;
        Storage held = (Storage) MEMORY.getAndSet(tensor, (Storage) null);
        if (held != null) {
            held.release();
        }
    }
}
