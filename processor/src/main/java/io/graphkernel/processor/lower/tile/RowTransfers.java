package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a kernel over rows copies its operands and results: what they have elements of, and where rows begin in memory. */
final class RowTransfers {

    private final Kernel kernel;
    private final IterationSpace space;
    private final Names names;
    private final StageLowering stages;
    private final ComputedIndices indices;
    private final List<Dim> outer;
    /** The loops over the rows that an item has; empty where cores take rows. */
    private final List<Dim> middle;

    RowTransfers(Kernel kernel, Names names, StageLowering stages) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.stages = stages;
        this.indices = new ComputedIndices(kernel, stages);
        this.middle = scansLanes(kernel)
                ? List.of()
                : space.middle().stream().map(Run::extent).toList();
        List<Buffer> buffers = new ArrayList<>(stages.buffers());
        buffers.addAll(kernel.indices());
        this.outer = space.isRankless() ? List.of(RanklessRows.rows(kernel)) : outer(space, buffers);
    }

    private static List<Dim> outer(IterationSpace space, List<Buffer> buffers) {
        boolean isOneLoop = buffers.stream()
                .allMatch(buffer -> space.rowStride(buffer.access()).isPresent());
        return isOneLoop
                ? List.of(space.rows())
                : space.outer().stream().map(Run::extent).toList();
    }

    /** Whether rows accumulate their lanes: what is scanned is the innermost loop. */
    static boolean scansLanes(Kernel kernel) {
        return kernel.space().form() == Form.SCAN && kernel.space().innerMask() == 0;
    }

    /** The extents of the loops over the rows of an item, outermost first. */
    List<Dim> middle() {
        return middle;
    }

    /** How many lanes a row has. */
    Dim lanes() {
        if (scansLanes(kernel)) {
            return space.middle().get(0).extent();
        }
        return space.isRankless() ? RanklessRows.lanes(kernel) : space.inner();
    }

    /** The extents of the loops over rows, outermost first: one, if all operands walk them as one. */
    List<Dim> outer() {
        return outer;
    }

    /** Lanes lie next to each other, and so do values of which each row has one. */
    void requireAccess(Buffer buffer) throws Unsupported {
        if (!isPlain()) {
            requireMoved(buffer);
            return;
        }
        if (space.isRankless()) {
            requireNarrow(buffer.value(), user(buffer));
            return;
        }
        List<Dim> strides = buffer.access().strides();
        TileShape shape = shape(buffer);
        boolean isOutput = kernel.outputs().contains(buffer);
        boolean isResult = !middle.isEmpty()
                || kernel.finish() != null && kernel.finish().stores().contains(buffer);
        boolean lies = switch (shape) {
            case TILE, LANES -> strides.get(strides.size() - 1).equals(Dim.ONE);
            case COLUMN -> rowStride(buffer).equals(Dim.ONE) || movesColumn(buffer);
            default -> true;
        };
        if (shape == TileShape.COLUMN && rowStride(buffer).equals(Dim.ZERO)) {
            throw new Unsupported(
                    user(buffer), "it reads one element for several rows, but not for all, which is not printed yet");
        }
        if (!lies || isOutput && shape != TileShape.TILE && shape != TileShape.COLUMN && !isResult) {
            throw new Unsupported(user(buffer), "it reads or writes elements that do not lie one after the other");
        }
    }

    /** Whether all lies one after the other, or is refused: in kernels that do more than to take rows. */
    boolean isPlain() {
        boolean takesRows = space.form() == Form.ELEMENTWISE
                || space.form() == Form.ROW_REDUCTION
                || space.form() == Form.COLUMN_REDUCTION;
        return space.isRankless() || !middle.isEmpty() || !takesRows;
    }

    /** Whether what has an element of each lane is made for each part of the lanes anew. */
    boolean movesLanes() {
        return kernel.inputs().stream()
                        .filter(input -> !isOfGathers(input))
                        .map(this::transfer)
                        .anyMatch(load -> load.shape() == TileShape.LANES && load.layout() != TransferLayout.PLAIN)
                || kernel.indices().stream().anyMatch(index -> (index.mask() & space.innerMask()) != 0);
    }

    private void requireMoved(Buffer buffer) throws Unsupported {
        TileShape shape = shape(buffer);
        boolean isWide = buffer.value().dtype().byteSize() > Float.BYTES;
        if (!kernel.outputs().contains(buffer)) {
            return;
        }
        boolean isResult = space.form() == Form.COLUMN_REDUCTION
                && kernel.finish().stores().contains(buffer);
        boolean isOne = kernel.uniformStores().contains(buffer);
        boolean lies =
                shape == TileShape.TILE || shape == TileShape.COLUMN || isOne || isResult && shape == TileShape.LANES;
        Transfer store = transfer(buffer);
        boolean isMoved = store.layout() != TransferLayout.PLAIN;
        if (!lies || store.layout() == TransferLayout.REPEATED || isWide && isMoved) {
            throw new Unsupported(user(buffer), "it writes elements that do not lie one after the other");
        }
    }

    /** Indices of memory are one after the other; others are known before what follows them begins. */
    void requireIndices(Gather gather) throws Unsupported {
        Optional<Buffer> index = indices.inMemory(gather);
        if (index.isEmpty() && indices.reduction(gather).isPresent()) {
            throw new Unsupported(gather.node(), "its kernel reduces what its indices are computed of");
        }
        boolean lies = index.isEmpty()
                || switch (shape(index.get())) {
                    case TILE, LANES -> lastStride(index.get()).equals(Dim.ONE);
                    case COLUMN -> rowStride(index.get()).equals(Dim.ONE);
                    default -> true;
                };
        if (!lies || space.isRankless() || scansLanes(kernel)) {
            throw new Unsupported(gather.node(), "its indices do not lie one after the other");
        }
        if (!takesSlices(gather) && shape(gather) == TileShape.SINGLE) {
            throw new Unsupported(gather.node(), "it gathers one element alone");
        }
    }

    /** Where indices come from. */
    ComputedIndices indices() {
        return indices;
    }

    /** Whether each row is a part of a slice; else each element is of a slice of its own. */
    boolean takesSlices(Gather gather) {
        return !isPlain()
                && space.form() != Form.COLUMN_REDUCTION
                && space.innerMask() != 0
                && lastStride(gather.data()).equals(Dim.ONE)
                && space.levelOf(indices.mask(gather)) != Level.ELEMENT;
    }

    /** Of what a gather has elements. */
    TileShape shape(Gather gather) {
        int mask = gather.data().mask() | indices.mask(gather);
        return takesSlices(gather) ? TileShape.TILE : shape(mask);
    }

    private static Dim lastStride(Buffer buffer) {
        List<Dim> strides = buffer.access().strides();
        return strides.isEmpty() ? Dim.ZERO : strides.get(strides.size() - 1);
    }

    /** Whether an input is what gathers read, and nobody else. */
    boolean isOfGathers(Buffer input) {
        return stages.isGathered(input) || indices.isForIndices(input.value());
    }

    static void requireNarrow(Node value, Node op) throws Unsupported {
        if (value.dtype().byteSize() > Float.BYTES) {
            throw new Unsupported(op, "elements of 64 bits do not broadcast by shapes that only the call knows");
        }
    }

    /** The op that reads or writes a buffer. */
    private Node user(Buffer buffer) {
        return kernel.group().nodes().stream()
                .filter(op -> op == buffer.value() || op.operands().contains(buffer.value()))
                .findFirst()
                .orElse(buffer.value());
    }

    /** Of what a buffer has elements. */
    TileShape shape(Buffer buffer) {
        if (space.isRankless() && space.levelOf(buffer.mask()) != Level.UNIFORM) {
            return kernel.inputs().contains(buffer) ? TileShape.VARYING : TileShape.TILE;
        }
        return shape(buffer.mask());
    }

    private TileShape shape(int mask) {
        Level level = space.levelOf(mask);
        if (level == Level.UNIFORM) {
            return TileShape.SINGLE;
        }
        if (!middle.isEmpty()) {
            boolean isOfLanes = (mask & space.innerMask()) != 0;
            boolean isOfRows = (mask & ~space.outerMask() & ~space.innerMask()) != 0;
            return isOfRows
                    ? isOfLanes ? TileShape.TILE : TileShape.COLUMN
                    : isOfLanes ? TileShape.LANES : TileShape.SINGLE;
        }
        if (level == Level.ROW) {
            return TileShape.COLUMN;
        }
        boolean isOfEachRow = space.outer().isEmpty() || (mask & space.outerMask()) != 0;
        return isOfEachRow ? TileShape.TILE : TileShape.LANES;
    }

    /** Elements from one index of each loop over items and rows to the next. */
    List<Dim> strides(Buffer buffer) {
        if (space.isRankless()) {
            boolean isOne = space.levelOf(buffer.mask()) == Level.UNIFORM;
            return List.of(isOne ? Dim.ZERO : lanes());
        }
        List<Dim> all = buffer.access().strides();
        List<Dim> strides = new ArrayList<>();
        if (outer.size() > 1) {
            strides.addAll(all.subList(0, outer.size()));
        } else if (middle.isEmpty() || !space.outer().isEmpty()) {
            strides.add(space.rowStride(buffer.access()).orElseThrow());
        }
        int outerCount = space.outer().size();
        strides.addAll(all.subList(outerCount, outerCount + middle.size()));
        return strides;
    }

    /** Elements from one row of a tile to the next. */
    private Dim rowStride(Buffer buffer) {
        List<Dim> strides = strides(buffer);
        return strides.get(strides.size() - 1);
    }

    /** The copy of a buffer. */
    Transfer transfer(Buffer buffer) {
        return new Transfer(
                buffer.slot(),
                stages.pointer(buffer).name(),
                buffer.value().dtype(),
                space.isRankless()
                        ? Code.size(Dim.ZERO)
                        : Code.size(buffer.access().offset()),
                shape(buffer),
                strides(buffer),
                step(buffer),
                Optional.empty(),
                user(buffer).origin());
    }

    /** Rows that are slices, or elements of them. */
    Transfer transfer(Gather gather) {
        Buffer data = gather.data();
        boolean takesSlices = takesSlices(gather);
        TileShape shape = shape(gather);
        Dim step = shape == TileShape.COLUMN ? rowStride(data) : space.innerMask() == 0 ? Dim.ZERO : lastStride(data);
        Optional<Transfer> index = indices.inMemory(gather)
                .map(buffer -> new Transfer(
                        buffer.slot(),
                        stages.pointer(buffer).name(),
                        buffer.value().dtype(),
                        Code.size(buffer.access().offset()),
                        shape(buffer),
                        strides(buffer),
                        Dim.ONE,
                        Optional.empty(),
                        gather.node().origin()));
        return new Transfer(
                data.slot(),
                stages.pointer(data).name(),
                data.value().dtype(),
                Code.size(data.access().offset()),
                shape,
                strides(data),
                takesSlices ? Dim.ONE : step,
                Optional.of(new TileKernel.Taken(
                        index, shape(indices.mask(gather)), gather.axisStride(), gather.axisExtent(), !takesSlices)),
                gather.node().origin());
    }

    /** Whether what each row of an item has one element of may be apart in memory. */
    private boolean movesColumn(Buffer buffer) {
        return !middle.isEmpty()
                && shape(buffer) == TileShape.COLUMN
                && !kernel.outputs().contains(buffer);
    }

    private Dim step(Buffer buffer) {
        if (isPlain()) {
            return movesColumn(buffer) ? rowStride(buffer) : Dim.ONE;
        }
        List<Dim> all = buffer.access().strides();
        List<Dim> ofRows = strides(buffer);
        boolean hasLanes = space.innerMask() != 0;
        return switch (shape(buffer)) {
            case COLUMN -> ofRows.get(ofRows.size() - 1);
            case TILE, LANES -> hasLanes ? all.get(all.size() - 1) : Dim.ZERO;
            default -> Dim.ONE;
        };
    }

    /** The partial results of a reduction: one of each lane for each block of rows. */
    Transfer partial(int index, TileReduction reduction, TileShape shape) {
        Dim elements = Partition.partialBytesPerBlock(kernel).floorDiv(Dim.of(Float.BYTES));
        return new Transfer(
                kernel.layout().partialSlot(),
                "p_" + names.partial(reduction.node()),
                reduction.dtype(),
                Code.size(space.inner().times(Dim.of(index))),
                shape,
                List.of(elements),
                Dim.ONE,
                Optional.empty(),
                reduction.node().origin());
    }

    /** The partial results of all elements: a block of memory for each block of them. */
    Transfer partialTotal(int index, TileReduction reduction, TileShape shape) {
        Dim elements = Dim.of(Partition.TOTAL_BYTES / Float.BYTES);
        return new Transfer(
                kernel.layout().partialSlot(),
                "p_" + names.partial(reduction.node()),
                reduction.dtype(),
                Code.size(Partition.blocks(kernel).times(elements).times(Dim.of(index))),
                shape,
                List.of(shape == TileShape.TILE ? Dim.ZERO : elements),
                Dim.ONE,
                Optional.empty(),
                reduction.node().origin());
    }
}
