package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Broadcast;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import io.graphkernel.processor.lower.tile.RowTiles;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Prints a kernel over rows. Each core takes neighbouring rows, some at a time; cores share the lanes of few long rows. How
 * many rows and lanes that are depends on dims that the kernel may know only at the call.
 */
final class RowPrinter {

    private final CodeWriter code;
    private final RowCopies copies;
    private final BroadcastPrinter broadcasts;

    RowPrinter(CodeWriter code) {
        this.code = code;
        this.copies = new RowCopies(code);
        this.broadcasts = new BroadcastPrinter(code);
    }

    /** Prints the functions, with an empty line after each. */
    void print(Kernel kernel, RowTiles tiles) {
        function(kernel, tiles.first(), tiles.longRows());
        tiles.finish().ifPresent(finish -> function(kernel, finish, Optional.empty()));
    }

    private void function(Kernel kernel, RowKernel first, Optional<RowKernel> longRows) {
        if (first.broadcast().isPresent()) {
            KernelArguments.beginInline(code, BroadcastPrinter.shared(first), kernel);
        } else {
            KernelArguments.begin(code, first.name(), kernel, first.origin());
        }
        first.numbers().forEach(let -> KernelArguments.declare(code, let));
        code.line("const int64_t height = %s;", AscendTypes.whole(Dim.product(first.outer())));
        code.line("const int64_t width = %s;", AscendTypes.whole(first.lanes()));
        first.transfers().distinct().forEach(transfer -> KernelArguments.declare(code, transfer));
        first.broadcast().ifPresent(broadcast -> broadcasts.declare(first, broadcast));
        first.items()
                .ifPresentOrElse(
                        items -> CoreShares.declareItems(code, first, items),
                        () -> CoreShares.declareRows(code, first));
        if (first.items().isPresent() && longRows.isPresent()) {
            code.open("if (%s)", RowTile.fitsItem(first, first.items().get()));
            body(first);
            code.otherwise();
            body(longRows.get());
            code.close();
        } else if (longRows.isEmpty()) {
            body(first);
        } else if (first.lanes() instanceof Dim.Constant lanes) {
            body(new RowMemory(first).rows(lanes.size()) > 0 ? first : longRows.get());
        } else {
            code.open("if (%s > 0)", RowTile.rows(new RowMemory(first)));
            body(first);
            code.otherwise();
            body(longRows.get());
            code.close();
        }
        code.close().blank();
        if (first.broadcast().isPresent()) {
            broadcasts.entries(kernel, first);
        }
    }

    private void body(RowKernel kernel) {
        new RowTile(code, kernel).declare();
        if (kernel.items().map(Items::reducesLanes).orElse(false)) {
            rows(kernel);
        } else if (kernel.items().isEmpty() && kernel.whole()) {
            code.line("const int64_t lane = 0;");
            code.line("const int32_t lanes = (int32_t) width;");
            rows(kernel);
        } else if (kernel.items().isEmpty()
                && kernel.sections().size() > 1
                && (kernel.block().isEmpty() || kernel.hasBlocksInParts())) {
            rows(kernel);
        } else {
            List<Instruction> ofAll = ofAllLanes(kernel);
            constants(kernel, ofAll);
            code.open("for (int64_t lane = cut * part; lane < width; lane += cuts * part)");
            code.line("const int32_t lanes = (int32_t) gk_dim_min(part, width - lane);");
            rows(kernel, () -> {
                List<Instruction> ofPart = new ArrayList<>(kernel.constants());
                ofPart.removeAll(ofAll);
                if (!ofPart.isEmpty()) {
                    // A core without rows comes here again at once.
                    code.open("if (lane > cut * part)");
                    barrier();
                    code.close();
                }
                constants(kernel, ofPart);
            });
            code.close();
        }
    }

    private static List<Instruction> tileInstructions(RowKernel kernel) {
        return kernel.parts().flatMap(part -> part.instructions().stream()).toList();
    }

    /** What runs once, and does not depend on which lanes are taken. */
    private static List<Instruction> ofAllLanes(RowKernel kernel) {
        List<Instruction> found = new ArrayList<>();
        Set<Place> targets = new HashSet<>();
        for (Instruction instruction : kernel.constants()) {
            if (instruction.target().shape() != TileShape.LANES && targets.containsAll(instruction.sources())) {
                found.add(instruction);
                targets.add(instruction.target());
            }
        }
        return found;
    }

    private void constants(RowKernel kernel, List<Instruction> constants) {
        new RowInstructions(code, kernel).print(constants, new VectorOrder(), Optional.empty());
        // Of several sections each begins with a barrier.
        boolean isOneLoop = kernel.parts().count() == 1;
        boolean waits = isOneLoop && VectorOrder.mustWait(constants, tileInstructions(kernel));
        if (waits || kernel.broadcast().isPresent() && !constants.isEmpty()) {
            barrier();
        }
    }

    private void rows(RowKernel kernel) {
        rows(kernel, () -> constants(kernel, kernel.constants()));
    }

    /** All rows of the core, with what they share; first what runs once for them. */
    private void rows(RowKernel kernel, Runnable constants) {
        RowInstructions instructions = new RowInstructions(code, kernel);
        if (!kernel.shared().isEmpty()) {
            copies.load("shares", "shared", kernel.shared());
            kernel.places(Region.SHARED)
                    .forEach(place ->
                            copies.view("shared", kernel.shared(), place, instructions.name(place, Optional.empty())));
        }
        constants.run();
        code.line("int32_t rows;");
        if (kernel.items().isPresent()) {
            new ItemPrinter(code, kernel, section -> section(kernel, section, instructions)).print();
        } else if (kernel.hasBlocksInParts()) {
            blocksInParts(kernel, instructions);
        } else if (kernel.block().isPresent()) {
            blocks(kernel, instructions);
        } else {
            code.open("for (int64_t row = begin; row < end; row += rows)");
            declareRows(kernel, "end - row");
            sections(kernel, kernel.sections(), instructions);
            code.close();
        }
        if (!kernel.shared().isEmpty()) {
            code.line("shares.FreeTensor(shared);");
        }
    }

    /** What happens before the rows of each block, to them, and after them. */
    private void blocks(RowKernel kernel, RowInstructions instructions) {
        code.open("for (int64_t item = begin; item < end; item++)");
        code.line("const int64_t last = gk_dim_min(height, (item + 1) * block);");
        section(kernel, kernel.sections().get(0), instructions);
        code.open("for (int64_t row = item * block; row < last; row += rows)");
        declareRows(kernel, "last - row");
        section(kernel, kernel.sections().get(1), instructions);
        code.close();
        code.block();
        code.line("const int64_t row = item;");
        section(kernel, kernel.sections().get(2), instructions);
        code.close();
        code.close();
    }

    /** First what the rows of a block have one element of, for some rows at a time; then, for each part of the lanes, all of them. */
    private void blocksInParts(RowKernel kernel, RowInstructions instructions) {
        int first = kernel.sections().size() - 3;
        code.line("int32_t at;");
        code.open("for (int64_t item = begin; item < end; item++)");
        code.line("const int64_t last = gk_dim_min(height, (item + 1) * block);");
        openBlock(kernel);
        sections(kernel, kernel.sections().subList(0, first), instructions);
        code.close();
        openParts(kernel);
        section(kernel, kernel.sections().get(first), instructions);
        openBlock(kernel);
        section(kernel, kernel.sections().get(first + 1), instructions);
        code.close();
        code.block();
        code.line("const int64_t row = item;");
        section(kernel, kernel.sections().get(first + 2), instructions);
        code.close();
        code.close();
        code.close();
    }

    private void openBlock(RowKernel kernel) {
        code.line("at = 0;");
        code.open("for (int64_t row = item * block; row < last; row += rows, at += rows)");
        declareRows(kernel, "last - row");
    }

    private void openParts(RowKernel kernel) {
        if (kernel.isReversed()) {
            code.open("for (int64_t lane = (width - 1) / part * part; lane >= 0; lane -= part)");
        } else {
            code.open("for (int64_t lane = 0; lane < width; lane += part)");
        }
        code.line("const int32_t lanes = (int32_t) gk_dim_min(part, width - lane);");
    }

    private void sections(RowKernel kernel, List<Section> sections, RowInstructions instructions) {
        for (Section section : sections) {
            if (section.repeats()) {
                openParts(kernel);
                section(kernel, section, instructions);
                code.close();
            } else if (kernel.sections().size() == 1) {
                section(kernel, section, instructions);
            } else if (!section.instructions().isEmpty()) {
                code.block();
                section(kernel, section, instructions);
                code.close();
            }
        }
    }

    /** The rows of a tile, which are all of the innermost loop over rows. */
    private void declareRows(RowKernel kernel, String left) {
        int last = kernel.outer().size() - 1;
        String limit = left;
        if (last > 0) {
            declareIndices(code, "row", kernel.outer(), 0);
            limit = "gk_dim_min(" + left + ", "
                    + AscendTypes.whole(kernel.outer().get(last)) + " - "
                    + Indices.of(last).name() + ")";
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

    private void section(RowKernel kernel, Section section, RowInstructions instructions) {
        Optional<Section> own = Optional.of(section);
        for (Section prelude : section.preludes()) {
            code.block();
            section(kernel, prelude, instructions);
            copies.await("V_S");
            code.close();
        }
        if (!section.indices().isEmpty()) {
            copies.loadIndices(section.indices());
        }
        if (!section.loads().isEmpty()) {
            copies.load(
                    "loads", "loaded", section.loads(), load -> instructions.name(section.computedIndices(load), own));
            section.places(Region.LOADED)
                    .forEach(place -> copies.view("loaded", section.loads(), place, instructions.name(place, own)));
            kernel.broadcast().ifPresent(broadcast -> spread(section, broadcast, instructions));
        }
        if (!section.stores().isEmpty()) {
            code.line("AscendC::LocalTensor<uint8_t> stored = stores.AllocTensor<uint8_t>();");
            section.places(Region.STORED)
                    .forEach(place -> copies.view("stored", section.stores(), place, instructions.name(place, own)));
        }
        VectorOrder order = new VectorOrder();
        if (kernel.parts().count() == 1) {
            order.beginLoop(section.instructions());
        } else {
            barrier();
        }
        instructions.print(section.instructions(), order, own);
        if (!section.loads().isEmpty()) {
            code.line("loads.FreeTensor(loaded);");
        }
        if (!section.indices().isEmpty()) {
            code.line("indices.FreeTensor(index);");
        }
        if (!section.stores().isEmpty()) {
            copies.store(section.stores());
        }
    }

    /** Makes tiles of what the call says the shapes of. */
    private void spread(Section section, Broadcast broadcast, RowInstructions instructions) {
        Map<Integer, Place> tiles = new LinkedHashMap<>();
        for (Place place : section.places(Region.LOADED)) {
            boolean isBits = place.dtype() != section.loads().get(place.index()).dtype();
            // Rather the tensor of its elements than one of their bits.
            tiles.merge(place.index(), place, (one, other) -> isBits ? one : other);
        }
        for (Place place : tiles.values()) {
            Transfer load = section.loads().get(place.index());
            String elements = AscendTypes.element(load.dtype());
            String name = instructions.name(place, Optional.of(section));
            broadcasts.spread(
                    load,
                    place.dtype() == load.dtype() ? name : name + ".ReinterpretCast<" + elements + ">()",
                    RowCopies.column("loaded", section.loads(), place.index()),
                    instructions.name(broadcast.blocks(), Optional.empty()),
                    broadcast
                            .halves()
                            .map(halves -> instructions.name(halves, Optional.empty()))
                            .orElse(""));
        }
    }

    private void barrier() {
        code.line("AscendC::PipeBarrier<PIPE_V>();");
    }
}
