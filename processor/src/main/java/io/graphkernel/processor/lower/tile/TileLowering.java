package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.range.RangeLowering;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Refusal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Makes tiles of a loop over elements: each of its statements becomes instructions that take a whole tile. */
public final class TileLowering {

    private static final Expression INDEX = Indices.of(0);

    private final Kernel kernel;
    private final Names names;
    /** The memory at each pointer, by the pointer's name. */
    private final Map<String, Buffer> buffers = new HashMap<>();
    /** The op of each value, by the value's name: the one that gives it, or the first one that reads it from memory. */
    private final Map<String, Node> ops = new HashMap<>();

    private final List<Transfer> loads = new ArrayList<>();
    private final List<Transfer> stores = new ArrayList<>();
    private final TileValues values = new TileValues(TileShape.TILE, Set.of(), Set.of(TileShape.TILE));
    private final TileExpressions expressions = new TileExpressions(values);

    private TileLowering(Kernel kernel, Names names) {
        this.kernel = kernel;
        this.names = names;
        for (Node op : kernel.group().nodes()) {
            ops.put(names.value(op), op);
            op.operands().stream()
                    .filter(operand -> operand.kind() != Node.Kind.CONSTANT)
                    .forEach(operand -> ops.putIfAbsent(names.value(operand), op));
        }
    }

    /**
     * Lowers a kernel.
     *
     * @param kernel any kernel
     * @param names what its values are called
     * @return its tiles, or why it has none
     */
    public static TileResult lower(Kernel kernel, Names names) {
        try {
            return RowLowering.takes(kernel)
                    ? new RowLowering(kernel, names).lowered()
                    : new TileLowering(kernel, names).lowered();
        } catch (Unsupported e) {
            return new TileResult.Refused(new Refusal(e.op(), e.getMessage()));
        }
    }

    private TileKernel lowered() throws Unsupported {
        requireOneLoop();
        Function function = RangeLowering.lower(kernel, names).get(0);
        for (Statement statement : function.body()) {
            if (statement instanceof Statement.Let let) {
                number(let);
            } else {
                lower(((Statement.Loop) statement).body());
            }
        }
        TilePlaces places = values.places();
        return new TileKernel(
                kernel.name(),
                origin(kernel),
                expressions.numbers(),
                Code.size(kernel.space().inner()),
                loads,
                places.constants(),
                places.section(0),
                stores,
                room(places));
    }

    /** Of each region; all places are of tiles. */
    private static Map<Region, Integer> room(TilePlaces places) {
        Map<Region, Integer> room = new EnumMap<>(Region.class);
        places.room().forEach((kind, count) -> room.put(kind.region(), count));
        return room;
    }

    /** Where the first op of a kernel is. */
    static Origin origin(Kernel kernel) {
        return kernel.group().nodes().stream()
                .map(Node::origin)
                .filter(origin -> origin.line() > 0)
                .findFirst()
                .orElse(Origin.NONE);
    }

    /** A loop over all elements, in which each of them is computed by itself. */
    private void requireOneLoop() throws Unsupported {
        requireNone(kernel.uniformOps(), "it is computed once for all elements");
        requireNone(
                kernel.uniformStores().stream().map(store -> store.stored()).toList(), "its result has one element");
        requireNone(kernel.gathers().stream().map(gather -> gather.node()).toList(), "it gathers elements");
        requireNone(kernel.indices().stream().map(index -> index.value()).toList(), "it counts elements");
    }

    private static void requireNone(List<Node> nodes, String reason) throws Unsupported {
        if (!nodes.isEmpty()) {
            throw new Unsupported(nodes.get(0), reason);
        }
    }

    /** What is declared before the loop: dims, addresses and numbers that the caller gives. */
    private void number(Statement.Let let) {
        String name = let.variable().name();
        if (let.variable().type() instanceof Type.Pointer && let.value() instanceof Expression.Argument argument) {
            buffers.put(name, buffer(argument.slot()));
            return;
        }
        expressions.number(let);
    }

    private Buffer buffer(int slot) {
        return Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                .filter(buffer -> buffer.slot() == slot)
                .findFirst()
                .orElseThrow();
    }

    private void lower(List<Statement> statements) throws Unsupported {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Block block) {
                lower(block.body());
            } else if (statement instanceof Statement.Let let) {
                String name = let.variable().name();
                DType dtype = ((Type.Value) let.variable().type()).dtype();
                Node op = ops.get(name);
                expressions.declare(
                        name,
                        let.value() instanceof Expression.Load load
                                ? loaded(load, dtype, op)
                                : expressions.value(let.value(), op));
            } else {
                store((Statement.Store) statement);
            }
        }
    }

    private Value loaded(Expression.Load load, DType dtype, Node op) throws Unsupported {
        loads.add(transfer(load.address(), dtype, op));
        return values.loaded(Region.LOADED, loads.size() - 1, dtype, TileShape.TILE);
    }

    private void store(Statement.Store store) throws Unsupported {
        DType dtype = ((Type.Pointer) store.address().type()).dtype();
        Node op = buffers.get(base(store.address()).name()).value();
        stores.add(transfer(store.address(), dtype, op));
        values.store(stores.size() - 1, expressions.value(store.value(), op), dtype, TileShape.TILE, op.origin());
    }

    private static Variable base(Expression.Address address) {
        return (Variable) (address instanceof Expression.Offset offset ? offset.base() : address);
    }

    /** Elements that lie one after the other. */
    private Transfer transfer(Expression.Address address, DType dtype, Node op) throws Unsupported {
        if (address instanceof Expression.Offset offset) {
            Variable base = base(address);
            int slot = buffers.get(base.name()).slot();
            Expression element = offset.element();
            if (element.equals(INDEX)) {
                return new Transfer(slot, base.name(), dtype, Code.size(Dim.ZERO), op.origin());
            }
            if (element instanceof Expression.Binary sum
                    && sum.operator() == Operator.ADD
                    && sum.right().equals(INDEX)) {
                return new Transfer(slot, base.name(), dtype, sum.left(), op.origin());
            }
        }
        throw new Unsupported(op, "it reads or writes elements that do not lie one after the other");
    }
}
