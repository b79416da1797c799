package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Call;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;

/** Position of code within the loops, which determines the names of the pointers and values that it reads. */
final class LoopScope extends StageLowering {

    /** Mapping of rows to loops and lanes. */
    enum RowMapping {
        /** A row is an iteration of a loop. */
        ITERATION,
        /** A row is one of a block of rows that each stage processes. */
        BLOCK_ROW,
        /** A row is a lane; row values are in buffers. */
        LANE
    }

    /** The current element and the number of valid lanes, if rows are lanes. */
    private static final Variable I = CodeBuilder.int64Variable("i");

    private static final Variable LANES = CodeBuilder.intVariable("lanes");

    private final BasePointers basePointers;
    /** Suffix of the row's names, empty outside a row loop. */
    private final String row;

    private final RowMapping rowMapping;
    /** True if every buffer has a pointer of the row, even if it does not vary with the row. */
    private final boolean hasAllPointers;
    /** True within the middle loops. */
    private final boolean middle;
    /** True if a prologue is peeled off, so that the first whole vector is aligned. */
    private final boolean isPeeled;

    private LoopScope(
            BasePointers basePointers,
            String row,
            RowMapping rowMapping,
            boolean hasAllPointers,
            boolean middle,
            boolean isPeeled) {
        super(basePointers.kernel, basePointers.names, basePointers.code);
        this.basePointers = basePointers;
        this.row = row;
        this.rowMapping = rowMapping;
        this.hasAllPointers = hasAllPointers;
        this.middle = middle;
        this.isPeeled = isPeeled;
    }

    /** Returns the scope of an iteration of a row loop. */
    static LoopScope ofRow(BasePointers basePointers, String suffix) {
        return new LoopScope(basePointers, suffix, RowMapping.ITERATION, false, false, false);
    }

    /** Returns the scope of a loop in which all buffers have pointers with the suffix. */
    static LoopScope ofAllBuffers(BasePointers basePointers, String suffix) {
        return new LoopScope(basePointers, suffix, RowMapping.ITERATION, true, false, false);
    }

    /** Returns the scope of a loop whose lanes are rows, in which all buffers have pointers with the suffix. */
    static LoopScope ofLanes(BasePointers basePointers, String suffix) {
        return new LoopScope(basePointers, suffix, RowMapping.LANE, true, false, false);
    }

    /** Returns the scope of a row within a block of rows. */
    static LoopScope ofBlockRow(BasePointers basePointers, String suffix) {
        return new LoopScope(basePointers, suffix, RowMapping.BLOCK_ROW, false, false, false);
    }

    /** Returns the scope within the middle loops, if there are any. */
    LoopScope inMiddleLoops() {
        boolean hasMiddleLoops = !space.middle().isEmpty();
        return hasMiddleLoops ? new LoopScope(basePointers, row, rowMapping, hasAllPointers, true, isPeeled) : this;
    }

    /** Returns the scope after a peeled prologue. */
    LoopScope withPeeledPrologue() {
        return new LoopScope(basePointers, row, rowMapping, hasAllPointers, middle, true);
    }

    /** Returns the scope of a loop without a peeled prologue, or within the prologue itself. */
    LoopScope withoutPeeledPrologue() {
        return new LoopScope(basePointers, row, rowMapping, hasAllPointers, middle, false);
    }

    boolean isInMiddleLoops() {
        return middle;
    }

    boolean hasPeeledPrologue() {
        return isPeeled;
    }

    @Override
    protected void declarePointers() {
        basePointers.declare();
    }

    /** Returns the base pointer of a buffer in this scope. */
    Variable base(Buffer buffer) {
        if (middle && basePointers.variesWithMiddleLoops(buffer)) {
            return BasePointers.suffixed(basePointers.pointer(buffer), BasePointers.MIDDLE);
        }
        return BasePointers.suffixed(
                basePointers.pointer(buffer), hasAllPointers || basePointers.variesWithRow(buffer) ? row : "");
    }

    /** Returns the base pointer of a row buffer in this scope. */
    Variable saved(Node node) {
        return saved(node, middle ? BasePointers.MIDDLE : rowMapping == RowMapping.BLOCK_ROW ? row : "");
    }

    /** Returns a pointer to a row buffer. */
    Variable saved(Node node, String suffix) {
        return new Variable(names.rowBuffer(node) + suffix, new PointerType(node.dtype(), MemoryFormat.COMPUTE, true));
    }

    /** Returns true if the row belongs to a block of rows that each stage processes before the next stage does. */
    boolean isInRowBlock() {
        return rowMapping == RowMapping.BLOCK_ROW;
    }

    /** Returns the number of elements that a stage processes before the next stage does. */
    Expression elementsPerStage() {
        return isInRowBlock()
                ? CodeBuilder.times(CodeBuilder.int64Variable("rows"), BasePointers.INNER)
                : BasePointers.INNER;
    }

    /**
     * Returns the argument of a stage function for a live-in value. If rows are lanes, it is a vector that begins at
     * {@code index}.
     */
    Expression argument(Node node, Expression index) {
        return rowMapping == RowMapping.LANE && isOfRow(node)
                ? LaneValueBuffers.load(basePointers, node, index)
                : value(node);
    }

    /** Row values have the row's suffix; uniform values have none. */
    @Override
    protected Variable value(Node node) {
        Variable value = super.value(node);
        return isOfRow(node) ? BasePointers.suffixed(value, row) : value;
    }

    private boolean isOfRow(Node node) {
        return !node.isNumber() && space.level(node) == Level.ROW;
    }

    @Override
    protected Expression load(Buffer input) {
        return rowMapping == RowMapping.LANE ? loadLanes(input) : new Load(base(input));
    }

    @Override
    protected Expression indexValue(Buffer index) {
        return rowMapping == RowMapping.LANE ? loadLanes(index) : CodeBuilder.call("splat_i64", base(index));
    }

    private Expression loadLanes(Buffer buffer) {
        return basePointers.load(buffer, base(buffer), CodeBuilder.size(basePointers.innerStride(buffer)), I, LANES);
    }

    /** Emits a Gather. The index is the same in all lanes, unless each lane is a row. */
    @Override
    protected void gather(Gather gather, ElementAccess elements) {
        Buffer data = gather.data();
        Expression stride = CodeBuilder.size(gather.axisStride());
        Expression extent = CodeBuilder.size(gather.axisExtent());
        if (rowMapping == RowMapping.LANE) {
            Expression step = CodeBuilder.size(basePointers.innerStride(data));
            boolean isInvariant = basePointers.hasInnerStride(data, Dim.ZERO);
            Expression base = isInvariant ? base(data) : CodeBuilder.address(base(data), CodeBuilder.times(I, step));
            declare(gather.node(), gather("gather", this, gather, base, stride, extent, step, LANES));
        } else {
            Expression zero = CodeBuilder.constant(0);
            Expression oneLane = CodeBuilder.constant(1);
            declare(gather.node(), gather("gather_one", this, gather, base(data), stride, extent, zero, oneLane));
        }
    }

    /** Returns the call of the prelude's gather function. */
    static Call gather(
            String function,
            StageLowering values,
            Gather gather,
            Expression base,
            Expression stride,
            Expression extent,
            Expression step,
            Expression lanes) {
        Node index = gather.node().operands().get(1);
        Expression number = values.operand(index);
        Expression int64Index =
                index.dtype() == DataType.I64 ? number : new Expression.Cast(index.dtype(), DataType.I64, number);
        return CodeBuilder.call(function, base, int64Index, stride, extent, step, lanes);
    }
}
