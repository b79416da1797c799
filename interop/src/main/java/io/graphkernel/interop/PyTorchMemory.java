package io.graphkernel.interop;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.PointerConsumer;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** PyTorch tensors over memory of ours, which report when PyTorch has released it. */
final class PyTorchMemory {

    /** Release actions by address, run when the last user of the memory is done. */
    private static final Map<Long, Runnable> RELEASES = new ConcurrentHashMap<>();

    /** Callback shared by all memory: PyTorch passes the address. */
    private static final PointerConsumer RELEASE = new PointerConsumer() {
        @Override
        public void call(Pointer memory) {
            Objects.requireNonNull(RELEASES.remove(memory.address())).run();
        }
    };

    static {
        RELEASE.retainReference(); // No scope closes it.
    }

    private PyTorchMemory() {}

    /** Returns a PyTorch tensor over the memory of one of ours, which is closed when PyTorch frees it. */
    static org.bytedeco.pytorch.Tensor give(Tensor tensor, long... dims) {
        ScalarType dtype = PyTorchTensors.ADAPTER.theirs("give", tensor.dtype());
        if (tensor.elementCount() == 0) {
            tensor.close();
            return PyTorchTensors.empty(dims, dtype);
        }
        return over(tensor.pointer(), dtype, TensorScope.detach(tensor)::close, dims);
    }

    /**
     * Returns a PyTorch tensor over some memory.
     *
     * @param memory memory that belongs to no other PyTorch tensor
     * @param release action that is called once, by any thread
     */
    static org.bytedeco.pytorch.Tensor over(Pointer memory, ScalarType dtype, Runnable release, long... dims) {
        RELEASES.put(memory.address(), release);
        try (ScalarTypeOptional type = new ScalarTypeOptional(dtype);
                DeviceOptional host = new DeviceOptional();
                TensorOptions options = new TensorOptions();
                TensorOptions typed = options.dtype(type)) {
            return torch.from_blob(memory, dims, RELEASE, typed, host);
        } catch (RuntimeException | Error failure) {
            RELEASES.remove(memory.address());
            throw failure;
        }
    }

    /** Returns the number of blocks that PyTorch has not released yet. */
    static int count() {
        return RELEASES.size();
    }
}
