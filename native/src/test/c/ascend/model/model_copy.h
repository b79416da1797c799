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
    uint64_t index = model::issue(model::LOAD);
    uint32_t row = pitch(copy.blockLen, copy.dstStride);
    reach(target, (uint64_t)(copy.blockCount - 1) * row + pitch(copy.blockLen, 0), "DataCopyPad", "the target", line);
    for (uint32_t i = 0; i < copy.blockCount; i++) {
        uint32_t offset = target.offset + i * row;
        const uint8_t *from = (const uint8_t *)source.address + (uint64_t)i * (copy.blockLen + copy.srcStride);
        model::copied(from, copy.blockLen, false, "DataCopyPad", line);
        uint32_t whole = pitch(copy.blockLen, 0);
        model::touch(model::LOAD, index, offset, whole, true, "DataCopyPad", "the target", line);
        memset(model::self.unified + offset, model::GARBAGE, whole);
        memset(model::self.defined + offset, 0, whole);
        memcpy(model::self.unified + offset, from - model::FAR, copy.blockLen);
        memset(model::self.defined + offset, model::KNOWN, copy.blockLen);
    }
}

template <typename T>
static void DataCopyPad(const GlobalTensor<T> &target, const LocalTensor<T> &source, const DataCopyExtParams &copy,
    int line = __builtin_LINE()) {
    requireCopy<T>(copy, line);
    uint64_t index = model::issue(model::STORE);
    uint32_t row = pitch(copy.blockLen, copy.srcStride);
    reach(source, (uint64_t)(copy.blockCount - 1) * row + copy.blockLen, "DataCopyPad", "the source", line);
    for (uint32_t i = 0; i < copy.blockCount; i++) {
        uint32_t offset = source.offset + i * row;
        uint8_t *to = (uint8_t *)target.address + (uint64_t)i * (copy.blockLen + copy.dstStride);
        model::copied(to, copy.blockLen, true, "DataCopyPad", line);
        model::touch(model::STORE, index, offset, copy.blockLen, false, "DataCopyPad", "the source", line);
        for (uint32_t byte = 0; byte < copy.blockLen; byte++) {
            if (model::self.defined[offset + byte] != model::KNOWN) {
                model::fault("T8", "DataCopyPad", line, "element %lu is stored and was never computed", byte / sizeof(T));
            }
        }
        memcpy(to - model::FAR, model::self.unified + offset, copy.blockLen);
    }
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
    uint64_t index = model::issue(model::VECTOR);
    model::touch(model::VECTOR, index, source.offset, bytes, false, "DataCopy", "the source", line);
    model::touch(model::VECTOR, index, target.offset, bytes, true, "DataCopy", "the target", line);
    memcpy(target.elements(), source.elements(), bytes);
    memcpy(target.defined(), source.defined(), bytes);
}
