package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.javacpp.BytePointer;

/** Arrays to tensors and back, bit by bit, without the conversions of the runtime. */
public final class Tensors {

    private Tensors() {}

    /** A tensor on the default device. */
    static Tensor of(NdArray array) {
        Tensor tensor = Tensor.empty(
                Device.cpu(),
                array.dtype(),
                Arrays.stream(array.dims()).asLongStream().toArray());
        byte[] bytes = bytes(array);
        if (bytes.length > 0) {
            memory(tensor).put(bytes);
        }
        Device device = Device.defaultDevice();
        return device.isHost() ? tensor : moved(tensor, device);
    }

    private static Tensor moved(Tensor tensor, Device device) {
        try (tensor) {
            return tensor.to(device);
        }
    }

    /** Returns the results of a method: no tensor, one, or a record of them. */
    public static List<Tensor> results(Object returned) {
        if (returned == null) {
            return List.of();
        }
        if (returned instanceof Tensor tensor) {
            return List.of(tensor);
        }
        return Stream.of(returned.getClass().getRecordComponents())
                .map(component -> (Tensor) value(component, returned))
                .toList();
    }

    private static Object value(RecordComponent component, Object returned) {
        try {
            return component.getAccessor().invoke(returned);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** The elements as they are stored. */
    public static byte[] bytes(NdArray array) {
        ByteBuffer bytes = ByteBuffer.allocate(
                        array.elements().length * array.dtype().bytes())
                .order(ByteOrder.nativeOrder());
        for (Scalar element : array.elements()) {
            put(bytes, array.dtype(), element);
        }
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, DType dtype, Scalar element) {
        long bits = element instanceof IntegerScalar whole
                ? whole.value()
                : Numbers.precision(dtype).stored().encode(element.asDouble());
        switch (dtype.bytes()) {
            case 1 -> bytes.put((byte) bits);
            case 2 -> bytes.putShort((short) bits);
            case 4 -> bytes.putInt((int) bits);
            default -> bytes.putLong(bits);
        }
    }

    /** The elements; those of floating-point dtypes are exact. */
    static NdArray read(Tensor tensor) {
        int[] dims =
                Arrays.stream(tensor.dimensions()).mapToInt(Math::toIntExact).toArray();
        return array(tensor.dtype(), dims, bytes(tensor));
    }

    /** The elements as they are stored. */
    static byte[] bytes(Tensor tensor) {
        if (!tensor.device().isHost()) {
            try (Tensor here = tensor.to(Device.cpu())) {
                return bytes(here);
            }
        }
        byte[] copy = new byte[(int) tensor.byteCount()];
        if (copy.length > 0) {
            memory(tensor).get(copy);
        }
        return copy;
    }

    /** The array of stored elements. */
    public static NdArray array(DType dtype, int[] dims, byte[] stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored).order(ByteOrder.nativeOrder());
        return NdArray.generate(dtype, dims, p -> Sampler.ofBits(dtype, bits(bytes, dtype)));
    }

    private static long bits(ByteBuffer bytes, DType dtype) {
        return switch (dtype.bytes()) {
            case 1 -> bytes.get() & 0xff;
            case 2 -> bytes.getShort() & 0xffff;
            case 4 -> bytes.getInt() & 0xffffffffL;
            default -> bytes.getLong();
        };
    }

    private static BytePointer memory(Tensor tensor) {
        return new BytePointer(tensor.pointer()).capacity(tensor.byteCount());
    }
}
