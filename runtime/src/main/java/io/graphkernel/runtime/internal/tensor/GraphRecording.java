package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.device.DeviceAllocation;
import io.graphkernel.runtime.internal.device.DeviceRecording;
import io.graphkernel.runtime.internal.device.DeviceStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The tensors and the memory of captured launches. */
public final class GraphRecording {
    private final Set<Tensor> read = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Tensor> written = Collections.newSetFromMap(new IdentityHashMap<>());
    private final DeviceRecording memory = new DeviceRecording();

    private Tensor[] readers = {};
    private Tensor[] writers = {};

    void reads(Tensor tensor) {
        read.add(tensor);
    }

    void writes(Tensor tensor) {
        written.add(tensor);
    }

    void own(DeviceAllocation block) {
        memory.own(block);
    }

    /** Ends the capture. Tensors allocated and closed during it only belong to the recording. */
    public void end() {
        read.removeAll(written);
        readers = open(read);
        writers = open(written);
        read.clear();
        written.clear();
    }

    private static Tensor[] open(Set<Tensor> tensors) {
        return tensors.stream().filter(tensor -> !tensor.isClosed()).toArray(Tensor[]::new);
    }

    /**
     * Records that the captured launches are now submitted to a stream.
     *
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if a tensor was closed since
     */
    public void use(DeviceStream stream) {
        for (Tensor tensor : readers) {
            tensor.address();
            TensorMemory.deviceBlock(tensor).read(stream);
        }
        for (Tensor tensor : writers) {
            tensor.address();
            TensorMemory.deviceBlock(tensor).write(stream);
        }
        memory.write(stream);
    }

    public void release() {
        memory.release();
        readers = new Tensor[0];
        writers = new Tensor[0];
    }
}
