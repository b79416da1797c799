package io.graphkernel.processor.emit.ascend;

import java.util.LinkedHashMap;
import java.util.Map;

/** Prelude functions for the broadcast of operands with unranked shapes. */
final class BroadcastPrelude {

    private static final String MOVES = """
            /* Strides of a broadcast operand, in elements: from lane to lane, and from row to row of a tile. */
            struct gk_moves {
                int64_t lane, row;
            };
            """;

    private static final String OFFSET = """
            __aicore__ inline int64_t gk_offset(const int64_t *dims, const int64_t *strides, int64_t axes, int64_t row) {
                int64_t offset = 0;
                for (int64_t axis = axes - 1; axis >= 0; axis--) {
                    offset += row % dims[axis] * strides[axis];
                    row /= dims[axis];
                }
                return offset;
            }
            """;

    /** A value with one element per lane is loaded into the last row. */
    private static final String LOAD = """
            template <typename T>
            __aicore__ inline void gk_load_varying(const AscendC::LocalTensor<T> &tile, const AscendC::LocalTensor<T> &column, const AscendC::GlobalTensor<T> &source, gk_moves m, int32_t rows, int32_t lanes, int32_t pitch) {
                if (m.lane == 0) {
                    gk_load_rows(column, source, 1, m.row == 0 ? 1 : rows, 256, 0);
                } else if (m.row == 0) {
                    gk_load_rows(tile[(rows - 1) * pitch], source, 1, lanes, pitch, 0);
                } else {
                    gk_load_rows(tile, source, rows, lanes, pitch, m.row);
                }
            }
            """;

    private static final String SPREAD = """
            template <typename T>
            __aicore__ inline void gk_spread_words(const AscendC::LocalTensor<T> &tile, const AscendC::LocalTensor<T> &column, const AscendC::LocalTensor<T> &blocks, gk_moves m, int32_t rows, int32_t pitch) {
                constexpr int32_t per_repeat = 256 / sizeof(T), unit = 32 / sizeof(T);
                if (m.lane != 0) {
                    gk_spread(tile, tile[(rows - 1) * pitch], gk_steps{1, 0, per_repeat}, rows - 1, pitch);
                } else {
                    AscendC::Brcb(blocks, column, m.row == 0 ? 1 : (rows + 7) / 8, {1, 8});
                    AscendC::PipeBarrier<PIPE_V>();
                    gk_spread(tile, blocks, gk_steps{0, m.row == 0 ? 0 : unit, 0}, rows, pitch);
                }
                AscendC::PipeBarrier<PIPE_V>();
            }
            __aicore__ inline bool gk_is_tile(gk_moves m, int32_t rows) {
                return m.lane != 0 && (m.row != 0 || rows == 1);
            }
            template <typename T>
            __aicore__ inline void gk_spread_varying(const AscendC::LocalTensor<T> &tile, const AscendC::LocalTensor<T> &column, const AscendC::LocalTensor<float> &blocks, gk_moves m, int32_t rows, int32_t pitch) {
                if (gk_is_tile(m, rows)) {
                    return;
                }
                AscendC::PipeBarrier<PIPE_V>();
                if constexpr (sizeof(T) == 2) {
                    gk_spread_words(tile.template ReinterpretCast<int16_t>(), column.template ReinterpretCast<int16_t>(), blocks.ReinterpretCast<int16_t>(), m, rows, pitch);
                } else {
                    gk_spread_words(tile, column, blocks.ReinterpretCast<T>(), m, rows, pitch);
                }
            }
            """;

    /** Bytes are broadcast as 16-bit integers. */
    private static final String SPREAD_BYTES = """
            template <typename T>
            __aicore__ inline void gk_spread_bytes(const AscendC::LocalTensor<T> &tile, const AscendC::LocalTensor<T> &column, const AscendC::LocalTensor<float> &blocks, const AscendC::LocalTensor<half> &halves, gk_moves m, int32_t rows, int32_t pitch) {
                const AscendC::LocalTensor<int16_t> words = halves.ReinterpretCast<int16_t>();
                const int32_t last = (rows - 1) * pitch;
                if (gk_is_tile(m, rows)) {
                    return;
                }
                AscendC::PipeBarrier<PIPE_V>();
                if (m.lane != 0) {
                    AscendC::Cast(halves[last], tile[last], AscendC::RoundMode::CAST_NONE, pitch);
                    AscendC::PipeBarrier<PIPE_V>();
                    gk_spread(words, words[last], gk_steps{1, 0, 128}, rows - 1, pitch);
                } else {
                    AscendC::Cast(halves, column, AscendC::RoundMode::CAST_NONE, m.row == 0 ? 1 : rows);
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::Brcb(blocks.ReinterpretCast<int16_t>(), words, m.row == 0 ? 1 : (rows + 7) / 8, {1, 8});
                    AscendC::PipeBarrier<PIPE_V>();
                    gk_spread(words, blocks.ReinterpretCast<int16_t>(), gk_steps{0, m.row == 0 ? 0 : 16, 0}, rows, pitch);
                }
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Cast(tile, halves, GK_NEAREST, rows * pitch);
                AscendC::PipeBarrier<PIPE_V>();
            }
            """;

    private BroadcastPrelude() {}

    /** Returns the functions, each by the first of its names. */
    static Map<String, String> functions() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("gk_moves", MOVES);
        texts.put("gk_offset", OFFSET);
        texts.put("gk_load_varying", LOAD);
        texts.put("gk_spread_", SPREAD);
        texts.put("gk_spread_bytes", SPREAD_BYTES);
        return texts;
    }
}
