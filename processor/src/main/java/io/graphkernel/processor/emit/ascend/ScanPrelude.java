package io.graphkernel.processor.emit.ascend;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prelude functions for scans along rows or lanes. */
final class ScanPrelude {

    /** Scans rows sequentially, with a carry. */
    private static final String ROWS = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, const AscendC::LocalTensor<T> &before, int32_t rows, int32_t pitch, bool isExclusive, bool isReversed) {
                for (int32_t i = 0; i < rows; i++) {
                    const int32_t at = (isReversed ? rows - 1 - i : i) * pitch;
                    if (isExclusive) {
                        AscendC::DataCopy(target[at], before, pitch);
                        AscendC::PipeBarrier<PIPE_V>();
                    }
                    AscendC::%1$s(before, before, source[at], pitch);
                    AscendC::PipeBarrier<PIPE_V>();
                    if (!isExclusive) {
                        AscendC::DataCopy(target[at], before, pitch);
                        AscendC::PipeBarrier<PIPE_V>();
                    }
                }
            }
            """;

    /** Gathers the first, second, … lanes of all blocks as vectors: floats by masked sums, integers by offsets. */
    private static final String OF_BLOCKS = """
            __aicore__ inline void gk_of_blocks(const AscendC::LocalTensor<float> &vectors, const AscendC::LocalTensor<float> &source, const AscendC::LocalTensor<float> &room, int32_t groups) {
                for (int32_t k = 0; k < 8; k++) {
                    const uint64_t mask[2] = {0x0101010101010101ul << k, 0};
                    for (int32_t at = 0; at < groups; at += 255) {
                        AscendC::BlockReduceSum(vectors[(k * groups + at) * 8], source[at * 64], (int32_t) gk_dim_min(255, groups - at), mask, 1, 1, 8);
                    }
                }
            }
            __aicore__ inline void gk_of_blocks(const AscendC::LocalTensor<int32_t> &vectors, const AscendC::LocalTensor<int32_t> &source, const AscendC::LocalTensor<int32_t> &offsets, int32_t groups) {
                const int32_t per_lane = groups * 8;
                gk_index(offsets, 0, per_lane);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(offsets, offsets, 32, per_lane);
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t k = 0; k < 8; k++) {
                    AscendC::Gather(vectors[k * per_lane], source, offsets.ReinterpretCast<uint32_t>(), (uint32_t) (k * 4), (uint32_t) per_lane);
                }
            }
            """;

    /**
     * Scans lanes: within blocks, vector by vector; across block totals by doubling steps; then adds the carry of the
     * row.
     */
    private static final String LANES = """
            template <typename T>
            __aicore__ inline void %2$s(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, const AscendC::LocalTensor<T> &before, const AscendC::LocalTensor<T> &vectors, const AscendC::LocalTensor<T> &first, const AscendC::LocalTensor<T> &second, int32_t rows, int32_t lanes, int32_t pitch, bool isExclusive, bool isReversed) {
                const int32_t groups = (rows * pitch + 63) / 64, per_lane = groups * 8, count = groups * 64;
                const uint64_t ofEachBlock = 0x0101010101010101ul;
                AscendC::LocalTensor<T> read = source, sums = first, next = second;
                if (isReversed && lanes < pitch) {
                    const int32_t group = lanes / 64 * 64;
                    const uint64_t pads[2] = {~0ul << (lanes - group) & ~0ul >> (64 - gk_dim_min(64, pitch - group)), 0};
                    AscendC::Muls(target, source, (T) 1, count);
                    AscendC::PipeBarrier<PIPE_V>();
                    for (int32_t row = 0; row < rows; row++) {
                        AscendC::Duplicate(target[row * pitch + group], (T) %3$s, pads, (uint8_t) 1, (uint16_t) 1, (uint8_t) 8);
                        if (pitch > group + 64) {
                            AscendC::Duplicate(target[row * pitch + group + 64], (T) %3$s, pitch - group - 64);
                        }
                    }
                    AscendC::PipeBarrier<PIPE_V>();
                    read = target;
                }
                gk_of_blocks(vectors, read, second, groups);
                for (int32_t i = 1; i < 8; i++) {
                    const int32_t k = isReversed ? 7 - i : i;
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::%1$s(vectors[k * per_lane], vectors[k * per_lane], vectors[(isReversed ? k + 1 : k - 1) * per_lane], per_lane);
                }
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t at = 0; at < groups; at += 255) {
                    AscendC::Brcb(sums[at * 64], vectors[(isReversed ? 0 : 7) * per_lane + at * 8], (uint8_t) gk_dim_min(255, groups - at), {1, 8});
                }
                AscendC::Duplicate(target, (T) %3$s, count);
                for (int32_t k = 0; k < 8; k++) {
                    const uint64_t mask[2] = {ofEachBlock << k, 0};
                    const int32_t carried = !isExclusive ? k : isReversed ? k + 1 : k - 1;
                    for (int32_t at = 0; at < groups && carried >= 0 && carried < 8; at += 255) {
                        const uint8_t repeats = (uint8_t) gk_dim_min(255, groups - at);
                        AscendC::PipeBarrier<PIPE_V>();
                        AscendC::Brcb(next[at * 64], vectors[carried * per_lane + at * 8], repeats, {1, 8});
                        AscendC::PipeBarrier<PIPE_V>();
                        AscendC::Muls(target[at * 64], next[at * 64], (T) 1, mask, repeats, {1, 1, 8, 8});
                    }
                }
                for (int32_t step = 8; step < lanes; step *= 2) {
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::Muls(next, sums, (T) 1, count);
                    AscendC::PipeBarrier<PIPE_V>();
                    for (int32_t row = 0; row < rows; row++) {
                        const int32_t at = row * pitch, to = isReversed ? at : at + step, from = isReversed ? at + step : at;
                        AscendC::%1$s(next[to], sums[to], sums[from], pitch - step);
                    }
                    const AscendC::LocalTensor<T> swapped = sums;
                    sums = next;
                    next = swapped;
                }
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t row = 0; row < rows && pitch > 8; row++) {
                    const int32_t at = row * pitch, to = isReversed ? at : at + 8, from = isReversed ? at + 8 : at;
                    AscendC::%1$s(target[to], target[to], sums[from], pitch - 8);
                }
                AscendC::PipeBarrier<PIPE_V>();
                %4$s(target, before, {0, 8, 0}, target, {1, pitch, 64}, rows, pitch);
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::%1$s(before[row * 8], before[row * 8], sums[row * pitch + (isReversed ? 0 : (lanes - 1) / 8 * 8)], 8);
                }
            }
            """;

    private ScanPrelude() {}

    /** Returns the name of a function that scans along rows. */
    static String rowScan(Operation operation) {
        return RowPrelude.name(step(operation), "scan");
    }

    /** Returns the name of a function that scans along lanes. */
    static String laneScan(Operation operation) {
        return RowPrelude.name(step(operation), "lanes");
    }

    private static Operation step(Operation operation) {
        return operation == Operation.CUMULATIVE_SUM ? Operation.ADD : Operation.MULTIPLY;
    }

    /** Returns the functions by name. */
    static Map<String, String> functions() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("gk_of_blocks", OF_BLOCKS);
        for (Operation operation : List.of(Operation.CUMULATIVE_SUM, Operation.CUMULATIVE_PRODUCT)) {
            String function = InstructionCallPrinter.function(step(operation), false);
            String identity =
                    AscendTypes.identity(DataType.F32, operation == Operation.CUMULATIVE_SUM ? "sum" : "prod");
            texts.put(rowScan(operation), ROWS.formatted(function, rowScan(operation)));
            String repeating = RowPrelude.repeating(step(operation));
            texts.put(laneScan(operation), LANES.formatted(function, laneScan(operation), identity, repeating));
        }
        return texts;
    }
}
