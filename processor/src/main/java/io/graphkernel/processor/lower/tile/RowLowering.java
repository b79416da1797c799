package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.tile.RowKernel.Section;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes tiles of rows: what has one element for a row, a lane or the kernel stays that small, and instructions on whole tiles
 * read it again. All stages of a reduction run over a row that is in local memory, so that it is loaded once; of rows that
 * do not fit, each stage loads the lanes in parts.
 */
final class RowLowering {

    private final Kernel kernel;
    private final IterationSpace space;
    private final Names names;
    private final StageLowering stages;
    private final Code code = new Code();
    private final List<Dim> outer;

    RowLowering(Kernel kernel, Names names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.stages = new StageLowering(kernel, names, code);
        boolean isOneLoop = stages.buffers().stream()
                .allMatch(buffer -> space.rowStride(buffer.access()).isPresent());
        this.outer = isOneLoop
                ? List.of(space.rows())
                : space.outer().stream().map(Run::extent).toList();
    }

    /** Whether a kernel has rows, or values of one element. */
    static boolean takes(Kernel kernel) {
        boolean hasRows = kernel.space().form() == Form.ELEMENTWISE
                || kernel.space().form() == Form.ROW_REDUCTION
                || kernel.space().form() == Form.COLUMN_REDUCTION;
        boolean isFlat = kernel.isFlat()
                && Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                        .allMatch(buffer -> buffer.access().strides().equals(List.of(Dim.ONE)));
        return hasRows && !kernel.space().isRankless() && !isFlat;
    }

    /** The tiles, for rows that fit and for longer ones. */
    RowTiles lowered() throws Unsupported {
        requireRows();
        if (space.form() == Form.COLUMN_REDUCTION) {
            RowKernel finish = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM)).finish();
            RowKernel blocks = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM)).blocks();
            return new RowTiles(blocks, blocksOfLongRows(), Optional.of(finish));
        }
        boolean movesLanes = kernel.inputs().stream()
                .filter(input -> !isOfGathers(input))
                .map(this::transfer)
                .anyMatch(load -> load.shape() == TileShape.LANES && load.layout() != TransferLayout.PLAIN);
        boolean countsLanes = kernel.indices().stream().anyMatch(index -> (index.mask() & space.innerMask()) != 0);
        Body body = new Body(
                movesLanes || countsLanes
                        ? Set.of(TileShape.SINGLE, TileShape.UNIFORM)
                        : Set.of(TileShape.SINGLE, TileShape.UNIFORM, TileShape.LANES));
        if (space.form() == Form.ELEMENTWISE) {
            return new RowTiles(body.whole(), Optional.empty(), Optional.empty());
        }
        RowKernel fits = body.whole();
        RowKernel parts = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM)).inParts();
        return new RowTiles(fits, Optional.of(parts), Optional.empty());
    }

    private void requireRows() throws Unsupported {
        Node first = kernel.group().nodes().get(0);
        if (!space.middle().isEmpty()) {
            throw new Unsupported(reduction().orElse(first), "it reduces axes that do not lie next to each other");
        }
        for (Gather gather : kernel.gathers()) {
            requireSlices(gather);
        }
        if (!kernel.indices().isEmpty() && space.form() == Form.COLUMN_REDUCTION) {
            throw new Unsupported(kernel.indices().get(0).value(), "it counts elements");
        }
        if (!kernel.uniformStores().isEmpty()) {
            throw new Unsupported(kernel.uniformStores().get(0).stored(), "its result has one element");
        }
        for (Buffer buffer : stages.buffers()) {
            if (kernel.outputs().contains(buffer) || !isOfGathers(buffer)) {
                requireAccess(buffer);
            }
        }
    }

    /** A row is a part of a slice, whose index is in memory. */
    private void requireSlices(Gather gather) throws Unsupported {
        Node index = gather.node().operands().get(1);
        List<Dim> strides = gather.data().access().strides();
        Optional<Buffer> indices = kernel.inputs().stream()
                .filter(input -> input.value() == index && !stages.isGathered(input))
                .findFirst();
        boolean takesRows = space.form() != Form.COLUMN_REDUCTION
                && space.innerMask() != 0
                && strides.get(strides.size() - 1).equals(Dim.ONE);
        if (!takesRows || indices.map(input -> space.levelOf(input.mask())).orElse(Level.ELEMENT) == Level.ELEMENT) {
            throw new Unsupported(gather.node(), "it gathers elements, and not rows by indices in memory");
        }
        Dim step = strides(indices.get()).get(outer.size() - 1);
        if (!step.equals(Dim.ONE) && indices.get().mask() != 0) {
            throw new Unsupported(gather.node(), "its indices do not lie one after the other");
        }
    }

    /** Whether an input is what gathers read, and nobody else. */
    private boolean isOfGathers(Buffer input) {
        List<Node> readers = kernel.group().nodes().stream()
                .filter(op -> op.operands().contains(input.value()))
                .toList();
        boolean isIndex = !readers.isEmpty()
                && readers.stream().allMatch(op -> stages.gather(op).isPresent())
                && kernel.outputs().stream().noneMatch(output -> output.stored() == input.value());
        return stages.isGathered(input) || isIndex;
    }

    /** Rows that are reduced, too, are in local memory as a whole if they fit. */
    private Optional<RowKernel> blocksOfLongRows() throws Unsupported {
        if (!kernel.reducesRows()) {
            return Optional.empty();
        }
        if (outer.size() > 1) {
            throw new Unsupported(
                    reduction().orElseThrow(),
                    "its kernel reduces rows and columns of a tensor whose rows do not lie one after the other");
        }
        return Optional.of(new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM)).blocksInParts());
    }

    private Optional<Node> reduction() {
        return space.computed().stream()
                .filter(op -> OpTable.get().is(op, OpKind.REDUCTION))
                .findFirst();
    }

    private void requireAccess(Buffer buffer) throws Unsupported {
        TileShape shape = shape(buffer);
        boolean isWide = buffer.value().dtype().byteSize() > Float.BYTES;
        if (isWide && (space.form() != Form.ELEMENTWISE || !kernel.rowStores().isEmpty())) {
            throw new Unsupported(user(buffer), "rows of 64 bits are only moved");
        }
        if (!kernel.outputs().contains(buffer)) {
            return;
        }
        boolean isResult = space.form() == Form.COLUMN_REDUCTION
                && kernel.finish().stores().contains(buffer);
        boolean lies = shape == TileShape.TILE || shape == TileShape.COLUMN || isResult && shape == TileShape.LANES;
        Transfer store = transfer(buffer);
        boolean isMoved = store.layout() != TransferLayout.PLAIN;
        if (!lies || store.layout() == TransferLayout.REPEATED || isWide && isMoved) {
            throw new Unsupported(user(buffer), "it writes elements that do not lie one after the other");
        }
    }

    /** The op that reads or writes a buffer. */
    private Node user(Buffer buffer) {
        return kernel.group().nodes().stream()
                .filter(op -> op == buffer.value() || op.operands().contains(buffer.value()))
                .findFirst()
                .orElse(buffer.value());
    }

    private TileShape shape(Buffer buffer) {
        Level level = space.levelOf(buffer.mask());
        // No instruction repeats elements of 64 bits: copies do.
        if (buffer.value().dtype().byteSize() > Float.BYTES && !kernel.outputs().contains(buffer)) {
            return TileShape.TILE;
        }
        if (level == Level.UNIFORM) {
            return TileShape.SINGLE;
        }
        if (level == Level.ROW) {
            return TileShape.COLUMN;
        }
        boolean isOfEachRow = space.outer().isEmpty() || (buffer.mask() & space.outerMask()) != 0;
        return isOfEachRow ? TileShape.TILE : TileShape.LANES;
    }

    /** Elements from one index of each loop over rows to the next. */
    private List<Dim> strides(Buffer buffer) {
        return outer.size() == 1
                ? List.of(space.rowStride(buffer.access()).orElseThrow())
                : buffer.access().strides().subList(0, outer.size());
    }

    private Transfer transfer(Buffer buffer) {
        return new Transfer(
                buffer.slot(),
                stages.pointer(buffer).name(),
                buffer.value().dtype(),
                Code.size(buffer.access().offset()),
                shape(buffer),
                strides(buffer),
                step(buffer),
                Optional.empty(),
                user(buffer).origin());
    }

    /** Rows that are slices. */
    private Transfer transfer(Gather gather) {
        Buffer data = gather.data();
        Buffer index = kernel.inputs().stream()
                .filter(input -> input.value() == gather.node().operands().get(1) && !stages.isGathered(input))
                .findFirst()
                .orElseThrow();
        Transfer indices = new Transfer(
                index.slot(),
                stages.pointer(index).name(),
                index.value().dtype(),
                Code.size(index.access().offset()),
                index.mask() == 0 ? TileShape.SINGLE : TileShape.COLUMN,
                strides(index),
                Dim.ONE,
                Optional.empty(),
                gather.node().origin());
        return new Transfer(
                data.slot(),
                stages.pointer(data).name(),
                data.value().dtype(),
                Code.size(data.access().offset()),
                TileShape.TILE,
                strides(data),
                Dim.ONE,
                Optional.of(new TileKernel.Taken(indices, gather.axisStride(), gather.axisExtent())),
                gather.node().origin());
    }

    private Dim step(Buffer buffer) {
        List<Dim> all = buffer.access().strides();
        List<Dim> ofRows = strides(buffer);
        boolean hasLanes = space.innerMask() != 0;
        return switch (shape(buffer)) {
            case COLUMN -> ofRows.get(ofRows.size() - 1);
            case TILE, LANES -> hasLanes ? all.get(all.size() - 1) : Dim.ZERO;
            default -> Dim.ONE;
        };
    }

    /** The instructions of one way to compute the rows. */
    private final class Body {

        private final TileValues values;
        private final TileExpressions expressions;
        private final List<Transfer> shared = new ArrayList<>();
        private final List<Section> transfers = new ArrayList<>();
        private List<Transfer> loads = new ArrayList<>();
        private List<Transfer> stores = new ArrayList<>();
        /** Whether a section reads what one before it has loaded. */
        private boolean outlives;

        Body(Set<TileShape> constant) {
            values = new TileValues(TileShape.UNIFORM, constant);
            expressions = new TileExpressions(values);
            stages.declareArguments();
            for (Statement statement : code.function(kernel.name(), 0).body()) {
                Statement.Let let = (Statement.Let) statement;
                if (!(let.variable().type() instanceof Type.Pointer)) {
                    expressions.number(let);
                }
            }
        }

        /** All stages one after the other over lanes that are in local memory together. */
        RowKernel whole() throws Unsupported {
            load(kernel.inputs());
            count(kernel.indices());
            compute(kernel.uniformOps());
            compute(kernel.rowOps());
            for (Stage stage : kernel.stages()) {
                compute(stage.computed());
                for (Node reduction : stage.reductions()) {
                    Operation operation = operation(reduction);
                    Value value = expressions.value(operand(reduction), reduction);
                    expressions.declare(names.value(reduction), values.reduced(operation, value, reduction.origin()));
                }
                compute(stage.rowOps());
            }
            for (Stage stage : kernel.stages()) {
                store(stage.stores());
            }
            store(kernel.rowStores());
            end(false);
            return kernel(kernel.name(), outer, Optional.empty(), space.form() != Form.ELEMENTWISE);
        }

        /** Each stage in a loop over parts of the lanes; before, between and after them what each row has one element of. */
        RowKernel inParts() throws Unsupported {
            outlives = true;
            load(kernel.inputs().stream()
                    .filter(input -> space.levelOf(input.mask()) != Level.ELEMENT)
                    .toList());
            count(kernel.indices().stream()
                    .filter(index -> space.levelOf(index.mask()) != Level.ELEMENT)
                    .toList());
            compute(kernel.uniformOps());
            compute(kernel.rowOps());
            for (Stage stage : kernel.unbufferedStages()) {
                List<Value.Lanes> parts = new ArrayList<>();
                for (Node reduction : stage.reductions()) {
                    parts.add(values.accumulator(
                            new Expression.Identity(reduction),
                            reduction.dtype().computed(),
                            TileShape.PARTS));
                }
                next(false);
                load(stage.inputs());
                count(stages.indices(stage));
                compute(stage.computed());
                for (int i = 0; i < parts.size(); i++) {
                    Node reduction = stage.reductions().get(i);
                    Value value = expressions.value(operand(reduction), reduction);
                    values.reduceInto(operation(reduction), parts.get(i), value, reduction.origin());
                }
                store(stage.stores());
                next(true);
                expressions.forgetLanes();
                for (int i = 0; i < parts.size(); i++) {
                    Node reduction = stage.reductions().get(i);
                    expressions.declare(
                            names.value(reduction),
                            values.joined(operation(reduction), parts.get(i), reduction.origin()));
                }
                compute(stage.rowOps());
            }
            store(kernel.rowStores());
            end(false);
            return kernel(kernel.name(), outer, Optional.empty(), false);
        }

        /** The partial results of blocks of rows, each of which the cores reduce one after the other. */
        RowKernel blocks() throws Unsupported {
            List<Node> partials = kernel.partials();
            List<Value.Lanes> reduced = accumulators();
            next(false);
            load(kernel.inputs().stream().filter(this::isOfBlocks).toList());
            compute(kernel.uniformOps());
            compute(kernel.rowOps());
            for (Stage stage : kernel.stages()) {
                compute(stage.computed());
                for (Node reduction : stage.reductions()) {
                    Value value = expressions.value(operand(reduction), reduction);
                    int partial = partials.indexOf(reduction);
                    if (partial < 0) {
                        Value row = values.reduced(operation(reduction), value, reduction.origin());
                        expressions.declare(names.value(reduction), row);
                    } else {
                        values.reduceInto(operation(reduction), reduced.get(partial), value, reduction.origin());
                    }
                }
                compute(stage.rowOps());
            }
            for (Stage stage : kernel.stages()) {
                store(stage.stores());
            }
            store(kernel.rowStores());
            next(false);
            storePartials(reduced);
            end(false);
            return kernel(kernel.name(), outer, Optional.of(Partition.itemsPerBlock(kernel)), kernel.reducesRows());
        }

        /**
         * The same of rows that do not fit: first what each row of a block has one element of, in sections as of rows without
         * columns, then a part of the lanes of all rows of the block after the other, in three sections.
         */
        RowKernel blocksInParts() throws Unsupported {
            outlives = true;
            load(kernel.inputs().stream()
                    .filter(input -> space.levelOf(input.mask()) == Level.ROW)
                    .toList());
            load(kernel.inputs().stream().filter(input -> input.mask() == 0).toList());
            compute(kernel.uniformOps());
            compute(kernel.rowOps());
            for (Stage stage : kernel.unbufferedStages()) {
                List<Node> reductions = kernel.rowReductions(stage);
                if (!reductions.isEmpty()) {
                    reduceInParts(stage, reductions);
                }
                compute(stage.rowOps());
            }
            store(kernel.rowStores());
            next(false);
            values.forgetBlocks();
            List<Node> partials = kernel.partials();
            List<Value.Lanes> reduced = accumulators();
            next(false);
            for (Stage stage : kernel.unbufferedStages()) {
                List<Node> wanted = new ArrayList<>();
                stage.reductions().stream().filter(partials::contains).forEach(wanted::add);
                stage.stores().forEach(output -> wanted.add(output.stored()));
                computeFor(stage, wanted);
                for (Node partial : stage.reductions()) {
                    if (partials.contains(partial)) {
                        Value value = expressions.value(operand(partial), partial);
                        Value.Lanes columns = reduced.get(partials.indexOf(partial));
                        values.reduceInto(operation(partial), columns, value, partial.origin());
                    }
                }
                store(stage.stores());
            }
            next(false);
            storePartials(reduced);
            end(false);
            requireNoMasks();
            return kernel(kernel.name(), outer, Optional.of(Partition.itemsPerBlock(kernel)), false);
        }

        /** A stage in parts of the lanes, for what it reduces of each row. */
        private void reduceInParts(Stage stage, List<Node> reductions) throws Unsupported {
            List<Value.Lanes> parts = new ArrayList<>();
            for (Node reduction : reductions) {
                Expression identity = new Expression.Identity(reduction);
                parts.add(values.accumulator(identity, reduction.dtype().computed(), TileShape.PARTS));
            }
            next(false);
            computeFor(stage, reductions);
            for (int i = 0; i < parts.size(); i++) {
                Node reduction = reductions.get(i);
                Value value = expressions.value(operand(reduction), reduction);
                values.reduceInto(operation(reduction), parts.get(i), value, reduction.origin());
            }
            next(true);
            expressions.forgetLanes();
            for (int i = 0; i < parts.size(); i++) {
                Node reduction = reductions.get(i);
                Value joined = values.joined(operation(reduction), parts.get(i), reduction.origin());
                expressions.declare(names.value(reduction), joined);
            }
        }

        /** Loads and computes what some ops of a stage need. */
        private void computeFor(Stage stage, List<Node> wanted) throws Unsupported {
            Set<Node> needed = new HashSet<>(wanted);
            wanted.forEach(op -> needed.addAll(op.operands()));
            List<Node> ops = new ArrayList<>(stage.computed());
            Collections.reverse(ops);
            ops.stream().filter(needed::contains).forEach(op -> needed.addAll(op.operands()));
            Collections.reverse(ops);
            load(stage.inputs().stream()
                    .filter(input -> needed.contains(input.value()))
                    .toList());
            compute(ops.stream().filter(needed::contains).toList());
        }

        /** What is known of rows begins at any group of 8 of them, at which bits do not begin a block. */
        private void requireNoMasks() throws Unsupported {
            if (values.places().room().containsKey(new TilePlaces.Kind(Region.MASK, TileShape.COLUMN))) {
                throw new Unsupported(reduction().orElseThrow(), "its kernel reduces rows and columns, and tests rows");
            }
        }

        /** Whether an input is not only read after all blocks. */
        private boolean isOfBlocks(Buffer input) {
            return space.levelOf(input.mask()) != Level.ELEMENT
                    || kernel.stages().stream().anyMatch(stage -> stage.inputs().contains(input));
        }

        /** The results out of those of the blocks, which are rows now. */
        RowKernel finish() throws Unsupported {
            List<Node> partials = kernel.partials();
            load(kernel.inputs().stream().filter(input -> input.mask() == 0).toList());
            compute(kernel.uniformOps());
            List<Value.Lanes> reduced = accumulators();
            next(false);
            for (int i = 0; i < partials.size(); i++) {
                loads.add(partial(i, TileShape.TILE));
                Value value = values.loaded(Region.LOADED, i, DType.F32, TileShape.TILE);
                values.reduceInto(
                        operation(partials.get(i)),
                        reduced.get(i),
                        value,
                        partials.get(i).origin());
            }
            next(false);
            for (int i = 0; i < partials.size(); i++) {
                expressions.declare(names.value(partials.get(i)), reduced.get(i));
            }
            load(kernel.finish().inputs());
            compute(kernel.finish().computed());
            store(kernel.finish().stores());
            end(false);
            Dim blocks = Partition.blocks(kernel);
            return kernel(kernel.functions().get(1), List.of(blocks), Optional.of(blocks), false);
        }

        private void storePartials(List<Value.Lanes> reduced) {
            for (int i = 0; i < reduced.size(); i++) {
                stores.add(partial(i, TileShape.LANES));
                values.store(
                        i,
                        reduced.get(i),
                        DType.F32,
                        TileShape.LANES,
                        kernel.partials().get(i).origin());
            }
        }

        private List<Value.Lanes> accumulators() {
            return kernel.partials().stream()
                    .map(partial -> values.accumulator(
                            new Expression.Identity(partial), partial.dtype().computed(), TileShape.LANES))
                    .toList();
        }

        private void next(boolean repeats) {
            end(repeats);
            values.beginSection();
        }

        private void end(boolean repeats) {
            transfers.add(new Section(repeats, loads, List.of(), stores));
            loads = new ArrayList<>();
            stores = new ArrayList<>();
        }

        private RowKernel kernel(String name, List<Dim> outer, Optional<Dim> block, boolean whole) {
            TilePlaces places = values.places();
            List<Section> sections = new ArrayList<>();
            for (int i = 0; i < transfers.size(); i++) {
                Section section = transfers.get(i);
                sections.add(new Section(section.repeats(), section.loads(), places.section(i), section.stores()));
            }
            return new RowKernel(
                    name,
                    TileLowering.origin(kernel),
                    expressions.numbers(),
                    outer,
                    space.inner(),
                    block,
                    whole,
                    shared,
                    places.constants(),
                    sections,
                    places.room());
        }

        private void load(List<Buffer> inputs) {
            for (Buffer input : inputs) {
                String name = names.value(input.value());
                if (expressions.isDeclared(name) || isOfGathers(input)) {
                    continue;
                }
                Transfer transfer = transfer(input);
                boolean isMoved = transfer.layout() != TransferLayout.PLAIN;
                boolean isShared = values.isConstant(transfer.shape()) && !isMoved;
                List<Transfer> list = isShared ? shared : loads;
                list.add(transfer);
                Value.Lanes loaded = isShared
                        ? values.loaded(Region.SHARED, list.size() - 1, transfer.dtype(), transfer.shape())
                        : values.loaded(Region.LOADED, list.size() - 1, transfer.dtype(), transfer.shape());
                expressions.declare(
                        name, isMoved ? values.arranged(loaded, input.value().origin()) : outlasting(loaded, input));
            }
        }

        /** What a section loaded is gone after it: rows of which each section reads one element keep that. */
        private Value outlasting(Value.Lanes loaded, Buffer input) {
            if (loaded.shape() == TileShape.SINGLE) {
                return values.uniform(loaded, input.value().origin());
            }
            boolean isKept = loaded.shape() == TileShape.COLUMN && outlives;
            return isKept ? values.kept(loaded, input.value().origin()) : loaded;
        }

        /** Positions: of rows, of lanes, and of both as the sum of these. */
        private void count(List<Buffer> indices) {
            for (Buffer index : indices) {
                Access access = index.access();
                Dim step = space.innerMask() == 0
                        ? Dim.ZERO
                        : access.strides().get(access.strides().size() - 1);
                boolean hasLanes = !step.equals(Dim.ZERO);
                List<Dim> strides = strides(index);
                boolean hasRows = !strides.stream().allMatch(Dim.ZERO::equals);
                List<Value> parts = new ArrayList<>();
                Origin origin = index.value().origin();
                if (hasRows || !hasLanes) {
                    Dim ofRows = strides.get(strides.size() - 1);
                    Expression position = position(access.offset(), strides, ofRows);
                    parts.add(values.counted(position, TileShape.COLUMN, origin));
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

        private Expression position(Dim first, List<Dim> strides, Dim step) {
            List<Expression> numbers = new ArrayList<>(List.of(Code.size(first), Code.size(step)));
            strides.forEach(stride -> numbers.add(Code.size(stride)));
            return new Expression.Call(Operation.POSITION, numbers);
        }

        private void compute(List<Node> ops) throws Unsupported {
            for (Node op : ops) {
                String name = names.value(op);
                if (stages.gather(op).isPresent() && !expressions.isDeclared(name)) {
                    loads.add(transfer(stages.gather(op).get()));
                    Value.Lanes taken = values.loaded(Region.LOADED, loads.size() - 1, op.dtype(), TileShape.TILE);
                    expressions.declare(name, values.cleared(taken, op.origin()));
                } else if (!expressions.isDeclared(name)) {
                    Expression expression = Scalars.expression(op, stages::operand);
                    expressions.declare(name, expressions.value(expression, op));
                }
            }
        }

        private void store(List<Buffer> outputs) throws Unsupported {
            for (Buffer output : outputs) {
                DType dtype = output.value().dtype();
                Node stored = output.stored();
                stores.add(transfer(output));
                Value value = expressions.value(stages.operand(stored), output.value());
                int store = stores.size() - 1;
                if (stores.get(store).layout() == TransferLayout.PLAIN) {
                    values.store(
                            store, value, dtype, shape(output), output.value().origin());
                } else {
                    values.storeApart(
                            store, value, dtype, shape(output), output.value().origin());
                }
            }
        }
    }

    /** The partial results of a reduction: one of each lane for each block of rows. */
    private Transfer partial(int index, TileShape shape) {
        Node reduction = kernel.partials().get(index);
        Dim elements = Partition.partialBytesPerBlock(kernel).floorDiv(Dim.of(Float.BYTES));
        return new Transfer(
                kernel.layout().partialSlot(),
                "p_" + names.partial(reduction),
                DType.F32,
                Code.size(space.inner().times(Dim.of(index))),
                shape,
                List.of(elements),
                Dim.ONE,
                Optional.empty(),
                reduction.origin());
    }

    private Expression operand(Node reduction) {
        return stages.operand(reduction.operands().get(0));
    }

    private static Operation operation(Node reduction) throws Unsupported {
        DType dtype = reduction.operands().get(0).dtype();
        String combiner = Scalars.combiner(reduction);
        if (dtype.computed() != DType.F32 || reduction.dtype().computed() != DType.F32) {
            throw new Unsupported(reduction, "no instruction reduces " + dtype);
        }
        return switch (combiner) {
            case "sum" -> Operation.ADD;
            case "max" -> Operation.MAXIMUM;
            case "min" -> Operation.MINIMUM;
            default -> throw new Unsupported(reduction, "no instruction reduces to the " + combiner);
        };
    }
}
