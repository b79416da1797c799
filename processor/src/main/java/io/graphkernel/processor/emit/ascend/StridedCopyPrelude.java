package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prelude functions for copies of non-contiguous elements. Copies have the largest chunks that the layout allows, and
 * an instruction repacks the elements.
 */
final class StridedCopyPrelude {

    /** Maximum number of blocks per copy. */
    private static final int MAX_BLOCKS_PER_COPY = AscendModel.DEFAULT.memory().maxBlocksPerCopy();

    /** The elements of all rows of a lane are contiguous. */
    private static final String LOAD_LANES = """
            template <typename T>
            __aicore__ inline void gk_load_lanes(const AscendC::LocalTensor<T> &target, const AscendC::GlobalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t step) {
                for (int32_t lane = 0; lane < lanes; lane += %1$d) {
                    gk_load_rows(target[lane * pitch], source[lane * step], (int32_t) gk_dim_min(%1$d, lanes - lane), rows, pitch, step);
                }
            }
            """.formatted(MAX_BLOCKS_PER_COPY);

    /** Each element becomes a block, in ascending order of addresses. */
    private static final String LOAD_APART = """
            template <typename T>
            __aicore__ inline void gk_load_strided(const AscendC::LocalTensor<T> &target, const AscendC::GlobalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride, int64_t step) {
                const int32_t unit = 32 / sizeof(T);
                const int64_t apart = step < 0 ? -step : step;
                const int64_t lowest = step < 0 ? (lanes - 1) * step : 0;
                for (int32_t row = 0; row < rows; row++) {
                    for (int32_t lane = 0; lane < lanes; lane += %1$d) {
                        gk_load_rows(target[(row * pitch + lane) * unit], source[row * stride + lowest + lane * apart], (int32_t) gk_dim_min(%1$d, lanes - lane), 1, unit, apart);
                    }
                }
            }
            """.formatted(MAX_BLOCKS_PER_COPY);

    private static final String STORE_APART = """
            template <typename T, typename U>
            __aicore__ inline void gk_store_strided(gk_edge &edge, const AscendC::GlobalTensor<T> &target, const AscendC::LocalTensor<U> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride, int64_t step) {
                const AscendC::LocalTensor<T> blocks = source.template ReinterpretCast<T>();
                const int32_t unit = 32 / sizeof(T);
                for (int32_t row = 0; row < rows; row++) {
                    for (int32_t lane = 0; lane < lanes; lane += %1$d) {
                        gk_store_rows(edge, target[row * stride + lane * step], blocks[(row * pitch + lane) * unit], (int32_t) gk_dim_min(%1$d, lanes - lane), 1, unit, step);
                    }
                }
            }
            """.formatted(MAX_BLOCKS_PER_COPY);

    /** Replicates each element to a block; the instruction processes bf16 as 16-bit integers. */
    private static final String SEPARATE = """
            template <typename T>
            __aicore__ inline void gk_separate(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t count) {
                const int32_t unit = 32 / sizeof(T);
                for (int32_t first = 0; first < count; first += 2032) {
                    const int32_t repeats = ((int32_t) gk_dim_min(2032, count - first) + 7) / 8;
                    if constexpr (sizeof(T) == 2) {
                        AscendC::Brcb(target[first * unit].template ReinterpretCast<half>(), source[first].template ReinterpretCast<half>(), (uint8_t) repeats, {1, 8});
                    } else {
                        AscendC::Brcb(target[first * unit], source[first], (uint8_t) repeats, {1, 8});
                    }
                }
            }
            """;

    /** Offsets of lanes, in reverse for negative strides. */
    private static final String OFFSETS = """
            __aicore__ inline void gk_offsets(const AscendC::LocalTensor<int32_t> &offsets, int32_t lanes, int32_t laneBytes) {
                gk_index(offsets, laneBytes < 0 ? 1 - lanes : 0, lanes);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(offsets, offsets, laneBytes, lanes);
                AscendC::PipeBarrier<PIPE_V>();
            }
            """;

    private static final String ARRANGE = """
            template <typename T>
            __aicore__ inline void gk_arrange(const AscendC::LocalTensor<T> &target, const AscendC::LocalTensor<T> &source, const AscendC::LocalTensor<int32_t> &offsets, int32_t rows, int32_t lanes, int32_t pitch, int32_t rowBytes, int32_t laneBytes) {
                if (lanes == 0) {
                    return;
                }
                gk_offsets(offsets, lanes, laneBytes);
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::Gather(target[row * pitch], source, offsets.ReinterpretCast<uint32_t>(), (uint32_t) (row * rowBytes), (uint32_t) lanes);
                }
            }
            """;

    /** Bytes are repacked as half-precision floats, which follow them. */
    private static final String ARRANGE_BYTES = """
            template <typename T>
            __aicore__ inline void gk_arrange_bytes(const AscendC::LocalTensor<half> &target, const AscendC::LocalTensor<T> &source, const AscendC::LocalTensor<int32_t> &offsets, int32_t bytes, int32_t rows, int32_t lanes, int32_t pitch, int32_t rowBytes, int32_t laneBytes) {
                if (lanes == 0) {
                    return;
                }
                const AscendC::LocalTensor<half> wide = source[bytes].template ReinterpretCast<half>();
                AscendC::Cast(wide, source, AscendC::RoundMode::CAST_NONE, (uint32_t) bytes);
                AscendC::PipeBarrier<PIPE_V>();
                gk_arrange(target, wide, offsets, rows, lanes, pitch, 2 * rowBytes, 2 * laneBytes);
            }
            """;

    /** 64-bit elements are repacked as pairs of words, at the offset of the element and 4 bytes after it. */
    private static final String ARRANGE_WIDE = """
            __aicore__ inline void gk_arrange_wide(const AscendC::LocalTensor<int64_t> &target, const AscendC::LocalTensor<int64_t> &source, const AscendC::LocalTensor<int64_t> &room, const AscendC::LocalTensor<int64_t> &more, int32_t rows, int32_t lanes, int32_t pitch, int32_t rowBytes, int32_t laneBytes) {
                if (lanes == 0) {
                    return;
                }
                const AscendC::LocalTensor<int32_t> offsets = room.ReinterpretCast<int32_t>();
                const AscendC::LocalTensor<int32_t> halves = more.ReinterpretCast<int32_t>();
                gk_index(offsets, 0, 2 * lanes);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::ShiftRight(halves, offsets, 1, 2 * lanes);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(offsets, offsets, 4, 2 * lanes);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(halves, halves, laneBytes - 8, 2 * lanes);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Add(offsets, offsets, halves, 2 * lanes);
                if (laneBytes < 0) {
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::Adds(offsets, offsets, (1 - lanes) * laneBytes, 2 * lanes);
                }
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t row = 0; row < rows; row++) {
                    AscendC::Gather(target[row * pitch].ReinterpretCast<int32_t>(), source.ReinterpretCast<int32_t>(), offsets.ReinterpretCast<uint32_t>(), (uint32_t) (row * rowBytes), (uint32_t) (2 * lanes));
                }
            }
            """;

    /** Every other word of 64-bit elements. */
    private static final String HALF = """
            __aicore__ inline void gk_half(const AscendC::LocalTensor<int32_t> &target, const AscendC::LocalTensor<int64_t> &source, const AscendC::LocalTensor<int32_t> &offsets, int32_t which, int32_t count) {
                gk_index(offsets, 0, count);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(offsets, offsets, 8, count);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Gather(target, source.ReinterpretCast<int32_t>(), offsets.ReinterpretCast<uint32_t>(), (uint32_t) (4 * which), (uint32_t) count);
            }
            """;

    /** Replicates each word; of the high words only odd positions are kept. */
    private static final String JOIN = """
            __aicore__ inline void gk_join(const AscendC::LocalTensor<int64_t> &target, const AscendC::LocalTensor<int32_t> &low, const AscendC::LocalTensor<int32_t> &high, const AscendC::LocalTensor<int64_t> &room, const AscendC::LocalTensor<int64_t> &more, int32_t count) {
                const AscendC::LocalTensor<int32_t> words = target.ReinterpretCast<int32_t>();
                const AscendC::LocalTensor<int32_t> high_words = room.ReinterpretCast<int32_t>();
                const AscendC::LocalTensor<int32_t> offsets = more.ReinterpretCast<int32_t>();
                const int32_t doubled = 2 * count, full = doubled / 64, tail = doubled % 64;
                const uint64_t second = 0xaaaaaaaaaaaaaaaaul;
                gk_index(offsets, 0, doubled);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::ShiftRight(offsets, offsets, 1, doubled);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(offsets, offsets, 4, doubled);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Gather(words, low, offsets.ReinterpretCast<uint32_t>(), 0u, (uint32_t) doubled);
                AscendC::Gather(high_words, high, offsets.ReinterpretCast<uint32_t>(), 0u, (uint32_t) doubled);
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t at = 0; at < full; at += 255) {
                    const uint64_t mask[2] = {second, 0};
                    AscendC::Muls(words[at * 64], high_words[at * 64], 1, mask, (uint8_t) gk_dim_min(255, full - at), {1, 1, 8, 8});
                }
                if (tail > 0) {
                    const uint64_t mask[2] = {second & ~(~0ul << tail), 0};
                    AscendC::Muls(words[full * 64], high_words[full * 64], 1, mask, (uint8_t) 1, {1, 1, 8, 8});
                }
            }
            """;

    private static final String COUNT = """
            __aicore__ inline void gk_count(const AscendC::LocalTensor<int32_t> &target, int64_t first, int64_t step, int32_t count) {
                gk_index(target, 0, count);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(target, target, (int32_t) step, count);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Adds(target, target, (int32_t) first, count);
            }
            """;

    /** Returns a slice index, or -1. */
    private static final String SLICE = """
            __aicore__ inline int64_t gk_slice(int64_t index, int64_t extent) {
                const int64_t slice = index < 0 ? index + extent : index;
                return slice >= 0 && slice < extent ? slice : -1;
            }
            """;

    private static final String LOAD_SLICES = """
            template <typename T, typename I>
            __aicore__ inline void gk_load_slices(const AscendC::LocalTensor<T> &target, const AscendC::GlobalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride, const AscendC::LocalTensor<I> &indices, int32_t next, int64_t step, int64_t extent) {
                for (int32_t row = 0; row < rows && lanes > 0; row++) {
                    const int64_t slice = gk_slice(indices.GetValue(row * next), extent);
                    if (slice >= 0) {
                        gk_load(target[row * pitch], source[row * stride + slice * step], lanes);
                    }
                }
            }
            """;

    private static final String CLEAR_SLICES = """
            template <typename T, typename I>
            __aicore__ inline void gk_clear_slices(const AscendC::LocalTensor<T> &target, int32_t rows, int32_t pitch, const AscendC::LocalTensor<I> &indices, int32_t next, int64_t extent) {
                for (int32_t row = 0; row < rows; row++) {
                    if (gk_slice(indices.GetValue(row * next), extent) < 0) {
                        AscendC::Duplicate(target[row * pitch].template ReinterpretCast<int16_t>(), (int16_t) 0, pitch * (int32_t) sizeof(T) / 2);
                    }
                }
            }
            """;

    /** One block per element. */
    private static final String LOAD_ELEMENTS = """
            template <typename T, typename I>
            __aicore__ inline void gk_load_elements(const AscendC::LocalTensor<T> &target, const AscendC::GlobalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride, int64_t laneStride, const AscendC::LocalTensor<I> &indices, int32_t nextRow, int32_t nextLane, int64_t step, int64_t extent) {
                const int32_t unit = 32 / sizeof(T);
                for (int32_t row = 0; row < rows; row++) {
                    for (int32_t lane = 0; lane < lanes; lane++) {
                        const int64_t slice = gk_slice(indices.GetValue(row * nextRow + lane * nextLane), extent);
                        if (slice >= 0) {
                            gk_load(target[(row * pitch + lane) * unit], source[row * stride + lane * laneStride + slice * step], 1);
                        }
                    }
                }
            }
            """;

    private static final String CLEAR_ELEMENTS = """
            template <typename T, typename I>
            __aicore__ inline void gk_clear_elements(const AscendC::LocalTensor<T> &target, int32_t rows, int32_t lanes, int32_t pitch, const AscendC::LocalTensor<I> &indices, int32_t nextRow, int32_t nextLane, int64_t extent) {
                for (int32_t row = 0; row < rows; row++) {
                    for (int32_t lane = 0; lane < lanes; lane++) {
                        if (gk_slice(indices.GetValue(row * nextRow + lane * nextLane), extent) < 0) {
                            AscendC::Duplicate(target[(row * pitch + lane) * (int32_t) (32 / sizeof(T))].template ReinterpretCast<int16_t>(), (int16_t) 0, 16);
                        }
                    }
                }
            }
            """;

    private StridedCopyPrelude() {}

    /** Returns the functions by name, each after its callees. */
    static Map<String, String> functions() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("gk_load_lanes", LOAD_LANES);
        texts.put("gk_load_strided", LOAD_APART);
        texts.put("gk_store_strided", STORE_APART);
        texts.put("gk_separate", SEPARATE);
        texts.put("gk_offsets", OFFSETS);
        texts.put("gk_arrange", ARRANGE);
        texts.put("gk_arrange_bytes", ARRANGE_BYTES);
        texts.put("gk_arrange_wide", ARRANGE_WIDE);
        texts.put("gk_half", HALF);
        texts.put("gk_join", JOIN);
        texts.put("gk_count", COUNT);
        texts.put("gk_slice(", SLICE);
        texts.put("gk_load_slices", LOAD_SLICES);
        texts.put("gk_clear_slices", CLEAR_SLICES);
        texts.put("gk_load_elements", LOAD_ELEMENTS);
        texts.put("gk_clear_elements", CLEAR_ELEMENTS);
        return texts;
    }
}
