package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
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
            parts(kernel);
        }
    }

    /** Part after part of the lanes, after what runs once for all of them. */
    private void parts(RowKernel kernel) {
        VectorOrder order = new VectorOrder();
        List<Instruction> ofAll = ofAllLanes(kernel);
        constants(kernel, ofAll, order);
        List<Instruction> ofPart = new ArrayList<>(kernel.constants());
        ofPart.removeAll(ofAll);
        List<RowFlow> body = new ArrayList<>(RowLoops.of(code, kernel));
        body.add(0, new RowFlow.Straight(ofPart));
        if (ofPart.isEmpty() ? RowFlow.beginLoop(body, order) : RowFlow.mustWait(order, body)) {
            barrier();
        }
        code.open("for (int64_t lane = cut * part; lane < width; lane += cuts * part)");
        code.line("const int32_t lanes = (int32_t) gk_dim_min(part, width - lane);");
        rows(kernel, order, () -> {
            if (!ofPart.isEmpty()) {
                // A core without rows comes here again at once.
                code.open("if (lane > cut * part)");
                barrier();
                code.close();
            }
            constants(kernel, ofPart, order);
        });
        code.close();
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

    private void constants(RowKernel kernel, List<Instruction> constants, VectorOrder order) {
        new RowInstructions(code, kernel).print(constants, order, Optional.empty());
        if (kernel.broadcast().isPresent() && !constants.isEmpty()) {
            barrier();
            order.finish();
        }
    }

    private void rows(RowKernel kernel) {
        VectorOrder order = new VectorOrder();
        rows(kernel, order, () -> constants(kernel, kernel.constants(), order));
    }

    /** All rows of the core, with what they share; first what runs once for them. */
    private void rows(RowKernel kernel, VectorOrder order, Runnable constants) {
        RowInstructions instructions = new RowInstructions(code, kernel);
        if (!kernel.shared().isEmpty()) {
            copies.load("shares", "shared", kernel.shared());
            kernel.places(Region.SHARED)
                    .forEach(place ->
                            copies.view("shared", kernel.shared(), place, instructions.name(place, Optional.empty())));
        }
        constants.run();
        code.line("int32_t rows;");
        if (kernel.hasBlocksInParts()) {
            code.line("int32_t at;");
        }
        RowLoops.of(code, kernel).forEach(loop -> print(kernel, loop, order, instructions));
        if (!kernel.shared().isEmpty()) {
            code.line("shares.FreeTensor(shared);");
        }
    }

    private void print(RowKernel kernel, RowFlow flow, VectorOrder order, RowInstructions instructions) {
        if (flow instanceof RowFlow.Tile tile) {
            section(kernel, tile.section(), order, instructions);
        } else if (flow instanceof RowFlow.Nest nest) {
            nest.pass(
                    order,
                    waits -> {
                        if (waits) {
                            barrier();
                        }
                        nest.head().run();
                    },
                    () -> nest.body().forEach(each -> print(kernel, each, order, instructions)));
            code.close();
        }
    }

    private void section(RowKernel kernel, Section section, VectorOrder order, RowInstructions instructions) {
        Optional<Section> own = Optional.of(section);
        for (Section prelude : section.preludes()) {
            code.block();
            section(kernel, prelude, order, instructions);
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
        order.beginTile();
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
