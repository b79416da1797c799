package io.graphkernel.common.target;

/**
 * Tiles of the built-in library kernels in {@code native/src/main/c}; estimates. {@code TargetModelTest} of module
 * native compares those that C repeats.
 *
 * @param attentionQueries number of queries per item of attention: {@code GK_ITEM_QUERIES}
 * @param attentionKeys number of keys per tile of attention: {@code GK_TILE_KEYS}
 * @param attentionChunkKeys number of keys per chunk of attention, each with a softmax of its own: {@code GK_CHUNK_KEYS}
 * @param maxChunkedQueries maximum number of queries of a head whose chunks of keys are shared among threads
 * @param minAttentionItemsPerThread minimum number of heads per thread from which threads do not share heads
 * @param longAttentionRowBytes maximum size of a row of a tile in bytes with 64-byte registers, which a static
 *     assertion of the kernels checks
 * @param attentionRowBytes maximum size of a row of a tile in bytes with other registers
 * @param minAttentionGradientItems minimum number of items of the gradient of attention, reached by splitting heads,
 *     so that many threads have work
 * @param gatherGradientColumns maximum number of columns of the gradient of gather that are summed at once: {@code
 *     GK_GATHER_VECTORS} vectors of 16 lanes
 * @param minGatherGradientElements minimum number of elements per chunk of the gradient of gather
 * @param maxGatherGradientChunks maximum number of chunks of the gradient of gather
 * @param matMulTerms number of terms per block of a sum of a matmul: {@code GK_MATMUL_TERMS}
 * @param matMulPanelBytes maximum size of a row of a packed panel of a matmul in bytes: {@code
 *     GK_MATMUL_PANEL_BYTES}
 * @param matMulRows maximum number of rows per tile of a matmul, which amortizes packing a panel
 * @param minMatMulRows minimum number of rows per tile of a matmul with more rows
 * @param matMulColumns maximum number of columns per tile of a matmul, which amortizes packing rows
 * @param matMulItemsPerThread minimum number of tiles of a matmul per thread
 */
public record CpuLibraryModel(
        long attentionQueries,
        long attentionKeys,
        long attentionChunkKeys,
        long maxChunkedQueries,
        long minAttentionItemsPerThread,
        long longAttentionRowBytes,
        long attentionRowBytes,
        long minAttentionGradientItems,
        long gatherGradientColumns,
        long minGatherGradientElements,
        long maxGatherGradientChunks,
        long matMulTerms,
        long matMulPanelBytes,
        long matMulRows,
        long minMatMulRows,
        long matMulColumns,
        long matMulItemsPerThread) {

    /** The values of this version. */
    public static final CpuLibraryModel DEFAULT = new CpuLibraryModel(
            /* attentionQueries= */ 64,
            /* attentionKeys= */ 144,
            /* attentionChunkKeys= */ 1152,
            /* maxChunkedQueries= */ 16,
            /* minAttentionItemsPerThread= */ 4,
            /* longAttentionRowBytes= */ 256,
            /* attentionRowBytes= */ 64,
            /* minAttentionGradientItems= */ 32,
            /* gatherGradientColumns= */ 128,
            /* minGatherGradientElements= */ 1 << 14,
            /* maxGatherGradientChunks= */ 64,
            /* matMulTerms= */ 512,
            /* matMulPanelBytes= */ 256,
            /* matMulRows= */ 96,
            /* minMatMulRows= */ 24,
            /* matMulColumns= */ 256,
            /* matMulItemsPerThread= */ 2);
}
