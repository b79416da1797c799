package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import java.util.List;
import java.util.Optional;

/**
 * Loops of a row kernel over items, rows and lanes.
 *
 * @param outer extents of the loops over rows, outermost first; a tile has rows of the last loop
 * @param lanes number of lanes per row
 * @param block number of rows that a core reduces to one result; empty if rows are not reduced
 * @param isUnchunked true if a reduced row is in local memory as a whole
 * @param isReversed true if rows of an item, or lanes of a row, are processed in reverse
 * @param items items that cores process, each with rows of its own; empty if cores process rows
 */
public record RowLoops(
        List<Dim> outer,
        Dim lanes,
        Optional<Dim> block,
        boolean isUnchunked,
        boolean isReversed,
        Optional<Items> items) {

    public RowLoops {
        outer = List.copyOf(outer);
    }

    /**
     * Items that cores process sequentially, each with rows and lanes of its own.
     *
     * @param count number of items
     * @param loops extents of the loops over items, outermost first, whose indices precede those of the rows; empty if
     *     items are blocks
     * @param block maximum number of rows per item, or of lanes without loops over rows; empty if unlimited
     * @param reducesLanes true if lanes are reduced, so that the loop over them is within rows; otherwise chunks of
     *     them are processed independently
     */
    public record Items(Dim count, List<Dim> loops, Optional<Dim> block, boolean reducesLanes) {
        public Items {
            loops = List.copyOf(loops);
        }
    }
}
