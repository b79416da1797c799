package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
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

    private final Kernel kernel;
    private final IterationSpace space;
    private final CNames names;
    private final Bases bases;
    private final KernelPrologue prologue;
    private final List<StageFunction> stages;
    private final CodeWriter code;

    LaneValues(
            Kernel kernel,
            CNames names,
            Bases bases,
            KernelPrologue prologue,
            List<StageFunction> stages,
            CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.bases = bases;
        this.prologue = prologue;
        this.stages = stages;
        this.code = code;
    }

    /** The text of a vector of a value. */
    static String load(Bases bases, CNames names, Node node, String index) {
        String load = "gk_load(" + names.lanes(node) + " + " + index + ", GK_LANES)";
        return bases.isReducedHere(node) ? CTypes.narrowed(node, load) : load;
    }

    /** Declares the arrays. */
    void declare() {
        Set<Node> values = new LinkedHashSet<>();
        for (int stage = 0; stage <= stages.size(); stage++) {
            values.addAll(kept(stage));
            if (stage < stages.size()) {
                values.addAll(stages.get(stage).accumulated());
            }
        }
        String begin = "scratch";
        for (Node value : values) {
            boolean accumulates =
                    stages.stream().anyMatch(stage -> stage.accumulated().contains(value));
            String type = accumulates ? CTypes.partial(value.dtype()) : CTypes.kept(value.dtype());
            begin = declare(type, names.lanes(value), begin);
            if (bases.isReducedHere(value)) {
                begin = declare(type, names.partial(value), begin);
            }
        }
    }

    private String declare(String type, String name, String begin) {
        code.line("%s *const %s = %s;", type, name, begin);
        return "gk_behind(" + name + ", " + kernel.laneBytes() + ")";
    }

    /**
     * Computes what is before a stage, or after the last one, and stores the results of rows.
     *
     * @param stage the number of the stage
     * @param place where the pointers of the tiles point
     */
    void writeBefore(int stage, Place place) {
        List<Buffer> inputs = stage == 0 ? inputs() : List.of();
        List<Node> ops = ops(stage);
        List<Buffer> stores = stage == stages.size() ? kernel.rowStores() : List.of();
        if (inputs.isEmpty() && ops.isEmpty() && stores.isEmpty()) {
            return;
        }
        code.open("for (gk_int64 i = 0; i < columns; i += GK_LANES)");
        code.line("const int lanes = (int) gk_dim_min(GK_LANES, columns - i);");
        Set<Node> known = new LinkedHashSet<>(ops);
        inputs.forEach(input -> known.add(input.value()));
        for (Node node : read(stage)) {
            if (!known.contains(node)) {
                prologue.declare(code, node, place.row(), load(bases, names, node, "i"));
            }
        }
        for (Buffer input : inputs) {
            String stride = CNames.dim(bases.innerStride(input));
            String value = bases.load(input, place.base(input), stride, "i", "lanes");
            prologue.declare(code, input.value(), place.row(), value);
        }
        prologue.computeLanes(code, ops, place, "i", "lanes");
        for (Node node : kept(stage)) {
            code.line("gk_store(%s + i, %s, GK_LANES);", names.lanes(node), prologue.value(node, place.row()));
        }
        for (Buffer store : stores) {
            String value = prologue.value(store.stored(), place.row());
            code.line("gk_store(%s + i, %s, lanes);", place.base(store), value);
        }
        code.close();
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
            boolean gather = kernel.gathers().stream().anyMatch(found -> found.node() == op);
            addRows(gather ? op.operands().subList(1, 2) : op.operands(), read);
        }
        if (stage == stages.size()) {
            kernel.rowStores().forEach(store -> addRows(List.of(store.stored()), read));
        }
        return read;
    }

    private void addRows(List<Node> operands, Set<Node> rows) {
        operands.stream()
                .filter(node -> !node.isNumber() && space.level(node) == Level.ROW)
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
