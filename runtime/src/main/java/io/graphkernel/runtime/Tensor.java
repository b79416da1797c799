package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.eager.EagerMovement;
import io.graphkernel.runtime.internal.foreign.ForeignTensors;
import io.graphkernel.runtime.internal.foreign.TensorWrapper;
import io.graphkernel.runtime.internal.gradient.Recording;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.memory.Storage;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.TensorAccess;
import io.graphkernel.runtime.internal.tensor.TensorArrays;
import io.graphkernel.runtime.internal.tensor.TensorData;
import io.graphkernel.runtime.internal.tensor.TensorMemory;
import io.graphkernel.runtime.internal.tensor.TensorText;
import io.graphkernel.runtime.internal.tensor.TensorViews;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.bytedeco.javacpp.Pointer;

/**
 * An array of numbers off the heap, row-major, of rank 0 to 8, in the memory of the host or of another device. Dims and
 * counts are 64-bit.
 *
 * <p>A new tensor is on the {@linkplain Device#defaultDevice() default device} unless it is said where. Methods that
 * read or write elements copy them from or to another device, and wait for what it computes; views and pointers there
 * are on the host only.
 *
 * <p>A tensor holds its memory until it is closed, by hand, by try-with-resources or by its {@link TensorScope}; the
 * memory then goes to a pool, or back to its owner. Views share it: it is held until the last of them is closed. The
 * memory of a tensor that is forgotten unclosed is freed some time after the garbage collector has found it. Every use of
 * a closed tensor throws {@link ClosedTensorException}.
 *
 * <p>Tensors are not synchronized: threads that share one agree among themselves on who writes when. Whatever they do,
 * no sequence of calls of public methods ends the process. If one thread closes a tensor while another copies it or
 * computes an op on it, that goes on undisturbed; if a compiled kernel runs on it, its results are wrong, and so is what
 * it writes over, but the memory stays mapped until the launch has ended. Outside of this are: addresses from {@link
 * #address()}; memory of a pointer that is freed by JavaCPP's {@code deallocate()}, or by closing it more often than it
 * was retained, in the middle of a use; an owner of {@link #wrap(Pointer, Object, DType, long...)} that frees its memory
 * although it is reachable, and a {@link ForeignMemory} that frees it before its release; buffers whose memory native
 * code or another object frees, such as those of JavaCPP's {@code asBuffer()}, Netty and LWJGL; a mapped file that
 * somebody truncates; and pointers made of {@link #pointer()} that are moved beyond the elements.
 */
public final class Tensor implements AutoCloseable {
    static {
        TensorAccess.give(new Access());
    }

    private final DType dtype;
    private final Device device;
    private final long[] dims;
    private final long elements;

    /** 0 when closed. */
    private long address;

    /** What this tensor holds of the memory, to release once; null when closed. Read and written by its VarHandle. */
    private Storage memory;

    /** The memory, if it is foreign; null in others. */
    private final ForeignStorage foreign;

    /** The scope that closes this tensor, or null. */
    TensorScope scope;

    /** Whether a composite op has made it of a number, so that its caller does not know its dtype. */
    private boolean number;

    Tensor(
            DType dtype,
            Device device,
            long[] dims,
            long elements,
            long address,
            Storage memory,
            ForeignStorage foreign) {
        this.dtype = dtype;
        this.device = device;
        this.dims = dims;
        this.elements = elements;
        this.address = address;
        this.memory = memory;
        this.foreign = foreign;
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
        return empty(Device.defaultDevice(), dtype, dims);
    }

    /**
     * A new tensor on a device, contents undefined.
     *
     * @throws ShapeMismatchException if the dims are not 0 to 8 numbers of 0 or more, or too large
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if there is no such memory
     */
    public static Tensor empty(Device device, DType dtype, long... dims) {
        Operands.attribute("Tensor.empty", "device", device);
        return TensorMemory.allocate(
                device, Operands.attribute("Tensor.empty", "dtype", dtype), Shapes.copied("Tensor.empty", dims));
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
        return full(DType.F32, (double) value, dims);
    }

    /**
     * A new tensor, every element the same.
     *
     * @param value rounded to a float dtype
     * @throws io.graphkernel.runtime.exception.DTypeMismatchException if an integer dtype does not hold the number
     */
    public static Tensor full(DType dtype, double value, long... dims) {
        return TensorData.fill(empty(dtype, dims), value);
    }

    /** As {@link #full(DType, double, long...)}, exact for all integers. */
    public static Tensor full(DType dtype, long value, long... dims) {
        return TensorData.fill(empty(dtype, dims), value);
    }

    /** A new f32 tensor of rank 0. */
    public static Tensor scalar(float value) {
        return full(value);
    }

    /** A new tensor of rank 0; see {@link #full(DType, double, long...)}. */
    public static Tensor scalar(DType dtype, double value) {
        return full(dtype, value);
    }

    /** A new tensor of rank 0; see {@link #full(DType, long, long...)}. */
    public static Tensor scalar(DType dtype, long value) {
        return full(dtype, value);
    }

    /**
     * A new f32 tensor with a copy of the data, row by row. In a kernel it is a constant tensor, of elements that are written in
     * the source file.
     *
     * @param data as many elements as the dims have
     */
    public static Tensor of(float[] data, long... dims) {
        return of(DType.F32, data, dims);
    }

    /** A new f32, f16 or bf16 tensor with the data, row by row, each rounded to nearest even. */
    public static Tensor of(DType dtype, float[] data, long... dims) {
        return TensorData.of(dtype, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** A new f64 tensor with a copy of the data, row by row. */
    public static Tensor of(double[] data, long... dims) {
        return TensorData.of(DType.F64, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** A new i32 tensor with a copy of the data, row by row. */
    public static Tensor of(int[] data, long... dims) {
        return TensorData.of(DType.I32, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** A new i64 tensor with a copy of the data, row by row. */
    public static Tensor of(long[] data, long... dims) {
        return TensorData.of(DType.I64, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** A new i8 tensor with a copy of the data, row by row. */
    public static Tensor of(byte[] data, long... dims) {
        return of(DType.I8, data, dims);
    }

    /** A new i8 or u8 tensor with a copy of the data, row by row; as u8, -1 is 255. */
    public static Tensor of(DType dtype, byte[] data, long... dims) {
        return TensorData.of(dtype, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** A new bool tensor with a copy of the data, row by row. */
    public static Tensor of(boolean[] data, long... dims) {
        return TensorData.of(DType.BOOL, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /**
     * An f32 tensor over the memory of a direct buffer in native byte order, from its position on. Nothing is copied:
     * both see what the other writes. The buffer is kept alive; closing the tensor leaves it as it is. Over a read-only
     * buffer, such as a file that is mapped so, the tensor {@linkplain #isReadOnly() is read-only}.
     *
     * <p>The memory must be the buffer's own. One whose memory native code or another object frees, such as a pointer of
     * JavaCPP that made it by {@code asBuffer()}, Netty, LWJGL or {@code Unsafe.invokeCleaner}, looks like any other and
     * does not keep it: wrap the {@linkplain #wrap(Pointer, DType, long...) pointer} in its place, or a {@linkplain
     * #wrap(ForeignMemory, DType, long...) ForeignMemory} that keeps the owner.
     *
     * @throws InvalidArgumentException if the buffer cannot be wrapped: it is on the heap, of another byte order, too
     *     small, or of an arena that can be closed
     */
    public static Tensor wrap(FloatBuffer buffer, long... dims) {
        return TensorWrapper.wrap(buffer, DType.F32, dims);
    }

    /** An f64 tensor over a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(DoubleBuffer buffer, long... dims) {
        return TensorWrapper.wrap(buffer, DType.F64, dims);
    }

    /** An i32 tensor over a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(IntBuffer buffer, long... dims) {
        return TensorWrapper.wrap(buffer, DType.I32, dims);
    }

    /** An i64 tensor over a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(LongBuffer buffer, long... dims) {
        return TensorWrapper.wrap(buffer, DType.I64, dims);
    }

    /** An f16 or bf16 tensor over a direct buffer of their bits; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(ShortBuffer buffer, DType dtype, long... dims) {
        return TensorWrapper.wrap(buffer, dtype, dims);
    }

    /** A tensor of any dtype over the bytes of a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(ByteBuffer buffer, DType dtype, long... dims) {
        return TensorWrapper.wrap(buffer, dtype, dims);
    }

    /**
     * A tensor over memory that a JavaCPP pointer owns, from its position on, such as that of {@code new
     * FloatPointer(n)}. Nothing is copied. The pointer is retained by its reference count: closing it, or a {@code
     * PointerScope} around it, leaves the memory to the tensor, and closing the tensor leaves the pointer as it is.
     * JavaCPP's {@code deallocate()} frees it nevertheless; that is noticed at the next use, not in the middle of one.
     *
     * @param pointer of the class that goes with the dtype, or a {@code BytePointer} or plain {@code Pointer}
     * @throws InvalidArgumentException if the pointer cannot be wrapped: it owns nothing, as what {@code data_ptr()} of
     *     PyTorch gives; it is of another class, too small, misaligned, null or closed
     */
    public static Tensor wrap(Pointer pointer, DType dtype, long... dims) {
        return TensorWrapper.wrap(pointer, dtype, dims);
    }

    /**
     * A tensor over memory that a JavaCPP pointer names and another object owns. Nothing is copied. The owner is kept
     * reachable until no launch uses the memory; one that is a pointer is retained as {@link #wrap(Pointer, DType,
     * long...)} does. Who frees the memory of any other owner by hand, while the tensor is used, is not noticed: {@link
     * #wrap(ForeignMemory, DType, long...)} asks.
     *
     * @param pointer with the capacity that the memory has; see {@link #wrap(Pointer, DType, long...)} for its class
     * @param owner whose memory it is
     * @throws InvalidArgumentException if the pointer cannot be wrapped
     */
    public static Tensor wrap(Pointer pointer, Object owner, DType dtype, long... dims) {
        return TensorWrapper.wrapOwned(pointer, owner, dtype, dims);
    }

    /**
     * A tensor over foreign memory, from its address on, row by row without gaps. Nothing is copied. The memory is
     * {@linkplain ForeignMemory#release() released} once: when no use of it is left, or before this throws.
     *
     * @throws InvalidArgumentException if the memory is too small or misaligned
     * @throws ClosedTensorException if it is gone
     */
    public static Tensor wrap(ForeignMemory memory, DType dtype, long... dims) {
        return ForeignTensors.wrap(memory, dtype, dims);
    }

    /**
     * A tensor over foreign memory as {@link #wrap(ForeignMemory, DType, long...)} makes it, of elements that lie at
     * strides.
     *
     * @param strides from one element to the next along each axis, in elements; only those of elements row by row
     *     without gaps are taken, where a dim of 1, or a dim of 0 somewhere, leaves the stride open
     * @throws InvalidArgumentException if the elements lie otherwise, or the memory is too small or misaligned
     * @throws ClosedTensorException if it is gone
     */
    public static Tensor wrap(ForeignMemory memory, DType dtype, long[] dims, long[] strides) {
        return ForeignTensors.wrap(memory, dtype, dims, strides);
    }

    /**
     * A new tensor with a copy of elements that lie at strides in foreign memory, the first at its address. The memory
     * is {@linkplain ForeignMemory#release() released} before this returns or throws.
     *
     * @param strides from one element to the next along each axis, in elements, 0 or more
     * @throws InvalidArgumentException if the memory is too small
     * @throws ClosedTensorException if it is gone
     */
    public static Tensor copyOf(ForeignMemory memory, DType dtype, long[] dims, long[] strides) {
        return ForeignTensors.copy(memory, dtype, dims, strides);
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
            throw Operands.axisRange("dimension", axis, Tensors.describe(this), dims.length);
        }
        return dims[index];
    }

    /** The dims, in a new array. */
    public long[] dimensions() {
        return dims.clone();
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
        return current == 0 || foreign != null ? TensorMemory.foreignAddress(this) : current;
    }

    /**
     * The same elements, row by row, in other dims: a view. Nothing is copied; both see what the other writes, on every
     * device, and the memory lives until both are closed.
     *
     * @param dims their product is the number of elements; one may be -1, for what is left over
     * @throws ShapeMismatchException if the product is another number
     * @throws ClosedTensorException if this tensor is closed
     */
    public Tensor reshape(long... dims) {
        long[] whole = Shapes.checked(EagerMovement.reshaped("Tensor.reshape", this, dims));
        return Recording.basic("Reshape", TensorScope.adopt(TensorMemory.view(this, 0, whole, elements)), this, dims);
    }

    /**
     * The entries from {@code begin} up to {@code end}, which is left out, along the first axis: a view as {@link
     * #reshape} makes it. Of a matrix these are rows.
     *
     * @param begin 0 or more
     * @param end at least {@code begin}, at most the first dim
     * @throws ShapeMismatchException if there are no such entries, or the rank is 0
     * @throws ClosedTensorException if this tensor is closed
     */
    public Tensor slice(long begin, long end) {
        return Recording.slice(TensorMemory.slice(this, begin, end), this, begin, end);
    }

    /** Whether the tensor lies over memory that may only be read, so that it cannot be a result. */
    public boolean isReadOnly() {
        return foreign != null && foreign.isReadOnly();
    }

    /**
     * A JavaCPP pointer to the elements, of the class that goes with the dtype ({@code FloatPointer} for f32; f16 and
     * bf16 give a {@code ShortPointer}, bool a {@code BytePointer}). It sees the tensor's memory. After the tensor is
     * closed that memory may be another tensor's; it stays mapped while the pointer is reachable.
     *
     * @throws DeviceMismatchException if the tensor is not on the host
     * @throws InvalidArgumentException if it is read-only, which a pointer cannot be
     */
    public Pointer pointer() {
        return TensorViews.pointer(this);
    }

    /**
     * A view of an f32 tensor of at most 536870911 elements, the most that a buffer has; read-only if the tensor is. It
     * sees the tensor's memory. After the tensor is closed that memory may be another tensor's; it stays mapped while
     * the buffer is reachable.
     *
     * @throws DeviceMismatchException if the tensor is not on the host
     */
    public FloatBuffer asFloatBuffer() {
        return TensorViews.floatBuffer(this);
    }

    /** A copy of the elements of an f32, f16 or bf16 tensor, row by row. */
    public float[] toFloatArray() {
        return DeviceCopies.read(
                this,
                new float[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toFloatArray()", tensor, array));
    }

    /** A copy of the elements of an f64, f32, f16 or bf16 tensor, row by row. */
    public double[] toDoubleArray() {
        return DeviceCopies.read(
                this,
                new double[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toDoubleArray()", tensor, array));
    }

    /** A copy of the elements of an i32, i8 or u8 tensor, row by row. */
    public int[] toIntArray() {
        return DeviceCopies.read(
                this,
                new int[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toIntArray()", tensor, array));
    }

    /** A copy of the elements of an i64, i32, i8 or u8 tensor, row by row. */
    public long[] toLongArray() {
        return DeviceCopies.read(
                this,
                new long[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toLongArray()", tensor, array));
    }

    /** A copy of the elements of an i8 or u8 tensor, row by row; 255 of u8 is -1. */
    public byte[] toByteArray() {
        return DeviceCopies.read(
                this,
                new byte[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toByteArray()", tensor, array));
    }

    /** A copy of the elements of a bool tensor, row by row. */
    public boolean[] toBooleanArray() {
        return DeviceCopies.read(
                this,
                new boolean[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toBooleanArray()", tensor, array));
    }

    /** Copies the elements of an f32, f16 or bf16 tensor into an array of exactly their number. */
    public void copyTo(float[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(float[])", tensor, array));
    }

    /** Copies the elements of an f64, f32, f16 or bf16 tensor into an array of exactly their number. */
    public void copyTo(double[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(double[])", tensor, array));
    }

    /** Copies the elements of an i32, i8 or u8 tensor into an array of exactly their number. */
    public void copyTo(int[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(int[])", tensor, array));
    }

    /** Copies the elements of an i64, i32, i8 or u8 tensor into an array of exactly their number. */
    public void copyTo(long[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(long[])", tensor, array));
    }

    /** Copies the elements of an i8 or u8 tensor into an array of exactly their number. */
    public void copyTo(byte[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(byte[])", tensor, array));
    }

    /** Copies the elements of a bool tensor into an array of exactly their number. */
    public void copyTo(boolean[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(boolean[])", tensor, array));
    }

    /** Copies an array of exactly this tensor's number of elements into it: f32, or rounded f16 or bf16. */
    public void copyFrom(float[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(float[])", tensor, array));
    }

    /** Copies an array of exactly this f64 tensor's number of elements into it. */
    public void copyFrom(double[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(double[])", tensor, array));
    }

    /** Copies an array of exactly this i32 tensor's number of elements into it. */
    public void copyFrom(int[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(int[])", tensor, array));
    }

    /** Copies an array of exactly this i64 tensor's number of elements into it. */
    public void copyFrom(long[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(long[])", tensor, array));
    }

    /** Copies an array of exactly this i8 or u8 tensor's number of elements into it. */
    public void copyFrom(byte[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(byte[])", tensor, array));
    }

    /** Copies an array of exactly this bool tensor's number of elements into it. */
    public void copyFrom(boolean[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(boolean[])", tensor, array));
    }

    /**
     * A copy on a device, also if this tensor is there already. From the host to another device it returns when this
     * tensor may be changed again, and work on that device waits for the copy by itself; to the host it waits.
     *
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if the device has no such memory
     */
    public Tensor to(Device target) {
        return Recording.copy(DeviceCopies.to(Operands.attribute("Tensor.to", "device", target), this), this);
    }

    /** Copies the elements into a tensor of the same dtype and dims, on any device. */
    public void copyTo(Tensor target) {
        Recording.refuse("copyTo(Tensor)", "source", this);
        TensorData.copy(this, target);
    }

    /**
     * One element as a float: rounded if the dtype is wider, 0 or 1 for bool.
     *
     * @param index one number per dim
     */
    public float get(long... index) {
        return (float) getDouble(index);
    }

    /**
     * One element as a double: exact, but for an i64 beyond 2^53; 0 or 1 for bool.
     *
     * @param index one number per dim
     */
    public double getDouble(long... index) {
        return TensorData.element(this, TensorData.offset(this, index));
    }

    /**
     * One element of an integer or bool tensor; 0 or 1 for bool.
     *
     * @param index one number per dim
     */
    public long getLong(long... index) {
        if (dtype.isFloat()) {
            throw TensorData.unsupported("getLong", this, "integer and bool");
        }
        return TensorData.longElement(this, TensorData.offset(this, index));
    }

    /** Whether the tensor is closed. */
    public boolean isClosed() {
        return address == 0;
    }

    /** Gives the memory back, if no view of it is open. Closing twice is allowed. */
    @Override
    public void close() {
        TensorMemory.close(this);
    }

    /** Dtype, dims and the elements, large axes abbreviated. */
    @Override
    public String toString() {
        return TensorText.describe(this);
    }

    /** For the run time. */
    private static final class Access extends TensorAccess {

        @Override
        protected Tensor make(
                DType dtype,
                Device device,
                long[] dims,
                long elements,
                long address,
                Storage memory,
                ForeignStorage foreign) {
            return new Tensor(dtype, device, dims, elements, address, memory, foreign);
        }

        @Override
        protected Tensor adopt(Tensor tensor) {
            return TensorScope.adopt(tensor);
        }

        @Override
        protected long[] dims(Tensor tensor) {
            return tensor.dims;
        }

        @Override
        protected ForeignStorage foreign(Tensor tensor) {
            return tensor.foreign;
        }

        @Override
        protected boolean isNumber(Tensor tensor) {
            return tensor.number;
        }

        @Override
        protected void markNumber(Tensor tensor) {
            tensor.number = true;
        }

        @Override
        protected VarHandle memory() {
            return field("memory", Storage.class);
        }

        @Override
        protected VarHandle address() {
            return field("address", long.class);
        }

        private static VarHandle field(String name, Class<?> type) {
            try {
                return MethodHandles.lookup().findVarHandle(Tensor.class, name, type);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }
}
