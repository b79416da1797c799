package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
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
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
        boolean isFlat = kernel.isFlat() && kernel.inputs().stream().allMatch(input -> input.mask() != 0);
        return hasRows && !kernel.space().isRankless() && !isFlat;
    }

    /** The tiles, for rows that fit and for longer ones. */
    RowTiles lowered() throws Unsupported {
        requireRows();
        if (space.form() == Form.COLUMN_REDUCTION) {
            requireShortRows();
            RowKernel finish = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM)).finish();
            RowKernel blocks = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM)).blocks();
            return new RowTiles(blocks, Optional.empty(), Optional.of(finish));
        }
        Body body = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM, TileShape.LANES));
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
        if (!kernel.gathers().isEmpty()) {
            throw new Unsupported(kernel.gathers().get(0).node(), "it gathers elements");
        }
        if (!kernel.indices().isEmpty()) {
            throw new Unsupported(kernel.indices().get(0).value(), "it counts elements");
        }
        if (!kernel.uniformStores().isEmpty()) {
            throw new Unsupported(kernel.uniformStores().get(0).stored(), "its result has one element");
        }
        for (Node op : space.computed()) {
            requireNarrow(op, op);
        }
        for (Buffer buffer : stages.buffers()) {
            requireAccess(buffer);
        }
    }

    /** Rows that are reduced, too, are in local memory as a whole: that they fit must be known. */
    private void requireShortRows() throws Unsupported {
        if (kernel.reducesRows() && !(space.inner() instanceof Dim.Constant)) {
            throw new Unsupported(
                    reduction().orElseThrow(),
                    "its kernel reduces rows and columns, and whether its rows fit into the unified buffer is not"
                            + " known");
        }
    }

    private Optional<Node> reduction() {
        return space.computed().stream()
                .filter(op -> OpTable.get().is(op, OpKind.REDUCTION))
                .findFirst();
    }

    /** Lanes lie next to each other, and so do values of which each row has one. */
    private void requireAccess(Buffer buffer) throws Unsupported {
        List<Dim> strides = buffer.access().strides();
        TileShape shape = shape(buffer);
        boolean isOutput = kernel.outputs().contains(buffer);
        boolean isResult = space.form() == Form.COLUMN_REDUCTION
                && kernel.finish().stores().contains(buffer);
        boolean lies = switch (shape) {
            case TILE, LANES -> strides.get(strides.size() - 1).equals(Dim.ONE);
            case COLUMN -> strides(buffer).get(outer.size() - 1).equals(Dim.ONE);
            default -> true;
        };
        if (shape == TileShape.COLUMN && strides(buffer).get(outer.size() - 1).equals(Dim.ZERO)) {
            throw new Unsupported(
                    user(buffer), "it reads one element for several rows, but not for all, which is not printed yet");
        }
        if (!lies
                || isOutput
                        && shape != TileShape.TILE
                        && shape != TileShape.COLUMN
                        && !(isResult && shape == TileShape.LANES)) {
            throw new Unsupported(user(buffer), "it reads or writes elements that do not lie one after the other");
        }
        requireNarrow(buffer.value(), user(buffer));
    }

    private static void requireNarrow(Node value, Node op) throws Unsupported {
        if (value.dtype().byteSize() > Float.BYTES) {
            throw new Unsupported(op, "rows of 64 bits are not printed");
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
                user(buffer).origin());
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
            for (int i = 0; i < partials.size(); i++) {
                stores.add(partial(i, TileShape.LANES));
                values.store(
                        i,
                        reduced.get(i),
                        DType.F32,
                        TileShape.LANES,
                        partials.get(i).origin());
            }
            end(false);
            return kernel(kernel.name(), outer, Optional.of(Partition.itemsPerBlock(kernel)), kernel.reducesRows());
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
                if (expressions.isDeclared(name)) {
                    continue;
                }
                Transfer transfer = transfer(input);
                boolean isShared = values.isConstant(transfer.shape());
                List<Transfer> list = isShared ? shared : loads;
                list.add(transfer);
                Value.Lanes loaded = isShared
                        ? values.loaded(Region.SHARED, list.size() - 1, transfer.dtype(), transfer.shape())
                        : values.loaded(Region.LOADED, list.size() - 1, transfer.dtype(), transfer.shape());
                expressions.declare(name, outlasting(loaded, input));
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

        private void compute(List<Node> ops) throws Unsupported {
            for (Node op : ops) {
                String name = names.value(op);
                if (!expressions.isDeclared(name)) {
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
                values.store(
                        stores.size() - 1,
                        value,
                        dtype,
                        shape(output),
                        output.value().origin());
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
