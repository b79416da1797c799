package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.schedule.Kernel;

/**
 * Column reductions row by row, which may reduce rows too: in each block of rows the stages of a row reduction, which add to the
 * block's partial results in memory; then the finish.
 */
final class RowColumnForm extends RowForm {

    private final ColumnPartials partials = new ColumnPartials(this);

    RowColumnForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    void range(Rows rows) {
        partials.blocks(Code.size(space.rows()), () -> rows.walk(partials.first(), partials.last()));
    }

    @Override
    void lower() {
        super.lower();
        new Finish(this).lowerColumns(partials);
    }
}
