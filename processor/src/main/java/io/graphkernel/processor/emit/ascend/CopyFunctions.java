package io.graphkernel.processor.emit.ascend;

import io.graphkernel.cann.KnownAnswerKernel;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The functions at the head of a file that copy between the memory of the device and a core. The 310P has none for elements that fill
 * no blocks of 32 bytes: it loads whole blocks there, and stores the last one as what memory has with the new elements in it. So all
 * that differs between chips is in the heads of files.
 */
final class CopyFunctions {

    /** The macro that heads define on the 310P. */
    static final String IS_310P = "GK_310P";

    /**
     * How {@code Cast} rounds to nearest even, which chips name differently: from i32 to f32, and from f16 to 8 bits, where only
     * whole numbers in range occur.
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

    /** Numbers that count up. The scalar unit of the 310P writes the first of them, and does not wait for vectors by itself. */
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
     * The elements from one on, by the scalar unit: a core may write only to blocks of memory that no other one writes, which it
     * loads with what else they have.
     */
    private static final String STORE_END = """
            #ifdef GK_310P
            template <typename T>
            __aicore__ inline void gk_store_end(gk_edge &edge, const AscendC::GlobalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t first, int32_t count) {
                const int32_t unit = 32 / sizeof(T);
                const AscendC::LocalTensor<T> block = edge.block.GetWithOffset<T>(unit, 0);
                for (int32_t i = first; i < count;) {
                    const uint64_t address = (uint64_t) target[i].GetPhyAddr();
                    AscendC::GlobalTensor<T> whole;
                    whole.SetGlobalBuffer((__gm__ T *) (address / 32 * 32));
                    gk_await<AscendC::HardEvent::MTE3_MTE2>();
                    AscendC::DataCopy(block, whole, (uint32_t) unit);
                    gk_await<AscendC::HardEvent::MTE2_S>();
                    for (int32_t at = (int32_t) (address % 32 / sizeof(T)); at < unit && i < count; at++, i++) {
                        block.SetValue(at, source.GetValue(i));
                    }
                    gk_await<AscendC::HardEvent::S_MTE3>();
                    AscendC::DataCopy(whole, block, (uint32_t) unit);
                }
                AscendC::PipeBarrier<PIPE_MTE3>();
            }
            #endif
            """;

    private static final String STORE = """
            template <typename T>
            __aicore__ inline void gk_store(gk_edge &edge, const AscendC::GlobalTensor<T> &target, const AscendC::LocalTensor<T> &source, int32_t count) {
            #ifdef GK_310P
                const int32_t unit = 32 / sizeof(T), whole = count / unit * unit;
                if (whole > 0) {
                    AscendC::DataCopy(target, source, (uint32_t) whole);
                }
                if (whole < count) {
                    gk_store_end(edge, target, source, whole, count);
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

    /** Rows that lie one after the other replace what the last block of the one before stores of them. */
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

    private CopyFunctions() {}

    /** Each by its name, after those that it calls. */
    static Map<String, String> texts() {
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
