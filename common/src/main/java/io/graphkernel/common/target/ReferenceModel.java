package io.graphkernel.common.target;

/**
 * Assumptions of decisions that are the same for all targets and machines, so that builds and results are reproducible.
 *
 * @param estimates sizes and costs of values
 * @param fusion limits of fusion
 * @param grains grain sizes of parallel ranges and temporaries
 * @param contractions limits of matmuls that are loops
 * @param loops limits of loops over tensors
 * @param chunks sizes of chunks of rows
 * @param search limits of searches in sorted rows
 */
public record ReferenceModel(
        Estimates estimates,
        Fusion fusion,
        Grains grains,
        Contractions contractions,
        Loops loops,
        Chunks chunks,
        Search search) {

    /** The assumptions of this version. */
    public static final ReferenceModel DEFAULT = new ReferenceModel(
            Estimates.DEFAULT,
            Fusion.DEFAULT,
            Grains.DEFAULT,
            Contractions.DEFAULT,
            Loops.DEFAULT,
            Chunks.DEFAULT,
            Search.DEFAULT);

    /**
     * Estimated sizes and costs.
     *
     * @param symbolSize size of a symbolic dim in elements, by which the traffic of plans is compared; estimate
     * @param recomputedSymbolSize size of a symbolic dim in elements, by which saving is compared with recomputing; so
     *     large that polynomials of higher degree dominate; estimate
     * @param storedByteCost cost of a stored byte relative to a read one: a store without a non-temporal hint reads the
     *     cache line first, and the memory is held until the gradient call; estimate
     * @param bytesPerInstruction bytes that move between memory and a core during one vector instruction; from {@link
     *     TrafficCostModel#DEFAULT}
     * @param vectorBytes size of a vector in bytes; from {@link TrafficCostModel#DEFAULT}
     */
    public record Estimates(
            long symbolSize,
            double recomputedSymbolSize,
            double storedByteCost,
            double bytesPerInstruction,
            double vectorBytes) {

        /** The values of this version. */
        public static final Estimates DEFAULT = new Estimates(
                /* symbolSize= */ 512,
                /* recomputedSymbolSize= */ 1024,
                /* storedByteCost= */ 1.5,
                TrafficCostModel.DEFAULT.bytesPerInstruction(),
                TrafficCostModel.DEFAULT.vectorBytes());
    }

    /**
     * Limits of fusion.
     *
     * @param maxBasicCost maximum cost of a basic arithmetic op in vector instructions; MindSpore's list of basic ops
     * @param maxReadsWithReduction maximum number of values that an elementwise cluster reads to be merged with a
     *     reduction whose result it reads; estimate
     * @param maxRecomputedOps maximum number of recomputed ops: long chains are expensive, even of cheap ops; estimate
     */
    public record Fusion(int maxBasicCost, int maxReadsWithReduction, int maxRecomputedOps) {

        /** The values of this version. */
        public static final Fusion DEFAULT =
                new Fusion(/* maxBasicCost= */ 3, /* maxReadsWithReduction= */ 8, /* maxRecomputedOps= */ 12);
    }

    /**
     * Limits of searches in sorted rows; see docs/bench/vocabulary.md.
     *
     * @param maxCompared maximum declared size of a row that is compared element by element instead of halved
     * @param maxComparedPositions maximum declared number of positions of updated slices that are compared with each
     *     other instead of sorted; estimate
     */
    public record Search(int maxCompared, int maxComparedPositions) {

        /** The values of this version. */
        public static final Search DEFAULT = new Search(/* maxCompared= */ 64, /* maxComparedPositions= */ 64);
    }

    /**
     * Limits of loops.
     *
     * @param maxUnrolledIterations maximum constant number of iterations of a loop that is unrolled, so that kernels fuse
     *     across iterations; estimate
     * @param maxSelectedOps maximum number of basic ops of a branch that is evaluated regardless of its condition; a
     *     larger one is launched if the condition holds; estimate
     */
    public record Loops(int maxUnrolledIterations, int maxSelectedOps) {

        /** The values of this version. */
        public static final Loops DEFAULT = new Loops(/* maxUnrolledIterations= */ 64, /* maxSelectedOps= */ 16);
    }

    /**
     * Grain sizes of parallel ranges, which stubs contain, and of temporaries; estimates.
     *
     * @param flatElements grain size of a loop over elements: whole pages of any dtype
     * @param columns grain size in columns of the second phase of a column reduction: whole cache lines
     * @param recurrenceTiles grain size in tiles of a recurrence: whole cache lines, for a few vectors at a time
     * @param unsharedBytes size in bytes up to which temporaries need not share memory: a page
     */
    public record Grains(int flatElements, int columns, int recurrenceTiles, long unsharedBytes) {

        /** The values of this version. */
        public static final Grains DEFAULT = new Grains(
                /* flatElements= */ 4096, /* columns= */ 64, /* recurrenceTiles= */ 2, /* unsharedBytes= */ 4096);
    }

    /**
     * Limits of matmuls that are fused loops instead of library calls; see docs/bench/contractions.md.
     *
     * @param maxRows maximum declared number of rows: each row adds work to the loop that reads the matrix once
     * @param minExtent minimum number of rows and columns of the matrix, if they are declared: short loops waste vectors
     */
    public record Contractions(long maxRows, long minExtent) {

        /** The values of this version. */
        public static final Contractions DEFAULT = new Contractions(/* maxRows= */ 4, /* minExtent= */ 64);
    }

    /**
     * Sizes of the chunks of rows in which losses compute their logits.
     *
     * @param bytes size in bytes of a chunk of logits: 3 % of those of 4,096 rows of 50,257 classes in f32
     * @param minRows minimum number of rows of a chunk, so that a matmul computes as much as it reads; estimate
     * @param minColumns minimum number of columns of the logits: vocabularies have more, classifiers fewer; estimate
     */
    public record Chunks(long bytes, long minRows, long minColumns) {

        /** The values of this version. */
        public static final Chunks DEFAULT =
                new Chunks(/* bytes= */ 16L << 20, /* minRows= */ 32, /* minColumns= */ 4096);
    }
}
