package io.graphkernel.processor.lower.tile;

import java.util.Optional;

/**
 * Variants of a kernel over rows.
 *
 * @param first the variant for rows that fit in local memory with all computed values
 * @param chunked the variant for rows that do not fit; empty if lanes are chunked anyway
 * @param finish the second phase, which combines the partial results of row blocks; empty if there is none
 */
public record RowKernelVariants(RowKernel first, Optional<RowKernel> chunked, Optional<RowKernel> finish)
        implements TileLoweringResult {}
