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

    private static final String LOAD = """
            template <typename T>
            __aicore__ inline void gk_load_rows(const AscendC::LocalTensor<T> &target, const AscendC::GlobalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride) {
                const uint32_t bytes = lanes * (uint32_t) sizeof(T);
                const uint32_t gap = pitch * (uint32_t) sizeof(T) / 32 - (bytes + 31) / 32;
                const int64_t skipped = (stride - lanes) * (int64_t) sizeof(T);
                const AscendC::DataCopyPadExtParams<T> padding{false, 0, 0, (T) 0};
                if (lanes == 0) {
                    return;
                }
                if (rows > 1 && skipped >= 0 && skipped < (1 << 30)) {
                    AscendC::DataCopyPad(target, source, AscendC::DataCopyExtParams{(uint16_t) rows, bytes, (uint32_t) skipped, gap, 0}, padding);
                    return;
                }
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::DataCopyPad(target[row * pitch], source[row * stride], AscendC::DataCopyExtParams{1, bytes, 0, 0, 0}, padding);
                }
            }
            """;

    private static final String STORE = """
            template <typename T>
            __aicore__ inline void gk_store_rows(const AscendC::GlobalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride) {
                const uint32_t bytes = lanes * (uint32_t) sizeof(T);
                const uint32_t gap = pitch * (uint32_t) sizeof(T) / 32 - (bytes + 31) / 32;
                const int64_t skipped = (stride - lanes) * (int64_t) sizeof(T);
                if (lanes == 0) {
                    return;
                }
                if (rows > 1 && skipped < (1 << 30)) {
                    AscendC::DataCopyPad(target, source, AscendC::DataCopyExtParams{(uint16_t) rows, bytes, gap, (uint32_t) skipped, 0});
                    return;
                }
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::DataCopyPad(target[row * stride], source[row * pitch], AscendC::DataCopyExtParams{1, bytes, 0, 0, 0});
                }
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

    private static final String JOIN = """
            __aicore__ inline void %2$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &parts, int32_t lanes, int32_t rows, int32_t pitch) {
                AscendC::WholeReduce%1$s(target, parts, lanes, rows, 1, 1, pitch / 8%3$s);
            }
            """;

    private static final String REDUCE = """
            __aicore__ inline void %1$s(const AscendC::LocalTensor<float> &target, const AscendC::LocalTensor<float> &source, const AscendC::LocalTensor<float> &parts, float identity, int32_t rows, int32_t lanes, int32_t pitch) {
                const bool isShort = lanes > 0 && lanes <= 64;
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
                AscendC::CreateVecIndex(offsets, 0, (uint32_t) rows);
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
        texts.put("gk_pitch", PITCH);
        texts.put("gk_load_rows", LOAD);
        texts.put("gk_store_rows", STORE);
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
        reduction(texts, Operation.ADD, "Sum", "");
        reduction(texts, Operation.MAXIMUM, "Max", ", AscendC::ReduceOrder::ORDER_ONLY_VALUE");
        reduction(texts, Operation.MINIMUM, "Min", ", AscendC::ReduceOrder::ORDER_ONLY_VALUE");
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
    private static void reduction(Map<String, String> texts, Operation operation, String reduction, String order) {
        String join = joining(operation);
        String reduce = reducing(operation);
        texts.put(join, JOIN.formatted(reduction, join, order));
        texts.put(reduce, REDUCE.formatted(reduce, folding(operation), join));
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
