package io.graphkernel.common.cann;

/**
 * A self-test kernel for Ascend with known results, y = 3 x + 1. All cores compute it with double buffering of inputs
 * and outputs, like generated kernels. Binaries in a jar include it for machines without a compiler. On the 310P it
 * copies whole blocks of memory, to which allocations are padded.
 */
public final class KnownAnswerKernel {
    /** Name of the kernel, whose parameters are x, y and the number of elements. */
    public static final String NAME = "known_answer";

    /** Include directives at the start of an Ascend C file. */
    public static final String INCLUDE = "#include \"kernel_operator.h\"\n";

    /**
     * Preprocessor lines that define {@code GK_310P} when compiling for the 310P; older compilers name the chip by its
     * core.
     */
    public static final String IS_310P = """
            #if defined(__NPU_ARCH__) && __NPU_ARCH__ == 2002 || defined(__CCE_AICORE__) && __CCE_AICORE__ == 200
            #define GK_310P
            #endif
            """;

    /** Ascend C source, to be placed after {@link #INCLUDE}, and after kernels that include {@link #IS_310P}. */
    public static final String SOURCE = IS_310P + """
            extern "C" __global__ __aicore__ void known_answer(GM_ADDR x, GM_ADDR y, int64_t elements) {
            #ifdef GK_310P
                KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AICORE);
            #else
                KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
            #endif
                AscendC::GlobalTensor<float> from;
                from.SetGlobalBuffer((__gm__ float *) x);
                AscendC::GlobalTensor<float> to;
                to.SetGlobalBuffer((__gm__ float *) y);
                AscendC::TPipe pipe;
                AscendC::TQue<AscendC::TPosition::VECIN, 1> loads;
                pipe.InitBuffer(loads, 2, 1024);
                AscendC::TQue<AscendC::TPosition::VECOUT, 1> stores;
                pipe.InitBuffer(stores, 2, 1024);
                AscendC::TBuf<AscendC::TPosition::VECCALC> work;
                pipe.InitBuffer(work, 1024);
                AscendC::LocalTensor<float> product = work.GetWithOffset<float>(256, 0);
                for (int64_t first = AscendC::GetBlockIdx() * 256; first < elements; first += AscendC::GetBlockNum() * 256) {
                    const int32_t rest = elements - first < 256 ? (int32_t) (elements - first) : 256;
                    AscendC::LocalTensor<float> loaded = loads.AllocTensor<float>();
            #ifdef GK_310P
                    const int32_t count = (rest + 7) / 8 * 8;
                    AscendC::DataCopy(loaded, from[first], (uint32_t) count);
            #else
                    const int32_t count = rest;
                    AscendC::DataCopyPad(loaded, from[first], AscendC::DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0}, AscendC::DataCopyPadExtParams<float>{false, 0, 0, 0.0f});
            #endif
                    loads.EnQue(loaded);
                    loaded = loads.DeQue<float>();
                    AscendC::LocalTensor<float> stored = stores.AllocTensor<float>();
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::Muls(product, loaded, 3.0f, count);
                    AscendC::PipeBarrier<PIPE_V>();
                    AscendC::Adds(stored, product, 1.0f, count);
                    loads.FreeTensor(loaded);
                    stores.EnQue(stored);
                    stored = stores.DeQue<float>();
            #ifdef GK_310P
                    AscendC::DataCopy(to[first], stored, (uint32_t) count);
            #else
                    AscendC::DataCopyPad(to[first], stored, AscendC::DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0});
            #endif
                    stores.FreeTensor(stored);
                }
            }
            """;

    private KnownAnswerKernel() {}
}
