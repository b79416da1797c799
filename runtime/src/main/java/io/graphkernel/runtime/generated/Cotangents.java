package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Closing;
import io.graphkernel.runtime.internal.tensor.Tensors;
import io.graphkernel.runtime.internal.tensor.Zeros;
import java.util.Arrays;

/** What the cotangents of a call are like, and the zeros in place of those that are not given. */
final class Cotangents {
    private final long[][] dims;
    private final DType[] dtypes;
    private final Device[] devices;
    /** Made when they are needed first. */
    private final Tensor[] zeros;

    Cotangents(int count) {
        this.dims = new long[count][];
        this.dtypes = new DType[count];
        this.devices = new Device[count];
        this.zeros = new Tensor[count];
    }

    /** Notes the type of a result. */
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

    /** Zeros of the type of a result. */
    Tensor zeros(int number) {
        if (zeros[number] == null) {
            zeros[number] = Zeros.of(devices[number], dtypes[number], dims[number]);
        }
        return zeros[number];
    }

    void close() {
        Closing.all(zeros);
    }
}
