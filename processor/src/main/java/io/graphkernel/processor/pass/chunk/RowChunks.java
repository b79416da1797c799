package io.graphkernel.processor.pass.chunk;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Dim;

/**
 * Chunks of equal size that cover all rows of a region. If the number of rows is not a multiple of the size, the last
 * chunks end with the last row, and begin with rows of chunks before them.
 *
 * @param rows number of rows
 * @param size rows of a chunk
 * @param count number of chunks
 */
record RowChunks(Dim rows, Dim size, Dim count) {

    private static final ReferenceModel.Chunks MODEL = ReferenceModel.DEFAULT.chunks();

    /**
     * Returns the chunks of a region.
     *
     * @param region the region
     * @return about as many chunks as the wide values of a region are larger than the model's chunk
     */
    static RowChunks of(RowRegion region) {
        long width = region.members().stream()
                .filter(region::isWide)
                .mapToLong(member -> member.dtype().byteSize())
                .max()
                .orElse(1);
        Dim rows = region.rows();
        Dim further = rows.times(region.columns())
                .floorDiv(Dim.of(MODEL.bytes() / width))
                .min(rows.floorDiv(Dim.of(MODEL.minRows())));
        Dim count = further.plus(Dim.ONE);
        Dim size = rows.plus(further).floorDiv(count);
        if (rows instanceof Dim.Constant total && size instanceof Dim.Constant most) {
            for (long exact = most.size(); exact > most.size() / 2; exact--) {
                if (total.size() % exact == 0) {
                    return new RowChunks(rows, Dim.of(exact), Dim.of(total.size() / exact));
                }
            }
        }
        return new RowChunks(rows, size, count);
    }

    /**
     * Returns true if rows are known to be wide.
     *
     * @param columns number of columns
     * @return false if a call may have fewer columns than the model's minimum
     */
    static boolean isWide(Dim columns) {
        return columns.minus(Dim.of(MODEL.minColumns())).isNonNegative();
    }

    /** Returns true if there is only one chunk, or none. */
    boolean isWhole() {
        return count instanceof Dim.Constant constant && constant.size() <= 1;
    }

    /** Returns true if chunks share no rows. */
    boolean isExact() {
        return size.times(count).equals(rows);
    }

    /**
     * Returns the first row of a chunk.
     *
     * @param index number of the chunk, from 0
     * @return a row of which enough follow
     */
    Dim begin(Dim index) {
        return isExact() ? index.times(size) : index.times(size).min(rows.minus(size));
    }

    /**
     * Returns the number of rows of a chunk that chunks before it have.
     *
     * @param index number of the chunk, from 0
     * @return 0 for most chunks
     */
    Dim repeated(Dim index) {
        return index.times(size).minus(begin(index));
    }
}
