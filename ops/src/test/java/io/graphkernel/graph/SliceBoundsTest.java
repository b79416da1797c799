package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SliceBoundsTest {

    /** The extremes of {@code long} stand for the ends of the axis in either direction, and overflow nowhere. */
    @ParameterizedTest
    @CsvSource({
        "0, 9223372036854775807, 1, 0, 5",
        "-9223372036854775808, 9223372036854775807, 2, 0, 3",
        "0, -9223372036854775808, 1, 0, 0",
        "9223372036854775807, 9223372036854775807, 1, 0, 0",
        "9223372036854775807, -9223372036854775808, -1, 4, 5",
        "4, 9223372036854775807, -1, 0, 0",
        "-9223372036854775808, -9223372036854775808, -1, 0, 0",
        "-2, 9223372036854775807, 1, 3, 2",
        "1, -1, 1, 1, 3",
    })
    void extremes_areTheEndsOfTheAxis(long begin, long end, long step, long start, long size) {
        SliceBounds bounds = SliceBounds.of(Dim.of(5), Dim.of(begin), Dim.of(end), step);

        assertThat(bounds).isEqualTo(new SliceBounds(Dim.of(start), Dim.of(size)));
    }

    @Test
    void wholeAxisOfUnknownSize_isTheAxis() {
        Dim n = Dim.of("n");

        assertThat(SliceBounds.of(n, Dim.ZERO, Dim.of(Long.MAX_VALUE), 1)).isEqualTo(new SliceBounds(Dim.ZERO, n));
        assertThat(SliceBounds.of(n, Dim.of(Long.MAX_VALUE), Dim.of(Long.MIN_VALUE), -1))
                .isEqualTo(new SliceBounds(n.minus(Dim.ONE), n));
    }
}
