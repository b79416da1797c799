package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.memory.Block;
import io.graphkernel.runtime.memory.MemoryPool;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.Pointer;

/**
 * An array of numbers off the heap, row-major, of rank 0 to 8. Dims and counts are 64-bit.
 *
 * <p>A tensor holds its memory until it is closed, by hand, by try-with-resources or by its {@link TensorScope}; the
 * memory then goes to a pool. The memory of a tensor that is forgotten unclosed is freed some time after the garbage
 * collector has found it. Every use of a closed tensor throws {@link ClosedTensorException}. If one thread closes a
 * tensor while another runs a kernel on it, that kernel's results are wrong, and so is what it writes over, but
 * the process goes on: the memory stays mapped until the launch has ended.
 *
 * <p>Tensors are not synchronized: threads that share one agree among themselves on who writes when.
 */
public final class Tensor implements AutoCloseable {
    private static final VarHandle BLOCK;

    static {
        try {
            BLOCK = MethodHandles.lookup().findVarHandle(Tensor.class, "block", Block.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private final DType dtype;
    private final Device device;
    private final long[] dims;
    private final long elements;

    /** 0 when closed. */
    private long address;

    /** Pooled memory; null when closed, and in a tensor that wraps. */
    private Block block;

    /** What a wrapping tensor keeps alive; null in others. */
    private Pointer owner;

    /** The scope that closes this tensor, or null. */
    TensorScope scope;

    private Tensor(DType dtype, long[] dims, long elements, Block block) {
        this.dtype = dtype;
        this.device = Device.cpu();
        this.dims = dims;
        this.elements = elements;
        this.address = block.address();
        this.block = block;
        TensorScope.adopt(this);
    }

    /** Wraps memory that belongs to {@code owner}. */
    Tensor(DType dtype, Device device, long[] dims, long elements, long address, Pointer owner) {
        this.dtype = dtype;
        this.device = device;
        this.dims = dims;
        this.elements = elements;
        this.address = address;
        this.owner = owner;
        TensorScope.adopt(this);
    }

    /** A new f32 tensor, contents undefined. */
    public static Tensor empty(long... dims) {
        return empty(DType.F32, dims);
    }

    /**
     * A new tensor, contents undefined.
     *
     * @throws ShapeMismatchException if the dims are not 0 to 8 numbers of 0 or more, or too large
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if there is no such memory
     */
    public static Tensor empty(DType dtype, long... dims) {
        return allocate(dtype, Shapes.checked(dims.clone()));
    }

    /** As {@link #empty(DType, long...)} with dims that are valid and that nobody else changes. */
    static Tensor allocate(DType dtype, long[] dims) {
        long elements = Shapes.elementCount(dims, dims.length);
        long bytes = Shapes.byteCount(dtype, elements, dims);
        return new Tensor(dtype, dims, elements, MemoryPool.shared().acquire(bytes));
    }

    /** A new f32 tensor of zeros. */
    public static Tensor zeros(long... dims) {
        return zeros(DType.F32, dims);
    }

    /** A new tensor of zeros. */
    public static Tensor zeros(DType dtype, long... dims) {
        return TensorData.clear(empty(dtype, dims));
    }

    /** A new f32 tensor, every element the same. */
    public static Tensor full(float value, long... dims) {
        return TensorData.fill(empty(dims), value);
    }

    /** A new f32 tensor of rank 0. */
    public static Tensor scalar(float value) {
        return full(value);
    }

    /**
     * A new f32 tensor with a copy of the data, row by row.
     *
     * @param data as many elements as the dims have
     */
    public static Tensor of(float[] data, long... dims) {
        TensorData.requireCount(data.length, Shapes.checked(dims));
        Tensor tensor = empty(dims);
        TensorData.write(tensor, data);
        return tensor;
    }

    /** A new bool tensor with a copy of the data, row by row. */
    public static Tensor of(boolean[] data, long... dims) {
        TensorData.requireCount(data.length, Shapes.checked(dims));
        Tensor tensor = empty(DType.BOOL, dims);
        TensorData.write(tensor, data);
        return tensor;
    }

    /**
     * An f32 tensor over the memory of a direct buffer in native byte order, from its position on. Nothing is copied:
     * both see what the other writes. The buffer is kept alive; closing the tensor leaves it as it is.
     *
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the buffer cannot be wrapped
     */
    public static Tensor wrap(FloatBuffer buffer, long... dims) {
        return TensorWrapper.wrap(buffer, Shapes.checked(dims.clone()));
    }

    /**
     * A tensor over the memory of a JavaCPP pointer, from its position on, such as one of ND4J, TensorFlow or
     * PyTorch. Nothing is copied. The pointer is kept alive; closing the tensor leaves it as it is. A pointer that is
     * closed meanwhile is noticed at the next use.
     *
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the pointer cannot be wrapped
     */
    public static Tensor wrap(Pointer pointer, DType dtype, long... dims) {
        return TensorWrapper.wrap(pointer, dtype, Shapes.checked(dims.clone()));
    }

    /** The type of the elements. */
    public DType dtype() {
        return dtype;
    }

    /** Where the memory is. */
    public Device device() {
        return device;
    }

    /** The number of dims. */
    public int rank() {
        return dims.length;
    }

    /**
     * The size of one axis.
     *
     * @param axis counts from the end if negative
     */
    public long dimension(int axis) {
        int index = axis < 0 ? axis + dims.length : axis;
        if (index < 0 || index >= dims.length) {
            throw new InvalidArgumentException(RuntimeProblem.AXIS_RANGE, "dimension", axis, describe(), dims.length);
        }
        return dims[index];
    }

    /** The dims, in a new array. */
    public long[] dimensions() {
        return dims.clone();
    }

    /** The dims themselves, not to be changed. */
    long[] dims() {
        return dims;
    }

    /** The number of elements, the product of the dims. */
    public long elementCount() {
        return elements;
    }

    /** The size in bytes. */
    public long byteCount() {
        return elements * dtype.bytes();
    }

    /**
     * The address of the first element. It is valid as long as the tensor is open and reachable.
     *
     * @throws ClosedTensorException if the tensor, or the pointer that it wraps, is closed
     */
    public long address() {
        long current = address;
        if (current == 0 || owner != null && owner.isNull()) {
            throw closedException();
        }
        return current;
    }

    private ClosedTensorException closedException() {
        return new ClosedTensorException(
                address == 0 ? RuntimeProblem.CLOSED_TENSOR : RuntimeProblem.CLOSED_OWNER, "tensor " + describe());
    }

    /**
     * A JavaCPP pointer to the elements, of the class that goes with the dtype ({@code FloatPointer} for f32; f16 and
     * bf16 give a {@code ShortPointer}, bool a {@code BytePointer}). It sees the tensor's memory, and must not be used
     * after the tensor is closed.
     */
    public Pointer pointer() {
        address();
        return TensorWrapper.view(this, block, owner);
    }

    /**
     * A view of an f32 tensor of at most 2147483647 elements. It sees the tensor's memory, and must not be used after
     * the tensor is closed or unreachable.
     */
    public FloatBuffer asFloatBuffer() {
        return TensorData.floatBuffer(this);
    }

    /** A copy of the elements of an f32 tensor, row by row. */
    public float[] toFloatArray() {
        return TensorData.toFloats(this);
    }

    /** A copy of the elements of a bool tensor, row by row. */
    public boolean[] toBooleanArray() {
        return TensorData.toBooleans(this);
    }

    /** Copies the elements of an f32 tensor into an array of exactly their number. */
    public void copyTo(float[] target) {
        TensorData.requireCount(target.length, dims);
        TensorData.read(this, target);
    }

    /** Copies an array of exactly this f32 tensor's number of elements into it. */
    public void copyFrom(float[] source) {
        TensorData.requireCount(source.length, dims);
        TensorData.write(this, source);
    }

    /** Copies the elements into a tensor of the same dtype and dims. */
    public void copyTo(Tensor target) {
        TensorData.copy(this, target);
    }

    /**
     * One element as a float: rounded if the dtype is wider, 0 or 1 for bool.
     *
     * @param index one number per dim
     */
    public float get(long... index) {
        return (float) TensorData.element(this, TensorData.offset(this, index));
    }

    /** Whether the tensor is closed. */
    public boolean isClosed() {
        return address == 0;
    }

    /** Gives the memory back to the pool. Closing twice is allowed. */
    @Override
    public void close() {
        Block held = (Block) BLOCK.getAndSet(this, (Block) null);
        address = 0;
        owner = null;
        if (held != null) {
            MemoryPool.shared().release(held);
        }
    }

    /** Dtype and dims, as in {@code f32[4, 4]}. */
    String describe() {
        return dtype + Arrays.toString(dims);
    }

    /** Dtype, dims and the elements, large axes abbreviated. */
    @Override
    public String toString() {
        return TensorText.describe(this);
    }
}
