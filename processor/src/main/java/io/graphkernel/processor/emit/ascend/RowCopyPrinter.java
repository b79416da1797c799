package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TransferLayout;
import io.graphkernel.processor.lower.tile.ValueShape;
import io.graphkernel.processor.lower.tile.memory.RowMemoryLayout;
import io.graphkernel.processor.schedule.LocalMemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** Printer of the copies of a row kernel, and of their tensors. */
final class RowCopyPrinter {

    private static final AscendModel.Vector VECTOR = AscendModel.DEFAULT.vector();

    private final CodeWriter code;

    RowCopyPrinter(CodeWriter code) {
        this.code = code;
    }

    /** Prints copies for all rows, or of gather indices. */
    void load(String queue, String tensor, List<Transfer> loads) {
        load(queue, tensor, loads, load -> {
            throw new IllegalStateException("slices are of a tile");
        });
    }

    /**
     * Prints the loads of a tile.
     *
     * @param indices identifier of a load's computed gather indices, by the load's index
     */
    void load(String queue, String tensor, List<Transfer> loads, IntFunction<String> indices) {
        code.line("AscendC::LocalTensor<uint8_t> %s = %s.AllocTensor<uint8_t>();", tensor, queue);
        for (int i = 0; i < loads.size(); i++) {
            Transfer load = loads.get(i);
            if (load.shape() == ValueShape.VARYING) {
                new BroadcastPrinter(code).load(load, subscript(tensor, loads, i), column(tensor, loads, i));
                continue;
            }
            String target = subscript(tensor, loads, i);
            code.line("%s;%s", load(load, target, indices, i), InstructionPrinter.comment(load.origin()));
        }
        code.line("%s.EnQue(%s);", queue, tensor);
        code.line("%s = %s.DeQue<uint8_t>();", tensor, queue);
    }

    private static String load(Transfer load, String target, IntFunction<String> indices, int number) {
        StridedCopyPrinter moved = new StridedCopyPrinter(load);
        if (load.gathered().isPresent()) {
            return moved.loadSlices(target, global(load), StridedCopyPrinter.index(load, () -> indices.apply(number)));
        }
        return load.layout() == TransferLayout.PLAIN
                ? "gk_load_rows(" + target + ", " + global(load) + ", " + size(load) + ")"
                : moved.load(target, global(load));
    }

    /** Prints the loads of gather indices, which the scalar unit reads. */
    void loadIndices(List<Transfer> indices) {
        load("indices", "index", indices);
        for (int i = 0; i < indices.size(); i++) {
            code.line(
                    "AscendC::LocalTensor<%s> i%s = %s;",
                    AscendTypes.element(indices.get(i).dtype()),
                    indices.get(i).name().substring(1),
                    subscript("index", indices, i));
        }
        await("MTE2_S");
    }

    /** Prints a synchronization between two units of a core. */
    void await(String event) {
        String id = "of_" + event.toLowerCase(Locale.ROOT);
        code.line("const int32_t %s = (int32_t) pipe.FetchEventID(AscendC::HardEvent::%s);", id, event);
        code.line("AscendC::SetFlag<AscendC::HardEvent::%s>(%s);", event, id);
        code.line("AscendC::WaitFlag<AscendC::HardEvent::%s>(%s);", event, id);
    }

    /** Declares the tensor of a copy's buffer. */
    void view(String tensor, List<Transfer> transfers, LocalBuffer buffer, String name) {
        String type = AscendTypes.element(buffer.dtype());
        String own = subscript(tensor, transfers, buffer.index());
        boolean isOther = buffer.dtype() != transfers.get(buffer.index()).dtype();
        code.line(
                "AscendC::LocalTensor<%s> %s = %s;",
                type, name, isOther ? own + ".ReinterpretCast<" + type + ">()" : own);
    }

    /** Returns the tensor of a copy within a queue's buffer. */
    private static String subscript(String tensor, List<Transfer> transfers, int index) {
        return subscript(tensor, transfers, index, LocalMemorySize.NONE);
    }

    /** Returns the tensor of an operand's row values, whose presence is known only in the call. */
    static String column(String tensor, List<Transfer> transfers, int index) {
        return subscript(tensor, transfers, index, RowMemoryLayout.tile(transfers.get(index)));
    }

    private static String subscript(String tensor, List<Transfer> transfers, int index, LocalMemorySize within) {
        List<Transfer> first = transfers.subList(0, index);
        LocalMemorySize before = (tensor.equals("stored")
                        ? RowMemoryLayout.ofStores(first)
                        : RowMemoryLayout.ofLoads(first))
                .plus(within);
        String type = AscendTypes.element(transfers.get(index).dtype());
        return "%s[%s].ReinterpretCast<%s>()".formatted(tensor, LocalSizePrinter.bytes(before), type);
    }

    /** Returns the address of a tile in device memory. */
    private static String global(Transfer transfer) {
        List<String> terms = new ArrayList<>();
        List<Dim> strides = transfer.strides();
        for (int i = 0; i < strides.size(); i++) {
            if (!strides.get(i).equals(Dim.ZERO)) {
                String index = strides.size() == 1 ? "row" : LoopIndices.of(i).name();
                terms.add(
                        strides.get(i).equals(Dim.ONE)
                                ? index
                                : index + " * (" + AscendTypes.integer(strides.get(i)) + ")");
            }
        }
        if (transfer.shape() == ValueShape.TILE || transfer.shape() == ValueShape.LANES) {
            boolean isPlain = transfer.layout() == TransferLayout.PLAIN;
            terms.add(isPlain ? "lane" : "lane * (" + AscendTypes.integer(transfer.step()) + ")");
        }
        return transfer.name() + "[" + (terms.isEmpty() ? "0" : String.join(" + ", terms)) + "]";
    }

    /** Returns rows, lanes, pitch and row stride of a copy. Values with one element per row are copied as one row. */
    private static String size(Transfer transfer) {
        return switch (transfer.shape()) {
            case TILE -> {
                List<Dim> strides = transfer.strides();
                yield "rows, lanes, pitch, " + AscendTypes.integer(strides.get(strides.size() - 1));
            }
            case LANES -> "1, lanes, pitch, 0";
            case COLUMN -> "1, rows, " + VECTOR.columnElements() + ", 0";
            case BLOCK -> "1, 8, 8, 0";
            default -> "1, 1, " + VECTOR.rowsPerGroup() + ", 0";
        };
    }

    /** Prints the stores of a tile. */
    void store(List<Transfer> stores) {
        code.line("stores.EnQue(stored);");
        code.line("stored = stores.DeQue<uint8_t>();");
        for (int i = 0; i < stores.size(); i++) {
            Transfer store = stores.get(i);
            String source = subscript("stored", stores, i);
            code.line(
                    "%s;%s",
                    store.layout() == TransferLayout.PLAIN
                            ? "gk_store_rows(edge, " + global(store) + ", " + source + ", " + size(store) + ")"
                            : new StridedCopyPrinter(store).store(global(store), source),
                    InstructionPrinter.comment(store.origin()));
        }
        code.line("stores.FreeTensor(stored);");
    }
}
