package io.graphkernel.runtime.internal.foreign;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ForeignMemory;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.size.Sizes;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.tensor.AbstractTensor;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.TensorMemory;
import java.util.Arrays;
import java.util.function.Function;

/** Factory of tensors over foreign memory, and of copies of it. */
public final class ForeignTensors {
    private final ForeignMemory memory;
    private final DType dtype;
    private final long[] dims;
    private final long elements;

    private ForeignTensors(ForeignMemory memory, DType dtype, long[] dims) {
        this.memory = memory;
        this.dtype = dtype;
        this.dims = dims;
        this.elements = Shapes.elementCount(dims, dims.length);
    }

    /** Returns a tensor over memory, which is released if the tensor cannot be created. */
    public static AbstractTensor wrap(ForeignMemory memory, DType dtype, long[] dims) {
        Operands.attribute("Tensor.wrap", "memory", memory);
        return owning(
                memory, owner -> checked("Tensor.wrap", memory, dtype, dims).contiguous(owner));
    }

    /** Returns a tensor like {@link #wrap(ForeignMemory, DType, long[])} for an array with strides. */
    public static AbstractTensor wrap(ForeignMemory memory, DType dtype, long[] dims, long[] strides) {
        Operands.attribute("Tensor.wrap", "memory", memory);
        return owning(memory, owner -> {
            ForeignTensors foreign = checked("Tensor.wrap", memory, dtype, dims);
            long[] steps = foreign.checkedStrides("Tensor.wrap", strides);
            if (!foreign.isContiguous(steps)) {
                throw new InvalidArgumentException(
                        RuntimeProblem.STRIDED_MEMORY,
                        foreign.described(),
                        Arrays.toString(steps),
                        Arrays.toString(foreign.contiguousStrides()));
            }
            return foreign.contiguous(owner);
        });
    }

    /** Returns a new tensor with a copy of strided elements in memory, which is released. */
    public static AbstractTensor copy(ForeignMemory memory, DType dtype, long[] dims, long[] strides) {
        Operands.attribute("Tensor.copyOf", "memory", memory);
        try {
            ForeignTensors foreign = checked("Tensor.copyOf", memory, dtype, dims);
            return foreign.copy(foreign.checkedStrides("Tensor.copyOf", strides));
        } finally {
            ForeignStorage.release(memory);
        }
    }

    /** Returns a tensor that releases the memory; an error releases it exactly once. */
    private static AbstractTensor owning(ForeignMemory memory, Function<ForeignStorage.Owner, AbstractTensor> maker) {
        ForeignStorage.Owner owner;
        try {
            owner = new ForeignStorage.Owner(memory);
        } catch (RuntimeException | Error e) {
            ForeignStorage.release(memory);
            throw e;
        }
        try {
            return maker.apply(owner);
        } catch (RuntimeException | Error e) {
            owner.run();
            throw e;
        }
    }

    private static ForeignTensors checked(String method, ForeignMemory memory, DType dtype, long[] dims) {
        Operands.attribute(method, "dtype", dtype);
        Operands.attribute(method, "dims", dims);
        ForeignTensors foreign = new ForeignTensors(memory, dtype, Shapes.checked(dims.clone()));
        if (!memory.isAlive()) {
            throw new ClosedTensorException(RuntimeProblem.CLOSED_OWNER, method + ": " + foreign.described());
        }
        if (foreign.elements > 0 && memory.address() == 0) {
            throw foreign.invalid("is at address 0", "pass memory that is there");
        }
        return foreign;
    }

    private String described() {
        return dtype + Arrays.toString(dims);
    }

    private void requireBytes(long bytes) {
        if (memory.byteCount() < bytes) {
            throw invalid(
                    "has " + memory.byteCount() + " bytes where " + bytes + " are needed",
                    "pass at least that many bytes of memory, or smaller dims");
        }
    }

    private InvalidArgumentException invalid(String detail, String fix) {
        return new InvalidArgumentException(RuntimeProblem.INVALID_MEMORY, "the memory", described(), detail, fix);
    }

    private AbstractTensor contiguous(ForeignStorage.Owner owner) {
        requireBytes(Shapes.byteCount(dtype, elements, dims));
        if (elements > 0 && memory.address() % dtype.bytes() != 0) {
            throw invalid(
                    "is not aligned to " + dtype.bytes() + " bytes",
                    "pass memory that begins at such an address, or copy it with Tensor.copyOf or Tensor.of");
        }
        return TensorMemory.over(new ForeignStorage(owner, elements), dtype, dims, elements);
    }

    private long[] checkedStrides(String method, long[] strides) {
        Operands.attribute(method, "strides", strides);
        if (strides.length != dims.length) {
            throw new ShapeMismatchException(
                    RuntimeProblem.STRIDE_COUNT, method, strides.length, described(), dims.length);
        }
        return strides.clone();
    }

    private long[] contiguousStrides() {
        long[] strides = new long[dims.length];
        long stride = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= Math.max(dims[axis], 1);
        }
        return strides;
    }

    /** Returns true if the elements are contiguous; strides of axes of size 1 are ignored. */
    private boolean isContiguous(long[] strides) {
        long[] contiguous = contiguousStrides();
        boolean same = true;
        for (int axis = 0; axis < dims.length; axis++) {
            same &= dims[axis] == 1 || strides[axis] == contiguous[axis];
        }
        return same || elements == 0;
    }

    private AbstractTensor copy(long[] strides) {
        if (elements > 0) {
            requireBytes(extent(strides));
        }
        AbstractTensor host = TensorMemory.allocate(DeviceStates.host(), dtype, dims);
        if (elements > 0) {
            new StridedCopy(dims, strides, dtype.bytes()).run(memory.address(), host.address());
        }
        return DeviceCopies.toDefaultDevice(host);
    }

    /** Returns the offset of the last element in bytes. */
    private long extent(long[] strides) {
        long elementsBefore = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            if (strides[axis] < 0 && dims[axis] > 1) {
                throw invalid(
                        "would be read before its begin, by the stride " + strides[axis],
                        "begin the memory at its lowest element, and reverse the axis with Ops.reverse");
            }
            elementsBefore = Sizes.sum(elementsBefore, Sizes.product(Math.max(0, strides[axis]), dims[axis] - 1));
        }
        return Sizes.product(Sizes.sum(elementsBefore, 1), dtype.bytes());
    }
}
