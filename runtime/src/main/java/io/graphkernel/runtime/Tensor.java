package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.foreign.ForeignTensors;
import io.graphkernel.runtime.internal.foreign.TensorWrapper;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.memory.Storage;
import io.graphkernel.runtime.internal.tensor.AbstractTensor;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.OpRecorder;
import io.graphkernel.runtime.internal.tensor.OpenScope;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.ReshapedDims;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.TensorArrays;
import io.graphkernel.runtime.internal.tensor.TensorData;
import io.graphkernel.runtime.internal.tensor.TensorFactory;
import io.graphkernel.runtime.internal.tensor.TensorMemory;
import io.graphkernel.runtime.internal.tensor.TensorViews;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * A row-major array of elements of rank 0 to 8, off-heap, in host or device memory. Dims and counts are 64-bit.
 *
 * <p>A new tensor is on the {@linkplain Device#defaultDevice() default device} unless a device is specified. Methods
 * that access the elements of a device tensor copy them and synchronize with the device; views and pointers of elements
 * are available on the host only.
 *
 * <p>A tensor holds its memory until it is closed explicitly, by try-with-resources or by its {@link TensorScope}. The
 * memory then returns to a pool or to its owner. Views share the memory, which is held until the last of them is
 * closed. The memory of an unreachable tensor that was not closed is freed by an allocation after the garbage collector
 * has found it. Every use of a closed tensor throws {@link ClosedTensorException}.
 *
 * <p>Tensors are not synchronized: threads that share one must coordinate their writes. Nevertheless, no sequence of
 * calls of public methods crashes the process. If one thread closes a tensor while another copies it or computes an op
 * on it, that operation is unaffected. If a compiled kernel runs on it, its results are undefined, but the memory stays
 * mapped until the launch has ended.
 *
 * <p>This guarantee excludes:
 * <ul>
 * <li>addresses from {@link #address()};
 * <li>memory of a pointer that is freed during a use, by JavaCPP's {@code deallocate()} or by closing it more often
 * than it was retained;
 * <li>an owner of {@link #wrap(Pointer, Object, DType, long...)} that frees its memory while it is reachable, and a
 * {@link ForeignMemory} that frees it before its release;
 * <li>buffers whose memory is freed by native code or another object, such as those of JavaCPP's {@code asBuffer()},
 * Netty and LWJGL;
 * <li>a mapped file that is truncated;
 * <li>pointers derived from {@link #pointer()} that are moved beyond the elements.
 * </ul>
 */
public final class Tensor extends AbstractTensor {
    static {
        TensorFactory.register(new Factory());
    }

    Tensor(
            DType dtype,
            AbstractDevice device,
            long[] dims,
            long elements,
            long address,
            Storage memory,
            @Nullable ForeignStorage foreign) {
        super(dtype, device, dims, elements, address, memory, foreign);
    }

    /** Returns a new uninitialized f32 tensor. */
    public static Tensor empty(long... dims) {
        return empty(DType.F32, dims);
    }

    /**
     * Returns a new uninitialized tensor.
     *
     * @throws ShapeMismatchException if the dims are not 0 to 8 nonnegative numbers, or too large
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if the allocation fails
     */
    public static Tensor empty(DType dtype, long... dims) {
        return empty(Device.defaultDevice(), dtype, dims);
    }

    /**
     * Returns a new uninitialized tensor on a device.
     *
     * @throws ShapeMismatchException if the dims are not 0 to 8 nonnegative numbers, or too large
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if the allocation fails
     */
    public static Tensor empty(Device device, DType dtype, long... dims) {
        Operands.attribute("Tensor.empty", "device", device);
        return (Tensor) TensorMemory.allocate(
                device, Operands.attribute("Tensor.empty", "dtype", dtype), Shapes.copied("Tensor.empty", dims));
    }

    /** Returns a new f32 tensor of zeros. */
    public static Tensor zeros(long... dims) {
        return zeros(DType.F32, dims);
    }

    /** Returns a new tensor of zeros. */
    public static Tensor zeros(DType dtype, long... dims) {
        return TensorData.clear(empty(dtype, dims));
    }

    /** Returns a new f32 tensor filled with a value. */
    public static Tensor full(float value, long... dims) {
        return full(DType.F32, (double) value, dims);
    }

    /**
     * Returns a new tensor filled with a value.
     *
     * @param value value of all elements, rounded for a float dtype
     * @throws io.graphkernel.runtime.exception.DTypeMismatchException if an integer dtype does not represent the value
     */
    public static Tensor full(DType dtype, double value, long... dims) {
        return TensorData.fill(empty(dtype, dims), value);
    }

    /** Returns a new tensor like {@link #full(DType, double, long...)}, exact for all integers. */
    public static Tensor full(DType dtype, long value, long... dims) {
        return TensorData.fill(empty(dtype, dims), value);
    }

    /** Returns a new f32 tensor of rank 0. */
    public static Tensor scalar(float value) {
        return full(value);
    }

    /** Returns a new tensor of rank 0; see {@link #full(DType, double, long...)}. */
    public static Tensor scalar(DType dtype, double value) {
        return full(dtype, value);
    }

    /** Returns a new tensor of rank 0; see {@link #full(DType, long, long...)}. */
    public static Tensor scalar(DType dtype, long value) {
        return full(dtype, value);
    }

    /**
     * Returns a new f32 tensor with a copy of row-major data. In a kernel, it is a constant tensor, whose elements must
     * be written in the source file.
     *
     * @param data elements, whose number is the product of the dims
     */
    public static Tensor of(float[] data, long... dims) {
        return of(DType.F32, data, dims);
    }

    /** Returns a new f32, f16, bf16 or f8 tensor with row-major data, rounded to nearest even. */
    public static Tensor of(DType dtype, float[] data, long... dims) {
        return (Tensor)
                TensorData.of(dtype, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** Returns a new f64 tensor with a copy of row-major data. */
    public static Tensor of(double[] data, long... dims) {
        return (Tensor)
                TensorData.of(DType.F64, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** Returns a new i32 tensor with a copy of row-major data. */
    public static Tensor of(int[] data, long... dims) {
        return of(DType.I32, data, dims);
    }

    /** Returns a new i64 tensor with a copy of row-major data. */
    public static Tensor of(long[] data, long... dims) {
        return of(DType.I64, data, dims);
    }

    /** Returns a new i32 or u32 tensor with a copy of row-major data; for u32, -1 is 4294967295. */
    public static Tensor of(DType dtype, int[] data, long... dims) {
        return (Tensor)
                TensorData.of(dtype, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** Returns a new i64 or u64 tensor with a copy of row-major data; for u64, -1 is 18446744073709551615. */
    public static Tensor of(DType dtype, long[] data, long... dims) {
        return (Tensor)
                TensorData.of(dtype, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** Returns a new i16 tensor with a copy of row-major data. */
    public static Tensor of(short[] data, long... dims) {
        return of(DType.I16, data, dims);
    }

    /** Returns a new i16 or u16 tensor with a copy of row-major data; for u16, -1 is 65535. */
    public static Tensor of(DType dtype, short[] data, long... dims) {
        return (Tensor)
                TensorData.of(dtype, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** Returns a new i8 tensor with a copy of row-major data. */
    public static Tensor of(byte[] data, long... dims) {
        return of(DType.I8, data, dims);
    }

    /** Returns a new i8, u8 or f8 tensor with a copy of row-major data; for u8, -1 is 255, for f8 the bits. */
    public static Tensor of(DType dtype, byte[] data, long... dims) {
        return (Tensor)
                TensorData.of(dtype, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /** Returns a new bool tensor with a copy of row-major data. */
    public static Tensor of(boolean[] data, long... dims) {
        return (Tensor) TensorData.of(
                DType.BOOL, data, dims, (tensor, array) -> TensorArrays.write("Tensor.of", tensor, array));
    }

    /**
     * Returns an f32 tensor over the memory of a direct buffer in native byte order, from its position on. Nothing is
     * copied: writes are visible in both. The buffer is kept reachable; closing the tensor does not affect it. Over a
     * read-only buffer, such as a read-only mapped file, the tensor {@linkplain #isReadOnly() is read-only}.
     *
     * <p>The memory must belong to the buffer. A buffer whose memory is freed by native code or another object is
     * indistinguishable and does not retain it, such as one by JavaCPP's {@code asBuffer()}, Netty, LWJGL or
     * {@code Unsafe.invokeCleaner}. Wrap the {@linkplain #wrap(Pointer, DType, long...) pointer} instead, or a
     * {@linkplain #wrap(ForeignMemory, DType, long...) ForeignMemory} that retains the owner.
     *
     * @throws InvalidArgumentException if the buffer cannot be wrapped: it is on the heap, has another byte order, is
     *     too small, or belongs to an arena that can be closed
     */
    public static Tensor wrap(FloatBuffer buffer, long... dims) {
        return (Tensor) TensorWrapper.wrap(buffer, DType.F32, dims);
    }

    /** Returns an f64 tensor over a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(DoubleBuffer buffer, long... dims) {
        return (Tensor) TensorWrapper.wrap(buffer, DType.F64, dims);
    }

    /** Returns an i32 tensor over a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(IntBuffer buffer, long... dims) {
        return (Tensor) TensorWrapper.wrap(buffer, DType.I32, dims);
    }

    /** Returns an i64 tensor over a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(LongBuffer buffer, long... dims) {
        return (Tensor) TensorWrapper.wrap(buffer, DType.I64, dims);
    }

    /** Returns an i16, u16, f16 or bf16 tensor over a direct buffer of its bits; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(ShortBuffer buffer, DType dtype, long... dims) {
        return (Tensor) TensorWrapper.wrap(buffer, dtype, dims);
    }

    /** Returns a tensor of any dtype over the bytes of a direct buffer; see {@link #wrap(FloatBuffer, long...)}. */
    public static Tensor wrap(ByteBuffer buffer, DType dtype, long... dims) {
        return (Tensor) TensorWrapper.wrap(buffer, dtype, dims);
    }

    /**
     * Returns a tensor over memory that a JavaCPP pointer owns, from its position on, such as that of
     * {@code new FloatPointer(n)}. Nothing is copied. The tensor retains the pointer by its reference count: closing
     * the pointer, or a {@code PointerScope} around it, does not free the memory, and closing the tensor does not
     * affect the pointer. JavaCPP's {@code deallocate()} frees the memory nevertheless, which is only detected at the
     * next use.
     *
     * @param pointer pointer of the class that corresponds to the dtype, or a {@code BytePointer} or plain
     *     {@code Pointer}
     * @throws InvalidArgumentException if the pointer cannot be wrapped: it does not own memory, like the result of
     *     PyTorch's {@code data_ptr()}, has another class, is too small, misaligned, null or closed
     */
    public static Tensor wrap(Pointer pointer, DType dtype, long... dims) {
        return (Tensor) TensorWrapper.wrap(pointer, dtype, dims);
    }

    /**
     * Returns a tensor over memory that a JavaCPP pointer refers to and another object owns. Nothing is copied. The
     * owner is kept reachable until no launch uses the memory; an owner that is a pointer is retained as
     * {@link #wrap(Pointer, DType, long...)} does. An owner that explicitly frees the memory during a use is not
     * detected; {@link #wrap(ForeignMemory, DType, long...)} checks for that.
     *
     * @param pointer pointer with the capacity of the memory; see {@link #wrap(Pointer, DType, long...)} for its class
     * @param owner owner of the memory
     * @throws InvalidArgumentException if the pointer cannot be wrapped
     */
    public static Tensor wrap(Pointer pointer, Object owner, DType dtype, long... dims) {
        return (Tensor) TensorWrapper.wrapOwned(pointer, owner, dtype, dims);
    }

    /**
     * Returns a tensor over contiguous row-major foreign memory, from its address on. Nothing is copied. The memory is
     * {@linkplain ForeignMemory#release() released} once: after its last use, or before this method throws.
     *
     * @throws InvalidArgumentException if the memory is too small or misaligned
     * @throws ClosedTensorException if the memory is invalid
     */
    public static Tensor wrap(ForeignMemory memory, DType dtype, long... dims) {
        return (Tensor) ForeignTensors.wrap(memory, dtype, dims);
    }

    /**
     * Returns a tensor over foreign memory like {@link #wrap(ForeignMemory, DType, long...)}, for an array with
     * strides.
     *
     * @param strides strides of the elements along each axis, which must be those of a contiguous row-major array; the
     *     stride of an axis of size 1 is arbitrary, as are all strides of an empty array
     * @throws InvalidArgumentException if the strides differ, or the memory is too small or misaligned
     * @throws ClosedTensorException if the memory is invalid
     */
    public static Tensor wrap(ForeignMemory memory, DType dtype, long[] dims, long[] strides) {
        return (Tensor) ForeignTensors.wrap(memory, dtype, dims, strides);
    }

    /**
     * Returns a new tensor with a copy of strided elements of foreign memory, the first at its address. The memory is
     * {@linkplain ForeignMemory#release() released} before this method returns or throws.
     *
     * @param strides nonnegative strides along each axis in elements
     * @throws InvalidArgumentException if the memory is too small
     * @throws ClosedTensorException if the memory is invalid
     */
    public static Tensor copyOf(ForeignMemory memory, DType dtype, long[] dims, long[] strides) {
        return (Tensor) ForeignTensors.copy(memory, dtype, dims, strides);
    }

    /** Returns the type of the elements. */
    @Override
    public DType dtype() {
        return super.dtype();
    }

    /** Returns the device of the memory. */
    @Override
    public Device device() {
        return (Device) super.device();
    }

    /** Returns the number of dims. */
    @Override
    public int rank() {
        return super.rank();
    }

    /**
     * Returns the size of one axis.
     *
     * @param axis index of the axis, from the end if negative
     */
    @Override
    public long dimension(int axis) {
        return super.dimension(axis);
    }

    /** Returns the dims in a new array. */
    @Override
    public long[] dimensions() {
        return super.dimensions();
    }

    /** Returns the number of elements, the product of the dims. */
    @Override
    public long elementCount() {
        return super.elementCount();
    }

    /** Returns the size in bytes. */
    @Override
    public long byteCount() {
        return super.byteCount();
    }

    /**
     * Returns the address of the first element, which is valid while the tensor is open and reachable.
     *
     * @throws ClosedTensorException if the tensor, or the pointer that it wraps, is closed
     */
    @Override
    public long address() {
        return super.address();
    }

    /**
     * Returns a view of the same row-major elements with other dims. Nothing is copied: writes are visible in both, on
     * every device, and the memory is held until both are closed.
     *
     * @param dims dims whose product is the number of elements; one may be -1 and is inferred
     * @throws ShapeMismatchException if the product differs
     * @throws ClosedTensorException if this tensor is closed
     */
    public Tensor reshape(long... dims) {
        long[] whole = Shapes.checked(ReshapedDims.of("Tensor.reshape", this, dims));
        Tensor view = OpenScope.adopt(TensorMemory.view(this, 0, whole, elementCount()));
        OpRecorder.basic("Reshape", view, this, dims);
        return view;
    }

    /**
     * Returns a view of the entries from {@code begin} (inclusive) to {@code end} (exclusive) along the first axis,
     * such as rows of a matrix; see {@link #reshape} for views.
     *
     * @param begin nonnegative index of the first entry
     * @param end index after the last entry, at least {@code begin} and at most the first dim
     * @throws ShapeMismatchException if the range is invalid, or the rank is 0
     * @throws ClosedTensorException if this tensor is closed
     */
    public Tensor slice(long begin, long end) {
        Tensor view = TensorMemory.slice(this, begin, end);
        OpRecorder.slice(view, this, begin, end);
        return view;
    }

    /** Returns true if the tensor wraps read-only memory, so that it cannot be a result. */
    @Override
    public boolean isReadOnly() {
        return super.isReadOnly();
    }

    /**
     * Returns a JavaCPP pointer to the elements, of the class that corresponds to the dtype: {@code FloatPointer} for
     * f32, {@code ShortPointer} for f16 and bf16, {@code BytePointer} for bool. It refers to the tensor's memory, which
     * may be reused for another tensor after a close, but stays mapped while the pointer is reachable.
     *
     * @throws DeviceMismatchException if the tensor is not on the host
     * @throws InvalidArgumentException if it is read-only, which pointers do not support
     */
    public Pointer pointer() {
        return TensorViews.pointer(this);
    }

    /**
     * Returns a buffer over the elements of an f32 tensor with at most 536870911 elements, the limit of a buffer;
     * read-only if the tensor is. It refers to the tensor's memory, which may be reused for another tensor after a
     * close, but stays mapped while the buffer is reachable.
     *
     * @throws DeviceMismatchException if the tensor is not on the host
     */
    public FloatBuffer asFloatBuffer() {
        return TensorViews.floatBuffer(this);
    }

    /** Returns a row-major copy of the elements of an f32, f16, bf16 or f8 tensor. */
    public float[] toFloatArray() {
        return DeviceCopies.read(
                this,
                new float[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toFloatArray()", tensor, array));
    }

    /** Returns a row-major copy of the elements of an f64, f32, f16, bf16 or f8 tensor. */
    public double[] toDoubleArray() {
        return DeviceCopies.read(
                this,
                new double[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toDoubleArray()", tensor, array));
    }

    /** Returns a row-major copy of the elements of an integer tensor of up to 32 bits; of u32 the bits. */
    public int[] toIntArray() {
        return DeviceCopies.read(
                this,
                new int[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toIntArray()", tensor, array));
    }

    /** Returns a row-major copy of the elements of an integer tensor; of u64 the bits. */
    public long[] toLongArray() {
        return DeviceCopies.read(
                this,
                new long[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toLongArray()", tensor, array));
    }

    /** Returns a row-major copy of the elements of an i16 or u16 tensor; 65535 of u16 is -1. */
    public short[] toShortArray() {
        return DeviceCopies.read(
                this,
                new short[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toShortArray()", tensor, array));
    }

    /** Returns a row-major copy of the elements of an i8 or u8 tensor, or of the bits of f8; 255 of u8 is -1. */
    public byte[] toByteArray() {
        return DeviceCopies.read(
                this,
                new byte[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toByteArray()", tensor, array));
    }

    /** Returns a row-major copy of the elements of a bool tensor. */
    public boolean[] toBooleanArray() {
        return DeviceCopies.read(
                this,
                new boolean[TensorData.arrayLength(this)],
                (tensor, array) -> TensorArrays.read("toBooleanArray()", tensor, array));
    }

    /** Copies the elements of an f32, f16, bf16 or f8 tensor into an array of equal length. */
    public void copyTo(float[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(float[])", tensor, array));
    }

    /** Copies the elements of an f64, f32, f16, bf16 or f8 tensor into an array of equal length. */
    public void copyTo(double[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(double[])", tensor, array));
    }

    /** Copies the elements of an integer tensor of up to 32 bits, of u32 the bits, into an array of equal length. */
    public void copyTo(int[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(int[])", tensor, array));
    }

    /** Copies the elements of an integer tensor, of u64 the bits, into an array of equal length. */
    public void copyTo(long[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(long[])", tensor, array));
    }

    /** Copies the elements of an i16 or u16 tensor into an array of equal length. */
    public void copyTo(short[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(short[])", tensor, array));
    }

    /** Copies the elements of an i8 or u8 tensor, or the bits of f8, into an array of equal length. */
    public void copyTo(byte[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(byte[])", tensor, array));
    }

    /** Copies the elements of a bool tensor into an array of equal length. */
    public void copyTo(boolean[] target) {
        DeviceCopies.read(this, target, (tensor, array) -> TensorArrays.read("copyTo(boolean[])", tensor, array));
    }

    /** Copies an array of equal length into this f32, f16, bf16 or f8 tensor, rounding if necessary. */
    public void copyFrom(float[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(float[])", tensor, array));
    }

    /** Copies an array of equal length into this f64 tensor. */
    public void copyFrom(double[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(double[])", tensor, array));
    }

    /** Copies an array of equal length into this i32 or u32 tensor. */
    public void copyFrom(int[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(int[])", tensor, array));
    }

    /** Copies an array of equal length into this i64 or u64 tensor. */
    public void copyFrom(long[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(long[])", tensor, array));
    }

    /** Copies an array of equal length into this i16 or u16 tensor. */
    public void copyFrom(short[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(short[])", tensor, array));
    }

    /** Copies an array of equal length into this i8 or u8 tensor, or of bits into this f8 tensor. */
    public void copyFrom(byte[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(byte[])", tensor, array));
    }

    /** Copies an array of equal length into this bool tensor. */
    public void copyFrom(boolean[] source) {
        DeviceCopies.write(this, source, (tensor, array) -> TensorArrays.write("copyFrom(boolean[])", tensor, array));
    }

    /**
     * Returns a copy on a device, even if this tensor is there already. A copy from the host to another device returns
     * when this tensor may be modified again, and work on that device implicitly waits for it. A copy to the host
     * blocks.
     *
     * @throws io.graphkernel.runtime.exception.OutOfMemoryException if the allocation fails
     */
    public Tensor to(Device target) {
        Tensor copy = DeviceCopies.to(Operands.attribute("Tensor.to", "device", target), this);
        OpRecorder.copy(copy, this);
        return copy;
    }

    /** Copies the elements into a tensor of the same dtype and dims, on any device. */
    public void copyTo(Tensor target) {
        OpRecorder.reject("copyTo(Tensor)", "source", this);
        TensorData.copy(this, target);
    }

    /**
     * Returns one element as a float: rounded if the dtype is wider, 0 or 1 for bool.
     *
     * @param index index along each axis
     */
    public float get(long... index) {
        return (float) getDouble(index);
    }

    /**
     * Returns one element as a double: exact, except for an i64 beyond 2^53; 0 or 1 for bool.
     *
     * @param index index along each axis
     */
    public double getDouble(long... index) {
        return TensorData.element(this, TensorData.offset(this, index));
    }

    /**
     * Returns one element of an integer or bool tensor; 0 or 1 for bool.
     *
     * @param index index along each axis
     */
    public long getLong(long... index) {
        if (dtype().isFloat()) {
            throw TensorData.unsupported("getLong", this, "integer and bool");
        }
        return TensorData.longElement(this, TensorData.offset(this, index));
    }

    /**
     * Returns one element of a bool tensor.
     *
     * @param index index along each axis
     */
    public boolean getBoolean(long... index) {
        long offset = TensorData.offset(this, index);
        if (dtype() != DType.BOOL) {
            throw TensorData.unsupported("getBoolean", this, "bool");
        }
        return TensorData.longElement(this, offset) != 0;
    }

    /** Returns true if the tensor is closed. */
    @Override
    public boolean isClosed() {
        return super.isClosed();
    }

    /** Releases the memory, unless a view of it is open. Has no effect if already closed. */
    @Override
    public void close() {
        super.close();
    }

    /** Formatted as dtype, dims and elements, with large axes abbreviated. */
    @Override
    public String toString() {
        return super.toString();
    }

    /** Factory for internal code. */
    private static final class Factory extends TensorFactory {

        @Override
        protected AbstractTensor newTensor(
                DType dtype,
                AbstractDevice device,
                long[] dims,
                long elements,
                long address,
                Storage memory,
                @Nullable ForeignStorage foreign) {
            return new Tensor(dtype, device, dims, elements, address, memory, foreign);
        }
    }
}
