package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where the elements of buffers begin: pointers to memory and, for index ops, numbers. Each loop outside the innermost
 * one adds its part under a name of its own, which ends in a suffix.
 */
final class Bases {

    /** Suffix of what belongs to one turn of the middle loops. */
    static final String MIDDLE = "_at";

    private final Kernel kernel;
    private final IterationSpace space;
    private final CNames names;

    Bases(Kernel kernel, CNames names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
    }

    /** All buffers, inputs first. */
    List<Buffer> all() {
        List<Buffer> all = new ArrayList<>(kernel.inputs());
        all.addAll(kernel.indices());
        all.addAll(kernel.outputs());
        return all;
    }

    boolean isOutput(Buffer buffer) {
        return kernel.outputs().contains(buffer);
    }

    boolean isIndex(Buffer buffer) {
        return buffer.slot() < 0;
    }

    /** Whether the kernel itself reduces to a value; a reduction of another kernel is an operand like any other. */
    boolean isReducedHere(Node node) {
        return kernel.stages().stream().anyMatch(stage -> stage.reductions().contains(node));
    }

    /** The name before any loop. */
    String name(Buffer buffer) {
        if (isIndex(buffer)) {
            return names.first(buffer.value());
        }
        String pointer = names.pointer(buffer.value());
        return isOutput(buffer) ? pointer + "_" + buffer.slot() : pointer;
    }

    /** The C type, with a blank or star at the end. */
    String type(Buffer buffer) {
        if (isIndex(buffer)) {
            return "gk_int64 ";
        }
        return (isOutput(buffer) ? "" : "const ") + CTypes.memory(buffer.value().dtype()) + " *";
    }

    /** Declares where the buffers begin. */
    void declare(CodeWriter code) {
        for (Buffer buffer : all()) {
            boolean moved = !buffer.access().offset().equals(Dim.ZERO);
            String offset = CNames.dim(buffer.access().offset());
            if (isIndex(buffer)) {
                code.line("const gk_int64 %s = %s;", name(buffer), offset);
            } else {
                String argument = "arguments[" + buffer.slot() + "].pointer";
                String begin = moved ? "(" + type(buffer) + ") " + argument + " + " + offset : argument;
                code.line("%sconst %s = %s;", type(buffer), name(buffer), begin);
            }
        }
    }

    /** Whether some buffers need the index of each outer loop. */
    boolean needsOuterIndices() {
        return all().stream()
                .anyMatch(buffer -> space.rowStride(buffer.access()).isEmpty());
    }

    /** Declares the indices of the outer loops from the number of the row. */
    void declareOuterIndices(CodeWriter code, String row, String suffix) {
        declareIndices(
                code,
                row,
                suffix,
                IntStream.range(0, space.outer().size()).boxed().toList());
    }

    /** Declares the indices of some loops from the number of their turn; the last one turns fastest. */
    void declareIndices(CodeWriter code, String number, String suffix, List<Integer> runs) {
        String rest = number;
        for (int i = runs.size() - 1; i > 0; i--) {
            String extent = CNames.dim(space.runs().get(runs.get(i)).extent());
            code.line("const gk_int64 %s = %s %% %s;", index(runs.get(i), suffix), rest, extent);
            rest = "(" + rest + " / " + extent + ")";
        }
        if (!runs.isEmpty()) {
            code.line("const gk_int64 %s = %s;", index(runs.get(0), suffix), rest);
        }
    }

    /** The index of a loop. */
    static String index(int run, String suffix) {
        return "index_" + run + suffix;
    }

    boolean movesWithRow(Buffer buffer) {
        return moves(buffer, 0, space.outer().size());
    }

    boolean movesWithMiddle(Buffer buffer) {
        return moves(
                buffer,
                space.outer().size(),
                space.outer().size() + space.middle().size());
    }

    private boolean moves(Buffer buffer, int from, int to) {
        return !space.isRankless()
                && buffer.access().strides().subList(from, to).stream().anyMatch(stride -> !stride.equals(Dim.ZERO));
    }

    /** The elements from the first row to a row. */
    String rowOffset(Buffer buffer, String row, String suffix) {
        Access access = buffer.access();
        return space.rowStride(access)
                .map(stride -> product(row, stride))
                .orElseGet(() -> offset(access, 0, space.outer().size(), suffix));
    }

    /** The elements from the first turn of the middle loops to the current one. */
    String middleOffset(Buffer buffer) {
        int from = space.outer().size();
        return offset(buffer.access(), from, from + space.middle().size(), "");
    }

    /** The elements to the current indices of some loops. */
    String offset(Access access, int from, int to, String suffix) {
        List<String> terms = new ArrayList<>();
        for (int run = from; run < to; run++) {
            Dim stride = access.strides().get(run);
            if (!stride.equals(Dim.ZERO)) {
                terms.add(product(index(run, suffix), stride));
            }
        }
        return terms.isEmpty() ? "0" : String.join(" + ", terms);
    }

    /** A number of steps of some elements. */
    String product(String count, Dim stride) {
        if (stride.equals(Dim.ONE)) {
            return count;
        }
        return count + " * " + (stride.equals(space.inner()) ? "inner" : CNames.dim(stride));
    }

    /** Elements from one turn of the loop along which vectors run to the next: the inner one or one that is scanned. */
    Dim innerStride(Buffer buffer) {
        List<Dim> strides = buffer.access().strides();
        boolean packed = kernel.tiling() != null && kernel.tiling().packed().contains(buffer);
        if (packed) {
            return Dim.ONE;
        }
        boolean none = space.innerMask() == 0 && space.form() != Form.SCAN;
        return none ? Dim.ZERO : strides.get(strides.size() - 1);
    }

    /** What is loaded or counted at a level of the loops: inputs, then indices, but not what only a Gather reads. */
    List<Buffer> reads(Level level) {
        return Stream.concat(kernel.inputs().stream(), kernel.indices().stream())
                .filter(input -> space.levelOf(input.mask()) == level && !isGathered(input))
                .toList();
    }

    /** Whether an input is read once in the order of the loops. */
    boolean isStreamed(Buffer input) {
        return input.mask() == space.fullMask()
                && !isGathered(input)
                && innerStride(input).equals(Dim.ONE);
    }

    /** Whether a Gather reads the buffer, and no load. */
    boolean isGathered(Buffer buffer) {
        return kernel.gathers().stream().anyMatch(gather -> gather.data().equals(buffer));
    }

    /**
     * An operand's values at an element of the inner loop.
     *
     * @param buffer an input or an index
     * @param base text of where its elements begin
     * @param stride text of its inner stride, if that is neither 0 nor 1
     * @param i text of the element
     * @param lanes text of the number of lanes
     */
    String load(Buffer buffer, String base, String stride, String i, String lanes) {
        Dim step = innerStride(buffer);
        String at = i.equals("0") ? base : base + " + " + i + (step.equals(Dim.ONE) ? "" : " * " + stride);
        if (isIndex(buffer)) {
            return step.equals(Dim.ZERO)
                    ? "gk_splat_i64(" + base + ")"
                    : "gk_index(" + at + ", " + (step.equals(Dim.ONE) ? "1" : stride) + ")";
        }
        if (step.equals(Dim.ZERO)) {
            return "gk_load_one(" + base + ")";
        }
        return step.equals(Dim.ONE)
                ? "gk_load(" + at + ", " + lanes + ")"
                : "gk_load_strided(" + at + ", " + stride + ", " + lanes + ")";
    }
}
