package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.AscendModel;

/**
 * Tile sizes of a row kernel on Ascend. Dims may be known only at the call, so that the kernel evaluates the number of
 * rows and lanes per tile; the plan has the numbers of these formulas.
 *
 * @param total size of all values of a tile, at least one bit per row and per lane
 * @param freeBits bits that are available for rows and lanes, after rounding
 * @param pitchUnit alignment of rows in elements, so that rows of every dtype are block aligned
 * @param minRows minimum number of rows per chunk of lanes
 * @param minCopyElements minimum number of elements of a copy that reaches the memory bandwidth
 */
public record RowTileSize(LocalMemorySize total, int freeBits, int pitchUnit, int minRows, int minCopyElements) {

    private static final AscendModel.Vector VECTOR = AscendModel.DEFAULT.vector();
    private static final AscendModel.Tiling TILES = AscendModel.DEFAULT.tiles();

    /**
     * Returns the plan of a kernel.
     *
     * @param size size of all values of a tile
     * @param narrowestRowBytes size of an element of the narrowest row, at most 4
     * @param narrowestBytes size of the narrowest copied element
     * @param isByLanes true if copies are lane by lane
     */
    public static RowTileSize of(LocalMemorySize size, int narrowestRowBytes, int narrowestBytes, boolean isByLanes) {
        LocalMemorySize total = size.atLeast(new LocalMemorySize(0, 1, 1, 0));
        AscendModel.Memory memory = AscendModel.DEFAULT.memory();
        RowTileSize plan = new RowTileSize(
                total,
                freeBits(total),
                memory.blockBytes() / narrowestRowBytes,
                TILES.minRows(),
                memory.minEfficientCopyBytes() / narrowestBytes);
        return isByLanes ? plan.withMinRows(plan.minRowsByLanes()) : plan;
    }

    /**
     * Returns the bits that are available for rows and lanes, after rounding: tiles and lanes to whole instructions, rows
     * to whole groups, and buffers to blocks.
     */
    private static int freeBits(LocalMemorySize total) {
        int rounded = VECTOR.columnElements() * (total.tile() + total.pitch())
                + (VECTOR.rowsPerGroup() - 1) * total.rows()
                + VECTOR.columnElements() * Byte.SIZE;
        return Byte.SIZE * AscendModel.DEFAULT.memory().unifiedBufferBytes() - total.fixed() - rounded;
    }

    private RowTileSize withMinRows(int rows) {
        return new RowTileSize(total, freeBits, pitchUnit, rows, minCopyElements);
    }

    /** Returns the minimum number of rows, so that lane-wise copies are large. */
    private int minRowsByLanes() {
        int rows = TILES.minRowsByLanes();
        while (rows(VECTOR.lanes()) < rows && rows > TILES.minRows()) {
            rows /= 2;
        }
        return rows;
    }

    /**
     * Returns the number of rows that fit.
     *
     * @param lanes number of lanes per row
     * @return 0 or less if none fits
     */
    public long rows(long lanes) {
        long unit = lanes <= VECTOR.lanes() ? pitchUnit : VECTOR.lanes();
        long pitch = Math.max(unit, (lanes + unit - 1) / unit * unit);
        return pitch > VECTOR.maxLanes()
                ? 0
                : (freeBits - pitch * total.pitch()) / (pitch * total.tile() + total.rows());
    }

    /** Returns true if chunks of lanes fit, with enough rows to reuse the values that rows share. */
    public boolean fitsChunks() {
        return rows(VECTOR.lanes()) >= TILES.minRows();
    }

    /** Returns the minimum number of rows per chunk of lanes of an item. */
    public int minItemRows() {
        return TILES.minRows();
    }

    /** Returns the number of lanes of which the share of a core is a multiple. */
    public int laneShareMultiple() {
        return TILES.laneShareMultiple();
    }

    /** Returns the number of lanes of a row that must fit for loading a row once per stage to be worthwhile. */
    public int maxShortLanes() {
        return TILES.maxShortLanes();
    }
}
