package io.graphkernel.processor.schedule;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.ContractionAxes;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * A scheduled loop nest, independent of any target.
 *
 * @param name a C and Java identifier, unique in its class
 * @param group the fused ops
 * @param space the iteration space
 * @param buffers the memory
 * @param body the computation
 * @param layout the argument block
 * @param recurrence the loop inside the kernel; null if there is none
 * @param capabilities common capabilities of all targets, which determine the scratch memory
 */
public record ScheduledKernel(
        String name,
        FusionGroup group,
        IterationSpace space,
        KernelBuffers buffers,
        KernelBody body,
        ArgumentLayout layout,
        Recurrence recurrence,
        Capabilities capabilities)
        implements Step {

    @Override
    public List<Node> ops() {
        return group.nodes();
    }

    @Override
    public List<Location> reads() {
        return buffers.inputs().stream().map(Buffer::location).toList();
    }

    @Override
    public List<Location> writes() {
        return buffers.outputs().stream().map(Buffer::location).toList();
    }

    /**
     * Returns the number of slots of the argument block, including the description of a broadcast.
     *
     * @return the number of slots, the same for all functions
     */
    public int slots() {
        return layout.broadcastSlot() < 0
                ? layout.slots()
                : layout.broadcastSlot()
                        + KernelAbi.BROADCAST_HEAD_SLOTS
                        + KernelAbi.BROADCAST_OPERAND_SLOTS * buffers.inputs().size();
    }

    /**
     * Returns true if the parallel range counts elements: a single inner loop.
     *
     * @return false if it counts rows or blocks
     */
    public boolean isFlat() {
        return space.template() == LoopTemplate.ELEMENTWISE && space.outer().isEmpty() && !space.isUnranked();
    }

    /**
     * Returns true if the parallel range counts tiles of the kept inner loop.
     *
     * @return false if it counts rows, elements or blocks
     */
    public boolean isTiled() {
        return space.template() == LoopTemplate.STRIDED_REDUCTION
                || space.template() == LoopTemplate.RECURRENCE
                || space.template() == LoopTemplate.SCAN && space.innerMask() != 0;
    }

    /**
     * Returns true if a template computes attention by a score function.
     *
     * @return true for a kernel whose only op is that attention or its gradient
     */
    public boolean isAttention() {
        return space.template() == LoopTemplate.ATTENTION;
    }

    /** Returns the op of a kernel of attention, whose group may also have views of its operands. */
    public Node attention() {
        return space.computed().get(0);
    }

    /**
     * Returns the op that scans the middle loop of a scan kernel.
     *
     * @return the only scan
     */
    public Node scan() {
        return space.computed().stream()
                .filter(node -> OpTable.get().is(node, OpKind.SCAN))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns true if the kernel computes a matmul.
     *
     * @return true if a reduction is a contraction
     */
    public boolean isContraction() {
        return space.computed().stream().anyMatch(ContractionAxes::isContraction);
    }

    /**
     * Returns the two-phase reductions.
     *
     * @return the reductions, in the order of their partial results
     */
    public List<Node> partials() {
        if (body.finish() == null) {
            return List.of();
        }
        return body.stages().stream()
                .flatMap(stage -> stage.reductions().stream())
                .filter(reduction -> space.level(reduction) != Level.ROW)
                .toList();
    }

    /**
     * Returns true if each row is reduced along the inner loop, in sequential stages: in a row reduction, or in a
     * column reduction that also reduces rows.
     *
     * @return false if rows are lanes, or not reduced individually
     */
    public boolean reducesRows() {
        boolean columns = space.template() == LoopTemplate.COLUMN_REDUCTION;
        return space.template() == LoopTemplate.ROW_REDUCTION
                || (columns
                        && body.stages().stream()
                                .anyMatch(stage -> !rowReductions(stage).isEmpty()));
    }

    /**
     * Returns the reductions of a stage within each row.
     *
     * @param stage one of the stages
     * @return its reductions without those with partial results in memory
     */
    public List<Node> rowReductions(Stage stage) {
        List<Node> partials = partials();
        return stage.reductions().stream()
                .filter(reduction -> !partials.contains(reduction))
                .toList();
    }

    /**
     * Returns the number of elements of a row buffer: one row, or a block of shorter ones, each with padding to whole
     * vectors at both ends.
     *
     * @return a size that depends on the row alone
     */
    public Dim rowBufferElements() {
        Dim row = IterationSpace.product(space.middle()).times(space.inner());
        int lanes = capabilities.maxVectorLanes();
        Dim some = Dim.of(capabilities.tiling().blockRowElements() + 2 * lanes * lanes);
        return row.plus(Dim.of(2 * lanes)).max(some);
    }

    /**
     * Returns the scratch memory for tiles: those of a transpose, or the buffers of lane values.
     *
     * @return bytes, a multiple of the cache line; 0 for a kernel without tiles
     */
    public int tileBytes() {
        if (buffers.tiling() != null) {
            return buffers.tiling().tileBytes(tileSide() * tileHeight());
        }
        if (space.template() == LoopTemplate.SCAN) {
            return laneBytes();
        }
        if (space.template() != LoopTemplate.STRIDED_REDUCTION) {
            return 0;
        }
        int contracted = 2
                * capabilities.tiling().contractionRows()
                * body.stages().stream()
                        .mapToInt(stage -> stage.reductions().size())
                        .sum();
        long operands = Stream.concat(buffers.inputs().stream(), buffers.indices().stream())
                .filter(buffer -> space.levelOf(buffer.mask()) == Level.ROW)
                .count();
        int computed = body.stages().stream()
                .mapToInt(
                        stage -> 2 * stage.reductions().size() + stage.rowOps().size())
                .sum();
        int values = (int) operands + body.rowOps().size() + computed;
        return laneBytes() * (isContraction() ? Math.max(contracted, values) : values);
    }

    /**
     * Returns the scratch memory for one value of adjacent tiles, with padding to whole vectors, for any dtype.
     *
     * @return bytes
     */
    public int laneBytes() {
        return 8 * (tileSide() * capabilities.tiling().maxAdjacentTiles() + capabilities.maxVectorLanes());
    }

    /**
     * Returns the extent of a transposed tile across the inner loop.
     *
     * @return the same extent for every target
     */
    public int tileHeight() {
        return recurrence == null ? tileSide() : capabilities.tiling().recurrenceIterations();
    }

    /**
     * Returns the extent of a tile along the inner loop.
     *
     * @return the same extent for every target
     */
    public int tileSide() {
        return recurrence == null
                ? capabilities.tiling().tileSize()
                : capabilities.tiling().recurrenceTile();
    }

    /**
     * Returns the kernel of one iteration, for targets that launch a recurrence once per iteration.
     *
     * @return a kernel with the same argument block; this kernel if it has no loop inside
     */
    public ScheduledKernel perIteration() {
        return recurrence == null ? this : recurrence.iteration();
    }

    /** Returns the same kernel with another argument block and a loop inside. */
    ScheduledKernel with(ArgumentLayout newLayout, Recurrence newRecurrence) {
        return new ScheduledKernel(name, group, space, buffers, body, newLayout, newRecurrence, capabilities);
    }

    /**
     * Returns the functions of the kernel, in the order of the library's table.
     *
     * @return their names
     */
    public List<String> functions() {
        if (body.finish() != null) {
            return List.of(name, name + "_finish");
        }
        return space.isUnranked() ? List.of(name + "_flat", name + "_rows") : List.of(name);
    }
}
