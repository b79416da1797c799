package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.cann.KnownAnswerKernel;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prelude functions for copies between device memory and local memory.
 *
 * <p>The 310P only copies whole 32-byte blocks: it loads surplus elements, and merges the last block of a store with
 * the contents of memory. All differences between chips are confined to the preludes.
 */
final class CopyPrelude {

    /** Macro that the prelude defines on the 310P. */
    static final String IS_310P = "GK_310P";

    /**
     * Rounding mode of {@code Cast} to nearest even, whose name depends on the chip: from i32 to f32, and from f16 to
     * int8, for integers in range only.
     */
    static final String NEAREST = "GK_NEAREST";

    private static final String ROUNDING = """
            #ifdef GK_310P
            #define GK_NEAREST AscendC::RoundMode::CAST_NONE
            #else
            #define GK_NEAREST AscendC::RoundMode::CAST_RINT
            #endif
            """;

    private static final String AWAIT = """
            #ifdef GK_310P
            /* Has one part of the core wait for all that another one has done. */
            template <AscendC::HardEvent event>
            __aicore__ inline void gk_await() {
                const int32_t id = (int32_t) GetTPipePtr()->FetchEventID(event);
                AscendC::SetFlag<event>(id);
                AscendC::WaitFlag<event>(id);
            }
            #endif
            """;

    /**
     * Ascending integers. On the 310P the scalar unit writes the first of them, and needs an explicit synchronization.
     */
    private static final String INDEX = """
            __aicore__ inline void gk_index(const AscendC::LocalTensor<int32_t> &target, int32_t first, int32_t count) {
            #ifdef GK_310P
                gk_await<AscendC::HardEvent::V_S>();
            #endif
                AscendC::CreateVecIndex(target, first, (uint32_t) count);
            }
            """;

    private static final String EDGE = """
            /* Room for the block of memory in which what is stored ends, on the 310P. */
            struct gk_edge {
            #ifdef GK_310P
                AscendC::TBuf<AscendC::TPosition::VECCALC> block;
                __aicore__ inline gk_edge(AscendC::TPipe &pipe) {
                    pipe.InitBuffer(block, 32);
                }
            #else
                __aicore__ inline gk_edge(AscendC::TPipe &) {}
            #endif
            };
            """;

    private static final String LOAD = """
            template <typename T>
            __aicore__ inline void gk_load(const AscendC::LocalTensor<T> &target, const AscendC::GlobalTensor<T> &source, int32_t count) {
            #ifdef GK_310P
                const int32_t unit = 32 / sizeof(T);
                AscendC::DataCopy(target, source, (uint32_t) ((count + unit - 1) / unit * unit));
            #else
                AscendC::DataCopyPad(target, source, AscendC::DataCopyExtParams{1, count * (uint32_t) sizeof(T), 0, 0, 0}, AscendC::DataCopyPadExtParams<T>{false, 0, 0, (T) 0});
            #endif
            }
            """;

    /**
     * Stores the last elements by the scalar unit, merged with the contents of their memory block, which only one core
     * may write.
     */
    private static final String STORE_END = """
            #ifdef GK_310P
            template <typename T>
            __aicore__ inline void gk_store_end(gk_edge &edge, const AscendC::GlobalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t first, int32_t count) {
                const int32_t unit = 32 / sizeof(T);
                const AscendC::LocalTensor<T> block = edge.block.GetWithOffset<T>(unit, 0);
                for (int32_t i = first; i < count;) {
                    const uint64_t address = (uint64_t) target[i].GetPhyAddr();
                    AscendC::GlobalTensor<T> aligned;
                    aligned.SetGlobalBuffer((__gm__ T *) (address / 32 * 32));
                    gk_await<AscendC::HardEvent::MTE3_MTE2>();
                    AscendC::DataCopy(block, aligned, (uint32_t) unit);
                    gk_await<AscendC::HardEvent::MTE2_S>();
                    for (int32_t at = (int32_t) (address % 32 / sizeof(T)); at < unit && i < count; at++, i++) {
                        block.SetValue(at, source.GetValue(i));
                    }
                    gk_await<AscendC::HardEvent::S_MTE3>();
                    AscendC::DataCopy(aligned, block, (uint32_t) unit);
                }
                AscendC::PipeBarrier<PIPE_MTE3>();
            }
            #endif
            """;

    private static final String STORE = """
            template <typename T>
            __aicore__ inline void gk_store(gk_edge &edge, const AscendC::GlobalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t count) {
            #ifdef GK_310P
                const int32_t unit = 32 / sizeof(T), aligned = count / unit * unit;
                if (aligned > 0) {
                    AscendC::DataCopy(target, source, (uint32_t) aligned);
                }
                if (aligned < count) {
                    gk_store_end(edge, target, source, aligned, count);
                }
            #else
                AscendC::DataCopyPad(target, source, AscendC::DataCopyExtParams{1, count * (uint32_t) sizeof(T), 0, 0, 0});
            #endif
            }
            """;

    private static final String LOAD_ROWS = """
            template <typename T>
            __aicore__ inline void gk_load_rows(const AscendC::LocalTensor<T> &target, const AscendC::GlobalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride) {
                const uint32_t bytes = lanes * (uint32_t) sizeof(T);
                const uint32_t gap = pitch * (uint32_t) sizeof(T) / 32 - (bytes + 31) / 32;
                const int64_t skipped = (stride - lanes) * (int64_t) sizeof(T);
                if (lanes == 0) {
                    return;
                }
            #ifdef GK_310P
                if (rows > 1 && skipped >= 0 && skipped < (1 << 20) && stride * (int64_t) sizeof(T) % 32 == 0) {
                    AscendC::DataCopy(target, source, AscendC::DataCopyParams{(uint16_t) rows, (uint16_t) ((bytes + 31) / 32), (uint16_t) (skipped / 32), (uint16_t) gap});
                    return;
                }
            #else
                if (rows > 1 && skipped >= 0 && skipped < (1 << 30)) {
                    AscendC::DataCopyPad(target, source, AscendC::DataCopyExtParams{(uint16_t) rows, bytes, (uint32_t) skipped, gap, 0}, AscendC::DataCopyPadExtParams<T>{false, 0, 0, (T) 0});
                    return;
                }
            #endif
                for (int32_t row = 0; row < rows; row++) {
                    gk_load(target[row * pitch], source[row * stride], lanes);
                }
            }
            """;

    /** Contiguous rows overwrite the surplus elements of the previous row's last block. */
    private static final String STORE_ROWS = """
            template <typename T>
            __aicore__ inline void gk_store_rows(gk_edge &edge, const AscendC::GlobalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t rows, int32_t lanes, int32_t pitch, int64_t stride) {
                const uint32_t bytes = lanes * (uint32_t) sizeof(T);
                const uint32_t gap = pitch * (uint32_t) sizeof(T) / 32 - (bytes + 31) / 32;
                const int64_t skipped = (stride - lanes) * (int64_t) sizeof(T);
                int32_t row = 0;
                if (lanes == 0) {
                    return;
                }
            #ifdef GK_310P
                if (rows > 1 && bytes % 32 == 0 && skipped % 32 == 0 && skipped >= 0 && skipped < (1 << 20)) {
                    AscendC::DataCopy(target, source, AscendC::DataCopyParams{(uint16_t) rows, (uint16_t) (bytes / 32), (uint16_t) gap, (uint16_t) (skipped / 32)});
                    return;
                }
                const int32_t unit = 32 / sizeof(T), blocks = (lanes + unit - 1) / unit * unit;
                for (; skipped == 0 && (rows - 1 - row) * lanes >= unit; row++) {
                    AscendC::DataCopy(target[row * stride], source[row * pitch], (uint32_t) blocks);
                    AscendC::PipeBarrier<PIPE_MTE3>();
                }
            #else
                if (rows > 1 && skipped >= 0 && skipped < (1 << 30)) {
                    AscendC::DataCopyPad(target, source, AscendC::DataCopyExtParams{(uint16_t) rows, bytes, gap, (uint32_t) skipped, 0});
                    return;
                }
            #endif
                for (; row < rows; row++) {
                    gk_store(edge, target[row * stride], source[row * pitch], lanes);
                }
            }
            """;

    private CopyPrelude() {}

    /** Returns the functions by name, each after its callees. */
    static Map<String, String> functions() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(IS_310P, KnownAnswerKernel.IS_310P);
        texts.put(NEAREST, ROUNDING);
        texts.put("gk_await", AWAIT);
        texts.put("gk_index", INDEX);
        texts.put("gk_edge", EDGE);
        texts.put("gk_load(", LOAD);
        texts.put("gk_store_end", STORE_END);
        texts.put("gk_store(", STORE);
        texts.put("gk_load_rows", LOAD_ROWS);
        texts.put("gk_store_rows", STORE_ROWS);
        return texts;
    }
}
