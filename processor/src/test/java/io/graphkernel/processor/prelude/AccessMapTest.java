package io.graphkernel.processor.prelude;

import static io.graphkernel.processor.prelude.PreludeChecks.assertGuard;
import static io.graphkernel.processor.prelude.PreludeChecks.elements;
import static io.graphkernel.processor.prelude.PreludeChecks.filled;
import static io.graphkernel.processor.prelude.PreludeChecks.guarded;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.MachineTargets;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of loads and stores of all dtypes, on every instruction set of this machine. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "asks Linux for the instruction sets")
@Tag("slow")
class AccessMapTest {

    @Test
    void accesses_touchTheirElementsOnly() throws Exception {
        for (DataType dtype : DataType.values()) {
            for (int variant : MachineTargets.variants()) {
                int laneCount = PreludeLibrary.lanes(variant);
                List<Number> values = IntStream.range(0, 8 * laneCount)
                        .mapToObj(i -> element(dtype, i))
                        .toList();
                ByteBuffer memory = filled(dtype, values);
                for (int lanes = 1; lanes <= laneCount; lanes++) {
                    List<Number> first = values.subList(0, lanes);
                    check(variant, "store " + dtype, dtype, memory, 0, lanes, 0, first);
                    check(variant, "put " + dtype, dtype, memory, 0, lanes, 0, first);
                    check(variant, "load " + dtype, dtype, memory, 0, lanes, 0, padded(dtype, first, laneCount));
                    check(variant, "storeOne " + dtype, dtype, memory, 0, lanes, 0, values.subList(0, 1));
                    check(variant, "one " + dtype, dtype, memory, 3, lanes, 0, repeated(values.get(3), laneCount));
                    check(variant, "step " + dtype, dtype, memory, 3, lanes, 1, values.subList(4, 4 + lanes));
                    check(variant, "step " + dtype, dtype, memory, 3, lanes, 0, repeated(values.get(3), lanes));
                    check(variant, "fill " + dtype, dtype, memory, 5, lanes, 0, repeated(values.get(5), lanes));
                    check(
                            variant,
                            "fill " + dtype,
                            dtype,
                            memory,
                            5,
                            lanes + laneCount,
                            0,
                            repeated(values.get(5), lanes + laneCount));
                    for (int stride : new int[] {0, 1, -1, 2, -2, 3, 7, -5}) {
                        int base = stride < 0 ? 7 * laneCount : 0;
                        List<Number> expected = IntStream.range(0, lanes)
                                .mapToObj(i -> values.get(base + i * stride))
                                .toList();
                        check(variant, "strided " + dtype, dtype, memory, base, lanes, stride, expected);
                    }
                }
            }
        }
    }

    /** The source ends at a guard, so that a read beyond the elements fails. */
    private static void check(
            int variant,
            String function,
            DataType dtype,
            ByteBuffer memory,
            int first,
            int lanes,
            long extra,
            List<Number> expected) {
        ByteBuffer result = guarded((expected.size() + 1) * dtype.byteSize());
        long source = PreludeFunctions.address(memory) + (long) first * dtype.byteSize();
        PreludeFunctions.call(variant, function, 0, source, PreludeFunctions.address(result), lanes, extra);
        assertThat(elements(dtype, result, expected.size()))
                .as("%s v%d lanes %d extra %d", function, variant, lanes, extra)
                .isEqualTo(expected);
        assertGuard(function, result, expected.size() * dtype.byteSize());
    }

    @Test
    void gather_countsFromTheEndAndReturnsZeroOutside() throws Exception {
        long[] indices = {0, 1, 9, -1, -10, 10, -11, Long.MIN_VALUE, Long.MAX_VALUE, 5, 3, 2, 1, 0, 7, 8};
        for (DataType dtype : DataType.values()) {
            List<Number> values =
                    IntStream.range(0, 80).mapToObj(i -> element(dtype, i)).toList();
            ByteBuffer memory = filled(dtype, values);
            for (int variant : MachineTargets.variants()) {
                for (long extent : new long[] {10, 0}) {
                    for (int step : new int[] {0, 1, 3}) {
                        for (int lanes = 1; lanes <= PreludeLibrary.lanes(variant); lanes++) {
                            checkGather(variant, "gather", memory, values, dtype, indices, extent, step, lanes);
                        }
                    }
                }
                for (long index : indices) {
                    for (int step : new int[] {0, 1, 3}) {
                        long[] same = new long[indices.length];
                        Arrays.fill(same, index);
                        checkGather(variant, "gatherOne", memory, values, dtype, same, 10, step, 3);
                        checkGather(variant, "gatherOne", memory, values, dtype, same, 0, step, 3);
                    }
                }
            }
        }
    }

    private static void checkGather(
            int variant,
            String function,
            ByteBuffer memory,
            List<Number> values,
            DataType dtype,
            long[] indices,
            long extent,
            int step,
            int lanes) {
        ByteBuffer index = PreludeLibrary.buffer(8 * indices.length);
        index.asLongBuffer().put(indices);
        List<Number> expected = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            long at = indices[lane] < 0 ? indices[lane] + extent : indices[lane];
            boolean inside = indices[lane] >= -extent && indices[lane] < extent;
            expected.add(inside ? values.get((int) (2 * at + lane * step)) : zero(dtype));
        }
        ByteBuffer result = guarded((lanes + 1) * dtype.byteSize());
        PreludeFunctions.call(
                variant,
                function + " " + dtype,
                0,
                PreludeFunctions.address(memory),
                PreludeFunctions.address(result),
                lanes,
                extent,
                PreludeFunctions.address(index),
                step);
        assertThat(elements(dtype, result, lanes)).isEqualTo(expected);
        assertGuard(function, result, lanes * dtype.byteSize());
    }

    @ParameterizedTest
    @ValueSource(strings = {"transpose", "transposeEdge", "putTransposed"})
    void tiles_areTransposed(String function) throws Exception {
        int width = 64;
        for (DataType dtype : DataType.values()) {
            List<Number> values = IntStream.range(0, 70 * 64)
                    .mapToObj(i -> element(dtype, i % 101))
                    .toList();
            ByteBuffer memory = filled(dtype, values);
            for (int variant : MachineTargets.variants()) {
                for (int[] size : new int[][] {{64, 64}, {16, 16}, {1, 1}, {17, 35}, {63, 9}, {8, 64}, {3, 2}}) {
                    ByteBuffer result = guarded(width * 64 * dtype.byteSize());
                    PreludeFunctions.call(
                            variant,
                            function + " " + dtype,
                            0,
                            PreludeFunctions.address(memory),
                            PreludeFunctions.address(result),
                            size[0],
                            70,
                            width,
                            size[1]);
                    for (int r = 0; r < size[0]; r++) {
                        for (int c = 0; c < size[1]; c++) {
                            assertThat(Elements.read(result, dtype, r * width + c))
                                    .as(
                                            "%s %s v%d (%d, %d) of %d x %d",
                                            function, dtype, variant, r, c, size[0], size[1])
                                    .isEqualTo(values.get(r + 70 * c));
                        }
                    }
                    assertGuard(function, result, ((size[0] - 1) * width + size[1]) * dtype.byteSize());
                }
            }
        }
    }

    @Test
    void indices_countByLane() throws Exception {
        for (int variant : MachineTargets.variants()) {
            int lanes = PreludeLibrary.lanes(variant);
            ByteBuffer result = guarded(8 * lanes);
            PreludeFunctions.call(variant, "index", 0, PreludeFunctions.address(result), 5_000_000_000L, -3);
            for (int i = 0; i < lanes; i++) {
                assertThat(result.getLong(8 * i)).isEqualTo(5_000_000_000L - 3 * i);
            }
        }
    }

    private static Number element(DataType dtype, int i) {
        if (dtype == DataType.BOOL) {
            return (long) (i * 7 % 3 % 2);
        }
        if (dtype.isStorageOnly()) {
            return Elements.fromFloat8((byte) (i % 120), dtype);
        }
        return Elements.isFloat(dtype) ? (Number) (double) (i + 1) : (Number) (long) (i + 1);
    }

    private static Number zero(DataType dtype) {
        return Elements.isFloat(dtype) ? (Number) 0.0 : (Number) 0L;
    }

    private static List<Number> repeated(Number value, int count) {
        return IntStream.range(0, count).mapToObj(i -> value).toList();
    }

    private static List<Number> padded(DataType dtype, List<Number> first, int count) {
        List<Number> numbers = new ArrayList<>(first);
        numbers.addAll(repeated(zero(dtype), count - first.size()));
        return numbers;
    }
}
