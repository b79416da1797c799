package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DimQuotientTest {

    private static final List<String> SYMBOLS = List.of("h", "n", "m", "b...");
    private static final int FORMS = 4_000;
    private static final int VALUES = 12;

    /** A dim and its value, which Java computes. */
    private record Form(Dim dim, ToLongFunction<Map<String, Long>> meaning) {}

    @ParameterizedTest
    @CsvSource({
        "floorDiv(2*h + 1; 2), h",
        "floorDiv(2*h - 1; 2), h - 1",
        "2*floorDiv(2*h; 2), 2*h",
        "floorDiv(n - 1; 2) + 1, floorDiv(n + 1; 2)",
        "floorDiv(4*n + 6; 8), floorDiv(2*n + 3; 4)",
        "floorDiv(6*n*m + 2*n + 5; 3), 2*m*n + 1 + floorDiv(2*n + 2; 3)",
        "floorDiv(max(0; 2*h - 1) + 1; 2), h",
        "floorDiv(min(4*h; 4*h + n) + 3; 4), h",
        "floorDiv(2*h - n; 2), h + floorDiv(-n; 2)",
    })
    void quotients_byNumbers_areEqualInOneForm(String text, String expected) {
        assertThat(Dim.of(text.replace(';', ','))).isEqualTo(Dim.of(expected.replace(';', ',')));
    }

    @Test
    void randomForms_atRandomValues_haveTheValueOfTheirMeaning() {
        Random random = new Random(35);
        for (int i = 0; i < FORMS; i++) {
            Form form = form(random, 4);
            for (int k = 0; k < VALUES; k++) {
                Map<String, Long> values = new HashMap<>();
                Map<String, Dim> dims = new HashMap<>();
                for (String symbol : SYMBOLS) {
                    long value = k == 0 ? 0 : random.nextInt(k < 4 ? 4 : 1000);
                    values.put(symbol, value);
                    dims.put(symbol, Dim.of(value));
                }
                assertThat(form.dim().substitute(dims))
                        .as("%s at %s", form.dim(), values)
                        .isEqualTo(Dim.of(form.meaning().applyAsLong(values)));
                if (form.dim().isNonNegative()) {
                    assertThat(form.meaning().applyAsLong(values)).isNotNegative();
                }
            }
        }
    }

    @Test
    void multiplesAndRemainders_ofRandomForms_areFound() {
        Random random = new Random(36);
        for (int i = 0; i < 1_000; i++) {
            Dim quotient = form(random, 3).dim();
            long divisor = 1 + random.nextInt(9);
            Dim multiple = quotient.times(Dim.of(divisor));
            Dim dividend = multiple.plus(Dim.of(random.nextInt((int) divisor)));
            assertThat(dividend.floorDiv(Dim.of(divisor)))
                    .as("%s / %s", dividend, divisor)
                    .isEqualTo(quotient);
            // Rounded up: after pooling of the largest padding.
            assertThat(multiple.plus(Dim.of(divisor - 1)).floorDiv(Dim.of(divisor)))
                    .isEqualTo(quotient);
        }
    }

    private static Form form(Random random, int depth) {
        if (depth == 0 || random.nextInt(5) == 0) {
            if (random.nextInt(3) == 0) {
                long number = random.nextInt(21) - 10;
                return new Form(Dim.of(number), values -> number);
            }
            String symbol = SYMBOLS.get(random.nextInt(SYMBOLS.size()));
            return new Form(new Dim.Symbol(symbol), values -> values.get(symbol));
        }
        Form a = form(random, depth - 1);
        Form b = form(random, depth - 1);
        long number = 1 + random.nextInt(12);
        return switch (random.nextInt(7)) {
            case 0 ->
                new Form(a.dim.plus(b.dim), values -> a.meaning.applyAsLong(values) + b.meaning.applyAsLong(values));
            case 1 ->
                new Form(a.dim.minus(b.dim), values -> a.meaning.applyAsLong(values) - b.meaning.applyAsLong(values));
            case 2 -> new Form(a.dim.times(Dim.of(number)), values -> a.meaning.applyAsLong(values) * number);
            case 3 ->
                new Form(
                        a.dim.min(b.dim),
                        values -> Math.min(a.meaning.applyAsLong(values), b.meaning.applyAsLong(values)));
            case 4 ->
                new Form(
                        a.dim.max(b.dim),
                        values -> Math.max(a.meaning.applyAsLong(values), b.meaning.applyAsLong(values)));
            default ->
                new Form(
                        a.dim.floorDiv(Dim.of(number)), values -> Math.floorDiv(a.meaning.applyAsLong(values), number));
        };
    }
}
