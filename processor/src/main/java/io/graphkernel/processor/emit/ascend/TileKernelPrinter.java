package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.ValueShape;
import io.graphkernel.processor.lower.tile.memory.TileMemoryLayout;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Printer of flat tile kernels. Loads and stores have one double-buffered queue each, so that their number does not
 * depend on the number of operands; all other values share one buffer.
 */
final class TileKernelPrinter {

    private final CodeWriter code;
    private final TileKernel tiles;
    private final TileMemoryLayout memory;
    private final PipeBarrierInsertion barriers = new PipeBarrierInsertion();
    private final InstructionPrinter instructions;

    TileKernelPrinter(CodeWriter code, TileKernel tiles) {
        this.code = code;
        this.tiles = tiles;
        this.memory = TileMemoryLayout.of(tiles);
        this.instructions = new InstructionPrinter(code);
    }

    /** Prints the function and an empty line. */
    void print(ScheduledKernel kernel) {
        RooflineComment.print(code, tiles, memory);
        KernelSignaturePrinter.begin(code, tiles.name(), kernel, tiles.origin());
        tiles.numbers().forEach(declaration -> KernelSignaturePrinter.declare(code, declaration));
        code.line("const int64_t elements = %s;", AscendTypes.integer(tiles.elements()));
        CorePartition.declareCores(code, tiles.stores());
        code.line("const int64_t share = (elements + blocks - 1) / blocks;");
        // Two tiles per core, so that copies overlap with computation.
        code.line(
                "const int64_t preferred = gk_dim_max((share + 1) / 2, gk_dim_min(share, %d));",
                memory.plan().minCopyElements());
        code.line(
                "const int64_t tile = gk_dim_min(%d, (preferred + %d) / %d * %d);",
                memory.tile(),
                memory.plan().grainElements() - 1,
                memory.plan().grainElements(),
                memory.plan().grainElements());
        Stream.concat(tiles.loads().stream(), tiles.stores().stream())
                .forEach(transfer -> KernelSignaturePrinter.declare(code, transfer));
        declareMemory();
        views(LocalRegion.TEMPORARY, LocalRegion.WIDE, LocalRegion.MASK, LocalRegion.CONSTANT);
        for (Instruction fill : tiles.constants()) {
            if (barriers.needsBarrier(fill)) {
                barrier();
            }
            instruction(fill, String.valueOf(memory.tile()));
        }
        if (RowProgram.beginLoop(List.of(new RowProgram.StraightLine(tiles.instructions())), barriers)) {
            barrier();
        }
        code.line("const int64_t end = AscendC::GetBlockIdx() < blocks ? elements : 0;");
        code.open("for (int64_t first = AscendC::GetBlockIdx() * tile; first < end; first += blocks * tile)");
        code.line("const int32_t count = (int32_t) gk_dim_min(tile, elements - first);");
        load();
        compute();
        store();
        code.close();
        code.close().blank();
    }

    private void declareMemory() {
        code.line("AscendC::TPipe pipe;");
        code.line("gk_edge edge(pipe);");
        if (!tiles.loads().isEmpty()) {
            code.line("AscendC::TQue<AscendC::TPosition::VECIN, 1> loads;");
            code.line(
                    "pipe.InitBuffer(loads, %d, %d);",
                    AscendModel.DEFAULT.memory().buffers(), memory.loadedBytes());
        }
        code.line("AscendC::TQue<AscendC::TPosition::VECOUT, 1> stores;");
        code.line(
                "pipe.InitBuffer(stores, %d, %d);", AscendModel.DEFAULT.memory().buffers(), memory.storedBytes());
        if (memory.workBytes() > 0) {
            code.line("AscendC::TBuf<AscendC::TPosition::VECCALC> work;");
            code.line("pipe.InitBuffer(work, %d);", memory.workBytes());
        }
    }

    private void load() {
        if (tiles.loads().isEmpty()) {
            return;
        }
        code.line("AscendC::LocalTensor<uint8_t> loaded = loads.AllocTensor<uint8_t>();");
        for (int i = 0; i < tiles.loads().size(); i++) {
            Transfer load = tiles.loads().get(i);
            code.line(
                    "gk_load(%s, %s[first], count);%s",
                    view(new LocalBuffer(LocalRegion.LOADED, i, load.dtype(), ValueShape.TILE)),
                    load.name(),
                    InstructionPrinter.comment(load.origin()));
        }
        code.line("loads.EnQue(loaded);");
        code.line("loaded = loads.DeQue<uint8_t>();");
        views(LocalRegion.LOADED);
    }

    private void compute() {
        code.line("AscendC::LocalTensor<uint8_t> stored = stores.AllocTensor<uint8_t>();");
        views(LocalRegion.STORED);
        barriers.beginTile();
        for (Instruction instruction : tiles.instructions()) {
            if (barriers.needsBarrier(instruction)) {
                barrier();
            }
            instruction(instruction, "count");
        }
        if (!tiles.loads().isEmpty()) {
            code.line("loads.FreeTensor(loaded);");
        }
    }

    private void store() {
        code.line("stores.EnQue(stored);");
        code.line("stored = stores.DeQue<uint8_t>();");
        for (int i = 0; i < tiles.stores().size(); i++) {
            Transfer store = tiles.stores().get(i);
            LocalBuffer buffer = new LocalBuffer(LocalRegion.STORED, i, store.dtype(), ValueShape.TILE);
            code.line(
                    "gk_store(edge, %s[first], %s, count);%s",
                    store.name(), view(buffer), InstructionPrinter.comment(store.origin()));
        }
        code.line("stores.FreeTensor(stored);");
    }

    private void barrier() {
        code.line("AscendC::PipeBarrier<PIPE_V>();");
    }

    /** Declares the tensors of the buffers that instructions use. */
    private void views(LocalRegion... regions) {
        Set<LocalBuffer> used = new LinkedHashSet<>();
        for (LocalRegion region : regions) {
            Stream.concat(tiles.constants().stream(), tiles.instructions().stream())
                    .flatMap(instruction ->
                            Stream.concat(Stream.of(instruction.target()), instruction.sources().stream()))
                    .filter(buffer -> buffer.region() == region)
                    .forEach(used::add);
        }
        used.forEach(buffer -> code.line(
                "AscendC::LocalTensor<%s> %s = %s;", AscendTypes.element(buffer.dtype()), name(buffer), view(buffer)));
    }

    /** Returns a buffer as a tensor of its dtype. */
    private String view(LocalBuffer buffer) {
        String type = AscendTypes.element(buffer.dtype());
        return switch (buffer.region()) {
            case LOADED, SHARED -> subscript("loaded", before(tiles.loads(), buffer.index()), type);
            case STORED -> subscript("stored", before(tiles.stores(), buffer.index()), type);
            case TEMPORARY, WIDE, CONSTANT -> work(buffer, type, memory.tile());
            case MASK -> work(buffer, type, memory.tile() / Byte.SIZE);
        };
    }

    private static String subscript(String tensor, int byteOffset, String type) {
        return tensor + "[" + byteOffset + "].ReinterpretCast<" + type + ">()";
    }

    private String work(LocalBuffer buffer, String type, int elements) {
        return "work.GetWithOffset<" + type + ">(" + elements + ", " + memory.offset(buffer.region(), buffer.index())
                + ")";
    }

    /** Returns the offset of a copy in a queue's buffer, in bytes. */
    private int before(List<Transfer> transfers, int index) {
        return memory.tile()
                * transfers.subList(0, index).stream()
                        .mapToInt(transfer -> transfer.dtype().byteSize())
                        .sum();
    }

    private String name(LocalBuffer buffer) {
        return switch (buffer.region()) {
            case LOADED, SHARED ->
                named("l" + tiles.loads().get(buffer.index()).name().substring(1), buffer, tiles.loads());
            case STORED -> named("s" + tiles.stores().get(buffer.index()).name().substring(1), buffer, tiles.stores());
            case TEMPORARY -> named("t" + buffer.index(), buffer, DataType.F32);
            case WIDE -> named("w" + buffer.index(), buffer, DataType.I64);
            case MASK -> "m" + buffer.index();
            case CONSTANT ->
                named(
                        "c" + buffer.index(),
                        buffer,
                        tiles.constants().get(buffer.index()).target().dtype());
        };
    }

    private static String named(String name, LocalBuffer buffer, List<Transfer> transfers) {
        return named(name, buffer, transfers.get(buffer.index()).dtype());
    }

    private static String named(String name, LocalBuffer buffer, DataType usual) {
        return buffer.dtype() == usual ? name : name + "_" + buffer.dtype();
    }

    private void instruction(Instruction instruction, String count) {
        instructions.print(instruction, this::name, count);
    }
}
