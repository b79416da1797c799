package io.graphkernel.processor.lower;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Combined;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lowers the parts that the forms of a kernel have in common. */
public class StageLowering {

    /** What is lowered. */
    protected final Kernel kernel;
    /** Its loops. */
    protected final IterationSpace space;
    /** What its values are called. */
    protected final Names names;
    /** Where to. */
    protected final Code code;

    private final Elements indexed;

    /**
     * The parts of one kernel.
     *
     * @param kernel what is lowered
     * @param names what its values are called
     * @param code where to
     */
    // The elements ask for values when statements are made, after the constructors.
    @SuppressWarnings("this-escape")
    public StageLowering(Kernel kernel, Names names, Code code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.code = code;
        this.indexed = new IndexedElements(this);
    }

    /** Elements at the indices of all loops. */
    public Elements indexed() {
        return indexed;
    }

    /** The memory that the kernel is given: inputs, then outputs. */
    public final List<Buffer> buffers() {
        List<Buffer> buffers = new ArrayList<>(kernel.inputs());
        buffers.addAll(kernel.outputs());
        return buffers;
    }

    /** Declares what the caller gives, and what has one element per kernel and is not reduced. */
    public final void declareArguments() {
        ArgumentLayout layout = kernel.layout();
        for (int i = 0; i < layout.dims().size(); i++) {
            code.integer(Names.size(layout.dims().get(i).name()), integer(layout.dimSlot() + i));
        }
        declarePointers();
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            Type.Value type = new Type.Value(scalar.dtype());
            declare(scalar, new Expression.Argument(type, layout.scalarSlot() + i));
        }
        Set<Node> dimensions = new LinkedHashSet<>();
        kernel.group()
                .nodes()
                .forEach(node -> node.operands().stream()
                        .filter(operand -> operand.kind() == Node.Kind.DIMENSION)
                        .forEach(dimensions::add));
        for (Node dimension : dimensions) {
            Dim product = Dim.product(dimension.attributes().dims());
            declare(dimension, new Expression.Converted(dimension.dtype(), Code.size(product)));
        }
    }

    /** Declares where the memory begins that the kernel is given. */
    protected void declarePointers() {
        for (Buffer buffer : buffers()) {
            Variable pointer = pointer(buffer);
            code.let(pointer, new Expression.Argument(pointer.type(), buffer.slot()), Origin.NONE);
        }
    }

    /** Declares how each operand of a rankless shape moves along the inner loop: by an element, or not at all. */
    public final void declareSteps() {
        Expression description = Code.number(kernel.layout().broadcastSlot());
        for (Buffer input : kernel.inputs()) {
            if (input.mask() != 0) {
                Expression slot = Code.number(input.slot());
                code.integer(names.step(input.value()), Code.call("broadcast_step", description, slot));
            }
        }
    }

    /** A number of 64 bits that the caller gives. */
    public static Expression integer(int slot) {
        return new Expression.Argument(Type.Whole.INTEGER, slot);
    }

    /** The address of a buffer. A value that is read and written, or written twice, has several. */
    public final Variable pointer(Buffer buffer) {
        boolean written = kernel.outputs().contains(buffer);
        String name = names.pointer(buffer.value());
        return new Variable(
                written ? name + "_" + buffer.slot() : name,
                new Pointer(buffer.value().dtype(), Type.Memory.ELEMENTS, written));
    }

    /** Declares a value. */
    public final void declare(Node node, Expression value) {
        code.let(value(node), value, node.origin());
    }

    /** What holds a value that is no constant. */
    protected Variable value(Node node) {
        return new Variable(names.value(node), new Type.Value(node.dtype()));
    }

    /** A value that was declared, or a number of the source. */
    public final Expression operand(Node node) {
        return node.kind() == Node.Kind.CONSTANT ? new Expression.Constant(node) : value(node);
    }

    /** Loads the operands that have one element per kernel, or per row. */
    public void loadLevel(Level level) {
        for (Buffer input : kernel.inputs()) {
            if (space.levelOf(input.mask()) == level && !isGathered(input)) {
                declare(input.value(), load(input));
            }
        }
        for (Buffer index : kernel.indices()) {
            if (space.levelOf(index.mask()) == level) {
                declareIndex(index);
            }
        }
    }

    private void declareIndex(Buffer index) {
        declare(index.value(), count(index));
    }

    /** The current element of an input of any level. */
    protected Expression load(Buffer input) {
        return new Expression.Load(at(input));
    }

    /** The current element of an index op. */
    protected Expression count(Buffer index) {
        return Indices.element(index.access());
    }

    /** Loads and computes what has one element per kernel. */
    public final void computeUniform() {
        loadLevel(Level.UNIFORM);
        compute(kernel.uniformOps());
    }

    /** Loads and computes what has one element per row, whose indices are known. */
    public final void computeRow() {
        loadLevel(Level.ROW);
        compute(kernel.rowOps());
    }

    /** Whether a Gather reads an input, and no load. */
    public boolean isGathered(Buffer input) {
        return kernel.gathers().stream().anyMatch(gather -> gather.data().equals(input));
    }

    /** Loads what a stage reads, and declares what it counts. */
    public void load(Stage stage, Elements elements) {
        for (Buffer input : stage.inputs()) {
            if (!isGathered(input)) {
                declare(input.value(), elements.load(input));
            }
        }
        indices(stage).forEach(this::declareIndex);
    }

    /** The index ops that a stage uses within a row. */
    public List<Buffer> indices(Stage stage) {
        return kernel.indices().stream()
                .filter(index -> !space.isRankless() && space.levelOf(index.mask()) == Level.ELEMENT)
                .filter(index -> isUsed(stage, index.value()))
                .toList();
    }

    /** Computes and stores the second phase of a reduction, whose accumulators are complete. */
    public void finish(Stage finish) {
        kernel.partials().forEach(this::declareResult);
        finish.inputs().stream()
                .filter(input -> space.levelOf(input.mask()) != Level.UNIFORM && !isGathered(input))
                .forEach(input -> declare(input.value(), load(input)));
        kernel.indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.UNIFORM && isUsed(finish, index.value()))
                .forEach(this::declareIndex);
        compute(finish.computed());
    }

    private static boolean isUsed(Stage stage, Node value) {
        return stage.computed().stream().anyMatch(node -> node.operands().contains(value))
                || stage.reductions().stream().anyMatch(node -> node.operands().contains(value))
                || stage.stores().stream().anyMatch(store -> store.stored() == value);
    }

    /** Computes what has one element per kernel, row or lane. */
    public void compute(List<Node> ops) {
        compute(ops, indexed);
    }

    /** Computes ops for the current element. */
    public void compute(List<Node> ops, Elements elements) {
        for (Node node : ops) {
            Optional<Gather> gather = gather(node);
            if (gather.isPresent()) {
                gather(gather.get(), elements);
            } else if (OpTable.get().is(node, OpKind.SCAN)) {
                scan(node, elements);
            } else {
                declare(node, scalar(node));
            }
        }
    }

    /** What an elementwise op gives. */
    protected Expression scalar(Node node) {
        return Scalars.expression(node, this::operand);
    }

    /** What is known of a Gather; empty if an op is none. */
    public final Optional<Gather> gather(Node node) {
        return kernel.gathers().stream().filter(gather -> gather.node() == node).findFirst();
    }

    /** Declares what a Gather reads: an index out of range gives zero, and reads nothing. */
    protected void gather(Gather gather, Elements elements) {
        Node node = gather.node();
        Expression index = operand(node.operands().get(1));
        Expression slice = elements.slice(new Expression.Slice(node, index, Code.size(gather.axisExtent())));
        Variable taken = code.integer(names.place(node), slice);
        Expression element =
                Code.plus(Indices.element(gather.data().access()), Code.times(taken, Code.size(gather.axisStride())));
        Expression isThere = new Expression.Binary(Operator.GREATER_EQUAL, taken, Code.number(0));
        declare(node, new Expression.LoadIf(isThere, Code.address(pointer(gather.data()), element)));
    }

    /** Declares what a scan gives: an exclusive one what was accumulated before its element. */
    protected void scan(Node node, Elements elements) {
        boolean exclusive = node.attributes().flag(Attributes.EXCLUSIVE);
        if (exclusive) {
            declareResult(node);
        }
        accumulate(node, elements);
        if (!exclusive) {
            declareResult(node);
        }
    }

    /** Accumulates and stores what a stage has computed. */
    public void finish(Stage stage, Elements elements) {
        stage.reductions().forEach(reduction -> accumulate(reduction, elements));
        stage.stores().forEach(output -> store(output, elements));
    }

    private void accumulate(Node reduction, Elements elements) {
        elements.accumulate(reduction, widened(reduction));
    }

    /** Accumulates a value. */
    protected void accumulate(Node reduction, Expression value) {
        Variable accumulator = accumulator(reduction);
        code.assign(accumulator, new Combined(reduction, accumulator, value));
    }

    /** The current element of a reduction's operand, as it is accumulated. */
    public Expression widened(Node reduction) {
        return new Expression.Widened(reduction, operand(reduction.operands().get(0)));
    }

    /** Stores a value at the indices of all loops. */
    public void store(Buffer output) {
        store(output, indexed);
    }

    private void store(Buffer output, Elements elements) {
        elements.store(output, operand(output.stored()));
    }

    /** What a reduction or scan accumulates. */
    public Variable accumulator(Node reduction) {
        return new Variable(names.accumulator(reduction), new Type.Accumulator(reduction));
    }

    /** Declares what a reduction or scan accumulates. */
    public void declareAccumulator(Node reduction) {
        code.variable(accumulator(reduction), new Expression.Identity(reduction));
    }

    /** Declares the value of a reduction that has seen all its elements. */
    public final void declareResult(Node reduction) {
        declareResult(reduction, accumulated(reduction));
    }

    /** What a reduction or scan has accumulated so far. */
    protected Expression accumulated(Node reduction) {
        return accumulator(reduction);
    }

    /** Declares the value of a reduction out of what was accumulated. */
    public final void declareResult(Node reduction, Expression accumulated) {
        declare(reduction, new Expression.Narrowed(reduction, accumulated));
    }

    /** Where a buffer has the element at the indices of all loops. */
    final Address at(Buffer buffer) {
        return Code.address(pointer(buffer), Indices.element(buffer.access()));
    }
}
