package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[]        | f32[n, d]     | f32[n, d]",
                "f32[n, d]    | f32[]         | f32[n, d]",
                "f32[n, d]    | f32[n, d]     | f32[n, d]",
                "f32[n, d]    | f32[d]        | f32[n, d]",
                "f32[d]       | f32[n, 1]     | f32[n, d]",
                "f32[n, 1]    | f32[1, d]     | f32[n, d]",
                "f32[1]       | f32[0]        | f32[0]",
                "f32[4, n]    | f32[4, 1]     | f32[4, n]",
                "f32[a, b, c] | f32[b, 1]     | f32[a, b, c]",
                "f32[x..]     | f32[]         | f32[x..]",
                "f32[]        | f32[y..]      | f32[y..]",
                "f32[x.. z..] | f32[y.. x..]  | f32[x.. y.. z..]",
                "f32[x..]     | f32[n]        | 'f32[x.. | n]'",
                "f32[x..]     | f32[1]        | 'f32[x.. | 1]'",
                "f32[b..., d] | 'f32[x.. | d]'  | 'f32[x.. | b..., d]'",
                "'f32[x.. | n, 1]' | 'f32[y.. | d]' | 'f32[x.. y.. | n, d]'",
                "f32[b..., 1] | f32[d]        | f32[b..., d]"
            })
    void shape_broadcasts(String left, String right, String joint) {
        assertThat(shape(left).broadcast(shape(right))).contains(shape(joint));
        assertThat(shape(right).broadcast(shape(left))).contains(shape(joint));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f32[n, d] | f32[n]",
                "f32[n, d] | f32[m, d]",
                "f32[3]    | f32[4]",
                "f32[n]    | f32[4]",
                "f32[0]    | f32[2]",
                "'f32[x.. | m]' | f32[n]",
                "f32[a..., d]  | f32[b..., d]"
            })
    void shape_clashes(String left, String right) {
        assertThat(shape(left).broadcast(shape(right))).isEmpty();
        assertThat(shape(right).broadcast(shape(left))).isEmpty();
    }

    @Test
    void tooManyElements_areSeenInTheNumbersAlone() {
        assertThat(Shape.of("281474976710656").isTooLarge()).isFalse();
        assertThat(Shape.of("281474976710657").isTooLarge()).isTrue();
        assertThat(Shape.of("4000000000", "n", "4000000000").isTooLarge()).isTrue();
        assertThat(Shape.of("1000000000", "0", "4000000000").isTooLarge()).isFalse();
        // Strides are products of the other dims.
        assertThat(Shape.of("4000000000", "0", "4000000000").isTooLarge()).isTrue();
    }

    @Test
    void scalar_isNeitherUnrankedNorRanked() {
        assertThat(Shape.SCALAR.isScalar()).isTrue();
        assertThat(Shape.SCALAR.isUnranked()).isFalse();
        assertThat(Shape.SCALAR.rank()).isZero();
        assertThat(Shape.broadcastOf(new TreeSet<>(List.of("x"))).isScalar()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f32[]",
                "f32[n, d]",
                "bool[4]",
                "f16[n + 1]",
                "i64[n, 1, 0]",
                "bf16[x.. y..]",
                "f32[b...]",
                "f32[b..., 2*d]",
                "f32[x.. y.. | b..., n + 1]"
            })
    void types_printAsTheyAreWritten(String text) {
        assertThat(ValueType.parse(text)).map(ValueType::toString).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "f32", "f33[n]", "f32[n", "f32[n,]", "f32[,n]", "f32[-1]", "f32[n d]", "f32[n+]", "F32[n]"})
    void malformedTypes_areRejected(String text) {
        assertThat(ValueType.parse(text)).isEqualTo(Optional.empty());
    }

    @Test
    void blanksInTypes_doNotMatter() {
        assertThat(ValueType.parse(" f32 [ n ,d ] ")).isEqualTo(ValueType.parse("f32[n, d]"));
    }

    private static Shape shape(String type) {
        return ValueType.parse(type).orElseThrow().shape();
    }

    @Test
    void shape_bindsTheSymbolsThatDimsAreMultiplesOf() {
        Map<String, Dim> symbols = new HashMap<>(Map.of("n", Dim.of("a")));

        Shape.of("n", "64*h", "2*k", "m + 1").bind(Shape.of("b", "128*c", "d", "e + 1"), symbols);

        assertThat(symbols).isEqualTo(Map.of("n", Dim.of("a"), "h", Dim.of("2*c")));
    }
}
