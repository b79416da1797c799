package io.graphkernel.processor.lower.tile;

import java.util.Optional;

/**
 * The tiles of a kernel over rows.
 *
 * @param first for rows of which some fit into local memory together with all that is computed of them
 * @param longRows the same for rows that do not fit; empty where lanes are computed in parts anyway
 * @param finish what joins the results of blocks of rows; empty if none are reduced
 */
public record RowTiles(RowKernel first, Optional<RowKernel> longRows, Optional<RowKernel> finish)
        implements TileResult {}
