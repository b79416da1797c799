package io.graphkernel.processor.schedule;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.List;
import java.util.stream.Stream;

/**
 * A loop nest, without any target.
 *
 * @param name unique in its class, a C and Java identifier
 * @param group the ops it runs
 * @param space its loops
 * @param inputs buffers read, one per memory and access
 * @param indices what index ops give; they are computed, not read
 * @param gathers how the inputs of Gather ops are read
 * @param outputs buffers written
 * @param uniformOps ops evaluated once, before the loops, in order
 * @param rowOps ops evaluated once per row, before its first stage, in order
 * @param stages the loops over one row, one after the other
 * @param unbufferedStages the same for a target without row buffers: nothing is saved, what a later stage needs is
 *     computed again
 * @param saved the values kept in row buffers between stages, each one row of its compute type
 * @param rowStores buffers written once per row
 * @param uniformStores buffers of one element written once
 * @param finish the second phase of a column or full reduction: its inputs, ops and stores; null without
 * @param layout the argument block
 * @param tiling the transpose in it; null without
 * @param capabilities what all targets together can do, for which the scratch memory has room
 */
public record Kernel(
        String name,
        Group group,
        IterationSpace space,
        List<Buffer> inputs,
        List<Buffer> indices,
        List<Gather> gathers,
        List<Buffer> outputs,
        List<Node> uniformOps,
        List<Node> rowOps,
        List<Stage> stages,
        List<Stage> unbufferedStages,
        List<Node> saved,
        List<Buffer> rowStores,
        List<Buffer> uniformStores,
        Stage finish,
        ArgumentLayout layout,
        Tiling tiling,
        Capabilities capabilities)
        implements Step {

    @Override
    public List<Node> ops() {
        return group.nodes();
    }

    @Override
    public List<Location> reads() {
        return inputs.stream().map(Buffer::location).toList();
    }

    @Override
    public List<Location> writes() {
        return outputs.stream().map(Buffer::location).toList();
    }

    /**
     * The slots of the argument block, with the description of a broadcast.
     *
     * @return their number, the same for all functions
     */
    public int slots() {
        return layout.broadcastSlot() < 0
                ? layout.slots()
                : layout.broadcastSlot()
                        + KernelAbi.BROADCAST_HEAD_SLOTS
                        + KernelAbi.BROADCAST_OPERAND_SLOTS * inputs.size();
    }

    /**
     * Whether the parallel range counts elements: one inner loop without outer ones.
     *
     * @return false if it counts rows or blocks
     */
    public boolean isFlat() {
        return space.form() == Form.ELEMENTWISE && space.outer().isEmpty() && !space.isRankless();
    }

    /**
     * Whether the parallel range counts tiles of the kept inner loop, each with reduced or scanned loops.
     *
     * @return false if it counts rows, elements or blocks
     */
    public boolean isTiled() {
        return space.form() == Form.LANE_REDUCTION || space.form() == Form.SCAN && space.innerMask() != 0;
    }

    /**
     * The op that runs along the middle loop of a kernel of the form SCAN.
     *
     * @return the only one
     */
    public Node scan() {
        return space.computed().stream()
                .filter(node -> OpTable.get().is(node, OpKind.SCAN))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The values accumulated by a two-phase reduction.
     *
     * @return in the order of their partial results
     */
    public List<Node> partials() {
        if (finish == null) {
            return List.of();
        }
        return stages.stream()
                .flatMap(stage -> stage.reductions().stream())
                .filter(reduction -> space.level(reduction) != Level.ROW)
                .toList();
    }

    /**
     * Whether each row is reduced along the inner run, in stages one after the other: in a row reduction, and in a column
     * reduction that reduces rows too.
     *
     * @return false if rows are lanes, or not reduced by themselves
     */
    public boolean reducesRows() {
        boolean columns = space.form() == Form.COLUMN_REDUCTION;
        return space.form() == Form.ROW_REDUCTION
                || (columns
                        && stages.stream()
                                .anyMatch(stage -> !rowReductions(stage).isEmpty()));
    }

    /**
     * What a stage reduces within each row.
     *
     * @param stage one of the stages
     * @return its reductions without those whose partial results lie in memory
     */
    public List<Node> rowReductions(Stage stage) {
        List<Node> partials = partials();
        return stage.reductions().stream()
                .filter(reduction -> !partials.contains(reduction))
                .toList();
    }

    /**
     * The elements of a row buffer: a row with room for whole vectors at both ends, or some shorter rows of which each has
     * such room.
     *
     * @return depends on the row alone
     */
    public Dim rowBufferElements() {
        Dim row = IterationSpace.product(space.middle()).times(space.inner());
        int lanes = capabilities.vectorLanes();
        Dim some = Dim.of(capabilities.tiles().rowElements() + 2 * lanes * lanes);
        return row.plus(Dim.of(2 * lanes)).max(some);
    }

    /**
     * The scratch memory for tiles: those of a transpose, or the values of rows that are lanes.
     *
     * @return bytes, whole cache lines; 0 for a kernel without tiles
     */
    public int tileBytes() {
        if (tiling != null) {
            return tiling.tileBytes(tileSide());
        }
        if (space.form() == Form.SCAN) {
            return laneBytes();
        }
        if (space.form() != Form.LANE_REDUCTION) {
            return 0;
        }
        long operands = Stream.concat(inputs.stream(), indices.stream())
                .filter(buffer -> space.levelOf(buffer.mask()) == Level.ROW)
                .count();
        int computed = stages.stream()
                .mapToInt(
                        stage -> 2 * stage.reductions().size() + stage.rowOps().size())
                .sum();
        return laneBytes() * ((int) operands + rowOps.size() + computed);
    }

    /**
     * The scratch memory for a value of all rows that are computed side by side and room for a vector, whatever its type.
     *
     * @return bytes
     */
    public int laneBytes() {
        return 8 * (tileSide() * capabilities.tiles().adjacent() + capabilities.vectorLanes());
    }

    /**
     * The elements of a tile along the inner loop, and across it in a transpose.
     *
     * @return the same for every target
     */
    public int tileSide() {
        return capabilities.tiles().side();
    }

    /**
     * The functions that the kernel consists of, in the order of the library's table.
     *
     * @return names
     */
    public List<String> functions() {
        if (finish != null) {
            return List.of(name, name + "_finish");
        }
        return space.isRankless() ? List.of(name + "_flat", name + "_rows") : List.of(name);
    }
}
