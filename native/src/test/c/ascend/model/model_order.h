/*
 * The order in which instructions take effect: program order, or others that the synchronization permits.
 */
#ifndef MODEL_ORDER_H
#define MODEL_ORDER_H

namespace model {


/* The effect of an instruction, and its predecessors in each pipe. */
struct effect {
    pipe on;
    uint64_t index;
    clock after;
    bool isDone;
    void (*apply)(const void *values);
    alignas(16) uint8_t values[200];
};

static effect effects[128];
static uint32_t effectCount;
static bool isPerforming;

/* Priority of the pipes. */
static int turn(pipe p) { return p == VECTOR ? 1 : (p == LOAD) == (scheduled == LOADS_FIRST) ? 0 : 2; }

/*
 * True if copies in are delayed as long as their order permits: then copies out that do not depend on them come first.
 */
static bool isInOrder(pipe p) { return p == LOAD && scheduled == STORES_FIRST; }

/* Among effects that may come next: that of the pipe with priority, and the last one of a pipe. */
static bool precedes(const effect &one, const effect &other) {
    return one.on == other.on ? (one.index > other.index) != isInOrder(one.on) : turn(one.on) < turn(other.on);
}

static void performAll() {
    for (uint32_t left = effectCount; left > 0; left--) {
        clock begun;
        memset(&begun, 0xff, sizeof begun);
        for (uint32_t i = 0; i < effectCount; i++) {
            uint64_t &oldest = begun.done[effects[i].on];
            oldest = effects[i].isDone || oldest < effects[i].index ? oldest : effects[i].index;
        }
        effect *next = nullptr;
        for (uint32_t i = 0; i < effectCount; i++) {
            effect &candidate = effects[i];
            bool isReady = !candidate.isDone;
            for (int p = 0; p < PIPES; p++) {
                isReady = isReady && candidate.after.done[p] < begun.done[p];
            }
            next = isReady && (!next || precedes(candidate, *next)) ? &candidate : next;
        }
        isPerforming = true;
        next->apply(next->values);
        isPerforming = false;
        next->isDone = true;
    }
    effectCount = 0;
}

/* Completes all issued instructions before an access to the unified buffer from outside an effect. */
static inline void settle() {
    if (effectCount && !isPerforming) {
        performAll();
    }
}

/* Schedules the effect of an instruction after its predecessors. */
template <typename F> static void performAfter(const clock &after, pipe on, uint64_t index, F apply) {
    if (scheduled == AS_ISSUED) {
        apply();
        return;
    }
    static_assert(sizeof apply <= sizeof effects[0].values);
    effect &added = effects[effectCount++];
    added = effect{on, index, after, false, [](const void *values) { (*(const F *)values)(); }, {}};
    memcpy(added.values, &apply, sizeof apply);
    if (effectCount == sizeof effects / sizeof *effects) {
        performAll();
    }
}

/* As above, after the instructions that its pipe is known to wait for. */
template <typename F> static void perform(pipe on, uint64_t index, F apply) {
    clock after = self.known[on];
    if (VECTORS_IN_ORDER && on == VECTOR) {
        after.done[VECTOR] = index - 1;
    }
    performAfter(after, on, index, apply);
}

/* Bytes that a copy out has overwritten in the device's memory; later, the bytes that it wrote. */
struct replaced {
    uint8_t *at;
    uint64_t bytes, kept;
    int64_t block;
    int line;
};

static replaced *log;
static uint8_t *kept;
static uint64_t logCount, logRoom, keptBytes, keptRoom;

static uint64_t keep(const uint8_t *from, uint64_t bytes) {
    if (keptBytes + bytes > keptRoom) {
        keptRoom = 2 * (keptBytes + bytes);
        kept = (uint8_t *)realloc(kept, keptRoom);
    }
    memcpy(kept + keptBytes, from, bytes);
    keptBytes += bytes;
    return keptBytes - bytes;
}

/* Records the bytes that a copy out is about to overwrite. */
static void replace(uint8_t *at, uint64_t bytes, int line) {
    if (logCount == logRoom) {
        logRoom = logRoom ? 2 * logRoom : 256;
        log = (replaced *)realloc(log, logRoom * sizeof *log);
    }
    log[logCount++] = replaced{at, bytes, keep(at, bytes), blockIndex, line};
}

/* Reverts memory to its state before the copies of the log from one of them on. */
static void takeBack(uint64_t first) {
    for (uint64_t i = logCount; i-- > first;) {
        memcpy(log[i].at, kept + log[i].kept, log[i].bytes);
    }
}

/* Reverts all copies; the log then holds the bytes that they wrote. */
static void takeBackAll() {
    uint64_t results = keptBytes;
    for (uint64_t i = 0; i < logCount; i++) {
        keep(log[i].at, log[i].bytes);
    }
    takeBack(0);
    for (uint64_t i = 0; i < logCount; i++) {
        log[i].kept = results;
        results += log[i].bytes;
    }
}

/* Checks that memory equals the result of the first order's copies. */
static void requireSame(uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t byte = 0; byte < log[i].bytes; byte++) {
            if (log[i].at[byte] != kept[log[i].kept + byte]) {
                blockIndex = log[i].block;
                fault("T12", "DataCopyPad", log[i].line, "byte %lu of the target is another one if copies %s as early as they may", byte,
                    scheduled == LOADS_FIRST ? "in come" : "out come");
            }
        }
    }
}

}

#endif
