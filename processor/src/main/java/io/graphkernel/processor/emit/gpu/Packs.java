package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.ScalarBody;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
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
 * How many neighbouring elements a thread works on at once: a pack, which is one access of up to 16 bytes where rows begin
 * at multiples of it. Elsewhere a thread takes one element at a time. The shape alone decides which it is.
 */
final class Packs {

    /** Bytes of the widest access. */
    private static final int ACCESS_BYTES = 16;
    /** The most that the ops on a pack cost, by the op table: more would fill registers and code. */
    private static final int MOST_COST = 256;
    /** The most registers for what is loaded, stored and accumulated: more would leave registers for few threads. */
    private static final int MOST_REGISTERS = 48;

    private static final int FEWEST = 2;
    private static final int USUAL = 4;

    private final Kernel kernel;
    private final IterationSpace space;
    private final GpuDialect dialect;
    private final ScalarBody body;
    private final CodeWriter code;
    private final List<Buffer> contiguous;
    private final int size;

    Packs(Kernel kernel, GpuDialect dialect, ScalarBody body, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.dialect = dialect;
        this.body = body;
        this.code = code;
        this.contiguous = findContiguous();
        this.size = findSize();
    }

    /** Elements of a pack. */
    int size() {
        return size;
    }

    private int findSize() {
        List<Stage> stages = kernel.unbufferedStages();
        int widest = contiguous.stream()
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .max()
                .orElse(ACCESS_BYTES / USUAL);
        int cost = stages.stream()
                .flatMap(stage -> stage.computed().stream())
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        int registers = stages.stream().mapToInt(this::registers).max().orElse(0);
        int count = ACCESS_BYTES / widest;
        while (count > FEWEST && (count * cost > MOST_COST || count * registers > MOST_REGISTERS)) {
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

    /** Elements from one turn of the inner loop to the next. */
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
     * @param starts texts of further numbers of elements at which loops begin
     */
    void declare(List<String> starts) {
        Set<String> offsets = new LinkedHashSet<>(starts);
        Set<String> alignments = new LinkedHashSet<>(Set.of("packed"));
        for (Buffer buffer : contiguous) {
            addOffset(buffer.access().offset(), offsets);
            buffer.access().strides().subList(0, outside()).forEach(stride -> addOffset(stride, offsets));
            int bytes = size * buffer.value().dtype().byteSize();
            alignments.add("gk_is_aligned(" + dialect.pointer(buffer) + ", " + bytes + ")");
        }
        String multiples =
                offsets.isEmpty() ? "1" : "gk_is_multiple(" + String.join(" | ", offsets) + ", " + size + ")";
        code.line("const int packed = %s;", mayPack() ? multiples : "0");
        if (mayPack()) {
            code.line("const int aligned = %s;", String.join(" && ", alignments));
        }
    }

    private static void addOffset(Dim dim, Set<String> offsets) {
        if (!dim.equals(Dim.ZERO)) {
            offsets.add(CNames.dim(dim));
        }
    }

    /** Text of how many parts the inner loop has of which a thread takes one at a time. */
    String parts() {
        return mayPack() ? "packed ? gk_parts(inner, " + size + ") : inner" : "inner";
    }

    /** Declares an accumulator for each element of a pack. */
    void declareAccumulators(List<Node> reductions) {
        for (Node reduction : reductions) {
            code.line("%s %s[%d];", dialect.accumulatorType(reduction), accumulators(reduction), size);
        }
        if (!reductions.isEmpty()) {
            openElements();
            for (Node reduction : reductions) {
                code.line("%s[e] = %s;", accumulators(reduction), dialect.identity(reduction));
            }
            code.close();
        }
    }

    /** What a thread has accumulated, in one value. */
    String folded(Node reduction) {
        return "gk_fold_" + CTypes.function(reduction) + "(" + accumulators(reduction) + ", " + size + ")";
    }

    /** The accumulators of a pack. */
    String accumulators(Node reduction) {
        return "packed_" + dialect.accumulator(reduction);
    }

    /** Opens a loop over the elements of a pack. */
    void openElements() {
        code.line("GK_UNROLL");
        code.open("for (int e = 0; e < %d; ++e)", size);
    }

    /** All pointers that a stage needs in the row, without what only a Gather reads. */
    List<Buffer> moved(Stage stage) {
        List<Buffer> buffers = new ArrayList<>(stage.inputs());
        buffers.addAll(stage.stores());
        return buffers.stream().filter(buffer -> !body.isGathered(buffer)).toList();
    }
}
