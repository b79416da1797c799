package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The functions at the head of a file with which kernels over rows take tiles: an instruction repeats for all rows of 64 lanes,
 * as far as its strides reach, else along each row.
 */
final class RowFunctions {

    private static final String PITCH = """
            __aicore__ inline int64_t gk_pitch(int64_t lanes, int64_t unit) {
                const int64_t step = lanes <= 64 ? unit : 64;
                return gk_dim_max(unit, (lanes + step - 1) / step * step);
            }
            """;

    /** How an operand moves. */
    private static final String STEPS = """
            /* How an operand moves: in blocks within an instruction's repeat, and in elements from row to row and every 64 lanes. */
            struct gk_steps {
                int32_t block, row, lanes;
            };
            """;

    private static final String BINARY = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &left, gk_steps l, const AscendC::LocalTensor<T> &right, gk_steps r, int32_t rows, int32_t pitch) {
                const uint64_t mask = pitch < 64 ? pitch : 64;
                if (pitch <= 2040) {
                    const AscendC::BinaryRepeatParams steps{1, (uint8_t) l.block, (uint8_t) r.block, (uint8_t) (pitch / 8), (uint8_t) (l.row / 8), (uint8_t) (r.row / 8)};
                    for (int32_t lane = 0, group = 0; lane < pitch; lane += 64, group++) {
                        AscendC::%1$s(target[lane], left[group * l.lanes], right[group * r.lanes], mask, (uint8_t) rows, steps);
                    }
                    return;
                }
                const AscendC::BinaryRepeatParams steps{1, (uint8_t) l.block, (uint8_t) r.block, 8, (uint8_t) (l.lanes / 8), (uint8_t) (r.lanes / 8)};
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::%1$s(target[row * pitch], left[row * l.row], right[row * r.row], mask, (uint8_t) (pitch / 64), steps);
                }
            }
            """;

    /** Of 16 bits there are twice as many lanes in all that an instruction takes at a time. */
    private static final String SPREAD = """
            template <typename T>
            __aicore__ inline void gk_spread(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, gk_steps s, int32_t rows, int32_t pitch) {
                constexpr int32_t each = 256 / sizeof(T), unit = 32 / sizeof(T);
                if (pitch <= 255 * unit) {
                    const AscendC::UnaryRepeatParams steps{1, (uint16_t) s.block, (uint8_t) (pitch / unit), (uint8_t) (s.row / unit)};
                    for (int32_t lane = 0, group = 0; lane < pitch; lane += each, group++) {
                        AscendC::Muls(target[lane], source[group * s.lanes], (T) 1, (uint64_t) gk_dim_min(each, pitch - lane), (uint8_t) rows, steps);
                    }
                    return;
                }
                const AscendC::UnaryRepeatParams steps{1, (uint16_t) s.block, 8, (uint8_t) (s.lanes / unit)};
                const int32_t whole = pitch / each, rest = pitch % each;
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::Muls(target[row * pitch], source[row * s.row], (T) 1, (uint64_t) each, (uint8_t) whole, steps);
                    if (rest > 0) {
                        AscendC::Muls(target[row * pitch + whole * each], source[row * s.row + whole * s.lanes], (T) 1, (uint64_t) rest, (uint8_t) 1, steps);
                    }
                }
            }
            """;

    /** Lanes into the 64 parts of their rows. */
    private static final String FOLD = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &parts, const AscendC::LocalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch) {
                const int32_t whole = lanes / 64;
                const uint64_t rest = lanes %% 64;
                if (pitch <= 2040) {
                    const AscendC::BinaryRepeatParams steps{1, 1, 1, 8, 8, (uint8_t) (pitch / 8)};
                    for (int32_t group = 0; group < whole; group++) {
                        if (group > 0) {
                            AscendC::PipeBarrier<PIPE_V>();
                        }
                        AscendC::%1$s(parts, parts, source[group * 64], (uint64_t) 64, (uint8_t) rows, steps);
                    }
                    if (rest > 0) {
                        if (whole > 0) {
                            AscendC::PipeBarrier<PIPE_V>();
                        }
                        AscendC::%1$s(parts, parts, source[whole * 64], rest, (uint8_t) rows, steps);
                    }
                    return;
                }
                for (int32_t row = 0; row < rows && whole > 0; row++) {
                    AscendC::%1$s(parts[row * 64], source[row * pitch], parts[row * 64], (uint64_t) 64, (uint8_t) whole, AscendC::BinaryRepeatParams{1, 1, 1, 0, 8, 0});
                }
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t row = 0; row < rows && rest > 0; row++) {
                    AscendC::%1$s(parts[row * 64], parts[row * 64], source[row * pitch + whole * 64], rest, (uint8_t) 1, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                }
            }
            """;

    /** Rows into the lanes of one. */
    private static final String COLUMNS = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t rows, int32_t pitch) {
                const uint64_t mask = pitch < 64 ? pitch : 64;
                if (pitch <= 2040) {
                    const AscendC::BinaryRepeatParams steps{1, 1, 1, 0, (uint8_t) (pitch / 8), 0};
                    for (int32_t lane = 0; lane < pitch; lane += 64) {
                        AscendC::%1$s(target[lane], source[lane], target[lane], mask, (uint8_t) rows, steps);
                    }
                    return;
                }
                for (int32_t row = 0; row < rows; row++) {
                    if (row > 0) {
                        AscendC::PipeBarrier<PIPE_V>();
                    }
                    AscendC::%1$s(target, target, source[row * pitch], pitch);
                }
            }
            """;

    /** Rows and lanes into as many lanes as an instruction takes at a time. */
    private static final String TOTAL = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &total, const AscendC::LocalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch) {
                const bool isOne = lanes == pitch && pitch %% 64 == 0;
                const int32_t heights = isOne ? 1 : rows, whole = isOne ? rows * (lanes / 64) : lanes / 64;
                const uint64_t rest = lanes %% 64;
                if (!isOne && pitch <= 2040) {
                    const AscendC::BinaryRepeatParams steps{1, 1, 1, 0, (uint8_t) (pitch / 8), 0};
                    for (int32_t lane = 0; lane < lanes; lane += 64) {
                        if (lane > 0) {
                            AscendC::PipeBarrier<PIPE_V>();
                        }
                        AscendC::%1$s(total, source[lane], total, (uint64_t) gk_dim_min(64, lanes - lane), (uint8_t) rows, steps);
                    }
                    return;
                }
                for (int32_t row = 0; row < heights; row++) {
                    for (int32_t at = 0; at < whole; at += 255) {
                        if (row > 0 || at > 0) {
                            AscendC::PipeBarrier<PIPE_V>();
                        }
                        AscendC::%1$s(total, source[row * pitch + at * 64], total, (uint64_t) 64, (uint8_t) gk_dim_min(255, whole - at), AscendC::BinaryRepeatParams{1, 1, 1, 0, 8, 0});
                    }
                    if (rest > 0) {
                        AscendC::PipeBarrier<PIPE_V>();
                        AscendC::%1$s(total, source[row * pitch + whole * 64], total, rest, (uint8_t) 1, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                    }
                }
            }
            """;

    /** As many lanes as an instruction takes at a time into a block of them. */
    private static final String HALVE = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &total) {
                AscendC::%1$s(total, total[32], total, 32);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(total, total[16], total, 16);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(target, total, total[8], 8);
            }
            """;

    private static final String JOIN_SUMS = """
            __aicore__ inline void %2$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &parts, int32_t lanes, int32_t rows, int32_t pitch) {
                AscendC::WholeReduceSum(target, parts, lanes, rows, 1, 1, pitch / 8);
            }
            """;

    /** The 310P gives the places of extremes too, next to them: there 64 lanes are halved to 8, and these are a block, which is reduced. */
    private static final String JOIN_EXTREMES = """
            __aicore__ inline void %2$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &parts, int32_t lanes, int32_t rows, int32_t pitch) {
            #ifdef GK_310P
                const int32_t whole = rows / 8, rest = rows %% 8;
                for (int32_t half = 32; half >= 8; half /= 2) {
                    AscendC::%1$s(parts, parts, parts[half], (uint64_t) half, (uint8_t) rows, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                    AscendC::PipeBarrier<PIPE_V>();
                }
                if (whole > 0) {
                    const uint64_t mask[2] = {~0ul, 0};
                    AscendC::BlockReduce%1$s(target, parts, whole, mask, 1, 8, 64);
                }
                if (rest > 0) {
                    const uint64_t mask[2] = {~0ul >> (64 - 8 * rest), 0};
                    AscendC::BlockReduce%1$s(target[whole * 8], parts[whole * 512], 1, mask, 1, 8, 64);
                }
            #else
                AscendC::WholeReduce%1$s(target, parts, lanes, rows, 1, 1, pitch / 8, AscendC::ReduceOrder::ORDER_ONLY_VALUE);
            #endif
            }
            """;

    /** Whether an instruction reduces rows of so many lanes as they are. */
    private static final String SHORT = """
            __aicore__ inline bool gk_is_short(int32_t lanes) {
                return lanes > 0 && lanes <= 64;
            }
            """;

    private static final String SHORT_EXTREMES = """
            __aicore__ inline bool gk_is_short_extreme(int32_t lanes) {
            #ifdef GK_310P
                return false;
            #else
                return gk_is_short(lanes);
            #endif
            }
            """;

    private static final String REDUCE = """
            __aicore__ inline void %1$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &source, const AscendC::LocalTensor<float> &parts, float identity, int32_t rows, int32_t lanes, int32_t pitch) {
                const bool isShort = %4$s(lanes);
                if (!isShort) {
                    AscendC::Duplicate(parts, identity, rows * 64);
                }
                AscendC::PipeBarrier<PIPE_V>();
                if (isShort) {
                    %3$s(target, source, lanes, rows, pitch);
                    return;
                }
                %2$s(parts, source, rows, lanes, pitch);
                AscendC::PipeBarrier<PIPE_V>();
                %3$s(target, parts, 64, rows, 64);
            }
            """;

    /**
     * 64 lanes of each row into an element, where no instruction does that: into 8 by halves, and these as columns, which are joined
     * one to the other.
     */
    private static final String GATHER = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &parts, const AscendC::LocalTensor<T> &columns, const AscendC::LocalTensor<int32_t> &offsets, int32_t rows) {
                const int32_t all = (rows + 7) / 8 * 8;
                gk_index(offsets, 0, rows);
                for (int32_t half = 32; half >= 8; half /= 2) {
                    AscendC::%1$s(parts, parts, parts[half], (uint64_t) half, (uint8_t) rows, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                    AscendC::PipeBarrier<PIPE_V>();
                }
                AscendC::Muls(offsets, offsets, 256, rows);
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t lane = 0; lane < 8; lane++) {
                    AscendC::Gather(columns[lane * all], parts, offsets.ReinterpretCast<uint32_t>(), (uint32_t) (lane * sizeof(T)), (uint32_t) rows);
                }
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(columns, columns, columns[4 * all], 4 * all);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(columns, columns, columns[2 * all], 2 * all);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(target, columns, columns[all], rows);
            }
            """;

    private static final String REDUCE_GATHERED = """
            template <typename T>
            __aicore__ inline void %1$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, const AscendC::LocalTensor<T> &parts, const AscendC::LocalTensor<T> &columns, const AscendC::LocalTensor<int32_t> &offsets, T identity, int32_t rows, int32_t lanes, int32_t pitch) {
                AscendC::Duplicate(parts, identity, rows * 64);
                AscendC::PipeBarrier<PIPE_V>();
                %2$s(parts, source, rows, lanes, pitch);
                AscendC::PipeBarrier<PIPE_V>();
                %3$s(target, parts, columns, offsets, rows);
            }
            """;

    private static final Map<String, String> TEXTS = texts();

    private RowFunctions() {}

    /** The name of a function that takes operands of several shapes. */
    static String repeating(Operation operation) {
        return name(operation, "rows");
    }

    /** The name of a function that reduces lanes into parts. */
    static String folding(Operation operation) {
        return name(operation, "fold");
    }

    /** The name of a function that reduces parts into an element of each row. */
    static String joining(Operation operation) {
        return name(operation, "join");
    }

    /** The name of a function that reduces rows into the lanes of one. */
    static String reducingColumns(Operation operation) {
        return name(operation, "columns");
    }

    /** The name of a function that reduces rows and lanes into a total. */
    static String reducingAll(Operation operation) {
        return name(operation, "total");
    }

    /** The name of a function that reduces a total to a block of memory. */
    static String halving(Operation operation) {
        return name(operation, "halve");
    }

    /** The name of a function that reduces lanes into an element of each row. */
    static String reducing(Operation operation) {
        return name(operation, "reduce");
    }

    /** The name of a function that reduces parts into an element of each row where no instruction does. */
    static String gathering(Operation operation) {
        return name(operation, "gathered");
    }

    /** The name of a function that reduces lanes into an element of each row where no instruction does. */
    static String reducingGathered(Operation operation) {
        return name(operation, "apart");
    }

    static String name(Operation operation, String what) {
        return "gk_" + InstructionCall.function(operation, false).toLowerCase(Locale.ROOT) + "_" + what;
    }

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.putAll(CopyFunctions.texts());
        texts.put("gk_pitch", PITCH);
        texts.putAll(MovementFunctions.texts());
        texts.put("gk_steps", STEPS);
        for (Operation operation : Operation.values()) {
            if (operation.takesRepeated()) {
                String name = repeating(operation);
                texts.put(name, BINARY.formatted(InstructionCall.function(operation, false), name));
            }
        }
        texts.put("gk_spread", SPREAD);
        for (Operation operation : List.of(Operation.ADD, Operation.MULTIPLY, Operation.MAXIMUM, Operation.MINIMUM)) {
            reduction(texts, operation);
        }
        texts.put("gk_is_short", SHORT);
        texts.put("gk_is_short_extreme", SHORT_EXTREMES);
        reduction(texts, Operation.ADD, JOIN_SUMS, "gk_is_short");
        reduction(texts, Operation.MAXIMUM, JOIN_EXTREMES, "gk_is_short_extreme");
        reduction(texts, Operation.MINIMUM, JOIN_EXTREMES, "gk_is_short_extreme");
        texts.putAll(ScanFunctions.texts());
        texts.putAll(BroadcastFunctions.texts());
        texts.putAll(RandomFunctions.texts());
        return texts;
    }

    /** What all dtypes have. */
    private static void reduction(Map<String, String> texts, Operation operation) {
        String function = InstructionCall.function(operation, false);
        String fold = folding(operation);
        String gather = gathering(operation);
        texts.put(fold, FOLD.formatted(function, fold));
        texts.put(reducingColumns(operation), COLUMNS.formatted(function, reducingColumns(operation)));
        texts.put(reducingAll(operation), TOTAL.formatted(function, reducingAll(operation)));
        texts.put(halving(operation), HALVE.formatted(function, halving(operation)));
        texts.put(gather, GATHER.formatted(function, gather));
        String reduce = reducingGathered(operation);
        texts.put(reduce, REDUCE_GATHERED.formatted(reduce, fold, gather));
    }

    /** What an instruction does of floats. */
    private static void reduction(Map<String, String> texts, Operation operation, String joinText, String isShort) {
        String join = joining(operation);
        String reduce = reducing(operation);
        texts.put(join, joinText.formatted(InstructionCall.function(operation, false), join));
        texts.put(reduce, REDUCE.formatted(reduce, folding(operation), join, isShort));
    }

    /** Prints the functions that some kernels call. */
    static void print(CodeWriter code, Collection<String> kernels) {
        List<String> needed = new ArrayList<>();
        StringBuilder callers = new StringBuilder(String.join("", kernels));
        List<String> names = new ArrayList<>(TEXTS.keySet());
        Collections.reverse(names);
        for (String name : names) {
            if (callers.indexOf(name) >= 0) {
                needed.add(0, TEXTS.get(name));
                callers.append(TEXTS.get(name));
            }
        }
        needed.forEach(code::append);
        if (!needed.isEmpty()) {
            code.blank();
        }
    }
}
