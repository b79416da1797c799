package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Closeables;
import io.graphkernel.runtime.internal.tensor.Tensors;
import io.graphkernel.runtime.internal.tensor.Zeros;
import java.util.Arrays;

/** Types of the cotangents of a call, and zeros for missing ones. */
final class Cotangents {
    private final long[][] dims;
    private final DType[] dtypes;
    private final Device[] devices;
    /** Created lazily. */
    private final Tensor[] zeros;

    Cotangents(int count) {
        this.dims = new long[count][];
        this.dtypes = new DType[count];
        this.devices = new Device[count];
        this.zeros = new Tensor[count];
    }

    /** Records the type of a result. */
    void result(int number, Tensor result) {
        long[] now = Tensors.dims(result);
        boolean same = devices[number] == result.device() && Arrays.equals(dims[number], now);
        if (!same && zeros[number] != null) {
            zeros[number].close();
            zeros[number] = null;
        }
        dims[number] = now;
        dtypes[number] = result.dtype();
        devices[number] = result.device();
    }

    /** Returns zeros of the type of a result. */
    Tensor zeros(int number) {
        if (zeros[number] == null) {
            zeros[number] = (Tensor) Zeros.of(devices[number], dtypes[number], dims[number]);
        }
        return zeros[number];
    }

    void close() {
        Closeables.closeAll(zeros);
    }
}
