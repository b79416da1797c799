/*
 * Vector instructions with repeats and strides, and reductions. Part of kernel_operator.h.
 */

struct UnaryRepeatParams {
    uint16_t dstBlkStride = 1, srcBlkStride = 1;
    uint8_t dstRepStride = 8, srcRepStride = 8;
};

struct BinaryRepeatParams {
    uint8_t dstBlkStride = 1, src0BlkStride = 1, src1BlkStride = 1;
    uint8_t dstRepStride = 8, src0RepStride = 8, src1RepStride = 8;
};

struct BrcbRepeatParams {
    uint16_t dstBlkStride = 1, dstRepStride = 8;
};

enum class ReduceOrder { ORDER_VALUE_INDEX, ORDER_INDEX_VALUE, ORDER_ONLY_VALUE, ORDER_ONLY_INDEX };

/* Lanes that an instruction processes per repeat: 8 blocks. */
template <typename T> constexpr uint32_t LANES = 256 / sizeof(T);

/* The elements of an operand, with block and repeat strides in blocks. */
template <typename T> struct walk {
    LocalTensor<T> tensor;
    uint32_t blockStride, repeatStride;
    const char *name;

    uint32_t block(uint32_t repeat, uint32_t lane) const {
        return repeat * repeatStride + lane / (model::BLOCK / sizeof(T)) * blockStride;
    }
    /* Of the tensor. */
    int32_t element(uint32_t repeat, uint32_t lane) const {
        constexpr uint32_t each = model::BLOCK / sizeof(T);
        return (int32_t)(block(repeat, lane) * each + lane % each);
    }
};

template <typename T> static void requireRepeats(uint64_t mask, uint32_t repeats, const char *api, int line) {
    if (mask < 1 || mask > LANES<T>) {
        model::fault("T13", api, line, "a mask of %lu lanes is not 1 to %u", mask, LANES<T>);
    }
    if (repeats < 1 || repeats > 255) {
        model::fault("T13", api, line, "%u repeats are not 1 to 255", repeats);
    }
}

/* Touches the blocks of an operand in all repeats. */
template <typename T>
static void touch(uint64_t index, const walk<T> &operand, uint64_t mask, uint32_t repeats, bool writes, const char *api, int line) {
    constexpr uint32_t each = model::BLOCK / sizeof(T);
    for (uint32_t repeat = 0; repeat < repeats; repeat++) {
        for (uint32_t lane = 0; lane < mask; lane += each) {
            uint32_t lanes = mask - lane < each ? (uint32_t)mask - lane : each;
            uint32_t offset = operand.block(repeat, lane) * model::BLOCK;
            reach(operand.tensor, offset + (uint64_t)lanes * sizeof(T), api, operand.name, line);
            model::touch(model::VECTOR, index, operand.tensor.offset + offset, lanes * sizeof(T), writes, api, operand.name, line);
        }
    }
}

/* Within one repeat the target and a source are identical or disjoint. */
template <typename T>
static void requireOneOrder(const walk<T> &target, const walk<T> &source, uint64_t mask, uint32_t repeats, bool accumulates,
    const char *api, int line) {
    constexpr uint32_t each = model::BLOCK / sizeof(T);
    for (uint32_t repeat = 0; repeat < repeats; repeat++) {
        for (uint32_t lane = 0; lane < mask; lane += each) {
            uint32_t written = target.tensor.offset / model::BLOCK + target.block(repeat, lane);
            for (uint32_t other = 0; other < mask; other += each) {
                uint32_t read = source.tensor.offset / model::BLOCK + source.block(repeat, other);
                if (written == read && lane != other) {
                    model::fault("T13", api, line, "target and source overlap in part");
                }
                uint32_t next = source.tensor.offset / model::BLOCK + source.block(repeat + 1, other);
                if (written == next && repeat + 1 < repeats && !accumulates) {
                    model::fault("T13", api, line, "a repeat reads what the one before it writes");
                }
            }
        }
    }
}

template <typename T, typename F>
static void repeated(const char *api, const walk<T> &target, const walk<T> &left, const walk<T> &right, uint64_t mask,
    uint32_t repeats, bool mayAccumulate, int line, F apply) {
    requireRepeats<T>(mask, repeats, api, line);
    uint64_t index = model::issue(model::VECTOR);
    touch(index, left, mask, repeats, false, api, line);
    touch(index, right, mask, repeats, false, api, line);
    bool same = target.tensor.offset == right.tensor.offset && target.repeatStride == 0 && right.repeatStride == 0;
    requireOneOrder(target, left, mask, repeats, false, api, line);
    requireOneOrder(target, right, mask, repeats, mayAccumulate && same, api, line);
    touch(index, target, mask, repeats, true, api, line);
    model::spend(model::INSTRUCTIONS, 1);
    model::spend(model::LANES, mask * repeats);
    model::perform(model::VECTOR, index, [=] {
        for (uint32_t repeat = 0; repeat < repeats; repeat++) {
            for (uint32_t lane = 0; lane < mask; lane++) {
                int32_t to = target.element(repeat, lane);
                bool known = isDefined(left.tensor, left.element(repeat, lane)) && isDefined(right.tensor, right.element(repeat, lane));
                target.tensor.elements()[to] =
                    apply(left.tensor.elements()[left.element(repeat, lane)], right.tensor.elements()[right.element(repeat, lane)]);
                define(target.tensor, to, known);
            }
        }
    });
}

#define BINARY(NAME, DTYPES, ACCUMULATES, EXPRESSION)                                                                  \
    template <typename T>                                                                                              \
    static void NAME(const LocalTensor<T> &target, const LocalTensor<T> &left, const LocalTensor<T> &right,            \
        uint64_t mask, const uint8_t repeats, const BinaryRepeatParams &steps, int line = __builtin_LINE()) {          \
        static_assert(DTYPES<T>, "T14: " #NAME " has no instruction for this dtype");                                  \
        repeated(#NAME, walk<T>{target, steps.dstBlkStride, steps.dstRepStride, "the target"},                         \
            walk<T>{left, steps.src0BlkStride, steps.src0RepStride, "the first source"},                               \
            walk<T>{right, steps.src1BlkStride, steps.src1RepStride, "the second source"}, mask, repeats, ACCUMULATES, \
            line, [](T a, T b) { return EXPRESSION; });                                                                \
    }

BINARY(Add, isWord, true, plus(a, b))
BINARY(Sub, isWord, true, minus(a, b))
BINARY(Mul, isWord, true, times(a, b))
BINARY(Div, isFloat, false, model::near(a / b))
BINARY(Max, isWord, true, larger(a, b))
BINARY(Min, isWord, true, smaller(a, b))

#undef BINARY

template <typename T>
static void Muls(const LocalTensor<T> &target, const LocalTensor<T> &source, const T &number, uint64_t mask,
    const uint8_t repeats, const UnaryRepeatParams &steps, int line = __builtin_LINE()) {
    static_assert(isWord<T> || __is_same(T, int16_t), "T14: Muls has no instruction for this dtype");
    walk<T> from = {source, steps.srcBlkStride, steps.srcRepStride, "the source"};
    T b = number;
    repeated("Muls", walk<T>{target, steps.dstBlkStride, steps.dstRepStride, "the target"}, from, from, mask, repeats, false,
        line, [b](T a, T) { return times(a, b); });
}

/* Broadcasts each of 8 elements of the source to a block. */
template <typename T>
static void Brcb(const LocalTensor<T> &target, const LocalTensor<T> &source, const uint8_t repeats,
    const BrcbRepeatParams &steps, int line = __builtin_LINE()) {
    static_assert((sizeof(T) == 2 || sizeof(T) == 4) && !__is_same(T, bfloat16_t), "T14: Brcb takes 16 and 32 bits");
    constexpr uint32_t each = model::BLOCK / sizeof(T);
    requireRepeats<T>(1, repeats, "Brcb", line);
    if (model::IS_310P && sizeof(T) == 2 && repeats > 1) {
        model::fault("T4", "Brcb", line, "of 16 bits each second repeat of the source begins within a block, which the 310P does not take");
    }
    uint64_t index = model::issue(model::VECTOR);
    operand(index, source, repeats * 8, false, "Brcb", "the source", line);
    model::spend(model::INSTRUCTIONS, 1);
    model::spend(model::LANES, repeats * 64u);
    for (uint32_t i = 0; i < repeats * 8u; i++) {
        uint32_t block = i / 8 * steps.dstRepStride + i % 8 * steps.dstBlkStride;
        reach(target, (block + 1) * (uint64_t)model::BLOCK, "Brcb", "the target", line);
        uint32_t written = target.offset + block * model::BLOCK;
        if (written < source.offset + repeats * 8u * sizeof(T) && source.offset < written + model::BLOCK) {
            model::fault("T13", "Brcb", line, "target and source overlap");
        }
        model::touch(model::VECTOR, index, written, model::BLOCK, true, "Brcb", "the target", line);
    }
    model::perform(model::VECTOR, index, [=] {
        for (uint32_t i = 0; i < repeats * 8u; i++) {
            uint32_t block = i / 8 * steps.dstRepStride + i % 8 * steps.dstBlkStride;
            bool known = isDefined(source, (int32_t)i);
            for (uint32_t lane = 0; lane < each; lane++) {
                target.elements()[block * each + lane] = source.elements()[i];
                define(target, (int32_t)(block * each + lane), known);
            }
        }
    });
}

/* The results of a reduction must not overlap the operands of any repeat. */
template <typename T>
static void requireDisjoint(const LocalTensor<T> &target, uint32_t stride, const walk<T> &source, uint64_t mask, uint32_t repeats,
    const char *api, int line) {
    uint64_t begin = target.offset, end = begin + ((uint64_t)(repeats - 1) * stride + 1) * sizeof(T);
    for (uint32_t repeat = 0; repeat < repeats; repeat++) {
        for (uint32_t lane = 0; lane < mask; lane++) {
            uint64_t read = source.tensor.offset + (uint64_t)source.element(repeat, lane) * sizeof(T);
            if (read >= begin && read < end && (read - begin) / sizeof(T) % (stride ? stride : 1) == 0) {
                model::fault("T13", api, line, "target and source overlap");
            }
        }
    }
}

/*
 * Reduces the lanes of each repeat to one element, in the order of a binary tree. Results are contiguous, and need not
 * be aligned to a block.
 */
template <typename T, typename F>
static void reduced(const char *api, const LocalTensor<T> &target, const LocalTensor<T> &source, int32_t mask, int32_t repeats,
    int32_t targetStride, int32_t blockStride, int32_t repeatStride, T identity, int line, F apply) {
    requireRepeats<T>((uint64_t)mask, (uint32_t)repeats, api, line);
    if (targetStride < 0 || targetStride > 65535 || blockStride < 0 || blockStride > 65535 || repeatStride < 0 || repeatStride > 65535) {
        model::fault("T13", api, line, "a stride is not 0 to 65535");
    }
    uint64_t index = model::issue(model::VECTOR);
    model::spend(model::INSTRUCTIONS, 1);
    model::spend(model::LANES, (uint64_t)mask * (uint32_t)repeats);
    walk<T> from = {source, (uint32_t)blockStride, (uint32_t)repeatStride, "the source"};
    touch(index, from, (uint64_t)mask, (uint32_t)repeats, false, api, line);
    requireDisjoint(target, (uint32_t)targetStride, from, (uint64_t)mask, (uint32_t)repeats, api, line);
    for (int32_t repeat = 0; repeat < repeats; repeat++) {
        uint64_t to = (uint64_t)repeat * (uint32_t)targetStride;
        reach(target, (to + 1) * sizeof(T), api, "the target", line);
        uint32_t block = (target.offset + (uint32_t)to * (uint32_t)sizeof(T)) / model::BLOCK * model::BLOCK;
        model::touch(model::VECTOR, index, block, model::BLOCK, true, api, "the target", line);
    }
    model::perform(model::VECTOR, index, [=] {
        for (int32_t repeat = 0; repeat < repeats; repeat++) {
            T tree[LANES<T>];
            for (uint32_t lane = 0; lane < LANES<T>; lane++) {
                bool isTaken = lane < (uint32_t)mask;
                int32_t element = from.element((uint32_t)repeat, lane);
                if (isTaken && !isDefined(from.tensor, element)) {
                    model::fault("T8", api, line, "lane %u of repeat %d of the source is reduced and was never computed", lane, repeat);
                }
                tree[lane] = isTaken ? from.tensor.elements()[element] : identity;
            }
            for (uint32_t width = LANES<T> / 2; width > 0; width /= 2) {
                for (uint32_t lane = 0; lane < width; lane++) {
                    tree[lane] = apply(tree[2 * lane], tree[2 * lane + 1]);
                }
            }
            int32_t to = repeat * targetStride;
            target.elements()[to] = tree[0];
            define(target, to, true);
        }
    });
}

template <typename T>
static void WholeReduceSum(const LocalTensor<T> &target, const LocalTensor<T> &source, const int32_t mask, const int32_t repeats,
    const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride, int line = __builtin_LINE()) {
    static_assert(isFloat<T>, "T14: WholeReduceSum has no instruction for this dtype");
    reduced("WholeReduceSum", target, source, mask, repeats, dstRepStride, srcBlkStride, srcRepStride, (T)0, line,
        [](T a, T b) { return a + b; });
}

#define EXTREME(NAME, IDENTITY, EXPRESSION)                                                                            \
    template <typename T>                                                                                              \
    static void NAME(const LocalTensor<T> &target, const LocalTensor<T> &source, const int32_t mask,                   \
        const int32_t repeats, const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride,     \
        ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX, int line = __builtin_LINE()) {                             \
        static_assert(isFloat<T>, "T14: " #NAME " has no instruction for this dtype");                                 \
        if (model::IS_310P) {                                                                                          \
            model::fault("T14", #NAME, line, "the 310P gives indices too, whatever the order");                        \
        }                                                                                                              \
        if (order != ReduceOrder::ORDER_ONLY_VALUE) {                                                                  \
            model::fault("T13", #NAME, line, "only the order ORDER_ONLY_VALUE is modelled: others give indices too");  \
        }                                                                                                              \
        reduced(#NAME, target, source, mask, repeats, dstRepStride, srcBlkStride, srcRepStride, IDENTITY, line,        \
            [](T a, T b) { return EXPRESSION; });                                                                      \
    }

EXTREME(WholeReduceMax, -__builtin_inff(), larger(a, b))
EXTREME(WholeReduceMin, __builtin_inff(), smaller(a, b))

#undef EXTREME

/*
 * Instructions with a bit mask: they process those lanes of each repeat whose bits are set, for 32-bit elements 64
 * lanes. Other lanes are unchanged.
 */
template <typename T>
static void requireBits(const uint64_t *mask, uint32_t repeats, const char *api, int line) {
    static_assert(sizeof(T) == 4, "only masks of 64 lanes are modelled");
    if (mask[0] == 0 || mask[1] != 0) {
        model::fault("T13", api, line, "a mask of bits takes 1 to 64 lanes of 32 bits");
    }
    if (repeats < 1 || repeats > 255) {
        model::fault("T13", api, line, "%u repeats are not 1 to 255", repeats);
    }
}

/* Touches the blocks with an active lane. */
template <typename T>
static void touchBits(uint64_t index, const walk<T> &operand, uint64_t bits, uint32_t repeats, bool writes, const char *api, int line) {
    constexpr uint32_t each = model::BLOCK / sizeof(T);
    for (uint32_t repeat = 0; repeat < repeats; repeat++) {
        for (uint32_t lane = 0; lane < LANES<T>; lane += each) {
            if (bits >> lane & (1ul << each) - 1) {
                uint32_t offset = operand.block(repeat, lane) * model::BLOCK;
                reach(operand.tensor, offset + (uint64_t)model::BLOCK, api, operand.name, line);
                model::touch(model::VECTOR, index, operand.tensor.offset + offset, model::BLOCK, writes, api, operand.name, line);
            }
        }
    }
}

template <typename T>
static void Muls(const LocalTensor<T> &target, const LocalTensor<T> &source, const T &number, const uint64_t mask[],
    const uint8_t repeats, const UnaryRepeatParams &steps, int line = __builtin_LINE()) {
    static_assert(isWord<T>, "T14: Muls has no instruction for this dtype");
    requireBits<T>(mask, repeats, "Muls", line);
    walk<T> from = {source, steps.srcBlkStride, steps.srcRepStride, "the source"};
    walk<T> to = {target, steps.dstBlkStride, steps.dstRepStride, "the target"};
    uint64_t index = model::issue(model::VECTOR), bits = mask[0];
    touchBits(index, from, bits, repeats, false, "Muls", line);
    requireOneOrder(to, from, LANES<T>, repeats, false, "Muls", line);
    touchBits(index, to, bits, repeats, true, "Muls", line);
    model::spend(model::INSTRUCTIONS, 1);
    model::spend(model::LANES, LANES<T> * repeats);
    T factor = number;
    model::perform(model::VECTOR, index, [=, count = (uint32_t)repeats] {
        for (uint32_t repeat = 0; repeat < count; repeat++) {
            for (uint32_t lane = 0; lane < LANES<T>; lane++) {
                if (bits >> lane & 1) {
                    int32_t at = from.element(repeat, lane);
                    to.tensor.elements()[to.element(repeat, lane)] = times(from.tensor.elements()[at], factor);
                    define(to.tensor, to.element(repeat, lane), isDefined(from.tensor, at));
                }
            }
        }
    });
}

template <typename T>
static void Duplicate(const LocalTensor<T> &target, const T &number, const uint64_t mask[], const uint8_t repeats,
    const uint16_t dstBlockStride, const uint8_t dstRepeatStride, int line = __builtin_LINE()) {
    requireBits<T>(mask, repeats, "Duplicate", line);
    walk<T> to = {target, dstBlockStride, dstRepeatStride, "the target"};
    uint64_t index = model::issue(model::VECTOR), bits = mask[0];
    touchBits(index, to, bits, repeats, true, "Duplicate", line);
    model::spend(model::INSTRUCTIONS, 1);
    model::spend(model::LANES, LANES<T> * repeats);
    T value = number;
    model::perform(model::VECTOR, index, [=, count = (uint32_t)repeats] {
        for (uint32_t repeat = 0; repeat < count; repeat++) {
            for (uint32_t lane = 0; lane < LANES<T>; lane++) {
                if (bits >> lane & 1) {
                    to.tensor.elements()[to.element(repeat, lane)] = value;
                    define(to.tensor, to.element(repeat, lane), true);
                }
            }
        }
    });
}

/* Reduces the active lanes of each 32-byte block to one element; the stride of the target is in units of 8 elements. */
template <typename T, typename F>
static void reducedByBlocks(const char *api, const LocalTensor<T> &target, const LocalTensor<T> &source, const int32_t repeats,
    const uint64_t mask[], const int32_t targetStride, const int32_t blockStride, const int32_t repeatStride, T identity, int line,
    F apply) {
    static_assert(isFloat<T>, "T14: a reduction of blocks has no instruction for this dtype");
    constexpr uint32_t each = model::BLOCK / sizeof(T);
    requireBits<T>(mask, (uint32_t)repeats, api, line);
    walk<T> from = {source, (uint32_t)blockStride, (uint32_t)repeatStride, "the source"};
    walk<T> to = {target, 1, (uint32_t)targetStride, "the target"};
    uint64_t index = model::issue(model::VECTOR), bits = mask[0];
    touchBits(index, from, bits, (uint32_t)repeats, false, api, line);
    requireOneOrder(to, from, each, (uint32_t)repeats, false, api, line);
    touchBits(index, to, (1ul << each) - 1, (uint32_t)repeats, true, api, line);
    model::spend(model::INSTRUCTIONS, 1);
    model::spend(model::LANES, LANES<T> * (uint32_t)repeats);
    model::perform(model::VECTOR, index, [=, count = (uint32_t)repeats] {
        for (uint32_t repeat = 0; repeat < count; repeat++) {
            for (uint32_t block = 0; block < 8; block++) {
                T tree[each];
                bool known = true;
                for (uint32_t i = 0; i < each; i++) {
                    bool taken = bits >> (block * each + i) & 1;
                    int32_t at = from.element(repeat, block * each + i);
                    known = known && (!taken || isDefined(from.tensor, at));
                    tree[i] = taken ? from.tensor.elements()[at] : identity;
                }
                for (uint32_t width = each / 2; width > 0; width /= 2) {
                    for (uint32_t i = 0; i < width; i++) {
                        tree[i] = apply(tree[2 * i], tree[2 * i + 1]);
                    }
                }
                int32_t result = to.element(repeat, block);
                to.tensor.elements()[result] = tree[0];
                define(to.tensor, result, known);
            }
        }
    });
}

#define BY_BLOCKS(NAME, IDENTITY, EXPRESSION)                                                                          \
    template <typename T>                                                                                              \
    static void NAME(const LocalTensor<T> &target, const LocalTensor<T> &source, const int32_t repeats,                \
        const uint64_t mask[], const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride,     \
        int line = __builtin_LINE()) {                                                                                 \
        reducedByBlocks(#NAME, target, source, repeats, mask, dstRepStride, srcBlkStride, srcRepStride, (T)IDENTITY,   \
            line, [](T a, T b) { return EXPRESSION; });                                                                \
    }

BY_BLOCKS(BlockReduceSum, 0, a + b)
BY_BLOCKS(BlockReduceMax, -__builtin_inff(), larger(a, b))
BY_BLOCKS(BlockReduceMin, __builtin_inff(), smaller(a, b))

#undef BY_BLOCKS
