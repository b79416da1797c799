package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Count;
import io.graphkernel.processor.lower.code.Expression.Narrowed;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The values of rows that are lanes: each has an array in the scratch memory with an element for each row of the tiles
 * that are computed side by side, and room for whole vectors.
 */
final class LaneValues {

    private static final Variable I = VectorLoop.I;
    private static final Variable LANES = Code.count("lanes");

    private final VectorLowering form;
    private final Kernel kernel;
    private final Bases bases;
    private final List<StageFunction> stages;
    private final Code code;

    LaneValues(VectorLowering form) {
        this.form = form;
        this.kernel = form.kernel;
        this.bases = form.bases;
        this.stages = form.stages;
        this.code = form.code;
    }

    /** A vector of a value. */
    static Expression load(Bases bases, Node node, Expression index) {
        boolean reduced = bases.isReducedHere(node);
        Expression load = LaneForm.whole(lanes(bases, node, reduced), index);
        return reduced ? new Narrowed(node, load) : load;
    }

    private static Variable lanes(Bases bases, Node node, boolean accumulates) {
        Memory memory = accumulates ? Memory.PARTIAL : Memory.KEPT;
        return new Variable(bases.names.lanes(node), new Pointer(node.dtype(), memory, true));
    }

    /** The array of a value, or of what is accumulated. */
    Variable lanes(Node node) {
        boolean accumulates =
                stages.stream().anyMatch(stage -> stage.accumulated().contains(node));
        return lanes(bases, node, accumulates);
    }

    /** The array of what a block of iterations accumulates. */
    Variable partial(Node node) {
        return new Variable(bases.names.partial(node), lanes(node).type());
    }

    /** Declares the arrays. {@link Kernel#tileBytes} is the room for them: a scan has rows that are no lanes, and keeps none. */
    void declare() {
        Set<Node> values = new LinkedHashSet<>();
        boolean keepsRows = kernel.space().form() != Form.SCAN;
        for (int stage = 0; stage <= stages.size(); stage++) {
            if (keepsRows) {
                values.addAll(kept(stage));
            }
            if (stage < stages.size()) {
                values.addAll(stages.get(stage).accumulated());
            }
        }
        Expression begin = VectorLowering.SCRATCH;
        for (Node value : values) {
            begin = declare(lanes(value), begin);
            if (bases.isReducedHere(value)) {
                begin = declare(partial(value), begin);
            }
        }
    }

    private Expression declare(Variable array, Expression begin) {
        return Code.call("after", code.let(array, begin), Code.number(kernel.laneBytes()));
    }

    /**
     * Computes what comes before a stage, or after the last one, and stores the results of rows.
     *
     * @param stage the number of the stage
     * @param scope where the pointers of the tiles are declared
     */
    void lowerBefore(int stage, Scope scope) {
        List<Buffer> inputs = stage == 0 ? inputs() : List.of();
        List<Node> ops = ops(stage);
        List<Buffer> stores = stage == stages.size() ? kernel.rowStores() : List.of();
        if (inputs.isEmpty() && ops.isEmpty() && stores.isEmpty()) {
            return;
        }
        Variable columns = Code.integer("columns");
        code.loop(I, VectorLowering.ZERO, columns, Builtin.VECTOR_LANES, () -> {
            code.let(LANES, new Count(Code.least(Builtin.VECTOR_LANES, Code.minus(columns, I))));
            Set<Node> known = new LinkedHashSet<>(ops);
            inputs.forEach(input -> known.add(input.value()));
            for (Node node : read(stage)) {
                if (!known.contains(node)) {
                    scope.declare(node, load(bases, node, I));
                }
            }
            if (stage == 0) {
                scope.loadLevel(Level.ROW);
            }
            scope.compute(ops);
            for (Node node : kept(stage)) {
                code.store(new Offset(lanes(node), I), scope.operand(node), Builtin.VECTOR_LANES);
            }
            for (Buffer store : stores) {
                code.store(new Offset(scope.base(store), I), scope.operand(store.stored()), LANES);
            }
        });
    }

    /** The operands of which each lane has one element. */
    private List<Buffer> inputs() {
        return bases.reads(Level.ROW);
    }

    private List<Node> ops(int stage) {
        return stage == 0 ? kernel.rowOps() : kernel.stages().get(stage - 1).rowOps();
    }

    /** The values of rows that are read before a stage. */
    private Set<Node> read(int stage) {
        Set<Node> read = new LinkedHashSet<>();
        for (Node op : ops(stage)) {
            boolean gather = form.uniform.gather(op).isPresent();
            addRows(gather ? op.operands().subList(1, 2) : op.operands(), read);
        }
        if (stage == stages.size()) {
            kernel.rowStores().forEach(store -> addRows(List.of(store.stored()), read));
        }
        return read;
    }

    private void addRows(List<Node> operands, Set<Node> rows) {
        operands.stream()
                .filter(node -> !node.isNumber() && form.space.level(node) == Level.ROW)
                .forEach(rows::add);
    }

    /** What is computed before a stage and read in it or later. */
    private Set<Node> kept(int stage) {
        Set<Node> kept = new LinkedHashSet<>();
        if (stage == 0) {
            inputs().forEach(input -> kept.add(input.value()));
        }
        kept.addAll(ops(stage));
        Set<Node> later = new LinkedHashSet<>();
        for (int next = stage; next < stages.size(); next++) {
            addRows(stages.get(next).outerValues(), later);
            later.addAll(read(next + 1));
        }
        kept.retainAll(later);
        return kept;
    }
}
