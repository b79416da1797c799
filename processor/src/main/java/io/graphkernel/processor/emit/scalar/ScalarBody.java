package io.graphkernel.processor.emit.scalar;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Prints the parts that the templates of a kernel have in common, in the dialect of the target. */
public final class ScalarBody {

    private final Kernel kernel;
    private final IterationSpace space;
    private final Dialect dialect;
    private final CodeWriter code;
    private final Elements indexed = new IndexedElements();

    /**
     * The parts of one kernel.
     *
     * @param kernel what is printed
     * @param dialect how
     * @param code where to
     */
    public ScalarBody(Kernel kernel, Dialect dialect, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.dialect = dialect;
        this.code = code;
    }

    /**
     * Elements at the indices of all loops.
     *
     * @return how they are reached
     */
    public Elements indexed() {
        return indexed;
    }

    /**
     * The memory that the kernel is given.
     *
     * @return inputs, then outputs
     */
    public List<Buffer> buffers() {
        List<Buffer> buffers = new ArrayList<>(kernel.inputs());
        buffers.addAll(kernel.outputs());
        return buffers;
    }

    /** Declares the numbers that the caller gives, and the products of dims that ops take as values. */
    public void declareNumbers() {
        ArgumentLayout layout = kernel.layout();
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            declare(scalar, dialect.argument(scalar.dtype(), layout.scalarSlot() + i));
        }
        Set<Node> dimensions = new LinkedHashSet<>();
        kernel.group()
                .nodes()
                .forEach(node -> node.operands().stream()
                        .filter(operand -> operand.kind() == Node.Kind.DIMENSION)
                        .forEach(dimensions::add));
        for (Node dimension : dimensions) {
            Dim product = Dim.product(dimension.attributes().dims());
            declare(dimension, dialect.dimension(dimension.dtype(), product));
        }
    }

    /**
     * Declares a value.
     *
     * @param node what it is
     * @param expression its text
     */
    public void declare(Node node, String expression) {
        code.line(
                "%s %s = %s;%s", dialect.constant(node.dtype()), dialect.value(node), expression, dialect.origin(node));
    }

    /**
     * Declares the indices of nested loops from the number of their turn.
     *
     * @param number text of the number; the last loop turns fastest
     * @param firstRun the first loop's place in the nest
     * @param loops the loops
     */
    public void decode(String number, int firstRun, List<Run> loops) {
        decode(
                number,
                IntStream.range(firstRun, firstRun + loops.size()).boxed().toList());
    }

    /**
     * Declares the indices of some loops from the number of their turn.
     *
     * @param number text of the number; the last loop turns fastest
     * @param runs the loops' places in the nest
     */
    public void decode(String number, List<Integer> runs) {
        String rest = number;
        for (int i = runs.size() - 1; i >= 0; i--) {
            int run = runs.get(i);
            String index = dialect.index(run);
            if (i == 0) {
                code.line("%s %s = %s;", dialect.integer(), index, rest);
            } else {
                String extent = dialect.dim(space.runs().get(run).extent());
                code.line("%s %s = %s %% %s;", dialect.integer(), index, rest, extent);
                rest = "(" + rest + " / " + extent + ")";
            }
        }
    }

    /**
     * Loads the operands that have one element per kernel, or per row.
     *
     * @param level which of them
     */
    public void loadLevel(Level level) {
        for (Buffer input : kernel.inputs()) {
            if (space.levelOf(input.mask()) == level && !isGathered(input)) {
                declare(input.value(), indexed.load(input));
            }
        }
        for (Buffer index : kernel.indices()) {
            if (space.levelOf(index.mask()) == level) {
                declare(index.value(), element(index.access()));
            }
        }
    }

    /**
     * Whether a Gather reads an input, and no load.
     *
     * @param input one of the kernel's inputs
     * @return true if no stage loads it
     */
    public boolean isGathered(Buffer input) {
        return kernel.gathers().stream().anyMatch(gather -> gather.data().equals(input));
    }

    /**
     * Loads what a stage reads, and declares what it counts.
     *
     * @param stage the stage
     * @param elements how its elements are reached
     */
    public void load(Stage stage, Elements elements) {
        for (Buffer input : stage.inputs()) {
            if (!isGathered(input)) {
                declare(input.value(), elements.load(input));
            }
        }
        indices(stage).forEach(index -> declare(index.value(), element(index.access())));
    }

    /**
     * What a stage counts within a row.
     *
     * @param stage the stage
     * @return index ops that it uses
     */
    public List<Buffer> indices(Stage stage) {
        return kernel.indices().stream()
                .filter(index -> !space.isOpen() && space.levelOf(index.mask()) == Level.ELEMENT)
                .filter(index -> isUsed(stage, index.value()))
                .toList();
    }

    /**
     * Loads the operands of what follows partial results, as far as they are not uniform.
     *
     * @param finish the second phase
     */
    public void loadFinish(Stage finish) {
        finish.inputs().stream()
                .filter(input -> space.levelOf(input.mask()) != Level.UNIFORM && !isGathered(input))
                .forEach(input -> declare(input.value(), indexed.load(input)));
        kernel.indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.UNIFORM && isUsed(finish, index.value()))
                .forEach(index -> declare(index.value(), element(index.access())));
    }

    private static boolean isUsed(Stage stage, Node value) {
        return stage.computed().stream().anyMatch(node -> node.operands().contains(value))
                || stage.reductions().stream().anyMatch(node -> node.operands().contains(value))
                || stage.stores().stream().anyMatch(store -> store.stored() == value);
    }

    /**
     * Computes what has one element per kernel, row or lane.
     *
     * @param ops in order
     */
    public void compute(List<Node> ops) {
        compute(ops, indexed);
    }

    /**
     * Computes ops for the current element.
     *
     * @param ops in order
     * @param elements how elements are reached
     */
    public void compute(List<Node> ops, Elements elements) {
        for (Node node : ops) {
            Optional<Gather> gather = kernel.gathers().stream()
                    .filter(candidate -> candidate.node() == node)
                    .findFirst();
            if (gather.isPresent()) {
                gather(gather.get(), elements);
            } else if (OpTable.get().is(node, OpKind.SCAN)) {
                scan(node, elements);
            } else {
                declare(node, dialect.expression(node));
            }
        }
    }

    /** An index out of range gives zero, and reads nothing. */
    private void gather(Gather gather, Elements elements) {
        Node node = gather.node();
        String index = dialect.operand(node.operands().get(1));
        String place = elements.place(dialect.place(index, gather.axisExtent()));
        code.line("%s %s = %s;", dialect.integer(), dialect.placeName(node), place);
        declare(node, dialect.gathered(gather, element(gather.data().access())));
    }

    /** An exclusive scan gives what was accumulated before its element. */
    private void scan(Node node, Elements elements) {
        boolean exclusive = node.attributes().flag(Attributes.EXCLUSIVE);
        if (exclusive) {
            declareResult(node);
        }
        accumulate(node, elements);
        if (!exclusive) {
            declareResult(node);
        }
    }

    /**
     * Accumulates and stores what a stage has computed.
     *
     * @param stage the stage
     * @param elements how its elements are reached
     */
    public void finish(Stage stage, Elements elements) {
        stage.reductions().forEach(reduction -> accumulate(reduction, elements));
        stage.stores().forEach(output -> store(output, elements));
    }

    private void accumulate(Node reduction, Elements elements) {
        String value = dialect.operand(reduction.operands().get(0));
        code.line("%s;", elements.accumulate(reduction, value));
    }

    /**
     * Stores a value at the indices of all loops.
     *
     * @param output where
     */
    public void store(Buffer output) {
        store(output, indexed);
    }

    private void store(Buffer output, Elements elements) {
        code.line("%s;", elements.store(output, dialect.operand(output.stored())));
    }

    /**
     * Declares what a reduction or scan accumulates.
     *
     * @param reduction the op
     */
    public void declareAccumulator(Node reduction) {
        code.line(
                "%s %s = %s;",
                dialect.accumulatorType(reduction), dialect.accumulator(reduction), dialect.identity(reduction));
    }

    /**
     * Declares the value of a reduction that has seen all its elements.
     *
     * @param reduction the op
     */
    public void declareResult(Node reduction) {
        declare(reduction, dialect.result(reduction, dialect.accumulator(reduction)));
    }

    /**
     * The number of an element at the indices of all loops.
     *
     * @param access where the elements lie
     * @return its text
     */
    public String element(Access access) {
        return element(access, access.strides().size());
    }

    /**
     * The number of an element at the indices of the outermost loops.
     *
     * @param access where the elements lie
     * @param runs how many loops; in the others the index is 0
     * @return its text
     */
    public String element(Access access, int runs) {
        StringBuilder text = new StringBuilder(access.offset().equals(Dim.ZERO) ? "" : dialect.dim(access.offset()));
        for (int run = 0; run < runs; run++) {
            Dim stride = access.strides().get(run);
            if (!stride.equals(Dim.ZERO)) {
                text.append(text.isEmpty() ? "" : " + ").append(dialect.index(run));
                text.append(stride.equals(Dim.ONE) ? "" : " * " + dialect.dim(stride));
            }
        }
        return text.isEmpty() ? dialect.dim(Dim.ZERO) : text.toString();
    }

    private final class IndexedElements implements Elements {

        @Override
        public String load(Buffer input) {
            return dialect.load(input, element(input.access()));
        }

        @Override
        public String store(Buffer output, String value) {
            return dialect.store(output, element(output.access()), value);
        }

        @Override
        public String accumulate(Node reduction, String value) {
            String accumulator = dialect.accumulator(reduction);
            return accumulator + " = " + dialect.combined(reduction, accumulator, value);
        }

        @Override
        public String place(String place) {
            return place;
        }
    }
}
