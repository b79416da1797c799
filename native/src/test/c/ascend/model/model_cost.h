/* What a launch costs, counted where it runs in the order of its text. */
#ifndef MODEL_COST_H
#define MODEL_COST_H

namespace model {

/* As in EmulatedAscend.Cost. */
enum cost {
    BYTES_IN,
    BYTES_OUT,
    COPIES,
    SHORT_COPIES,
    INSTRUCTIONS,
    LANES,
    BARRIERS,
    NEEDLESS_BARRIERS,
    WAITS,
    BUSIEST_BYTES,
    COSTS
};

/* Copies of fewer bytes do not reach the bandwidth of memory. */
constexpr uint64_t SHORT_COPY = 16 << 10;

static uint64_t *spent;
/* Those of the block so far, and of the block with the most. */
static uint64_t blockBytes, busiestBytes;

static void spend(cost what, uint64_t amount) {
    if (scheduled == AS_ISSUED) {
        spent[what] += amount;
    }
}

static void spendCopy(cost direction, uint64_t bytes) {
    spend(direction, bytes);
    spend(COPIES, 1);
    spend(SHORT_COPIES, bytes < SHORT_COPY);
    blockBytes += bytes;
}

/* A pipe that waits for the last instruction of another one does nothing while that works. */
static void spendWait(pipe on, pipe before) {
    spend(WAITS, self.issued[before] && self.known[on].done[before] == self.issued[before]);
}

/* The barriers of vector instructions by their lines: each orders instructions in some iteration of some block that nothing else does. */
struct barrier {
    int line;
    bool isNeeded;
};

static barrier barriers[512];
static uint32_t barrierCount;

/* The last barrier of a block, and up to where other waiting orders vector instructions. */
static struct {
    barrier *last;
    uint64_t before, byQueues;
} order;

static void beginLaunch(uint64_t *costs) {
    spent = costs;
    busiestBytes = 0;
    barrierCount = 0;
}

static void beginBlock() {
    order = {};
    blockBytes = 0;
}

static void endBlock() {
    busiestBytes = busiestBytes < blockBytes ? blockBytes : busiestBytes;
}

static void endLaunch() {
    spend(BUSIEST_BYTES, busiestBytes);
    for (uint32_t i = 0; i < barrierCount; i++) {
        spend(NEEDLESS_BARRIERS, !barriers[i].isNeeded);
    }
}

static void passBarrier(int line) {
    spend(BARRIERS, 1);
    order.before = self.known[VECTOR].done[VECTOR];
    uint32_t i = 0;
    while (i < barrierCount && barriers[i].line != line) {
        i++;
    }
    if (i == barrierCount && i + 1 < sizeof barriers / sizeof *barriers) {
        barriers[barrierCount++] = barrier{line, false};
    }
    order.last = &barriers[i];
}

/* A vector instruction has to come after another one. */
static void dependOn(uint64_t index) {
    if (order.last && index > order.before && index > order.byQueues) {
        order.last->isNeeded = true;
    }
}

}

#endif
