package io.graphkernel.processor.op;

import java.util.List;

/**
 * Ops of one kind, as the documentation groups them.
 *
 * @param title a heading
 * @param rows in the order of the table
 */
public record OpFamily(String title, List<OpRow> rows) {

    static OpFamily of(String title, List<OpRowBuilder> rows) {
        return new OpFamily(title, rows.stream().map(OpRowBuilder::build).toList());
    }
}
