package io.graphkernel.runtime.internal.eager;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.build.CallArguments;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Arguments of a composite op whose expansion is evaluated on tensors, and the operands of the ops that it adds. A node of
 * the expansion is a handle of a tensor or a number; it has no type.
 */
abstract class EagerArguments extends EagerDims implements CallArguments {

    private final OpRow row;
    private final Object[] arguments;
    private final boolean widened;
    /** The tensor or number of each handle. */
    private final Map<Node, Object> values = new IdentityHashMap<>();

    private final Map<String, List<Node>> operands = new HashMap<>();

    EagerArguments(OpRow row, Object[] arguments, boolean widened) {
        super(row.javaName());
        this.row = row;
        this.arguments = arguments;
        this.widened = widened;
    }

    /** Returns the result of an expansion or a rule as a tensor. */
    @Override
    public Tensor tensor(Node node) {
        return values.get(node) instanceof NumberOperand number
                ? number.tensor(op, "number", tensor(number.like()), widened)
                : (Tensor) values.get(node);
    }

    /** Returns the number for which a node stands, or null for a tensor. */
    protected final NumberOperand number(Node node) {
        return values.get(node) instanceof NumberOperand number ? number : null;
    }

    /** Returns a new handle of a tensor. */
    public final Node node(Tensor tensor) {
        return handle(tensor);
    }

    final Node handle(Object value) {
        Node node = Node.handle();
        values.put(node, value);
        return node;
    }

    /** Returns the handles of this expansion so far. */
    final Set<Node> handles() {
        return Set.copyOf(values.keySet());
    }

    /** Removes the handles that are neither among earlier ones nor in use. */
    final void removeHandles(Set<Node> earlier, List<Node> used) {
        values.keySet().removeIf(node -> !earlier.contains(node) && !used.contains(node));
    }

    /** Returns the position of a parameter of the row. */
    protected final int position(String name) {
        List<OpParameter> parameters = row.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException(row.name() + " has no parameter " + name);
    }

    @Override
    protected Object argument(String name) {
        return arguments[position(name)];
    }

    @Override
    public List<Node> operands(String name) {
        List<Node> known = operands.get(name);
        if (known == null) {
            known = new ArrayList<>();
            Object argument = argument(name);
            for (Tensor tensor : argument instanceof Tensor[] several ? several : new Tensor[] {(Tensor) argument}) {
                known.add(node(tensor));
            }
            operands.put(name, known);
        }
        return known;
    }

    @Override
    public Node operand(String name) {
        return operands(name).get(0);
    }

    @Override
    public boolean has(String name) {
        for (OpParameter parameter : row.parameters()) {
            if (parameter.name().equals(name)) {
                return argument(name) != EagerExpansion.ABSENT;
            }
        }
        return false;
    }

    @Override
    public boolean flag(String name) {
        return (boolean) argument(name);
    }

    @Override
    public String choice(String name) {
        return ((Enum<?>) argument(name)).name();
    }

    @Override
    public int position(String name, int count) {
        int position = (int) argument(name);
        DimLists.below(op, name, position, count);
        return position;
    }

    @Override
    public DataType dtype(String name) {
        return DataType.valueOf((argument(name) instanceof DType dtype
                        ? dtype
                        : tensor(operand(name)).dtype())
                .name());
    }

    @Override
    public Axes axes(String name) {
        Object axes = Operands.attribute(op, name, argument(name));
        return axes instanceof Integer axis ? new AxisList(axis) : new AxisList((int[]) axes);
    }

    @Override
    public Dims dims(String name) {
        return new LongList(name, (long[]) argument(name));
    }

    @Override
    public List<Long> longs(String name) {
        Object list = Operands.attribute(op, name, argument(name));
        LongStream integers =
                list instanceof int[] ints ? IntStream.of(ints).asLongStream() : LongStream.of((long[]) list);
        return integers.boxed().toList();
    }

    @Override
    public long integer(String name) {
        return (int) argument(name);
    }

    @Override
    public String text(String name) {
        return (String) argument(name);
    }

    @Override
    public Extent extent(String name) {
        return extent(((Number) argument(name)).longValue());
    }

    /** Returns the number of one axis. */
    protected final int axis(Axes axis) {
        return single(axis);
    }

    /** Returns the value of a size. */
    public final long size(Extent size) {
        return number(size);
    }

    /** Returns the operands of an op, with tensors in place of numbers. */
    final Tensor[] operands(String name, Node... nodes) {
        for (Node node : nodes) {
            if (number(node) != null) {
                return withNumbers(name, nodes);
            }
        }
        return tensors(nodes);
    }

    /** Returns operands with tensors in place of numbers; arithmetic of floats does not need the row. */
    private Tensor[] withNumbers(String name, Node... nodes) {
        Tensor shared = OpCalls.takesNumbers(name) ? firstTensor(nodes) : null;
        if (shared == null || !shared.dtype().isFloat()) {
            return withNumbers(row(name), nodes);
        }
        Tensor[] tensors = new Tensor[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            NumberOperand number = number(nodes[i]);
            tensors[i] = number == null ? tensor(nodes[i]) : number.tensor(name, "number", shared, false);
        }
        return tensors;
    }

    private Tensor firstTensor(Node... nodes) {
        for (Node node : nodes) {
            if (number(node) == null) {
                return tensor(node);
            }
        }
        return null;
    }

    /** Returns operands, of which a number has the dtype of the first tensor that shares it. */
    private Tensor[] withNumbers(OpRow called, Node... nodes) {
        Node like = null;
        List<OpParameter> parameters = called.operandParameters();
        boolean isConverted = true;
        for (int i = 0; i < nodes.length; i++) {
            if (number(nodes[i]) != null) {
                isConverted &= NumberOperand.takesDtype(parameters.get(i));
            } else if (like == null && NumberOperand.isShared(parameters.get(i))) {
                like = nodes[i];
            }
        }
        if (like == null) {
            return tensors(nodes);
        }
        boolean isExact = isConverted && called.dtypes().dtypes().contains(DataType.I64);
        Tensor[] tensors = new Tensor[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            NumberOperand number = number(nodes[i]);
            tensors[i] = number == null
                    ? tensor(nodes[i])
                    : (isExact ? number : number.asDouble()).tensor(called, parameters.get(i), tensor(like));
        }
        return tensors;
    }

    final Tensor[] tensors(Node... nodes) {
        Tensor[] tensors = new Tensor[nodes.length];
        for (int i = 0; i < tensors.length; i++) {
            tensors[i] = tensor(nodes[i]);
        }
        return tensors;
    }

    /** Returns the row of an op. */
    static OpRow row(String name) {
        return OpTable.get().find(name).orElseThrow();
    }
}
