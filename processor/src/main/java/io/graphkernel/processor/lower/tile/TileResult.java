package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.schedule.Refusal;

/** What the lowering of a kernel gives: its tiles, or why it has none. */
public sealed interface TileResult permits TileKernel, RowTiles, TileResult.Refused {

    /**
     * A kernel without tiles.
     *
     * @param refusal the op at fault, and why
     */
    record Refused(Refusal refusal) implements TileResult {}
}
