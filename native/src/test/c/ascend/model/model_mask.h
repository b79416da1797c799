/*
 * Comparisons, whose results are bit masks, and operations on bit masks. Part of kernel_operator.h.
 */

enum class CMPMODE { LT, GT, EQ, LE, GE, NE };
enum class SELMODE { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };

/* Bytes that an instruction processes at a time. */
constexpr uint32_t REPEAT = 256;

template <typename T> constexpr bool isCompared =
    __is_same(T, float) || __is_same(T, half) || (__is_same(T, int32_t) && !model::IS_310P);
template <typename T> constexpr bool isSelected = __is_same(T, float) || __is_same(T, half);
template <typename T> constexpr bool isBits = __is_same(T, uint16_t) || __is_same(T, int16_t);

static inline float ordered(half a) { return (float)a; }
static inline float ordered(float a) { return a; }
static inline int32_t ordered(int32_t a) { return a; }

template <typename T> static bool holds(CMPMODE mode, T left, T right) {
    auto a = ordered(left), b = ordered(right);
    switch (mode) {
        case CMPMODE::LT: return a < b;
        case CMPMODE::GT: return a > b;
        case CMPMODE::EQ: return a == b;
        case CMPMODE::LE: return a <= b;
        case CMPMODE::GE: return a >= b;
        default: return a != b;
    }
}

template <typename T> static void requireComparison(CMPMODE mode, uint32_t count, const char *api, int line) {
    if (__is_same(T, int32_t) && mode != CMPMODE::EQ) {
        model::fault("T14", api, line, "integers are compared by EQ alone, not by mode %d", (int)mode);
    }
    if (count * sizeof(T) % REPEAT != 0) {
        model::fault("T15", api, line, "%u elements are not multiple of 256 bytes: the rest would not be compared", count);
    }
}

template <typename T>
static void requireDisjoint(const LocalTensor<uint8_t> &mask, const LocalTensor<T> &source, uint32_t count, const char *api, int line) {
    if (mask.offset < source.offset + count * sizeof(T) && source.offset < mask.offset + count / 8) {
        model::fault("T13", api, line, "target and source overlap");
    }
}

/* The mask bit of an element: the first element has the lowest bit of a byte. */
static void defineBit(const LocalTensor<uint8_t> &mask, uint32_t i, bool isSet, bool isDefined) {
    uint8_t bit = (uint8_t)(1 << i % 8);
    uint8_t &value = mask.elements()[i / 8], &known = mask.defined()[i / 8];
    value = (uint8_t)(isSet ? value | bit : value & ~bit);
    known = (uint8_t)(isDefined ? known | bit : known & ~bit);
}

template <typename T>
static void Compare(const LocalTensor<uint8_t> &target, const LocalTensor<T> &left, const LocalTensor<T> &right, CMPMODE mode,
    uint32_t count, int line = __builtin_LINE()) {
    static_assert(isCompared<T>, "T14: Compare has no instruction for this dtype");
    requireComparison<T>(mode, count, "Compare", line);
    requireDisjoint(target, left, count, "Compare", line);
    requireDisjoint(target, right, count, "Compare", line);
    uint64_t index = model::issue(model::VECTOR);
    operand(index, left, (int32_t)count, false, "Compare", "the first source", line);
    operand(index, right, (int32_t)count, false, "Compare", "the second source", line);
    operand(index, target, (int32_t)(count / 8), true, "Compare", "the target", line);
    model::perform(model::VECTOR, index, [=] {
        for (uint32_t i = 0; i < count; i++) {
            bool isKnown = isDefined(left, (int32_t)i) && isDefined(right, (int32_t)i);
            defineBit(target, i, holds(mode, left.elements()[i], right.elements()[i]), isKnown);
        }
    });
}

template <typename T>
static void CompareScalar(const LocalTensor<uint8_t> &target, const LocalTensor<T> &source, const T number, CMPMODE mode,
    uint32_t count, int line = __builtin_LINE()) {
    static_assert(isCompared<T>, "T14: CompareScalar has no instruction for this dtype");
    requireComparison<T>(mode, count, "CompareScalar", line);
    requireDisjoint(target, source, count, "CompareScalar", line);
    uint64_t index = model::issue(model::VECTOR);
    operand(index, source, (int32_t)count, false, "CompareScalar", "the source", line);
    operand(index, target, (int32_t)(count / 8), true, "CompareScalar", "the target", line);
    model::perform(model::VECTOR, index, [=] {
        for (uint32_t i = 0; i < count; i++) {
            defineBit(target, i, holds(mode, source.elements()[i], number), isDefined(source, (int32_t)i));
        }
    });
}

/* Selects elements of either source by bits; both sources are read. */
template <typename T, typename F>
static void selected(const LocalTensor<T> &target, const LocalTensor<uint8_t> &mask, const LocalTensor<T> &then,
    SELMODE mode, SELMODE required, uint32_t count, int line, F otherwise) {
    static_assert(isSelected<T>, "T14: Select has no instruction for this dtype");
    if (mode != required) {
        model::fault("T15", "Select", line, "mode %d does not take these operands", (int)mode);
    }
    uint64_t index = model::issue(model::VECTOR);
    operand(index, mask, (int32_t)((count + 7) / 8), false, "Select", "the mask", line);
    operand(index, then, (int32_t)count, false, "Select", "the first source", line);
    requireApart(target, then, (int32_t)count, "Select", line);
    otherwise.touch(index, target, count, line);
    operand(index, target, (int32_t)count, true, "Select", "the target", line);
    model::perform(model::VECTOR, index, [=] {
        for (uint32_t i = 0; i < count; i++) {
            bool isSet = mask.elements()[i / 8] >> i % 8 & 1;
            bool isKnown = (mask.defined()[i / 8] >> i % 8 & 1) && (isSet ? isDefined(then, (int32_t)i) : otherwise.isKnown(i));
            target.elements()[i] = isSet ? then.elements()[i] : otherwise.value(i);
            define(target, (int32_t)i, isKnown);
        }
    });
}

template <typename T>
static void Select(const LocalTensor<T> &target, const LocalTensor<uint8_t> &mask, const LocalTensor<T> &then,
    const LocalTensor<T> &otherwise, SELMODE mode, uint32_t count, int line = __builtin_LINE()) {
    struct {
        LocalTensor<T> own;
        void touch(uint64_t index, const LocalTensor<T> &target, uint32_t count, int line) const {
            operand(index, own, (int32_t)count, false, "Select", "the second source", line);
            requireApart(target, own, (int32_t)count, "Select", line);
        }
        bool isKnown(uint32_t i) const { return isDefined(own, (int32_t)i); }
        T value(uint32_t i) const { return own.elements()[i]; }
    } second{otherwise};
    selected(target, mask, then, mode, SELMODE::VSEL_TENSOR_TENSOR_MODE, count, line, second);
}

template <typename T>
static void Select(const LocalTensor<T> &target, const LocalTensor<uint8_t> &mask, const LocalTensor<T> &then, T number,
    SELMODE mode, uint32_t count, int line = __builtin_LINE()) {
    struct {
        T number;
        void touch(uint64_t, const LocalTensor<T> &, uint32_t, int) const {}
        bool isKnown(uint32_t) const { return true; }
        T value(uint32_t) const { return number; }
    } second{number};
    selected(target, mask, then, mode, SELMODE::VSEL_TENSOR_SCALAR_MODE, count, line, second);
}

/* A bit of the result is initialized if the bit of the operand is. */
#define OF_BITS(NAME, EXPRESSION)                                                                                      \
    template <typename T>                                                                                              \
    static void NAME(const LocalTensor<T> &target, const LocalTensor<T> &left, const LocalTensor<T> &right,            \
        const int32_t &count, int line = __builtin_LINE()) {                                                           \
        static_assert(isBits<T>, "T14: " #NAME " has no instruction for this dtype");                                  \
        uint64_t index = model::issue(model::VECTOR);                                                                  \
        operand(index, left, count, false, #NAME, "the first source", line);                                           \
        operand(index, right, count, false, #NAME, "the second source", line);                                         \
        requireApart(target, left, count, #NAME, line);                                                                \
        requireApart(target, right, count, #NAME, line);                                                               \
        operand(index, target, count, true, #NAME, "the target", line);                                                \
        int32_t all = count;                                                                                           \
        model::perform(model::VECTOR, index, [=] {                                                                     \
            for (int32_t i = 0; i < all; i++) {                                                                        \
                T a = left.elements()[i], b = right.elements()[i];                                                     \
                target.elements()[i] = (T)(EXPRESSION);                                                                \
            }                                                                                                          \
            for (uint64_t byte = 0; byte < all * sizeof(T); byte++) {                                                  \
                target.defined()[byte] = left.defined()[byte] & right.defined()[byte];                                 \
            }                                                                                                          \
        });                                                                                                            \
    }

OF_BITS(And, a &b)
OF_BITS(Or, a | b)

#undef OF_BITS

template <typename T>
static void Not(const LocalTensor<T> &target, const LocalTensor<T> &source, const int32_t &count, int line = __builtin_LINE()) {
    static_assert(isBits<T>, "T14: Not has no instruction for this dtype");
    uint64_t index = model::issue(model::VECTOR);
    operand(index, source, count, false, "Not", "the source", line);
    requireApart(target, source, count, "Not", line);
    operand(index, target, count, true, "Not", "the target", line);
    int32_t all = count;
    model::perform(model::VECTOR, index, [=] {
        for (int32_t i = 0; i < all; i++) {
            target.elements()[i] = (T)~source.elements()[i];
        }
        memcpy(target.defined(), source.defined(), all * sizeof(T));
    });
}
