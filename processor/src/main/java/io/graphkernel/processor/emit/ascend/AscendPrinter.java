package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import io.graphkernel.processor.schedule.Kernel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Prints a kernel: a queue for what is loaded and one for what is stored, each with two buffers that hold all parts of a tile
 * one after the other, so that their number does not depend on that of the operands; and one buffer for all else.
 */
final class AscendPrinter {

    private final CodeWriter code;
    private final TileKernel tiles;
    private final UnifiedBuffer memory;
    private final VectorOrder order = new VectorOrder();
    private final InstructionPrinter instructions;

    AscendPrinter(CodeWriter code, TileKernel tiles) {
        this.code = code;
        this.tiles = tiles;
        this.memory = UnifiedBuffer.of(tiles);
        this.instructions = new InstructionPrinter(code);
    }

    /** Prints the function and an empty line. */
    void print(Kernel kernel) {
        TileTable.print(code, tiles, memory);
        KernelArguments.begin(code, tiles.name(), kernel, tiles.origin());
        tiles.numbers().forEach(let -> KernelArguments.declare(code, let));
        code.line("const int64_t elements = %s;", AscendTypes.whole(tiles.elements()));
        CoreShares.declareCores(code, tiles.stores());
        code.line("const int64_t share = (elements + blocks - 1) / blocks;");
        // Two tiles for each core, so that the copies of one run while the other one is computed.
        code.line("const int64_t wanted = gk_dim_max((share + 1) / 2, gk_dim_min(share, %d));", memory.least());
        code.line(
                "const int64_t tile = gk_dim_min(%d, (wanted + %d) / %d * %d);",
                memory.tile(), memory.granule() - 1, memory.granule(), memory.granule());
        Stream.concat(tiles.loads().stream(), tiles.stores().stream())
                .forEach(transfer -> KernelArguments.declare(code, transfer));
        declareMemory();
        views(Region.TEMPORARY, Region.WIDE, Region.MASK, Region.CONSTANT);
        for (Instruction fill : tiles.constants()) {
            if (order.mustWait(fill)) {
                barrier();
            }
            instruction(fill, String.valueOf(memory.tile()));
        }
        if (RowFlow.beginLoop(List.of(new RowFlow.Straight(tiles.instructions())), order)) {
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
            code.line("pipe.InitBuffer(loads, %d, %d);", UnifiedBuffer.BUFFERS, memory.loadedBytes());
        }
        code.line("AscendC::TQue<AscendC::TPosition::VECOUT, 1> stores;");
        code.line("pipe.InitBuffer(stores, %d, %d);", UnifiedBuffer.BUFFERS, memory.storedBytes());
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
                    view(new Place(Region.LOADED, i, load.dtype(), TileShape.TILE)),
                    load.name(),
                    InstructionPrinter.comment(load.origin()));
        }
        code.line("loads.EnQue(loaded);");
        code.line("loaded = loads.DeQue<uint8_t>();");
        views(Region.LOADED);
    }

    private void compute() {
        code.line("AscendC::LocalTensor<uint8_t> stored = stores.AllocTensor<uint8_t>();");
        views(Region.STORED);
        order.beginTile();
        for (Instruction instruction : tiles.instructions()) {
            if (order.mustWait(instruction)) {
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
            Place place = new Place(Region.STORED, i, store.dtype(), TileShape.TILE);
            code.line(
                    "gk_store(edge, %s[first], %s, count);%s",
                    store.name(), view(place), InstructionPrinter.comment(store.origin()));
        }
        code.line("stores.FreeTensor(stored);");
    }

    private void barrier() {
        code.line("AscendC::PipeBarrier<PIPE_V>();");
    }

    /** Declares the tensors of the places that instructions use. */
    private void views(Region... regions) {
        Set<Place> used = new LinkedHashSet<>();
        for (Region region : regions) {
            Stream.concat(tiles.constants().stream(), tiles.instructions().stream())
                    .flatMap(instruction ->
                            Stream.concat(Stream.of(instruction.target()), instruction.sources().stream()))
                    .filter(place -> place.region() == region)
                    .forEach(used::add);
        }
        used.forEach(place -> code.line(
                "AscendC::LocalTensor<%s> %s = %s;", AscendTypes.element(place.dtype()), name(place), view(place)));
    }

    /** A place as a tensor of its dtype. */
    private String view(Place place) {
        String type = AscendTypes.element(place.dtype());
        return switch (place.region()) {
            case LOADED, SHARED -> part("loaded", before(tiles.loads(), place.index()), type);
            case STORED -> part("stored", before(tiles.stores(), place.index()), type);
            case TEMPORARY, WIDE, CONSTANT -> work(place, type, memory.tile());
            case MASK -> work(place, type, memory.tile() / Byte.SIZE);
        };
    }

    private static String part(String tensor, int byteOffset, String type) {
        return tensor + "[" + byteOffset + "].ReinterpretCast<" + type + ">()";
    }

    private String work(Place place, String type, int elements) {
        return "work.GetWithOffset<" + type + ">(" + elements + ", " + memory.offset(place.region(), place.index())
                + ")";
    }

    /** The bytes of a buffer before one of its parts. */
    private int before(List<Transfer> transfers, int index) {
        return memory.tile()
                * transfers.subList(0, index).stream()
                        .mapToInt(transfer -> transfer.dtype().byteSize())
                        .sum();
    }

    private String name(Place place) {
        return switch (place.region()) {
            case LOADED, SHARED ->
                named("l" + tiles.loads().get(place.index()).name().substring(1), place, tiles.loads());
            case STORED -> named("s" + tiles.stores().get(place.index()).name().substring(1), place, tiles.stores());
            case TEMPORARY -> named("t" + place.index(), place, DType.F32);
            case WIDE -> named("w" + place.index(), place, DType.I64);
            case MASK -> "m" + place.index();
            case CONSTANT ->
                named(
                        "c" + place.index(),
                        place,
                        tiles.constants().get(place.index()).target().dtype());
        };
    }

    private static String named(String name, Place place, List<Transfer> transfers) {
        return named(name, place, transfers.get(place.index()).dtype());
    }

    private static String named(String name, Place place, DType usual) {
        return place.dtype() == usual ? name : name + "_" + place.dtype();
    }

    private void instruction(Instruction instruction, String count) {
        instructions.print(instruction, this::name, count);
    }
}
