package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.op.ScalarNotation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The instructions of each op, by how its row writes it. */
final class TileExpansions {

    /** Of floats and of integers of 32 bits. */
    private static final Map<String, Expansion> NUMBERS = Map.ofEntries(
            entry("+", (m, x) -> m.plus(x[0], x[1])),
            entry("-", (m, x) -> m.minus(x[0], x[1])),
            entry("*", (m, x) -> m.times(x[0], x[1])),
            entry("maximum", (m, x) -> m.larger(x[0], x[1])),
            entry("minimum", (m, x) -> m.smaller(x[0], x[1])),
            entry("neg", (m, x) -> m.negative(x[0])),
            entry("square", (m, x) -> m.times(x[0], x[0])),
            entry("cube", (m, x) -> m.times(m.times(x[0], x[0]), x[0])),
            entry("select", (m, x) -> m.select(x[0], x[1], x[2])));

    /** Of all that is computed with. */
    private static final Map<String, Expansion> COMPARISONS = Map.of(
            "==", comparison(Operation.EQUAL),
            "!=", comparison(Operation.NOT_EQUAL),
            "<", comparison(Operation.LESS),
            "<=", comparison(Operation.LESS_EQUAL),
            ">", comparison(Operation.GREATER),
            ">=", comparison(Operation.GREATER_EQUAL));

    private static final Map<String, Expansion> FLOATS = Map.ofEntries(
            entry("/", (m, x) -> m.over(x[0], x[1])),
            entry("abs", (m, x) -> m.magnitude(x[0])),
            entry("sqrt", (m, x) -> m.root(x[0])),
            entry("exp", (m, x) -> m.exponential(x[0])),
            entry("log", (m, x) -> m.logarithm(x[0])),
            entry("floor", rounding(Operation.ROUND_DOWN)),
            entry("ceil", rounding(Operation.ROUND_UP)),
            entry("trunc", rounding(Operation.ROUND_TO_ZERO)),
            entry("round", rounding(Operation.ROUND_TO_EVEN)),
            // The instructions Reciprocal and Rsqrt are documented as too inaccurate.
            entry("reciprocal", (m, x) -> m.over(m.number(1), x[0])),
            entry("rsqrt", (m, x) -> m.over(m.number(1), m.root(x[0]))),
            entry("sign", (m, x) -> sign(m, x[0])),
            entry("isNan", (m, x) -> m.compare(Operation.NOT_EQUAL, x[0], x[0])),
            entry("isInf", (m, x) -> m.equal(m.magnitude(x[0]), m.number(Double.POSITIVE_INFINITY))),
            entry("isFinite", (m, x) -> m.less(m.magnitude(x[0]), m.number(Double.POSITIVE_INFINITY))));

    private static final Map<String, Expansion> WORDS = Map.ofEntries(
            entry("abs", (m, x) -> m.larger(x[0], m.negative(x[0]))),
            entry("sign", (m, x) -> m.larger(m.smaller(x[0], m.whole(1)), m.whole(-1))));

    private static final Map<String, Expansion> LONGS = Map.ofEntries(
            entry("abs", (m, x) -> m.select(m.less(x[0], m.integer(0, DType.I64)), m.negative(x[0]), x[0])),
            entry("sign", (m, x) -> {
                Value zero = m.integer(0, DType.I64);
                Value positive = m.select(m.less(zero, x[0]), m.integer(1, DType.I64), zero);
                return m.select(m.less(x[0], zero), m.integer(-1, DType.I64), positive);
            }));

    private static final Map<String, Expansion> MASKS = Map.ofEntries(
            entry("&", (m, x) -> m.and(x[0], x[1])),
            entry("|", (m, x) -> m.or(x[0], x[1])),
            entry("^", (m, x) -> m.exclusiveOr(x[0], x[1])),
            entry("logicalNot", (m, x) -> m.not(x[0])),
            entry("select", (m, x) -> m.select(x[0], x[1], x[2])),
            entry("==", comparison(Operation.EQUAL)),
            entry("!=", comparison(Operation.NOT_EQUAL)));

    private static final Map<DType, Map<String, Expansion>> ALL = Map.of(
            DType.F32,
                    joined(List.of(
                            NUMBERS,
                            COMPARISONS,
                            FLOATS,
                            TileQuotients.OF_FLOATS,
                            TileFunctions.ALL,
                            TileArcs.ALL,
                            TileTrigonometry.ALL,
                            TilePowers.ALL)),
            DType.I32, joined(List.of(NUMBERS, COMPARISONS, WORDS, TileQuotients.OF_WORDS, TileWholePowers.OF_WORDS)),
            DType.I64, joined(List.of(NUMBERS, COMPARISONS, LONGS, TileQuotients.OF_WORDS, TileRandom.ALL)),
            DType.I8, joined(List.of(NUMBERS, COMPARISONS, TileBytes.OF_SIGNED, TileWholePowers.ofBytes(DType.I8))),
            DType.U8, joined(List.of(NUMBERS, COMPARISONS, TileBytes.OF_UNSIGNED, TileWholePowers.ofBytes(DType.U8))),
            DType.BOOL, MASKS);

    private TileExpansions() {}

    /** Makes instructions of an op. */
    @FunctionalInterface
    interface Expansion {
        Value expand(TileMath m, Value... operands);
    }

    /** The instructions of an op over operands of one dtype; empty if there are none. */
    static Optional<Expansion> of(ScalarNotation notation, DType dtype) {
        String name = notation instanceof ScalarNotation.Infix infix
                ? infix.operator()
                : ((ScalarNotation.Call) notation).function();
        return Optional.ofNullable(ALL.getOrDefault(dtype.computed(), Map.of()).get(name));
    }

    /** Later ones take the place of earlier ones. */
    private static Map<String, Expansion> joined(List<Map<String, Expansion>> all) {
        return all.stream()
                .flatMap(each -> each.entrySet().stream())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b));
    }

    private static Expansion comparison(Operation operation) {
        return (m, x) -> m.compare(operation, x[0], x[1]);
    }

    private static Expansion rounding(Operation operation) {
        return (m, x) -> m.rounded(operation, x[0]);
    }

    /** A zero and NaN are their own signs. */
    private static Value sign(TileMath m, Value x) {
        Value isSigned = m.compare(Operation.GREATER, m.magnitude(x), m.number(0));
        return m.select(isSigned, m.withSign(m.number(1), x), x);
    }
}
