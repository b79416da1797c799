package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.schedule.UnsupportedReason;
import java.util.Optional;

/** Result of the lowering of a kernel: its tiles, or the reason why it is unsupported. */
public sealed interface TileLoweringResult
        permits TileKernel, TileLoweringResult.RowKernelVariants, TileLoweringResult.Unsupported {

    /**
     * A kernel without a lowering to tiles.
     *
     * @param reason the unsupported op, and why
     */
    record Unsupported(UnsupportedReason reason) implements TileLoweringResult {}

    /**
     * Variants of a kernel over rows.
     *
     * @param first the variant for rows that fit in local memory with all computed values
     * @param chunked the variant for rows that do not fit; empty if lanes are chunked anyway
     * @param finish the second phase, which combines the partial results of row blocks; empty if there is none
     */
    record RowKernelVariants(RowKernel first, Optional<RowKernel> chunked, Optional<RowKernel> finish)
            implements TileLoweringResult {}
}
