package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import io.graphkernel.processor.lower.tile.RowTiles;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prints a kernel over rows. Each core takes neighbouring rows, some at a time; cores share the lanes of few long rows. How
 * many rows and lanes that are depends on dims that the kernel may know only at the call.
 */
final class RowPrinter {

    /** Rows of which a part of the lanes is taken at least, so that what all rows share is read for several. */
    private static final int LEAST_ROWS = 8;

    /** Cores share the lanes of a row in multiples of so many. */
    private static final int SHARED_LANES = 256;

    private final CodeWriter code;

    RowPrinter(CodeWriter code) {
        this.code = code;
    }

    /** Whether the unified buffer has room for the parts of some rows. */
    static boolean fits(RowTiles tiles) {
        return fits(tiles.first(), tiles.longRows())
                && tiles.finish().stream().allMatch(finish -> fits(finish, Optional.empty()));
    }

    private static boolean fits(RowKernel first, Optional<RowKernel> longRows) {
        if (first.whole() && longRows.isEmpty()) {
            return new RowMemory(first).rows(((Dim.Constant) first.lanes()).size()) > 0;
        }
        return new RowMemory(longRows.orElse(first)).rows(RowMemory.LANES) >= LEAST_ROWS;
    }

    /** Prints the functions, with an empty line after each. */
    void print(Kernel kernel, RowTiles tiles) {
        function(kernel, tiles.first(), tiles.longRows());
        tiles.finish().ifPresent(finish -> function(kernel, finish, Optional.empty()));
    }

    private void function(Kernel kernel, RowKernel first, Optional<RowKernel> longRows) {
        KernelArguments.begin(code, first.name(), kernel, first.origin());
        first.numbers().forEach(let -> KernelArguments.declare(code, let));
        code.line("const int64_t height = %s;", whole(Dim.product(first.outer())));
        code.line("const int64_t width = %s;", whole(first.lanes()));
        first.transfers().distinct().forEach(transfer -> KernelArguments.declare(code, transfer));
        CoreShares.declareRows(code, first);
        if (longRows.isEmpty()) {
            body(first);
        } else if (first.lanes() instanceof Dim.Constant lanes) {
            body(new RowMemory(first).rows(lanes.size()) > 0 ? first : longRows.get());
        } else {
            code.open("if (%s > 0)", rows(new RowMemory(first)));
            body(first);
            code.otherwise();
            body(longRows.get());
            code.close();
        }
        code.close().blank();
    }

    /** How many rows of the width fit into the unified buffer; not more than 0 if none does. */
    private static String rows(RowMemory memory) {
        return "(gk_pitch(width, %d) > %d ? 0 : %s)"
                .formatted(memory.unit(), RowMemory.MOST_LANES, rows(memory, "gk_pitch(width, " + memory.unit() + ")"));
    }

    private static String rows(RowMemory memory, String pitch) {
        RowMemory.Bits all = memory.all();
        return "(%d - %s * %d) / (%s * %d + %d)"
                .formatted(memory.free(), pitch, all.pitch(), pitch, all.tile(), all.rows());
    }

    private static String whole(Dim dim) {
        return AscendTypes.whole(Code.size(dim));
    }

    private void body(RowKernel kernel) {
        RowMemory memory = new RowMemory(kernel);
        declareTile(kernel, memory);
        declareMemory(kernel, memory);
        if (kernel.whole()) {
            code.line("const int64_t lane = 0;");
            code.line("const int32_t lanes = (int32_t) width;");
            rows(kernel);
        } else if (kernel.sections().size() > 1 && kernel.block().isEmpty()) {
            rows(kernel);
        } else {
            code.open("for (int64_t lane = cut * part; lane < width; lane += cuts * part)");
            code.line("const int32_t lanes = (int32_t) gk_dim_min(part, width - lane);");
            rows(kernel);
            code.close();
        }
    }

    /** How many rows and lanes a tile has, and what that takes. */
    private void declareTile(RowKernel kernel, RowMemory memory) {
        RowMemory.Bits all = memory.all();
        if (kernel.whole()) {
            code.line("const int32_t pitch = (int32_t) gk_pitch(width, %d);", memory.unit());
        } else {
            code.line("const int64_t least = gk_dim_max(1, gk_dim_min(height, %d));", LEAST_ROWS);
            code.line(
                    "const int64_t fitting = gk_dim_min(%d, (%d - least * %d) / (least * %d + %d) / %d * %d);",
                    RowMemory.MOST_LANES,
                    memory.free(),
                    all.rows(),
                    all.tile(),
                    all.pitch(),
                    RowMemory.LANES,
                    RowMemory.LANES);
            code.line(
                    "const int64_t part = gk_dim_min(fitting, ((width + cuts - 1) / cuts + %d) / %d * %d);",
                    SHARED_LANES - 1, SHARED_LANES, SHARED_LANES);
            code.line("const int32_t pitch = (int32_t) gk_pitch(gk_dim_min(part, width), %d);", memory.unit());
        }
        int narrowest = kernel.transfers()
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .min()
                .orElseThrow();
        // Two tiles for each core, so that the copies of one run while the other one is computed.
        code.line(
                "const int64_t wanted = gk_dim_max(1, gk_dim_max((%1$s + 1) / 2, gk_dim_min(%1$s, %2$d / pitch + 1)));",
                kernel.block().isPresent() ? "gk_dim_min(block, height)" : "share",
                UnifiedBuffer.COPY_BYTES / narrowest);
        code.line(
                "const int64_t most = gk_dim_min(wanted, gk_dim_min(%d, %s));",
                RowMemory.MOST_ROWS, rows(memory, "(int64_t) pitch"));
        code.line("const int32_t room = (int32_t) (most + 7) / 8 * 8;");
        code.line("const int32_t span = (pitch + 255) / 256 * 256;");
        code.line("const int32_t tile = ((int32_t) most * pitch + 255) / 256 * 256;");
    }

    private void declareMemory(RowKernel kernel, RowMemory memory) {
        code.line("AscendC::TPipe pipe;");
        queue("VECIN", "loads", UnifiedBuffer.BUFFERS, memory.loaded());
        queue("VECIN", "shares", 1, memory.shared());
        queue("VECOUT", "stores", UnifiedBuffer.BUFFERS, memory.stored());
        if (!memory.work().isNone()) {
            code.line("AscendC::TBuf<AscendC::TPosition::VECCALC> work;");
            code.line("pipe.InitBuffer(work, %s);", memory.work().bytes());
        }
        RowInstructions instructions = new RowInstructions(code, kernel);
        List<Place> places = new ArrayList<>(kernel.places(Region.TEMPORARY));
        places.addAll(kernel.places(Region.MASK));
        for (Place place : places) {
            String type = AscendTypes.element(place.dtype());
            code.line(
                    "AscendC::LocalTensor<%s> %s = work.GetWithOffset<%s>(%s, %s);",
                    type,
                    instructions.name(place, Optional.empty()),
                    type,
                    RowMemory.elements(place),
                    memory.offset(place).bytes());
        }
    }

    private void queue(String position, String name, int buffers, RowMemory.Bits bits) {
        if (!bits.isNone()) {
            code.line("AscendC::TQue<AscendC::TPosition::%s, 1> %s;", position, name);
            code.line("pipe.InitBuffer(%s, %d, %s);", name, buffers, bits.bytes());
        }
    }

    /** All rows of the core, with what they share. */
    private void rows(RowKernel kernel) {
        RowInstructions instructions = new RowInstructions(code, kernel);
        if (!kernel.shared().isEmpty()) {
            load("shares", "shared", kernel.shared());
            kernel.places(Region.SHARED)
                    .forEach(place ->
                            view("shared", kernel.shared(), place, instructions.name(place, Optional.empty())));
        }
        if (!kernel.constants().isEmpty()) {
            barrier();
            instructions.print(kernel.constants(), new VectorOrder(), Optional.empty());
            barrier();
        }
        code.line("int32_t rows;");
        if (kernel.block().isPresent()) {
            blocks(kernel, instructions);
        } else {
            tiles(kernel, instructions);
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

    private void tiles(RowKernel kernel, RowInstructions instructions) {
        code.open("for (int64_t row = begin; row < end; row += rows)");
        declareRows(kernel, "end - row");
        for (Section section : kernel.sections()) {
            if (section.repeats()) {
                code.open("for (int64_t lane = 0; lane < width; lane += part)");
                code.line("const int32_t lanes = (int32_t) gk_dim_min(part, width - lane);");
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
        code.close();
    }

    /** The rows of a tile, which are all of the innermost loop over rows. */
    private void declareRows(RowKernel kernel, String left) {
        int last = kernel.outer().size() - 1;
        String limit = left;
        if (last > 0) {
            String number = "row";
            for (int i = last; i >= 0; i--) {
                String extent = whole(kernel.outer().get(i));
                String index = i == 0 ? number : "(" + number + ") % (" + extent + ")";
                code.line("const int64_t %s = %s;", Indices.of(i).name(), index);
                number = "(" + number + ") / (" + extent + ")";
            }
            limit = "gk_dim_min(" + left + ", " + whole(kernel.outer().get(last)) + " - "
                    + Indices.of(last).name() + ")";
        }
        code.line("rows = (int32_t) gk_dim_min(most, %s);", limit);
        code.line("const int32_t count = rows * pitch;");
    }

    private void section(RowKernel kernel, Section section, RowInstructions instructions) {
        Optional<Section> own = Optional.of(section);
        if (!section.loads().isEmpty()) {
            load("loads", "loaded", section.loads());
            section.places(Region.LOADED)
                    .forEach(place -> view("loaded", section.loads(), place, instructions.name(place, own)));
        }
        if (!section.stores().isEmpty()) {
            code.line("AscendC::LocalTensor<uint8_t> stored = stores.AllocTensor<uint8_t>();");
            section.places(Region.STORED)
                    .forEach(place -> view("stored", section.stores(), place, instructions.name(place, own)));
        }
        VectorOrder order = new VectorOrder();
        if (kernel.sections().size() == 1) {
            order.beginLoop(section.instructions());
        } else {
            barrier();
        }
        instructions.print(section.instructions(), order, own);
        if (!section.loads().isEmpty()) {
            code.line("loads.FreeTensor(loaded);");
        }
        if (!section.stores().isEmpty()) {
            code.line("stores.EnQue(stored);");
            code.line("stored = stores.DeQue<uint8_t>();");
            for (int i = 0; i < section.stores().size(); i++) {
                Transfer store = section.stores().get(i);
                code.line(
                        "gk_store_rows(%s, %s, %s);%s",
                        global(store),
                        part("stored", section.stores(), i),
                        size(store),
                        InstructionPrinter.comment(store.origin()));
            }
            code.line("stores.FreeTensor(stored);");
        }
    }

    private void load(String queue, String tensor, List<Transfer> loads) {
        code.line("AscendC::LocalTensor<uint8_t> %s = %s.AllocTensor<uint8_t>();", tensor, queue);
        for (int i = 0; i < loads.size(); i++) {
            Transfer load = loads.get(i);
            code.line(
                    "gk_load_rows(%s, %s, %s);%s",
                    part(tensor, loads, i), global(load), size(load), InstructionPrinter.comment(load.origin()));
        }
        code.line("%s.EnQue(%s);", queue, tensor);
        code.line("%s = %s.DeQue<uint8_t>();", tensor, queue);
    }

    private void view(String tensor, List<Transfer> transfers, Place place, String name) {
        String type = AscendTypes.element(place.dtype());
        boolean isBits = place.dtype() != transfers.get(place.index()).dtype();
        code.line(
                "AscendC::LocalTensor<%s> %s = %s%s;",
                type, name, part(tensor, transfers, place.index()), isBits ? ".ReinterpretCast<" + type + ">()" : "");
    }

    /** The part of a buffer that a copy fills or empties. */
    private static String part(String tensor, List<Transfer> transfers, int index) {
        RowMemory.Bits before = RowMemory.of(transfers.subList(0, index));
        String type = AscendTypes.element(transfers.get(index).dtype());
        return "%s[%s].ReinterpretCast<%s>()".formatted(tensor, before.bytes(), type);
    }

    /** Where the elements of a tile begin in the memory of the device. */
    private static String global(Transfer transfer) {
        List<String> terms = new ArrayList<>();
        List<Dim> strides = transfer.strides();
        for (int i = 0; i < strides.size(); i++) {
            if (!strides.get(i).equals(Dim.ZERO)) {
                String index = strides.size() == 1 ? "row" : Indices.of(i).name();
                terms.add(strides.get(i).equals(Dim.ONE) ? index : index + " * (" + whole(strides.get(i)) + ")");
            }
        }
        if (transfer.shape() == TileShape.TILE || transfer.shape() == TileShape.LANES) {
            terms.add("lane");
        }
        return transfer.name() + "[" + (terms.isEmpty() ? "0" : String.join(" + ", terms)) + "]";
    }

    /** Rows, lanes, the pitch, and elements from one row to the next: what has one element of each row is one row. */
    private static String size(Transfer transfer) {
        return switch (transfer.shape()) {
            case TILE -> {
                List<Dim> strides = transfer.strides();
                yield "rows, lanes, pitch, " + whole(strides.get(strides.size() - 1));
            }
            case LANES -> "1, lanes, pitch, 0";
            case COLUMN -> "1, rows, " + RowMemory.COLUMN + ", 0";
            default -> "1, 1, " + LEAST_ROWS + ", 0";
        };
    }

    private void barrier() {
        code.line("AscendC::PipeBarrier<PIPE_V>();");
    }
}
