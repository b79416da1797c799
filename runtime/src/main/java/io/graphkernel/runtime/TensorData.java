package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/** Moves elements between tensors and the heap. */
final class TensorData {
    private static final int FILL_CHUNK = 4096;

    private TensorData() {}

    static void requireCount(int length, long[] dims) {
        long elements = Shapes.elementCount(dims, dims.length);
        if (length != elements) {
            throw new ShapeMismatchException(RuntimeProblem.DATA_LENGTH, length, Arrays.toString(dims), elements);
        }
    }

    static void requireDType(String method, Tensor tensor, DType dtype) {
        if (tensor.dtype() != dtype) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED, method, tensor.describe(), dtype + " tensors");
        }
    }

    static Tensor clear(Tensor tensor) {
        Pointer.memset(TensorWrapper.briefView(tensor), 0, tensor.byteCount());
        Reference.reachabilityFence(tensor);
        return tensor;
    }

    static Tensor fill(Tensor tensor, float value) {
        FloatPointer target = (FloatPointer) TensorWrapper.briefView(tensor);
        long elements = tensor.elementCount();
        float[] chunk = new float[(int) Math.min(elements, FILL_CHUNK)];
        Arrays.fill(chunk, value);
        for (long done = 0; done < elements; done += chunk.length) {
            target.position(done).put(chunk, 0, (int) Math.min(chunk.length, elements - done));
        }
        Reference.reachabilityFence(tensor);
        return tensor;
    }

    static void write(Tensor tensor, float[] source) {
        requireDType("copyFrom(float[])", tensor, DType.F32);
        ((FloatPointer) TensorWrapper.briefView(tensor)).put(source);
        Reference.reachabilityFence(tensor);
    }

    static void read(Tensor tensor, float[] target) {
        requireDType("copyTo(float[])", tensor, DType.F32);
        ((FloatPointer) TensorWrapper.briefView(tensor)).get(target);
        Reference.reachabilityFence(tensor);
    }

    static void write(Tensor tensor, boolean[] source) {
        byte[] bytes = new byte[source.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (source[i] ? 1 : 0);
        }
        ((BytePointer) TensorWrapper.briefView(tensor)).put(bytes);
        Reference.reachabilityFence(tensor);
    }

    static float[] toFloats(Tensor tensor) {
        requireDType("toFloatArray()", tensor, DType.F32);
        float[] result = new float[arrayLength(tensor)];
        read(tensor, result);
        return result;
    }

    static boolean[] toBooleans(Tensor tensor) {
        requireDType("toBooleanArray()", tensor, DType.BOOL);
        byte[] bytes = new byte[arrayLength(tensor)];
        ((BytePointer) TensorWrapper.briefView(tensor)).get(bytes);
        Reference.reachabilityFence(tensor);
        boolean[] result = new boolean[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = bytes[i] != 0;
        }
        return result;
    }

    static FloatBuffer floatBuffer(Tensor tensor) {
        requireDType("asFloatBuffer()", tensor, DType.F32);
        // JavaCPP takes a limit of 0 for unknown.
        return ((FloatPointer) TensorWrapper.briefView(tensor)).asBuffer().limit(arrayLength(tensor));
    }

    /** A view of the bytes of a bool tensor. */
    static ByteBuffer byteBuffer(Tensor tensor) {
        requireDType("byteBuffer", tensor, DType.BOOL);
        return ((BytePointer) TensorWrapper.briefView(tensor)).asBuffer().limit(arrayLength(tensor));
    }

    static void copy(Tensor source, Tensor target) {
        if (source.dtype() != target.dtype()) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED, "copyTo(Tensor)", target.describe(), source.dtype() + " targets");
        }
        if (!Arrays.equals(source.dims(), target.dims())) {
            throw new ShapeMismatchException(
                    RuntimeProblem.SHAPE_DIFFERENCE,
                    "copyTo",
                    "source",
                    source.describe(),
                    "target",
                    target.describe());
        }
        Pointer.memmove(TensorWrapper.briefView(target), TensorWrapper.briefView(source), source.byteCount());
        Reference.reachabilityFence(source);
        Reference.reachabilityFence(target);
    }

    /** The position of an element in row-major order. */
    static long offset(Tensor tensor, long[] index) {
        long[] dims = tensor.dims();
        boolean inside = index.length == dims.length;
        long offset = 0;
        for (int i = 0; i < dims.length && inside; i++) {
            inside = index[i] >= 0 && index[i] < dims[i];
            offset = offset * dims[i] + index[i];
        }
        if (!inside) {
            throw new ShapeMismatchException(
                    RuntimeProblem.INDEX_RANGE, Arrays.toString(index), "tensor " + tensor.describe());
        }
        return offset;
    }

    /** The element at a position in row-major order, widened; an i64 beyond 2^53 is rounded. */
    static double element(Tensor tensor, long offset) {
        Pointer view = TensorWrapper.briefView(tensor);
        double value = switch (tensor.dtype()) {
            case F32 -> ((FloatPointer) view).get(offset);
            case F64 -> ((DoublePointer) view).get(offset);
            case F16 -> half(((ShortPointer) view).get(offset));
            case BF16 -> Float.intBitsToFloat(((ShortPointer) view).get(offset) << 16);
            case I8, BOOL -> ((BytePointer) view).get(offset);
            case U8 -> ((BytePointer) view).get(offset) & 0xff;
            case I32 -> ((IntPointer) view).get(offset);
            case I64 -> ((LongPointer) view).get(offset);
        };
        Reference.reachabilityFence(tensor);
        return value;
    }

    /** The i64 element at a position in row-major order. */
    static long longElement(Tensor tensor, long offset) {
        long value = ((LongPointer) TensorWrapper.briefView(tensor)).get(offset);
        Reference.reachabilityFence(tensor);
        return value;
    }

    /** The value of an IEEE binary16. */
    static float half(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        float magnitude = switch (exponent) {
            case 0 -> Math.scalb((float) fraction, -24);
            case 31 -> fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
            default -> Math.scalb((float) (fraction | 0x400), exponent - 25);
        };
        return bits < 0 ? -magnitude : magnitude;
    }

    static int arrayLength(Tensor tensor) {
        if (tensor.elementCount() > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(RuntimeProblem.VIEW_TOO_LARGE, "tensor " + tensor.describe());
        }
        return (int) tensor.elementCount();
    }
}
