package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.emit.scalar.ScalarBody;
import io.graphkernel.processor.graph.Access;
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
 * Prints loops in which a thread works on a pack of elements at once. Where rows begin at multiples of a pack, these are
 * neighbours and one access of up to 16 bytes; elsewhere they are as far apart as there are threads, and neighbouring
 * threads read neighbouring elements. The shape alone decides which it is.
 */
class Packs {

    /** Accumulates in the registers of the pack. */
    static final Accumulation IN_REGISTERS = (reduction, value) -> "";

    /** Bytes of the widest access. */
    private static final int ACCESS_BYTES = 16;
    /** The most that the ops on a pack cost, by the op table: more would fill registers and code. */
    private static final int MOST_COST = 256;
    /** The most registers for what is loaded, stored and accumulated: more would leave registers for few threads. */
    private static final int MOST_REGISTERS = 32;

    private static final int FEWEST = 2;
    private static final int USUAL = 4;

    private final Kernel kernel;
    private final IterationSpace space;
    private final GpuDialect dialect;
    private final ScalarBody body;
    private final CodeWriter code;
    private final int inner;
    private final int size;

    Packs(Kernel kernel, GpuDialect dialect, ScalarBody body, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.dialect = dialect;
        this.body = body;
        this.code = code;
        this.inner = space.runs().size() - (hasInner() ? 1 : 0);
        this.size = findSize();
    }

    /** Elements of a pack. */
    int size() {
        return size;
    }

    private int findSize() {
        int widest = contiguous().stream()
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .max()
                .orElse(ACCESS_BYTES / USUAL);
        int cost = kernel.unbufferedStages().stream()
                .flatMap(stage -> stage.computed().stream())
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        int values = kernel.unbufferedStages().stream()
                .mapToInt(this::registers)
                .max()
                .orElse(0);
        int count = ACCESS_BYTES / widest;
        while (count > FEWEST && (count * cost > MOST_COST || count * values > MOST_REGISTERS)) {
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
                        .mapToInt(buffer -> stride(buffer).equals(Dim.ONE) && !body.isGathered(buffer) ? 1 : 2)
                        .sum();
    }

    /** What is read or written element by element along the inner loop. */
    private List<Buffer> contiguous() {
        Set<Buffer> buffers = new LinkedHashSet<>();
        for (Stage stage : kernel.unbufferedStages()) {
            buffers.addAll(stage.inputs());
            buffers.addAll(stage.stores());
        }
        return buffers.stream()
                .filter(buffer -> !body.isGathered(buffer) && stride(buffer).equals(Dim.ONE))
                .toList();
    }

    private boolean hasInner() {
        return !space.runs().isEmpty() && space.innerMask() != 0;
    }

    private Dim stride(Buffer buffer) {
        return hasInner() ? buffer.access().strides().get(inner) : Dim.ZERO;
    }

    /**
     * Declares whether packs are neighbours, whether they are whole accesses, and where a thread begins.
     *
     * @param starts texts of further numbers of elements at which loops begin
     * @param member the thread's number among those of a row
     * @param width how many threads share the inner loop
     */
    void declare(List<String> starts, String member, String width) {
        List<Buffer> contiguous = contiguous();
        Set<String> offsets = new LinkedHashSet<>(starts);
        Set<String> alignments = new LinkedHashSet<>();
        for (Buffer buffer : contiguous) {
            addOffset(buffer.access().offset(), offsets);
            buffer.access().strides().subList(0, inner).forEach(stride -> addOffset(stride, offsets));
            int bytes = size * buffer.value().dtype().byteSize();
            alignments.add("gk_is_aligned(" + dialect.pointer(buffer) + ", " + bytes + ")");
        }
        String multiples =
                offsets.isEmpty() ? "1" : "gk_is_multiple(" + String.join(" | ", offsets) + ", " + size + ")";
        code.line("const int packed = %s;", contiguous.isEmpty() ? "0" : multiples);
        code.line("const int aligned = %s;", String.join(" && ", with("packed", alignments)));
        code.line("const int step = packed ? 1 : %s;", width);
        code.line("const int start = packed ? %d * %s : %s;", size, member, member);
    }

    private static List<String> with(String first, Set<String> others) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(others);
        return all;
    }

    private static void addOffset(Dim dim, Set<String> offsets) {
        if (!dim.equals(Dim.ZERO)) {
            offsets.add(CNames.dim(dim));
        }
    }

    /** Declares an accumulator for each element of a pack. */
    void declareAccumulators(List<Node> reductions) {
        for (Node reduction : reductions) {
            code.line("%s %s[%d];", dialect.accumulatorType(reduction), packed(reduction), size);
        }
        if (!reductions.isEmpty()) {
            openElements();
            for (Node reduction : reductions) {
                code.line("%s[e] = %s;", packed(reduction), dialect.identity(reduction));
            }
            code.close();
        }
    }

    /** What a thread has accumulated, in one value. */
    String folded(Node reduction) {
        return "gk_fold_" + CTypes.function(reduction) + "(" + packed(reduction) + ", " + size + ")";
    }

    /** The accumulators of a pack. */
    final String packed(Node reduction) {
        return "packed_" + dialect.accumulator(reduction);
    }

    /** Opens a loop over the elements of a pack. */
    final void openElements() {
        code.line("GK_UNROLL");
        code.open("for (int e = 0; e < %d; ++e)", size);
    }

    /** A statement that accumulates the current element in the registers of the pack if a condition holds. */
    final String accumulated(Node reduction, String condition, String value) {
        String accumulator = packed(reduction) + "[e]";
        return accumulator + " = " + condition + " ? " + dialect.combined(reduction, accumulator, value) + " : "
                + accumulator;
    }

    /** How a kernel accumulates within a loop: in registers, or as its template says. */
    interface Accumulation {
        /** A statement without its end, or nothing for the accumulators of the pack. */
        String statement(Node reduction, String value);
    }

    /** What a loop over packs depends on. */
    record Loop(String from, String to, String width, String stored, Accumulation accumulation) {}

    /** The loop of some stages over the inner elements {@code [from, to)}. */
    final void writeLoops(List<Stage> stages, Loop loop) {
        for (Stage stage : stages) {
            writeBases(stage);
            code.open(
                    "for (gk_int64 i = %sstart; i < %s; i += %d * %s)",
                    loop.from().equals("0") ? "" : loop.from() + " + ", loop.to(), size, loop.width());
            code.line("const int rest = gk_rest(%s - i);", loop.to());
            code.line("const int whole = aligned && rest >= %d;", size);
            writePack(stage, loop);
            code.close();
        }
    }

    /** Where buffers begin in the row, or in the turn of the middle loops. */
    void writeBases(Stage stage) {
        List<Buffer> buffers = new ArrayList<>(stage.inputs());
        buffers.addAll(stage.stores());
        for (Buffer buffer : buffers) {
            if (!body.isGathered(buffer)) {
                code.line(
                        "%sconst %s = %s;",
                        dialect.pointerType(buffer),
                        base(buffer),
                        GpuDialect.further(dialect.pointer(buffer), element(buffer.access())));
            }
        }
    }

    private String base(Buffer buffer) {
        return dialect.pointer(buffer) + "_row";
    }

    /** The number of the first element of a row: by the row's number if the outer loops are walked as one. */
    private String element(Access access) {
        boolean oneLoop = space.outer().size() > 1 && space.rowStride(access).isPresent();
        if (!oneLoop) {
            return body.element(access, inner);
        }
        List<String> terms = new ArrayList<>();
        if (!access.offset().equals(Dim.ZERO)) {
            terms.add(CNames.dim(access.offset()));
        }
        addTerm("row", space.rowStride(access).orElseThrow(), terms);
        for (int run = space.outer().size(); run < inner; run++) {
            addTerm(dialect.index(run), access.strides().get(run), terms);
        }
        return terms.isEmpty() ? CNames.dim(Dim.ZERO) : String.join(" + ", terms);
    }

    private static void addTerm(String index, Dim stride, List<String> terms) {
        if (!stride.equals(Dim.ZERO)) {
            terms.add(stride.equals(Dim.ONE) ? index : index + " * " + CNames.dim(stride));
        }
    }

    private void writePack(Stage stage, Loop loop) {
        for (Buffer input : stage.inputs()) {
            if (!body.isGathered(input)) {
                writeLoad(input);
            }
        }
        for (Buffer output : stage.stores()) {
            code.line("%s %s[%d];", CTypes.vector(output.value().dtype()), stored(output), size);
        }
        openElements();
        code.line("const int present = e * step < rest;");
        if (hasInner()) {
            code.line("const gk_int64 %s = i + e * step;", dialect.index(inner));
        }
        PackElements elements = new PackElements(loop.accumulation());
        body.load(stage, elements);
        body.compute(stage.computed(), elements);
        body.finish(stage, elements);
        code.close();
        for (Buffer output : stage.stores()) {
            writeStore(output, loop);
        }
    }

    void writeLoad(Buffer input) {
        String type = CTypes.vector(input.value().dtype());
        Dim stride = stride(input);
        if (stride.equals(Dim.ZERO)) {
            code.line("const %s %s = gk_load(%s);", type, loaded(input), base(input));
            return;
        }
        code.line("%s %s[%d];", type, loaded(input), size);
        if (stride.equals(Dim.ONE)) {
            code.line("gk_load_%d(%s, %s + i, step, rest, whole);", size, loaded(input), base(input));
        } else {
            String distance = CNames.dim(stride);
            code.line(
                    "gk_load_strided_%d(%s, %s + i * %s, %s, step, rest);",
                    size, loaded(input), base(input), distance, distance);
        }
    }

    private void writeStore(Buffer output, Loop loop) {
        Dim stride = stride(output);
        boolean always = loop.stored().isEmpty();
        String rest = always ? "rest" : loop.stored() + " ? rest : 0";
        if (stride.equals(Dim.ONE)) {
            String whole = always ? "whole" : loop.stored() + " && whole";
            code.line("gk_store_%d(%s + i, %s, step, %s, %s);", size, base(output), stored(output), rest, whole);
        } else {
            String distance = CNames.dim(stride);
            code.line(
                    "gk_store_strided_%d(%s + i * %s, %s, %s, step, %s);",
                    size, base(output), distance, stored(output), distance, rest);
        }
    }

    final String loaded(Buffer input) {
        return "in_" + dialect.pointer(input);
    }

    private String stored(Buffer output) {
        return "out_" + dialect.pointer(output);
    }

    /** Element {@code e} of the packs. */
    private final class PackElements implements Elements {

        private final Accumulation accumulation;

        PackElements(Accumulation accumulation) {
            this.accumulation = accumulation;
        }

        @Override
        public String load(Buffer input) {
            return loaded(input) + (stride(input).equals(Dim.ZERO) ? "" : "[e]");
        }

        @Override
        public String store(Buffer output, String value) {
            return stored(output) + "[e] = " + value;
        }

        @Override
        public String accumulate(Node reduction, String value) {
            String own = accumulation.statement(reduction, value);
            if (!own.isEmpty()) {
                return own;
            }
            return accumulated(reduction, "present", value);
        }

        @Override
        public String place(String place) {
            return "present ? " + place + " : -1";
        }
    }
}
