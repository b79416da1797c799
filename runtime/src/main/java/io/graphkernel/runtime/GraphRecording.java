package io.graphkernel.runtime;

import io.graphkernel.runtime.device.DeviceBlock;
import io.graphkernel.runtime.device.DeviceRecording;
import io.graphkernel.runtime.device.DeviceStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The tensors and the memory that captured launches use. */
final class GraphRecording {
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
    void end() {
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
    void use(DeviceStream stream) {
        for (Tensor tensor : readers) {
            tensor.address();
            tensor.deviceBlock().read(stream);
        }
        for (Tensor tensor : writers) {
            tensor.address();
            tensor.deviceBlock().write(stream);
        }
        memory.write(stream);
    }

    void release() {
        memory.release();
        readers = new Tensor[0];
        writers = new Tensor[0];
    }
}
