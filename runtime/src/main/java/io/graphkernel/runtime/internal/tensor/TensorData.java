package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Float8;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.jvm.NativeBuffers;
import io.graphkernel.runtime.generated.jvm.UnsignedCasts;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.setting.Devices;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/** Transfers of elements between tensors and the Java heap. */
public final class TensorData {
    private static final int FILL_CHUNK = 16384;

    private TensorData() {}

    static void requireCount(int length, long[] dims) {
        long elements = Shapes.elementCount(dims, dims.length);
        if (length != elements) {
            throw new ShapeMismatchException(RuntimeProblem.DATA_LENGTH, length, Arrays.toString(dims), elements);
        }
    }

    /** Returns a new tensor with the elements of an array, stored by a writer. */
    public static <T> AbstractTensor of(DType dtype, T data, long[] dims, BiConsumer<AbstractTensor, T> writer) {
        Operands.attribute("Tensor.of", "dtype", dtype);
        int count = Array.getLength(Operands.attribute("Tensor.of", "data", data));
        long[] copied = Shapes.copied("Tensor.of", dims);
        requireCount(count, copied);
        AbstractDevice device = Devices.byDefault();
        AbstractTensor tensor = TensorMemory.allocate(device, dtype, copied);
        try {
            DeviceCopies.write(tensor, data, writer);
        } catch (RuntimeException | Error failure) {
            tensor.close();
            throw failure;
        }
        return tensor;
    }

    static void requireDType(String method, AbstractTensor tensor, DType dtype) {
        if (tensor.dtype() != dtype) {
            throw unsupported(method, tensor, dtype.toString());
        }
    }

    public static DTypeMismatchException unsupported(String method, AbstractTensor tensor, String dtypes) {
        return new DTypeMismatchException(
                RuntimeProblem.DTYPE_UNSUPPORTED, method, Tensors.describe(tensor), dtypes + " tensors");
    }

    public static <T extends AbstractTensor> T clear(T tensor) {
        if (!tensor.device().isHost()) {
            return fillBits(tensor, 0);
        }
        Pointer.memset(TensorViews.borrowedPointer(tensor), 0, tensor.byteCount());
        Reference.reachabilityFence(tensor);
        return tensor;
    }

    public static <T extends AbstractTensor> T fill(T tensor, double value) {
        DType dtype = tensor.dtype();
        return switch (dtype) {
            case F32 -> fillBits(tensor, Float.floatToRawIntBits((float) value));
            case F64 -> fillBits(tensor, Double.doubleToRawLongBits(value));
            case F16 -> fillBits(tensor, Half.toF16(value));
            case BF16 -> fillBits(tensor, Half.toBf16(value));
            case F8E4M3 -> fillBits(tensor, Float8.toE4m3(value));
            case F8E5M2 -> fillBits(tensor, Float8.toE5m2(value));
            default -> fillBits(tensor, IntegerRange.exact("full", "value", value, dtype));
        };
    }

    public static <T extends AbstractTensor> T fill(T tensor, long value) {
        DType dtype = tensor.dtype();
        return switch (dtype) {
            case F32 -> fillBits(tensor, Float.floatToRawIntBits((float) value));
            case F64 -> fillBits(tensor, Double.doubleToRawLongBits(value));
            case F16 -> fillBits(tensor, Half.toF16(value));
            case BF16 -> fillBits(tensor, Half.toBf16(value));
            case F8E4M3 -> fillBits(tensor, Float8.toE4m3(value));
            case F8E5M2 -> fillBits(tensor, Float8.toE5m2(value));
            default -> fillBits(tensor, IntegerRange.exact("full", "value", value, dtype));
        };
    }

    private static <T extends AbstractTensor> T fillBits(T tensor, long bits) {
        if (!tensor.device().isHost()) {
            long[] dims = {DeviceCopies.patternElements(tensor)};
            try (AbstractTensor pattern = TensorMemory.allocate(DeviceStates.host(), tensor.dtype(), dims)) {
                DeviceCopies.fill(tensor, fillBits(pattern, bits));
            }
            return tensor;
        }
        int width = tensor.dtype().bytes();
        long bytes = tensor.byteCount();
        ByteBuffer pattern =
                ByteBuffer.allocate((int) Math.min(bytes, FILL_CHUNK)).order(ByteOrder.nativeOrder());
        while (pattern.hasRemaining()) {
            switch (width) {
                case 1 -> pattern.put((byte) bits);
                case 2 -> pattern.putShort((short) bits);
                case 4 -> pattern.putInt((int) bits);
                default -> pattern.putLong(bits);
            }
        }
        byte[] chunk = pattern.array();
        for (long done = 0; done < bytes; done += chunk.length) {
            int count = (int) Math.min(chunk.length, bytes - done);
            NativeBuffers.at(tensor.address() + done, count).put(chunk, 0, count);
        }
        Reference.reachabilityFence(tensor);
        return tensor;
    }

    public static void copy(AbstractTensor source, AbstractTensor target) {
        Operands.attribute("copyTo(Tensor)", "target", target);
        if (source.dtype() != target.dtype()) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED,
                    "copyTo(Tensor)",
                    Tensors.describe(target),
                    source.dtype() + " targets");
        }
        if (!Arrays.equals(Tensors.dims(source), Tensors.dims(target))) {
            throw new ShapeMismatchException(
                    RuntimeProblem.SHAPE_DIFFERENCE,
                    "copyTo",
                    "source",
                    Tensors.describe(source),
                    "target",
                    Tensors.describe(target));
        }
        Tensors.requireWritable(target, "copyTo(Tensor)", "target");
        Tensors.recordWrite(target);
        DeviceCopies.copy(source, target);
    }

    /** Copies all bytes of host tensors that the caller holds. */
    static void move(AbstractTensor source, AbstractTensor target) {
        Pointer.memmove(TensorViews.borrowedPointer(target), TensorViews.borrowedPointer(source), source.byteCount());
    }

    /** Returns the row-major position of an element. */
    public static long offset(AbstractTensor tensor, long[] index) {
        Operands.attribute("Tensor.get", "index", index);
        long[] dims = Tensors.dims(tensor);
        boolean inside = index.length == dims.length;
        long offset = 0;
        for (int i = 0; i < dims.length && inside; i++) {
            inside = index[i] >= 0 && index[i] < dims[i];
            offset = offset * dims[i] + index[i];
        }
        if (!inside) {
            throw new ShapeMismatchException(
                    RuntimeProblem.INDEX_RANGE,
                    Arrays.toString(index),
                    "tensor " + Tensors.describe(tensor),
                    toArray(tensor.dtype()));
        }
        return offset;
    }

    /** Returns the name of the method that copies all elements of a dtype. */
    private static String toArray(DType dtype) {
        return switch (dtype) {
            case F32, F16, BF16, F8E4M3, F8E5M2 -> "toFloatArray()";
            case F64 -> "toDoubleArray()";
            case I8, U8, I16, U16, I32 -> "toIntArray()";
            case U32, I64, U64 -> "toLongArray()";
            case BOOL -> "toBooleanArray()";
        };
    }

    /** Returns the widened element at a row-major position; an integer beyond 2^53 is rounded. */
    public static double element(AbstractTensor tensor, long offset) {
        if (!tensor.device().isHost()) {
            try (AbstractTensor host = DeviceCopies.element(tensor, offset)) {
                return element(host, 0);
            }
        }
        try (AbstractTensor held = Tensors.hold(tensor)) {
            return hostElement(held, offset);
        }
    }

    private static double hostElement(AbstractTensor tensor, long offset) {
        Pointer view = TensorViews.borrowedPointer(tensor);
        return switch (tensor.dtype()) {
            case F32 -> ((FloatPointer) view).get(offset);
            case F64 -> ((DoublePointer) view).get(offset);
            case F16 -> Half.fromF16(((ShortPointer) view).get(offset));
            case BF16 -> Half.fromBf16(((ShortPointer) view).get(offset));
            case F8E4M3 -> Float8.fromE4m3(((BytePointer) view).get(offset));
            case F8E5M2 -> Float8.fromE5m2(((BytePointer) view).get(offset));
            case I8 -> ((BytePointer) view).get(offset);
            case BOOL -> ((BytePointer) view).get(offset) == 0 ? 0 : 1;
            case U8 -> ((BytePointer) view).get(offset) & 0xff;
            case I16 -> ((ShortPointer) view).get(offset);
            case U16 -> ((ShortPointer) view).get(offset) & 0xffff;
            case I32 -> ((IntPointer) view).get(offset);
            case U32 -> Integer.toUnsignedLong(((IntPointer) view).get(offset));
            case I64 -> ((LongPointer) view).get(offset);
            case U64 -> UnsignedCasts.toF64(((LongPointer) view).get(offset));
        };
    }

    /** Returns the integer or bool element at a row-major position; of u64 the bits. */
    public static long longElement(AbstractTensor tensor, long offset) {
        if (tensor.dtype() != DType.I64 && tensor.dtype() != DType.U64) {
            return (long) element(tensor, offset);
        }
        if (!tensor.device().isHost()) {
            try (AbstractTensor host = DeviceCopies.element(tensor, offset)) {
                return longElement(host, 0);
            }
        }
        try (AbstractTensor held = Tensors.hold(tensor)) {
            return ((LongPointer) TensorViews.borrowedPointer(held)).get(offset);
        }
    }

    public static int arrayLength(AbstractTensor tensor) {
        if (tensor.elementCount() > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(
                    RuntimeProblem.VIEW_TOO_LARGE, "tensor " + Tensors.describe(tensor), "array", "elements");
        }
        return (int) tensor.elementCount();
    }
}
