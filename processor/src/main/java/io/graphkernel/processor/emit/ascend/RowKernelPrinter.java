package io.graphkernel.processor.emit.ascend;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Broadcast;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileLoweringResult.RowKernelVariants;
import io.graphkernel.processor.lower.tile.TileProgram.Section;
import io.graphkernel.processor.lower.tile.ValueShape;
import io.graphkernel.processor.lower.tile.memory.RowMemoryLayout;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Printer of row kernels. Each core processes adjacent rows, several at a time, and cores share the lanes of few long
 * rows. Tile sizes are computed by the kernel, since dims may be known only at the call.
 */
final class RowKernelPrinter {

    private final CodeWriter code;
    private final RowCopyPrinter copies;
    private final BroadcastPrinter broadcasts;

    RowKernelPrinter(CodeWriter code) {
        this.code = code;
        this.copies = new RowCopyPrinter(code);
        this.broadcasts = new BroadcastPrinter(code);
    }

    /** Prints the functions, each with an empty line after it. */
    void print(ScheduledKernel kernel, RowKernelVariants tiles) {
        function(kernel, tiles.first(), tiles.chunked());
        tiles.finish().ifPresent(finish -> function(kernel, finish, Optional.empty()));
    }

    private void function(ScheduledKernel kernel, RowKernel first, Optional<RowKernel> chunked) {
        if (first.broadcast().isPresent()) {
            KernelSignaturePrinter.beginInline(code, BroadcastPrinter.shared(first), kernel);
        } else {
            KernelSignaturePrinter.begin(code, first.name(), kernel, first.origin());
        }
        first.program().numbers().forEach(declaration -> KernelSignaturePrinter.declare(code, declaration));
        code.line(
                "const int64_t height = %s;",
                AscendTypes.integer(Dim.product(first.loops().outer())));
        code.line("const int64_t width = %s;", AscendTypes.integer(first.loops().lanes()));
        first.program().transfers().distinct().forEach(transfer -> KernelSignaturePrinter.declare(code, transfer));
        first.broadcast().ifPresent(broadcast -> broadcasts.declare(first, broadcast));
        first.loops()
                .items()
                .ifPresentOrElse(
                        items -> CorePartition.declareItems(code, first, items),
                        () -> CorePartition.declareRowShare(code, first));
        if (first.loops().items().isPresent() && chunked.isPresent()) {
            code.open(
                    "if (%s)",
                    RowTilePrinter.fitsItem(first, first.loops().items().get()));
            body(first);
            code.elseBlock();
            body(chunked.get());
            code.close();
        } else if (chunked.isEmpty()) {
            body(first);
        } else if (first.loops().lanes() instanceof Dim.Constant lanes) {
            body(new RowMemoryLayout(first).plan().rows(lanes.size()) > 0 ? first : chunked.get());
        } else {
            code.open("if (%s > 0)", RowTilePrinter.rows(new RowMemoryLayout(first).plan()));
            body(first);
            code.elseBlock();
            body(chunked.get());
            code.close();
        }
        code.close().blank();
        if (first.broadcast().isPresent()) {
            broadcasts.entries(kernel, first);
        }
    }

    private void body(RowKernel kernel) {
        new RowTilePrinter(code, kernel).declare();
        if (kernel.loops().items().map(Items::reducesLanes).orElse(false)) {
            rows(kernel);
        } else if (kernel.loops().items().isEmpty() && kernel.loops().isUnchunked()) {
            code.line("const int64_t lane = 0;");
            code.line("const int32_t lanes = (int32_t) width;");
            rows(kernel);
        } else if (kernel.loops().items().isEmpty()
                && kernel.program().sections().size() > 1
                && (kernel.loops().block().isEmpty() || kernel.hasBlocksInChunks())) {
            rows(kernel);
        } else {
            parts(kernel);
        }
    }

    /** Prints a loop over chunks of the lanes, after the instructions that run once. */
    private void parts(RowKernel kernel) {
        PipeBarrierInsertion barriers = new PipeBarrierInsertion();
        List<Instruction> ofAll = ofAllLanes(kernel);
        constants(kernel, ofAll, barriers);
        List<Instruction> ofPart = new ArrayList<>(kernel.program().constants());
        ofPart.removeAll(ofAll);
        List<RowProgram> body = new ArrayList<>(RowLoopBuilder.of(code, kernel));
        body.add(0, new RowProgram.StraightLine(ofPart));
        if (ofPart.isEmpty() ? RowProgram.beginLoop(body, barriers) : RowProgram.needsBarrier(barriers, body)) {
            barrier();
        }
        code.open("for (int64_t lane = cut * chunk; lane < width; lane += cuts * chunk)");
        code.line("const int32_t lanes = (int32_t) gk_dim_min(chunk, width - lane);");
        rows(kernel, barriers, () -> {
            if (!ofPart.isEmpty()) {
                // A core without rows starts the next chunk at once.
                code.open("if (lane > cut * chunk)");
                barrier();
                code.close();
            }
            constants(kernel, ofPart, barriers);
        });
        code.close();
    }

    /** Returns the instructions that run once and do not depend on the lanes. */
    private static List<Instruction> ofAllLanes(RowKernel kernel) {
        List<Instruction> found = new ArrayList<>();
        Set<LocalBuffer> targets = new HashSet<>();
        for (Instruction instruction : kernel.program().constants()) {
            if (instruction.target().shape() != ValueShape.LANES && targets.containsAll(instruction.sources())) {
                found.add(instruction);
                targets.add(instruction.target());
            }
        }
        return found;
    }

    private void constants(RowKernel kernel, List<Instruction> constants, PipeBarrierInsertion barriers) {
        new RowInstructionPrinter(code, kernel).print(constants, barriers, Optional.empty());
        if (kernel.broadcast().isPresent() && !constants.isEmpty()) {
            barrier();
            barriers.reset();
        }
    }

    private void rows(RowKernel kernel) {
        PipeBarrierInsertion barriers = new PipeBarrierInsertion();
        rows(kernel, barriers, () -> constants(kernel, kernel.program().constants(), barriers));
    }

    /** Prints all rows of a core, after the shared loads and the instructions that run once. */
    private void rows(RowKernel kernel, PipeBarrierInsertion barriers, Runnable constants) {
        RowInstructionPrinter instructions = new RowInstructionPrinter(code, kernel);
        if (!kernel.program().shared().isEmpty()) {
            copies.load("shares", "shared", kernel.program().shared());
            kernel.buffers(LocalRegion.SHARED)
                    .forEach(buffer -> copies.view(
                            "shared", kernel.program().shared(), buffer, instructions.name(buffer, Optional.empty())));
        }
        constants.run();
        code.line("int32_t rows;");
        if (kernel.hasBlocksInChunks()) {
            code.line("int32_t at;");
        }
        RowLoopBuilder.of(code, kernel).forEach(loop -> print(kernel, loop, barriers, instructions));
        if (!kernel.program().shared().isEmpty()) {
            code.line("shares.FreeTensor(shared);");
        }
    }

    private void print(
            RowKernel kernel, RowProgram program, PipeBarrierInsertion barriers, RowInstructionPrinter instructions) {
        if (program instanceof RowProgram.Tile tile) {
            section(kernel, tile.section(), barriers, instructions);
        } else if (program instanceof RowProgram.LoopNest nest) {
            nest.visit(
                    barriers,
                    waits -> {
                        if (waits) {
                            barrier();
                        }
                        nest.printHead().run();
                    },
                    () -> nest.body().forEach(step -> print(kernel, step, barriers, instructions)));
            code.close();
        }
    }

    private void section(
            RowKernel kernel, Section section, PipeBarrierInsertion barriers, RowInstructionPrinter instructions) {
        Optional<Section> own = Optional.of(section);
        for (Section prelude : section.preludes()) {
            code.block();
            section(kernel, prelude, barriers, instructions);
            copies.await("V_S");
            code.close();
        }
        if (!section.indices().isEmpty()) {
            copies.loadIndices(section.indices());
        }
        if (!section.loads().isEmpty()) {
            copies.load(
                    "loads", "loaded", section.loads(), load -> instructions.name(section.computedIndices(load), own));
            section.buffers(LocalRegion.LOADED)
                    .forEach(buffer -> copies.view("loaded", section.loads(), buffer, instructions.name(buffer, own)));
            kernel.broadcast().ifPresent(broadcast -> spread(section, broadcast, instructions));
        }
        if (!section.stores().isEmpty()) {
            code.line("AscendC::LocalTensor<uint8_t> stored = stores.AllocTensor<uint8_t>();");
            section.buffers(LocalRegion.STORED)
                    .forEach(buffer -> copies.view("stored", section.stores(), buffer, instructions.name(buffer, own)));
        }
        barriers.beginTile();
        instructions.print(section.instructions(), barriers, own);
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

    /** Prints the broadcast of operands with unranked shapes. */
    private void spread(Section section, Broadcast broadcast, RowInstructionPrinter instructions) {
        Map<Integer, LocalBuffer> tiles = new LinkedHashMap<>();
        for (LocalBuffer buffer : section.buffers(LocalRegion.LOADED)) {
            boolean isBits =
                    buffer.dtype() != section.loads().get(buffer.index()).dtype();
            // Prefers the tensor of the elements to a reinterpretation.
            tiles.merge(buffer.index(), buffer, (first, second) -> isBits ? first : second);
        }
        for (LocalBuffer buffer : tiles.values()) {
            Transfer load = section.loads().get(buffer.index());
            String elements = AscendTypes.element(load.dtype());
            String name = instructions.name(buffer, Optional.of(section));
            broadcasts.spread(
                    load,
                    buffer.dtype() == load.dtype() ? name : name + ".ReinterpretCast<" + elements + ">()",
                    RowCopyPrinter.column("loaded", section.loads(), buffer.index()),
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
