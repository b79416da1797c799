package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.lang.ref.Reference;
import java.util.Random;

/** Fills and reads tensors of any dtype by way of doubles that the dtype holds exactly. */
public final class RawTensor {
    private RawTensor() {}

    /** A tensor of the host with small numbers: multiples of 1/8 from -2 to 2, whole and not negative for u8, whole for integers. */
    public static Tensor random(Random random, DType dtype, long... dims) {
        Tensor tensor = Tensor.empty(Device.cpu(), dtype, dims);
        for (long i = 0; i < tensor.elementCount(); i++) {
            put(tensor, i, random.nextInt(33) - 16);
        }
        return tensor;
    }

    /** Normally distributed elements, rounded to the dtype. */
    public static Tensor gaussian(Random random, DType dtype, long... dims) {
        return gaussian(random, dtype, 1, dims);
    }

    /** Normally distributed elements times a factor, rounded to the dtype. */
    static Tensor gaussian(Random random, DType dtype, double factor, long... dims) {
        Tensor tensor = Tensor.empty(Device.cpu(), DType.F32, dims);
        float[] values = new float[(int) tensor.elementCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (factor * random.nextGaussian());
        }
        tensor.copyFrom(values);
        return Ops.cast(tensor, dtype);
    }

    private static void put(Tensor tensor, long index, int eighths) {
        long address = tensor.address() + index * tensor.dtype().bytes();
        float value = eighths / 8f;
        switch (tensor.dtype()) {
            case F32 -> Memory.putFloat(address, value);
            case F64 -> Memory.putDouble(address, value);
            // Such a number has a sign, an exponent and at most four bits of fraction, which bf16 and f16 hold.
            case BF16 -> Memory.putShort(address, (short) (Float.floatToRawIntBits(value) >>> 16));
            case F16 -> Memory.putShort(address, Half.toF16(value));
            case I8 -> Memory.putByte(address, (byte) eighths);
            case U8 -> Memory.putByte(address, (byte) (eighths + 16));
            case I16 -> Memory.putShort(address, (short) eighths);
            case U16 -> Memory.putShort(address, (short) (eighths + 16));
            case U32 -> Memory.putInt(address, eighths + 16);
            case U64 -> Memory.putLong(address, eighths + 16);
            case I32 -> Memory.putInt(address, eighths);
            case I64 -> Memory.putLong(address, eighths);
            case BOOL, F8E4M3, F8E5M2 -> throw new IllegalArgumentException();
        }
    }

    /** The elements, row by row, of a tensor on any device. */
    public static double[] values(Tensor anywhere) {
        Tensor tensor = anywhere.to(Device.cpu());
        double[] values = new double[(int) tensor.elementCount()];
        for (int i = 0; i < values.length; i++) {
            long address = tensor.address() + (long) i * tensor.dtype().bytes();
            values[i] = switch (tensor.dtype()) {
                case F32 -> Memory.getFloat(address);
                case F64 -> Memory.getDouble(address);
                case F16 -> Half.fromF16(Memory.getShort(address));
                case BF16 -> Float.intBitsToFloat(Memory.getShort(address) << 16);
                case I8, BOOL -> Memory.getByte(address);
                case U8 -> Memory.getByte(address) & 0xff;
                case I16 -> Memory.getShort(address);
                case U16 -> Memory.getShort(address) & 0xffff;
                case I32 -> Memory.getInt(address);
                case U32 -> Integer.toUnsignedLong(Memory.getInt(address));
                case I64, U64 -> Memory.getLong(address);
                case F8E4M3, F8E5M2 -> throw new IllegalArgumentException();
            };
        }
        Reference.reachabilityFence(tensor);
        return values;
    }
}
