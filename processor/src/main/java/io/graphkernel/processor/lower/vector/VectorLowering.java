package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.IndexedStore;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Base class of the vector emitters: functions, accumulators, middle loops and non-temporal stores. */
public abstract class VectorLowering {

    static final Variable SCRATCH = new Variable("scratch", PointerType.BYTES);
    static final Variable ROW = CodeBuilder.int64Variable("row");
    static final Expression ZERO = CodeBuilder.constant(0);

    final ScheduledKernel kernel;
    final IterationSpace space;
    final KernelNames names;
    final CodeBuilder code = new CodeBuilder();
    final BasePointers basePointers;
    /** The scope outside all loops. */
    final LoopScope uniform;

    final MiddleLoopEmitter middle;
    final List<StageFunction> stages = new ArrayList<>();
    private final List<Function> functions = new ArrayList<>();

    VectorLowering(ScheduledKernel kernel, KernelNames names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.basePointers = new BasePointers(kernel, names, code);
        this.uniform = LoopScope.ofRow(basePointers, "");
        this.middle = new MiddleLoopEmitter(basePointers, uniform);
        for (int i = 0; i < kernel.body().stages().size(); i++) {
            stages.add(new StageFunction(basePointers, i));
        }
    }

    /**
     * Lowers a kernel.
     *
     * @param kernel any kernel
     * @param names identifiers of its values
     * @return the functions of its stages, then those of {@link ScheduledKernel#functions()} with their callees, in order
     */
    public static List<Function> lower(ScheduledKernel kernel, KernelNames names) {
        VectorLowering emitter = emitter(kernel, names);
        emitter.stages.stream()
                .filter(stage -> !stage.hasEmptyLoop())
                .forEach(stage -> emitter.functions.add(stage.function()));
        emitter.lower();
        return emitter.functions;
    }

    private static VectorLowering emitter(ScheduledKernel kernel, KernelNames names) {
        if (kernel.space().isUnranked()) {
            return new VectorUnrankedEmitter(kernel, names);
        }
        if (kernel.buffers().tiling() != null && kernel.recurrence() == null) {
            return new VectorTransposeEmitter(kernel, names);
        }
        if (VectorContractionEmitter.isApplicable(kernel)) {
            return VectorContractionEmitter.of(kernel, names);
        }
        return switch (kernel.space().template()) {
            case ELEMENTWISE, ROW_REDUCTION -> new VectorRowEmitter(kernel, names);
            case STRIDED_REDUCTION -> new VectorStridedEmitter(kernel, names);
            case RECURRENCE -> new VectorRecurrenceEmitter(kernel, names);
            case SCAN ->
                kernel.space().innerMask() == 0
                        ? new VectorScanEmitter(kernel, names)
                        : new VectorStridedEmitter(kernel, names);
            case COLUMN_REDUCTION ->
                new BasePointers(kernel, names, new CodeBuilder()).accumulatesInMemory()
                        ? new VectorRowColumnEmitter(kernel, names)
                        : new VectorColumnEmitter(kernel, names);
            case FULL_REDUCTION -> new VectorFullReductionEmitter(kernel, names);
            case ATTENTION -> throw new IllegalStateException("attention is a template");
        };
    }

    /** Lowers the kernel's functions, after those of its stages. */
    abstract void lower();

    /** Adds an entry point. */
    final void function(String name, Runnable body) {
        function(Function.Kind.ENTRY_POINT, name, body);
    }

    /** Adds a function of the kernel, which begins with the values that are computed once. */
    final void function(Function.Kind kind, String name, Runnable body) {
        declareInvariants();
        Expression streamingLevel = ArgumentLowering.integer(kernel.layout().streamingSlot());
        if (stages.stream().anyMatch(StageFunction::prefetchesRows)) {
            code.declareFinal(StageFunction.PREFETCH, greater(streamingLevel, ZERO));
        }
        for (Variable condition : nonTemporalConditions()) {
            int minLevel = condition.equals(VectorLoopEmitter.NON_TEMPORAL) ? 1 : 2;
            code.declareFinal(condition, greater(streamingLevel, CodeBuilder.constant(minLevel)));
        }
        if (kernel.body().saved().isEmpty() && kernel.tileBytes() == 0) {
            code.exprStatement(CodeBuilder.call("unused", SCRATCH));
        }
        body.run();
        nonTemporalConditions().stream()
                .findFirst()
                .ifPresent(condition ->
                        code.ifThen(condition, () -> code.exprStatement(CodeBuilder.call("stream_fence"))));
        functions.add(code.function(name, kind, List.of()));
    }

    /** Adds the function of the second phase, which combines partial results. */
    final void secondPhase(Runnable body) {
        declareInvariants();
        code.exprStatement(CodeBuilder.call("unused", SCRATCH));
        body.run();
        functions.add(code.function(kernel.name() + "_finish", Function.Kind.ENTRY_POINT, List.of()));
    }

    /** Declares pointers, sizes, scalars and all values that are computed once. */
    private void declareInvariants() {
        new ArgumentLowering(uniform).declareArguments();
        uniform.computeUniform();
    }

    static Expression greater(Expression left, Expression right) {
        return new Binary(Operator.GREATER, left, right);
    }

    final void declareInner() {
        code.declareFinal(BasePointers.INNER, CodeBuilder.size(space.inner()));
    }

    /** Returns the conditions of the stages' non-temporal stores, the implied one first. */
    private List<Variable> nonTemporalConditions() {
        List<Variable> conditions = stages.stream()
                .filter(StageFunction::hasStores)
                .map(StageFunction::nonTemporalCondition)
                .toList();
        return Stream.of(VectorLoopEmitter.NON_TEMPORAL, VectorLoopEmitter.NON_TEMPORAL_IF_CONTENDED)
                .filter(conditions::contains)
                .toList();
    }

    /** Declares the row buffers, each aligned to a cache line. */
    final void declareRowBuffers() {
        Expression begin = SCRATCH;
        for (Node saved : kernel.body().saved()) {
            Variable buffer = code.declareFinal(uniform.saved(saved), begin);
            begin = alignedEnd(buffer, kernel.rowBufferElements());
        }
    }

    /** Returns the first cache line after some elements. */
    final Expression alignedEnd(Variable buffer, Dim elements) {
        Expression bytes = basePointers.strideOffset(new Expression.SizeOf((PointerType) buffer.type()), elements);
        return CodeBuilder.call("after", buffer, bytes);
    }

    /** Returns true if the kernel's scan is reversed. */
    final boolean isReverse() {
        return space.template() == LoopTemplate.SCAN
                && kernel.scan().attributes().flag(Attributes.REVERSE);
    }

    /** Declares the indices of the outer loops of a row, if a buffer needs them. */
    final void declareOuterIndices(Expression row, String suffix) {
        if (basePointers.needsOuterIndices()) {
            List<Integer> outer =
                    IntStream.range(0, space.outer().size()).boxed().toList();
            basePointers.declareIndices(row, suffix, outer);
        }
    }

    /** Declares the base pointers of a row. Stores of one element per row compute their own addresses. */
    final void declareRowBases(Expression row, String suffix) {
        declareOuterIndices(row, suffix);
        for (Buffer buffer : basePointers.buffers()) {
            if (basePointers.variesWithRow(buffer) && !isRowStore(buffer)) {
                basePointers.declare(
                        buffer, suffix, basePointers.pointer(buffer), basePointers.rowOffset(buffer, row, suffix));
            }
        }
    }

    private boolean isRowStore(Buffer buffer) {
        return kernel.body().rowStores().contains(buffer)
                || kernel.body().finish() != null
                        && kernel.body().finish().stores().contains(buffer);
    }

    /** Declares the pointers and values of a row. */
    final LoopScope declareRow(Expression row, String suffix) {
        declareRowBases(row, suffix);
        LoopScope scope = LoopScope.ofRow(basePointers, suffix);
        scope.computeRow();
        return scope;
    }

    /** Stores one element at an offset from the buffer's base. */
    final void storeOne(Buffer output, List<Expression> terms, LoopScope scope) {
        Address address = BasePointers.address(basePointers.pointer(output), terms);
        Expression value = scope.operand(output.stored());
        Optional<IndexedStore> indexed = scope.indexedStore(output);
        if (indexed.isPresent()) {
            IndexedStore store = indexed.get();
            code.exprStatement(CodeBuilder.call(
                    "scatter_one",
                    address,
                    scope.operand(store.position()),
                    CodeBuilder.size(store.axisStride()),
                    CodeBuilder.size(store.axisExtent()),
                    value,
                    CodeBuilder.constant(1)));
        } else {
            code.store(address, value);
        }
    }

    /**
     * Declares the length of the peeled prologue of stages that do not accumulate, after which vectors of a result, or
     * else of an operand, are aligned. The alignment depends on the shape alone.
     *
     * @param scope scope of the loop
     * @param count number of elements of the loop
     * @return the scope after the prologue
     */
    final LoopScope withPeeledPrologue(LoopScope scope, Expression count) {
        return withPeeledPrologue(scope, ZERO, count);
    }

    /**
     * As above, for a chunk of the parallel range.
     *
     * @param scope scope of the loop
     * @param from the first element of the loop, a multiple of the vector width, or 0
     * @param count number of elements of the loop
     * @return the scope after the prologue
     */
    final LoopScope withPeeledPrologue(LoopScope scope, Expression from, Expression count) {
        return new PeeledPrologue(basePointers, stages).declare(scope, from, count);
    }

    final void declareAccumulators(StageFunction stage, int count) {
        for (Node reduction : stage.registerAccumulations()) {
            for (int i = 0; i < count; i++) {
                code.declare(accumulator(reduction, "_" + i), new IdentityElement(reduction));
            }
        }
    }

    /** Returns one of several accumulators of a reduction. */
    final Variable accumulator(Node reduction, String suffix) {
        return BasePointers.suffixed(uniform.accumulator(reduction), suffix);
    }

    /** Combines two vectors of accumulators. */
    static Expression combineVectors(Node reduction, Expression first, Expression second, Expression lanes) {
        return CodeBuilder.call("accumulate_" + ElementwiseLowering.combiner(reduction), first, second, lanes);
    }

    /** Reduces the lanes of an accumulator. */
    static Expression reduceLanes(Node reduction, Expression accumulated) {
        return CodeBuilder.call("reduce_" + ElementwiseLowering.combiner(reduction), accumulated);
    }

    /** Combines the accumulators pairwise, then reduces the lanes. */
    final Expression reduceAccumulators(StageFunction stage, LoopScope scope, Node reduction) {
        return reduceLanes(reduction, combineAccumulators(stage, scope, reduction, UnrollPolicy.factor(stage)));
    }

    /** Combines the accumulators pairwise, or loads the result of a one-hot reduction. */
    final Expression combineAccumulators(StageFunction stage, LoopScope scope, Node reduction, int count) {
        return stage.oneHotReduction(reduction)
                .map(oneHot -> oneHot.lower(scope))
                .orElseGet(() -> combinePairwise(reduction, count));
    }

    private Expression combinePairwise(Node reduction, int count) {
        List<Expression> operands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operands.add(accumulator(reduction, "_" + i));
        }
        while (operands.size() > 1) {
            List<Expression> pairs = new ArrayList<>();
            for (int i = 0; i + 1 < operands.size(); i += 2) {
                pairs.add(combineVectors(reduction, operands.get(i), operands.get(i + 1), Builtin.VECTOR_WIDTH));
            }
            operands = pairs;
        }
        return operands.get(0);
    }
}
