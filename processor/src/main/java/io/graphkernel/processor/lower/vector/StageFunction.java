package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Expression.Vector;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The function of one stage: it loads, computes, accumulates and stores the elements {@code [i, i + lanes)} of a row.
 */
final class StageFunction extends VectorValues {

    /** Whether results go past the caches. */
    static final Variable STREAM = Code.count("stream");

    /** Whether memory of later rows is requested. */
    static final Variable AHEAD = Code.count("ahead");

    private final String name;
    /** Buffers of which this stage requests a later row, so that memory is busy while the row is computed. */
    private final List<Buffer> prefetches;
    /** Whether it takes several vectors, whose ops are interleaved. */
    private final boolean interleaved;
    /** Sums for which the loop does nothing. */
    private final List<PickedSum> picked;

    StageFunction(Bases bases, int index) {
        super(bases, bases.kernel.stages().get(index));
        this.name = kernel.name() + "_stage" + (index + 1);
        this.prefetches = LaterRows.requested(bases, index);
        this.picked = PickedSum.of(this);
        this.interleaved = accumulated().isEmpty() && Interleaving.pays(bases, stage);
    }

    Stage stage() {
        return stage;
    }

    /**
     * Vectors in flight per iteration of the loop. More accumulators hide the latency of cheap reductions. Where a stage of several
     * accumulates nothing, conditions and addresses cost less of each vector: the gradient of layer normalisation took 0.8 to 0.87
     * of the time. One stage alone waits for memory, and a scan goes from vector to vector.
     */
    int unroll() {
        int cost = needed().stream()
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        boolean accumulates = !reductions().isEmpty();
        if (!accumulates && (kernel.stages().size() == 1 || !accumulated().isEmpty())) {
            return 1;
        }
        return cost >= 8 ? 2 : 4;
    }

    /**
     * Whether a loop takes several interleaved vectors.
     *
     * @param unitSteps whether every operand's step is known to be 1; else loads of rankless shapes have branches
     */
    boolean isInterleaved(boolean unitSteps) {
        return interleaved && (unitSteps || !space.isRankless());
    }

    /** The function. */
    Function function() {
        for (Buffer input : prefetches) {
            code.effect(Code.call("prefetch", new Offset(variables.next(input.value(), pointer(input)), I), AHEAD));
        }
        load(stage, indexed());
        // Row buffers have room for whole vectors: what one stored, another loads before it is in the cache.
        stage.restored()
                .forEach(node -> declare(
                        node, new Vector(at(variables.saved(node, false)), Code.number(1), Builtin.VECTOR_LANES)));
        compute(needed());
        stage.saved().forEach(node -> code.store(at(variables.saved(node, true)), operand(node), Builtin.VECTOR_LANES));
        summed().forEach(node -> accumulate(node, widened(node)));
        for (Node node : partials()) {
            Expression before = new Vector(at(variables.partial(node)), Code.number(1), LANES);
            code.store(
                    at(variables.partial(node)), VectorLowering.accumulated(node, before, widened(node), LANES), LANES);
        }
        for (Buffer store : stage.stores()) {
            Address target = bases.isStep(store, Dim.ZERO) ? pointer(store) : at(pointer(store));
            code.add(new Statement.StoreVector(target, operand(store.stored()), LANES, STREAM));
        }
        return code.function(
                name,
                interleaved ? Function.Kind.INTERLEAVED : Function.Kind.ELEMENTS,
                passed().stream().map(Passed::parameter).toList());
    }

    /**
     * A call of the function.
     *
     * @param index the first element
     * @param vectors the number of vectors
     * @param lanes the number of elements of each
     * @param scope where pointers and values of the row are declared
     * @param accumulator suffix of the accumulators
     * @param unitSteps whether every operand's step is known to be 1
     */
    record Call(
            Expression index,
            Expression vectors,
            Expression lanes,
            Scope scope,
            String accumulator,
            boolean unitSteps) {}

    /** What a call hands over. */
    @FunctionalInterface
    private interface Argument {
        Expression of(Call call);
    }

    /** A parameter of the function, and what a call hands over for it. */
    private record Passed(Variable parameter, Argument argument) {}

    /** All parameters but the first element and the number of elements. */
    private List<Passed> passed() {
        List<Passed> passed = new ArrayList<>();
        for (Buffer input : reads) {
            passed.add(new Passed(bases.of(input), call -> call.scope.base(input)));
            if (hasStep(input)) {
                passed.add(new Passed(variables.step(input.value()), call -> step(call, input)));
            }
        }
        for (Gather gather : gathered()) {
            Dim step = bases.innerStride(gather.data());
            passed.add(new Passed(pointer(gather.data()), call -> call.scope.base(gather.data())));
            passed.add(new Passed(variables.step(gather.node()), call -> Code.size(step)));
            passed.add(new Passed(variables.axisStride(gather), call -> Code.size(gather.axisStride())));
            passed.add(new Passed(variables.axisExtent(gather), call -> Code.size(gather.axisExtent())));
        }
        stage.restored()
                .forEach(node -> passed.add(new Passed(variables.saved(node, false), call -> call.scope.saved(node))));
        stage.saved()
                .forEach(node -> passed.add(new Passed(variables.saved(node, true), call -> call.scope.saved(node))));
        outerValues.forEach(node -> passed.add(new Passed(value(node), call -> call.scope.argument(node, call.index))));
        accumulated().forEach(node -> passed.add(new Passed(accumulator(node), call -> accumulator(call, node))));
        partials().forEach(node -> passed.add(new Passed(variables.partial(node), call -> variables.partial(node))));
        stage.stores().forEach(store -> passed.add(new Passed(pointer(store), call -> call.scope.base(store))));
        for (Buffer input : prefetches) {
            passed.add(new Passed(
                    variables.next(input.value(), pointer(input)),
                    call -> LaterRows.address(bases, call.scope, input)));
        }
        if (requestsAhead()) {
            passed.add(new Passed(AHEAD, call -> AHEAD));
        }
        if (hasStores()) {
            passed.add(new Passed(STREAM, call -> STREAM));
        }
        return passed;
    }

    private Expression step(Call call, Buffer input) {
        if (!space.isRankless()) {
            return Code.size(bases.innerStride(input));
        }
        return call.unitSteps ? Code.number(1) : variables.step(input.value());
    }

    private Expression accumulator(Call call, Node reduction) {
        return new Expression.Reference(Bases.suffixed(super.accumulator(reduction), call.accumulator));
    }

    /** The statement that calls the function. */
    Statement statement(Call call) {
        List<Expression> arguments = new ArrayList<>(
                interleaved ? List.of(call.index, call.vectors, call.lanes) : List.of(call.index, call.lanes));
        passed().forEach(each -> arguments.add(each.argument.of(call)));
        return new Statement.Invoke(name, arguments);
    }

    private static Address at(Variable base) {
        return new Offset(base, I);
    }

    private boolean hasStep(Buffer input) {
        return space.isRankless() || !(bases.isStep(input, Dim.ZERO) || bases.isStep(input, Dim.ONE));
    }

    private List<Gather> gathered() {
        return kernel.gathers().stream()
                .filter(gather -> stage.computed().contains(gather.node()))
                .toList();
    }

    /** Values of a slower loop that the stage reads. */
    List<Node> outerValues() {
        return outerValues;
    }

    /** What is reduced in registers: within a row, or by the only stage of a block. */
    List<Node> reductions() {
        return bases.addsToPartials() ? kernel.rowReductions(stage) : stage.reductions();
    }

    /** What is reduced in memory: columns of rows that come one by one. */
    private List<Node> partials() {
        List<Node> partials = new ArrayList<>(stage.reductions());
        partials.removeAll(reductions());
        return partials;
    }

    IterationSpace space() {
        return space;
    }

    /** The buffer from which the stage loads a value by a step. */
    Optional<Buffer> loaded(Node value, Dim step) {
        return stage.inputs().stream()
                .filter(input -> input.value() == value && bases.isStep(input, step))
                .findFirst();
    }

    /** The index with which the stage counts a value. */
    Optional<Buffer> counted(Node value) {
        return indices(stage).stream().filter(index -> index.value() == value).findFirst();
    }

    /** Whether its loop does nothing, since all that it sums is picked. */
    boolean isIdle() {
        return !picked.isEmpty() && summed().isEmpty() && stage.saved().isEmpty();
    }

    /** What is loaded in place of a sum. */
    Optional<PickedSum> picked(Node reduction) {
        return picked.stream().filter(each -> each.sum() == reduction).findFirst();
    }

    /** The reductions for which the loop does something. */
    private List<Node> summed() {
        return reductions().stream().filter(node -> picked(node).isEmpty()).toList();
    }

    /** What is computed, but for what only sums read that are picked. */
    private List<Node> needed() {
        if (picked.isEmpty()) {
            return stage.computed();
        }
        List<Node> needed = new ArrayList<>();
        for (int i = stage.computed().size() - 1; i >= 0; i--) {
            Node node = stage.computed().get(i);
            boolean isRead = stage.saved().contains(node)
                    || Stream.concat(needed.stream(), summed().stream())
                            .anyMatch(user -> user.operands().contains(node));
            if (isRead) {
                needed.add(0, node);
            }
        }
        return needed;
    }

    /** What accumulates in registers: reductions, and a scan. */
    List<Node> accumulated() {
        List<Node> accumulated = new ArrayList<>(summed());
        stage.computed().stream()
                .filter(node -> OpTable.get().is(node, OpKind.SCAN))
                .forEach(accumulated::add);
        return accumulated;
    }

    /** Whether the stage requests what later rows read. */
    boolean requestsAhead() {
        return !prefetches.isEmpty();
    }

    /** Whether the stage writes results. */
    boolean hasStores() {
        return !stage.stores().isEmpty();
    }

    /**
     * What decides whether results go past the caches. Where ops are interleaved memory has time to answer while they are
     * computed, and stores past the caches wait for it. With ordinary stores bias + GeLU took 0.76 of the time on one
     * thread and 0.81 to 0.88 on two, the gradient of a cross-entropy of 8,192 classes 0.71 to 0.86 and 0.74 to 1.06.
     */
    Variable streaming() {
        return interleaved ? VectorLoop.CONTENDED : VectorLoop.STREAMING;
    }

    /**
     * Whether a condition holds and the whole vectors of all results are aligned.
     *
     * @param condition comes first
     * @param scope where the loop is
     * @param from its first element
     */
    Expression isAligned(Expression condition, Scope scope, Expression from) {
        Expression all = condition;
        for (Buffer store : stage.stores()) {
            Address at = scope.base(store);
            at = from.equals(Code.number(0)) ? at : new Offset(at, from);
            at = scope.hasHead() ? new Offset(at, VectorLoop.HEAD) : at;
            all = Code.and(all, Code.call("is_aligned", at));
        }
        return all;
    }
}
