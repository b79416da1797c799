package io.graphkernel.processor.lower.tile;

import static java.util.Map.entry;

import io.graphkernel.graph.DataType;
import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Table of op expansions into tile instructions, by the notation of the op's row. */
final class OpExpansionTable {

    /** Expansions for floats and 32-bit integers. */
    private static final Map<String, Expansion> NUMBERS = Map.ofEntries(
            entry("+", (m, x) -> m.plus(x[0], x[1])),
            entry("-", (m, x) -> m.minus(x[0], x[1])),
            entry("*", (m, x) -> m.times(x[0], x[1])),
            entry("maximum", (m, x) -> m.max(x[0], x[1])),
            entry("minimum", (m, x) -> m.min(x[0], x[1])),
            entry("neg", (m, x) -> m.negate(x[0])),
            entry("square", (m, x) -> m.times(x[0], x[0])),
            entry("cube", (m, x) -> m.times(m.times(x[0], x[0]), x[0])),
            entry("select", (m, x) -> m.select(x[0], x[1], x[2])));

    /** Expansions for all compute dtypes. */
    private static final Map<String, Expansion> COMPARISONS = Map.of(
            "==", comparison(Operation.EQUAL),
            "!=", comparison(Operation.NOT_EQUAL),
            "<", comparison(Operation.LESS),
            "<=", comparison(Operation.LESS_EQUAL),
            ">", comparison(Operation.GREATER),
            ">=", comparison(Operation.GREATER_EQUAL));

    private static final Map<String, Expansion> FLOATS = Map.ofEntries(
            entry("/", (m, x) -> m.div(x[0], x[1])),
            entry("abs", (m, x) -> m.abs(x[0])),
            entry("sqrt", (m, x) -> m.sqrt(x[0])),
            entry("exp", (m, x) -> m.exp(x[0])),
            entry("log", (m, x) -> m.log(x[0])),
            entry("floor", rounding(Operation.ROUND_DOWN)),
            entry("ceil", rounding(Operation.ROUND_UP)),
            entry("trunc", rounding(Operation.ROUND_TO_ZERO)),
            entry("round", rounding(Operation.ROUND_TO_EVEN)),
            // The instructions Reciprocal and Rsqrt are documented as too inaccurate.
            entry("reciprocal", (m, x) -> m.div(m.number(1), x[0])),
            entry("rsqrt", (m, x) -> m.div(m.number(1), m.sqrt(x[0]))),
            entry("sign", (m, x) -> sign(m, x[0])),
            entry("isNan", (m, x) -> m.compare(Operation.NOT_EQUAL, x[0], x[0])),
            entry("isInf", (m, x) -> m.equal(m.abs(x[0]), m.number(Double.POSITIVE_INFINITY))),
            entry("isFinite", (m, x) -> m.less(m.abs(x[0]), m.number(Double.POSITIVE_INFINITY))));

    private static final Map<String, Expansion> WORDS = Map.ofEntries(
            entry("abs", (m, x) -> m.max(x[0], m.negate(x[0]))),
            entry("sign", (m, x) -> m.max(m.min(x[0], m.int32(1)), m.int32(-1))));

    private static final Map<String, Expansion> LONGS = Map.ofEntries(
            entry("abs", (m, x) -> m.select(m.less(x[0], m.integer(0, DataType.I64)), m.negate(x[0]), x[0])),
            entry("sign", (m, x) -> {
                TileValue zero = m.integer(0, DataType.I64);
                TileValue positive = m.select(m.less(zero, x[0]), m.integer(1, DataType.I64), zero);
                return m.select(m.less(x[0], zero), m.integer(-1, DataType.I64), positive);
            }));

    private static final Map<String, Expansion> MASKS = Map.ofEntries(
            entry("&", (m, x) -> m.and(x[0], x[1])),
            entry("|", (m, x) -> m.or(x[0], x[1])),
            entry("^", (m, x) -> m.xor(x[0], x[1])),
            entry("logicalNot", (m, x) -> m.not(x[0])),
            entry("select", (m, x) -> m.select(x[0], x[1], x[2])),
            entry("==", comparison(Operation.EQUAL)),
            entry("!=", comparison(Operation.NOT_EQUAL)));

    private static final Map<DataType, Map<String, Expansion>> ALL = Map.of(
            DataType.F32,
                    merged(List.of(
                            NUMBERS,
                            COMPARISONS,
                            FLOATS,
                            IntegerDivisionLowering.OF_FLOATS,
                            ExponentialLowering.ALL,
                            InverseTrigLowering.ALL,
                            TrigLowering.ALL,
                            FloatPowLowering.ALL)),
            DataType.I32,
                    merged(List.of(
                            NUMBERS,
                            COMPARISONS,
                            WORDS,
                            BitLowering.OF_WORDS,
                            IntegerDivisionLowering.OF_WORDS,
                            IntegerPowLowering.OF_WORDS)),
            DataType.I64,
                    merged(List.of(
                            NUMBERS,
                            COMPARISONS,
                            LONGS,
                            BitLowering.OF_LONGS,
                            IntegerDivisionLowering.OF_WORDS,
                            PhiloxLowering.ALL)),
            DataType.I8,
                    merged(List.of(
                            NUMBERS,
                            COMPARISONS,
                            Int8Lowering.OF_SIGNED,
                            BitLowering.ofBytes(DataType.I8),
                            IntegerPowLowering.ofBytes(DataType.I8))),
            DataType.U8,
                    merged(List.of(
                            NUMBERS,
                            COMPARISONS,
                            Int8Lowering.OF_UNSIGNED,
                            BitLowering.ofBytes(DataType.U8),
                            IntegerPowLowering.ofBytes(DataType.U8))),
            DataType.BOOL, MASKS);

    private OpExpansionTable() {}

    /** Expansion of an op into instructions. */
    @FunctionalInterface
    interface Expansion {
        TileValue expand(TileMathBuilder m, TileValue... operands);
    }

    /** Returns the expansion of an op over operands of one dtype; empty if there is none. */
    static Optional<Expansion> of(ScalarNotation notation, DataType dtype) {
        String name = notation instanceof ScalarNotation.Infix infix
                ? infix.operator()
                : ((ScalarNotation.Call) notation).function();
        return Optional.ofNullable(
                ALL.getOrDefault(dtype.computeType(), Map.of()).get(name));
    }

    /** Merges tables; later entries override earlier ones. */
    private static Map<String, Expansion> merged(List<Map<String, Expansion>> tables) {
        return tables.stream()
                .flatMap(table -> table.entrySet().stream())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b));
    }

    private static Expansion comparison(Operation operation) {
        return (m, x) -> m.compare(operation, x[0], x[1]);
    }

    private static Expansion rounding(Operation operation) {
        return (m, x) -> m.round(operation, x[0]);
    }

    /** Zeros and NaN are returned unchanged. */
    private static TileValue sign(TileMathBuilder m, TileValue x) {
        TileValue isSigned = m.compare(Operation.GREATER, m.abs(x), m.number(0));
        return m.select(isSigned, m.withSign(m.number(1), x), m.plus(x, m.number(0)));
    }
}
