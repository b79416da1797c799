package io.graphkernel.training;

import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Header of a GGUF file that is written. Integers have the type u32 and floating-point numbers f32 if their values allow
 * it, as readers expect; negative integers and lists of integers have i32.
 */
final class GgufOutput {

    private static final Set<Integer> INTEGERS =
            Set.of(GgufValueTypes.U32, GgufValueTypes.I32, GgufValueTypes.U64, GgufValueTypes.I64);
    private static final Set<Integer> FLOATS = Set.of(GgufValueTypes.F32, GgufValueTypes.F64);

    private final Path path;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    GgufOutput(Path path) {
        this.path = path;
    }

    ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    void u32(long value) {
        put(Integer.BYTES, value);
    }

    void u64(long value) {
        put(Long.BYTES, value);
    }

    private void put(int width, long value) {
        byte[] encoded = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
        bytes.write(encoded, 0, width);
    }

    void text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        u64(encoded.length);
        bytes.writeBytes(encoded);
    }

    /** Appends an entry of the metadata. */
    void metadata(String key, @Nullable Object value) {
        text(key);
        int type = type(key, value);
        u32(type);
        value(key, type, value);
    }

    private void value(String key, int type, @Nullable Object value) {
        if (value instanceof List<?> list) {
            int elementType = elementType(key, list);
            u32(elementType);
            u64(list.size());
            for (Object element : list) {
                value(key, elementType, element);
            }
        } else if (value instanceof String text) {
            text(text);
        } else if (value instanceof Boolean flag) {
            bytes.write(flag ? 1 : 0);
        } else if (value instanceof Number number) {
            switch (type) {
                case GgufValueTypes.U32, GgufValueTypes.I32 -> u32(number.longValue());
                case GgufValueTypes.F32 -> u32(Float.floatToRawIntBits(number.floatValue()));
                case GgufValueTypes.F64 -> u64(Double.doubleToRawLongBits(number.doubleValue()));
                default -> u64(number.longValue());
            }
        }
    }

    private int type(String key, @Nullable Object value) {
        if (value instanceof List) {
            return GgufValueTypes.LIST;
        }
        if (value instanceof String) {
            return GgufValueTypes.STRING;
        }
        if (value instanceof Boolean) {
            return GgufValueTypes.BOOL;
        }
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) && Math.abs(number) > Float.MAX_VALUE
                    ? GgufValueTypes.F64
                    : GgufValueTypes.F32;
        }
        BigInteger integer = integer(key, value);
        if (integer.signum() >= 0) {
            return integer.bitLength() <= 32 ? GgufValueTypes.U32 : requireBits(key, integer, 64, GgufValueTypes.U64);
        }
        return integer.bitLength() < 32 ? GgufValueTypes.I32 : requireBits(key, integer, 63, GgufValueTypes.I64);
    }

    private int elementType(String key, List<?> list) {
        Set<Integer> types = new TreeSet<>();
        List<BigInteger> integers = new ArrayList<>();
        for (Object element : list) {
            int type = type(key, element);
            types.add(type);
            if (INTEGERS.contains(type)) {
                integers.add(integer(key, element));
            }
        }
        if (types.isEmpty()) {
            return GgufValueTypes.STRING;
        }
        if (INTEGERS.containsAll(types)) {
            int bits = integers.stream().mapToInt(BigInteger::bitLength).max().orElse(0);
            boolean hasNegative = integers.stream().anyMatch(integer -> integer.signum() < 0);
            if (bits < 64 || hasNegative) {
                return bits < 32
                        ? GgufValueTypes.I32
                        : bits == 32 && !hasNegative
                                ? GgufValueTypes.U32
                                : bits < 64 ? GgufValueTypes.I64 : rejectMixed(key, list);
            }
            return GgufValueTypes.U64;
        }
        if (FLOATS.containsAll(types)) {
            return types.contains(GgufValueTypes.F64) ? GgufValueTypes.F64 : GgufValueTypes.F32;
        }
        return types.size() == 1 ? types.iterator().next() : rejectMixed(key, list);
    }

    private int rejectMixed(String key, List<?> list) {
        throw rejected("the metadata value of " + key, list, "the elements of a list have one type", "such a list");
    }

    private int requireBits(String key, BigInteger integer, int bits, int type) {
        if (integer.bitLength() > bits) {
            throw rejected("the metadata value of " + key, integer, "integers have up to 64 bits", "a smaller one");
        }
        return type;
    }

    private BigInteger integer(String key, @Nullable Object value) {
        if (value instanceof BigInteger integer) {
            return integer;
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        throw rejected(
                "the metadata value of " + key,
                value + (value == null ? "" : " of " + value.getClass().getName()),
                "the format has no such type",
                "an integer, a floating-point number, a boolean, a string, or a list of one of them");
    }

    CheckpointException rejected(String name, @Nullable Object value, String cause, String alternative) {
        return new CheckpointException(RuntimeProblem.GGUF_VALUE, path, name, value, cause, alternative);
    }
}
