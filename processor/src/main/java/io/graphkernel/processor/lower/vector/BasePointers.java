package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Argument;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.LoadVector;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.PointerCast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Base pointers of buffers and, for index ops, first indices.
 *
 * <p>Each loop outside the innermost one declares advanced pointers, whose names end in the loop's suffix.
 */
final class BasePointers {

    /** Suffix of the pointers of an iteration of the middle loops. */
    static final String MIDDLE = "_at";

    static final Variable INNER = CodeBuilder.int64Variable("inner");

    final ScheduledKernel kernel;
    final IterationSpace space;
    final KernelNames names;
    final CodeBuilder code;
    private final StageLowering lowering;

    BasePointers(ScheduledKernel kernel, KernelNames names, CodeBuilder code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.code = code;
        this.lowering = new StageLowering(kernel, names, code);
    }

    /** Returns all buffers, inputs first. */
    List<Buffer> buffers() {
        List<Buffer> buffers = new ArrayList<>(kernel.buffers().inputs());
        buffers.addAll(kernel.buffers().indices());
        buffers.addAll(kernel.buffers().outputs());
        return buffers;
    }

    boolean isIndex(Buffer buffer) {
        return buffer.slot() < 0;
    }

    /** Returns true if the kernel itself computes a reduction. Reductions of other kernels are ordinary operands. */
    boolean isReducedHere(Node node) {
        return kernel.body().stages().stream()
                .anyMatch(stage -> stage.reductions().contains(node));
    }

    /** Returns the base pointer of a buffer outside all loops. */
    Variable pointer(Buffer buffer) {
        return isIndex(buffer) ? CodeBuilder.int64Variable(names.firstIndex(buffer.value())) : lowering.pointer(buffer);
    }

    /**
     * Returns true if the kernel accumulates the columns of each row in memory.
     *
     * <p>It must if it also reduces rows. It should for several operands, which would conflict in the cache's sets, and
     * for 16-bit elements; see docs/bench/column-reduction.md.
     */
    boolean accumulatesInMemory() {
        List<Buffer> readOnce = singlePassInputs();
        return space.template() == LoopTemplate.COLUMN_REDUCTION
                && (kernel.reducesRows()
                        || readOnce.size() > 1
                        || readOnce.stream()
                                .anyMatch(input -> input.value().dtype().byteSize() == Short.BYTES));
    }

    /** Declares the base pointers outside all loops. */
    void declare() {
        for (Buffer buffer : buffers()) {
            Variable base = pointer(buffer);
            Dim offset = buffer.access().offset();
            if (isIndex(buffer)) {
                code.declareFinal(base, CodeBuilder.size(offset));
            } else if (offset.equals(Dim.ZERO)) {
                code.declareFinal(base, new Argument(base.type(), buffer.slot()));
            } else {
                PointerType pointer = (PointerType) base.type();
                Address begin = new PointerCast(pointer, new Argument(pointer, buffer.slot()));
                code.declareFinal(base, new Offset(begin, CodeBuilder.size(offset)));
            }
        }
    }

    /** Declares a buffer's base pointer for one iteration of a loop. */
    void declare(Buffer buffer, String suffix, Variable from, List<Expression> terms) {
        code.declareFinal(suffixed(pointer(buffer), suffix), advanced(buffer, from, terms));
    }

    static Variable suffixed(Variable variable, String suffix) {
        return new Variable(variable.name() + suffix, variable.type());
    }

    private Expression advanced(Buffer buffer, Variable from, List<Expression> terms) {
        return isIndex(buffer)
                ? (terms.isEmpty() ? List.of(CodeBuilder.constant(0)) : terms)
                        .stream().reduce(from, CodeBuilder::plus)
                : address(from, terms);
    }

    /** Returns an address, offset by the sum of some terms. */
    static Address address(Address base, List<Expression> terms) {
        Address address = base;
        for (Expression term : terms.isEmpty() ? List.of(CodeBuilder.constant(0)) : terms) {
            address = new Offset(address, term);
        }
        return address;
    }

    /** Returns an address, offset by a sum. */
    static Address address(Address base, Expression sum) {
        return sum instanceof Binary binary && binary.operator() == Operator.ADD
                ? new Offset(address(base, binary.left()), binary.right())
                : new Offset(base, sum);
    }

    /** Returns true if a buffer's addresses need the index of each outer loop. */
    boolean needsOuterIndices() {
        return buffers().stream()
                .anyMatch(buffer -> space.rowStride(buffer.access()).isEmpty());
    }

    /** Declares the indices of some loops by delinearizing an iteration number; the last loop is the innermost. */
    void declareIndices(Expression number, String suffix, List<Integer> dims) {
        new LoopIndices(space, code).delinearize(number, dims, dim -> index(dim, suffix));
    }

    /** Returns the index of a loop. */
    static Variable index(int dim, String suffix) {
        return CodeBuilder.int64Variable("index_" + dim + suffix);
    }

    boolean variesWithRow(Buffer buffer) {
        return varies(buffer, 0, space.outer().size());
    }

    boolean variesWithMiddleLoops(Buffer buffer) {
        return varies(
                buffer,
                space.outer().size(),
                space.outer().size() + space.middle().size());
    }

    private boolean varies(Buffer buffer, int from, int to) {
        return !space.isUnranked()
                && buffer.access().strides().subList(from, to).stream().anyMatch(stride -> !stride.equals(Dim.ZERO));
    }

    /** Returns the offset of a row from the first row, in elements. */
    List<Expression> rowOffset(Buffer buffer, Expression row, String suffix) {
        AccessMap access = buffer.access();
        return space.rowStride(access)
                .map(stride -> List.of(strideOffset(row, stride)))
                .orElseGet(() -> offset(access, 0, space.outer().size(), suffix));
    }

    /** Returns the offset of the current iteration of the middle loops, in elements. */
    List<Expression> middleOffset(Buffer buffer) {
        int from = space.outer().size();
        return offset(buffer.access(), from, from + space.middle().size(), "");
    }

    /** Returns the offset at the current indices of some loops, as terms of a sum in elements. */
    List<Expression> offset(AccessMap access, int from, int to, String suffix) {
        List<Expression> terms = new ArrayList<>();
        for (int dim = from; dim < to; dim++) {
            Dim stride = access.strides().get(dim);
            if (!stride.equals(Dim.ZERO)) {
                terms.add(strideOffset(index(dim, suffix), stride));
            }
        }
        return terms;
    }

    /** Returns the offset of some iterations at a stride, in elements. */
    Expression strideOffset(Expression count, Dim stride) {
        boolean inner = stride.equals(space.inner()) && !stride.equals(Dim.ONE);
        return CodeBuilder.times(count, inner ? INNER : CodeBuilder.size(stride));
    }

    /** Returns a buffer's stride along the vectorized loop, which is the inner one or the scanned one. */
    Dim innerStride(Buffer buffer) {
        List<Dim> strides = buffer.access().strides();
        if (isTransposed(buffer)) {
            return Dim.ONE;
        }
        boolean hasNoInnerLoop = space.innerMask() == 0 && space.template() != LoopTemplate.SCAN;
        return hasNoInnerLoop ? Dim.ZERO : strides.get(strides.size() - 1);
    }

    /** Returns true if a buffer is accessed in transposed tiles. */
    boolean isTransposed(Buffer buffer) {
        return kernel.buffers().tiling() != null
                && kernel.buffers().tiling().packed().contains(buffer);
    }

    /** Returns true if a stored buffer is read again soon: a tile, or a carried value in memory. */
    boolean staysInCache(Buffer store) {
        return kernel.recurrence() != null && (isTransposed(store) || store.isUpdate());
    }

    /** Returns a buffer's stride along the last loop, that of its own memory if it is transposed. */
    Dim lastStride(Buffer buffer) {
        List<Dim> strides = buffer.access().strides();
        return strides.get(strides.size() - 1);
    }

    boolean hasInnerStride(Buffer buffer, Dim step) {
        return innerStride(buffer).equals(step);
    }

    /**
     * Returns the inputs and index ops that are read at a level of the loops, except those that only a Gather reads.
     */
    List<Buffer> reads(Level level) {
        return Stream.concat(kernel.buffers().inputs().stream(), kernel.buffers().indices().stream())
                .filter(input -> space.levelOf(input.mask()) == level && !lowering.isGathered(input))
                .toList();
    }

    /** Returns the inputs that are read exactly once, in loop order. */
    List<Buffer> singlePassInputs() {
        return kernel.buffers().inputs().stream().filter(this::isReadOnce).toList();
    }

    /** Returns true if an input is read exactly once, in loop order. */
    boolean isReadOnce(Buffer input) {
        return input.mask() == space.fullMask() && !lowering.isGathered(input) && hasInnerStride(input, Dim.ONE);
    }

    /**
     * Returns a vector of an operand.
     *
     * @param buffer an input or an index op
     * @param base the base pointer
     * @param stride the inner stride, if it is neither 0 nor 1
     * @param i the first element
     * @param lanes number of lanes
     */
    Expression load(Buffer buffer, Variable base, Expression stride, Expression i, Expression lanes) {
        boolean isInvariant = hasInnerStride(buffer, Dim.ZERO);
        boolean hasUnitStride = hasInnerStride(buffer, Dim.ONE);
        Expression step = hasUnitStride ? CodeBuilder.constant(1) : stride;
        Expression element = hasUnitStride ? i : new Binary(Operator.MULTIPLY, i, stride);
        if (isIndex(buffer)) {
            return isInvariant
                    ? CodeBuilder.call("splat_i64", base)
                    : CodeBuilder.call("index", CodeBuilder.plus(base, element), step);
        }
        return isInvariant ? new Load(base) : new LoadVector(new Offset(base, element), step, lanes);
    }
}
