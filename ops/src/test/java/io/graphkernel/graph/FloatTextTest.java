package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloatTextTest {

    /** For 2E23, JDK 17 writes more digits than needed. */
    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "-0.0, -0.0",
        "2.0E-3, 0.002",
        "1e10, 1.0E10",
        "2e23, 2.0E23",
        "-1.5e-7, -1.5E-7",
        "9007199254740993, 9.007199254740992E15",
        "1e-322, 1.0E-322",
        "NaN, NaN",
        "-Infinity, -Infinity"
    })
    void floatText_writesTheFewestDigitsOfADouble(double value, String text) {
        assertThat(FloatText.of(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.1", "2e-44, 2.0E-44", "1.1754944e-38, 1.1754944E-38", "3.4028235e38, 3.4028235E38"})
    void floatText_writesTheFewestDigitsOfAFloat(float value, String text) {
        assertThat(FloatText.of(value)).isEqualTo(text);
    }

    @Test
    void floatText_readsBack() {
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            float single = Float.intBitsToFloat(random.nextInt());
            assertThat(Double.parseDouble(FloatText.of(number))).isEqualTo(Double.valueOf(number));
            assertThat(Float.parseFloat(FloatText.of(single))).isEqualTo(Float.valueOf(single));
        }
    }
}
