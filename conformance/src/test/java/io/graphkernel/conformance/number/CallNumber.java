package io.graphkernel.conformance.number;

import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A number of a call or of the source, with its Java type: edges of the dtypes, numbers just outside and halfway between two
 * elements, and special values.
 *
 * @param value a boxed {@code int}, {@code long}, {@code float} or {@code double}
 */
record CallNumber(Number value) {

    private static final List<Double> DOUBLES = List.of(
            0.1,
            1.004,
            1e6,
            65504.0,
            65519.99,
            65520.0,
            65536.0,
            1e-8,
            0x1p-25,
            Math.nextUp(0x1p-25),
            1 + 0x1p-11,
            1 + 0x1p-11 + 0x1p-40,
            1 + 0x1p-8,
            1 + 0x1p-8 + 0x1p-40,
            1 + 0x1p-24,
            1 + 0x1p-24 + 0x1p-50,
            0x1p24 + 1,
            0x1p53 + 2,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            -0.0,
            0.0,
            3.0,
            -1.0,
            -2.5,
            200.0,
            0x1p31,
            0x1p63,
            3.5e38,
            1e300,
            Double.MIN_VALUE,
            0x1p-126,
            0x1p-140);

    private static final List<Long> LONGS = List.of(
            0L,
            1L,
            -1L,
            2L,
            127L,
            128L,
            -128L,
            -129L,
            200L,
            255L,
            256L,
            257L,
            300L,
            2049L,
            65519L,
            65520L,
            (1L << 24) + 1,
            (1L << 31) - 1,
            1L << 31,
            -(1L << 31),
            -(1L << 31) - 1,
            1L << 40,
            (1L << 53) + 1,
            (1L << 53) + (1L << 29) + 1,
            (1L << 61) + (1L << 53) + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE);

    /** Returns all numbers of a Java type. */
    static List<CallNumber> ofType(String javaType) {
        Stream<? extends Number> values = switch (javaType) {
            case "double" -> DOUBLES.stream();
            case "float" -> DOUBLES.stream().map(Double::floatValue).distinct();
            case "long" -> LONGS.stream();
            default -> LONGS.stream().filter(value -> value == value.intValue()).map(Long::intValue);
        };
        return values.map(CallNumber::new).toList();
    }

    /** Returns elements of a dtype: those that the numbers of all Java types are near to. */
    static List<Number> elements(DType dtype) {
        List<Number> elements = new ArrayList<>(dtype.isFloat() ? DOUBLES : List.of());
        LONGS.stream().filter(value -> isHeld(value, dtype)).forEach(elements::add);
        return elements;
    }

    /** Returns true if eager ops and stubs must take the number. */
    boolean isHeld(DType dtype) {
        return isHeld(value, dtype);
    }

    private static boolean isHeld(Number value, DType dtype) {
        if (dtype.isFloat()) {
            return true;
        }
        double number = value.doubleValue();
        boolean whole = value instanceof Long || value instanceof Integer;
        if (!whole && (number != Math.rint(number) || Math.abs(number) >= 0x1p63)) {
            return false;
        }
        long integer = value.longValue();
        return switch (dtype) {
            case I8 -> integer >= -128 && integer <= 127;
            case U8 -> integer >= 0 && integer <= 255;
            case I16 -> integer >= -0x8000L && integer <= 0x7fffL;
            case U16 -> integer >= 0 && integer <= 0xffffL;
            case U32 -> integer >= 0 && integer <= 0xffffffffL;
            case U64 -> integer >= 0;
            case I32 -> integer >= -0x80000000L && integer <= 0x7fffffffL;
            default -> true;
        };
    }

    /** Returns Java text of the number. */
    String literal() {
        if (value instanceof Long) {
            return value + "L";
        }
        if (value instanceof Integer) {
            return value.toString();
        }
        String box = value instanceof Float ? "Float" : "Double";
        double number = value.doubleValue();
        if (Double.isNaN(number)) {
            return box + ".NaN";
        }
        return Double.isInfinite(number)
                ? box + (number > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY")
                : value + (value instanceof Float ? "f" : "");
    }
}
