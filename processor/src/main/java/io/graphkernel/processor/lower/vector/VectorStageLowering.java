package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.ContractionAxes;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.ScalarNotation;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.FromAccumulator;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.RawLoad;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Recurrence;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lowering of a stage for the elements {@code [i, i + lanes)} of a row. */
abstract class VectorStageLowering extends StageLowering {

    static final Variable I = CodeBuilder.int64Variable("i");
    static final Variable LANES = CodeBuilder.intVariable("lanes");

    final BasePointers basePointers;
    final Stage stage;
    final StageParameters variables;
    /** Buffers that are loaded, counted or gathered from. */
    final List<Buffer> reads = new ArrayList<>();
    /** Values of outer loops that the stage reads. */
    final List<Node> liveIns;

    VectorStageLowering(BasePointers basePointers, Stage stage) {
        super(basePointers.kernel, basePointers.names, new CodeBuilder());
        this.basePointers = basePointers;
        this.stage = stage;
        this.variables = new StageParameters(names);
        stage.inputs().stream().filter(input -> !isGathered(input)).forEach(reads::add);
        reads.addAll(indices(stage));
        this.liveIns = LiveInAnalysis.find(kernel, stage, reads);
    }

    /** The accumulator is the caller's variable. */
    @Override
    public Variable accumulator(Node reduction) {
        Variable accumulator = super.accumulator(reduction);
        return new Variable(accumulator.name(), new Type.ReferenceType(accumulator.type()));
    }

    @Override
    protected Expression accumulatorValue(Node reduction) {
        return new RawLoad(accumulator(reduction));
    }

    @Override
    protected void accumulate(Node reduction, Expression value) {
        Optional<List<Node>> factors = ContractionAxes.factors(reduction).filter(nodes -> isUnrounded(reduction));
        if (factors.isPresent()) {
            Expression first = operand(factors.get().get(0));
            Expression second = operand(factors.get().get(1));
            Expression before = accumulatorValue(reduction);
            code.assign(before, CodeBuilder.call("accumulate_product", before, first, second, LANES));
            return;
        }
        code.assign(
                accumulatorValue(reduction),
                VectorLowering.combineVectors(reduction, accumulatorValue(reduction), value, LANES));
    }

    /** Returns true if the products of a contraction have the dtype of its accumulator. */
    private static boolean isUnrounded(Node reduction) {
        DataType dtype = reduction.operands().get(0).dtype();
        return dtype == DataType.F32 || dtype == DataType.F64;
    }

    /** Returns the carried values in registers, which are variables of the caller. */
    final List<Recurrence.Carried> registers() {
        return kernel.recurrence() == null ? List.of() : kernel.recurrence().registers();
    }

    /** Returns the register that a recurrence has for a buffer. */
    final Optional<Variable> register(Buffer buffer) {
        return Optional.ofNullable(kernel.recurrence())
                .map(recurrence -> recurrence.inRegister(buffer))
                .map(this::register);
    }

    /** Returns the parameter for a carried value in a register. */
    final Variable register(Recurrence.Carried carried) {
        Variable variable = register(names, carried, "");
        return new Variable(variable.name(), new Type.ReferenceType(variable.type()));
    }

    /** Returns the caller's variable of a carried value. */
    static Variable register(KernelNames names, Recurrence.Carried carried, String suffix) {
        Node update = carried.update().value();
        return new Variable(names.carried(update) + suffix, new Type.ScalarType(update.dtype()));
    }

    @Override
    protected Expression load(Buffer input) {
        Optional<Variable> register = register(input);
        if (register.isPresent()) {
            return new RawLoad(register.get());
        }
        return space.isUnranked()
                ? CodeBuilder.call("load_step", pointer(input), I, variables.step(input.value()), LANES)
                : basePointers.load(input, pointer(input), variables.step(input.value()), I, LANES);
    }

    @Override
    protected Expression indexValue(Buffer index) {
        return basePointers.load(index, basePointers.pointer(index), variables.step(index.value()), I, LANES);
    }

    /** Indices are loaded as vectors only if they vary along the vectorized loop. */
    @Override
    protected void gather(Gather gather, ElementAccess elements) {
        int vectors = 1 << (space.dims().size() - 1);
        boolean variesWithLanes = (space.mask(gather.node().operands().get(1)) & vectors) != 0;
        Variable step = variables.step(gather.node());
        Variable data = pointer(gather.data());
        Expression base = basePointers.hasInnerStride(gather.data(), Dim.ZERO)
                ? data
                : new Offset(data, CodeBuilder.times(I, step));
        declare(
                gather.node(),
                LoopScope.gather(
                        variesWithLanes ? "gather" : "gather_one",
                        this,
                        gather,
                        base,
                        variables.axisStride(gather.node()),
                        variables.axisExtent(gather.node()),
                        step,
                        LANES));
    }

    /** Along the scanned loop the lanes of a vector are scanned, and the accumulator is carried to the next vector. */
    @Override
    protected void scan(Node node, ElementAccess elements) {
        if (space.innerMask() != 0) {
            super.scan(node, elements);
            return;
        }
        Expression exclusive = flag(node, Attributes.EXCLUSIVE);
        Expression reverse = flag(node, Attributes.REVERSE);
        Variable accumulator = accumulator(node);
        declare(
                node,
                new FromAccumulator(
                        node,
                        CodeBuilder.call(
                                "scan_" + ElementwiseLowering.combiner(node),
                                toAccumulator(node),
                                accumulator,
                                LANES,
                                exclusive,
                                reverse)));
    }

    private static Expression flag(Node node, String name) {
        return CodeBuilder.constant(node.attributes().flag(name) ? 1 : 0);
    }

    @Override
    protected Expression lanesInUse() {
        return CodeBuilder.call("lane_mask", LANES);
    }

    @Override
    protected Expression scalar(Node node) {
        if (comparesWithIndex(node)) {
            return CodeBuilder.call(
                    "is_at",
                    operand(node.operands().get(0)),
                    operand(node.operands().get(1)));
        }
        Expression scalar = super.scalar(node);
        return scalar instanceof Expression.Cast cast && isRoundedByStore(node, cast) ? cast.value() : scalar;
    }

    /** Returns true if an op compares an element's index with a row value, such as a label, which all lanes share. */
    final boolean comparesWithIndex(Node node) {
        boolean isEqual = OpTable.get().row(node).scalar() instanceof ScalarNotation.Infix infix
                && infix.operator().equals("==");
        boolean rowsAreLanes =
                space.template() == LoopTemplate.STRIDED_REDUCTION || space.template() == LoopTemplate.SCAN;
        return isEqual
                && !rowsAreLanes
                && indices(stage).stream()
                        .filter(index -> basePointers.hasInnerStride(index, Dim.ONE))
                        .anyMatch(index -> index.value() == node.operands().get(0)
                                && liveIns.contains(node.operands().get(1)));
    }

    /** Returns true if the store rounds a value to fewer bits, so that the cast before it is redundant. */
    private boolean isRoundedByStore(Node node, Expression.Cast cast) {
        boolean rounds = cast.to().isFloating()
                && cast.to().byteSize() < cast.to().computeBytes()
                && cast.from() == DataType.F32;
        return rounds
                && !stage.saved().contains(node)
                && Stream.concat(stage.computed().stream(), stage.reductions().stream())
                        .noneMatch(user -> user.operands().contains(node));
    }
}
