package io.graphkernel.common.target;

/**
 * Model of the CPU target.
 *
 * @param capabilities capabilities of its kernels
 * @param prefetching software prefetches
 * @param unrolling unrolled and blocked loops
 * @param caches caches, and the stores that bypass them
 * @param threads splits of launches among threads
 * @param matMul tiles of matmuls
 * @param contractions tiles of matmuls that are loops
 * @param library tiles of other library calls
 */
public record CpuModel(
        Capabilities capabilities,
        Prefetching prefetching,
        Unrolling unrolling,
        Caches caches,
        Threads threads,
        MatMul matMul,
        Contractions contractions,
        CpuLibraryModel library)
        implements TargetModel {

    /** Maximum size of row buffers in bytes: a quarter of a typical L2 cache. */
    static final long ROW_BUFFER_BYTES = 256 * 1024;

    /** Vectors of x86-64-v4 with 4-byte elements; measured on two vCPUs of a Zen 5 unless noted. */
    public static final CpuModel DEFAULT = new CpuModel(
            new Capabilities(16, ROW_BUFFER_BYTES).withLibraries(LibraryChoices.OF_KERNELS),
            Prefetching.DEFAULT,
            Unrolling.DEFAULT,
            Caches.DEFAULT,
            Threads.DEFAULT,
            MatMul.DEFAULT,
            Contractions.DEFAULT,
            CpuLibraryModel.DEFAULT);

    /**
     * Software prefetches, which {@code lower.vector.Prefetching} decides. Sources: docs/bench/prefetch.md for rows and
     * locality, estimates for the others.
     *
     * @param rowElements distance of rows in elements, with few inputs: two rows of 1,024 elements, plus 64 to avoid 4
     *     KiB aliasing
     * @param manyInputsRowElements distance of rows in elements with more inputs, so that they fit L1 together with the
     *     current rows
     * @param maxFewInputs maximum number of inputs with the larger distance
     * @param aliasingOffsetElements elements that are added to whole rows to avoid 4 KiB aliasing
     * @param maxRowElements maximum distance of rows in elements, so that prefetched lines stay in L2
     * @param rows distance in rows, if rows have gaps between them
     * @param columnElements distance in elements of column reductions: a fraction of L1
     * @param shortRowElements distance in elements of short rows
     * @param stridedIterations distance in iterations of strided reductions: half of {@link
     *     Unrolling#stridedIterations}
     * @param locality third argument of {@code __builtin_prefetch} in {@code gk_memory.h}: 3 for L1
     */
    public record Prefetching(
            int rowElements,
            int manyInputsRowElements,
            int maxFewInputs,
            int aliasingOffsetElements,
            int maxRowElements,
            int rows,
            int columnElements,
            int shortRowElements,
            int stridedIterations,
            int locality) {

        /** The values of this version. */
        public static final Prefetching DEFAULT = new Prefetching(
                /* rowElements= */ 2112,
                /* manyInputsRowElements= */ 1088,
                /* maxFewInputs= */ 2,
                /* aliasingOffsetElements= */ 64,
                /* maxRowElements= */ 16384,
                /* rows= */ 2,
                /* columnElements= */ 4096,
                /* shortRowElements= */ 4096,
                /* stridedIterations= */ 4,
                /* locality= */ 3);
    }

    /**
     * Unrolled and blocked loops. Sources: docs/bench/unrolling.md, docs/bench/unroll-and-jam.md and
     * docs/bench/recurrences.md; estimates for the others.
     *
     * @param cheapVectors unroll factor of a cheap stage in vectors
     * @param expensiveVectors unroll factor of an expensive stage in vectors
     * @param minExpensiveCost cost of a stage in vector instructions, from which it is expensive
     * @param jammedVectors number of vectors that are unrolled and jammed: {@code GK_VECTORS} in {@code gk_kernel.h}
     * @param maxJammedCost maximum cost of a jammed vector's ops in vector instructions, which limits the code size
     * @param columnRows number of rows of a column reduction that are added in registers
     * @param stridedVectors unroll factor of strided reductions in vectors
     * @param stridedIterations number of iterations of strided reductions that accumulate in registers
     * @param stridedBlockIterations number of iterations per block of their blocked accumulation
     * @param recurrenceVectors number of vectors of a recurrence whose carried values are in registers
     * @param recurrenceTiles maximum number of adjacent tiles of a recurrence: a page of f32
     * @param recurrenceIterations number of iterations of these vectors before the next ones, if a tile has more: few, so
     *     that rows are read in order
     * @param transposedRecurrenceVectors the same for a recurrence whose operands are transposed in tiles
     */
    public record Unrolling(
            int cheapVectors,
            int expensiveVectors,
            int minExpensiveCost,
            int jammedVectors,
            int maxJammedCost,
            int columnRows,
            int stridedVectors,
            int stridedIterations,
            int stridedBlockIterations,
            int recurrenceVectors,
            int recurrenceTiles,
            int recurrenceIterations,
            int transposedRecurrenceVectors) {

        /** The values of this version. */
        public static final Unrolling DEFAULT = new Unrolling(
                /* cheapVectors= */ 4,
                /* expensiveVectors= */ 2,
                /* minExpensiveCost= */ 8,
                /* jammedVectors= */ 8,
                /* maxJammedCost= */ 64,
                /* columnRows= */ 4,
                /* stridedVectors= */ 4,
                /* stridedIterations= */ 8,
                /* stridedBlockIterations= */ 128,
                /* recurrenceVectors= */ 4,
                /* recurrenceTiles= */ 64,
                /* recurrenceIterations= */ 2,
                /* transposedRecurrenceVectors= */ 2);
    }

    /**
     * Tiles of matmuls that are loops; see docs/bench/contractions.md.
     *
     * @param columns number of columns whose sums are in registers, if vectors run along the terms
     * @param chunkElements number of elements of the rows that stay in L2 while all columns are computed
     */
    public record Contractions(int columns, long chunkElements) {

        /** The values of this version. */
        public static final Contractions DEFAULT = new Contractions(/* columns= */ 4, /* chunkElements= */ 1 << 17);
    }

    /**
     * Caches, and sizes of memory by which it is copied, kept or mapped. Sources: docs/bench/non-temporal-stores.md, docs/bench/last-level-cache.md and docs/bench/aliasing.md.
     *
     * @param coreBytes size of a typical L2 cache in bytes; launches with a smaller footprint are not prefetched
     * @param lastLevelReserve reciprocal of the share of the last-level cache that a launch leaves to others: if its
     *     footprint exceeds the rest, results are stored non-temporally
     * @param maxRegularStoreThreads maximum number of threads for which regular stores are faster in compute-bound
     *     kernels
     * @param defaultLastLevelBytes size of the last-level cache in bytes where the system does not report it; estimate
     * @param lastLevelBytesPerProcessor maximum share of the last-level cache in bytes per processor
     * @param pageBytes size of a page in bytes, at whose multiples addresses alias
     * @param scratchOffsetBytes offset of scratch memory within a page in bytes, which avoids 4 KiB aliasing
     * @param maxRetainedScratchBytes maximum scratch memory in bytes that a thread retains between calls; estimate
     * @param maxCopiedArrayBytes maximum size of a call's heap arrays in bytes for which a copy is cheaper than pinning;
     *     estimate
     * @param maxPinnedArrayBytes maximum size of a call's heap arrays in bytes that are pinned instead of copied into
     *     tensors; estimate
     * @param maxRetainedBlockBytes maximum size in bytes of the block that a thread retains for its next tensor; see
     *     docs/bench/small-calls.md
     * @param minMappedConstantBytes minimum size of a class's constants in bytes for which a file of their own is
     *     profitable; estimate
     */
    public record Caches(
            long coreBytes,
            int lastLevelReserve,
            int maxRegularStoreThreads,
            long defaultLastLevelBytes,
            long lastLevelBytesPerProcessor,
            long pageBytes,
            long scratchOffsetBytes,
            long maxRetainedScratchBytes,
            long maxCopiedArrayBytes,
            long maxPinnedArrayBytes,
            long maxRetainedBlockBytes,
            long minMappedConstantBytes) {

        /** The values of this version. */
        public static final Caches DEFAULT = new Caches(
                /* coreBytes= */ 1 << 20,
                /* lastLevelReserve= */ 4,
                /* maxRegularStoreThreads= */ 2,
                /* defaultLastLevelBytes= */ 32 << 20,
                /* lastLevelBytesPerProcessor= */ 8 << 20,
                /* pageBytes= */ 4096,
                /* scratchOffsetBytes= */ 2112,
                /* maxRetainedScratchBytes= */ 256 << 10,
                /* maxCopiedArrayBytes= */ 16 << 10,
                /* maxPinnedArrayBytes= */ 1 << 20,
                /* maxRetainedBlockBytes= */ 4096,
                /* minMappedConstantBytes= */ 1 << 20);
    }

    /**
     * Splits of launches among threads; estimates from runs on two vCPUs.
     *
     * @param minSplitBytes traffic of a launch in bytes, below which the dispatch to another thread costs more than it
     *     saves
     * @param minBytesPerThread minimum traffic per thread in bytes
     * @param chunksPerThread number of chunks per thread, of which idle threads take some
     * @param workerSpinNanos time in nanoseconds that a worker spins after a launch before it parks
     * @param callerSpinNanos time in nanoseconds that a caller spins for the last chunks before it parks
     * @param spinsPerLook number of spins between two readings of the clock
     * @param wakeFanOut number of threads that each thread wakes
     * @param conversionElements number of elements per chunk of a conversion between 16-bit and 32-bit floats
     * @param minAllReduceElements minimum number of elements per block of a matmul that is summed over ranks, which
     *     amortizes the cost of a collective
     * @param maxAllReduceBlocks maximum number of these blocks; more shorten the sum that remains after the last row, but
     *     each has a start-up cost
     * @param driverStackBytes stack size in bytes of the threads of OpenCL drivers for CPUs, of which only the used pages
     *     are committed: 1 MB per work-item of a group of 256
     */
    public record Threads(
            long minSplitBytes,
            long minBytesPerThread,
            int chunksPerThread,
            long workerSpinNanos,
            long callerSpinNanos,
            int spinsPerLook,
            int wakeFanOut,
            long conversionElements,
            long minAllReduceElements,
            long maxAllReduceBlocks,
            long driverStackBytes) {

        /** The values of this version. */
        public static final Threads DEFAULT = new Threads(
                /* minSplitBytes= */ 256 << 10,
                /* minBytesPerThread= */ 128 << 10,
                /* chunksPerThread= */ 4,
                /* workerSpinNanos= */ 40_000,
                /* callerSpinNanos= */ 100_000,
                /* spinsPerLook= */ 32,
                /* wakeFanOut= */ 4,
                /* conversionElements= */ 1 << 14,
                /* minAllReduceElements= */ 1 << 15,
                /* maxAllReduceBlocks= */ 8,
                /* driverStackBytes= */ 256 << 20);
    }

    /**
     * Tiles of matmuls by oneDNN, one per thread at a time; estimates from runs on two vCPUs.
     *
     * @param minMultiplicationsPerThread minimum number of multiplications per thread, also of convolutions
     * @param minSplitMultiplications minimum number of multiplications of a matrix that justifies splitting it, not only
     *     the batch
     * @param minPackingRows minimum number of rows that amortizes packing a panel
     * @param minCopyingRows minimum number of rows that amortizes the copy that oneDNN makes of more than {@code
     *     maxUncopiedColumns} columns
     * @param maxUncopiedColumns maximum number of columns that oneDNN does not copy; oneDNN 3.11
     * @param packedColumns number of columns of a packed panel, which fits L2 for common k
     * @param rowUnit tiles start at multiples of this number of rows, so that register blocks are full
     * @param columnUnit tiles start at multiples of this number of columns, so that vectors are full
     * @param channelUnit output channels of a convolution are split at multiples of this number, so that vectors are full
     * @param gemmChannels number of output channels per chunk of a convolution that oneDNN computes as a matmul: a multiple
     *     of the 6 columns of its register blocks with AVX2, and few, so that threads share small convolutions; estimate
     * @param maxBuiltInRows maximum number of rows that the built-in kernel computes faster, since it does not copy b; see
     *     docs/bench/contractions.md
     * @param minSumTerms minimum number of terms per block of a sum in oneDNN 3.11
     * @param maxSumTerms maximum number of terms per block of a sum in oneDNN 3.11
     * @param comparedRows number of rows of the matmul that compares orders of sums
     * @param comparedColumns number of columns of that matmul: a panel and a partial one
     */
    public record MatMul(
            long minMultiplicationsPerThread,
            long minSplitMultiplications,
            long minPackingRows,
            long minCopyingRows,
            long maxUncopiedColumns,
            long packedColumns,
            long rowUnit,
            long columnUnit,
            long channelUnit,
            long gemmChannels,
            long maxBuiltInRows,
            long minSumTerms,
            long maxSumTerms,
            long comparedRows,
            long comparedColumns) {

        /** The values of this version. */
        public static final MatMul DEFAULT = new MatMul(
                /* minMultiplicationsPerThread= */ 1 << 18,
                /* minSplitMultiplications= */ 1 << 20,
                /* minPackingRows= */ 512,
                /* minCopyingRows= */ 128,
                /* maxUncopiedColumns= */ 256,
                /* packedColumns= */ 64,
                /* rowUnit= */ 16,
                /* columnUnit= */ 64,
                /* channelUnit= */ 16,
                /* gemmChannels= */ 24,
                /* maxBuiltInRows= */ 16,
                /* minSumTerms= */ 512,
                /* maxSumTerms= */ 1024,
                /* comparedRows= */ 3,
                /* comparedColumns= */ 80);
    }
}
