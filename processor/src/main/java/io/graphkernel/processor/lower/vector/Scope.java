package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Elements;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Call;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;

/** Where in the loops code is: this decides the names of the pointers and values that it reads. */
final class Scope extends StageLowering {

    /** Suffix of where the row buffers of a line begin. */
    static final String HEAD = "_head";

    /** What a row is. */
    enum Rows {
        /** The iteration of a loop. */
        ONE,
        /** One of some rows that each stage walks. */
        LINE,
        /** Each lane is a row; their values lie in arrays. */
        LANES
    }

    /** The current element, and how many lanes have one, where rows are lanes. */
    private static final Variable I = Code.integer("i");

    private static final Variable LANES = Code.count("lanes");

    private final Bases bases;
    /** Suffix of what belongs to the row; empty outside a row loop. */
    private final String row;

    private final Rows rows;
    /** Whether every buffer has a pointer of the row, also one that does not move with it. */
    private final boolean everyBase;
    /** Whether the code is inside the middle loops. */
    private final boolean middle;
    /** Whether {@code head} elements come before the first whole vector. */
    private final boolean head;

    private Scope(Bases bases, String row, Rows rows, boolean everyBase, boolean middle, boolean head) {
        super(bases.kernel, bases.names, bases.code);
        this.bases = bases;
        this.row = row;
        this.rows = rows;
        this.everyBase = everyBase;
        this.middle = middle;
        this.head = head;
    }

    /** One iteration of a row loop. */
    static Scope ofRow(Bases bases, String suffix) {
        return new Scope(bases, suffix, Rows.ONE, false, false, false);
    }

    /** A loop in which all buffers have pointers of the suffix. */
    static Scope ofAll(Bases bases, String suffix) {
        return new Scope(bases, suffix, Rows.ONE, true, false, false);
    }

    /** The same for rows that are lanes. */
    static Scope ofLanes(Bases bases, String suffix) {
        return new Scope(bases, suffix, Rows.LANES, true, false, false);
    }

    /** One of some rows that each stage walks. */
    static Scope ofLine(Bases bases, String suffix) {
        return new Scope(bases, suffix, Rows.LINE, false, false, false);
    }

    /** Inside the middle loops, if there are any. */
    Scope inMiddle() {
        boolean loops = !space.middle().isEmpty();
        return loops ? new Scope(bases, row, rows, everyBase, true, head) : this;
    }

    /** The same loops, in which elements come before the first whole vector. */
    Scope withHead() {
        return new Scope(bases, row, rows, everyBase, middle, true);
    }

    /** These elements themselves. */
    Scope atHead() {
        return new Scope(bases, row, rows, everyBase, middle, false);
    }

    String suffix() {
        return row;
    }

    boolean isInMiddle() {
        return middle;
    }

    boolean hasHead() {
        return head;
    }

    @Override
    protected void declarePointers() {
        bases.declare();
    }

    /** Where a buffer's elements begin. */
    Variable base(Buffer buffer) {
        if (middle && bases.movesWithMiddle(buffer)) {
            return Bases.suffixed(bases.of(buffer), Bases.MIDDLE);
        }
        return Bases.suffixed(bases.of(buffer), everyBase || bases.movesWithRow(buffer) ? row : "");
    }

    /** Where a row buffer's elements begin: those before the first whole vector have a vector of their own. */
    Variable saved(Node node) {
        String first = rows == Rows.LINE ? HEAD : "";
        return saved(node, middle ? Bases.MIDDLE : head ? row : first);
    }

    /** A row buffer. */
    Variable saved(Node node, String suffix) {
        return new Variable(names.saved(node) + suffix, new Pointer(node.dtype(), Memory.KEPT, true));
    }

    /** The rows from one iteration of the row loop to that of which memory is requested. */
    Expression ahead() {
        return rows == Rows.LINE ? Code.plus(Code.integer("rows"), Code.number(1)) : Code.number(2);
    }

    /** The elements of the rows that a stage walks before the next stage does. */
    Expression walked() {
        return rows == Rows.LINE ? Code.times(Code.integer("rows"), Bases.INNER) : Bases.INNER;
    }

    /** A value for a stage: of the row, of which a vector begins at {@code index} where rows are lanes, or of the kernel. */
    Expression argument(Node node, Expression index) {
        return rows == Rows.LANES && isOfRow(node) ? LaneValues.load(bases, node, index) : value(node);
    }

    /** Values of the row have the row's suffix; what is uniform has none. */
    @Override
    protected Variable value(Node node) {
        Variable value = super.value(node);
        return isOfRow(node) ? Bases.suffixed(value, row) : value;
    }

    private boolean isOfRow(Node node) {
        return !node.isNumber() && space.level(node) == Level.ROW;
    }

    @Override
    protected Expression load(Buffer input) {
        return rows == Rows.LANES ? loadLanes(input) : new Load(base(input));
    }

    @Override
    protected Expression count(Buffer index) {
        return rows == Rows.LANES ? loadLanes(index) : Code.call("splat_i64", base(index));
    }

    private Expression loadLanes(Buffer buffer) {
        return bases.load(buffer, base(buffer), Code.size(bases.innerStride(buffer)), I, LANES);
    }

    /** A vector of what a Gather reads: the same in all lanes, unless each is a row. */
    @Override
    protected void gather(Gather gather, Elements elements) {
        Buffer data = gather.data();
        Expression stride = Code.size(gather.axisStride());
        Expression extent = Code.size(gather.axisExtent());
        if (rows == Rows.LANES) {
            Expression step = Code.size(bases.innerStride(data));
            boolean stays = bases.isStep(data, Dim.ZERO);
            Expression base = stays ? base(data) : Code.address(base(data), Code.times(I, step));
            declare(gather.node(), gather("gather", this, gather, base, stride, extent, step, LANES));
        } else {
            Expression none = Code.number(0);
            Expression all = Code.number(1);
            declare(gather.node(), gather("gather_one", this, gather, base(data), stride, extent, none, all));
        }
    }

    /** A call of the prelude's function for a Gather. */
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
        Expression wide = index.dtype() == DType.I64 ? number : new Expression.Cast(index.dtype(), DType.I64, number);
        return Code.call(function, base, wide, stride, extent, step, lanes);
    }
}
