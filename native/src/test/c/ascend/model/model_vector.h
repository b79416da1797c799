/* Vector instructions on the first elements of tensors. Part of kernel_operator.h. */

template <typename T> constexpr bool isFloat = __is_same(T, float);
template <typename T> constexpr bool isWord = __is_same(T, float) || __is_same(T, int32_t);

template <typename T>
static void operand(uint64_t index, const LocalTensor<T> &tensor, int32_t count, bool writes, const char *api,
    const char *name, int line) {
    if (count < 1) {
        model::fault("T13", api, line, "%d elements: an instruction takes one at least on every chip", count);
    }
    uint64_t bytes = (uint64_t)count * sizeof(T);
    if (writes) {
        model::spend(model::INSTRUCTIONS, 1);
        model::spend(model::LANES, (uint64_t)count);
    }
    reach(tensor, bytes, api, name, line);
    model::touch(model::VECTOR, index, tensor.offset, bytes, writes, api, name, line);
}

template <typename T, typename U>
static void requireApart(const LocalTensor<T> &target, const LocalTensor<U> &source, int32_t count, const char *api, int line) {
    uint64_t targetEnd = target.offset + (uint64_t)count * sizeof(T);
    uint64_t sourceEnd = source.offset + (uint64_t)count * sizeof(U);
    bool isSame = target.offset == source.offset && sizeof(T) == sizeof(U);
    if (!isSame && target.offset < sourceEnd && source.offset < targetEnd) {
        model::fault("T13", api, line, "target and source overlap in part");
    }
}

/* The initialized bits of an element. */
template <unsigned long BYTES> struct mark;
template <> struct mark<1> { using type = uint8_t; };
template <> struct mark<2> { using type = uint16_t; };
template <> struct mark<4> { using type = uint32_t; };
template <> struct mark<8> { using type = uint64_t; };
template <typename T> using markOf = typename mark<sizeof(T)>::type;
template <typename T> constexpr markOf<T> COMPUTED = (markOf<T>)~0ul;

template <typename T> static markOf<T> *marks(const LocalTensor<T> &tensor) { return (markOf<T> *)tensor.defined(); }

template <typename T> static void define(const LocalTensor<T> &target, int32_t i, bool isDefined) {
    marks(target)[i] = isDefined ? COMPUTED<T> : 0;
}

template <typename T> static bool isDefined(const LocalTensor<T> &source, int32_t i) { return marks(source)[i] == COMPUTED<T>; }

template <typename T, typename U, typename F>
static void unary(const char *api, const LocalTensor<T> &target, const LocalTensor<U> &source, int32_t count, int line, F apply) {
    uint64_t index = model::issue(model::VECTOR);
    operand(index, source, count, false, api, "the source", line);
    requireApart(target, source, count, api, line);
    operand(index, target, count, true, api, "the target", line);
    /*
     * Elements are processed in any order: the target equals the source, with elements of the same width, or does not
     * overlap it.
     */
    model::perform(model::VECTOR, index, [=] {
        const U *from = source.elements();
        T *to = target.elements();
        const markOf<U> *fromMarks = marks(source);
        markOf<T> *toMarks = marks(target);
        for (int32_t i = 0; i < count; i++) {
            bool isKnown = fromMarks[i] == COMPUTED<U>;
            to[i] = apply(from[i]);
            toMarks[i] = isKnown ? COMPUTED<T> : 0;
        }
    });
}

template <typename T, typename F>
static void binary(const char *api, const LocalTensor<T> &target, const LocalTensor<T> &left, const LocalTensor<T> &right,
    int32_t count, int line, F apply) {
    uint64_t index = model::issue(model::VECTOR);
    operand(index, left, count, false, api, "the first source", line);
    operand(index, right, count, false, api, "the second source", line);
    requireApart(target, left, count, api, line);
    requireApart(target, right, count, api, line);
    operand(index, target, count, true, api, "the target", line);
    model::perform(model::VECTOR, index, [=] {
        const T *a = left.elements(), *b = right.elements();
        T *to = target.elements();
        const markOf<T> *aMarks = marks(left), *bMarks = marks(right);
        markOf<T> *toMarks = marks(target);
        for (int32_t i = 0; i < count; i++) {
            bool isKnown = (aMarks[i] & bMarks[i]) == COMPUTED<T>;
            to[i] = apply(a[i], b[i]);
            toMarks[i] = isKnown ? COMPUTED<T> : 0;
        }
    });
}

/* Integers wrap around. */
static inline float plus(float a, float b) { return a + b; }
static inline int32_t plus(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline float minus(float a, float b) { return a - b; }
static inline int32_t minus(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline float times(float a, float b) { return a * b; }
static inline int16_t times(int16_t a, int16_t b) { return (int16_t)(a * b); }
static inline int32_t times(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
/* The result for NaN is not documented; here it is NaN. */
template <typename T> static inline T larger(T a, T b) { return a != a ? a : b != b ? b : a > b ? a : b; }
template <typename T> static inline T smaller(T a, T b) { return a != a ? a : b != b ? b : a < b ? a : b; }

#define BINARY(NAME, DTYPES, EXPRESSION)                                                                               \
    template <typename T>                                                                                              \
    static void NAME(const LocalTensor<T> &target, const LocalTensor<T> &left, const LocalTensor<T> &right,            \
        const int32_t &count, int line = __builtin_LINE()) {                                                           \
        static_assert(DTYPES<T>, "T14: " #NAME " has no instruction for this dtype");                                  \
        binary(#NAME, target, left, right, count, line, [](T a, T b) { return EXPRESSION; });                          \
    }

#define WITH_NUMBER(NAME, EXPRESSION)                                                                                  \
    template <typename T>                                                                                              \
    static void NAME(const LocalTensor<T> &target, const LocalTensor<T> &source, const T &number,                      \
        const int32_t &count, int line = __builtin_LINE()) {                                                           \
        static_assert(isWord<T>, "T14: " #NAME " has no instruction for this dtype");                                  \
        T b = number;                                                                                                  \
        unary(#NAME, target, source, count, line, [b](T a) { return EXPRESSION; });                                    \
    }

#define UNARY(NAME, EXPRESSION)                                                                                        \
    template <typename T>                                                                                              \
    static void NAME(const LocalTensor<T> &target, const LocalTensor<T> &source, const int32_t &count,                 \
        int line = __builtin_LINE()) {                                                                                 \
        static_assert(isFloat<T>, "T14: " #NAME " has no instruction for this dtype");                                 \
        unary(#NAME, target, source, count, line, [](T a) { return EXPRESSION; });                                     \
    }

BINARY(Add, isWord, plus(a, b))
BINARY(Sub, isWord, minus(a, b))
BINARY(Mul, isWord, times(a, b))
BINARY(Div, isFloat, model::near(a / b))
BINARY(Max, isWord, larger(a, b))
BINARY(Min, isWord, smaller(a, b))
WITH_NUMBER(Adds, plus(a, b))
WITH_NUMBER(Muls, times(a, b))
WITH_NUMBER(Maxs, larger(a, b))
WITH_NUMBER(Mins, smaller(a, b))
UNARY(Exp, model::near(model::exponential(a)))
UNARY(Ln, model::near(model::logarithm(a)))
UNARY(Sqrt, model::near(__builtin_sqrtf(a)))
UNARY(Abs, __builtin_fabsf(a))

#undef BINARY
#undef WITH_NUMBER
#undef UNARY

template <typename T>
static void Duplicate(const LocalTensor<T> &target, const T &number, const int32_t &count, int line = __builtin_LINE()) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "T14: Duplicate takes 16 and 32 bits");
    uint64_t index = model::issue(model::VECTOR);
    operand(index, target, count, true, "Duplicate", "the target", line);
    model::perform(model::VECTOR, index, [target, number, count] {
        T *to = target.elements();
        for (int32_t i = 0; i < count; i++) {
            to[i] = number;
        }
        memset(target.defined(), model::KNOWN, count * sizeof(T));
    });
}
