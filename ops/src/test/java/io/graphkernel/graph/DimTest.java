package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DimTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n | n",
                "4 | 4",
                "m + n | m + n",
                "n + m | m + n",
                "n - n | 0",
                "2 * 3 | 6",
                "d*n*2 | 2*d*n",
                "(n + 1)*(n - 1) | n*n - 1",
                "-n + 4 | -n + 4",
                "floorDiv(7, 2) | 3",
                "floorDiv(4*n, 2) | 2*n",
                "floorDiv(n - 1, 2) | floorDiv(n + 1, 2) - 1",
                "floorDiv(b*d*s, 4*b*s) | floorDiv(d, 4)",
                "floorDiv(6*n + 3, 9) | floorDiv(2*n + 1, 3)",
                "floorDiv(n*n + n, 2*n) | floorDiv(n + 1, 2)",
                "min(n, n + 2) | n",
                "max(n, n + 2) | n + 2",
                "max(n, 0) | n",
                "min(n, 3) | min(3, n)",
                "min(3, n) | min(3, n)",
                "max(n - 3, 0) | max(0, n - 3)",
            })
    void dim_hasOneCanonicalText(String text, String expected) {
        assertThat(Dim.of(text)).hasToString(expected);
        assertThat(Dim.of(expected)).isEqualTo(Dim.of(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "n +", "1 2", "n m", "(n", "sum(n, m)", "floorDiv(n, 0)", "n / 2", "99999999999999999999"})
    void dim_rejectsOtherText(String text) {
        assertThatThrownBy(() -> Dim.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"n*d, d, n", "6, 3, 2", "a*c + b*c, c, a + b", "a*c + b*c, a + b, c", "n*n - 1, n + 1, n - 1"})
    void dim_dividesExactly(String dividend, String divisor, String quotient) {
        assertThat(Dim.of(dividend).exactQuotient(Dim.of(divisor))).contains(Dim.of(quotient));
    }

    @ParameterizedTest
    @CsvSource({"n, n", "64*h, h", "'2*floorDiv(n, 3)', ''", "n*n, ''", "n*m, ''", "n + 1, ''", "-2*n, ''", "7, ''"})
    void dim_knowsTheSymbolThatItIsAMultipleOf(String text, String symbol) {
        assertThat(Dim.of(text).multipleOf().map(Dim::toString))
                .isEqualTo(Optional.of(symbol).filter(name -> !name.isEmpty()));
    }

    @ParameterizedTest
    @CsvSource({"n, d", "5, 2", "n + 1, n", "3*n, 2"})
    void dim_statesWhereThereIsNoExactQuotient(String dividend, String divisor) {
        assertThat(Dim.of(dividend).exactQuotient(Dim.of(divisor))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2*n + m | 2*a + b*b",
                "floorDiv(n, m) | floorDiv(a, b*b)",
                "max(n, 1) - k | max(1, a) - k",
                "5 | 5"
            })
    void dim_replacesSymbols(String dim, String expected) {
        Map<String, Dim> replacements = Map.of("n", Dim.of("a"), "m", Dim.of("b*b"));

        assertThat(Dim.of(dim).substitute(replacements)).isEqualTo(Dim.of(expected));
    }

    @Test
    void shortWays_giveWhatPolynomialsGive() {
        List<Dim> dims = Stream.of("0", "1", "-1", "2", "6", "n", "m", "2*n", "n + 1", "floorDiv(n, 2)", "max(m, n)")
                .map(Dim::of)
                .toList();
        for (Dim a : dims) {
            DimPolynomial x = DimPolynomial.of(a);
            assertThat(a.isNonNegative()).isEqualTo(x.isNonNegative());
            assertThat(a.estimate(3)).isEqualTo(x.estimate(3));
            for (Dim b : dims) {
                DimPolynomial y = DimPolynomial.of(b);
                assertThat(a.plus(b)).isEqualTo(x.plus(y, 1).toDim());
                assertThat(a.minus(b)).isEqualTo(x.plus(y, -1).toDim());
                assertThat(a.times(b)).isEqualTo(x.times(y).toDim());
                assertThat(a.exactQuotient(b))
                        .as("%s / %s", a, b)
                        .isEqualTo(x.dividedBy(y).map(DimPolynomial::toDim));
            }
        }
    }

    @Test
    void dim_knowsItsSymbols() {
        assertThat(Dim.of("floorDiv(n - 1, 2) + m*n").symbols()).containsExactly("m", "n");
    }

    @Test
    void dim_printsForATarget() {
        DimSyntax syntax = new DimSyntax(name -> "n_" + name, "LL", "gk_dim_");
        assertThat(Dim.of("min(n, 3) + 2*m").print(syntax)).isEqualTo("2LL*n_m + gk_dim_min(3LL, n_n)");
    }

    @Test
    void type_mayHoldExpressions() {
        assertThat(ValueType.parse("f32[n + m, min(n, 3), 4]"))
                .hasValueSatisfying(type -> assertThat(type).hasToString("f32[m + n, min(3, n), 4]"));
    }
}
