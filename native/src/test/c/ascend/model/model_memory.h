/* Tensors, buffers and queues. Part of kernel_operator.h. */

enum class TPosition { GM, A1, A2, B1, B2, C1, C2, CO1, CO2, VECIN, VECOUT, VECCALC };

static inline int64_t GetBlockIdx() { return model::blockIndex; }
static inline int64_t GetBlockNum() { return model::blockCount; }

/* The compiler of the 310P does not support the type. */
template <typename T> constexpr bool isElement = !model::IS_310P || !__is_same(T, bfloat16_t);

template <typename T> class GlobalTensor {
    static_assert(isElement<T>, "T14: bfloat16_t is not on this chip");

public:
    T *address = nullptr;

    void SetGlobalBuffer(T *first, int line = __builtin_LINE()) {
        if ((uint64_t)first % sizeof(T) != 0) {
            model::fault("T4", "SetGlobalBuffer", line, "%#lx is not an address of elements of %lu bytes", (uint64_t)first,
                sizeof(T));
        }
        address = first;
    }

    GlobalTensor operator[](uint64_t offset) const {
        GlobalTensor part;
        part.address = address + offset;
        return part;
    }

    const T *GetPhyAddr() const { return address; }
};

/* A region of the unified buffer. */
template <typename T> class LocalTensor {
    static_assert(isElement<T>, "T14: bfloat16_t is not on this chip");

public:
    uint32_t offset = 0, bytes = 0;
    /* Begin of the enclosing memory. */
    uint32_t buffer = 0;

    LocalTensor operator[](uint32_t element) const {
        LocalTensor part = *this;
        uint64_t skipped = (uint64_t)element * sizeof(T);
        part.offset = offset + (uint32_t)skipped;
        part.bytes = skipped < bytes ? bytes - (uint32_t)skipped : 0;
        return part;
    }

    template <typename U> LocalTensor<U> ReinterpretCast() const {
        LocalTensor<U> other;
        other.offset = offset;
        other.bytes = bytes;
        other.buffer = buffer;
        return other;
    }

    T GetValue(uint32_t element, int line = __builtin_LINE()) const;
    void SetValue(uint32_t element, T value, int line = __builtin_LINE()) const;

    T *elements() const {
        model::settle();
        return (T *)(model::self.unified + offset);
    }
    uint8_t *defined() const {
        model::settle();
        return model::self.defined + offset;
    }
};

/* Checks that an operand does not exceed its tensor. */
template <typename T>
static void reach(const LocalTensor<T> &tensor, uint64_t bytes, const char *api, const char *operand, int line) {
    if (bytes > tensor.bytes) {
        model::fault("T9", api, line, "%s has %u bytes, and %lu are used", operand, tensor.bytes, bytes);
    }
}

/* Bytes of a buffer; each begins at a block. */
static uint32_t taken(uint64_t bytes, int line) {
    uint64_t rounded = (bytes + model::BLOCK - 1) / model::BLOCK * model::BLOCK;
    if (++model::self.buffers > model::MAX_BUFFERS) {
        model::fault("T2", "InitBuffer", line, "a kernel has %u buffers at most", model::MAX_BUFFERS);
    }
    if (model::self.used + rounded > model::UNIFIED_BYTES) {
        model::fault("T1", "InitBuffer", line, "%lu bytes, after %u, are more than the %u of the unified buffer", rounded,
            model::self.used, model::UNIFIED_BYTES);
    }
    uint32_t offset = model::self.used;
    model::self.used += (uint32_t)rounded;
    return offset;
}

template <TPosition position> class TBuf {
public:
    uint32_t offset = 0, bytes = 0;

    template <typename T> LocalTensor<T> GetWithOffset(uint32_t elements, uint32_t byteOffset, int line = __builtin_LINE()) {
        if (byteOffset + (uint64_t)elements * sizeof(T) > bytes) {
            model::fault("T9", "GetWithOffset", line, "%u elements from byte %u are outside of %u bytes", elements, byteOffset,
                bytes);
        }
        LocalTensor<T> tensor;
        tensor.offset = offset + byteOffset;
        tensor.bytes = elements * (uint32_t)sizeof(T);
        tensor.buffer = offset;
        return tensor;
    }
};

/* Buffers that one pipe fills and another one drains: copies in and vectors, or vectors and copies out. */
template <TPosition position, int32_t depth> class TQue {
    static_assert(position == TPosition::VECIN || position == TPosition::VECOUT, "T3: a queue of a vector core");
    static_assert(depth == 1, "T2: two buffers, not a depth of 2, let copies overlap");
    static constexpr model::pipe FILLS = position == TPosition::VECIN ? model::LOAD : model::VECTOR;
    static constexpr model::pipe EMPTIES = position == TPosition::VECIN ? model::VECTOR : model::STORE;

public:
    template <typename T> LocalTensor<T> AllocTensor(int line = __builtin_LINE()) {
        model::queue_buffer &idle = find(model::IDLE, "AllocTensor", line);
        idle.state = model::OCCUPIED;
        idle.line = line;
        learn(FILLS, idle.arrived);
        return tensor<T>(idle);
    }

    template <typename T> bool EnQue(const LocalTensor<T> &filled, int line = __builtin_LINE()) {
        model::queue_buffer &buffer = own(filled, model::OCCUPIED, "EnQue", line);
        for (uint32_t i = 0; i < model::self.queuedCount; i++) {
            if (model::self.queued[i].owner == this && model::self.queued[i].state == model::QUEUED) {
                model::fault("T2", "EnQue", line, "a tensor is in the queue, whose depth is 1");
            }
        }
        pass(buffer, model::QUEUED, FILLS, line);
        return true;
    }

    template <typename T> LocalTensor<T> DeQue(int line = __builtin_LINE()) {
        model::queue_buffer &buffer = find(model::QUEUED, "DeQue", line);
        buffer.state = model::TAKEN;
        buffer.line = line;
        learn(EMPTIES, buffer.arrived);
        return tensor<T>(buffer);
    }

    template <typename T> void FreeTensor(const LocalTensor<T> &emptied, int line = __builtin_LINE()) {
        model::queue_buffer &buffer = own(emptied, model::TAKEN, "FreeTensor", line);
        forget(buffer);
        pass(buffer, model::IDLE, EMPTIES, line);
    }

private:
    template <typename T> static LocalTensor<T> tensor(const model::queue_buffer &buffer) {
        LocalTensor<T> result;
        result.offset = result.buffer = buffer.offset;
        result.bytes = buffer.bytes;
        return result;
    }

    /* A pipe waits for the instructions after which a buffer was enqueued. */
    static void learn(model::pipe waiting, const model::clock &arrived) {
        model::self.known[waiting].join(arrived);
        uint64_t &byQueues = model::order.byQueues;
        uint64_t vectors = waiting == model::VECTOR ? arrived.done[model::VECTOR] : 0;
        byQueues = byQueues < vectors ? vectors : byQueues;
    }

    /* When its pipe has finished with a buffer, the contents are undefined. */
    static void forget(const model::queue_buffer &buffer) {
        model::clock all = model::self.known[EMPTIES];
        all.done[EMPTIES] = model::self.issued[EMPTIES];
        uint32_t offset = buffer.offset, bytes = buffer.bytes;
        model::performAfter(all, EMPTIES, ++model::self.issued[EMPTIES],
            [=] { memset(model::self.defined + offset, 0, bytes); });
    }

    /* The next user of the buffer is ordered after the instructions that a pipe has issued so far. */
    static void pass(model::queue_buffer &buffer, model::buffer_state to, model::pipe by, int line) {
        buffer.state = to;
        buffer.line = line;
        buffer.arrived = model::self.known[by];
        buffer.arrived.done[by] = model::self.issued[by];
    }

    /* The least recently used of several buffers. */
    model::queue_buffer &find(model::buffer_state state, const char *api, int line) {
        model::queue_buffer *found = nullptr;
        for (uint32_t i = 0; i < model::self.queuedCount; i++) {
            model::queue_buffer &candidate = model::self.queued[i];
            bool isIt = candidate.owner == this && candidate.state == state;
            found = isIt && (!found || candidate.arrived.done[EMPTIES] < found->arrived.done[EMPTIES]) ? &candidate : found;
        }
        if (!found) {
            model::fault("T3", api, line, state == model::IDLE ? "no buffer is free" : "no tensor is in the queue");
        }
        return *found;
    }

    template <typename T>
    model::queue_buffer &own(const LocalTensor<T> &tensor, model::buffer_state state, const char *api, int line) {
        for (uint32_t i = 0; i < model::self.queuedCount; i++) {
            model::queue_buffer &buffer = model::self.queued[i];
            if (buffer.owner == this && buffer.offset == tensor.offset && buffer.state == state) {
                return buffer;
            }
        }
        model::fault("T3", api, line, "the tensor is not a buffer of this queue, or not in the state for it");
    }
};

class TPipe {
public:
    TPipe();

    /* Shared by all: at most one event is set at any time. */
    template <typename E> int8_t FetchEventID(E) { return 0; }

    template <TPosition position, int32_t depth>
    bool InitBuffer(TQue<position, depth> &queue, uint8_t count, uint32_t bytes, int line = __builtin_LINE()) {
        model::self.queueBuffers[(int)position] += count;
        if (model::self.queueBuffers[(int)position] > model::MAX_QUEUE_BUFFERS) {
            model::fault("T2", "InitBuffer", line, "the queues of a position have %u buffers at most",
                model::MAX_QUEUE_BUFFERS);
        }
        for (uint8_t i = 0; i < count; i++) {
            uint32_t offset = taken(bytes, line);
            model::self.queued[model::self.queuedCount++] = model::queue_buffer{
                offset, (bytes + model::BLOCK - 1) / model::BLOCK * model::BLOCK, model::IDLE, {}, &queue, line};
        }
        return true;
    }

    template <TPosition position> bool InitBuffer(TBuf<position> &buffer, uint32_t bytes, int line = __builtin_LINE()) {
        buffer.offset = taken(bytes, line);
        buffer.bytes = bytes;
        return true;
    }
};

static TPipe *pipeOfKernel;

inline TPipe::TPipe() { pipeOfKernel = this; }

static inline TPipe *GetTPipePtr() { return pipeOfKernel; }

/* Instructions of a pipe wait for all earlier ones. */
template <pipe_t on> static void PipeBarrier(int line = __builtin_LINE()) {
    if (on == PIPE_V) {
        model::passBarrier(line);
    }
    model::self.known[on].done[on] = model::self.issued[on];
}
