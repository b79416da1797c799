package io.graphkernel.processor.lower.tile;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.tile.RowKernel.Broadcast;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Elementwise kernels over shapes that are known only at the call, whose arguments describe loops over rows. In local memory each
 * operand becomes a tile, whatever it has elements of; one that is a tile already is read as it is.
 */
final class RanklessRows extends RowBody {

    RanklessRows(Kernel kernel, Names names) throws Unsupported {
        super(kernel, names, Set.of(TileShape.SINGLE, TileShape.UNIFORM));
    }

    /** The rows of a kernel. */
    static Dim.Symbol rows(Kernel kernel) {
        return fresh("rows", kernel);
    }

    /** The elements of a row. */
    static Dim.Symbol lanes(Kernel kernel) {
        return fresh("lanes", kernel);
    }

    /** A size that is no dim of the method. */
    private static Dim.Symbol fresh(String name, Kernel kernel) {
        Dim.Symbol fresh = new Dim.Symbol(name);
        while (kernel.layout().dims().contains(fresh)) {
            fresh = new Dim.Symbol(fresh.name() + "Here");
        }
        return fresh;
    }

    RowKernel lowered() throws Unsupported {
        declare(rows(kernel), KernelAbi.BROADCAST_ROWS_SLOT);
        declare(lanes(kernel), KernelAbi.BROADCAST_INNER_SLOT);
        load(kernel.inputs());
        compute(kernel.uniformOps());
        for (Stage stage : kernel.stages()) {
            compute(stage.computed());
        }
        for (Stage stage : kernel.stages()) {
            store(stage.stores());
        }
        end(false);
        return broadcast(kernel(kernel.name(), transfers.outer(), Optional.empty(), false));
    }

    private void declare(Dim.Symbol size, int slot) {
        expressions.number(new Statement.Let(
                Code.integer(Names.size(size.name())),
                StageLowering.integer(kernel.layout().broadcastSlot() + slot),
                false,
                Origin.NONE));
    }

    /** The same with room for what operands are repeated by. */
    private RowKernel broadcast(RowKernel rows) {
        Map<TilePlaces.Kind, Integer> room = new HashMap<>(rows.room());
        Place blocks = further(room, TileShape.BLOCKS, DType.F32);
        boolean hasBytes = kernel.inputs().stream()
                .filter(input -> input.mask() != 0)
                .map(Buffer::value)
                .map(Node::dtype)
                .anyMatch(dtype -> dtype.byteSize() == 1);
        Optional<Place> halves = hasBytes ? Optional.of(further(room, TileShape.TILE, DType.F16)) : Optional.empty();
        return rows.over(new Broadcast(kernel.layout().broadcastSlot(), blocks, halves), room);
    }

    private static Place further(Map<TilePlaces.Kind, Integer> room, TileShape shape, DType dtype) {
        int count = room.merge(new TilePlaces.Kind(Region.TEMPORARY, shape), 1, Integer::sum);
        return new Place(Region.TEMPORARY, count - 1, dtype, shape);
    }
}
