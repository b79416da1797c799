/*
 * Instructions that gather elements of the unified buffer, and reads of the scalar unit. Part of kernel_operator.h.
 */

/*
 * Offsets are bytes relative to a base; they address elements of the source. The offsets themselves are read like any
 * operand.
 */
template <typename T>
static void Gather(const LocalTensor<T> &target, const LocalTensor<T> &source, const LocalTensor<uint32_t> &offsets,
    const uint32_t base, const uint32_t count, int line = __builtin_LINE()) {
    static_assert(sizeof(T) == 2 || sizeof(T) == 4, "T14: Gather takes 16 and 32 bits");
    if (count * sizeof(T) > 255 * REPEAT) {
        model::fault("T13", "Gather", line, "%u elements are more than 255 repeats of 256 bytes", count);
    }
    uint64_t index = model::issue(model::VECTOR);
    operand(index, offsets, (int32_t)count, false, "Gather", "the offsets", line);
    uint64_t first = ~0ul, end = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!isDefined(offsets, (int32_t)i)) {
            model::fault("T8", "Gather", line, "element %u of the offsets was never computed", i);
        }
        uint64_t at = (uint64_t)base + offsets.elements()[i];
        if (at % sizeof(T) != 0) {
            model::fault("T4", "Gather", line, "element %u of the offsets leads to byte %lu, which is not a whole element", i, at);
        }
        first = first < at ? first : at;
        end = end > at + sizeof(T) ? end : at + sizeof(T);
    }
    reach(source, end, "Gather", "the source", line);
    if (target.offset < source.offset + end && source.offset + first < target.offset + count * sizeof(T)) {
        model::fault("T13", "Gather", line, "target and source overlap");
    }
    uint32_t begin = (source.offset + (uint32_t)first) / model::BLOCK * model::BLOCK;
    if (source.offset % model::BLOCK != 0) {
        model::fault("T4", "Gather", line, "the source begins at byte %u of the unified buffer, which is not a multiple of 32",
            source.offset);
    }
    model::touch(model::VECTOR, index, begin, source.offset + end - begin, false, "Gather", "the source", line);
    operand(index, target, (int32_t)count, true, "Gather", "the target", line);
    model::perform(model::VECTOR, index, [=] {
        for (uint32_t i = 0; i < count; i++) {
            int32_t element = (int32_t)((base + offsets.elements()[i]) / sizeof(T));
            target.elements()[i] = source.elements()[element];
            define(target, (int32_t)i, isDefined(source, element));
        }
    });
}

/* On the 310P the scalar unit writes the first block, without waiting for earlier instructions. */
template <typename T> static void requireScalarOrder(const LocalTensor<T> &target, uint32_t count, int line) {
    for (uint32_t byte = target.offset; byte < target.offset + count * sizeof(T); byte += model::BLOCK) {
        const model::history &past = model::self.blocks[byte / model::BLOCK];
        bool isRead = past.read[model::VECTOR] && !model::isOrdered(model::SCALAR, model::VECTOR, past.read[model::VECTOR]);
        if (isRead || (past.written && !model::isOrdered(model::SCALAR, past.writer, past.written))) {
            model::fault("T11", "CreateVecIndex", line, "the scalar unit does not wait for %s that uses byte %u of the target",
                isRead ? "a vector instruction" : model::pipeName(past.writer), byte);
        }
    }
}

/* Consecutive numbers from the first one on. */
template <typename T>
static void CreateVecIndex(LocalTensor<T> target, const T &first, uint32_t count, int line = __builtin_LINE()) {
    static_assert(isWord<T>, "T14: CreateVecIndex is modelled for 32 bits");
    if (model::IS_310P) {
        requireScalarOrder(target, count, line);
    }
    uint64_t index = model::issue(model::VECTOR);
    operand(index, target, (int32_t)count, true, "CreateVecIndex", "the target", line);
    T from = first;
    model::perform(model::VECTOR, index, [=] {
        for (uint32_t i = 0; i < count; i++) {
            target.elements()[i] = from + (T)i;
            define(target, (int32_t)i, true);
        }
    });
}

template <typename T>
static void ShiftRight(const LocalTensor<T> &target, const LocalTensor<T> &source, const T &bits, const int32_t &count,
    int line = __builtin_LINE()) {
    static_assert(__is_same(T, int32_t) && !model::IS_310P, "T14: ShiftRight is modelled for int32_t, and is not on the 310P");
    T by = bits;
    unary("ShiftRight", target, source, count, line, [by](T a) { return a >> by; });
}

/* Synchronization by flags, each of which is set and awaited alternately. */
enum class HardEvent { MTE2_S, V_S, S_MTE3, MTE3_MTE2 };
using TEventID = int8_t;

static model::clock flagged;
static HardEvent flaggedEvent;
static bool isFlagged;

static constexpr model::pipe setBy(HardEvent event) {
    return event == HardEvent::MTE2_S ? model::LOAD
        : event == HardEvent::V_S     ? model::VECTOR
        : event == HardEvent::S_MTE3  ? model::SCALAR
                                      : model::STORE;
}

static constexpr model::pipe waitedForBy(HardEvent event) {
    return event == HardEvent::S_MTE3 ? model::STORE : event == HardEvent::MTE3_MTE2 ? model::LOAD : model::SCALAR;
}

template <HardEvent event> static void SetFlag(int32_t id, int line = __builtin_LINE()) {
    if (id < 0 || id > 5) {
        model::fault("T11", "SetFlag", line, "event %d is not 0 to 5", id);
    }
    if (isFlagged) {
        model::fault("T11", "SetFlag", line, "event %d is set twice", id);
    }
    constexpr model::pipe by = setBy(event);
    isFlagged = true;
    flaggedEvent = event;
    flagged = model::self.known[by];
    flagged.done[by] = model::self.issued[by];
}

template <HardEvent event> static void WaitFlag(int32_t id, int line = __builtin_LINE()) {
    if (!isFlagged || flaggedEvent != event) {
        model::fault("T11", "WaitFlag", line, "event %d is never set: the wait does not end", id);
    }
    isFlagged = false;
    model::self.known[waitedForBy(event)].join(flagged);
}

/* The index of the lowest bit that is 1; -1 if there is none. */
template <int bit> static int64_t ScalarGetSFFValue(uint64_t number) {
    static_assert(bit == 1, "only the first 1 is modelled");
    return (int64_t)__builtin_ffsl((long)number) - 1;
}

/* Reads an element by the scalar unit, which does not wait implicitly. */
template <typename T> static T scalarValue(const LocalTensor<T> &tensor, uint32_t element, int line) {
    uint32_t byte = tensor.offset + element * (uint32_t)sizeof(T);
    reach(tensor, (element + 1) * sizeof(T), "GetValue", "the tensor", line);
    const model::history &past = model::self.blocks[byte / model::BLOCK];
    if (past.written && !model::isOrdered(model::SCALAR, past.writer, past.written)) {
        model::fault("T11", "GetValue", line, "element %u of the tensor does not wait for %s that writes it in %s", element,
            model::pipeName(past.writer), model::place(past.writtenIn).text);
    }
    if (!isDefined(tensor, (int32_t)element)) {
        model::fault("T8", "GetValue", line, "element %u of the tensor is read and was never computed", element);
    }
    return tensor.elements()[element];
}

template <typename T> T LocalTensor<T>::GetValue(uint32_t element, int line) const { return scalarValue(*this, element, line); }

/* Writes an element by the scalar unit, which does not wait implicitly. */
template <typename T> static void setScalar(const LocalTensor<T> &tensor, uint32_t element, T value, int line) {
    uint32_t byte = tensor.offset + element * (uint32_t)sizeof(T);
    reach(tensor, (element + 1) * sizeof(T), "SetValue", "the tensor", line);
    T *elements = tensor.elements();
    uint64_t index = model::issue(model::SCALAR);
    model::self.known[model::SCALAR].done[model::SCALAR] = index;
    model::touch(model::SCALAR, index, byte / model::BLOCK * model::BLOCK, model::BLOCK, true, "SetValue",
        "the tensor", line);
    elements[element] = value;
    define(tensor, (int32_t)element, true);
}

template <typename T> void LocalTensor<T>::SetValue(uint32_t element, T value, int line) const {
    setScalar(*this, element, value, line);
}
