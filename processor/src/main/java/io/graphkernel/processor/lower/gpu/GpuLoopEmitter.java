package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.ArrayElement;
import io.graphkernel.processor.lower.code.Expression.CombineAccumulators;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Emitter of a stage's loops over the inner elements: a vectorized loop and, for unaligned shapes, a scalar one. */
class GpuLoopEmitter {

    /** Accumulation of an element's value. */
    interface Accumulation {
        /**
         * Emits the accumulation.
         *
         * @param accumulator the element's register
         * @param condition condition that the element exists
         */
        void add(Node reduction, ArrayElement accumulator, Expression condition, Expression value);
    }

    /**
     * Parameters of a loop.
     *
     * @param from the first element
     * @param to the end of the elements
     * @param threadIndex index of the current thread among those that share the loop
     * @param threadCount number of threads that share the loop
     * @param storeCondition condition of stores
     * @param accumulation accumulation of values
     */
    record Loop(
            Expression from,
            Expression to,
            Expression threadIndex,
            Expression threadCount,
            Expression storeCondition,
            Accumulation accumulation) {}

    /** First element of a vector, or the only element without an inner loop. */
    static final Variable FIRST = CodeBuilder.int64Variable("i");
    /** Number of valid elements of a vector. */
    private static final Variable AVAILABLE = CodeBuilder.intVariable("available");

    /** Access of a vector as a whole, and element by element. */
    static final Expression WHOLE = CodeBuilder.constant(1);

    static final Expression PARTIAL = CodeBuilder.constant(0);
    /** End of the vectors without tests of their elements. */
    private static final Variable WHOLE_END = CodeBuilder.int64Variable("whole_end");

    private final VectorAccess access;
    private final GpuLowering emitter;
    private final StageLowering body;
    private final CodeBuilder code;
    final GpuVectorTransfers vectors;

    GpuLoopEmitter(GpuLowering emitter, VectorAccess access) {
        this.access = access;
        this.emitter = emitter;
        this.body = emitter.body;
        this.code = emitter.code;
        this.vectors = new GpuVectorTransfers(body, access, code);
    }

    /** Accumulates in a register if a condition holds. */
    final void accumulateInRegister(Node reduction, ArrayElement accumulator, Expression condition, Expression value) {
        Expression combined = new CombineAccumulators(reduction, accumulator, value);
        boolean isCertain = condition.equals(CodeBuilder.TRUE);
        code.assign(accumulator, isCertain ? combined : CodeBuilder.select(condition, combined, accumulator));
    }

    /** Emits the loops of some stages. */
    final void lower(List<Stage> stages, Loop loop) {
        for (Stage stage : stages) {
            declareBases(stage);
            if (access.isVectorizable()) {
                code.ifThenElse(
                        VectorAccess.VECTORIZED, () -> lowerVectorized(stage, loop), () -> lowerScalar(stage, loop));
            } else {
                lowerScalar(stage, loop);
            }
        }
    }

    /** Emits the loop of a stage over elements of rows that are not aligned to the vector width. */
    final void lowerUnaligned(Stage stage, Loop loop) {
        declareBases(stage);
        lowerScalar(stage, loop);
    }

    /** Declares the base pointers of a row, or of an iteration of the middle loops. */
    void declareBases(Stage stage) {
        for (Buffer buffer : access.movingBuffers(stage)) {
            Expression first = first(buffer.access());
            code.declareFinal(vectors.base(buffer), CodeBuilder.address(body.pointer(buffer), first), Origin.NONE);
        }
    }

    /** Returns the offset of a row's first element, by the row's index if the outer loops are collapsed. */
    private Expression first(AccessMap bufferAccess) {
        int outer = emitter.space.outer().size();
        boolean hasRowStride =
                outer > 1 && emitter.space.rowStride(bufferAccess).isPresent();
        if (!hasRowStride) {
            return LoopIndices.elementOffset(bufferAccess, access.outerLoopCount());
        }
        List<Expression> indices = new ArrayList<>(List.of(emitter.row));
        List<Dim> strides =
                new ArrayList<>(List.of(emitter.space.rowStride(bufferAccess).orElseThrow()));
        for (int dim = outer; dim < access.outerLoopCount(); dim++) {
            indices.add(LoopIndices.of(dim));
            strides.add(bufferAccess.strides().get(dim));
        }
        return LoopIndices.linearize(bufferAccess.offset(), indices, strides);
    }

    private static Expression begin(Loop loop, Expression start) {
        return loop.from().equals(CodeBuilder.constant(0)) ? start : CodeBuilder.plus(loop.from(), start);
    }

    /**
     * Emits two loops of one index: over vectors that are a single memory access and have all elements, without tests of an
     * element, and over the remaining vectors: the last one of an aligned row, and all of other rows.
     */
    private void lowerVectorized(Stage stage, Loop loop) {
        Expression size = CodeBuilder.constant(access.width());
        Expression step = CodeBuilder.times(size, loop.threadCount());
        code.declare(FIRST, begin(loop, CodeBuilder.times(size, loop.threadIndex())));
        Variable wholeEnd =
                code.declareInt64(WHOLE_END.name(), CodeBuilder.select(VectorAccess.ALIGNED, loop.to(), loop.from()));
        code.whileStep(FIRST, size, step, wholeEnd, unroll(stage), () -> {
            vectorInputs(stage).forEach(input -> loadVector(input, WHOLE));
            lowerVector(stage, loop, WHOLE, access -> emitter.element(stage, access));
        });
        code.whileStep(FIRST, CodeBuilder.constant(1), step, loop.to(), () -> {
            code.declareInt(AVAILABLE.name(), CodeBuilder.call("clamped_count", CodeBuilder.minus(loop.to(), FIRST)));
            vectorInputs(stage).forEach(input -> loadVector(input, AVAILABLE, PARTIAL));
            lowerElements(stage, loop, emitter.present, access -> emitter.element(stage, access));
            Expression available = CodeBuilder.select(loop.storeCondition(), AVAILABLE, CodeBuilder.constant(0));
            stage.stores().forEach(output -> vectors.storeVector(output, available, PARTIAL));
        });
    }

    /**
     * Returns the unroll hint of a loop over vectors: the loads of several iterations overlap if no store is between them and
     * the ops are cheap.
     */
    private Unroll unroll(Stage stage) {
        return stage.stores().isEmpty() && access.isCheap(stage) ? Unroll.PARTIAL : Unroll.AUTO;
    }

    /** Returns the inputs of a stage that are loaded by vectors. */
    List<Buffer> vectorInputs(Stage stage) {
        return stage.inputs().stream().filter(input -> !body.isGathered(input)).toList();
    }

    /**
     * Emits the ops and stores of a vector whose elements all exist.
     *
     * @param isWhole 1 if the vector is a single memory access, else 0
     * @param element emits the ops of one element
     */
    void lowerVector(Stage stage, Loop loop, Expression isWhole, Consumer<ElementAccess> element) {
        lowerElements(stage, loop, CodeBuilder.TRUE, element);
        if (!stage.stores().isEmpty()) {
            Expression size = CodeBuilder.constant(access.width());
            code.ifThen(
                    loop.storeCondition(),
                    () -> stage.stores().forEach(output -> vectors.storeVector(output, size, isWhole)));
        }
    }

    /** Emits the ops of each element of a vector, of which those exist for which a condition holds. */
    private void lowerElements(Stage stage, Loop loop, Expression isPresent, Consumer<ElementAccess> element) {
        stage.stores().forEach(output -> vectors.declareRegisters(vectors.stored(output)));
        access.forEachElement(() -> {
            if (!isPresent.equals(CodeBuilder.TRUE)) {
                code.declareInt(emitter.present.name(), CodeBuilder.less(VectorAccess.ELEMENT, AVAILABLE));
            }
            if (access.hasInnerLoop()) {
                code.declareInt64(emitter.column().name(), CodeBuilder.plus(FIRST, VectorAccess.ELEMENT));
            }
            element.accept(new VectorElementAccess(loop, isPresent));
        });
    }

    private void lowerScalar(Stage stage, Loop loop) {
        Variable index = access.hasInnerLoop() ? emitter.column() : FIRST;
        code.loop(
                index,
                begin(loop, loop.threadIndex()),
                loop.to(),
                loop.threadCount(),
                emitter.unroll(stage),
                () -> emitter.element(stage, new ScalarElementAccess(index, loop)));
    }

    /**
     * Loads a vector, or the single element that is broadcast to all of its lanes.
     *
     * @param available number of elements that exist
     * @param isWhole 1 if the vector is a single memory access, else 0
     */
    void loadVector(Buffer input, Expression available, Expression isWhole) {
        Dim stride = access.stride(input);
        if (stride.equals(Dim.ZERO)) {
            code.declareFinal(vectors.loaded(input), new Load(vectors.base(input)), Origin.NONE);
            return;
        }
        vectors.declareRegisters(vectors.loaded(input));
        if (stride.equals(Dim.ONE)) {
            vectors.loadContiguous(input, vectors.loaded(input), FIRST, available, isWhole);
        } else {
            vectors.loadStrided(input, CodeBuilder.size(stride), available);
        }
    }

    /** Loads a vector whose elements all exist. */
    void loadVector(Buffer input, Expression isWhole) {
        loadVector(input, CodeBuilder.constant(access.width()), isWhole);
    }

    /** Loads a contiguous vector whose elements all exist into an array, from its first element on. */
    void loadVector(Buffer input, Expression registers, Expression first, Expression isWhole) {
        vectors.loadContiguous(input, registers, first, CodeBuilder.constant(access.width()), isWhole);
    }

    /** Returns an element of an input. */
    Expression element(Buffer input, Variable index) {
        return new Load(CodeBuilder.address(
                vectors.base(input), GpuVectorTransfers.elementOffset(index, access.stride(input))));
    }

    /** Access to element {@code e} of the vectors. */
    private final class VectorElementAccess implements ElementAccess {

        private final Loop loop;
        private final Expression isPresent;

        VectorElementAccess(Loop loop, Expression isPresent) {
            this.loop = loop;
            this.isPresent = isPresent;
        }

        @Override
        public Expression load(Buffer input) {
            boolean isUniform = access.stride(input).equals(Dim.ZERO);
            return isUniform
                    ? vectors.loaded(input)
                    : new ArrayElement(vectors.loaded(input), List.of(VectorAccess.ELEMENT));
        }

        @Override
        public void store(Buffer output, Expression value) {
            code.assign(new ArrayElement(vectors.stored(output), List.of(VectorAccess.ELEMENT)), value);
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            loop.accumulation().add(reduction, access.accumulator(reduction, VectorAccess.ELEMENT), isPresent, value);
        }

        @Override
        public Expression slice(Expression slice) {
            return isPresent.equals(CodeBuilder.TRUE)
                    ? slice
                    : CodeBuilder.select(isPresent, slice, CodeBuilder.constant(-1));
        }
    }

    /** Access to a single, valid element. */
    private final class ScalarElementAccess implements ElementAccess {

        private final Variable index;
        private final Loop loop;

        ScalarElementAccess(Variable index, Loop loop) {
            this.index = index;
            this.loop = loop;
        }

        @Override
        public Expression load(Buffer input) {
            return element(input, index);
        }

        @Override
        public void store(Buffer output, Expression value) {
            Expression element = GpuVectorTransfers.elementOffset(index, access.stride(output));
            code.ifThen(
                    loop.storeCondition(),
                    () -> body.store(output, CodeBuilder.address(vectors.base(output), element), value));
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            loop.accumulation()
                    .add(reduction, access.accumulator(reduction, CodeBuilder.constant(0)), CodeBuilder.TRUE, value);
        }
    }
}
