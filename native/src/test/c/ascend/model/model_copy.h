/* Copies between the device's memory and the unified buffer, and within it. Part of kernel_operator.h. */

struct DataCopyParams {
    uint16_t blockCount = 1, blockLen = 0, srcStride = 0, dstStride = 0;
};

struct DataCopyExtParams {
    uint16_t blockCount;
    uint32_t blockLen, srcStride, dstStride, rsv;
};

template <typename T> struct DataCopyPadExtParams {
    bool isPad;
    uint8_t leftPadding, rightPadding;
    T paddingValue;
};

/* The 310P has no such copy: the call does nothing there, and the compiler does not report it. */
template <typename T> constexpr bool padsCopies = !model::IS_310P;

static void requireBlocks(uint16_t count, const char *api, int line) {
    if (count < 1 || count > 4095) {
        model::fault("T13", api, line, "%u blocks are not 1 to 4095", count);
    }
}

template <typename T> static void requireCopy(const DataCopyExtParams &copy, int line) {
    static_assert(padsCopies<T>, "T14: DataCopyPad is not on this chip");
    requireBlocks(copy.blockCount, "DataCopyPad", line);
    if (copy.blockLen < 1 || copy.blockLen > 2097151 || copy.blockLen % sizeof(T) != 0) {
        model::fault("T6", "DataCopyPad", line, "a block of %u bytes is not 1 to 2097151, or no whole elements",
            copy.blockLen);
    }
}

/*
 * Each block begins at a multiple of 32 bytes of the unified buffer, whatever its length; a gap of 32-byte blocks
 * follows it.
 */
static uint32_t pitch(uint32_t bytes, uint32_t gap) {
    return ((bytes + model::BLOCK - 1) / model::BLOCK + gap) * model::BLOCK;
}

/* Chunks of some bytes, which are one stride apart in the device's memory and one row apart in the unified buffer. */
struct copy_layout {
    uint32_t count, bytes;
    uint64_t step;
    uint32_t row;
};

template <typename T>
static void copyIn(const char *api, const LocalTensor<T> &target, const GlobalTensor<T> &source, const copy_layout &copy, int line) {
    model::spendCopy(model::BYTES_IN, (uint64_t)copy.count * copy.bytes);
    model::spendWait(model::LOAD, model::VECTOR);
    uint64_t index = model::issue(model::LOAD);
    uint32_t whole = pitch(copy.bytes, 0), first = target.offset;
    reach(target, (uint64_t)(copy.count - 1) * copy.row + whole, api, "the target", line);
    const uint8_t *from = (const uint8_t *)source.address;
    model::copied(from, copy.bytes, copy.step, copy.count, false, api, line);
    for (uint32_t i = 0; i < copy.count; i++) {
        model::touch(model::LOAD, index, first + i * copy.row, whole, true, api, "the target", line);
    }
    model::perform(model::LOAD, index, [=] {
        for (uint32_t i = 0; i < copy.count; i++) {
            uint32_t offset = first + i * copy.row;
            memset(model::self.unified + offset, model::GARBAGE, whole);
            memset(model::self.defined + offset, 0, whole);
            memcpy(model::self.unified + offset, from + i * copy.step - model::FAR, copy.bytes);
            memset(model::self.defined + offset, model::KNOWN, copy.bytes);
        }
    });
}

/*
 * Addresses of uninitialized bytes that were stored as the padding of a whole block: other copies must overwrite them.
 */
static uint64_t spilled[4096];
static uint32_t spilledCount;
static int spilledIn;

/* Records that a copy out overwrites bytes. */
static void unspill(const uint8_t *at, uint32_t bytes) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < spilledCount; i++) {
        bool isReplaced = spilled[i] >= (uint64_t)at && spilled[i] < (uint64_t)at + bytes;
        spilled[left] = spilled[i];
        left += !isReplaced;
    }
    spilledCount = left;
}

/* Returns true if an uninitialized byte may be stored temporarily. */
static bool spill(const uint8_t *at, uint32_t byte, uint32_t bytes, int line) {
    if (!model::IS_310P || byte + model::BLOCK <= bytes || spilledCount == sizeof spilled / sizeof *spilled) {
        return false;
    }
    spilled[spilledCount] = (uint64_t)at + byte;
    spilledCount += model::scheduled == model::AS_ISSUED;
    spilledIn = line;
    return true;
}

static void requireNoneSpilled() {
    if (spilledCount) {
        spilledCount = 0;
        model::fault("T8", "DataCopy", spilledIn, "bytes after the last element of the source stay in memory and were never computed");
    }
}

template <typename T>
static void copyOut(const char *api, const GlobalTensor<T> &target, const LocalTensor<T> &source, const copy_layout &copy, int line) {
    model::spendCopy(model::BYTES_OUT, (uint64_t)copy.count * copy.bytes);
    uint64_t index = model::issue(model::STORE);
    reach(source, (uint64_t)(copy.count - 1) * copy.row + copy.bytes, api, "the source", line);
    uint32_t first = source.offset;
    uint8_t *to = (uint8_t *)target.address;
    model::copied(to, copy.bytes, copy.step, copy.count, true, api, line);
    for (uint32_t i = 0; i < copy.count; i++) {
        model::touch(model::STORE, index, first + i * copy.row, copy.bytes, false, api, "the source", line);
    }
    model::perform(model::STORE, index, [=] {
        for (uint32_t i = 0; i < copy.count; i++) {
            uint32_t offset = first + i * copy.row;
            uint8_t *at = to + i * copy.step - model::FAR;
            unspill(at, copy.bytes);
            for (uint32_t byte = 0; byte < copy.bytes; byte++) {
                if (model::self.defined[offset + byte] != model::KNOWN && !spill(at, byte, copy.bytes, line)) {
                    model::fault("T8", api, line, "element %lu of the source is stored and was never computed", byte / sizeof(T));
                }
            }
            model::replace(at, copy.bytes, line);
            memcpy(at, model::self.unified + offset, copy.bytes);
        }
    });
}

template <typename T>
static void DataCopyPad(const LocalTensor<T> &target, const GlobalTensor<T> &source, const DataCopyExtParams &copy,
    const DataCopyPadExtParams<T> &padding, int line = __builtin_LINE()) {
    requireCopy<T>(copy, line);
    if (padding.isPad || padding.leftPadding || padding.rightPadding) {
        model::fault("T6", "DataCopyPad", line, "padding is not modelled");
    }
    copyIn("DataCopyPad", target, source,
        copy_layout{copy.blockCount, copy.blockLen, (uint64_t)copy.blockLen + copy.srcStride, pitch(copy.blockLen, copy.dstStride)}, line);
}

template <typename T>
static void DataCopyPad(const GlobalTensor<T> &target, const LocalTensor<T> &source, const DataCopyExtParams &copy,
    int line = __builtin_LINE()) {
    requireCopy<T>(copy, line);
    copyOut("DataCopyPad", target, source,
        copy_layout{copy.blockCount, copy.blockLen, (uint64_t)copy.blockLen + copy.dstStride, pitch(copy.blockLen, copy.srcStride)}, line);
}

/* Whole blocks of 32 bytes, with gaps of whole blocks on both sides. */
template <typename T> static void requireWhole(const DataCopyParams &copy, int line) {
    requireBlocks(copy.blockCount, "DataCopy", line);
    if (copy.blockLen < 1) {
        model::fault("T13", "DataCopy", line, "blocks of 0 bytes");
    }
}

template <typename T>
static void DataCopy(const LocalTensor<T> &target, const GlobalTensor<T> &source, const DataCopyParams &copy, int line = __builtin_LINE()) {
    requireWhole<T>(copy, line);
    uint32_t bytes = copy.blockLen * model::BLOCK;
    copyIn("DataCopy", target, source,
        copy_layout{copy.blockCount, bytes, bytes + (uint64_t)copy.srcStride * model::BLOCK, pitch(bytes, copy.dstStride)}, line);
}

template <typename T>
static void DataCopy(const GlobalTensor<T> &target, const LocalTensor<T> &source, const DataCopyParams &copy, int line = __builtin_LINE()) {
    requireWhole<T>(copy, line);
    uint32_t bytes = copy.blockLen * model::BLOCK;
    copyOut("DataCopy", target, source,
        copy_layout{copy.blockCount, bytes, bytes + (uint64_t)copy.dstStride * model::BLOCK, pitch(bytes, copy.srcStride)}, line);
}

/* The bytes of elements, rounded up to whole blocks. */
template <typename T> static uint32_t wholeBytes(uint32_t count, int line) {
    uint32_t bytes = count * (uint32_t)sizeof(T);
    if (bytes == 0 || bytes % model::BLOCK != 0) {
        model::fault("T5", "DataCopy", line, "%u bytes are not multiple of 32: the rest would not be copied", bytes);
    }
    return bytes;
}

template <typename T>
static void DataCopy(const LocalTensor<T> &target, const GlobalTensor<T> &source, uint32_t count, int line = __builtin_LINE()) {
    uint32_t bytes = wholeBytes<T>(count, line);
    copyIn("DataCopy", target, source, copy_layout{1, bytes, bytes, bytes}, line);
}

template <typename T>
static void DataCopy(const GlobalTensor<T> &target, const LocalTensor<T> &source, uint32_t count, int line = __builtin_LINE()) {
    uint32_t bytes = wholeBytes<T>(count, line);
    copyOut("DataCopy", target, source, copy_layout{1, bytes, bytes, bytes}, line);
}

/* Within the unified buffer, by a vector instruction. */
template <typename T>
static void DataCopy(const LocalTensor<T> &target, const LocalTensor<T> &source, uint32_t count, int line = __builtin_LINE()) {
    uint32_t bytes = wholeBytes<T>(count, line);
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
