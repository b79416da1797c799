package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
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
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The instructions of one way to compute rows, which collects what they copy and the sections in which they run. */
abstract class RowBody {

    final Kernel kernel;
    final IterationSpace space;
    final Names names;
    final RowTransfers transfers;
    private final StageLowering stages;

    final TileValues values;
    final TileExpressions expressions;
    private final List<Transfer> shared = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    List<Transfer> loads = new ArrayList<>();
    List<Transfer> stores = new ArrayList<>();
    /** Whether a section reads what one before it has loaded. */
    boolean outlives;

    RowBody(Kernel kernel, Names names, Set<TileShape> constant) {
        this(kernel, names, constant, Set.of(TileShape.TILE, TileShape.LANES));
    }

    /**
     * Nothing yet.
     *
     * @param kernel what is lowered
     * @param names what its values are called
     * @param constant the shapes whose instructions run once for all tiles
     * @param ofParts the shapes whose elements are others in each part of what does not fit
     */
    RowBody(Kernel kernel, Names names, Set<TileShape> constant, Set<TileShape> ofParts) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        Code code = new Code();
        this.stages = new StageLowering(kernel, names, code);
        this.transfers = new RowTransfers(kernel, names, stages);
        values = new TileValues(TileShape.UNIFORM, constant, ofParts);
        expressions = new TileExpressions(values);
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
        sections.add(new Section(repeats, loads, List.of(), stores));
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
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            placed.add(new Section(section.repeats(), section.loads(), places.section(i), section.stores()));
        }
        return new RowKernel(
                name,
                TileLowering.origin(kernel),
                expressions.numbers(),
                outer,
                lanes,
                block,
                whole,
                shared,
                places.constants(),
                placed,
                places.room(),
                items,
                Optional.empty());
    }

    final void load(List<Buffer> inputs) {
        for (Buffer input : inputs) {
            String name = names.value(input.value());
            if (expressions.isDeclared(name)) {
                continue;
            }
            Transfer transfer = transfers.transfer(input);
            boolean isShared = values.isConstant(transfer.shape());
            List<Transfer> list = isShared ? shared : loads;
            list.add(transfer);
            Region region = isShared ? Region.SHARED : Region.LOADED;
            TileShape shape = transfer.shape() == TileShape.VARYING ? TileShape.TILE : transfer.shape();
            Value.Lanes loaded = values.loaded(region, list.size() - 1, transfer.dtype(), shape);
            expressions.declare(name, outlasting(loaded, input));
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

    final void compute(List<Node> ops) throws Unsupported {
        for (Node op : ops) {
            String name = names.value(op);
            if (!expressions.isDeclared(name)) {
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
            values.store(
                    stores.size() - 1,
                    value,
                    dtype,
                    transfers.shape(output),
                    output.value().origin());
        }
    }

    final Expression operand(Node reduction) {
        return stages.operand(reduction.operands().get(0));
    }

    static Operation operation(Node reduction) throws Unsupported {
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
