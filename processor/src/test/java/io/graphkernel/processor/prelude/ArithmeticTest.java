package io.graphkernel.processor.prelude;

import io.graphkernel.graph.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of integer ops and comparisons against Java's, on every instruction set of this machine. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "asks Linux for the instruction sets")
@Tag("slow")
class ArithmeticTest {

    private static final Map<String, LongBinaryOperator> BINARY = new LinkedHashMap<>();
    private static final Map<String, LongBinaryOperator> UNARY = new LinkedHashMap<>();
    private static final Map<String, LongBinaryOperator> COMPARISON = new LinkedHashMap<>();

    static {
        BINARY.put("add", (a, b) -> a + b);
        BINARY.put("sub", (a, b) -> a - b);
        BINARY.put("mul", (a, b) -> a * b);
        BINARY.put("div", (a, b) -> b == 0 ? 0 : a / b);
        BINARY.put("mod", (a, b) -> b == 0 ? 0 : a % b);
        BINARY.put("floorDiv", (a, b) -> b == 0 ? 0 : Math.floorDiv(a, b));
        BINARY.put("floorMod", (a, b) -> b == 0 ? 0 : Math.floorMod(a, b));
        BINARY.put("pow", ArithmeticTest::power);
        BINARY.put("maximum", Math::max);
        BINARY.put("minimum", Math::min);
        UNARY.put("abs", (a, none) -> Math.abs(a));
        UNARY.put("neg", (a, none) -> -a);
        UNARY.put("sign", (a, none) -> Long.signum(a));
        UNARY.put("square", (a, none) -> a * a);
        UNARY.put("cube", (a, none) -> a * a * a);
        COMPARISON.put("equal", (a, b) -> a == b ? 1 : 0);
        COMPARISON.put("notEqual", (a, b) -> a != b ? 1 : 0);
        COMPARISON.put("less", (a, b) -> a < b ? 1 : 0);
        COMPARISON.put("lessEqual", (a, b) -> a <= b ? 1 : 0);
        COMPARISON.put("greater", (a, b) -> a > b ? 1 : 0);
        COMPARISON.put("greaterEqual", (a, b) -> a >= b ? 1 : 0);
    }

    private static long power(long base, long exponent) {
        if (exponent < 0) {
            return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
        }
        long result = 1;
        for (long square = base, rest = exponent; rest != 0; rest >>= 1, square *= square) {
            result *= rest % 2 != 0 ? square : 1;
        }
        return result;
    }

    @Test
    void integerOps_wrapAroundAndNeverTrap() throws Exception {
        for (DataType dtype : PreludeFunctions.INTEGERS) {
            List<Number> left = new ArrayList<>();
            List<Number> right = new ArrayList<>();
            List<Number> samples = Elements.samples(dtype);
            for (int i = 0; i < samples.size(); i++) {
                for (long other : new long[] {0, 1, -1, 2, -2, 3, 7, Long.MIN_VALUE, Long.MAX_VALUE}) {
                    long value = other == Long.MIN_VALUE
                            ? Elements.least(dtype)
                            : other == Long.MAX_VALUE ? Elements.largest(dtype) : other;
                    left.add(samples.get(i));
                    right.add(Elements.wrap(value, dtype));
                }
                left.add(samples.get(i));
                right.add(samples.get((i * 31 + 17) % samples.size()));
            }
            checkIntegers(BINARY, dtype, dtype, left, right);
            checkIntegers(UNARY, dtype, dtype, left, right);
            checkIntegers(COMPARISON, dtype, DataType.BOOL, left, right);
        }
    }

    private static void checkIntegers(
            Map<String, LongBinaryOperator> ops, DataType dtype, DataType to, List<Number> left, List<Number> right)
            throws Exception {
        for (Map.Entry<String, LongBinaryOperator> op : ops.entrySet()) {
            List<Number> expected = new ArrayList<>();
            for (int i = 0; i < left.size(); i++) {
                long result = op.getValue()
                        .applyAsLong(left.get(i).longValue(), right.get(i).longValue());
                expected.add(Elements.wrap(result, dtype));
            }
            PreludeChecks.checkElementwise(op.getKey() + " " + dtype, dtype, to, left, right, expected);
        }
    }

    @Test
    void floats_compareAndKeepNan() throws Exception {
        for (DataType dtype : List.of(DataType.F32, DataType.F64)) {
            List<Number> left = new ArrayList<>();
            List<Number> right = new ArrayList<>();
            double[] values = {0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2.5};
            for (double a : values) {
                for (double b : values) {
                    left.add(a);
                    right.add(b);
                }
            }
            Map<String, DoubleBinaryOperator> ops = new LinkedHashMap<>();
            ops.put("equal", (a, b) -> a == b ? 1 : 0);
            ops.put("notEqual", (a, b) -> a != b ? 1 : 0);
            ops.put("less", (a, b) -> a < b ? 1 : 0);
            ops.put("lessEqual", (a, b) -> a <= b ? 1 : 0);
            ops.put("greater", (a, b) -> a > b ? 1 : 0);
            ops.put("greaterEqual", (a, b) -> a >= b ? 1 : 0);
            ops.put("isNan", (a, b) -> Double.isNaN(a) ? 1 : 0);
            ops.put("isInf", (a, b) -> Double.isInfinite(a) ? 1 : 0);
            ops.put("isFinite", (a, b) -> Double.isFinite(a) ? 1 : 0);
            for (var op : ops.entrySet()) {
                List<Number> expected = new ArrayList<>();
                for (int i = 0; i < left.size(); i++) {
                    expected.add((long) op.getValue()
                            .applyAsDouble(
                                    left.get(i).doubleValue(), right.get(i).doubleValue()));
                }
                PreludeChecks.checkElementwise(op.getKey() + " " + dtype, dtype, DataType.BOOL, left, right, expected);
            }
            ops.clear();
            ops.put("maximum", Math::max);
            ops.put("minimum", Math::min);
            ops.put("select", (a, b) -> a < b ? b : a);
            for (var op : ops.entrySet()) {
                List<Number> expected = new ArrayList<>();
                for (int i = 0; i < left.size(); i++) {
                    double value = op.getValue()
                            .applyAsDouble(
                                    left.get(i).doubleValue(), right.get(i).doubleValue());
                    expected.add(value);
                }
                PreludeChecks.checkElementwise(op.getKey() + " " + dtype, dtype, dtype, left, right, expected);
            }
        }
    }
}
