package io.graphkernel.processor.lower.tile;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.tile.RowKernel.Broadcast;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Emitter of elementwise kernels over unranked shapes, whose arguments describe loops over rows. In local memory each
 * operand is broadcast to a tile, unless it has the shape of one.
 */
final class TileUnrankedEmitter extends RowKernelBuilder {

    TileUnrankedEmitter(ScheduledKernel kernel, KernelNames names) throws UnsupportedOpException {
        super(kernel, names, Set.of(ValueShape.SINGLE, ValueShape.UNIFORM));
    }

    /** Returns the number of rows of a kernel. */
    static Dim.Symbol rows(ScheduledKernel kernel) {
        return unusedSymbol("rows", kernel);
    }

    /** Returns the number of elements per row. */
    static Dim.Symbol lanes(ScheduledKernel kernel) {
        return unusedSymbol("lanes", kernel);
    }

    /** Returns a symbol that is not a dim of the method. */
    private static Dim.Symbol unusedSymbol(String name, ScheduledKernel kernel) {
        Dim.Symbol symbol = new Dim.Symbol(name);
        while (kernel.layout().dims().contains(symbol)) {
            symbol = new Dim.Symbol(symbol.name() + "Here");
        }
        return symbol;
    }

    RowKernel lowered() throws UnsupportedOpException {
        declare(rows(kernel), KernelAbi.BROADCAST_ROWS_SLOT);
        declare(lanes(kernel), KernelAbi.BROADCAST_INNER_SLOT);
        load(kernel.buffers().inputs());
        compute(kernel.body().uniformOps());
        for (Stage stage : kernel.body().stages()) {
            compute(stage.computed());
        }
        for (Stage stage : kernel.body().stages()) {
            store(stage.stores());
        }
        endSection(false);
        return broadcast(kernel(kernel.name(), transfers.outer(), Optional.empty(), false));
    }

    private void declare(Dim.Symbol size, int slot) {
        expressions.number(new Statement.Declare(
                CodeBuilder.int64Variable(KernelNames.size(size.name())),
                ArgumentLowering.integer(kernel.layout().broadcastSlot() + slot),
                false,
                Origin.NONE));
    }

    /** Adds scratch buffers for the broadcast of operands. */
    private RowKernel broadcast(RowKernel rows) {
        Map<LocalMemoryAllocator.BufferKind, Integer> bufferCounts =
                new HashMap<>(rows.program().bufferCounts());
        LocalBuffer blocks = allocateScratch(bufferCounts, ValueShape.BLOCKS, DataType.F32);
        boolean hasBytes = kernel.buffers().inputs().stream()
                .filter(input -> input.mask() != 0)
                .map(Buffer::value)
                .map(Node::dtype)
                .anyMatch(dtype -> dtype.byteSize() == 1);
        Optional<LocalBuffer> halves =
                hasBytes ? Optional.of(allocateScratch(bufferCounts, ValueShape.TILE, DataType.F16)) : Optional.empty();
        return rows.over(new Broadcast(kernel.layout().broadcastSlot(), blocks, halves), bufferCounts);
    }

    private static LocalBuffer allocateScratch(
            Map<LocalMemoryAllocator.BufferKind, Integer> bufferCounts, ValueShape shape, DataType dtype) {
        int count =
                bufferCounts.merge(new LocalMemoryAllocator.BufferKind(LocalRegion.TEMPORARY, shape), 1, Integer::sum);
        return new LocalBuffer(LocalRegion.TEMPORARY, count - 1, dtype, shape);
    }
}
