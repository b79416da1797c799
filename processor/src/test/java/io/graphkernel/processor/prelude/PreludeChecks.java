package io.graphkernel.processor.prelude;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** Buffers of elements, and the comparison of actual with expected results. */
final class PreludeChecks {

    private static final byte GUARD = 0x5a;

    private PreludeChecks() {}

    /** Calls a function of two operands on every instruction set and on single values; the last vector is partial. */
    static void checkElementwise(
            String function, DataType from, DataType to, List<Number> left, List<Number> right, List<Number> expected)
            throws IOException {
        int count = left.size() - 1;
        ByteBuffer a = filled(from, left);
        ByteBuffer b = filled(from, right);
        for (int variant : PreludeLibrary.elementwise()) {
            ByteBuffer result = guarded((count + 1) * to.byteSize());
            PreludeFunctions.run(variant, function, count, a, b, result);
            for (int i = 0; i < count; i++) {
                Number actual = Elements.read(result, to, i);
                if (!same(actual, expected.get(i), function)) {
                    assertThat(actual)
                            .as("%s v%d of %s, %s", function, variant, left.get(i), right.get(i))
                            .isEqualTo(expected.get(i));
                }
            }
            assertGuard(function, result, count * to.byteSize());
        }
    }

    /** Returns true if equal; the sign of a zero is unspecified for a maximum of zeros. */
    private static boolean same(Number actual, Number expected, String function) {
        return actual.equals(expected)
                || (!function.startsWith("cast") && actual.doubleValue() == expected.doubleValue());
    }

    static List<Number> elements(DataType dtype, ByteBuffer buffer, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Elements.read(buffer, dtype, i))
                .toList();
    }

    static ByteBuffer filled(DataType dtype, List<Number> values) {
        ByteBuffer buffer = PreludeLibrary.buffer(values.size() * dtype.byteSize());
        for (int i = 0; i < values.size(); i++) {
            Elements.write(buffer, dtype, i, values.get(i));
        }
        return buffer;
    }

    static ByteBuffer guarded(int bytes) {
        ByteBuffer buffer = PreludeLibrary.buffer(bytes);
        for (int i = 0; i < bytes; i++) {
            buffer.put(i, GUARD);
        }
        return buffer;
    }

    static void assertGuard(String function, ByteBuffer buffer, int from) {
        for (int i = from; i < buffer.capacity(); i++) {
            assertThat(buffer.get(i))
                    .as("%s, guard byte %d", function, i - from)
                    .isEqualTo(GUARD);
        }
    }
}
