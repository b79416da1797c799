package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The instructions of one way to compute rows, which collects what they copy and the sections in which they run. */
abstract class RowBody {

    final Kernel kernel;
    final IterationSpace space;
    final Names names;
    final RowTransfers transfers;
    private final StageLowering stages;

    final TileValues values;
    TileExpressions expressions;
    /** Those of two phases. */
    final List<TileReduction> partials;

    private final List<Transfer> shared = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    /** What finds the indices of slices first, in the current section. */
    private List<Section> preludes = new ArrayList<>();
    /** The indices that these have found, by the values that they are of. */
    private final Map<Node, Value.Lanes> found = new HashMap<>();

    List<Transfer> loads = new ArrayList<>();
    List<Transfer> stores = new ArrayList<>();
    /** Whether a section reads what one before it has loaded. */
    boolean outlives;
    /** Whether the last parts come first. */
    boolean isReversed;

    RowBody(Kernel kernel, Names names, Set<TileShape> constant) throws Unsupported {
        this(kernel, names, constant, Set.of(TileShape.TILE, TileShape.LANES));
    }

    /**
     * Nothing yet.
     *
     * @param kernel what is lowered
     * @param names what its values are called
     * @param constant the shapes whose instructions run once for all tiles
     * @param ofParts the shapes whose elements are others in each part of what does not fit
     * @throws Unsupported if it reduces what is not reduced
     */
    RowBody(Kernel kernel, Names names, Set<TileShape> constant, Set<TileShape> ofParts) throws Unsupported {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        Code code = new Code();
        this.stages = new StageLowering(kernel, names, code);
        this.transfers = new RowTransfers(kernel, names, stages);
        values = new TileValues(TileShape.UNIFORM, constant, ofParts);
        expressions = new TileExpressions(values);
        partials = reductions(kernel.partials());
        stages.declareArguments();
        for (Statement statement : code.function(kernel.name(), 0).body()) {
            Statement.Let let = (Statement.Let) statement;
            if (!(let.variable().type() instanceof Type.Pointer)) {
                expressions.number(let);
            }
        }
    }

    /** Ends a section; instructions from here on are of another one. */
    final void next(boolean repeats) {
        end(repeats);
        values.beginSection();
    }

    /** Ends a section. */
    final void end(boolean repeats) {
        sections.add(new Section(repeats, preludes, loads, List.of(), stores));
        preludes = new ArrayList<>();
        found.clear();
        loads = new ArrayList<>();
        stores = new ArrayList<>();
    }

    final RowKernel kernel(String name, List<Dim> outer, Optional<Dim> block, boolean whole) {
        return kernel(name, outer, transfers.lanes(), block, whole, Optional.empty());
    }

    final RowKernel kernel(
            String name, List<Dim> outer, Dim lanes, Optional<Dim> block, boolean whole, Optional<Items> items) {
        TilePlaces places = values.places();
        List<Section> placed = new ArrayList<>();
        int next = 0;
        for (Section section : sections) {
            List<Section> first = new ArrayList<>();
            for (Section prelude : section.preludes()) {
                first.add(prelude.with(List.of(), places.section(next++)));
            }
            placed.add(section.with(first, places.section(next++)));
        }
        return new RowKernel(
                name,
                TileLowering.origin(kernel),
                expressions.numbers(),
                outer,
                lanes,
                block,
                whole,
                isReversed,
                shared,
                places.constants(),
                placed,
                places.room(),
                items,
                Optional.empty());
    }

    /** A sum, product or other for each result of a reduction in two phases, of which nothing is taken yet. */
    final List<Value.Lanes> accumulators(TileShape shape) {
        return partials.stream()
                .map(partial -> values.accumulator(partial, shape))
                .toList();
    }

    /** What the second phase makes of the results of blocks, which it reads as tiles. */
    final List<Value.Lanes> joined(TileShape shape, IntFunction<Transfer> partial) throws Unsupported {
        load(kernel.inputs().stream().filter(input -> input.mask() == 0).toList());
        compute(kernel.uniformOps());
        List<Value.Lanes> joined = accumulators(shape);
        next(false);
        for (int i = 0; i < partials.size(); i++) {
            loads.add(partial.apply(i));
            Value value = values.loaded(Region.LOADED, i, partials.get(i).dtype(), TileShape.TILE);
            values.reduceInto(partials.get(i), joined.get(i), value);
        }
        return joined;
    }

    /** Begins a section with what computes the indices of slices that its ops take: these are loaded by them. */
    final void find(List<Node> ops) throws Unsupported {
        for (Node op : ops) {
            Optional<Gather> gather = stages.gather(op);
            if (gather.isPresent()
                    && !expressions.isDeclared(names.value(op))
                    && transfers.indices().inMemory(gather.get()).isEmpty()) {
                find(gather.get());
            }
        }
    }

    /** The same for the ops of one element for the kernel, and for each row. */
    final void findOfRows() throws Unsupported {
        find(kernel.uniformOps());
        find(kernel.rowOps());
    }

    private void find(Gather gather) throws Unsupported {
        ComputedIndices indices = transfers.indices();
        Node index = ComputedIndices.of(gather);
        if (found.containsKey(index)) {
            return;
        }
        find(indices.ops(gather));
        List<Transfer> others = loads;
        TileExpressions outside = expressions;
        boolean outlived = outlives;
        loads = new ArrayList<>();
        expressions = outside.ofConstants();
        outlives = false;
        loadAll(indices.read(kernel.inputs(), gather));
        countAll(indices.read(kernel.indices(), gather));
        computeAll(indices.ops(gather));
        Origin origin = gather.node().origin();
        found.put(index, values.indices(expressions.value(stages.operand(index), gather.node()), origin));
        preludes.add(new Section(false, List.of(), loads, List.of(), List.of()));
        values.beginPart();
        outside.learn(expressions);
        loads = others;
        expressions = outside;
        outlives = outlived;
    }

    final void load(List<Buffer> inputs) {
        loadAll(inputs.stream().filter(input -> !transfers.isOfGathers(input)).toList());
    }

    private void loadAll(List<Buffer> inputs) {
        for (Buffer input : inputs) {
            String name = names.value(input.value());
            if (expressions.isDeclared(name)) {
                continue;
            }
            Transfer transfer = transfers.transfer(input);
            boolean isMoved = transfer.layout() != TransferLayout.PLAIN;
            boolean isShared = values.isConstant(transfer.shape()) && !isMoved;
            List<Transfer> list = isShared ? shared : loads;
            list.add(transfer);
            Region region = isShared ? Region.SHARED : Region.LOADED;
            TileShape shape = transfer.shape() == TileShape.VARYING ? TileShape.TILE : transfer.shape();
            Value.Lanes loaded = values.loaded(region, list.size() - 1, transfer.dtype(), shape);
            expressions.declare(
                    name, isMoved ? values.arranged(loaded, input.value().origin()) : outlasting(loaded, input));
        }
    }

    /** What a section loaded is gone after it: rows of which each section reads one element keep that. */
    private Value outlasting(Value.Lanes loaded, Buffer input) {
        if (loaded.shape() == TileShape.SINGLE) {
            return values.uniform(loaded, input.value().origin());
        }
        boolean isKept = outlives && !values.isOfPart(loaded.shape()) && !values.isConstant(loaded.shape());
        return isKept ? values.kept(loaded, input.value().origin()) : loaded;
    }

    /** Positions: of rows, of lanes, and of both as the sum of these. */
    final void count(List<Buffer> indices) {
        countAll(indices.stream()
                .filter(index -> !transfers.indices().isForIndices(index.value()))
                .toList());
    }

    private void countAll(List<Buffer> indices) {
        for (Buffer index : indices) {
            if (expressions.isDeclared(names.value(index.value()))) {
                continue;
            }
            Access access = index.access();
            Dim step = space.innerMask() == 0 && !RowTransfers.scansLanes(kernel)
                    ? Dim.ZERO
                    : access.strides().get(access.strides().size() - 1);
            boolean hasLanes = !step.equals(Dim.ZERO);
            List<Dim> strides = transfers.strides(index);
            boolean hasRows = !strides.stream().allMatch(Dim.ZERO::equals);
            List<Value> parts = new ArrayList<>();
            Origin origin = index.value().origin();
            if (!hasRows && !hasLanes) {
                parts.add(values.same(position(access.offset(), List.of(), Dim.ZERO), origin));
            }
            if (hasRows) {
                Dim ofRows = strides.get(strides.size() - 1);
                Expression position = position(access.offset(), strides, ofRows);
                parts.add(values.counted(position, countsRows(index) ? TileShape.COLUMN : TileShape.UNIFORM, origin));
            }
            if (hasLanes) {
                Dim first = hasRows ? Dim.ZERO : access.offset();
                parts.add(values.counted(position(first, List.of(), step), TileShape.LANES, origin));
            }
            TileMath math = new TileMath(values, origin);
            expressions.declare(
                    names.value(index.value()),
                    parts.stream().reduce(math::plus).orElseThrow());
        }
    }

    /** Whether positions differ from row to row, and not only from item to item. */
    private boolean countsRows(Buffer index) {
        return space.middle().isEmpty() || (index.mask() & ~space.outerMask() & ~space.innerMask()) != 0;
    }

    private Expression position(Dim first, List<Dim> strides, Dim step) {
        List<Expression> numbers = new ArrayList<>(List.of(Code.size(first), Code.size(step)));
        strides.forEach(stride -> numbers.add(Code.size(stride)));
        return new Expression.Call(Operation.POSITION, numbers);
    }

    /** The index ops that a stage uses within a row. */
    final List<Buffer> indices(Stage stage) {
        return stages.indices(stage);
    }

    final void compute(List<Node> ops) throws Unsupported {
        computeAll(
                ops.stream().filter(op -> !transfers.indices().isForIndices(op)).toList());
    }

    private void computeAll(List<Node> ops) throws Unsupported {
        for (Node op : ops) {
            String name = names.value(op);
            if (stages.gather(op).isPresent() && !expressions.isDeclared(name)) {
                Gather gather = stages.gather(op).get();
                Transfer transfer = transfers.transfer(gather);
                List<Value.Lanes> indices =
                        Stream.ofNullable(found.get(ComputedIndices.of(gather))).toList();
                if (indices.isEmpty() && transfers.indices().inMemory(gather).isEmpty()) {
                    throw new Unsupported(op, "its kernel computes the indices after what others need before");
                }
                loads.add(transfer);
                Value.Lanes taken = values.loaded(Region.LOADED, loads.size() - 1, op.dtype(), transfer.shape());
                Value.Lanes cleared = values.cleared(taken, indices, op.origin());
                expressions.declare(
                        name,
                        transfer.layout() == TransferLayout.PLAIN ? cleared : values.arranged(cleared, op.origin()));
            } else if (!expressions.isDeclared(name)) {
                Expression expression = Scalars.expression(op, stages::operand);
                expressions.declare(name, expressions.value(expression, op));
            }
        }
    }

    final void store(List<Buffer> outputs) throws Unsupported {
        for (Buffer output : outputs) {
            DType dtype = output.value().dtype();
            Node stored = output.stored();
            stores.add(transfers.transfer(output));
            Value value = expressions.value(stages.operand(stored), output.value());
            int store = stores.size() - 1;
            TileShape shape = transfers.shape(output);
            if (stores.get(store).layout() == TransferLayout.PLAIN) {
                values.store(store, value, dtype, shape, output.value().origin());
            } else {
                values.storeApart(store, value, dtype, shape, output.value().origin());
            }
        }
    }

    final Expression operand(Node reduction) {
        return stages.operand(reduction.operands().get(0));
    }

    /** How some reductions are combined. */
    static List<TileReduction> reductions(List<Node> nodes) throws Unsupported {
        List<TileReduction> reductions = new ArrayList<>();
        for (Node node : nodes) {
            reductions.add(TileReduction.of(node));
        }
        return reductions;
    }

    /** The current elements of a reduction's operand, as they are combined. */
    final Value combined(TileReduction reduction) throws Unsupported {
        Node node = reduction.node();
        return reduction.operand(values, expressions.value(operand(node), node));
    }

    /** Reduces a part of them into what those before gave. */
    final void reduceInto(TileReduction reduction, Value.Lanes accumulator) throws Unsupported {
        values.reduceInto(reduction, accumulator, combined(reduction));
    }

    /** Says what a reduction gives, out of what all of its elements were combined to. */
    final void declare(TileReduction reduction, Value combined) {
        expressions.declare(names.value(reduction.node()), reduction.result(values, combined));
    }
}
