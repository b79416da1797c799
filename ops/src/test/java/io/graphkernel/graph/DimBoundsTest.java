package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DimBoundsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n - 2*floorDiv(n, 2)",
                "n - 2*floorDiv(n - 1, 2)",
                "3*floorDiv(n + 2, 3) - n",
                "n + 1 - 2*floorDiv(floorDiv(n, 2), 2)",
                "max(0, n - 3)",
                "max(n, m) - n",
                "m - min(n, m)",
                "max(0, n - 1) - 2*floorDiv(n - 2, 2)"
            })
    void dimBounds_isNeverNegative(String dim) {
        assertThat(Dim.of(dim).isNonNegative()).isTrue();
        for (long n = 0; n < 12; n++) {
            for (long m = 0; m < 12; m++) {
                assertThat(value(dim, n, m)).as("%s for %d and %d", dim, n, m).isNotNegative();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n - 1",
                "n - 3*floorDiv(n + 1, 2)",
                "2*floorDiv(n, 2) - n",
                "n - 2*floorDiv(n + 1, 2)",
                "min(n, m) - n",
                "n - max(n, m)",
                "n - floorDiv(n, m)",
                // Four times the first divisor does not fit.
                "n - 2*floorDiv(floorDiv(n, 4611686018427387904), 4)",
                "floorDiv(n - 1, 2)"
            })
    void dimBounds_mayBeNegativeOrIsNotKnown(String dim) {
        assertThat(Dim.of(dim).isNonNegative()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "min(2*floorDiv(n - 1, 2) + 1, n + 1) | 2*floorDiv(n + 1, 2) - 1",
                "max(n, 2*floorDiv(n, 2)) | n",
                "min(n, 2*floorDiv(n + 1, 2)) | n"
            })
    void dimBounds_decidesWhichIsLess(String dim, String expected) {
        assertThat(Dim.of(dim)).hasToString(expected);
    }

    private static long value(String dim, long n, long m) {
        return ((Dim.Constant) Dim.of(dim).substitute(Map.of("n", Dim.of(n), "m", Dim.of(m)))).size();
    }
}
