package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;

/**
 * Where in the loops a piece of code stands, which decides the names of the pointers and values that it reads.
 *
 * @param bases where buffers begin
 * @param names the kernel's names
 * @param row suffix of what belongs to the row; empty outside a row loop
 * @param everyBase whether every buffer has a pointer of the row, also one that does not move with it
 * @param middle whether the code is inside the middle loops
 * @param lanes whether each lane is a row, so that the values of rows lie in memory
 */
record Place(Bases bases, CNames names, String row, boolean everyBase, boolean middle, boolean lanes) {

    /** One turn of a row loop. */
    static Place ofRow(Bases bases, CNames names, String suffix) {
        return new Place(bases, names, suffix, false, false, false);
    }

    /** A loop in which all buffers have pointers of the suffix. */
    static Place ofAll(Bases bases, CNames names, String suffix) {
        return new Place(bases, names, suffix, true, false, false);
    }

    /** The same for rows that are lanes. */
    Place withLanes() {
        return new Place(bases, names, row, everyBase, middle, true);
    }

    /** Inside the middle loops. */
    Place inMiddle() {
        return new Place(bases, names, row, everyBase, true, lanes);
    }

    /** Where a buffer's elements begin. */
    String base(Buffer buffer) {
        if (middle && bases.movesWithMiddle(buffer)) {
            return bases.name(buffer) + Bases.MIDDLE;
        }
        return bases.name(buffer) + (everyBase || bases.movesWithRow(buffer) ? row : "");
    }

    /** Where a row buffer's elements begin. */
    String saved(Node node) {
        return names.saved(node) + (middle ? Bases.MIDDLE : "");
    }

    /** A value of the row, of which a vector begins at {@code index} where rows are lanes. */
    String value(Node node, String index, String lanes) {
        return lanes() ? LaneValues.load(names, node, index, lanes) : names.value(node) + row;
    }
}
