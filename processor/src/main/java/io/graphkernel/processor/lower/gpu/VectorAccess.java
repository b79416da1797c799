package io.graphkernel.processor.lower.gpu;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.common.target.ThreadBlockLimits;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.ArrayElement;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.AddressSpace;
import io.graphkernel.processor.lower.code.Statement.DeclareArray;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Vectorized access of a thread: a vector of adjacent elements is one memory access if rows are aligned to its width.
 * Otherwise a thread processes one element at a time. The shape alone decides.
 */
final class VectorAccess {

    private static final GpuModel.Access MODEL = GpuModel.DEFAULT.access();

    /** Conditions that rows are aligned to the vector width, and that vectors are aligned in memory. */
    static final Variable VECTORIZED = CodeBuilder.intVariable("packed");

    static final Variable ALIGNED = CodeBuilder.intVariable("aligned");

    /** Index of an element in its vector. */
    static final Variable ELEMENT = CodeBuilder.intVariable("e");

    private final ScheduledKernel kernel;
    private final IterationSpace space;
    private final StageLowering body;
    private final CodeBuilder code;
    private final Variable inner;
    private final List<Buffer> contiguous;
    private final int width;

    VectorAccess(GpuLowering emitter) {
        this.kernel = emitter.kernel;
        this.space = emitter.space;
        this.body = emitter.body;
        this.code = emitter.code;
        this.inner = emitter.inner;
        this.contiguous = findContiguous();
        this.width = chooseWidth();
    }

    /** Returns the vector width in elements. */
    int width() {
        return width;
    }

    /**
     * Returns true if a loop may process several vectors of a stage at once: they cost no more than one vector may, need less
     * than twice its registers, and no column sums need registers too.
     */
    boolean isCheap(Stage stage) {
        ThreadBlockLimits limits = kernel.capabilities().threadBlocks();
        int elements = width * MODEL.unrolledVectors();
        return kernel.partials().isEmpty()
                && elements * cost(stage) <= limits.maxVectorCost()
                && elements * registers(stage) < 2 * limits.maxVectorRegisters();
    }

    private static int cost(Stage stage) {
        return OpTable.get().cost(stage.computed());
    }

    private int chooseWidth() {
        ThreadBlockLimits limits = kernel.capabilities().threadBlocks();
        List<Stage> stages = kernel.body().unbufferedStages();
        int maxElementBytes = contiguous.stream()
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .max()
                .orElse(limits.maxAccessBytes() / MODEL.defaultWidthElements());
        int cost = stages.stream().mapToInt(VectorAccess::cost).sum();
        int registers = stages.stream().mapToInt(this::registers).max().orElse(0);
        int count = Math.max(1, limits.maxAccessBytes() / maxElementBytes);
        while (count > MODEL.minReducedWidthElements()
                && (count * cost > limits.maxVectorCost() || count * registers > limits.maxVectorRegisters())) {
            count /= 2;
        }
        return count;
    }

    /** Returns the number of registers per element. Strided accesses and counted elements need 64 bits. */
    private int registers(Stage stage) {
        int indexRegisters = 2 * body.indices(stage).size()
                + kernel.partials().size()
                + kernel.rowReductions(stage).size();
        return indexRegisters
                + Stream.concat(stage.inputs().stream(), stage.stores().stream())
                        .mapToInt(buffer -> contiguous.contains(buffer) ? 1 : 2)
                        .sum();
    }

    /** Returns the buffers that are accessed contiguously along the inner loop. */
    private List<Buffer> findContiguous() {
        Set<Buffer> buffers = new LinkedHashSet<>();
        for (Stage stage : kernel.body().unbufferedStages()) {
            buffers.addAll(stage.inputs());
            buffers.addAll(stage.stores());
        }
        return buffers.stream()
                .filter(buffer -> !body.isGathered(buffer) && stride(buffer).equals(Dim.ONE))
                .toList();
    }

    /** Returns true if there is an inner loop. */
    boolean hasInnerLoop() {
        return !space.dims().isEmpty() && space.innerMask() != 0;
    }

    /** Returns the number of loops around the inner one. */
    int outerLoopCount() {
        return space.dims().size() - (hasInnerLoop() ? 1 : 0);
    }

    /** Returns a buffer's stride along the inner loop, in elements. */
    Dim stride(Buffer buffer) {
        return hasInnerLoop() ? buffer.access().strides().get(outerLoopCount()) : Dim.ZERO;
    }

    /** Returns true if an access can be vectorized. */
    boolean isVectorizable() {
        return !contiguous.isEmpty() && kernel.buffers().indexedStores().isEmpty();
    }

    /**
     * Declares whether rows are aligned to the vector width, and whether vectors are aligned in memory.
     *
     * @param starts further offsets at which loops begin
     */
    void declare(List<Expression> starts) {
        Set<Expression> offsets = new LinkedHashSet<>(starts);
        Expression aligned = VECTORIZED;
        for (Buffer buffer : contiguous) {
            addOffset(buffer.access().offset(), offsets);
            buffer.access().strides().subList(0, outerLoopCount()).forEach(stride -> addOffset(stride, offsets));
            int bytes = width * buffer.value().dtype().byteSize();
            aligned = CodeBuilder.and(
                    aligned, CodeBuilder.call("is_aligned", body.pointer(buffer), CodeBuilder.constant(bytes)));
        }
        if (!isVectorizable()) {
            code.declareInt(VECTORIZED.name(), CodeBuilder.constant(0));
            return;
        }
        Expression isVectorized = offsets.stream()
                .reduce((first, second) -> new Expression.Binary(Operator.BITS_OR, first, second))
                .<Expression>map(bits -> CodeBuilder.call("is_multiple", bits, CodeBuilder.constant(width)))
                .orElse(CodeBuilder.constant(1));
        code.declareInt(VECTORIZED.name(), isVectorized);
        code.declareInt(ALIGNED.name(), aligned);
    }

    private static void addOffset(Dim dim, Set<Expression> offsets) {
        if (!dim.equals(Dim.ZERO)) {
            offsets.add(CodeBuilder.size(dim));
        }
    }

    /** Returns the number of accesses along the inner loop. */
    Expression accessCount() {
        return isVectorizable()
                ? new Select(VECTORIZED, CodeBuilder.call("block_count", inner, CodeBuilder.constant(width)), inner)
                : inner;
    }

    /** Declares an accumulator for each element of a vector. */
    void declareAccumulators(List<Node> reductions) {
        for (Node reduction : reductions) {
            code.add(new DeclareArray(
                    accumulators(reduction), AddressSpace.PRIVATE, List.of(CodeBuilder.constant(width))));
        }
        if (!reductions.isEmpty()) {
            forEachElement(() -> reductions.forEach(
                    reduction -> code.assign(accumulator(reduction, ELEMENT), new IdentityElement(reduction))));
        }
    }

    /** Reduces a thread's accumulators to one value. */
    Expression foldAccumulators(Node reduction) {
        return CodeBuilder.call(
                "fold_" + ElementwiseLowering.combiner(reduction),
                accumulators(reduction),
                CodeBuilder.constant(width));
    }

    /** Returns the accumulators of a vector. */
    Variable accumulators(Node reduction) {
        Variable accumulator = body.accumulator(reduction);
        return new Variable("packed_" + accumulator.name(), accumulator.type());
    }

    /** Returns the accumulator of a vector's element. */
    ArrayElement accumulator(Node reduction, Expression element) {
        return new ArrayElement(accumulators(reduction), List.of(element));
    }

    /** Emits a loop over the elements of a vector. */
    void forEachElement(Runnable body) {
        code.loop(
                ELEMENT,
                CodeBuilder.constant(0),
                CodeBuilder.constant(width),
                CodeBuilder.constant(1),
                Unroll.FULL,
                body);
    }

    /** Returns the buffers that a stage accesses within a row, except those that only a Gather reads. */
    List<Buffer> movingBuffers(Stage stage) {
        List<Buffer> buffers = new ArrayList<>(stage.inputs());
        buffers.addAll(stage.stores());
        return buffers.stream().filter(buffer -> !body.isGathered(buffer)).toList();
    }
}
