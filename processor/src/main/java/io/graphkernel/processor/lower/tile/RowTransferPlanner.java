package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Planner of a row kernel's transfers: shapes, strides and layouts of the copies between device memory and local
 * memory.
 */
final class RowTransferPlanner {

    private final ScheduledKernel kernel;
    private final IterationSpace space;
    private final KernelNames names;
    private final StageLowering stages;
    private final GatherIndices indices;
    private final List<Dim> outer;
    /** Extents of the loops over the rows of an item; empty if cores process rows. */
    private final List<Dim> middle;

    RowTransferPlanner(ScheduledKernel kernel, KernelNames names, StageLowering stages) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.stages = stages;
        this.indices = new GatherIndices(kernel, stages);
        this.middle = scansLanes(kernel)
                ? List.of()
                : space.middle().stream().map(IterationDim::extent).toList();
        List<Buffer> buffers = new ArrayList<>(stages.buffers());
        buffers.addAll(kernel.buffers().indices());
        this.outer = space.isUnranked() ? List.of(TileUnrankedEmitter.rows(kernel)) : outer(space, buffers);
    }

    private static List<Dim> outer(IterationSpace space, List<Buffer> buffers) {
        boolean isOneLoop = buffers.stream()
                .allMatch(buffer -> space.rowStride(buffer.access()).isPresent());
        return isOneLoop
                ? List.of(space.rows())
                : space.outer().stream().map(IterationDim::extent).toList();
    }

    /** Returns true if the innermost loop is scanned, so that lanes accumulate. */
    static boolean scansLanes(ScheduledKernel kernel) {
        return kernel.space().template() == LoopTemplate.SCAN && kernel.space().innerMask() == 0;
    }

    /** Returns the extents of the loops over the rows of an item, outermost first. */
    List<Dim> middle() {
        return middle;
    }

    /** Returns the number of lanes per row. */
    Dim lanes() {
        if (scansLanes(kernel)) {
            return space.middle().get(0).extent();
        }
        return space.isUnranked() ? TileUnrankedEmitter.lanes(kernel) : space.inner();
    }

    /** Returns the extents of the loops over rows, outermost first; they are collapsed if all operands allow it. */
    List<Dim> outer() {
        return outer;
    }

    /** Returns true if non-contiguous access is unsupported: in kernels with other loops than plain rows. */
    boolean requiresContiguousAccess() {
        boolean isRowTemplate = space.template() == LoopTemplate.ELEMENTWISE
                || space.template() == LoopTemplate.ROW_REDUCTION
                || space.template() == LoopTemplate.COLUMN_REDUCTION;
        return space.isUnranked() || !middle.isEmpty() || !isRowTemplate;
    }

    /** Returns true if values with an element per lane are recomputed for each chunk. */
    boolean movesLanes() {
        return kernel.buffers().inputs().stream()
                        .filter(input -> !isGatherOnly(input))
                        .map(this::transfer)
                        .anyMatch(load -> load.shape() == ValueShape.LANES && load.layout() != TransferLayout.PLAIN)
                || kernel.buffers().indices().stream().anyMatch(index -> (index.mask() & space.innerMask()) != 0);
    }

    /** Returns the gather indices. */
    GatherIndices indices() {
        return indices;
    }

    /** Returns true if each row is part of one slice; otherwise each element has its own slice. */
    boolean gathersRowSlices(Gather gather) {
        return !requiresContiguousAccess()
                && space.template() != LoopTemplate.COLUMN_REDUCTION
                && space.innerMask() != 0
                && lastStride(gather.data()).equals(Dim.ONE)
                && space.levelOf(indices.mask(gather)) != Level.ELEMENT;
    }

    /** Returns the shape of a gather's result. */
    ValueShape shape(Gather gather) {
        int mask = gather.data().mask() | indices.mask(gather);
        return gathersRowSlices(gather) ? ValueShape.TILE : shape(mask);
    }

    static Dim lastStride(Buffer buffer) {
        List<Dim> strides = buffer.access().strides();
        return strides.isEmpty() ? Dim.ZERO : strides.get(strides.size() - 1);
    }

    /** Returns true if an input is only read by gathers. */
    boolean isGatherOnly(Buffer input) {
        return stages.isGathered(input) || indices.isForIndices(input.value());
    }

    /** Returns the op that reads or writes a buffer. */
    Node user(Buffer buffer) {
        return kernel.group().nodes().stream()
                .filter(op -> op == buffer.value() || op.operands().contains(buffer.value()))
                .findFirst()
                .orElse(buffer.value());
    }

    /** Returns the shape of a buffer's values. */
    ValueShape shape(Buffer buffer) {
        if (space.isUnranked() && space.levelOf(buffer.mask()) != Level.UNIFORM) {
            return kernel.buffers().inputs().contains(buffer) ? ValueShape.VARYING : ValueShape.TILE;
        }
        return shape(buffer.mask());
    }

    private ValueShape shape(int mask) {
        Level level = space.levelOf(mask);
        if (level == Level.UNIFORM) {
            return ValueShape.SINGLE;
        }
        if (!middle.isEmpty()) {
            boolean variesByLane = (mask & space.innerMask()) != 0;
            boolean variesByRow = (mask & ~space.outerMask() & ~space.innerMask()) != 0;
            return variesByRow
                    ? variesByLane ? ValueShape.TILE : ValueShape.COLUMN
                    : variesByLane ? ValueShape.LANES : ValueShape.SINGLE;
        }
        if (level == Level.ROW) {
            return ValueShape.COLUMN;
        }
        boolean isOfEachRow = space.outer().isEmpty() || (mask & space.outerMask()) != 0;
        return isOfEachRow ? ValueShape.TILE : ValueShape.LANES;
    }

    /** Returns the strides of the loops over items and rows, in elements. */
    List<Dim> strides(Buffer buffer) {
        if (space.isUnranked()) {
            boolean isOne = space.levelOf(buffer.mask()) == Level.UNIFORM;
            return List.of(isOne ? Dim.ZERO : lanes());
        }
        List<Dim> accessStrides = buffer.access().strides();
        List<Dim> strides = new ArrayList<>();
        if (outer.size() > 1) {
            strides.addAll(accessStrides.subList(0, outer.size()));
        } else if (middle.isEmpty() || !space.outer().isEmpty()) {
            strides.add(space.rowStride(buffer.access()).orElseThrow());
        }
        int outerCount = space.outer().size();
        strides.addAll(accessStrides.subList(outerCount, outerCount + middle.size()));
        return strides;
    }

    /** Returns the stride between the rows of a tile, in elements. */
    Dim rowStride(Buffer buffer) {
        List<Dim> strides = strides(buffer);
        return strides.get(strides.size() - 1);
    }

    /** Returns the transfer of a buffer. */
    Transfer transfer(Buffer buffer) {
        return new Transfer(
                buffer.slot(),
                stages.pointer(buffer).name(),
                buffer.value().dtype(),
                space.isUnranked()
                        ? CodeBuilder.size(Dim.ZERO)
                        : CodeBuilder.size(buffer.access().offset()),
                shape(buffer),
                strides(buffer),
                step(buffer),
                Optional.empty(),
                user(buffer).origin());
    }

    /** Returns the transfer of gathered rows or elements. */
    Transfer transfer(Gather gather) {
        Buffer data = gather.data();
        boolean gathersRowSlices = gathersRowSlices(gather);
        ValueShape shape = shape(gather);
        Dim step = shape == ValueShape.COLUMN ? rowStride(data) : space.innerMask() == 0 ? Dim.ZERO : lastStride(data);
        Optional<Transfer> index = indices.inMemory(gather)
                .map(buffer -> new Transfer(
                        buffer.slot(),
                        stages.pointer(buffer).name(),
                        buffer.value().dtype(),
                        CodeBuilder.size(buffer.access().offset()),
                        shape(buffer),
                        strides(buffer),
                        Dim.ONE,
                        Optional.empty(),
                        gather.node().origin()));
        return new Transfer(
                data.slot(),
                stages.pointer(data).name(),
                data.value().dtype(),
                CodeBuilder.size(data.access().offset()),
                shape,
                strides(data),
                gathersRowSlices ? Dim.ONE : step,
                Optional.of(new TileKernel.GatheredSlices(
                        index,
                        shape(indices.mask(gather)),
                        gather.axisStride(),
                        gather.axisExtent(),
                        !gathersRowSlices)),
                gather.node().origin());
    }

    /** Returns true if row values of an item may be strided in memory. */
    boolean movesColumn(Buffer buffer) {
        return !middle.isEmpty()
                && shape(buffer) == ValueShape.COLUMN
                && !kernel.buffers().outputs().contains(buffer);
    }

    private Dim step(Buffer buffer) {
        if (requiresContiguousAccess()) {
            return movesColumn(buffer) ? rowStride(buffer) : Dim.ONE;
        }
        List<Dim> accessStrides = buffer.access().strides();
        List<Dim> rowStrides = strides(buffer);
        boolean hasLanes = space.innerMask() != 0;
        return switch (shape(buffer)) {
            case COLUMN -> rowStrides.get(rowStrides.size() - 1);
            case TILE, LANES -> hasLanes ? accessStrides.get(accessStrides.size() - 1) : Dim.ZERO;
            default -> Dim.ONE;
        };
    }

    /** Returns the transfer of a column reduction's partial results: one element per lane and row block. */
    Transfer partial(int index, TileReduction reduction, ValueShape shape) {
        Dim elements = Partition.partialBytesPerBlock(kernel).floorDiv(Dim.of(Float.BYTES));
        return new Transfer(
                kernel.layout().partialSlot(),
                "p_" + names.partialResult(reduction.node()),
                reduction.dtype(),
                CodeBuilder.size(space.inner().times(Dim.of(index))),
                shape,
                List.of(elements),
                Dim.ONE,
                Optional.empty(),
                reduction.node().origin());
    }

    /** Returns the transfer of a full reduction's partial results: one memory block per block of elements. */
    Transfer partialTotal(int index, TileReduction reduction, ValueShape shape) {
        Dim elements = Dim.of(Partition.TOTAL_BYTES / Float.BYTES);
        return new Transfer(
                kernel.layout().partialSlot(),
                "p_" + names.partialResult(reduction.node()),
                reduction.dtype(),
                CodeBuilder.size(Partition.blocks(kernel).times(elements).times(Dim.of(index))),
                shape,
                List.of(shape == ValueShape.TILE ? Dim.ZERO : elements),
                Dim.ONE,
                Optional.empty(),
                reduction.node().origin());
    }
}
