package io.graphkernel.interop;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.PointerConsumer;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** PyTorch's tensors over memory of ours, which say when PyTorch is done with it. */
final class PyTorchMemory {

    /** What is to be done when nobody uses the memory at an address any more. */
    private static final Map<Long, Runnable> RELEASES = new ConcurrentHashMap<>();

    /** One for all memory: PyTorch tells it the address. */
    private static final PointerConsumer RELEASE = new PointerConsumer() {
        @Override
        public void call(Pointer memory) {
            RELEASES.remove(memory.address()).run();
        }
    };

    static {
        RELEASE.retainReference(); // No scope closes it.
    }

    private PyTorchMemory() {}

    /** A tensor of PyTorch over the memory of one of ours, which is closed when PyTorch frees it. */
    static org.bytedeco.pytorch.Tensor give(Tensor tensor, long... dims) {
        ScalarType dtype = PyTorchTensors.ADAPTER.theirs("give", tensor.dtype());
        if (tensor.elementCount() == 0) {
            tensor.close();
            return PyTorchTensors.empty(dims, dtype);
        }
        return over(tensor.pointer(), dtype, TensorScope.detach(tensor)::close, dims);
    }

    /**
     * A tensor of PyTorch over some memory.
     *
     * @param memory which belongs to no other tensor of PyTorch
     * @param release is called once, by any thread
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

    /** How much memory PyTorch has not given back yet, in blocks. */
    static int count() {
        return RELEASES.size();
    }
}
