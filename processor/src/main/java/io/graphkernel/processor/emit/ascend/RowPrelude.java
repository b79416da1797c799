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
 * Prelude functions of row kernels. An instruction repeats for all rows of 64 lanes if its strides allow it, otherwise
 * along each row.
 */
final class RowPrelude {

    private static final String PITCH = """
            __aicore__ inline int64_t gk_pitch(int64_t lanes, int64_t unit) {
                const int64_t step = lanes <= 64 ? unit : 64;
                return gk_dim_max(unit, (lanes + step - 1) / step * step);
            }
            """;

    /** Strides of an operand. */
    private static final String STEPS = """
            /* Strides of an operand: in blocks within an instruction's repeat, and in elements from row to row and every 64 lanes. */
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

    /** 16-bit elements have twice as many lanes per instruction. */
    private static final String SPREAD = """
            template <typename T>
            __aicore__ inline void gk_spread(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, gk_steps s, int32_t rows, int32_t pitch) {
                constexpr int32_t per_repeat = 256 / sizeof(T), unit = 32 / sizeof(T);
                if (pitch <= 255 * unit) {
                    const AscendC::UnaryRepeatParams steps{1, (uint16_t) s.block, (uint8_t) (pitch / unit), (uint8_t) (s.row / unit)};
                    for (int32_t lane = 0, group = 0; lane < pitch; lane += per_repeat, group++) {
                        AscendC::Muls(target[lane], source[group * s.lanes], (T) 1, (uint64_t) gk_dim_min(per_repeat, pitch - lane), (uint8_t) rows, steps);
                    }
                    return;
                }
                const AscendC::UnaryRepeatParams steps{1, (uint16_t) s.block, 8, (uint8_t) (s.lanes / unit)};
                const int32_t full = pitch / per_repeat, tail = pitch % per_repeat;
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::Muls(target[row * pitch], source[row * s.row], (T) 1, (uint64_t) per_repeat, (uint8_t) full, steps);
                    if (tail > 0) {
                        AscendC::Muls(target[row * pitch + full * per_repeat], source[row * s.row + full * s.lanes], (T) 1, (uint64_t) tail, (uint8_t) 1, steps);
                    }
                }
            }
            """;

    private static final Map<String, String> FUNCTIONS = functions();

    private RowPrelude() {}

    /** Returns the name of a function on operands of several shapes. */
    static String repeating(Operation operation) {
        return name(operation, "rows");
    }

    static String name(Operation operation, String what) {
        return "gk_" + InstructionCallPrinter.function(operation, false).toLowerCase(Locale.ROOT) + "_" + what;
    }

    private static Map<String, String> functions() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.putAll(CopyPrelude.functions());
        texts.put("gk_pitch", PITCH);
        texts.putAll(StridedCopyPrelude.functions());
        texts.put("gk_steps", STEPS);
        for (Operation operation : Operation.values()) {
            if (operation.takesRepeated()) {
                String name = repeating(operation);
                texts.put(name, BINARY.formatted(InstructionCallPrinter.function(operation, false), name));
            }
        }
        texts.put("gk_spread", SPREAD);
        texts.putAll(RowReductionPrelude.functions());
        texts.putAll(ScanPrelude.functions());
        texts.putAll(BroadcastPrelude.functions());
        texts.putAll(PhiloxPrelude.functions());
        return texts;
    }

    /** Prints the functions that the kernels call. */
    static void print(CodeWriter code, Collection<String> kernels) {
        List<String> needed = new ArrayList<>();
        StringBuilder callers = new StringBuilder(String.join("", kernels));
        List<String> names = new ArrayList<>(FUNCTIONS.keySet());
        Collections.reverse(names);
        for (String name : names) {
            if (callers.indexOf(name) >= 0) {
                needed.add(0, FUNCTIONS.get(name));
                callers.append(FUNCTIONS.get(name));
            }
        }
        needed.forEach(code::append);
        if (!needed.isEmpty()) {
            code.blank();
        }
    }
}
