package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.schedule.UnsupportedReason;

/** Result of the lowering of a kernel: its tiles, or the reason why it is unsupported. */
public sealed interface TileLoweringResult permits TileKernel, RowKernelVariants, TileLoweringResult.Unsupported {

    /**
     * A kernel without a lowering to tiles.
     *
     * @param reason the unsupported op, and why
     */
    record Unsupported(UnsupportedReason reason) implements TileLoweringResult {}
}
