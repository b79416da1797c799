package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prints a kernel: a queue for what is loaded and one for what is stored, each with two buffers that hold all parts of a tile
 * one after the other, so that their number does not depend on that of the operands; and one buffer for all else.
 */
final class AscendPrinter {

    /** A unit of the unified buffer: copies within it take whole ones. */
    private static final int BLOCK_BYTES = 32;

    private final CodeWriter code;
    private final TileKernel tiles;
    private final UnifiedBuffer memory;
    private final VectorOrder order = new VectorOrder();

    AscendPrinter(CodeWriter code, TileKernel tiles) {
        this.code = code;
        this.tiles = tiles;
        this.memory = UnifiedBuffer.of(tiles);
    }

    /** Prints the function and an empty line. */
    void print(Kernel kernel) {
        TileTable.print(code, tiles, memory);
        code.open("extern \"C\" __global__ __aicore__ void %s(%s)", tiles.name(), parameters(kernel));
        code.line("KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);%s", comment(tiles.origin()));
        tiles.numbers().forEach(this::declare);
        code.line("const int64_t elements = %s;", AscendTypes.whole(tiles.elements()));
        code.line("const int64_t blocks = AscendC::GetBlockNum();");
        code.line("const int64_t share = (elements + blocks - 1) / blocks;");
        // Two tiles for each core, so that the copies of one run while the other one is computed.
        code.line("const int64_t wanted = gk_dim_max((share + 1) / 2, gk_dim_min(share, %d));", memory.least());
        code.line(
                "const int64_t tile = gk_dim_min(%d, (wanted + %d) / %d * %d);",
                memory.tile(), memory.granule() - 1, memory.granule(), memory.granule());
        Stream.concat(tiles.loads().stream(), tiles.stores().stream()).forEach(this::declareGlobal);
        declareMemory();
        views(Region.TEMPORARY, Region.CONSTANT);
        tiles.constants().forEach(fill -> instruction(fill, String.valueOf(memory.tile())));
        if (!tiles.constants().isEmpty()) {
            barrier();
        }
        code.open("for (int64_t first = AscendC::GetBlockIdx() * tile; first < elements; first += blocks * tile)");
        code.line("const int32_t count = (int32_t) gk_dim_min(tile, elements - first);");
        load();
        compute();
        store();
        code.close();
        code.close().blank();
    }

    /** All have 8 bytes, so that the layout of the block of arguments can never differ. */
    private static String parameters(Kernel kernel) {
        Set<Integer> addresses = Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                .map(Buffer::slot)
                .collect(Collectors.toSet());
        return IntStream.range(0, kernel.layout().slots())
                .mapToObj(slot -> (addresses.contains(slot) ? "GM_ADDR" : "int64_t") + " slot" + slot)
                .collect(Collectors.joining(", "));
    }

    private void declare(Statement.Let let) {
        boolean isValue = let.variable().type() instanceof Type.Value;
        DType dtype = isValue ? ((Type.Value) let.variable().type()).dtype().computed() : DType.I64;
        String type = isValue ? AscendTypes.element(dtype) : "int64_t";
        String value = isValue ? AscendTypes.number(let.value(), dtype) : AscendTypes.whole(let.value());
        code.line("const %s %s = %s;", type, let.variable().name(), value);
    }

    private void declareGlobal(Transfer transfer) {
        String type = AscendTypes.element(transfer.dtype());
        String offset =
                transfer.offset().equals(Code.size(Dim.ZERO)) ? "" : " + " + AscendTypes.whole(transfer.offset());
        code.line("AscendC::GlobalTensor<%s> %s;", type, transfer.name());
        code.line("%s.SetGlobalBuffer((__gm__ %s *) slot%d%s);", transfer.name(), type, transfer.slot(), offset);
    }

    private void declareMemory() {
        code.line("AscendC::TPipe pipe;");
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
            String type = AscendTypes.element(load.dtype());
            code.line(
                    "AscendC::DataCopyPad(%s, %s[first], %s, AscendC::DataCopyPadExtParams<%s>{false, 0, 0, (%s) 0});%s",
                    view(new Place(Region.LOADED, i, load.dtype())),
                    load.name(),
                    bytes(load),
                    type,
                    type,
                    comment(load.origin()));
        }
        code.line("loads.EnQue(loaded);");
        code.line("loaded = loads.DeQue<uint8_t>();");
        views(Region.LOADED);
    }

    private void compute() {
        code.line("AscendC::LocalTensor<uint8_t> stored = stores.AllocTensor<uint8_t>();");
        views(Region.STORED);
        order.beginLoop(tiles.instructions());
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
            Place place = new Place(Region.STORED, i, store.dtype());
            code.line(
                    "AscendC::DataCopyPad(%s[first], %s, %s);%s",
                    store.name(), name(place), bytes(store), comment(store.origin()));
        }
        code.line("stores.FreeTensor(stored);");
    }

    private static String bytes(Transfer transfer) {
        return "AscendC::DataCopyExtParams{1, (uint32_t) count * "
                + transfer.dtype().byteSize() + ", 0, 0, 0}";
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
            case LOADED -> part("loaded", before(tiles.loads(), place.index()), type);
            case STORED -> part("stored", before(tiles.stores(), place.index()), type);
            case TEMPORARY -> work(place.index(), type);
            case CONSTANT -> work(tiles.temporaries() + place.index(), type);
        };
    }

    private static String part(String tensor, int byteOffset, String type) {
        return tensor + "[" + byteOffset + "].ReinterpretCast<" + type + ">()";
    }

    private String work(int index, String type) {
        int offset = index * memory.tile() * TileKernel.VALUE_BYTES;
        return "work.GetWithOffset<" + type + ">(" + memory.tile() + ", " + offset + ")";
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
            case LOADED -> "l" + tiles.loads().get(place.index()).name().substring(1);
            case STORED -> "s" + tiles.stores().get(place.index()).name().substring(1);
            case TEMPORARY -> "t" + place.index() + (place.dtype() == DType.F32 ? "" : "_" + place.dtype());
            case CONSTANT -> "c" + place.index();
        };
    }

    private void instruction(Instruction instruction, String count) {
        List<String> operands = new ArrayList<>();
        operands.add(name(instruction.target()));
        instruction.sources().forEach(source -> operands.add(name(source)));
        DType dtype = instruction.target().dtype();
        instruction
                .number()
                .map(number -> instruction.operation() == Operation.SUBTRACT_NUMBER
                        ? AscendTypes.negative(number, dtype)
                        : AscendTypes.number(number, dtype))
                .ifPresent(operands::add);
        rounding(instruction).ifPresent(mode -> operands.add("AscendC::RoundMode::" + mode));
        operands.add(instruction.operation() == Operation.COPY ? wholeBlocks(count, dtype) : count);
        String function = switch (instruction.operation()) {
            case ADD -> "Add";
            case SUBTRACT -> "Sub";
            case MULTIPLY -> "Mul";
            case DIVIDE -> "Div";
            case MAXIMUM -> "Max";
            case MINIMUM -> "Min";
            case ADD_NUMBER, SUBTRACT_NUMBER -> "Adds";
            case MULTIPLY_BY_NUMBER -> "Muls";
            case MAXIMUM_WITH_NUMBER -> "Maxs";
            case MINIMUM_WITH_NUMBER -> "Mins";
            case EXPONENTIAL -> "Exp";
            case LOGARITHM -> "Ln";
            case SQUARE_ROOT -> "Sqrt";
            case ABSOLUTE -> "Abs";
            case FILL -> "Duplicate";
            case COPY -> "DataCopy";
            case CONVERT, ROUND_TO_EVEN, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO -> "Cast";
        };
        code.line("AscendC::%s(%s);%s", function, String.join(", ", operands), comment(instruction.origin()));
    }

    /** The line of the Java file, which a report of the chip or of its model leads to by that of the source. */
    private static String comment(Origin origin) {
        return origin.line() == 0 ? "" : " // " + origin;
    }

    private static String wholeBlocks(String count, DType dtype) {
        int unit = BLOCK_BYTES / dtype.byteSize();
        return "(" + count + " + " + (unit - 1) + ") / " + unit + " * " + unit;
    }

    /** How a Cast rounds. {@code CAST_NONE} rounds to nearest even; to bf16 that mode is called {@code CAST_RINT}. */
    private static Optional<String> rounding(Instruction instruction) {
        return switch (instruction.operation()) {
            case CONVERT -> Optional.of(instruction.target().dtype() == DType.BF16 ? "CAST_RINT" : "CAST_NONE");
            case ROUND_TO_EVEN -> Optional.of("CAST_RINT");
            case ROUND_DOWN -> Optional.of("CAST_FLOOR");
            case ROUND_UP -> Optional.of("CAST_CEIL");
            case ROUND_TO_ZERO -> Optional.of("CAST_TRUNC");
            default -> Optional.empty();
        };
    }
}
