package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.FromAccumulator;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Row values of strided reductions, in which each lane is a row. Each value has a buffer in scratch memory, with an
 * element for each row of the current tiles and padding to whole vectors.
 */
final class LaneValueBuffers {

    private static final Variable I = VectorLoopEmitter.I;
    private static final Variable LANES = CodeBuilder.intVariable("lanes");

    private final VectorLowering emitter;
    private final ScheduledKernel kernel;
    private final BasePointers basePointers;
    private final List<StageFunction> stages;
    private final CodeBuilder code;

    LaneValueBuffers(VectorLowering emitter) {
        this.emitter = emitter;
        this.kernel = emitter.kernel;
        this.basePointers = emitter.basePointers;
        this.stages = emitter.stages;
        this.code = emitter.code;
    }

    /** Returns a vector of a value. */
    static Expression load(BasePointers basePointers, Node node, Expression index) {
        boolean reduced = basePointers.isReducedHere(node);
        Expression load = VectorStridedEmitter.loadWholeVector(lanes(basePointers, node, reduced), index);
        return reduced ? new FromAccumulator(node, load) : load;
    }

    private static Variable lanes(BasePointers basePointers, Node node, boolean accumulates) {
        MemoryFormat memory = accumulates ? MemoryFormat.ACCUMULATOR : MemoryFormat.COMPUTE;
        return new Variable(basePointers.names.laneBuffer(node), new PointerType(node.dtype(), memory, true));
    }

    /** Returns the buffer of a value or accumulator. */
    Variable lanes(Node node) {
        boolean accumulates =
                stages.stream().anyMatch(stage -> stage.registerAccumulations().contains(node));
        return lanes(basePointers, node, accumulates);
    }

    /** Returns the buffer of the accumulators of a block of iterations. */
    Variable partial(Node node) {
        return new Variable(basePointers.names.partialResult(node), lanes(node).type());
    }

    /**
     * Declares the buffers, whose size is {@link ScheduledKernel#tileBytes}. A scan buffers no row values, because its rows are
     * not lanes.
     */
    void declare() {
        Set<Node> values = new LinkedHashSet<>();
        boolean hasRowBuffers = kernel.space().template() != LoopTemplate.SCAN;
        for (int stage = 0; stage <= stages.size(); stage++) {
            if (hasRowBuffers) {
                values.addAll(bufferedValues(stage));
            }
            if (stage < stages.size()) {
                values.addAll(stages.get(stage).registerAccumulations());
            }
        }
        Expression begin = VectorLowering.SCRATCH;
        for (Node value : values) {
            begin = declare(lanes(value), begin);
            if (basePointers.isReducedHere(value)) {
                begin = declare(partial(value), begin);
            }
        }
    }

    private Expression declare(Variable array, Expression begin) {
        return CodeBuilder.call("after", code.declareFinal(array, begin), CodeBuilder.constant(kernel.laneBytes()));
    }

    /**
     * Computes the values between two stages, and stores row results after the last one.
     *
     * @param stage index of the stage after the computed values
     * @param scope scope of the tiles' pointers
     */
    void lowerBefore(int stage, LoopScope scope) {
        List<Buffer> inputs = stage == 0 ? inputs() : List.of();
        List<Node> ops = opsBefore(stage);
        List<Buffer> stores = stage == stages.size() ? kernel.body().rowStores() : List.of();
        if (inputs.isEmpty() && ops.isEmpty() && stores.isEmpty()) {
            return;
        }
        Variable columns = CodeBuilder.int64Variable("columns");
        code.loop(I, VectorLowering.ZERO, columns, Builtin.VECTOR_WIDTH, () -> {
            code.declareFinal(LANES, new IntCast(CodeBuilder.min(Builtin.VECTOR_WIDTH, CodeBuilder.minus(columns, I))));
            Set<Node> known = new LinkedHashSet<>(ops);
            inputs.forEach(input -> known.add(input.value()));
            for (Node node : valuesReadBefore(stage)) {
                if (!known.contains(node)) {
                    scope.declare(node, load(basePointers, node, I));
                }
            }
            if (stage == 0) {
                scope.loadLevel(Level.ROW);
            }
            scope.compute(ops);
            for (Node node : bufferedValues(stage)) {
                code.store(new Offset(lanes(node), I), scope.operand(node), Builtin.VECTOR_WIDTH);
            }
            for (Buffer store : stores) {
                code.store(new Offset(scope.base(store), I), scope.operand(store.stored()), LANES);
            }
        });
    }

    /** Returns the operands with one element per lane. */
    private List<Buffer> inputs() {
        return basePointers.reads(Level.ROW);
    }

    private List<Node> opsBefore(int stage) {
        return stage == 0
                ? kernel.body().rowOps()
                : kernel.body().stages().get(stage - 1).rowOps();
    }

    /** Returns the row values that are read before a stage. */
    private Set<Node> valuesReadBefore(int stage) {
        Set<Node> read = new LinkedHashSet<>();
        for (Node op : opsBefore(stage)) {
            boolean gather = emitter.uniform.gather(op).isPresent();
            addRowValues(gather ? op.operands().subList(1, 2) : op.operands(), read);
        }
        if (stage == stages.size()) {
            kernel.body().rowStores().forEach(store -> addRowValues(List.of(store.stored()), read));
        }
        return read;
    }

    private void addRowValues(List<Node> operands, Set<Node> rows) {
        operands.stream()
                .filter(node -> !node.isNumber() && emitter.space.level(node) == Level.ROW)
                .forEach(rows::add);
    }

    /** Returns the values that are computed before a stage and read in it or later. */
    private Set<Node> bufferedValues(int stage) {
        Set<Node> buffered = new LinkedHashSet<>();
        if (stage == 0) {
            inputs().forEach(input -> buffered.add(input.value()));
        }
        buffered.addAll(opsBefore(stage));
        Set<Node> later = new LinkedHashSet<>();
        for (int next = stage; next < stages.size(); next++) {
            addRowValues(stages.get(next).liveIns(), later);
            later.addAll(valuesReadBefore(next + 1));
        }
        buffered.retainAll(later);
        return buffered;
    }
}
