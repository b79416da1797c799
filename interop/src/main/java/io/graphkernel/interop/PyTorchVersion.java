package io.graphkernel.interop;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.SavedValuesException;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/** PyTorch's version counter of a tensor at the time a kernel saved it: PyTorch counts its writes. */
final class PyTorchVersion {

    private final Tensor tensor;
    private final long version;

    PyTorchVersion(Tensor tensor) {
        this.tensor = tensor.detach();
        this.tensor.retainReference(); // No scope closes it.
        this.version = tensor._version();
    }

    /** Throws if PyTorch has written the tensor since. */
    void requireUnmodified() {
        if (tensor._version() != version) {
            try (PointerScope scope = new PointerScope()) {
                throw new SavedValuesException(
                        RuntimeProblem.SAVED_MODIFIED_BY_PYTORCH,
                        Arrays.toString(tensor.sizes().vec().get()));
            }
        }
    }

    void close() {
        tensor.releaseReference();
    }
}
