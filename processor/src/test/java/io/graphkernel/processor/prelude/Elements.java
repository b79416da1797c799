package io.graphkernel.processor.prelude;

import io.graphkernel.graph.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Elements of every dtype as Java numbers: a double for floats, a long for integers and bool. */
public final class Elements {

    private Elements() {}

    static boolean isFloat(DataType dtype) {
        return switch (dtype) {
            case F32, F64, F16, BF16, F8E4M3, F8E5M2 -> true;
            default -> false;
        };
    }

    /** Returns the C type of an element in memory. */
    static String element(DataType dtype) {
        return switch (dtype) {
            case F32 -> "float";
            case F64 -> "double";
            case F16 -> "gk_half";
            case BF16 -> "gk_bfloat";
            case F8E4M3 -> "gk_e4m3";
            case F8E5M2 -> "gk_e5m2";
            case I8 -> "gk_int8";
            case U8 -> "gk_uint8";
            case I16 -> "gk_int16";
            case U16 -> "gk_uint16";
            case U32 -> "gk_uint32";
            case U64 -> "gk_uint64";
            case I32 -> "int";
            case I64 -> "gk_int64";
            case BOOL -> "gk_bool";
        };
    }

    /** Returns the dtype of the vector that holds the values. */
    static DataType computed(DataType dtype) {
        return isFloat(dtype) && dtype.byteSize() < 4 ? DataType.F32 : dtype;
    }

    /** Returns the element at an index. */
    public static Number read(ByteBuffer buffer, DataType dtype, int index) {
        return switch (dtype) {
            case F32 -> (double) buffer.getFloat(4 * index);
            case F64 -> buffer.getDouble(8 * index);
            case F16 -> fromHalf(buffer.getShort(2 * index));
            case BF16 -> (double) Float.intBitsToFloat(buffer.getShort(2 * index) << 16);
            case F8E4M3, F8E5M2 -> fromFloat8(buffer.get(index), dtype);
            case I8 -> (long) buffer.get(index);
            case U8 -> (long) (buffer.get(index) & 0xff);
            case I16 -> (long) buffer.getShort(2 * index);
            case U16 -> (long) (buffer.getShort(2 * index) & 0xffff);
            case I32 -> (long) buffer.getInt(4 * index);
            case U32 -> Integer.toUnsignedLong(buffer.getInt(4 * index));
            case I64 -> buffer.getLong(8 * index);
            case U64 -> unsigned(buffer.getLong(8 * index));
            case BOOL -> (long) buffer.get(index);
        };
    }

    /** Writes a value that the dtype can represent. */
    public static void write(ByteBuffer buffer, DataType dtype, int index, Number value) {
        switch (dtype) {
            case F32 -> buffer.putFloat(4 * index, value.floatValue());
            case F64 -> buffer.putDouble(8 * index, value.doubleValue());
            case F16 -> buffer.putShort(2 * index, toHalf(value.doubleValue()));
            case BF16 -> buffer.putShort(2 * index, (short) (Float.floatToIntBits(value.floatValue()) >>> 16));
            case F8E4M3, F8E5M2 -> buffer.put(index, toFloat8(value.doubleValue(), dtype));
            case I8, U8, BOOL -> buffer.put(index, value.byteValue());
            case I16, U16 -> buffer.putShort(2 * index, value.shortValue());
            case I32, U32 -> buffer.putInt(4 * index, value.intValue());
            case I64, U64 -> buffer.putLong(8 * index, value.longValue());
        }
    }

    /** Returns the definition: sign, exponent and mantissa. */
    static double fromHalf(short bits) {
        double sign = bits < 0 ? -1.0 : 1.0;
        int exponent = bits >> 10 & 0x1f;
        int mantissa = bits & 0x3ff;
        if (exponent == 0x1f) {
            return mantissa == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
        }
        return exponent == 0 ? sign * mantissa * 0x1p-24 : sign * (1024 + mantissa) * Math.pow(2, exponent - 25);
    }

    /** Returns the definition in the OCP specification, by the fields of each format. */
    static double fromFloat8(byte bits, DataType dtype) {
        boolean isE4m3 = dtype == DataType.F8E4M3;
        double sign = bits < 0 ? -1.0 : 1.0;
        int exponent = isE4m3 ? bits >> 3 & 0xf : bits >> 2 & 0x1f;
        int mantissa = isE4m3 ? bits & 7 : bits & 3;
        if (isE4m3) {
            double fraction = (exponent == 0 ? 0 : 1) + mantissa / 8.0;
            return exponent == 15 && mantissa == 7
                    ? Double.NaN
                    : sign * fraction * Math.pow(2, Math.max(exponent, 1) - 7);
        }
        if (exponent == 31) {
            return mantissa == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
        }
        return sign * ((exponent == 0 ? 0 : 1) + mantissa / 4.0) * Math.pow(2, Math.max(exponent, 1) - 15);
    }

    private static byte toFloat8(double value, DataType dtype) {
        for (int bits = 0; bits < 1 << 8; bits++) {
            if (Double.compare(fromFloat8((byte) bits, dtype), value) == 0) {
                return (byte) bits;
            }
        }
        throw new IllegalArgumentException(value + " is not " + dtype);
    }

    private static short toHalf(double value) {
        int sign = Double.doubleToRawLongBits(value) < 0 ? 0x8000 : 0;
        double magnitude = Math.abs(value);
        if (Double.isNaN(value)) {
            return (short) 0x7e00;
        }
        if (Double.isInfinite(value)) {
            return (short) (sign | 0x7c00);
        }
        if (magnitude < 0x1p-14) {
            return (short) (sign | (int) (magnitude * 0x1p24));
        }
        int exponent = Math.getExponent(magnitude);
        return (short) (sign | (exponent + 15) << 10 | (int) (magnitude / Math.pow(2, exponent - 10)) - 1024);
    }

    /** Converts by definition, from the exact value. */
    static Number cast(Number value, DataType to) {
        if (to == DataType.BOOL) {
            return value.doubleValue() == 0 ? 0L : 1L;
        }
        if (!isFloat(to)) {
            return saturate(value, to);
        }
        if (to == DataType.F8E4M3 && value instanceof Double number && Double.isInfinite(number)) {
            return Math.copySign(448, number);
        }
        if (value instanceof Double number && (number == 0 || Double.isNaN(number) || Double.isInfinite(number))) {
            return number;
        }
        return switch (to) {
            case F64 -> value.doubleValue();
            case F32 -> value instanceof Long integer ? (double) (float) (long) integer : (double) value.floatValue();
            case F16 -> round(exact(value), 11, -24, 65504);
            case F8E5M2 -> round(exact(value), 3, -16, 57344);
            case F8E4M3 -> {
                double rounded = round(exact(value), 4, -9, Double.MAX_VALUE);
                yield Math.max(-448, Math.min(448, rounded));
            }
            default -> round(exact(value), 8, -133, 0x1.fep127);
        };
    }

    private static BigDecimal exact(Number value) {
        return value instanceof Double number ? new BigDecimal(number) : new BigDecimal(value.toString());
    }

    /** Rounds to a binary float of some bits: the quotient by the value of the last bit is rounded to an integer. */
    private static double round(BigDecimal exact, int bits, int lowest, double largest) {
        if (exact.signum() == 0) {
            return 0;
        }
        BigDecimal magnitude = exact.abs();
        int exponent = Math.getExponent(magnitude.doubleValue());
        if (new BigDecimal(Math.scalb(1.0, exponent)).compareTo(magnitude) > 0) {
            // The double was rounded up to a power of two.
            exponent--;
        }
        int last = Math.max(exponent - bits + 1, lowest);
        BigDecimal units = last < 0
                ? magnitude.multiply(new BigDecimal(BigInteger.TWO.pow(-last)))
                : magnitude.divide(new BigDecimal(BigInteger.TWO.pow(last)));
        double result = units.setScale(0, RoundingMode.HALF_EVEN).doubleValue() * Math.pow(2, last);
        result = result > largest ? Double.POSITIVE_INFINITY : result;
        return exact.signum() < 0 ? -result : result;
    }

    static long least(DataType dtype) {
        return switch (dtype) {
            case I8 -> Byte.MIN_VALUE;
            case I16 -> Short.MIN_VALUE;
            case I32 -> Integer.MIN_VALUE;
            case I64 -> Long.MIN_VALUE;
            default -> 0;
        };
    }

    static long largest(DataType dtype) {
        return switch (dtype) {
            case I8 -> Byte.MAX_VALUE;
            case U8 -> 255;
            case I16 -> Short.MAX_VALUE;
            case U16 -> 65535;
            case U32 -> 4294967295L;
            case I32 -> Integer.MAX_VALUE;
            case I64 -> Long.MAX_VALUE;
            default -> 1;
        };
    }

    /** Returns the low bits. */
    static long wrap(long value, DataType dtype) {
        return switch (dtype) {
            case I8 -> (byte) value;
            case U8 -> value & 0xff;
            case I16 -> (short) value;
            case U16 -> value & 0xffff;
            case U32 -> value & 0xffffffffL;
            case I32 -> (int) value;
            default -> value;
        };
    }

    /** Returns the number with the bits of a u64, which a Long represents if it is not larger. */
    private static Number unsigned(long bits) {
        return bits < 0 ? new BigInteger(Long.toUnsignedString(bits)) : (Number) bits;
    }

    private static Number saturate(Number value, DataType dtype) {
        double number = value.doubleValue();
        if (Double.isNaN(number)) {
            number = 0;
        }
        number = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, number));
        BigInteger exact =
                exact(value instanceof Double ? (Number) number : value).toBigInteger();
        BigInteger largest =
                dtype == DataType.U64 ? exact(unsigned(-1)).toBigInteger() : BigInteger.valueOf(largest(dtype));
        BigInteger saturated = exact.min(largest).max(BigInteger.valueOf(least(dtype)));
        return dtype == DataType.U64 ? unsigned(saturated.longValue()) : (Number) saturated.longValueExact();
    }

    /** Returns edge cases, and some other values. */
    static List<Number> samples(DataType dtype) {
        Random random = new Random(7);
        List<Number> samples = new ArrayList<>();
        if (dtype == DataType.BOOL) {
            return List.of(0L, 1L);
        }
        if (!isFloat(dtype)) {
            int bits = 8 * dtype.byteSize();
            for (int bit = 0; bit < bits; bit++) {
                for (long near = -2; near <= 2; near++) {
                    samples.add(wrap((1L << bit) + near, dtype));
                    samples.add(wrap(-(1L << bit) + near, dtype));
                    samples.add(wrap((1L << bit) + (1L << bit / 2) + near, dtype));
                }
            }
            for (int i = 0; i < 500; i++) {
                samples.add(wrap(random.nextLong() >> random.nextInt(64), dtype));
            }
            return dtype == DataType.U64
                    ? samples.stream()
                            .map(sample -> unsigned(sample.longValue()))
                            .toList()
                    : samples;
        }
        if (dtype.isStorageOnly()) {
            for (int bits = 0; bits < 1 << 8; bits++) {
                samples.add(fromFloat8((byte) bits, dtype));
            }
            return samples;
        }
        if (dtype == DataType.F16 || dtype == DataType.BF16) {
            ByteBuffer one = PreludeLibrary.buffer(2);
            for (int bits = 0; bits < 1 << 16; bits++) {
                samples.add(read(one.putShort(0, (short) bits), dtype, 0));
            }
            return samples;
        }
        samples.addAll(List.of(0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
        int highest = dtype == DataType.F32 ? 128 : 1023;
        int lowest = dtype == DataType.F32 ? -150 : -1074;
        for (int exponent = lowest; exponent <= highest; exponent += Math.abs(exponent) > 160 ? 13 : 1) {
            double power = Math.scalb(1.0, exponent);
            for (double factor : new double[] {
                1,
                1.0625,
                1.125,
                1.1875,
                1.375,
                1 + 0x1p-11,
                1 + 0x1p-8,
                1 + 0x3p-11,
                1.5,
                1.875,
                1.9990234375,
                1.998046875
            }) {
                double value = power * factor;
                for (double near : new double[] {value, Math.nextUp(value), Math.nextDown(value)}) {
                    addFloat(samples, dtype, near);
                    addFloat(samples, dtype, -near);
                }
                float single = (float) value;
                addFloat(samples, dtype, Math.nextUp(single));
                addFloat(samples, dtype, -Math.nextDown(single));
            }
        }
        for (int i = 0; i < 2000; i++) {
            addFloat(samples, dtype, Double.longBitsToDouble(random.nextLong()));
            addFloat(samples, dtype, random.nextGaussian() * Math.scalb(1.0, random.nextInt(80) - 40));
            addFloat(samples, dtype, (double) (random.nextLong() >> random.nextInt(64)));
        }
        return samples;
    }

    private static void addFloat(List<Number> samples, DataType dtype, double value) {
        samples.add(dtype == DataType.F32 ? (double) (float) value : value);
    }
}
