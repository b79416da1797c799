package io.graphkernel.processor.prelude;

import static io.graphkernel.processor.prelude.PreludeChecks.elements;
import static io.graphkernel.processor.prelude.PreludeChecks.filled;
import static io.graphkernel.processor.prelude.PreludeChecks.guarded;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.MachineTargets;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of accumulation and of the reduction of lanes, on every instruction set of this machine. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "asks Linux for the instruction sets")
@Tag("slow")
class ReductionTest {

    @Test
    void reductions_coverTheRequestedLanes() throws Exception {
        for (int variant : MachineTargets.variants()) {
            int lanes = PreludeLibrary.lanes(variant);
            for (int count = 0; count <= 3 * lanes; count++) {
                for (DataType dtype : PreludeFunctions.ACCUMULATORS) {
                    List<Number> values = new ArrayList<>();
                    for (int i = 0; i < 4 * lanes; i++) {
                        long value = i % 5 == 0 ? -i : i % 3 + 1;
                        values.add(Elements.isFloat(dtype) ? (Number) (double) value : (Number) value);
                    }
                    List<Number> used = values.subList(0, count);
                    boolean real = Elements.isFloat(dtype);
                    checkReduction(variant, "sum", dtype, values, count, sum(used, real));
                    checkReduction(
                            variant,
                            "max",
                            dtype,
                            values,
                            count,
                            extreme(used, dtype, 1, Double.NEGATIVE_INFINITY, Elements.least(dtype)));
                    checkReduction(
                            variant,
                            "min",
                            dtype,
                            values,
                            count,
                            extreme(used, dtype, -1, Double.POSITIVE_INFINITY, Elements.largest(dtype)));
                    List<Number> factors = new ArrayList<>(values);
                    factors.replaceAll(x -> Math.abs(x.longValue()) % 2 == 0
                            ? real ? (Number) (-1.0) : (Number) (-1L)
                            : real ? (Number) 1.0 : (Number) 1L);
                    long product = factors.subList(0, count).stream()
                            .mapToLong(Number::longValue)
                            .reduce(1, (a, b) -> a * b);
                    checkReduction(
                            variant,
                            "prod",
                            dtype,
                            factors,
                            count,
                            real ? (Number) (double) product : (Number) product);
                }
                for (int odd = -1; odd < 2 * lanes; odd++) {
                    int position = odd;
                    List<Number> truth = IntStream.range(0, 4 * lanes)
                            .mapToObj(i -> (Number) (i == position ? 0L : 1L))
                            .toList();
                    boolean hit = odd >= 0 && odd < count;
                    checkReduction(variant, "all", DataType.BOOL, truth, count, hit ? 0L : 1L);
                    List<Number> lie = truth.stream()
                            .map(x -> (Number) (1 - x.longValue()))
                            .toList();
                    checkReduction(variant, "any", DataType.BOOL, lie, count, hit ? 1L : 0L);
                }
            }
        }
    }

    private static Number sum(List<Number> values, boolean real) {
        long sum = values.stream().mapToLong(Number::longValue).sum();
        return real ? (Number) (double) sum : (Number) sum;
    }

    private static Number extreme(List<Number> values, DataType dtype, int sign, double infinity, long limit) {
        if (values.isEmpty()) {
            return Elements.isFloat(dtype) ? (Number) infinity : (Number) limit;
        }
        long extreme = sign
                * values.stream().mapToLong(x -> sign * x.longValue()).max().orElseThrow();
        return Elements.isFloat(dtype) ? (Number) (double) extreme : (Number) extreme;
    }

    private static void checkReduction(
            int variant, String op, DataType dtype, List<Number> values, int count, Number expected) {
        int lanes = PreludeLibrary.lanes(variant);
        ByteBuffer result = guarded((lanes + 1) * dtype.byteSize());
        PreludeFunctions.run(variant, op + " " + dtype, count, filled(dtype, values), result);
        for (Number actual : elements(dtype, result, lanes)) {
            if (!actual.equals(expected)) {
                assertThat(actual)
                        .as("%s %s v%d count %d", op, dtype, variant, count)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void reduction_sumsAndProductsOfIntegersWrap() throws Exception {
        for (int variant : MachineTargets.variants()) {
            for (DataType dtype : List.of(DataType.I32, DataType.I64)) {
                List<Number> values = new ArrayList<>();
                long sum = 0;
                long product = 1;
                for (int i = 0; i < 64; i++) {
                    long value = Elements.wrap(Elements.largest(dtype) - 2L * i, dtype);
                    values.add(value);
                    sum += value;
                    product *= value;
                }
                checkReduction(variant, "sum", dtype, values, 64, Elements.wrap(sum, dtype));
                checkReduction(variant, "prod", dtype, values, 64, Elements.wrap(product, dtype));
            }
        }
    }

    @Test
    void reductions_keepNan() throws Exception {
        for (int variant : MachineTargets.variants()) {
            for (DataType dtype : List.of(DataType.F32, DataType.F64)) {
                for (int at = 0; at < 32; at++) {
                    List<Number> values = new ArrayList<>();
                    for (int i = 0; i < 48; i++) {
                        values.add(i == at ? Double.NaN : (double) i);
                    }
                    for (String op : List.of("sum", "prod", "max", "min")) {
                        ByteBuffer result = guarded(17 * dtype.byteSize());
                        PreludeFunctions.run(variant, op + " " + dtype, 32, filled(dtype, values), result);
                        assertThat(Elements.read(result, dtype, 0)).as(op).isEqualTo(Double.NaN);
                    }
                }
            }
        }
    }
}
