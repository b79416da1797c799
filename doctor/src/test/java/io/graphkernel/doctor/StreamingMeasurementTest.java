package io.graphkernel.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamingMeasurementTest {
    private static final List<Integer> SIZES = List.of(4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128);

    /** The ratios of a measurement where copies of the given sizes in MiB gain. */
    private static double[] gaining(Integer... sizes) {
        List<Integer> values = Arrays.asList(sizes);
        return SIZES.stream()
                .mapToDouble(size -> values.contains(size) ? 0.8 : 1.0)
                .toArray();
    }

    private static StreamingMeasurement twoThreads(double[] first, double[] second) {
        return new StreamingMeasurement(2, 0.99, first, second);
    }

    private static void assertSetting(String setting, StreamingMeasurement measurement) {
        assertThat(measurement.isDecided()).isTrue();
        assertThat(measurement.advice())
                .startsWith("-Dgraphkernel.llc=" + setting + " or GRAPHKERNEL_LLC=" + setting + " for ");
    }

    @Test
    void streamingMeasurement_launchesTakeThreeQuartersOfTheSetting() {
        double[] from32 = gaining(32, 48, 64, 96, 128);
        assertSetting("32768K", twoThreads(from32, from32));
        double[] last = gaining(128);
        assertSetting("131072K", twoThreads(last, last));
        double[] times = gaining(SIZES.toArray(Integer[]::new));
        assertSetting("5461K", twoThreads(times, times));
    }

    @Test
    void oneSizeThatGainsByChance_isNone() {
        double[] ratios = gaining(8, 32, 48, 64);
        assertSetting("32768K", twoThreads(ratios, ratios));
    }

    @Test
    void largerOfTwoAdjacentSizes_isTaken() {
        double[] from24 = gaining(24, 32, 48);
        double[] from32 = gaining(32, 48);
        assertSetting("32768K", twoThreads(from24, from32));
        assertSetting("32768K", twoThreads(from32, from24));
    }

    @Test
    void measurement_withoutGain_keepsTheSizeOfTheCache() {
        StreamingMeasurement measurement = twoThreads(gaining(), gaining(8));
        assertThat(measurement.isDecided()).isTrue();
        assertThat(measurement.advice())
                .startsWith("leave it to the size of the cache")
                .endsWith("up to 128 MiB");
    }

    @Test
    void measurementsThatDiffer_sayNothing() {
        StreamingMeasurement measurement = twoThreads(gaining(12, 16, 24), gaining());
        assertThat(measurement.isDecided()).isFalse();
        assertThat(measurement.advice())
                .isEqualTo("8 MiB by one measurement, no size by the other: measure again on an idle machine");
    }

    @Test
    void busyMachine_statesNothing() {
        double[] from32 = gaining(32, 48, 64, 96, 128);
        StreamingMeasurement measurement = new StreamingMeasurement(2, 0.6, from32, from32);
        assertThat(measurement.isDecided()).isFalse();
        assertThat(measurement.advice())
                .isEqualTo("the copies had a processor for 0.60 of the time: measure again on an idle machine");
    }
}
