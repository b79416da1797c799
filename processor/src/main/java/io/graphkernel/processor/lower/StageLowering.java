package io.graphkernel.processor.lower;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.op.ElementLoop;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.CombineAccumulators;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.IndexedStore;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lowering of stages, shared by the emitters of all loop templates. */
public class StageLowering {

    /** The kernel that is lowered. */
    protected final ScheduledKernel kernel;
    /** The kernel's iteration space. */
    protected final IterationSpace space;
    /** Identifiers of the kernel's values. */
    protected final KernelNames names;
    /** Receives the statements. */
    protected final CodeBuilder code;

    private final ElementAccess indexedAccess;

    /**
     * Creates the lowering of one kernel's stages.
     *
     * @param kernel the kernel that is lowered
     * @param names identifiers of its values
     * @param code receives the statements
     */
    // The element access reads this object only when statements are emitted, after all constructors.
    @SuppressWarnings("this-escape")
    public StageLowering(ScheduledKernel kernel, KernelNames names, CodeBuilder code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.code = code;
        this.indexedAccess = new IndexedElementAccess(this);
    }

    /** Returns access to the elements at the indices of all loops. */
    public ElementAccess indexedAccess() {
        return indexedAccess;
    }

    /** Returns the buffers that are passed to the kernel: inputs, then outputs. */
    public final List<Buffer> buffers() {
        List<Buffer> buffers = new ArrayList<>(kernel.buffers().inputs());
        buffers.addAll(kernel.buffers().outputs());
        return buffers;
    }

    /** Declares the base pointers of the kernel's buffers. An input that is passed several times has one of them. */
    protected void declarePointers() {
        Set<String> declared = new HashSet<>();
        for (Buffer buffer : buffers()) {
            Variable pointer = pointer(buffer);
            if (declared.add(pointer.name())) {
                code.declareFinal(pointer, new Expression.Argument(pointer.type(), buffer.slot()), Origin.NONE);
            }
        }
    }

    /** Returns the base pointer of a buffer. A value that is both read and written, or written twice, has several. */
    public final Variable pointer(Buffer buffer) {
        boolean written = kernel.buffers().outputs().contains(buffer);
        String name = names.pointer(buffer.value());
        return new Variable(
                written ? name + "_" + buffer.slot() : name,
                new PointerType(buffer.value().dtype(), Type.MemoryFormat.TENSOR, written));
    }

    /** Declares a value. */
    public final void declare(Node node, Expression value) {
        code.declareFinal(value(node), value, node.origin());
    }

    /** Returns the variable of a value that is not a constant. */
    protected Variable value(Node node) {
        return new Variable(names.value(node), new Type.ScalarType(node.dtype()));
    }

    /** Returns the variable of a value, or a constant. */
    public final Expression operand(Node node) {
        return node.kind() == Node.Kind.CONSTANT ? new Expression.ScalarConstant(node) : value(node);
    }

    /** Loads the operands with one element per kernel or per row. */
    public void loadLevel(Level level) {
        for (Buffer input : kernel.buffers().inputs()) {
            if (space.levelOf(input.mask()) == level && !isGathered(input)) {
                declare(input.value(), load(input));
            }
        }
        for (Buffer index : kernel.buffers().indices()) {
            if (space.levelOf(index.mask()) == level) {
                declareIndex(index);
            }
        }
    }

    private void declareIndex(Buffer index) {
        declare(index.value(), indexValue(index));
    }

    /** Returns the current element of an input of any level. */
    protected Expression load(Buffer input) {
        return new Expression.Load(at(input));
    }

    /** Returns the current element of an index op. */
    protected Expression indexValue(Buffer index) {
        return LoopIndices.elementOffset(index.access());
    }

    /** Loads and computes the values with one element per kernel. */
    public final void computeUniform() {
        loadLevel(Level.UNIFORM);
        compute(kernel.body().uniformOps());
    }

    /** Loads and computes the values with one element per row, at known outer indices. */
    public final void computeRow() {
        loadLevel(Level.ROW);
        compute(kernel.body().rowOps());
    }

    /** Returns true if an input is read by a Gather only. */
    public boolean isGathered(Buffer input) {
        return kernel.buffers().gathers().stream()
                .anyMatch(gather -> gather.data().equals(input));
    }

    /** Loads the inputs of a stage, and declares its index ops. */
    public void load(Stage stage, ElementAccess elements) {
        for (Buffer input : stage.inputs()) {
            if (!isGathered(input)) {
                declare(input.value(), elements.load(input));
            }
        }
        indices(stage).forEach(this::declareIndex);
    }

    /** Returns the index ops that a stage uses within a row. */
    public List<Buffer> indices(Stage stage) {
        return kernel.buffers().indices().stream()
                .filter(index -> !space.isUnranked() && space.levelOf(index.mask()) == Level.ELEMENT)
                .filter(index -> isUsed(stage, index.value()))
                .toList();
    }

    /** Lowers the second phase of a reduction, whose accumulators are complete. */
    public void lowerSecondPhase(Stage finish) {
        kernel.partials().forEach(this::declareResult);
        finish.inputs().stream()
                .filter(input -> space.levelOf(input.mask()) != Level.UNIFORM && !isGathered(input))
                .forEach(input -> declare(input.value(), load(input)));
        kernel.buffers().indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.UNIFORM && isUsed(finish, index.value()))
                .forEach(this::declareIndex);
        compute(finish.computed());
    }

    private static boolean isUsed(Stage stage, Node value) {
        return stage.computed().stream().anyMatch(node -> node.operands().contains(value))
                || stage.reductions().stream().anyMatch(node -> node.operands().contains(value))
                || stage.stores().stream().anyMatch(store -> store.operands().contains(value));
    }

    /** Computes ops with one element per kernel, row or lane. */
    public void compute(List<Node> ops) {
        compute(ops, indexedAccess);
    }

    /** Computes ops for the current element. */
    public void compute(List<Node> ops, ElementAccess elements) {
        for (Node node : ops) {
            Optional<Gather> gather = gather(node);
            if (gather.isPresent()) {
                gather(gather.get(), elements);
            } else if (ElementLoop.isLoop(node)) {
                new ElementLoopLowering(this, names, code).lower(node, ops);
            } else if (OpTable.get().is(node, OpKind.SCAN)) {
                scan(node, elements);
            } else {
                declare(node, scalar(node));
            }
        }
    }

    /** Returns the mask of the lanes that have an element. */
    protected Expression lanesInUse() {
        return new Expression.ScalarConstant(Node.constant(1, DataType.BOOL));
    }

    /** Lowers an elementwise op. */
    protected Expression scalar(Node node) {
        return ElementwiseLowering.lower(node, this::operand);
    }

    /** Returns the access of a Gather, or empty if the op is not one. */
    public final Optional<Gather> gather(Node node) {
        return kernel.buffers().gathers().stream()
                .filter(gather -> gather.node() == node)
                .findFirst();
    }

    /** Lowers a Gather. An out-of-range index yields zero without a load. */
    protected void gather(Gather gather, ElementAccess elements) {
        Node node = gather.node();
        Expression index = operand(node.operands().get(1));
        Expression slice =
                elements.slice(new Expression.SliceIndex(node, index, CodeBuilder.size(gather.axisExtent())));
        Variable sliceIndex = code.declareInt64(names.sliceIndex(node), slice);
        Expression element = CodeBuilder.plus(
                LoopIndices.elementOffset(gather.data().access()),
                CodeBuilder.times(sliceIndex, CodeBuilder.size(gather.axisStride())));
        Expression isInRange = new Expression.Binary(Operator.GREATER_EQUAL, sliceIndex, CodeBuilder.constant(0));
        declare(node, new Expression.MaskedLoad(isInRange, CodeBuilder.address(pointer(gather.data()), element)));
    }

    /** Returns the access of an output at computed positions, or empty if it has none. */
    public final Optional<IndexedStore> indexedStore(Buffer output) {
        return kernel.buffers().indexedStores().stream()
                .filter(store -> store.target().equals(output))
                .findFirst();
    }

    /** Emits a store, which has no effect if the position of an indexed store is out of range. */
    public final void store(Buffer output, Address address, Expression value) {
        Optional<IndexedStore> indexed = indexedStore(output);
        if (indexed.isEmpty()) {
            code.store(address, value);
            return;
        }
        IndexedStore store = indexed.get();
        Node node = store.node();
        Expression position =
                new Expression.SliceIndex(node, operand(store.position()), CodeBuilder.size(store.axisExtent()));
        code.block(() -> {
            Variable slice = code.declareInt64(names.sliceIndex(node), position);
            Expression offset = CodeBuilder.times(slice, CodeBuilder.size(store.axisStride()));
            code.ifThen(
                    new Expression.Binary(Operator.GREATER_EQUAL, slice, CodeBuilder.constant(0)),
                    () -> code.store(CodeBuilder.address(address, offset), value));
        });
    }

    /** Lowers a scan. An exclusive scan yields the accumulator before the current element. */
    protected void scan(Node node, ElementAccess elements) {
        boolean exclusive = node.attributes().flag(Attributes.EXCLUSIVE);
        if (exclusive) {
            declareResult(node);
        }
        accumulate(node, elements);
        if (!exclusive) {
            declareResult(node);
        }
    }

    /** Accumulates the reductions of a stage and stores its results. */
    public void accumulateAndStore(Stage stage, ElementAccess elements) {
        stage.reductions().forEach(reduction -> accumulate(reduction, elements));
        stage.stores().forEach(output -> store(output, elements));
    }

    private void accumulate(Node reduction, ElementAccess elements) {
        elements.accumulate(reduction, toAccumulator(reduction));
    }

    /** Combines a value into the accumulator. */
    protected void accumulate(Node reduction, Expression value) {
        Variable accumulator = accumulator(reduction);
        code.assign(accumulator, new CombineAccumulators(reduction, accumulator, value));
    }

    /** Returns the current element of a reduction's operand, converted to the accumulator's type. */
    public Expression toAccumulator(Node reduction) {
        return new Expression.ToAccumulator(
                reduction, operand(reduction.operands().get(0)));
    }

    /** Stores a value at the indices of all loops. */
    public void store(Buffer output) {
        store(output, indexedAccess);
    }

    private void store(Buffer output, ElementAccess elements) {
        elements.store(output, operand(output.stored()));
    }

    /** Returns the accumulator of a reduction or scan. */
    public Variable accumulator(Node reduction) {
        return new Variable(names.accumulator(reduction), new Type.AccumulatorType(reduction));
    }

    /** Declares the accumulator of a reduction or scan. */
    public void declareAccumulator(Node reduction) {
        code.declare(accumulator(reduction), new Expression.IdentityElement(reduction));
    }

    /** Declares the result of a reduction whose accumulator is complete. */
    public final void declareResult(Node reduction) {
        declareResult(reduction, accumulatorValue(reduction));
    }

    /** Returns the current value of an accumulator. */
    protected Expression accumulatorValue(Node reduction) {
        return accumulator(reduction);
    }

    /** Declares the result of a reduction from the value of its accumulator. */
    public final void declareResult(Node reduction, Expression accumulated) {
        declare(reduction, new Expression.FromAccumulator(reduction, accumulated));
    }

    /** Returns the address of a buffer's element at the indices of all loops. */
    final Address at(Buffer buffer) {
        return CodeBuilder.address(pointer(buffer), LoopIndices.elementOffset(buffer.access()));
    }
}
