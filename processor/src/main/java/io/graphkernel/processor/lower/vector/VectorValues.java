package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Elements;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Element;
import io.graphkernel.processor.lower.code.Expression.Narrowed;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ScalarNotation;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The values of a stage for the elements {@code [i, i + lanes)} of a row: how they are loaded, computed and accumulated. */
abstract class VectorValues extends StageLowering {

    static final Variable I = Code.integer("i");
    static final Variable LANES = Code.count("lanes");

    final Bases bases;
    final Stage stage;
    final StageVariables variables;
    /** What is read: loaded, counted or gathered from. */
    final List<Buffer> reads = new ArrayList<>();
    /** Values of a slower loop that the stage reads. */
    final List<Node> outerValues;

    VectorValues(Bases bases, Stage stage) {
        super(bases.kernel, bases.names, new Code());
        this.bases = bases;
        this.stage = stage;
        this.variables = new StageVariables(names);
        stage.inputs().stream().filter(input -> !isGathered(input)).forEach(reads::add);
        reads.addAll(indices(stage));
        this.outerValues = OuterValues.of(kernel, stage, reads);
    }

    /** The caller's accumulator. */
    @Override
    public Variable accumulator(Node reduction) {
        Variable accumulator = super.accumulator(reduction);
        return new Variable(accumulator.name(), new Type.Reference(accumulator.type()));
    }

    @Override
    protected Expression accumulated(Node reduction) {
        return new Element(accumulator(reduction));
    }

    @Override
    protected void accumulate(Node reduction, Expression value) {
        code.assign(
                accumulated(reduction), VectorLowering.accumulated(reduction, accumulated(reduction), value, LANES));
    }

    @Override
    protected Expression load(Buffer input) {
        return space.isRankless()
                ? Code.call("load_step", pointer(input), I, variables.step(input.value()), LANES)
                : bases.load(input, pointer(input), variables.step(input.value()), I, LANES);
    }

    @Override
    protected Expression count(Buffer index) {
        return bases.load(index, bases.of(index), variables.step(index.value()), I, LANES);
    }

    /** An index that stays along the last loop, that of vectors, reads whole vectors. */
    @Override
    protected void gather(Gather gather, Elements elements) {
        int vectors = 1 << (space.runs().size() - 1);
        boolean moving = (space.mask(gather.node().operands().get(1)) & vectors) != 0;
        Variable step = variables.step(gather.node());
        Variable data = pointer(gather.data());
        Expression base = bases.isStep(gather.data(), Dim.ZERO) ? data : new Offset(data, Code.times(I, step));
        declare(
                gather.node(),
                Scope.gather(
                        moving ? "gather" : "gather_one",
                        this,
                        gather,
                        base,
                        variables.axisStride(gather),
                        variables.axisExtent(gather),
                        step,
                        LANES));
    }

    /** Along the scanned loop the lanes of one vector are scanned, which carries on what it accumulates. */
    @Override
    protected void scan(Node node, Elements elements) {
        if (space.innerMask() != 0) {
            super.scan(node, elements);
            return;
        }
        Expression exclusive = flag(node, Attributes.EXCLUSIVE);
        Expression reverse = flag(node, Attributes.REVERSE);
        Variable accumulator = accumulator(node);
        declare(
                node,
                new Narrowed(
                        node,
                        Code.call(
                                "scan_" + Scalars.combiner(node),
                                widened(node),
                                accumulator,
                                LANES,
                                exclusive,
                                reverse)));
    }

    private static Expression flag(Node node, String name) {
        return Code.number(node.attributes().flag(name) ? 1 : 0);
    }

    @Override
    protected Expression scalar(Node node) {
        if (comparesWithIndex(node)) {
            return Code.call(
                    "is_at",
                    operand(node.operands().get(0)),
                    operand(node.operands().get(1)));
        }
        Expression scalar = super.scalar(node);
        return scalar instanceof Expression.Cast cast && isRoundedByStore(node, cast) ? cast.value() : scalar;
    }

    /** Whether an op tests which element of a row has a number, such as that of a label, which all lanes share. */
    final boolean comparesWithIndex(Node node) {
        boolean isEqual = OpTable.get().row(node).scalar() instanceof ScalarNotation.Infix infix
                && infix.operator().equals("==");
        boolean rowsAreLanes = space.form() == Form.LANE_REDUCTION || space.form() == Form.SCAN;
        return isEqual
                && !rowsAreLanes
                && indices(stage).stream()
                        .filter(index -> bases.isStep(index, Dim.ONE))
                        .anyMatch(index -> index.value() == node.operands().get(0)
                                && outerValues.contains(node.operands().get(1)));
    }

    /** A store rounds to the 16 bits of its elements, so that a value which is only stored need not be rounded before. */
    private boolean isRoundedByStore(Node node, Expression.Cast cast) {
        boolean rounds =
                cast.to().isFloating() && cast.to().byteSize() < cast.to().computeBytes() && cast.from() == DType.F32;
        return rounds
                && !stage.saved().contains(node)
                && Stream.concat(stage.computed().stream(), stage.reductions().stream())
                        .noneMatch(user -> user.operands().contains(node));
    }
}
