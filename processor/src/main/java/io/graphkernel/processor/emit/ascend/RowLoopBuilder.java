package io.graphkernel.processor.emit.ascend;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.TileProgram.Section;
import java.util.ArrayList;
import java.util.List;

/** Builder of the loops of a kernel whose cores process adjacent rows, several at a time. */
final class RowLoopBuilder {

    private final CodeWriter code;
    private final RowKernel kernel;

    private RowLoopBuilder(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
    }

    /** Returns the program of a core, whose loop headers are printed to a writer. */
    static List<RowProgram> of(CodeWriter code, RowKernel kernel) {
        if (kernel.loops().items().isPresent()) {
            return List.of(new ItemLoopBuilder(code, kernel).program());
        }
        RowLoopBuilder loops = new RowLoopBuilder(code, kernel);
        if (kernel.hasBlocksInChunks()) {
            return List.of(loops.blocksInChunks());
        }
        return List.of(kernel.loops().block().isPresent() ? loops.blocks() : loops.rows());
    }

    private RowProgram rows() {
        return new RowProgram.LoopNest(
                true,
                () -> {
                    code.open("for (int64_t row = begin; row < end; row += rows)");
                    declareTileHeight("end - row");
                },
                sections(kernel.program().sections()));
    }

    /** Returns the loop over row blocks: prologue, rows and epilogue. */
    private RowProgram blocks() {
        RowProgram rows = new RowProgram.LoopNest(
                true,
                () -> {
                    code.open("for (int64_t row = item * block; row < last; row += rows)");
                    declareTileHeight("last - row");
                },
                List.of(section(1)));
        return new RowProgram.LoopNest(true, this::openBlocks, List.of(section(0), rows, joined(section(2))));
    }

    /**
     * Returns the loop over row blocks in chunks: the row values of a block first, then all rows for each chunk of
     * lanes.
     */
    private RowProgram blocksInChunks() {
        int first = kernel.program().sections().size() - 3;
        RowProgram rowValues = new RowProgram.LoopNest(
                true, this::openBlock, sections(kernel.program().sections().subList(0, first)));
        RowProgram rows = new RowProgram.LoopNest(true, this::openBlock, List.of(section(first + 1)));
        RowProgram lanes = new RowProgram.LoopNest(
                true, this::openParts, List.of(section(first), rows, joined(section(first + 2))));
        return new RowProgram.LoopNest(true, this::openBlocks, List.of(rowValues, lanes));
    }

    private RowProgram section(int number) {
        return new RowProgram.Tile(kernel.program().sections().get(number));
    }

    /** Returns the epilogue of a block, whose result is a row. */
    private RowProgram joined(RowProgram section) {
        return new RowProgram.LoopNest(
                false,
                () -> {
                    code.block();
                    code.line("const int64_t row = item;");
                },
                List.of(section));
    }

    private void openBlocks() {
        code.open("for (int64_t item = begin; item < end; item++)");
        code.line("const int64_t last = gk_dim_min(height, (item + 1) * block);");
    }

    private void openBlock() {
        code.line("at = 0;");
        code.open("for (int64_t row = item * block; row < last; row += rows, at += rows)");
        declareTileHeight("last - row");
    }

    private void openParts() {
        if (kernel.loops().isReversed()) {
            code.open("for (int64_t lane = (width - 1) / chunk * chunk; lane >= 0; lane -= chunk)");
        } else {
            code.open("for (int64_t lane = 0; lane < width; lane += chunk)");
        }
        code.line("const int32_t lanes = (int32_t) gk_dim_min(chunk, width - lane);");
    }

    private List<RowProgram> sections(List<Section> sections) {
        List<RowProgram> program = new ArrayList<>();
        for (Section section : sections) {
            RowProgram tile = new RowProgram.Tile(section);
            if (section.repeats()) {
                program.add(new RowProgram.LoopNest(true, this::openParts, List.of(tile)));
            } else if (kernel.program().sections().size() == 1) {
                program.add(tile);
            } else if (!section.instructions().isEmpty()) {
                program.add(new RowProgram.LoopNest(false, code::block, List.of(tile)));
            }
        }
        return program;
    }

    /** Declares the rows of a tile, which belong to the innermost loop over rows. */
    private void declareTileHeight(String left) {
        declareTileHeight(code, kernel, left);
    }

    /** Declares the rows of a tile, after the indices of the items. */
    static void declareTileHeight(CodeWriter code, RowKernel kernel, String left) {
        List<Dim> loops = kernel.loops().outer();
        int last = loops.size() - 1;
        int before = kernel.loops().items().map(items -> items.loops().size()).orElse(0);
        String limit = left;
        if (last > 0 || kernel.loops().items().isPresent()) {
            declareIndices(code, "row", loops, before);
        }
        if (last > 0) {
            limit = "gk_dim_min(" + left + ", " + AscendTypes.integer(loops.get(last)) + " - "
                    + LoopIndices.of(before + last).name() + ")";
        }
        if (kernel.broadcast().isPresent()) {
            limit = BroadcastPrinter.limit(left);
        }
        code.line("rows = (int32_t) gk_dim_min(max_rows, %s);", limit);
        code.line("const int32_t count = rows * pitch;");
    }

    /** Delinearizes an iteration number to loop indices. */
    static void declareIndices(CodeWriter code, String number, List<Dim> extents, int first) {
        String remaining = number;
        for (int i = extents.size() - 1; i >= 0; i--) {
            String extent = AscendTypes.integer(extents.get(i));
            String index = i == 0 ? remaining : "(" + remaining + ") % (" + extent + ")";
            code.line("const int64_t %s = %s;", LoopIndices.of(first + i).name(), index);
            remaining = "(" + remaining + ") / (" + extent + ")";
        }
    }
}
