package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import java.util.List;
import java.util.function.Consumer;

/** Prints the loops of a kernel whose cores take items: within each of them those over its rows, and over lanes that are reduced. */
final class ItemPrinter {

    private final CodeWriter code;
    private final RowKernel kernel;
    private final Items items;
    private final Consumer<Section> section;

    /**
     * A printer.
     *
     * @param code where to
     * @param kernel whose cores take items
     * @param section prints what a section does to a tile
     */
    ItemPrinter(CodeWriter code, RowKernel kernel, Consumer<Section> section) {
        this.code = code;
        this.kernel = kernel;
        this.items = kernel.items().orElseThrow();
        this.section = section;
    }

    void print() {
        code.open("for (int64_t item = begin; item < end; item++)");
        RowPrinter.declareIndices(code, "item", items.loops(), 0);
        if (items.block().isPresent()) {
            code.line("const int64_t first = item * block;");
            code.line(
                    "const int64_t last = gk_dim_min(%s, first + block);",
                    kernel.outer().isEmpty() ? "width" : "height");
        }
        if (kernel.whole()) {
            whole();
        } else {
            kernel.sections().forEach(this::part);
        }
        code.close();
    }

    /** All rows at once, which are of one loop. */
    private void whole() {
        code.line("const int64_t row = 0;");
        code.line("const int64_t %s = 0;", Indices.of(items.loops().size()).name());
        if (items.reducesLanes()) {
            code.line("const int64_t lane = 0;");
            code.line("const int32_t lanes = (int32_t) width;");
        }
        code.line("rows = (int32_t) height;");
        code.line("const int32_t count = rows * pitch;");
        section.accept(kernel.sections().get(0));
    }

    private void part(Section part) {
        if (!part.repeats()) {
            if (!part.instructions().isEmpty()) {
                code.block();
                if (items.block().isPresent()) {
                    code.line("const int64_t row = item;");
                }
                section.accept(part);
                code.close();
            }
            return;
        }
        if (kernel.outer().isEmpty()) {
            lanes("first", "last", () -> {
                code.line("const int64_t row = 0;");
                code.line("rows = 1;");
                code.line("const int32_t count = pitch;");
                section.accept(part);
            });
            return;
        }
        if (kernel.isReversed()) {
            code.open("for (int64_t done = 0; done < height; done += rows)");
            code.line("rows = (int32_t) gk_dim_min(most, height - done);");
            code.line("const int64_t row = height - done - rows;");
            RowPrinter.declareIndices(code, "row", kernel.outer(), items.loops().size());
            code.line("const int32_t count = rows * pitch;");
            section.accept(part);
            code.close();
            return;
        }
        boolean hasBlocks = items.block().isPresent();
        code.open(
                "for (int64_t row = %s; row < %s; row += rows)",
                hasBlocks ? "first" : "0", hasBlocks ? "last" : "height");
        declareRows(hasBlocks ? "last - row" : "height - row");
        if (items.reducesLanes()) {
            lanes("0", "width", () -> section.accept(part));
        } else {
            section.accept(part);
        }
        code.close();
    }

    private void lanes(String first, String last, Runnable each) {
        code.open("for (int64_t lane = %s; lane < %s; lane += part)", first, last);
        code.line("const int32_t lanes = (int32_t) gk_dim_min(part, %s - lane);", last);
        each.run();
        code.close();
    }

    /** The rows of a tile are of the innermost loop. */
    private void declareRows(String left) {
        List<Dim> loops = kernel.outer();
        int before = items.loops().size();
        RowPrinter.declareIndices(code, "row", loops, before);
        int last = loops.size() - 1;
        String limit = last == 0
                ? left
                : "gk_dim_min(%s, %s - %s)"
                        .formatted(
                                left,
                                AscendTypes.whole(loops.get(last)),
                                Indices.of(before + last).name());
        code.line("rows = (int32_t) gk_dim_min(most, %s);", limit);
        code.line("const int32_t count = rows * pitch;");
    }
}
