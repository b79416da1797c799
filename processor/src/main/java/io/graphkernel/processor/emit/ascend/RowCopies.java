package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import io.graphkernel.processor.lower.tile.TransferLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** Prints the copies of a kernel over rows, and the tensors that they fill and empty. */
final class RowCopies {

    private final CodeWriter code;

    RowCopies(CodeWriter code) {
        this.code = code;
    }

    /** Copies in what all rows need, or the indices of slices. */
    void load(String queue, String tensor, List<Transfer> loads) {
        load(queue, tensor, loads, load -> {
            throw new IllegalStateException("slices are of a tile");
        });
    }

    /**
     * Copies in what a tile needs.
     *
     * @param indices the name of the computed indices of a load, by its number
     */
    void load(String queue, String tensor, List<Transfer> loads, IntFunction<String> indices) {
        code.line("AscendC::LocalTensor<uint8_t> %s = %s.AllocTensor<uint8_t>();", tensor, queue);
        for (int i = 0; i < loads.size(); i++) {
            Transfer load = loads.get(i);
            if (load.shape() == TileShape.VARYING) {
                new BroadcastPrinter(code).load(load, part(tensor, loads, i), column(tensor, loads, i));
                continue;
            }
            String target = part(tensor, loads, i);
            code.line("%s;%s", load(load, target, indices, i), InstructionPrinter.comment(load.origin()));
        }
        code.line("%s.EnQue(%s);", queue, tensor);
        code.line("%s = %s.DeQue<uint8_t>();", tensor, queue);
    }

    private static String load(Transfer load, String target, IntFunction<String> indices, int number) {
        MovementPrinter moved = new MovementPrinter(load);
        if (load.taken().isPresent()) {
            return moved.loadSlices(target, global(load), MovementPrinter.index(load, () -> indices.apply(number)));
        }
        return load.layout() == TransferLayout.PLAIN
                ? "gk_load_rows(" + target + ", " + global(load) + ", " + size(load) + ")"
                : moved.load(target, global(load));
    }

    /** Copies in the indices of slices, which the scalar unit reads. */
    void loadIndices(List<Transfer> indices) {
        load("indices", "index", indices);
        for (int i = 0; i < indices.size(); i++) {
            code.line(
                    "AscendC::LocalTensor<%s> i%s = %s;",
                    AscendTypes.element(indices.get(i).dtype()),
                    indices.get(i).name().substring(1),
                    part("index", indices, i));
        }
        await("MTE2_S");
    }

    /** Has one part of the core wait for all that another one has done. */
    void await(String event) {
        String id = "of_" + event.toLowerCase(Locale.ROOT);
        code.line("const int32_t %s = (int32_t) pipe.FetchEventID(AscendC::HardEvent::%s);", id, event);
        code.line("AscendC::SetFlag<AscendC::HardEvent::%s>(%s);", event, id);
        code.line("AscendC::WaitFlag<AscendC::HardEvent::%s>(%s);", event, id);
    }

    /** Declares the tensor of a place that a copy fills or empties. */
    void view(String tensor, List<Transfer> transfers, Place place, String name) {
        String type = AscendTypes.element(place.dtype());
        String own = part(tensor, transfers, place.index());
        boolean isOther = place.dtype() != transfers.get(place.index()).dtype();
        code.line(
                "AscendC::LocalTensor<%s> %s = %s;",
                type, name, isOther ? own + ".ReinterpretCast<" + type + ">()" : own);
    }

    /** The part of a buffer that a copy fills or empties. */
    private static String part(String tensor, List<Transfer> transfers, int index) {
        return part(tensor, transfers, index, RowMemory.Bits.NONE);
    }

    /** Where elements of an operand go of which only the call says that each row has one. */
    static String column(String tensor, List<Transfer> transfers, int index) {
        return part(tensor, transfers, index, RowMemory.tile(transfers.get(index)));
    }

    private static String part(String tensor, List<Transfer> transfers, int index, RowMemory.Bits within) {
        List<Transfer> first = transfers.subList(0, index);
        RowMemory.Bits before =
                (tensor.equals("stored") ? RowMemory.ofStores(first) : RowMemory.of(first)).plus(within);
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
                terms.add(
                        strides.get(i).equals(Dim.ONE)
                                ? index
                                : index + " * (" + AscendTypes.whole(strides.get(i)) + ")");
            }
        }
        if (transfer.shape() == TileShape.TILE || transfer.shape() == TileShape.LANES) {
            boolean isPlain = transfer.layout() == TransferLayout.PLAIN;
            terms.add(isPlain ? "lane" : "lane * (" + AscendTypes.whole(transfer.step()) + ")");
        }
        return transfer.name() + "[" + (terms.isEmpty() ? "0" : String.join(" + ", terms)) + "]";
    }

    /** Rows, lanes, the pitch, and elements from one row to the next: what has one element of each row is one row. */
    private static String size(Transfer transfer) {
        return switch (transfer.shape()) {
            case TILE -> {
                List<Dim> strides = transfer.strides();
                yield "rows, lanes, pitch, " + AscendTypes.whole(strides.get(strides.size() - 1));
            }
            case LANES -> "1, lanes, pitch, 0";
            case COLUMN -> "1, rows, " + RowMemory.COLUMN + ", 0";
            case BLOCK -> "1, 8, 8, 0";
            default -> "1, 1, " + RowTile.LEAST_ROWS + ", 0";
        };
    }

    /** Copies out what a tile has computed. */
    void store(List<Transfer> stores) {
        code.line("stores.EnQue(stored);");
        code.line("stored = stores.DeQue<uint8_t>();");
        for (int i = 0; i < stores.size(); i++) {
            Transfer store = stores.get(i);
            String source = part("stored", stores, i);
            code.line(
                    "%s;%s",
                    store.layout() == TransferLayout.PLAIN
                            ? "gk_store_rows(edge, " + global(store) + ", " + source + ", " + size(store) + ")"
                            : new MovementPrinter(store).store(global(store), source),
                    InstructionPrinter.comment(store.origin()));
        }
        code.line("stores.FreeTensor(stored);");
    }
}
