package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.range.RangeLowering;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes tiles of a loop over elements: each of its statements becomes instructions that take a whole tile. */
public final class TileLowering {

    private static final Expression INDEX = Indices.of(0);

    private final Kernel kernel;
    private final Names names;
    private final List<Statement.Let> numbers = new ArrayList<>();
    private final Map<String, Integer> slots = new HashMap<>();
    private final List<Transfer> loads = new ArrayList<>();
    private final List<Transfer> stores = new ArrayList<>();
    private final TileValues values = new TileValues();
    private final Map<String, Value> declared = new HashMap<>();

    private TileLowering(Kernel kernel, Names names) {
        this.kernel = kernel;
        this.names = names;
    }

    /** A part of a kernel that has no instructions. */
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
     * @param kernel one that is not {@linkplain #refusal refused}
     * @param names what its values are called
     * @return its tiles
     */
    public static TileKernel lower(Kernel kernel, Names names) {
        try {
            return new TileLowering(kernel, names).lowered();
        } catch (Unsupported e) {
            throw new IllegalStateException(kernel.name() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Why a kernel cannot be lowered.
     *
     * @param kernel any kernel
     * @param names what its values are called
     * @return empty if it can
     */
    public static Optional<Refusal> refusal(Kernel kernel, Names names) {
        try {
            new TileLowering(kernel, names).lowered();
            return Optional.empty();
        } catch (Unsupported e) {
            return Optional.of(new Refusal(e.op, e.getMessage()));
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
        return values.kernel(kernel.name(), numbers, elements, loads, stores);
    }

    /** A loop over all elements, in which each of them is computed by itself. */
    private void requireOneLoop() throws Unsupported {
        if (!kernel.isFlat() || kernel.stages().size() != 1) {
            String form = kernel.space().isRankless()
                    ? "rankless shapes"
                    : kernel.space().form().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " over several loops";
            throw new Unsupported(
                    last(),
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

    private Node last() {
        List<Node> nodes = kernel.group().nodes();
        return nodes.get(nodes.size() - 1);
    }

    /** What is declared before the loop: dims, addresses and numbers that the caller gives. */
    private void number(Statement.Let let) throws Unsupported {
        if (let.variable().type() instanceof Type.Pointer && let.value() instanceof Expression.Argument argument) {
            slots.put(let.variable().name(), argument.slot());
            return;
        }
        if (let.value() instanceof Expression.Load) {
            throw new Unsupported(last(), "it takes a tensor of one element, which would be read for each tile");
        }
        numbers.add(let);
        if (let.variable().type() instanceof Type.Value value) {
            declared.put(let.variable().name(), new Value.Number(let.variable(), value.dtype()));
        }
    }

    private void lower(List<Statement> statements) throws Unsupported {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Block block) {
                lower(block.body());
            } else if (statement instanceof Statement.Let let) {
                DType dtype = ((Type.Value) let.variable().type()).dtype();
                declared.put(let.variable().name(), value(let.value(), dtype, let.origin()));
            } else {
                store((Statement.Store) statement);
            }
        }
    }

    private void store(Statement.Store store) throws Unsupported {
        DType dtype = ((Type.Pointer) store.address().type()).dtype();
        requireKnown(dtype);
        stores.add(transfer(store.address(), dtype));
        values.store(stores.size() - 1, value(store.value(), dtype, Origin.NONE), dtype);
    }

    private Value value(Expression expression, DType dtype, Origin origin) throws Unsupported {
        if (expression instanceof Expression.Variable variable) {
            return declared.get(variable.name());
        }
        if (expression instanceof Expression.Constant constant) {
            requireKnown(dtype);
            return new Value.Number(constant, dtype);
        }
        if (expression instanceof Expression.Load load) {
            requireKnown(dtype);
            loads.add(transfer(load.address(), dtype));
            return values.loaded(loads.size() - 1, dtype);
        }
        if (expression instanceof Expression.Cast cast) {
            return values.converted(operand(cast.value(), cast.from()), cast.from(), cast.to(), origin)
                    .orElseThrow(() -> new Unsupported(
                            last(), "the conversion from " + cast.from() + " to " + cast.to() + " is not printed"));
        }
        if (expression instanceof Expression.Operation operation) {
            return operation(operation, origin);
        }
        throw new Unsupported(last(), "its operands are not printed");
    }

    private Value operand(Expression expression, DType dtype) throws Unsupported {
        return value(expression, dtype, Origin.NONE);
    }

    private Value operation(Expression.Operation operation, Origin origin) throws Unsupported {
        Node op = op(operation);
        List<Value> operands = new ArrayList<>();
        for (Expression operand : operation.operands()) {
            operands.add(operand(operand, operation.from()));
        }
        if (operation.from() != operation.to() || !isComputed(operation.to())) {
            throw new Unsupported(
                    op,
                    "it has no vector instruction for " + operation.from()
                            + (operation.from() == operation.to() ? "" : " that gives " + operation.to()));
        }
        return TileExpansions.of(operation.notation(), operation.to())
                .map(expansion -> values.expand(expansion, operands, operation.to(), origin))
                .orElseThrow(() -> new Unsupported(
                        op, "it has no expansion into vector instructions for " + operation.to() + " yet"));
    }

    /** The op of the kernel that an operation is of: the first one of its row. */
    private Node op(Expression.Operation operation) {
        return kernel.group().nodes().stream()
                .filter(node -> node.op().equals(operation.row().name()))
                .findFirst()
                .orElseGet(this::last);
    }

    /** Elements that lie one after the other. */
    private Transfer transfer(Expression.Address address, DType dtype) throws Unsupported {
        if (address instanceof Expression.Offset offset && offset.base() instanceof Expression.Variable base) {
            Expression element = offset.element();
            if (element.equals(INDEX)) {
                return new Transfer(slots.get(base.name()), base.name(), dtype, Code.size(Dim.ZERO));
            }
            if (element instanceof Expression.Binary sum
                    && sum.operator() == Operator.ADD
                    && sum.right().equals(INDEX)) {
                return new Transfer(slots.get(base.name()), base.name(), dtype, sum.left());
            }
        }
        throw new Unsupported(last(), "it reads or writes elements that do not lie one after the other");
    }

    private void requireKnown(DType dtype) throws Unsupported {
        if (!isComputed(dtype)) {
            throw new Unsupported(last(), "tensors of " + dtype + " are not printed yet");
        }
    }

    private static boolean isComputed(DType dtype) {
        return dtype == DType.F32 || dtype.isHalf() || dtype == DType.I32;
    }
}
