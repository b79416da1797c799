/*
 * Entry point of the emulated runtime: runs a kernel block by block, each on a core in its initial state. Part of
 * kernel_operator.h.
 */

struct model_launch {
    const char *name;
    const void *kernel;
    const uint64_t *arguments;
    uint64_t argumentCount;
    int64_t blocks;
    const model::region *regions;
    uint64_t regionCount;
    char *report;
    uint64_t reportBytes;
    uint64_t unitsOff;
    uint64_t *costs;
};

static void modelBlock(const model_launch &launch) {
    memset(&model::self, 0, sizeof model::self);
    model::beginBlock();
    AscendC::isFlagged = false;
    AscendC::spilledCount = 0;
    memset(model::self.unified, model::GARBAGE, sizeof model::self.unified);
    uint64_t a[128] = {};
    memcpy(a, launch.arguments, launch.argumentCount * sizeof *a);
    using function = void (*)(
#define MODEL_8(of, n) of(n), of(n + 1), of(n + 2), of(n + 3), of(n + 4), of(n + 5), of(n + 6), of(n + 7)
#define MODEL_128(of)                                                                                                  \
    MODEL_8(of, 0), MODEL_8(of, 8), MODEL_8(of, 16), MODEL_8(of, 24), MODEL_8(of, 32), MODEL_8(of, 40),                \
        MODEL_8(of, 48), MODEL_8(of, 56), MODEL_8(of, 64), MODEL_8(of, 72), MODEL_8(of, 80), MODEL_8(of, 88),          \
        MODEL_8(of, 96), MODEL_8(of, 104), MODEL_8(of, 112), MODEL_8(of, 120)
#define MODEL_TYPE(n) uint64_t
#define MODEL_VALUE(n) a[n]
        MODEL_128(MODEL_TYPE));
    ((function)launch.kernel)(MODEL_128(MODEL_VALUE));
    model::settle();
    model::endBlock();
    AscendC::requireNoneSpilled();
    if (AscendC::isFlagged) {
        AscendC::isFlagged = false;
        model::fault("T11", "the end", __LINE__, "an event was set but never waited for");
    }
    for (uint32_t i = 0; i < model::self.queuedCount; i++) {
        if (model::self.queued[i].state != model::IDLE) {
            model::fault("T3", "the end", model::self.queued[i].line, "a tensor of a queue was not freed");
        }
    }
}

static void modelBlocks(const model_launch &launch, model::schedule order) {
    model::scheduled = order;
    model::accessCount = 0;
    for (int64_t i = 0; i < launch.blocks; i++) {
        model::blockIndex = order == model::AS_ISSUED ? i : launch.blocks - 1 - i;
        modelBlock(launch);
    }
}

/* Runs all blocks in each order, and checks that the results are equal. */
static void modelOrders(const model_launch &launch) {
    modelBlocks(launch, model::AS_ISSUED);
    model::endLaunch();
    uint64_t results = model::logCount;
    model::takeBackAll();
    uint64_t bytes = model::keptBytes;
    modelBlocks(launch, model::LOADS_FIRST);
    model::requireSame(results);
    model::takeBack(results);
    model::logCount = results;
    model::keptBytes = bytes;
    modelBlocks(launch, model::STORES_FIRST);
    model::requireSame(results);
}

/* Returns 0, or nonzero after a fault, which is in the report. */
extern "C" __attribute__((visibility("default"))) int ascend_model_run(const model_launch *launch) {
    model::kernelName = launch->name;
    model::report = launch->report;
    model::reportBytes = launch->reportBytes;
    model::regions = launch->regions;
    model::regionCount = launch->regionCount;
    model::blockCount = launch->blocks;
    model::argumentCount = launch->argumentCount;
    model::unitsOff = launch->unitsOff;
    model::scheduled = model::AS_ISSUED;
    model::beginLaunch(launch->costs);
    model::effectCount = 0;
    model::isPerforming = false;
    model::logCount = 0;
    model::keptBytes = 0;
    if (_setjmp(model::escape)) {
        return 1;
    }
    modelOrders(*launch);
    return 0;
}
