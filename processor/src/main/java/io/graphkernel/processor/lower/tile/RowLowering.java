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
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
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
        boolean hasRows =
                kernel.space().form() == Form.ELEMENTWISE || kernel.space().form() == Form.ROW_REDUCTION;
        boolean isFlat = kernel.isFlat() && kernel.inputs().stream().allMatch(input -> input.mask() != 0);
        return hasRows && !kernel.space().isRankless() && !isFlat;
    }

    /** The tiles, for rows that fit and for longer ones. */
    RowTiles lowered() throws Unsupported {
        requireRows();
        if (space.form() == Form.ELEMENTWISE) {
            return new RowTiles(
                    new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM, TileShape.LANES)).whole(), Optional.empty());
        }
        RowKernel fits = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM, TileShape.LANES)).whole();
        RowKernel parts = new Body(Set.of(TileShape.SINGLE, TileShape.UNIFORM)).inParts();
        return new RowTiles(fits, Optional.of(parts));
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
        for (Buffer buffer : stages.buffers()) {
            requireAccess(buffer);
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
        boolean lies = switch (shape) {
            case TILE, LANES -> strides.get(strides.size() - 1).equals(Dim.ONE);
            case COLUMN -> strides(buffer).get(outer.size() - 1).equals(Dim.ONE);
            default -> true;
        };
        if (!lies || isOutput && shape != TileShape.TILE && shape != TileShape.COLUMN) {
            throw new Unsupported(user(buffer), "it reads or writes elements that do not lie one after the other");
        }
        TileExpressions.requireKnown(buffer.value().dtype(), user(buffer));
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
                    Value value = expressions.value(operand(reduction), reduction.dtype(), reduction);
                    expressions.declare(names.value(reduction), values.reduced(operation, value, reduction.origin()));
                }
                compute(stage.rowOps());
            }
            for (Stage stage : kernel.stages()) {
                store(stage.stores());
            }
            store(kernel.rowStores());
            end(false);
            return kernel(space.form() != Form.ELEMENTWISE);
        }

        /** Each stage in a loop over parts of the lanes; before, between and after them what each row has one element of. */
        RowKernel inParts() throws Unsupported {
            load(kernel.inputs().stream()
                    .filter(input -> space.levelOf(input.mask()) != Level.ELEMENT)
                    .toList());
            compute(kernel.uniformOps());
            compute(kernel.rowOps());
            for (Stage stage : kernel.unbufferedStages()) {
                List<Value.Lanes> parts = new ArrayList<>();
                for (Node reduction : stage.reductions()) {
                    parts.add(values.parts(
                            new Expression.Identity(reduction),
                            reduction.dtype().computed()));
                }
                next(false);
                load(stage.inputs());
                compute(stage.computed());
                for (int i = 0; i < parts.size(); i++) {
                    Node reduction = stage.reductions().get(i);
                    Value value = expressions.value(operand(reduction), reduction.dtype(), reduction);
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
            return kernel(false);
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

        private RowKernel kernel(boolean whole) {
            TilePlaces places = values.places();
            List<Section> sections = new ArrayList<>();
            for (int i = 0; i < transfers.size(); i++) {
                Section section = transfers.get(i);
                sections.add(new Section(section.repeats(), section.loads(), places.section(i), section.stores()));
            }
            return new RowKernel(
                    kernel.name(),
                    TileLowering.origin(kernel),
                    expressions.numbers(),
                    outer,
                    space.inner(),
                    whole,
                    shared,
                    places.constants(),
                    sections,
                    places.temporaries(),
                    places.kept());
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
                        ? values.shared(list.size() - 1, transfer.dtype(), transfer.shape())
                        : values.loaded(list.size() - 1, transfer.dtype(), transfer.shape());
                expressions.declare(name, outlasting(loaded, input));
            }
        }

        /** What a section loaded is gone after it: rows of which each section reads one element keep that. */
        private Value outlasting(Value.Lanes loaded, Buffer input) {
            if (loaded.shape() == TileShape.SINGLE) {
                return values.uniform(loaded, input.value().origin());
            }
            boolean isKept = loaded.shape() == TileShape.COLUMN && !values.isConstant(TileShape.LANES);
            return isKept ? values.kept(loaded, input.value().origin()) : loaded;
        }

        private void compute(List<Node> ops) throws Unsupported {
            for (Node op : ops) {
                String name = names.value(op);
                if (!expressions.isDeclared(name)) {
                    Expression expression = Scalars.expression(op, stages::operand);
                    expressions.declare(name, expressions.value(expression, op.dtype(), op));
                }
            }
        }

        private void store(List<Buffer> outputs) throws Unsupported {
            for (Buffer output : outputs) {
                DType dtype = output.value().dtype();
                Node stored = output.stored();
                stores.add(transfer(output));
                Value value = expressions.value(stages.operand(stored), stored.dtype(), output.value());
                values.store(
                        stores.size() - 1,
                        value,
                        dtype,
                        shape(output),
                        output.value().origin());
            }
        }
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
