/*
 * The cost of a launch, counted while it runs in program order.
 */
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

/* Smaller copies, in bytes, do not reach the memory bandwidth. */
constexpr uint64_t SHORT_COPY = 16 << 10;

static uint64_t *spent;
/* Counts of the current block, and of the most expensive block. */
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

/* A pipe that waits for the last instruction of another pipe is idle meanwhile. */
static void spendWait(pipe on, pipe before) {
    spend(WAITS, self.issued[before] && self.known[on].done[before] == self.issued[before]);
}

/*
 * Source lines of vector barriers that are necessary: in some iteration of some block nothing else orders the
 * instructions.
 */
struct barrier {
    int line;
    bool isNeeded;
};

static barrier barriers[512];
static uint32_t barrierCount;

/* The last barrier of a block, and the last instruction that other synchronization orders. */
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

/* Records that a vector instruction depends on an earlier one. */
static void dependOn(uint64_t index) {
    if (order.last && index > order.before && index > order.byQueues) {
        order.last->isNeeded = true;
    }
}

}

#endif
