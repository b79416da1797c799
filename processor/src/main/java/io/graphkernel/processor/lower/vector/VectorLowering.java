package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Distance;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the lowering of all forms has in common: functions, accumulators, middle loops and streaming stores. */
public abstract class VectorLowering {

    static final Variable SCRATCH = new Variable("scratch", Pointer.BYTES);
    static final Variable ROW = Code.integer("row");
    static final Expression ZERO = Code.number(0);

    final Kernel kernel;
    final IterationSpace space;
    final Names names;
    final Code code = new Code();
    final Bases bases;
    /** What is outside all loops. */
    final Scope uniform;

    final MiddleLoops middle;
    final List<StageFunction> stages = new ArrayList<>();
    private final List<Function> functions = new ArrayList<>();

    VectorLowering(Kernel kernel, Names names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.bases = new Bases(kernel, names, code);
        this.uniform = Scope.ofRow(bases, "");
        this.middle = new MiddleLoops(bases, uniform);
        for (int i = 0; i < kernel.stages().size(); i++) {
            stages.add(new StageFunction(bases, i));
        }
    }

    /**
     * Lowers a kernel.
     *
     * @param kernel any kernel
     * @param names what its values are called
     * @return the functions of its stages, then those of {@link Kernel#functions()} and what they call, in order
     */
    public static List<Function> lower(Kernel kernel, Names names) {
        VectorLowering form = form(kernel, names);
        form.stages.stream().filter(stage -> !stage.isIdle()).forEach(stage -> form.functions.add(stage.function()));
        form.lower();
        return form.functions;
    }

    private static VectorLowering form(Kernel kernel, Names names) {
        if (kernel.space().isRankless()) {
            return new RanklessForm(kernel, names);
        }
        if (kernel.tiling() != null) {
            return new TileForm(kernel, names);
        }
        return switch (kernel.space().form()) {
            case ELEMENTWISE, ROW_REDUCTION -> new RowForm(kernel, names);
            case LANE_REDUCTION -> new LaneForm(kernel, names);
            case SCAN -> kernel.space().innerMask() == 0 ? new ScanForm(kernel, names) : new LaneForm(kernel, names);
            case COLUMN_REDUCTION ->
                new Bases(kernel, names, new Code()).addsToPartials()
                        ? new RowColumnForm(kernel, names)
                        : new ColumnForm(kernel, names);
            case FULL_REDUCTION -> new FullForm(kernel, names);
        };
    }

    /** Lowers the kernel's functions, after those of its stages. */
    abstract void lower();

    /** A function that is launched. */
    final void function(String name, Runnable rest) {
        function(Function.Kind.LAUNCHED, name, rest);
    }

    /** A function of the kernel, which begins with what is computed once. */
    final void function(Function.Kind kind, String name, Runnable rest) {
        begin();
        Expression asked = StageLowering.integer(kernel.layout().streamingSlot());
        if (stages.stream().anyMatch(StageFunction::requestsAhead)) {
            code.let(StageFunction.AHEAD, greater(asked, ZERO));
        }
        for (Variable streaming : streaming()) {
            int least = streaming.equals(VectorLoop.STREAMING) ? 1 : 2;
            code.let(streaming, greater(asked, Code.number(least)));
        }
        if (kernel.saved().isEmpty() && kernel.tileBytes() == 0) {
            code.effect(Code.call("unused", SCRATCH));
        }
        rest.run();
        streaming().stream().findFirst().ifPresent(any -> code.when(any, () -> code.effect(Code.call("stream_fence"))));
        functions.add(code.function(name, kind, List.of()));
    }

    /** A function that joins partial results. */
    final void finish(Runnable rest) {
        begin();
        code.effect(Code.call("unused", SCRATCH));
        rest.run();
        functions.add(code.function(kernel.name() + "_finish", Function.Kind.LAUNCHED, List.of()));
    }

    /** Pointers, sizes, scalars and everything that is computed once. */
    private void begin() {
        uniform.declareArguments();
        uniform.computeUniform();
    }

    static Expression greater(Expression left, Expression right) {
        return new Binary(Operator.GREATER, left, right);
    }

    final void declareInner() {
        code.let(Bases.INNER, Code.size(space.inner()));
    }

    /** What decides whether results of stages go past the caches, and first what the other implies. */
    private List<Variable> streaming() {
        List<Variable> deciding = stages.stream()
                .filter(StageFunction::hasStores)
                .map(StageFunction::streaming)
                .toList();
        return Stream.of(VectorLoop.STREAMING, VectorLoop.CONTENDED)
                .filter(deciding::contains)
                .toList();
    }

    /** Declares the row buffers, each of which begins at a cache line. */
    final void declareRowBuffers() {
        Expression begin = SCRATCH;
        for (Node saved : kernel.saved()) {
            Variable buffer = code.let(uniform.saved(saved), begin);
            begin = after(buffer, kernel.rowBufferElements());
        }
    }

    /** The first cache line after some elements. */
    final Expression after(Variable buffer, Dim elements) {
        Expression bytes = bases.product(new Expression.Bytes((Pointer) buffer.type()), elements);
        return Code.call("after", buffer, bytes);
    }

    /** Whether the kernel's scan begins at the end. */
    final boolean isReverse() {
        return space.form() == Form.SCAN && kernel.scan().attributes().flag(Attributes.REVERSE);
    }

    /** Declares the indices of the outer loops of a row, if some buffer needs them. */
    final void declareOuterIndices(Expression row, String suffix) {
        if (bases.needsOuterIndices()) {
            List<Integer> outer =
                    IntStream.range(0, space.outer().size()).boxed().toList();
            bases.declareIndices(row, suffix, outer);
        }
    }

    /** Declares where the buffers begin in a row; stores of one element per row compute their address themselves. */
    final void declareRowBases(Expression row, String suffix) {
        declareOuterIndices(row, suffix);
        for (Buffer buffer : bases.all()) {
            if (bases.movesWithRow(buffer) && !isRowStore(buffer)) {
                bases.declare(buffer, suffix, bases.of(buffer), bases.rowOffset(buffer, row, suffix));
            }
        }
    }

    private boolean isRowStore(Buffer buffer) {
        return kernel.rowStores().contains(buffer)
                || kernel.finish() != null && kernel.finish().stores().contains(buffer);
    }

    /** Declares what belongs to a row: pointers, and values of which it has one. */
    final Scope declareRow(Expression row, String suffix) {
        declareRowBases(row, suffix);
        Scope scope = Scope.ofRow(bases, suffix);
        scope.computeRow();
        return scope;
    }

    /** Stores one element, at some distance from the buffer's first one. */
    final void storeOne(Buffer output, List<Expression> terms, Scope scope) {
        code.store(Bases.address(bases.of(output), terms), scope.operand(output.stored()));
    }

    /**
     * Declares how many elements come before the first whole vector: vectors begin where results can be stored whole, by
     * their place in the result or else in an operand, and so they depend on the shape alone.
     *
     * @param scope where a loop is
     * @param count how many elements it has
     * @return the scope of the loop
     */
    final Scope withHead(Scope scope, Expression count) {
        return withHead(scope, ZERO, count);
    }

    /**
     * As above, for a part of the parallel range.
     *
     * @param scope where a loop is
     * @param from the loop's first element, which is a multiple of a vector; or 0
     * @param count how many elements it has
     * @return the scope of the loop
     */
    final Scope withHead(Scope scope, Expression from, Expression count) {
        boolean whole = from.equals(ZERO);
        List<Buffer> moving = Stream.concat(
                        stages.stream().flatMap(stage -> stage.stage().stores().stream()), bases.readOnce().stream())
                .filter(buffer -> bases.isStep(buffer, Dim.ONE))
                .limit(1)
                .toList();
        if (moving.isEmpty() || scope.isInMiddle() && !kernel.saved().isEmpty()) {
            return scope;
        }
        Variable begin = bases.of(moving.get(0));
        Dim offset = moving.get(0).access().offset();
        if (!whole && offset.equals(Dim.ZERO)) {
            return scope;
        }
        List<Expression> terms = new ArrayList<>();
        Variable base = scope.base(moving.get(0));
        if (!base.equals(begin)) {
            terms.add(new Distance(begin, base));
        }
        if (!offset.equals(Dim.ZERO)) {
            terms.add(Code.size(offset));
        }
        if (!whole) {
            terms.add(from);
        }
        code.let(
                VectorLoop.HEAD,
                Code.call("head", terms.stream().reduce(Code::plus).orElse(ZERO), count));
        for (Node saved : kernel.saved()) {
            Address first = new Offset(scope.saved(saved), Code.minus(Builtin.VECTOR_LANES, VectorLoop.HEAD));
            code.let(scope.saved(saved, scope.suffix()), first);
        }
        return scope.withHead();
    }

    final void declareAccumulators(StageFunction stage, int count) {
        for (Node reduction : stage.accumulated()) {
            for (int i = 0; i < count; i++) {
                code.variable(accumulator(reduction, "_" + i), new Identity(reduction));
            }
        }
    }

    /** An accumulator, of which there are some. */
    final Variable accumulator(Node reduction, String suffix) {
        return Bases.suffixed(uniform.accumulator(reduction), suffix);
    }

    /** What two vectors accumulate. */
    static Expression accumulated(Node reduction, Expression first, Expression second, Expression lanes) {
        return Code.call("accumulate_" + Scalars.combiner(reduction), first, second, lanes);
    }

    /** What all lanes accumulate. */
    static Expression reduced(Node reduction, Expression accumulated) {
        return Code.call("reduce_" + Scalars.combiner(reduction), accumulated);
    }

    /** Joins the accumulators pairwise, then the lanes. */
    final Expression combined(StageFunction stage, Scope scope, Node reduction) {
        return reduced(reduction, joined(stage, scope, reduction, stage.unroll()));
    }

    /** Joins accumulators pairwise, or loads what a loop did not have to add. */
    final Expression joined(StageFunction stage, Scope scope, Node reduction, int count) {
        return stage.picked(reduction).map(sum -> sum.accumulated(scope)).orElseGet(() -> joined(reduction, count));
    }

    private Expression joined(Node reduction, int count) {
        List<Expression> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(accumulator(reduction, "_" + i));
        }
        while (parts.size() > 1) {
            List<Expression> halves = new ArrayList<>();
            for (int i = 0; i + 1 < parts.size(); i += 2) {
                halves.add(accumulated(reduction, parts.get(i), parts.get(i + 1), Builtin.VECTOR_LANES));
            }
            parts = halves;
        }
        return parts.get(0);
    }
}
