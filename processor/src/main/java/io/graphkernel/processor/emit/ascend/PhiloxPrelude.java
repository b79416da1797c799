package io.graphkernel.processor.emit.ascend;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prelude functions for random numbers: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011). The counter is an index
 * with a seed above it, and the key is another seed. 64-bit products are computed from 16-bit limbs.
 */
final class PhiloxPrelude {

    private static final String AND = """
            __aicore__ inline void gk_and_bits(const AscendC::LocalTensor<int32_t> &target, const AscendC::LocalTensor<int32_t> &left, const AscendC::LocalTensor<int32_t> &right, int32_t count) {
                AscendC::And(target.ReinterpretCast<uint16_t>(), left.ReinterpretCast<uint16_t>(), right.ReinterpretCast<uint16_t>(), 2 * count);
                AscendC::PipeBarrier<PIPE_V>();
            }
            """;

    /** The upper 16 bits as an unsigned integer. */
    private static final String UPPER = """
            __aicore__ inline void gk_upper_bits(const AscendC::LocalTensor<int32_t> &target, const AscendC::LocalTensor<int32_t> &source, const AscendC::LocalTensor<int32_t> &half, int32_t count) {
                AscendC::ShiftRight(target, source, 16, count);
                AscendC::PipeBarrier<PIPE_V>();
                gk_and_bits(target, target, half, count);
            }
            """;

    /** Exclusive or of two words. */
    private static final String DIFFERING = """
            __aicore__ inline void gk_differing_bits(const AscendC::LocalTensor<int32_t> &target, const AscendC::LocalTensor<int32_t> &other, const AscendC::LocalTensor<int32_t> &room, int32_t count) {
                gk_and_bits(room, target, other, count);
                AscendC::Or(target.ReinterpretCast<uint16_t>(), target.ReinterpretCast<uint16_t>(), other.ReinterpretCast<uint16_t>(), 2 * count);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Sub(target, target, room, count);
                AscendC::PipeBarrier<PIPE_V>();
            }
            """;

    /** High word of an unsigned product with a constant. */
    private static final String PRODUCT = """
            __aicore__ inline void gk_upper_product(const AscendC::LocalTensor<int32_t> &target, const AscendC::LocalTensor<int32_t> &word, uint32_t factor, const AscendC::LocalTensor<int32_t> &half, const AscendC::LocalTensor<int32_t> &low, const AscendC::LocalTensor<int32_t> &high, const AscendC::LocalTensor<int32_t> &room, int32_t count) {
                const int32_t below = (int32_t) (factor & 0xffff), above = (int32_t) (factor >> 16);
                gk_and_bits(low, word, half, count);
                gk_upper_bits(high, word, half, count);
                AscendC::Muls(target, low, below, count);
                AscendC::Muls(room, high, below, count);
                AscendC::PipeBarrier<PIPE_V>();
                AscendC::Muls(low, low, above, count);
                AscendC::Muls(high, high, above, count);
                gk_upper_bits(target, target, half, count);
                AscendC::Add(target, target, room, count);
                AscendC::PipeBarrier<PIPE_V>();
                gk_and_bits(room, target, half, count);
                AscendC::Add(low, low, room, count);
                gk_upper_bits(target, target, half, count);
                AscendC::Add(target, target, high, count);
                gk_upper_bits(low, low, half, count);
                AscendC::Add(target, target, low, count);
                AscendC::PipeBarrier<PIPE_V>();
            }
            """;

    private static final String RANDOM = """
            __aicore__ inline void gk_random(const AscendC::LocalTensor<int32_t> &target, const AscendC::LocalTensor<int32_t> &index, const AscendC::LocalTensor<int32_t> &indexHigh, const AscendC::LocalTensor<int32_t> &seed, const AscendC::LocalTensor<int32_t> &seedHigh, const AscendC::LocalTensor<int32_t> &seed2, const AscendC::LocalTensor<int32_t> &seed2High, AscendC::LocalTensor<int32_t> counter0, const AscendC::LocalTensor<int32_t> &counter1, AscendC::LocalTensor<int32_t> counter2, const AscendC::LocalTensor<int32_t> &counter3, const AscendC::LocalTensor<int32_t> &key0, const AscendC::LocalTensor<int32_t> &key1, AscendC::LocalTensor<int32_t> next0, AscendC::LocalTensor<int32_t> next2, const AscendC::LocalTensor<int32_t> &half, const AscendC::LocalTensor<int32_t> &low, const AscendC::LocalTensor<int32_t> &high, const AscendC::LocalTensor<int32_t> &room, int32_t which, int32_t count) {
                const uint32_t factor0 = 0xd2511f53u, factor2 = 0xcd9e8d57u;
                AscendC::Duplicate(half, 0xffff, count);
                AscendC::Adds(counter0, index, 0, count);
                AscendC::Adds(counter1, indexHigh, 0, count);
                AscendC::Adds(counter2, seed2, 0, count);
                AscendC::Adds(counter3, seed2High, 0, count);
                AscendC::Adds(key0, seed, 0, count);
                AscendC::Adds(key1, seedHigh, 0, count);
                AscendC::PipeBarrier<PIPE_V>();
                for (int32_t round = 0; round < 10; round++) {
                    gk_upper_product(next0, counter2, factor2, half, low, high, room, count);
                    gk_differing_bits(next0, counter1, room, count);
                    gk_differing_bits(next0, key0, room, count);
                    gk_upper_product(next2, counter0, factor0, half, low, high, room, count);
                    gk_differing_bits(next2, counter3, room, count);
                    gk_differing_bits(next2, key1, room, count);
                    AscendC::Muls(counter1, counter2, (int32_t) factor2, count);
                    AscendC::Muls(counter3, counter0, (int32_t) factor0, count);
                    AscendC::Adds(key0, key0, (int32_t) 0x9e3779b9u, count);
                    AscendC::Adds(key1, key1, (int32_t) 0xbb67ae85u, count);
                    AscendC::PipeBarrier<PIPE_V>();
                    const AscendC::LocalTensor<int32_t> before0 = counter0, before2 = counter2;
                    counter0 = next0;
                    counter2 = next2;
                    next0 = before0;
                    next2 = before2;
                }
                AscendC::Adds(target, which == 0 ? counter0 : counter1, 0, count);
            }
            """;

    private PhiloxPrelude() {}

    /** Returns the functions by name, each after its callees. */
    static Map<String, String> functions() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("gk_and_bits", AND);
        texts.put("gk_upper_bits", UPPER);
        texts.put("gk_differing_bits", DIFFERING);
        texts.put("gk_upper_product", PRODUCT);
        texts.put("gk_random", RANDOM);
        return texts;
    }
}
