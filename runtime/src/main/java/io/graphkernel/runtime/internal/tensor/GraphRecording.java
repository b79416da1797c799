package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.internal.device.DeviceAllocation;
import io.graphkernel.runtime.internal.device.DeviceRecording;
import io.graphkernel.runtime.internal.device.DeviceStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The tensors and the memory of captured launches. */
public final class GraphRecording {
    private final Set<AbstractTensor> read = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<AbstractTensor> written = Collections.newSetFromMap(new IdentityHashMap<>());
    private final DeviceRecording memory = new DeviceRecording();

    private AbstractTensor[] readers = {};
    private AbstractTensor[] writers = {};

    void reads(AbstractTensor tensor) {
        read.add(tensor);
    }

    void writes(AbstractTensor tensor) {
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

    private static AbstractTensor[] open(Set<AbstractTensor> tensors) {
        return tensors.stream().filter(tensor -> !tensor.isClosed()).toArray(AbstractTensor[]::new);
    }

    /**
     * Records that the captured launches are now submitted to a stream.
     *
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if a tensor was closed since
     */
    public void use(DeviceStream stream) {
        for (AbstractTensor tensor : readers) {
            tensor.address();
            TensorMemory.deviceBlock(tensor).read(stream);
        }
        for (AbstractTensor tensor : writers) {
            tensor.address();
            TensorMemory.deviceBlock(tensor).write(stream);
        }
        memory.write(stream);
    }

    public void release() {
        memory.release();
        readers = new AbstractTensor[0];
        writers = new AbstractTensor[0];
    }
}
