package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prelude functions for reductions of lanes, of rows, and of both. */
final class RowReductionPrelude {

    /** Reduces the lanes of each row to 64 partial results. */
    private static final String FOLD = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &partials, const AscendC::LocalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch) {
                const int32_t full = lanes / 64;
                const uint64_t tail = lanes %% 64;
                if (pitch <= 2040) {
                    const AscendC::BinaryRepeatParams steps{1, 1, 1, 8, 8, (uint8_t) (pitch / 8)};
                    for (int32_t group = 0; group < full; group++) {
                        if (group > 0) {
                            AscendC::PipeBarrier<PIPE_V>();
                        }
                        AscendC::%1$s(partials, partials, source[group * 64], (uint64_t) 64, (uint8_t) rows, steps);
                    }
                    if (tail > 0) {
                        if (full > 0) {
                            AscendC::PipeBarrier<PIPE_V>();
                        }
                        AscendC::%1$s(partials, partials, source[full * 64], tail, (uint8_t) rows, steps);
                    }
                    return;
                }
                for (int32_t row = 0; row < rows && full > 0; row++) {
                    AscendC::%1$s(partials[row * 64], source[row * pitch], partials[row * 64], (uint64_t) 64, (uint8_t) full, AscendC::BinaryRepeatParams{1, 1, 1, 0, 8, 0});
                }
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t row = 0; row < rows && tail > 0; row++) {
                    AscendC::%1$s(partials[row * 64], partials[row * 64], source[row * pitch + full * 64], tail, (uint8_t) 1, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                }
            }
            """;

    /** Reduces rows to one row. */
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

    /** Reduces rows and lanes to one instruction's lanes. */
    private static final String TOTAL = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &total, const AscendC::LocalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch) {
                const bool isOne = lanes == pitch && pitch %% 64 == 0;
                const int32_t heights = isOne ? 1 : rows, full = isOne ? rows * (lanes / 64) : lanes / 64;
                const uint64_t tail = lanes %% 64;
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
                    for (int32_t at = 0; at < full; at += 255) {
                        if (row > 0 || at > 0) {
                            AscendC::PipeBarrier<PIPE_V>();
                        }
                        AscendC::%1$s(total, source[row * pitch + at * 64], total, (uint64_t) 64, (uint8_t) gk_dim_min(255, full - at), AscendC::BinaryRepeatParams{1, 1, 1, 0, 8, 0});
                    }
                    if (tail > 0) {
                        AscendC::PipeBarrier<PIPE_V>();
                        AscendC::%1$s(total, source[row * pitch + full * 64], total, tail, (uint8_t) 1, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                    }
                }
            }
            """;

    /** Reduces one instruction's lanes to a block. */
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
            __aicore__ inline void %2$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &partials, int32_t lanes, int32_t rows, int32_t pitch) {
                AscendC::WholeReduceSum(target, partials, lanes, rows, 1, 1, pitch / 8);
            }
            """;

    /** The 310P returns indices of extremes as well: there 64 lanes are halved down to a block, which is reduced. */
    private static final String JOIN_EXTREMES = """
            __aicore__ inline void %2$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &partials, int32_t lanes, int32_t rows, int32_t pitch) {
            #ifdef GK_310P
                const int32_t full = rows / 8, tail = rows %% 8;
                for (int32_t half = 32; half >= 8; half /= 2) {
                    AscendC::%1$s(partials, partials, partials[half], (uint64_t) half, (uint8_t) rows, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                    AscendC::PipeBarrier<PIPE_V>();
                }
                if (full > 0) {
                    const uint64_t mask[2] = {~0ul, 0};
                    AscendC::BlockReduce%1$s(target, partials, full, mask, 1, 8, 64);
                }
                if (tail > 0) {
                    const uint64_t mask[2] = {~0ul >> (64 - 8 * tail), 0};
                    AscendC::BlockReduce%1$s(target[full * 8], partials[full * 512], 1, mask, 1, 8, 64);
                }
            #else
                AscendC::WholeReduce%1$s(target, partials, lanes, rows, 1, 1, pitch / 8, AscendC::ReduceOrder::ORDER_ONLY_VALUE);
            #endif
            }
            """;

    /** Condition that one instruction can reduce rows of this length. */
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
            __aicore__ inline void %1$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &source, const AscendC::LocalTensor<float> &partials, float identity, int32_t rows, int32_t lanes, int32_t pitch) {
                const bool isShort = %4$s(lanes);
                if (!isShort) {
                    AscendC::Duplicate(partials, identity, rows * 64);
                }
                AscendC::PipeBarrier<PIPE_V>();
                if (isShort) {
                    %3$s(target, source, lanes, rows, pitch);
                    return;
                }
                %2$s(partials, source, rows, lanes, pitch);
                AscendC::PipeBarrier<PIPE_V>();
                %3$s(target, partials, 64, rows, 64);
            }
            """;

    /** Reduces 64 lanes of each row without a reduction instruction: by halves to 8 lanes, then column by column. */
    private static final String GATHER = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &partials, const AscendC::LocalTensor<T> &columns, const AscendC::LocalTensor<int32_t> &offsets, int32_t rows) {
                const int32_t padded = (rows + 7) / 8 * 8;
                gk_index(offsets, 0, rows);
                for (int32_t half = 32; half >= 8; half /= 2) {
                    AscendC::%1$s(partials, partials, partials[half], (uint64_t) half, (uint8_t) rows, AscendC::BinaryRepeatParams{1, 1, 1, 8, 8, 8});
                    AscendC::PipeBarrier<PIPE_V>();
                }
                AscendC::Muls(offsets, offsets, 256, rows);
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t lane = 0; lane < 8; lane++) {
                    AscendC::Gather(columns[lane * padded], partials, offsets.ReinterpretCast<uint32_t>(), (uint32_t) (lane * sizeof(T)), (uint32_t) rows);
                }
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(columns, columns, columns[4 * padded], 4 * padded);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(columns, columns, columns[2 * padded], 2 * padded);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::%1$s(target, columns, columns[padded], rows);
            }
            """;

    private static final String REDUCE_GATHERED = """
            template <typename T>
            __aicore__ inline void %1$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, const AscendC::LocalTensor<T> &partials, const AscendC::LocalTensor<T> &columns, const AscendC::LocalTensor<int32_t> &offsets, T identity, int32_t rows, int32_t lanes, int32_t pitch) {
                AscendC::Duplicate(partials, identity, rows * 64);
                AscendC::PipeBarrier<PIPE_V>();
                %2$s(partials, source, rows, lanes, pitch);
                AscendC::PipeBarrier<PIPE_V>();
                %3$s(target, partials, columns, offsets, rows);
            }
            """;

    private RowReductionPrelude() {}

    /** Returns the name of a function that reduces lanes to partial results. */
    static String folding(Operation operation) {
        return RowPrelude.name(operation, "fold");
    }

    /** Returns the name of a function that reduces partial results to one element per row. */
    static String joining(Operation operation) {
        return RowPrelude.name(operation, "join");
    }

    /** Returns the name of a function that reduces rows to one row. */
    static String reducingColumns(Operation operation) {
        return RowPrelude.name(operation, "columns");
    }

    /** Returns the name of a function that reduces rows and lanes to a total. */
    static String reducingAll(Operation operation) {
        return RowPrelude.name(operation, "total");
    }

    /** Returns the name of a function that reduces a total to a block. */
    static String halving(Operation operation) {
        return RowPrelude.name(operation, "halve");
    }

    /** Returns the name of a function that reduces lanes to one element per row. */
    static String reducing(Operation operation) {
        return RowPrelude.name(operation, "reduce");
    }

    /**
     * Returns the name of a function that reduces partial results to one element per row without a reduction
     * instruction.
     */
    static String gathering(Operation operation) {
        return RowPrelude.name(operation, "gathered");
    }

    /** Returns the name of a function that reduces lanes to one element per row without a reduction instruction. */
    static String reducingGathered(Operation operation) {
        return RowPrelude.name(operation, "apart");
    }

    /** Returns the functions by name, callees first. */
    static Map<String, String> functions() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Operation operation : List.of(Operation.ADD, Operation.MULTIPLY, Operation.MAXIMUM, Operation.MINIMUM)) {
            reduction(texts, operation);
        }
        texts.put("gk_is_short", SHORT);
        texts.put("gk_is_short_extreme", SHORT_EXTREMES);
        reduction(texts, Operation.ADD, JOIN_SUMS, "gk_is_short");
        reduction(texts, Operation.MAXIMUM, JOIN_EXTREMES, "gk_is_short_extreme");
        reduction(texts, Operation.MINIMUM, JOIN_EXTREMES, "gk_is_short_extreme");
        return texts;
    }

    /** Adds the functions for all dtypes. */
    private static void reduction(Map<String, String> texts, Operation operation) {
        String function = InstructionCallPrinter.function(operation, false);
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

    /** Adds the functions for floats, which use reduction instructions. */
    private static void reduction(Map<String, String> texts, Operation operation, String joinText, String isShort) {
        String join = joining(operation);
        String reduce = reducing(operation);
        texts.put(join, joinText.formatted(InstructionCallPrinter.function(operation, false), join));
        texts.put(reduce, REDUCE.formatted(reduce, folding(operation), join, isShort));
    }
}
