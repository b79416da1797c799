package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;

/**
 * Where in the loops a piece of code is, which decides the names of the pointers and values that it reads.
 *
 * @param bases where buffers begin
 * @param names the kernel's names
 * @param row suffix of what belongs to the row; empty outside a row loop
 * @param rows what the row is
 * @param everyBase whether every buffer has a pointer of the row, also one that does not move with it
 * @param middle whether the code is inside the middle loops
 * @param head whether {@code head} elements come before the first whole vector
 */
record Place(Bases bases, CNames names, String row, Rows rows, boolean everyBase, boolean middle, boolean head) {

    /** Suffix of where the row buffers of a line begin. */
    static final String HEAD = "_head";

    /** What a row is. */
    enum Rows {
        /** The turn of a loop. */
        ONE,
        /** One of some rows that each stage walks. */
        LINE,
        /** Each lane is a row; their values lie in arrays. */
        LANES
    }

    /** One turn of a row loop. */
    static Place ofRow(Bases bases, CNames names, String suffix) {
        return new Place(bases, names, suffix, Rows.ONE, false, false, false);
    }

    /** A loop in which all buffers have pointers of the suffix. */
    static Place ofAll(Bases bases, CNames names, String suffix) {
        return new Place(bases, names, suffix, Rows.ONE, true, false, false);
    }

    /** The same for rows that are lanes. */
    static Place ofLanes(Bases bases, CNames names, String suffix) {
        return new Place(bases, names, suffix, Rows.LANES, true, false, false);
    }

    /** One of some rows that each stage walks. */
    static Place ofLine(Bases bases, CNames names, String suffix) {
        return new Place(bases, names, suffix, Rows.LINE, false, false, false);
    }

    /** Inside the middle loops. */
    Place inMiddle() {
        return new Place(bases, names, row, rows, everyBase, true, head);
    }

    /** The same loops, in which elements come before the first whole vector. */
    Place withHead() {
        return new Place(bases, names, row, rows, everyBase, middle, true);
    }

    /** These elements themselves. */
    Place atHead() {
        return new Place(bases, names, row, rows, everyBase, middle, false);
    }

    /** Where a buffer's elements begin. */
    String base(Buffer buffer) {
        if (middle && bases.movesWithMiddle(buffer)) {
            return bases.name(buffer) + Bases.MIDDLE;
        }
        return bases.name(buffer) + (everyBase || bases.movesWithRow(buffer) ? row : "");
    }

    /** Where a row buffer's elements begin: those before the first whole vector have a vector of their own. */
    String saved(Node node) {
        String first = rows == Rows.LINE ? HEAD : "";
        return names.saved(node) + (middle ? Bases.MIDDLE : head ? row : first);
    }

    /** The rows from one turn of the row loop to that of which memory is requested. */
    String ahead() {
        return rows == Rows.LINE ? "(rows + 1)" : "2";
    }

    /** A value of the row, of which a vector begins at {@code index} where rows are lanes. */
    String value(Node node, String index) {
        return rows == Rows.LANES ? LaneValues.load(bases, names, node, index) : names.value(node) + row;
    }
}
