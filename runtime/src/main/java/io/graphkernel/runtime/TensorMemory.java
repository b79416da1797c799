package io.graphkernel.runtime;

import io.graphkernel.runtime.device.DeviceBlock;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.memory.HostStorage;
import io.graphkernel.runtime.memory.MemoryPool;
import io.graphkernel.runtime.memory.SharedStorage;
import io.graphkernel.runtime.memory.Storage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What tensors hold of memory: all of it, or, from the first view on, a share. A thread may close a tensor while another
 * takes its address or makes a view of it.
 */
final class TensorMemory {
    private static final VarHandle MEMORY;
    private static final VarHandle ADDRESS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MEMORY = lookup.findVarHandle(Tensor.class, "memory", Storage.class);
            ADDRESS = lookup.findVarHandle(Tensor.class, "address", long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private TensorMemory() {}

    /** A new tensor on a device, with dims that are valid and that nobody else changes. */
    static Tensor allocate(Device device, DType dtype, long[] dims) {
        long elements = Shapes.elementCount(dims, dims.length);
        long bytes = Shapes.byteCount(dtype, elements, dims);
        Storage memory = device.isHost()
                ? MemoryPool.shared().acquire(bytes)
                : LaunchFrame.current().onDevice(device).acquire(bytes);
        return TensorScope.adopt(new Tensor(dtype, device, dims, elements, memory.address(), memory, null));
    }

    /** A tensor over foreign memory that is large enough, with dims that nobody else changes. */
    static Tensor over(ForeignStorage memory, DType dtype, long[] dims, long elements) {
        return TensorScope.adopt(new Tensor(dtype, Device.cpu(), dims, elements, memory.address(), memory, memory));
    }

    /** A tensor, in no scope, of the elements from an offset on; the memory lives until it is closed, too. */
    static Tensor view(Tensor tensor, long offset, long[] dims, long elements) {
        long begin = tensor.address;
        if (begin == 0) {
            throw closedException(tensor);
        }
        SharedStorage shared = share(tensor);
        long address = begin + offset * tensor.dtype().bytes();
        return new Tensor(tensor.dtype(), tensor.device(), dims, elements, address, shared, tensor.foreign);
    }

    /** A view of some entries along the first axis. */
    static Tensor slice(Tensor tensor, long begin, long end) {
        long[] dims = tensor.dims();
        if (dims.length == 0 || begin < 0 || end < begin || end > dims[0]) {
            throw new ShapeMismatchException(RuntimeProblem.SLICE_RANGE, begin, end, "tensor " + tensor.describe());
        }
        long[] part = dims.clone();
        part[0] = end - begin;
        long row = dims[0] == 0 ? 0 : tensor.elementCount() / dims[0];
        return TensorScope.adopt(view(tensor, begin * row, part, part[0] * row));
    }

    /** One more share of the memory. */
    private static SharedStorage share(Tensor tensor) {
        Storage current = (Storage) MEMORY.getVolatile(tensor);
        while (current != null && !(current instanceof SharedStorage)) {
            MEMORY.compareAndSet(tensor, current, new SharedStorage(current));
            current = (Storage) MEMORY.getVolatile(tensor);
        }
        if (current instanceof SharedStorage shared && shared.retain()) {
            return shared;
        }
        throw new ClosedTensorException(RuntimeProblem.CLOSED_TENSOR, "tensor " + tensor.describe());
    }

    /** The memory of which a tensor holds all or a share. */
    private static Storage whole(Storage memory) {
        return memory instanceof SharedStorage shared ? shared.memory() : memory;
    }

    /** The address of a tensor over foreign memory that is there; any other one is closed. */
    static long foreignAddress(Tensor tensor) {
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

    /** The memory of a tensor that is open and on a device other than the host. */
    static DeviceBlock deviceBlock(Tensor tensor) {
        Storage current = tensor.memory;
        if (current == null) {
            throw closedException(tensor);
        }
        return current instanceof DeviceBlock block ? block : (DeviceBlock) whole(current);
    }

    /** The memory of a tensor of the host. */
    static HostStorage ofHost(Tensor tensor) {
        return (HostStorage) whole(tensor.memory);
    }

    private static ClosedTensorException closedException(Tensor tensor) {
        return new ClosedTensorException(
                tensor.address == 0 ? RuntimeProblem.CLOSED_TENSOR : RuntimeProblem.CLOSED_OWNER,
                "tensor " + tensor.describe());
    }

    /** Gives up what the tensor holds, once. */
    static void close(Tensor tensor) {
        tensor.address = 0;
        Storage held = (Storage) MEMORY.getAndSet(tensor, (Storage) null);
        if (held != null) {
            held.release();
        }
    }
}
