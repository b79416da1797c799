package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Broadcast;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.ValueShape;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Printer of the broadcast of operands with unranked shapes. */
final class BroadcastPrinter {

    private static final int AXES = KernelAbi.MAX_RANK - 1;

    private final CodeWriter code;

    BroadcastPrinter(CodeWriter code) {
        this.code = code;
    }

    /** Prints the entry points of a kernel, which share one implementation: equal shapes are a single row. */
    void entries(ScheduledKernel kernel, RowKernel rows) {
        for (String function : kernel.functions()) {
            KernelSignaturePrinter.begin(code, function, kernel, rows.origin());
            code.line("%s(%s);", shared(rows), KernelSignaturePrinter.allArguments(kernel));
            code.close().blank();
        }
    }

    /** Returns the name of the shared implementation. */
    static String shared(RowKernel rows) {
        return rows.name() + "_loops";
    }

    /** Declares the loops, and the strides of each operand. */
    void declare(RowKernel rows, Broadcast broadcast) {
        code.line("const int64_t axes = slot%d;", broadcast.slot());
        array("dims", broadcast.slot() + KernelAbi.BROADCAST_DIMS_SLOT);
        // The rows of a tile belong to the last axis.
        code.line("const int64_t depth = axes == 0 ? 1 : dims[axes - 1];");
        varying(rows).forEach(operand -> {
            int step = broadcast.slot()
                    + KernelAbi.BROADCAST_HEAD_SLOTS
                    + KernelAbi.BROADCAST_OPERAND_SLOTS * operand.slot();
            array("strides" + operand.slot(), step + 1);
            code.line(
                    "const gk_moves moves%1$d{slot%2$d, axes == 0 ? 0 : strides%1$d[axes - 1]};", operand.slot(), step);
        });
    }

    private void array(String name, int first) {
        String slots = IntStream.range(first, first + AXES)
                .mapToObj(slot -> "slot" + slot)
                .collect(Collectors.joining(", "));
        code.line("const int64_t %s[%d] = {%s};", name, AXES, slots);
    }

    private static List<Transfer> varying(RowKernel rows) {
        return rows.program()
                .transfers()
                .filter(transfer -> transfer.shape() == ValueShape.VARYING)
                .toList();
    }

    /** Returns the remaining rows of the last axis, at most those that are left. */
    static String limit(String left) {
        return "gk_dim_min(" + left + ", depth - row % depth)";
    }

    /** Prints the load of an operand's part of a tile. */
    void load(Transfer load, String tile, String column) {
        code.line(
                "gk_load_varying(%1$s, %2$s, %3$s[gk_offset(dims, strides%4$d, axes, row) + lane * moves%4$d.lane],"
                        + " moves%4$d, rows, lanes, pitch);%5$s",
                tile, column, load.name(), load.slot(), InstructionPrinter.comment(load.origin()));
    }

    /** Prints the broadcast of a loaded operand to a tile. */
    void spread(Transfer load, String tile, String column, String blocks, String halves) {
        boolean isBytes = load.dtype().byteSize() == 1;
        code.line(
                "%s(%s, %s, %s, %smoves%d, rows, pitch);%s",
                isBytes ? "gk_spread_bytes" : "gk_spread_varying",
                tile,
                column,
                blocks,
                isBytes ? halves + ", " : "",
                load.slot(),
                InstructionPrinter.comment(load.origin()));
    }
}
