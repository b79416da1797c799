package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.op.ElementLoop;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.scalar.ScalarLowering;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.IndexedStore;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.UnsupportedReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lowering of kernels to tile instructions: each statement of a loop over elements becomes instructions on whole tiles.
 */
public final class TileLowering {

    private static final Expression INDEX = LoopIndices.of(0);

    private static final Set<DataType> UNSUPPORTED =
            EnumSet.of(DataType.I16, DataType.U16, DataType.U32, DataType.U64, DataType.F8E4M3, DataType.F8E5M2);

    private final ScheduledKernel kernel;
    private final KernelNames names;
    /** Buffers by the names of their pointers. */
    private final Map<String, Buffer> buffers = new HashMap<>();
    /** Ops by the names of their values: the defining op, or the first one that reads the value from memory. */
    private final Map<String, Node> ops = new HashMap<>();

    private final List<Transfer> loads = new ArrayList<>();
    private final List<Transfer> stores = new ArrayList<>();
    private final TileInstructionBuilder values =
            new TileInstructionBuilder(ValueShape.TILE, new TileInstructions(Set.of(), Set.of(ValueShape.TILE)));
    private final TileExpressionLowering expressions = new TileExpressionLowering(values);

    private TileLowering(ScheduledKernel kernel, KernelNames names) {
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
     * @param names identifiers of its values
     * @return the tile kernel, or the reason why it is unsupported
     */
    public static TileLoweringResult lower(ScheduledKernel kernel, KernelNames names) {
        try {
            requireNone(
                    kernel.group().nodes().stream().filter(ElementLoop::isLoop).toList(),
                    "each element has its own number of iterations");
            requireNone(
                    kernel.buffers().indexedStores().stream()
                            .map(IndexedStore::node)
                            .toList(),
                    "it stores at computed positions");
            for (DataType dtype : UNSUPPORTED) {
                requireNone(
                        kernel.group().nodes().stream()
                                .filter(node -> node.dtype() == dtype
                                        || node.operands().stream().anyMatch(operand -> operand.dtype() == dtype))
                                .toList(),
                        "no instruction has elements of " + dtype);
            }
            return RowKernelLowering.supports(kernel)
                    ? new RowKernelLowering(kernel, names).lowered()
                    : new TileLowering(kernel, names).lowered();
        } catch (UnsupportedOpException e) {
            return new TileLoweringResult.Unsupported(new UnsupportedReason(e.op(), e.getMessage()));
        }
    }

    private TileKernel lowered() throws UnsupportedOpException {
        requireOneLoop();
        Function function = ScalarLowering.lower(kernel, names).get(0);
        for (Statement statement : function.body()) {
            if (statement instanceof Statement.Declare declaration) {
                number(declaration);
            } else {
                lower(((Statement.Loop) statement).body());
            }
        }
        LocalMemoryAllocator allocator = values.instructions().allocate();
        return new TileKernel(
                kernel.name(),
                origin(kernel),
                expressions.numbers(),
                CodeBuilder.size(kernel.space().inner()),
                loads,
                allocator.constants(),
                allocator.section(0),
                stores,
                bufferCounts(allocator));
    }

    /** Returns the number of buffers by region; all buffers are tiles. */
    private static Map<LocalRegion, Integer> bufferCounts(LocalMemoryAllocator allocator) {
        Map<LocalRegion, Integer> bufferCounts = new EnumMap<>(LocalRegion.class);
        allocator.bufferCounts().forEach((kind, count) -> bufferCounts.put(kind.region(), count));
        return bufferCounts;
    }

    /** Returns the source position of a kernel's first op. */
    static Origin origin(ScheduledKernel kernel) {
        return kernel.group().nodes().stream()
                .map(Node::origin)
                .filter(origin -> origin.line() > 0)
                .findFirst()
                .orElse(Origin.NONE);
    }

    /** Rejects kernels that are not a single loop over independent elements. */
    private void requireOneLoop() throws UnsupportedOpException {
        requireNone(kernel.body().uniformOps(), "it is computed once for all elements");
        requireNone(
                kernel.body().uniformStores().stream()
                        .map(store -> store.stored())
                        .toList(),
                "its result has one element");
        requireNone(
                kernel.buffers().gathers().stream().map(gather -> gather.node()).toList(), "it gathers elements");
        requireNone(
                kernel.buffers().indices().stream().map(index -> index.value()).toList(), "it counts elements");
    }

    private static void requireNone(List<Node> nodes, String reason) throws UnsupportedOpException {
        if (!nodes.isEmpty()) {
            throw new UnsupportedOpException(nodes.get(0), reason);
        }
    }

    /** Lowers a declaration before the loop: a dim, an address or a scalar argument. */
    private void number(Statement.Declare declaration) {
        String name = declaration.variable().name();
        if (declaration.variable().type() instanceof Type.PointerType
                && declaration.value() instanceof Expression.Argument argument) {
            buffers.put(name, buffer(argument.slot()));
            return;
        }
        expressions.number(declaration);
    }

    private Buffer buffer(int slot) {
        return Stream.concat(kernel.buffers().inputs().stream(), kernel.buffers().outputs().stream())
                .filter(buffer -> buffer.slot() == slot)
                .findFirst()
                .orElseThrow();
    }

    private void lower(List<Statement> statements) throws UnsupportedOpException {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Block block) {
                lower(block.body());
            } else if (statement instanceof Statement.Declare declaration) {
                String name = declaration.variable().name();
                DataType dtype = ((Type.ScalarType) declaration.variable().type()).dtype();
                Node op = ops.get(name);
                expressions.declare(
                        name,
                        declaration.value() instanceof Expression.Load load
                                ? loaded(load, dtype, op)
                                : expressions.value(declaration.value(), op));
            } else {
                store((Statement.Store) statement);
            }
        }
    }

    private TileValue loaded(Expression.Load load, DataType dtype, Node op) throws UnsupportedOpException {
        loads.add(transfer(load.address(), dtype, op));
        return values.instructions().loaded(LocalRegion.LOADED, loads.size() - 1, dtype, ValueShape.TILE);
    }

    private void store(Statement.Store store) throws UnsupportedOpException {
        DataType dtype = ((Type.PointerType) store.address().type()).dtype();
        Node op = buffers.get(base(store.address()).name()).value();
        stores.add(transfer(store.address(), dtype, op));
        new TileStores(values)
                .store(stores.size() - 1, expressions.value(store.value(), op), dtype, ValueShape.TILE, op.origin());
    }

    private static Variable base(Expression.Address address) {
        return (Variable) (address instanceof Expression.Offset offset ? offset.base() : address);
    }

    /** Returns the copy of contiguous elements. */
    private Transfer transfer(Expression.Address address, DataType dtype, Node op) throws UnsupportedOpException {
        if (address instanceof Expression.Offset offset) {
            Variable base = base(address);
            int slot = buffers.get(base.name()).slot();
            Expression element = offset.element();
            if (element.equals(INDEX)) {
                return new Transfer(slot, base.name(), dtype, CodeBuilder.size(Dim.ZERO), op.origin());
            }
            if (element instanceof Expression.Binary sum
                    && sum.operator() == Operator.ADD
                    && sum.right().equals(INDEX)) {
                return new Transfer(slot, base.name(), dtype, sum.left(), op.origin());
            }
        }
        throw new UnsupportedOpException(op, "it reads or writes elements that are not contiguous");
    }
}
