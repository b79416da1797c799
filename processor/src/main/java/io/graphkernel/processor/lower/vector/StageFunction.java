package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.LoadVector;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.IndexedStore;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Function of a stage: loads, computes, accumulates and stores the elements {@code [i, i + lanes)} of a row. */
final class StageFunction extends VectorStageLowering {

    /** Condition of non-temporal stores. */
    static final Variable NON_TEMPORAL_STORES = CodeBuilder.intVariable("stream");

    /** Condition of prefetches. */
    static final Variable PREFETCH = CodeBuilder.intVariable("ahead");

    private final String name;
    /** Inputs of which this stage prefetches a later row. */
    private final List<Buffer> prefetches;
    /** True if the function takes several vectors, whose ops are unrolled and jammed. */
    private final boolean unrollAndJam;
    /** Sums that need no loop. */
    private final List<OneHotReduction> oneHotReductions;

    StageFunction(BasePointers basePointers, int index) {
        super(basePointers, basePointers.kernel.body().stages().get(index));
        this.name = kernel.name() + "_stage" + (index + 1);
        this.prefetches = Prefetching.prefetchedInputs(basePointers, index);
        this.oneHotReductions = OneHotReduction.of(this);
        this.unrollAndJam = registerAccumulations().isEmpty() && UnrollAndJamPolicy.isProfitable(basePointers, stage);
    }

    Stage stage() {
        return stage;
    }

    /**
     * Returns true if a loop passes several vectors per call.
     *
     * @param unitSteps true if all inner strides are known to be 1; other loads of unranked shapes have branches
     */
    boolean usesUnrollAndJam(boolean unitSteps) {
        return unrollAndJam && (unitSteps || !space.isUnranked());
    }

    /** Returns the function. */
    Function function() {
        for (Buffer input : prefetches) {
            code.exprStatement(CodeBuilder.call(
                    "prefetch", new Offset(variables.next(input.value(), pointer(input)), I), PREFETCH));
        }
        load(stage, indexedAccess());
        // Loads whole vectors from row buffers, which are padded, for store-to-load forwarding.
        stage.restored()
                .forEach(node -> declare(
                        node,
                        new LoadVector(
                                at(variables.saved(node, false)), CodeBuilder.constant(1), Builtin.VECTOR_WIDTH)));
        compute(liveOps());
        stage.saved().forEach(node -> code.store(at(variables.saved(node, true)), operand(node), Builtin.VECTOR_WIDTH));
        loopReductions().forEach(node -> accumulate(node, toAccumulator(node)));
        for (Node node : memoryReductions()) {
            Expression before = new LoadVector(at(variables.partial(node)), CodeBuilder.constant(1), LANES);
            code.store(
                    at(variables.partial(node)),
                    VectorLowering.combineVectors(node, before, toAccumulator(node), LANES),
                    LANES);
        }
        for (Buffer store : stage.stores()) {
            Optional<Variable> register = register(store);
            if (register.isPresent()) {
                code.assign(new Expression.RawLoad(register.get()), operand(store.stored()));
                continue;
            }
            Optional<IndexedStore> indexed = indexedStore(store);
            if (indexed.isPresent()) {
                code.exprStatement(scattered(indexed.get()));
                continue;
            }
            if (basePointers.staysInCache(store)) {
                code.store(at(pointer(store)), operand(store.stored()), LANES);
                continue;
            }
            Address target = basePointers.hasInnerStride(store, Dim.ZERO) ? pointer(store) : at(pointer(store));
            code.add(new Statement.StoreVector(target, operand(store.stored()), LANES, NON_TEMPORAL_STORES));
        }
        return code.function(
                name,
                unrollAndJam ? Function.Kind.UNROLL_AND_JAM_BODY : Function.Kind.VECTOR_BODY,
                new StageBindings(this)
                        .all().stream().map(StageBindings.Binding::parameter).toList());
    }

    /** Returns the store of a vector at a computed position, or of each lane at its own. */
    private Expression.Call scattered(IndexedStore store) {
        int vectors = 1 << (space.dims().size() - 1);
        boolean variesWithLanes = (space.mask(store.position()) & vectors) != 0;
        Buffer target = store.target();
        return CodeBuilder.call(
                variesWithLanes ? "scatter" : "scatter_one",
                basePointers.hasInnerStride(target, Dim.ZERO) ? pointer(target) : at(pointer(target)),
                operand(store.position()),
                variables.axisStride(store.node()),
                variables.axisExtent(store.node()),
                operand(target.stored()),
                LANES);
    }

    /**
     * Arguments of a call.
     *
     * @param index the first element
     * @param vectors number of vectors
     * @param lanes number of lanes per vector
     * @param scope scope of the row's pointers and values
     * @param accumulator suffix of the accumulators
     * @param unitSteps true if all inner strides are known to be 1
     */
    record Call(
            Expression index,
            Expression vectors,
            Expression lanes,
            LoopScope scope,
            String accumulator,
            boolean unitSteps) {}

    /** Returns a statement that calls the function. */
    Statement statement(Call call) {
        List<Expression> arguments = new ArrayList<>(
                unrollAndJam ? List.of(call.index, call.vectors, call.lanes) : List.of(call.index, call.lanes));
        new StageBindings(this)
                .all()
                .forEach(binding -> arguments.add(binding.argument().of(call)));
        return new Statement.Invoke(name, arguments);
    }

    private static Address at(Variable base) {
        return new Offset(base, I);
    }

    /** Returns the inputs of which the stage prefetches a later row. */
    List<Buffer> prefetches() {
        return prefetches;
    }

    /** Returns the parameter with a value of the outer loops. */
    Variable liveIn(Node node) {
        return value(node);
    }

    /** Returns the values of outer loops that the stage reads. */
    List<Node> liveIns() {
        return liveIns;
    }

    /** Returns the reductions in registers: within a row, or of a block's only stage. */
    List<Node> reductions() {
        return basePointers.accumulatesInMemory() ? kernel.rowReductions(stage) : stage.reductions();
    }

    /** Returns the reductions in memory: columns of rows that are processed sequentially. */
    List<Node> memoryReductions() {
        List<Node> partials = new ArrayList<>(stage.reductions());
        partials.removeAll(reductions());
        return partials;
    }

    IterationSpace space() {
        return space;
    }

    /** Returns the buffer from which the stage loads a value at a stride. */
    Optional<Buffer> inputBuffer(Node value, Dim step) {
        return stage.inputs().stream()
                .filter(input -> input.value() == value && basePointers.hasInnerStride(input, step))
                .findFirst();
    }

    /** Returns the index op that defines a value. */
    Optional<Buffer> indexBuffer(Node value) {
        return indices(stage).stream().filter(index -> index.value() == value).findFirst();
    }

    /** Returns true if the loop is empty, because all of its sums are one-hot reductions. */
    boolean hasEmptyLoop() {
        return !oneHotReductions.isEmpty()
                && loopReductions().isEmpty()
                && stage.saved().isEmpty();
    }

    /** Returns the one-hot reduction that replaces a sum. */
    Optional<OneHotReduction> oneHotReduction(Node reduction) {
        return oneHotReductions.stream()
                .filter(oneHot -> oneHot.sum() == reduction)
                .findFirst();
    }

    /** Returns the reductions that need the loop. */
    private List<Node> loopReductions() {
        return reductions().stream()
                .filter(node -> oneHotReduction(node).isEmpty())
                .toList();
    }

    /** Returns the computed ops, except those that only one-hot reductions use. */
    List<Node> liveOps() {
        if (oneHotReductions.isEmpty()) {
            return stage.computed();
        }
        List<Node> liveOps = new ArrayList<>();
        for (int i = stage.computed().size() - 1; i >= 0; i--) {
            Node node = stage.computed().get(i);
            boolean isRead = stage.saved().contains(node)
                    || Stream.concat(liveOps.stream(), loopReductions().stream())
                            .anyMatch(user -> user.operands().contains(node));
            if (isRead) {
                liveOps.add(0, node);
            }
        }
        return liveOps;
    }

    /** Returns the reductions and scans that accumulate in registers. */
    List<Node> registerAccumulations() {
        List<Node> accumulations = new ArrayList<>(loopReductions());
        stage.computed().stream()
                .filter(node -> OpTable.get().is(node, OpKind.SCAN))
                .forEach(accumulations::add);
        return accumulations;
    }

    /**
     * Returns true if the stage accumulates the elements of a row, so that the first element of each vector determines
     * the order. Accumulations of columns are independent of it.
     */
    private boolean accumulatesAlongRow() {
        boolean columns = space.template() == LoopTemplate.COLUMN_REDUCTION && !basePointers.accumulatesInMemory();
        return !columns && !registerAccumulations().isEmpty();
    }

    /** Returns true if a prologue may be peeled off the loop. */
    boolean mayPeel() {
        return !hasEmptyLoop() && !accumulatesAlongRow();
    }

    /** Returns true if the stage prefetches later rows. */
    boolean prefetchesRows() {
        return !prefetches.isEmpty();
    }

    /** Returns true if the stage stores results. */
    boolean hasStores() {
        return !stage.stores().isEmpty();
    }

    /**
     * Returns the condition of non-temporal stores.
     *
     * <p>Unrolled and jammed stages are compute bound, so that non-temporal stores pay only under memory contention;
     * see docs/bench/non-temporal-stores.md.
     */
    Variable nonTemporalCondition() {
        return unrollAndJam ? VectorLoopEmitter.NON_TEMPORAL_IF_CONTENDED : VectorLoopEmitter.NON_TEMPORAL;
    }

    /**
     * Returns a condition and the alignment of all stored vectors.
     *
     * @param condition the first condition
     * @param scope scope of the loop
     * @param from the first element of the loop
     */
    Expression alignedCondition(Expression condition, LoopScope scope, Expression from) {
        Expression conjunction = condition;
        for (Buffer store : stage.stores()) {
            Address at = scope.base(store);
            at = from.equals(CodeBuilder.constant(0)) ? at : new Offset(at, from);
            at = scope.hasPeeledPrologue() ? new Offset(at, VectorLoopEmitter.PEEL_COUNT) : at;
            conjunction = CodeBuilder.and(conjunction, CodeBuilder.call("is_aligned", at));
        }
        return conjunction;
    }
}
