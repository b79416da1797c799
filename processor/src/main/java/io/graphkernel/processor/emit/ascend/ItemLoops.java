package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import java.util.List;
import java.util.stream.Stream;

/** The loops of a kernel whose cores take items: within each of them those over its rows, and over lanes that are reduced. */
final class ItemLoops {

    private final CodeWriter code;
    private final RowKernel kernel;
    private final Items items;

    ItemLoops(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
        this.items = kernel.items().orElseThrow();
    }

    /** What a core does. */
    RowFlow flow() {
        List<RowFlow> ofItem = kernel.whole()
                ? List.of(new RowFlow.Tile(kernel.sections().get(0)))
                : kernel.sections().stream().flatMap(this::part).toList();
        return new RowFlow.Nest(true, this::open, ofItem);
    }

    private void open() {
        code.open("for (int64_t item = begin; item < end; item++)");
        RowLoops.declareIndices(code, "item", items.loops(), 0);
        if (items.block().isPresent()) {
            code.line("const int64_t first = item * block;");
            code.line(
                    "const int64_t last = gk_dim_min(%s, first + block);",
                    kernel.outer().isEmpty() ? "width" : "height");
        }
        if (kernel.whole()) {
            whole();
        }
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
    }

    private Stream<RowFlow> part(Section part) {
        RowFlow tile = new RowFlow.Tile(part);
        if (!part.repeats()) {
            return part.instructions().isEmpty()
                    ? Stream.of()
                    : Stream.of(new RowFlow.Nest(false, this::openOnce, List.of(tile)));
        }
        if (kernel.outer().isEmpty()) {
            return Stream.of(new RowFlow.Nest(true, this::openLanes, List.of(tile)));
        }
        if (kernel.isReversed()) {
            return Stream.of(new RowFlow.Nest(true, this::openReversed, List.of(tile)));
        }
        RowFlow ofRows =
                items.reducesLanes() ? new RowFlow.Nest(true, () -> openLanes("0", "width"), List.of(tile)) : tile;
        return Stream.of(new RowFlow.Nest(true, this::openRows, List.of(ofRows)));
    }

    private void openOnce() {
        code.block();
        if (items.block().isPresent()) {
            code.line("const int64_t row = item;");
        }
    }

    private void openLanes() {
        openLanes("first", "last");
        code.line("const int64_t row = 0;");
        code.line("rows = 1;");
        code.line("const int32_t count = pitch;");
    }

    private void openLanes(String first, String last) {
        code.open("for (int64_t lane = %s; lane < %s; lane += part)", first, last);
        code.line("const int32_t lanes = (int32_t) gk_dim_min(part, %s - lane);", last);
    }

    private void openReversed() {
        code.open("for (int64_t done = 0; done < height; done += rows)");
        code.line("rows = (int32_t) gk_dim_min(most, height - done);");
        code.line("const int64_t row = height - done - rows;");
        RowLoops.declareIndices(code, "row", kernel.outer(), items.loops().size());
        code.line("const int32_t count = rows * pitch;");
    }

    private void openRows() {
        boolean hasBlocks = items.block().isPresent();
        code.open(
                "for (int64_t row = %s; row < %s; row += rows)",
                hasBlocks ? "first" : "0", hasBlocks ? "last" : "height");
        RowLoops.declareRows(code, kernel, hasBlocks ? "last - row" : "height - row");
    }
}
