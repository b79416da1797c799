package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import java.util.ArrayList;
import java.util.List;

/** The loops of a kernel whose cores take neighbouring rows, some at a time. */
final class RowLoops {

    private final CodeWriter code;
    private final RowKernel kernel;

    private RowLoops(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
    }

    /** What a core does, whose heads are printed by a writer. */
    static List<RowFlow> of(CodeWriter code, RowKernel kernel) {
        if (kernel.items().isPresent()) {
            return List.of(new ItemLoops(code, kernel).flow());
        }
        RowLoops loops = new RowLoops(code, kernel);
        if (kernel.hasBlocksInParts()) {
            return List.of(loops.blocksInParts());
        }
        return List.of(kernel.block().isPresent() ? loops.blocks() : loops.rows());
    }

    private RowFlow rows() {
        return new RowFlow.Nest(
                true,
                () -> {
                    code.open("for (int64_t row = begin; row < end; row += rows)");
                    declareRows("end - row");
                },
                sections(kernel.sections()));
    }

    /** What happens before the rows of each block, to them, and after them. */
    private RowFlow blocks() {
        RowFlow rows = new RowFlow.Nest(
                true,
                () -> {
                    code.open("for (int64_t row = item * block; row < last; row += rows)");
                    declareRows("last - row");
                },
                List.of(section(1)));
        return new RowFlow.Nest(true, this::openBlocks, List.of(section(0), rows, joined(section(2))));
    }

    /** First what the rows of a block have one element of, for some rows at a time; then, for each part of the lanes, all of them. */
    private RowFlow blocksInParts() {
        int first = kernel.sections().size() - 3;
        RowFlow ofRows = new RowFlow.Nest(
                true, this::openBlock, sections(kernel.sections().subList(0, first)));
        RowFlow rows = new RowFlow.Nest(true, this::openBlock, List.of(section(first + 1)));
        RowFlow ofLanes =
                new RowFlow.Nest(true, this::openParts, List.of(section(first), rows, joined(section(first + 2))));
        return new RowFlow.Nest(true, this::openBlocks, List.of(ofRows, ofLanes));
    }

    private RowFlow section(int number) {
        return new RowFlow.Tile(kernel.sections().get(number));
    }

    /** What comes of a block is a row of its own. */
    private RowFlow joined(RowFlow section) {
        return new RowFlow.Nest(
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
        declareRows("last - row");
    }

    private void openParts() {
        if (kernel.isReversed()) {
            code.open("for (int64_t lane = (width - 1) / part * part; lane >= 0; lane -= part)");
        } else {
            code.open("for (int64_t lane = 0; lane < width; lane += part)");
        }
        code.line("const int32_t lanes = (int32_t) gk_dim_min(part, width - lane);");
    }

    private List<RowFlow> sections(List<Section> sections) {
        List<RowFlow> flow = new ArrayList<>();
        for (Section section : sections) {
            RowFlow tile = new RowFlow.Tile(section);
            if (section.repeats()) {
                flow.add(new RowFlow.Nest(true, this::openParts, List.of(tile)));
            } else if (kernel.sections().size() == 1) {
                flow.add(tile);
            } else if (!section.instructions().isEmpty()) {
                flow.add(new RowFlow.Nest(false, code::block, List.of(tile)));
            }
        }
        return flow;
    }

    /** The rows of a tile, which are all of the innermost loop over rows. */
    private void declareRows(String left) {
        declareRows(code, kernel, left);
    }

    /** The same of items, too: the indices of the loops over them come first. */
    static void declareRows(CodeWriter code, RowKernel kernel, String left) {
        List<Dim> loops = kernel.outer();
        int last = loops.size() - 1;
        int before = kernel.items().map(items -> items.loops().size()).orElse(0);
        String limit = left;
        if (last > 0 || kernel.items().isPresent()) {
            declareIndices(code, "row", loops, before);
        }
        if (last > 0) {
            limit = "gk_dim_min(" + left + ", " + AscendTypes.whole(loops.get(last)) + " - "
                    + Indices.of(before + last).name() + ")";
        }
        if (kernel.broadcast().isPresent()) {
            limit = BroadcastPrinter.limit(left);
        }
        code.line("rows = (int32_t) gk_dim_min(most, %s);", limit);
        code.line("const int32_t count = rows * pitch;");
    }

    /** Declares the indices of loops out of the number of their iterations. */
    static void declareIndices(CodeWriter code, String number, List<Dim> extents, int first) {
        String rest = number;
        for (int i = extents.size() - 1; i >= 0; i--) {
            String extent = AscendTypes.whole(extents.get(i));
            String index = i == 0 ? rest : "(" + rest + ") % (" + extent + ")";
            code.line("const int64_t %s = %s;", Indices.of(first + i).name(), index);
            rest = "(" + rest + ") / (" + extent + ")";
        }
    }
}
