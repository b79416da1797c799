package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileProgram.Section;
import java.util.List;
import java.util.stream.Stream;

/** Builder of the loops of a kernel whose cores process items: loops over items, rows and reduced lanes. */
final class ItemLoopBuilder {

    private final CodeWriter code;
    private final RowKernel kernel;
    private final Items items;

    ItemLoopBuilder(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
        this.items = kernel.loops().items().orElseThrow();
    }

    /** Returns the program of a core. */
    RowProgram program() {
        List<RowProgram> ofItem = kernel.loops().isUnchunked()
                ? List.of(new RowProgram.Tile(kernel.program().sections().get(0)))
                : kernel.program().sections().stream().flatMap(this::section).toList();
        return new RowProgram.LoopNest(true, this::open, ofItem);
    }

    private void open() {
        code.open("for (int64_t item = begin; item < end; item++)");
        RowLoopBuilder.declareIndices(code, "item", items.loops(), 0);
        if (items.block().isPresent()) {
            code.line("const int64_t first = item * block;");
            code.line(
                    "const int64_t last = gk_dim_min(%s, first + block);",
                    kernel.loops().outer().isEmpty() ? "width" : "height");
        }
        if (kernel.loops().isUnchunked()) {
            printUnchunked();
        }
    }

    /** Declares a tile with all rows of an item. */
    private void printUnchunked() {
        code.line("const int64_t row = 0;");
        code.line("const int64_t %s = 0;", LoopIndices.of(items.loops().size()).name());
        if (items.reducesLanes()) {
            code.line("const int64_t lane = 0;");
            code.line("const int32_t lanes = (int32_t) width;");
        }
        code.line("rows = (int32_t) height;");
        code.line("const int32_t count = rows * pitch;");
    }

    private Stream<RowProgram> section(Section section) {
        RowProgram tile = new RowProgram.Tile(section);
        if (!section.repeats()) {
            return section.instructions().isEmpty()
                    ? Stream.of()
                    : Stream.of(new RowProgram.LoopNest(false, this::openOnce, List.of(tile)));
        }
        if (kernel.loops().outer().isEmpty()) {
            return Stream.of(new RowProgram.LoopNest(true, this::openLanes, List.of(tile)));
        }
        if (kernel.loops().isReversed()) {
            return Stream.of(new RowProgram.LoopNest(true, this::openReversed, List.of(tile)));
        }
        RowProgram row = items.reducesLanes()
                ? new RowProgram.LoopNest(true, () -> openLanes("0", "width"), List.of(tile))
                : tile;
        return Stream.of(new RowProgram.LoopNest(true, this::openRowLoop, List.of(row)));
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
        code.open("for (int64_t lane = %s; lane < %s; lane += chunk)", first, last);
        code.line("const int32_t lanes = (int32_t) gk_dim_min(chunk, %s - lane);", last);
    }

    private void openReversed() {
        code.open("for (int64_t done = 0; done < height; done += rows)");
        code.line("rows = (int32_t) gk_dim_min(max_rows, height - done);");
        code.line("const int64_t row = height - done - rows;");
        RowLoopBuilder.declareIndices(
                code, "row", kernel.loops().outer(), items.loops().size());
        code.line("const int32_t count = rows * pitch;");
    }

    private void openRowLoop() {
        boolean hasBlocks = items.block().isPresent();
        code.open(
                "for (int64_t row = %s; row < %s; row += rows)",
                hasBlocks ? "first" : "0", hasBlocks ? "last" : "height");
        RowLoopBuilder.declareTileHeight(code, kernel, hasBlocks ? "last - row" : "height - row");
    }
}
