package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.device.DeviceBlock;
import io.graphkernel.runtime.internal.device.DeviceRecording;
import io.graphkernel.runtime.internal.device.DeviceStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The tensors and the memory that captured launches use. */
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

    void own(DeviceBlock block) {
        memory.own(block);
    }

    /** The capture has ended. What was made and closed during it is memory of the recording alone. */
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
     * What was captured is given to a stream now.
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
