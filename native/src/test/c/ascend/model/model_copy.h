/* Copies between the device's memory and the unified buffer, and within it. Part of kernel_operator.h. */

struct DataCopyExtParams {
    uint16_t blockCount;
    uint32_t blockLen, srcStride, dstStride, rsv;
};

template <typename T> struct DataCopyPadExtParams {
    bool isPad;
    uint8_t leftPadding, rightPadding;
    T paddingValue;
};

template <typename T> static void requireCopy(const DataCopyExtParams &copy, int line) {
    if (copy.blockCount < 1 || copy.blockCount > 4095) {
        model::fault("T13", "DataCopyPad", line, "%u blocks are not 1 to 4095", copy.blockCount);
    }
    if (copy.blockLen < 1 || copy.blockLen > 2097151 || copy.blockLen % sizeof(T) != 0) {
        model::fault("T6", "DataCopyPad", line, "a block of %u bytes is not 1 to 2097151, or no whole elements",
            copy.blockLen);
    }
}

/* Each block begins at 32 bytes of the unified buffer, whatever its length: after it there is a gap of blocks of 32 bytes. */
static uint32_t pitch(uint32_t bytes, uint32_t gap) {
    return ((bytes + model::BLOCK - 1) / model::BLOCK + gap) * model::BLOCK;
}

template <typename T>
static void DataCopyPad(const LocalTensor<T> &target, const GlobalTensor<T> &source, const DataCopyExtParams &copy,
    const DataCopyPadExtParams<T> &padding, int line = __builtin_LINE()) {
    requireCopy<T>(copy, line);
    if (padding.isPad || padding.leftPadding || padding.rightPadding) {
        model::fault("T6", "DataCopyPad", line, "padding is not modelled");
    }
    model::spendCopy(model::BYTES_IN, (uint64_t)copy.blockCount * copy.blockLen);
    model::spendWait(model::LOAD, model::VECTOR);
    uint64_t index = model::issue(model::LOAD);
    uint32_t row = pitch(copy.blockLen, copy.dstStride);
    reach(target, (uint64_t)(copy.blockCount - 1) * row + pitch(copy.blockLen, 0), "DataCopyPad", "the target", line);
    uint32_t whole = pitch(copy.blockLen, 0), first = target.offset, bytes = copy.blockLen;
    const uint8_t *from = (const uint8_t *)source.address;
    uint64_t step = (uint64_t)bytes + copy.srcStride;
    model::copied(from, bytes, step, copy.blockCount, false, "DataCopyPad", line);
    for (uint32_t i = 0; i < copy.blockCount; i++) {
        model::touch(model::LOAD, index, first + i * row, whole, true, "DataCopyPad", "the target", line);
    }
    model::perform(model::LOAD, index, [=, count = copy.blockCount] {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t offset = first + i * row;
            memset(model::self.unified + offset, model::GARBAGE, whole);
            memset(model::self.defined + offset, 0, whole);
            memcpy(model::self.unified + offset, from + i * step - model::FAR, bytes);
            memset(model::self.defined + offset, model::KNOWN, bytes);
        }
    });
}

template <typename T>
static void DataCopyPad(const GlobalTensor<T> &target, const LocalTensor<T> &source, const DataCopyExtParams &copy,
    int line = __builtin_LINE()) {
    requireCopy<T>(copy, line);
    model::spendCopy(model::BYTES_OUT, (uint64_t)copy.blockCount * copy.blockLen);
    uint64_t index = model::issue(model::STORE);
    uint32_t row = pitch(copy.blockLen, copy.srcStride);
    reach(source, (uint64_t)(copy.blockCount - 1) * row + copy.blockLen, "DataCopyPad", "the source", line);
    uint32_t first = source.offset, bytes = copy.blockLen;
    uint8_t *to = (uint8_t *)target.address;
    uint64_t step = (uint64_t)bytes + copy.dstStride;
    model::copied(to, bytes, step, copy.blockCount, true, "DataCopyPad", line);
    for (uint32_t i = 0; i < copy.blockCount; i++) {
        model::touch(model::STORE, index, first + i * row, bytes, false, "DataCopyPad", "the source", line);
    }
    model::perform(model::STORE, index, [=, count = copy.blockCount] {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t offset = first + i * row;
            for (uint32_t byte = 0; byte < bytes; byte++) {
                if (model::self.defined[offset + byte] != model::KNOWN) {
                    model::fault("T8", "DataCopyPad", line, "element %lu of the source is stored and was never computed", byte / sizeof(T));
                }
            }
            uint8_t *at = to + i * step - model::FAR;
            model::replace(at, bytes, line);
            memcpy(at, model::self.unified + offset, bytes);
        }
    });
}

/* Within the unified buffer, by a vector instruction. */
template <typename T>
static void DataCopy(const LocalTensor<T> &target, const LocalTensor<T> &source, uint32_t count, int line = __builtin_LINE()) {
    uint32_t bytes = count * (uint32_t)sizeof(T);
    if (bytes == 0 || bytes % model::BLOCK != 0) {
        model::fault("T5", "DataCopy", line, "%u bytes are no multiple of 32: the rest would not be copied", bytes);
    }
    reach(target, bytes, "DataCopy", "the target", line);
    reach(source, bytes, "DataCopy", "the source", line);
    model::spend(model::INSTRUCTIONS, 1);
    model::spend(model::LANES, count);
    uint64_t index = model::issue(model::VECTOR);
    model::touch(model::VECTOR, index, source.offset, bytes, false, "DataCopy", "the source", line);
    model::touch(model::VECTOR, index, target.offset, bytes, true, "DataCopy", "the target", line);
    model::perform(model::VECTOR, index, [=] {
        memcpy(target.elements(), source.elements(), bytes);
        memcpy(target.defined(), source.defined(), bytes);
    });
}
