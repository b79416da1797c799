package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileProgram.Section;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Base class of the row kernel emitters: collects copies, instructions and sections. */
abstract class RowKernelBuilder {

    final ScheduledKernel kernel;
    final IterationSpace space;
    final KernelNames names;
    final RowTransferPlanner transfers;
    private final StageLowering stages;
    private final RowPositions positions;

    final TileInstructionBuilder values;
    final TileStores tileStores;
    TileExpressionLowering expressions;
    /** The two-phase reductions. */
    final List<TileReduction> partials;

    private final List<Transfer> shared = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    /** Sections that compute the gather indices of the current section. */
    private List<Section> preludes = new ArrayList<>();
    /** The computed gather indices, by their values. */
    private final Map<Node, TileValue.Lanes> gatherIndices = new HashMap<>();

    List<Transfer> loads = new ArrayList<>();
    List<Transfer> stores = new ArrayList<>();
    /** True if a section reads values that an earlier one has loaded. */
    boolean keepsLoadedValues;
    /** True if chunks are processed in reverse. */
    boolean isReversed;

    RowKernelBuilder(ScheduledKernel kernel, KernelNames names, Set<ValueShape> constant)
            throws UnsupportedOpException {
        this(kernel, names, constant, Set.of(ValueShape.TILE, ValueShape.LANES));
    }

    /**
     * Creates an empty builder.
     *
     * @param kernel the kernel that is lowered
     * @param names identifiers of its values
     * @param constant shapes whose instructions run once for all tiles
     * @param chunkShapes shapes whose values differ in each chunk
     * @throws UnsupportedOpException if a reduction is unsupported
     */
    RowKernelBuilder(ScheduledKernel kernel, KernelNames names, Set<ValueShape> constant, Set<ValueShape> chunkShapes)
            throws UnsupportedOpException {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        CodeBuilder code = new CodeBuilder();
        this.stages = new StageLowering(kernel, names, code);
        this.transfers = new RowTransferPlanner(kernel, names, stages);
        values = new TileInstructionBuilder(ValueShape.UNIFORM, new TileInstructions(constant, chunkShapes));
        tileStores = new TileStores(values);
        positions = new RowPositions(kernel, transfers, values);
        expressions = new TileExpressionLowering(values);
        partials = reductions(kernel.partials());
        new ArgumentLowering(stages).declareArguments();
        for (Statement statement : code.function(kernel.name(), 0).body()) {
            Statement.Declare declaration = (Statement.Declare) statement;
            if (!(declaration.variable().type() instanceof Type.PointerType)) {
                expressions.number(declaration);
            }
        }
    }

    /** Ends the current section and begins the next one. */
    final void nextSection(boolean repeats) {
        endSection(repeats);
        values.beginSection();
    }

    /** Ends the current section. */
    final void endSection(boolean repeats) {
        sections.add(new Section(repeats, preludes, loads, List.of(), stores));
        preludes = new ArrayList<>();
        gatherIndices.clear();
        loads = new ArrayList<>();
        stores = new ArrayList<>();
    }

    final RowKernel kernel(String name, List<Dim> outer, Optional<Dim> block, boolean isUnchunked) {
        return kernel(name, outer, transfers.lanes(), block, isUnchunked, Optional.empty());
    }

    final RowKernel kernel(
            String name, List<Dim> outer, Dim lanes, Optional<Dim> block, boolean isUnchunked, Optional<Items> items) {
        LocalMemoryAllocator allocator = values.instructions().allocate();
        List<Section> placed = new ArrayList<>();
        int next = 0;
        for (Section section : sections) {
            List<Section> first = new ArrayList<>();
            for (Section prelude : section.preludes()) {
                first.add(prelude.with(List.of(), allocator.section(next++)));
            }
            placed.add(section.with(first, allocator.section(next++)));
        }
        TileProgram program =
                new TileProgram(expressions.numbers(), shared, allocator.constants(), placed, allocator.bufferCounts());
        RowKernel.Loops loops = new RowKernel.Loops(outer, lanes, block, isUnchunked, isReversed, items);
        return new RowKernel(name, TileLowering.origin(kernel), loops, program, Optional.empty());
    }

    /** Returns an initialized accumulator for each two-phase reduction. */
    final List<TileValue.Lanes> accumulators(ValueShape shape) {
        return partials.stream()
                .map(partial -> partial.accumulator(values.instructions(), shape))
                .toList();
    }

    /** Combines the partial results of blocks, which the second phase loads as tiles. */
    final List<TileValue.Lanes> combinePartials(ValueShape shape, IntFunction<Transfer> partial)
            throws UnsupportedOpException {
        load(kernel.buffers().inputs().stream()
                .filter(input -> input.mask() == 0)
                .toList());
        compute(kernel.body().uniformOps());
        List<TileValue.Lanes> joined = accumulators(shape);
        nextSection(false);
        for (int i = 0; i < partials.size(); i++) {
            loads.add(partial.apply(i));
            TileValue value = values.instructions()
                    .loaded(LocalRegion.LOADED, i, partials.get(i).dtype(), ValueShape.TILE);
            partials.get(i).reduceInto(values, joined.get(i), value);
        }
        return joined;
    }

    /** Begins a section with the computation of the gather indices that its ops need for their loads. */
    final void prepareGathers(List<Node> ops) throws UnsupportedOpException {
        for (Node op : ops) {
            Optional<Gather> gather = stages.gather(op);
            if (gather.isPresent()
                    && !expressions.isDeclared(names.value(op))
                    && transfers.indices().inMemory(gather.get()).isEmpty()) {
                prepareGathers(gather.get());
            }
        }
    }

    /** Computes the gather indices of the ops with one element per kernel or per row. */
    final void prepareRowGathers() throws UnsupportedOpException {
        prepareGathers(kernel.body().uniformOps());
        prepareGathers(kernel.body().rowOps());
    }

    private void prepareGathers(Gather gather) throws UnsupportedOpException {
        GatherIndices indices = transfers.indices();
        Node index = GatherIndices.of(gather);
        if (gatherIndices.containsKey(index)) {
            return;
        }
        prepareGathers(indices.ops(gather));
        List<Transfer> others = loads;
        TileExpressionLowering outside = expressions;
        boolean keptLoadedValues = keepsLoadedValues;
        loads = new ArrayList<>();
        expressions = outside.ofConstants();
        keepsLoadedValues = false;
        loadAll(indices.read(kernel.buffers().inputs(), gather));
        declareAllPositions(indices.read(kernel.buffers().indices(), gather));
        computeAll(indices.ops(gather));
        Origin origin = gather.node().origin();
        gatherIndices.put(index, values.indices(expressions.value(stages.operand(index), gather.node()), origin));
        preludes.add(new Section(false, List.of(), loads, List.of(), List.of()));
        values.instructions().beginSection();
        outside.learn(expressions);
        loads = others;
        expressions = outside;
        keepsLoadedValues = keptLoadedValues;
    }

    final void load(List<Buffer> inputs) {
        loadAll(inputs.stream().filter(input -> !transfers.isGatherOnly(input)).toList());
    }

    private void loadAll(List<Buffer> inputs) {
        for (Buffer input : inputs) {
            String name = names.value(input.value());
            if (expressions.isDeclared(name)) {
                continue;
            }
            Transfer transfer = transfers.transfer(input);
            boolean isMoved = transfer.layout() != TransferLayout.PLAIN;
            boolean isShared = values.instructions().isConstant(transfer.shape()) && !isMoved;
            List<Transfer> list = isShared ? shared : loads;
            list.add(transfer);
            LocalRegion region = isShared ? LocalRegion.SHARED : LocalRegion.LOADED;
            ValueShape shape = transfer.shape() == ValueShape.VARYING ? ValueShape.TILE : transfer.shape();
            TileValue.Lanes loaded = values.instructions().loaded(region, list.size() - 1, transfer.dtype(), shape);
            expressions.declare(
                    name, isMoved ? values.repacked(loaded, input.value().origin()) : keptIfNeeded(loaded, input));
        }
    }

    /** Copies a loaded value if later sections read it, since loads last for one section only. */
    private TileValue keptIfNeeded(TileValue.Lanes loaded, Buffer input) {
        if (loaded.shape() == ValueShape.SINGLE) {
            return values.uniform(loaded, input.value().origin());
        }
        boolean isKept = keepsLoadedValues
                && !values.instructions().variesByChunk(loaded.shape())
                && !values.instructions().isConstant(loaded.shape());
        return isKept ? values.loopInvariant(loaded, input.value().origin()) : loaded;
    }

    /** Declares the positions of rows, of lanes, and of both as their sum. */
    final void declarePositions(List<Buffer> indices) {
        declareAllPositions(indices.stream()
                .filter(index -> !transfers.indices().isForIndices(index.value()))
                .toList());
    }

    private void declareAllPositions(List<Buffer> indices) {
        for (Buffer index : indices) {
            if (expressions.isDeclared(names.value(index.value()))) {
                continue;
            }
            expressions.declare(names.value(index.value()), positions.of(index));
        }
    }

    /** Returns the index ops that a stage uses within a row. */
    final List<Buffer> indices(Stage stage) {
        return stages.indices(stage);
    }

    final void compute(List<Node> ops) throws UnsupportedOpException {
        computeAll(
                ops.stream().filter(op -> !transfers.indices().isForIndices(op)).toList());
    }

    private void computeAll(List<Node> ops) throws UnsupportedOpException {
        for (Node op : ops) {
            String name = names.value(op);
            if (stages.gather(op).isPresent() && !expressions.isDeclared(name)) {
                Gather gather = stages.gather(op).get();
                Transfer transfer = transfers.transfer(gather);
                List<TileValue.Lanes> indices = Stream.ofNullable(gatherIndices.get(GatherIndices.of(gather)))
                        .toList();
                if (indices.isEmpty() && transfers.indices().inMemory(gather).isEmpty()) {
                    throw new UnsupportedOpException(
                            op, "its kernel computes the indices after what others need before");
                }
                loads.add(transfer);
                TileValue.Lanes gathered = values.instructions()
                        .loaded(LocalRegion.LOADED, loads.size() - 1, op.dtype(), transfer.shape());
                TileValue.Lanes cleared =
                        values.instructions().add(Operation.ZERO_MISSING_SLICES, gathered, indices, op.origin());
                expressions.declare(
                        name,
                        transfer.layout() == TransferLayout.PLAIN ? cleared : values.repacked(cleared, op.origin()));
            } else if (!expressions.isDeclared(name)) {
                if (op.operands().isEmpty()) {
                    throw new UnsupportedOpException(op, "its elements are computed from no tensor");
                }
                Expression expression = ElementwiseLowering.lower(op, stages::operand);
                expressions.declare(name, expressions.value(expression, op));
            }
        }
    }

    final void store(List<Buffer> outputs) throws UnsupportedOpException {
        for (Buffer output : outputs) {
            DataType dtype = output.value().dtype();
            Node stored = output.stored();
            stores.add(transfers.transfer(output));
            TileValue value = expressions.value(stages.operand(stored), output.value());
            int store = stores.size() - 1;
            ValueShape shape = transfers.shape(output);
            if (stores.get(store).layout() == TransferLayout.PLAIN) {
                tileStores.store(store, value, dtype, shape, output.value().origin());
            } else {
                tileStores.storeExpanded(
                        store, value, dtype, shape, output.value().origin());
            }
        }
    }

    final Expression operand(Node reduction) {
        return stages.operand(reduction.operands().get(0));
    }

    /** Returns the tile reductions of some ops. */
    static List<TileReduction> reductions(List<Node> nodes) throws UnsupportedOpException {
        List<TileReduction> reductions = new ArrayList<>();
        for (Node node : nodes) {
            reductions.add(TileReduction.of(node));
        }
        return reductions;
    }

    /** Returns the current elements of a reduction's operand, in the accumulator's dtype. */
    final TileValue reductionOperand(TileReduction reduction) throws UnsupportedOpException {
        Node node = reduction.node();
        return reduction.operand(values, expressions.value(operand(node), node));
    }

    /** Reduces the current chunk into an accumulator. */
    final void reduceInto(TileReduction reduction, TileValue.Lanes accumulator) throws UnsupportedOpException {
        reduction.reduceInto(values, accumulator, reductionOperand(reduction));
    }

    /** Declares the result of a reduction from its accumulator. */
    final void declare(TileReduction reduction, TileValue combined) {
        expressions.declare(names.value(reduction.node()), reduction.result(values, combined));
    }
}
