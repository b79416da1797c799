package io.graphkernel.processor.lower.range;

import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Full reductions: partial results over fixed blocks of elements or of rows, then a second function that joins them. The
 * range counts blocks.
 */
final class FullForm extends RangeLowering {

    private final Partials partials;

    FullForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.partials = new Partials(kernel, names, body, code);
    }

    @Override
    List<Function> functions() {
        Variable item = Code.integer("item");
        Function blocks = function(kernel.name(), () -> {
            partials.declare();
            items(item, () -> {
                boolean flat = space.outer().isEmpty();
                partials.declareBlock(item, flat ? inner() : rowCount());
                partials.declareAccumulators();
                lowerBlock(flat);
                partials.storeFull(item);
            });
        });
        Function finish = function(kernel.name() + "_finish", () -> {
            partials.declare();
            partials.declareAccumulators();
            code.loop(item, Code.number(0), partials.blocks(), () -> partials.joinFull(item));
            body.finish(kernel.finish());
            kernel.finish().stores().forEach(body::store);
        });
        return List.of(blocks, finish);
    }

    private void lowerBlock(boolean flat) {
        Stage stage = kernel.stages().get(0);
        Variable index = flat ? Indices.of(Math.max(0, space.runs().size() - 1)) : Code.integer("row");
        code.loop(index, partials.first(), partials.last(), () -> {
            if (flat) {
                element(stage);
            } else {
                declareRow(index);
                columns(() -> element(stage));
            }
        });
    }
}
