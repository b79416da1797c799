package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Argument;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Recast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Expression.Vector;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the elements of buffers begin: pointers to memory and, for index ops, numbers. Each loop outside the innermost
 * one adds its part under a name of its own, which ends in a suffix.
 */
final class Bases {

    /** Suffix of what belongs to one iteration of the middle loops. */
    static final String MIDDLE = "_at";

    static final Variable INNER = Code.integer("inner");

    final Kernel kernel;
    final IterationSpace space;
    final Names names;
    final Code code;
    private final StageLowering lowering;

    Bases(Kernel kernel, Names names, Code code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.code = code;
        this.lowering = new StageLowering(kernel, names, code);
    }

    /** All buffers, inputs first. */
    List<Buffer> all() {
        List<Buffer> all = new ArrayList<>(kernel.inputs());
        all.addAll(kernel.indices());
        all.addAll(kernel.outputs());
        return all;
    }

    boolean isIndex(Buffer buffer) {
        return buffer.slot() < 0;
    }

    /** Whether the kernel itself reduces to a value; a reduction of another kernel is an operand like any other. */
    boolean isReducedHere(Node node) {
        return kernel.stages().stream().anyMatch(stage -> stage.reductions().contains(node));
    }

    /** Where a buffer begins before any loop. */
    Variable of(Buffer buffer) {
        return isIndex(buffer) ? Code.integer(names.first(buffer.value())) : lowering.pointer(buffer);
    }

    /**
     * Whether the kernel adds the columns of each row to partial results in memory, which it must while it reduces rows. Several
     * operands come row by row, too: some rows of all of them at the same distance would meet in few lines of the caches. So do
     * 16-bit elements: [65536, 1024] of them took 2.9 ms against 5.0 ms, while f32 took 6.9 ms against 6.2 ms.
     */
    boolean addsToPartials() {
        List<Buffer> readOnce = readOnce();
        return space.form() == Form.COLUMN_REDUCTION
                && (kernel.reducesRows()
                        || readOnce.size() > 1
                        || readOnce.stream()
                                .anyMatch(input -> input.value().dtype().byteSize() == Short.BYTES));
    }

    /** Declares where the buffers begin. */
    void declare() {
        for (Buffer buffer : all()) {
            Variable base = of(buffer);
            Dim offset = buffer.access().offset();
            if (isIndex(buffer)) {
                code.let(base, Code.size(offset));
            } else if (offset.equals(Dim.ZERO)) {
                code.let(base, new Argument(base.type(), buffer.slot()));
            } else {
                Pointer pointer = (Pointer) base.type();
                Address begin = new Recast(pointer, new Argument(pointer, buffer.slot()));
                code.let(base, new Offset(begin, Code.size(offset)));
            }
        }
    }

    /** Declares where a buffer begins for one iteration of a loop. */
    void declare(Buffer buffer, String suffix, Variable from, List<Expression> terms) {
        code.let(suffixed(of(buffer), suffix), moved(buffer, from, terms));
    }

    static Variable suffixed(Variable variable, String suffix) {
        return new Variable(variable.name() + suffix, variable.type());
    }

    private Expression moved(Buffer buffer, Variable from, List<Expression> terms) {
        return isIndex(buffer)
                ? (terms.isEmpty() ? List.of(Code.number(0)) : terms).stream().reduce(from, Code::plus)
                : address(from, terms);
    }

    /** An address some numbers of elements further. */
    static Address address(Address base, List<Expression> terms) {
        Address address = base;
        for (Expression term : terms.isEmpty() ? List.of(Code.number(0)) : terms) {
            address = new Offset(address, term);
        }
        return address;
    }

    /** An address as many elements further as a sum says. */
    static Address address(Address base, Expression sum) {
        return sum instanceof Binary binary && binary.operator() == Operator.ADD
                ? new Offset(address(base, binary.left()), binary.right())
                : new Offset(base, sum);
    }

    /** Whether some buffers need the index of each outer loop. */
    boolean needsOuterIndices() {
        return all().stream()
                .anyMatch(buffer -> space.rowStride(buffer.access()).isEmpty());
    }

    /** Declares the indices of some loops from the number of their iteration; the last one is the innermost. */
    void declareIndices(Expression number, String suffix, List<Integer> runs) {
        new Indices(space, code).decode(number, runs, run -> index(run, suffix));
    }

    /** The index of a loop. */
    static Variable index(int run, String suffix) {
        return Code.integer("index_" + run + suffix);
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
    List<Expression> rowOffset(Buffer buffer, Expression row, String suffix) {
        Access access = buffer.access();
        return space.rowStride(access)
                .map(stride -> List.of(product(row, stride)))
                .orElseGet(() -> offset(access, 0, space.outer().size(), suffix));
    }

    /** The elements from the first iteration of the middle loops to the current one. */
    List<Expression> middleOffset(Buffer buffer) {
        int from = space.outer().size();
        return offset(buffer.access(), from, from + space.middle().size(), "");
    }

    /** The elements to the current indices of some loops: what is to be added. */
    List<Expression> offset(Access access, int from, int to, String suffix) {
        List<Expression> terms = new ArrayList<>();
        for (int run = from; run < to; run++) {
            Dim stride = access.strides().get(run);
            if (!stride.equals(Dim.ZERO)) {
                terms.add(product(index(run, suffix), stride));
            }
        }
        return terms;
    }

    /** A number of steps of some elements. */
    Expression product(Expression count, Dim stride) {
        boolean inner = stride.equals(space.inner()) && !stride.equals(Dim.ONE);
        return Code.times(count, inner ? INNER : Code.size(stride));
    }

    /** Elements from one iteration of the loop along which vectors run to the next: the inner one or one that is scanned. */
    Dim innerStride(Buffer buffer) {
        List<Dim> strides = buffer.access().strides();
        boolean packed = kernel.tiling() != null && kernel.tiling().packed().contains(buffer);
        if (packed) {
            return Dim.ONE;
        }
        boolean none = space.innerMask() == 0 && space.form() != Form.SCAN;
        return none ? Dim.ZERO : strides.get(strides.size() - 1);
    }

    boolean isStep(Buffer buffer, Dim step) {
        return innerStride(buffer).equals(step);
    }

    /** What is loaded or counted at a level of the loops: inputs, then indices, but not what only a Gather reads. */
    List<Buffer> reads(Level level) {
        return Stream.concat(kernel.inputs().stream(), kernel.indices().stream())
                .filter(input -> space.levelOf(input.mask()) == level && !lowering.isGathered(input))
                .toList();
    }

    /** The inputs that are read once in the order of the loops. */
    List<Buffer> readOnce() {
        return kernel.inputs().stream().filter(this::isReadOnce).toList();
    }

    /** Whether an input is read once in the order of the loops. */
    boolean isReadOnce(Buffer input) {
        return input.mask() == space.fullMask() && !lowering.isGathered(input) && isStep(input, Dim.ONE);
    }

    /**
     * The values of an operand from an element of the inner loop on.
     *
     * @param buffer an input or an index
     * @param base where its elements begin
     * @param stride its inner stride, if that is neither 0 nor 1
     * @param i the element
     * @param lanes how many values
     */
    Expression load(Buffer buffer, Variable base, Expression stride, Expression i, Expression lanes) {
        boolean stays = isStep(buffer, Dim.ZERO);
        boolean unit = isStep(buffer, Dim.ONE);
        Expression step = unit ? Code.number(1) : stride;
        Expression element = unit ? i : new Binary(Operator.MULTIPLY, i, stride);
        if (isIndex(buffer)) {
            return stays ? Code.call("splat_i64", base) : Code.call("index", Code.plus(base, element), step);
        }
        return stays ? new Load(base) : new Vector(new Offset(base, element), step, lanes);
    }
}
