package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.capability.Groups;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Item;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.Space;
import io.graphkernel.processor.lower.code.Statement.Staged;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How many neighbouring elements a thread works on at once: a pack, which is one access where rows begin
 * at multiples of it. Elsewhere a thread takes one element at a time. The shape alone decides which it is.
 */
final class Packs {

    private static final int FEWEST = 2;
    private static final int USUAL = 4;

    /** Whether rows begin at multiples of a pack, and whether these are whole accesses. */
    static final Variable PACKED = Code.count("packed");

    static final Variable ALIGNED = Code.count("aligned");

    /** The number of an element in its pack. */
    static final Variable ELEMENT = Code.count("e");

    private final Kernel kernel;
    private final IterationSpace space;
    private final StageLowering body;
    private final Code code;
    private final Variable inner;
    private final List<Buffer> contiguous;
    private final int size;

    Packs(GroupLowering form) {
        this.kernel = form.kernel;
        this.space = form.space;
        this.body = form.body;
        this.code = form.code;
        this.inner = form.inner;
        this.contiguous = findContiguous();
        this.size = findSize();
    }

    /** Elements of a pack. */
    int size() {
        return size;
    }

    private int findSize() {
        Groups groups = kernel.capabilities().groups();
        List<Stage> stages = kernel.unbufferedStages();
        int widest = contiguous.stream()
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .max()
                .orElse(groups.accessBytes() / USUAL);
        int cost = stages.stream()
                .flatMap(stage -> stage.computed().stream())
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        int registers = stages.stream().mapToInt(this::registers).max().orElse(0);
        int count = Math.max(1, groups.accessBytes() / widest);
        while (count > FEWEST && (count * cost > groups.packCost() || count * registers > groups.packRegisters())) {
            count /= 2;
        }
        return count;
    }

    /** What a thread holds per element: where accesses are not neighbours or elements are counted, a number of 64 bits. */
    private int registers(Stage stage) {
        int counted = 2 * body.indices(stage).size()
                + kernel.partials().size()
                + kernel.rowReductions(stage).size();
        return counted
                + Stream.concat(stage.inputs().stream(), stage.stores().stream())
                        .mapToInt(buffer -> contiguous.contains(buffer) ? 1 : 2)
                        .sum();
    }

    /** What is read or written element by element along the inner loop. */
    private List<Buffer> findContiguous() {
        Set<Buffer> buffers = new LinkedHashSet<>();
        for (Stage stage : kernel.unbufferedStages()) {
            buffers.addAll(stage.inputs());
            buffers.addAll(stage.stores());
        }
        return buffers.stream()
                .filter(buffer -> !body.isGathered(buffer) && stride(buffer).equals(Dim.ONE))
                .toList();
    }

    /** Whether there is an inner loop. */
    boolean hasInner() {
        return !space.runs().isEmpty() && space.innerMask() != 0;
    }

    /** How many loops there are around the inner one. */
    int outside() {
        return space.runs().size() - (hasInner() ? 1 : 0);
    }

    /** Elements from one iteration of the inner loop to the next. */
    Dim stride(Buffer buffer) {
        return hasInner() ? buffer.access().strides().get(outside()) : Dim.ZERO;
    }

    /** Whether anything can be one access. */
    boolean mayPack() {
        return !contiguous.isEmpty();
    }

    /**
     * Declares whether rows begin at multiples of a pack, and whether these are whole accesses.
     *
     * @param starts further numbers of elements at which loops begin
     */
    void declare(List<Expression> starts) {
        Set<Expression> offsets = new LinkedHashSet<>(starts);
        Expression aligned = PACKED;
        for (Buffer buffer : contiguous) {
            addOffset(buffer.access().offset(), offsets);
            buffer.access().strides().subList(0, outside()).forEach(stride -> addOffset(stride, offsets));
            int bytes = size * buffer.value().dtype().byteSize();
            aligned = Code.and(aligned, Code.call("is_aligned", body.pointer(buffer), Code.number(bytes)));
        }
        if (!mayPack()) {
            code.count(PACKED.name(), Code.number(0));
            return;
        }
        Expression packed = offsets.stream()
                .reduce((first, second) -> new Expression.Binary(Operator.BITS_OR, first, second))
                .<Expression>map(bits -> Code.call("is_multiple", bits, Code.number(size)))
                .orElse(Code.number(1));
        code.count(PACKED.name(), packed);
        code.count(ALIGNED.name(), aligned);
    }

    private static void addOffset(Dim dim, Set<Expression> offsets) {
        if (!dim.equals(Dim.ZERO)) {
            offsets.add(Code.size(dim));
        }
    }

    /** How many parts the inner loop has of which a thread takes one at a time. */
    Expression parts() {
        return mayPack() ? new Conditional(PACKED, Code.call("parts", inner, Code.number(size)), inner) : inner;
    }

    /** Declares an accumulator for each element of a pack. */
    void declareAccumulators(List<Node> reductions) {
        for (Node reduction : reductions) {
            code.add(new Staged(accumulators(reduction), Space.THREAD, List.of(Code.number(size))));
        }
        if (!reductions.isEmpty()) {
            elements(() -> reductions.forEach(
                    reduction -> code.assign(accumulator(reduction, ELEMENT), new Identity(reduction))));
        }
    }

    /** What a thread has accumulated, in one value. */
    Expression folded(Node reduction) {
        return Code.call("fold_" + Scalars.combiner(reduction), accumulators(reduction), Code.number(size));
    }

    /** The accumulators of a pack. */
    Variable accumulators(Node reduction) {
        Variable accumulator = body.accumulator(reduction);
        return new Variable("packed_" + accumulator.name(), accumulator.type());
    }

    /** The accumulator of an element of a pack. */
    Item accumulator(Node reduction, Expression element) {
        return new Item(accumulators(reduction), List.of(element));
    }

    /** A loop over the elements of a pack. */
    void elements(Runnable each) {
        code.loop(ELEMENT, Code.number(0), Code.number(size), Code.number(1), Unroll.ALL, each);
    }

    /** All memory through which a stage moves in the row, without what only a Gather reads. */
    List<Buffer> moved(Stage stage) {
        List<Buffer> buffers = new ArrayList<>(stage.inputs());
        buffers.addAll(stage.stores());
        return buffers.stream().filter(buffer -> !body.isGathered(buffer)).toList();
    }
}
