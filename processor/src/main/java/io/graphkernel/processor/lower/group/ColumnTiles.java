package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Variable;

/**
 * How a group walks columns: neighbouring threads take neighbouring ones, up to the threads of a warp, and the others
 * share the iterations of the loops that are reduced.
 */
final class ColumnTiles {

    /** How many threads a column has, how many columns a group takes at once, and which thread of a column this one is. */
    static final Variable WAYS = Code.count("ways");

    static final Variable WIDTH = Code.count("width");
    static final Variable WAY = Code.count("way");
    static final Variable TILES = Code.integer("tiles");

    private final GroupLowering form;
    private final Code code;

    ColumnTiles(GroupLowering form) {
        this.form = form;
        this.code = form.code;
    }

    /**
     * Declares how many columns a group takes at once, how many threads each of them has, and which this one is.
     *
     * @param iterations how many iterations are shared
     * @param others how often there are these columns
     */
    void declare(Expression iterations, Expression others) {
        code.count(WAYS.name(), Code.call("ways", iterations, form.inner, others));
        code.count(WIDTH.name(), Code.over(Builtin.GROUP_THREADS, WAYS));
        code.count(WAY.name(), Code.over(Builtin.THREAD, WIDTH));
        code.integer(TILES.name(), Code.call("parts", form.inner, WIDTH));
    }

    /** Declares this thread's column of a tile: the last one again where there is none. */
    void declareColumn(Expression tile) {
        Expression number = Code.plus(Code.times(tile, WIDTH), GroupLowering.within(WIDTH));
        Variable own = code.integer("own", number);
        code.count(form.present.name(), Code.less(own, form.inner));
        Expression last = Code.minus(form.inner, Code.number(1));
        code.integer(form.column().name(), new Conditional(form.present, own, last));
    }

    /** Whether this thread has a column and is its first one. */
    Expression isFirst() {
        return Code.and(form.present, GroupLowering.isZero(WAY));
    }

    /** Joins what the threads of a column have accumulated. */
    void join(Node reduction) {
        form.join(reduction, WIDTH, WAYS);
    }
}
