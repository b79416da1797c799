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
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Makes tiles of a loop over elements: each of its statements becomes instructions that take a whole tile. */
public final class TileLowering {

    private static final Expression INDEX = Indices.of(0);

    private final Kernel kernel;
    private final Names names;
    private final List<Statement.Let> numbers = new ArrayList<>();
    /** The memory at each pointer, by the pointer's name. */
    private final Map<String, Buffer> buffers = new HashMap<>();
    /** The op of each value, by the value's name: the one that gives it, or the first one that reads it from memory. */
    private final Map<String, Node> ops = new HashMap<>();

    private final List<Transfer> loads = new ArrayList<>();
    private final List<Transfer> stores = new ArrayList<>();
    private final TileValues values = new TileValues();
    private final Map<String, Value> declared = new HashMap<>();

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

    /** An op of a kernel that has no instructions. */
    private static final class Unsupported extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Node op;

        Unsupported(Node op, String reason) {
            super(reason);
            this.op = op;
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
            return new TileLowering(kernel, names).lowered();
        } catch (Unsupported e) {
            return new TileResult.Refused(new Refusal(e.op, e.getMessage()));
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
        Expression elements = Code.size(kernel.space().inner());
        return values.kernel(kernel.name(), origin(), numbers, elements, loads, stores);
    }

    private Origin origin() {
        return kernel.group().nodes().stream()
                .map(Node::origin)
                .filter(origin -> origin.line() > 0)
                .findFirst()
                .orElse(Origin.NONE);
    }

    /** A loop over all elements, in which each of them is computed by itself. */
    private void requireOneLoop() throws Unsupported {
        if (!kernel.isFlat() || kernel.stages().size() != 1) {
            String form = kernel.space().isRankless()
                    ? "rankless shapes"
                    : kernel.space().form().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " over several loops";
            throw new Unsupported(
                    shaping(),
                    "it is part of a kernel of the form " + form + ", and only loops over all"
                            + " elements of equal shapes are printed");
        }
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

    /** The op that gives a kernel its form: a scan, or one whose operand has another shape than its result. */
    private Node shaping() {
        List<Node> nodes = kernel.group().nodes();
        return nodes.stream()
                .filter(op -> OpTable.get().is(op, OpKind.SCAN)
                        || op.operands().stream()
                                .anyMatch(operand -> operand.shape().rank() > 0
                                        && !operand.shape().equals(op.shape())))
                .findFirst()
                .orElse(nodes.get(0));
    }

    /** What is declared before the loop: dims, addresses and numbers that the caller gives. */
    private void number(Statement.Let let) throws Unsupported {
        String name = let.variable().name();
        if (let.variable().type() instanceof Type.Pointer && let.value() instanceof Expression.Argument argument) {
            buffers.put(name, buffer(argument.slot()));
            return;
        }
        if (let.value() instanceof Expression.Load) {
            throw new Unsupported(ops.get(name), "it takes a tensor of one element, which would be read for each tile");
        }
        numbers.add(let);
        if (let.variable().type() instanceof Type.Value value) {
            declared.put(name, new Value.Number(let.variable(), value.dtype()));
        }
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
                declared.put(name, value(let.value(), ops.get(name)));
            } else {
                store((Statement.Store) statement);
            }
        }
    }

    private void store(Statement.Store store) throws Unsupported {
        DType dtype = dtype(store.address());
        Node op = buffers.get(base(store.address()).name()).value();
        stores.add(transfer(store.address(), op));
        values.store(stores.size() - 1, value(store.value(), op), dtype, op.origin());
    }

    private static DType dtype(Expression.Address address) {
        return ((Type.Pointer) address.type()).dtype();
    }

    private static Variable base(Expression.Address address) {
        return (Variable) (address instanceof Expression.Offset offset ? offset.base() : address);
    }

    private Value value(Expression expression, Node op) throws Unsupported {
        if (expression instanceof Variable variable) {
            Value value = declared.get(variable.name());
            return value instanceof Value.Number number ? known(number, op) : value;
        }
        if (expression instanceof Expression.Constant constant) {
            return known(new Value.Number(constant, constant.node().dtype()), op);
        }
        if (expression instanceof Expression.Converted converted) {
            return known(new Value.Number(converted, converted.dtype()), op);
        }
        if (expression instanceof Expression.Load load) {
            loads.add(transfer(load.address(), op));
            return values.loaded(loads.size() - 1, dtype(load.address()));
        }
        if (expression instanceof Expression.Cast cast) {
            Value value = value(cast.value(), op);
            return TileConversions.converted(values, value, cast.from(), cast.to(), op.origin())
                    .orElseThrow(() -> new Unsupported(
                            op, "it has no vector instruction from " + cast.from() + " to " + cast.to()));
        }
        if (expression instanceof Expression.Operation operation) {
            return operation(operation, op);
        }
        throw new Unsupported(op, "its operands are not printed");
    }

    /** Of 64 bits there are integers that are known and fit into 32. */
    private static Value known(Value.Number number, Node op) throws Unsupported {
        boolean fits = number.number() instanceof Expression.Constant constant
                && number.dtype() == DType.I64
                && DType.I32.holds(constant.node().attributes().number().longValue());
        if (number.dtype().byteSize() > Float.BYTES && !fits) {
            throw new Unsupported(op, "it has no vector instruction for numbers of " + number.dtype());
        }
        return number;
    }

    private Value operation(Expression.Operation operation, Node op) throws Unsupported {
        List<Value> operands = new ArrayList<>();
        for (Expression operand : operation.operands()) {
            operands.add(value(operand, op));
        }
        // Of a selection the second operand has the dtype.
        DType dtype = operation.from() == DType.BOOL ? operation.to() : operation.from();
        TileExpansions.Expansion expansion = TileExpansions.of(operation.notation(), operation.from())
                .filter(found -> dtype.byteSize() <= Float.BYTES)
                .orElseThrow(() -> new Unsupported(op, "it has no expansion into vector instructions for " + dtype));
        return expansion.expand(new TileMath(values, op.origin()), operands.toArray(Value[]::new));
    }

    /** Elements that lie one after the other. */
    private Transfer transfer(Expression.Address address, Node op) throws Unsupported {
        if (address instanceof Expression.Offset offset) {
            Variable base = base(address);
            int slot = buffers.get(base.name()).slot();
            Expression element = offset.element();
            if (element.equals(INDEX)) {
                return new Transfer(slot, base.name(), dtype(address), Code.size(Dim.ZERO), op.origin());
            }
            if (element instanceof Expression.Binary sum
                    && sum.operator() == Operator.ADD
                    && sum.right().equals(INDEX)) {
                return new Transfer(slot, base.name(), dtype(address), sum.left(), op.origin());
            }
        }
        throw new Unsupported(op, "it reads or writes elements that do not lie one after the other");
    }
}
