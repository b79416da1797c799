package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.CombineAccumulators;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of column reductions that also reduce rows: a thread block processes the rows of a fixed block.
 *
 * <p>If a row fits one vector per thread of a team, teams process rows in parallel, and each thread accumulates its
 * columns in registers. Otherwise the thread block processes rows sequentially, and each thread accumulates its columns
 * in memory. These are two loops, one of which has no iteration, rather than a branch: some OpenCL compilers for CPUs
 * cannot split a kernel at a barrier within a branch.
 */
final class GpuRowColumnEmitter extends GpuLowering {

    private final VectorAccess access;
    private final PartialResults partials;
    private final RowThreadMapping teams;

    GpuRowColumnEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.access = new VectorAccess(this);
        this.partials = new PartialResults(kernel, names, body, code);
        this.teams = new RowThreadMapping(this, access);
    }

    @Override
    List<Function> functions() {
        Function blocks = function(kernel.name(), Math.max(EXCHANGED_VALUES, access.width()), () -> {
            partials.declare();
            declareInner();
            declareRowCount();
            access.declare(List.of());
            code.declareInt64(RowThreadMapping.ACCESSES_PER_ROW.name(), access.accessCount());
            code.declareInt(
                    RowThreadMapping.TEAM.name(),
                    CodeBuilder.call("threads", RowThreadMapping.ACCESSES_PER_ROW, Builtin.BLOCK_SIZE));
            RowThreadMapping.declareTeams(code);
            forEachItem(partials.blockCount(), this::lowerBlock);
        });
        return List.of(blocks, GpuColumnFinalReduction.function(this, partials));
    }

    private void lowerBlock() {
        Variable item = CodeBuilder.int64Variable("item");
        partials.declareBlock(item, rows);
        partials.declareColumns(item);
        Variable fitsOneAccess = code.declareInt(
                "one", new Binary(Operator.LESS_EQUAL, RowThreadMapping.ACCESSES_PER_ROW, RowThreadMapping.TEAM));
        Variable registerRowsEnd =
                code.declareInt64("end_row", new Select(fitsOneAccess, partials.itemEnd(), partials.firstItem()));
        access.declareAccumulators(kernel.partials());
        lowerRowLoop(partials.firstItem(), registerRowsEnd, (reduction, accumulator, condition, value) -> {
            Expression isValid = isPartial(reduction) ? CodeBuilder.and(condition, active) : condition;
            teams.loops().accumulateInRegister(reduction, accumulator, isValid, value);
        });
        combineTeams(fitsOneAccess);
        lowerRowLoop(registerRowsEnd, partials.itemEnd(), (reduction, accumulator, condition, value) -> {
            if (isPartial(reduction)) {
                accumulateInMemory(reduction, condition, value);
            } else {
                teams.loops().accumulateInRegister(reduction, accumulator, condition, value);
            }
        });
    }

    private boolean isPartial(Node reduction) {
        return kernel.partials().contains(reduction);
    }

    private void lowerRowLoop(Expression from, Expression to, GpuLoopEmitter.Accumulation accumulation) {
        RowThreadMapping.forEachTeamRow(
                this, CodeBuilder.int64Variable("begin"), from, to, RowThreadMapping.TEAMS, () -> {
                    for (Stage stage : kernel.unbufferedStages()) {
                        teams.lowerStage(stage, active, kernel.rowReductions(stage), accumulation);
                    }
                    barrierBeforeRowStores();
                    storeRowResults(CodeBuilder.and(active, isZero(RowThreadMapping.TEAM_MEMBER)));
                });
    }

    /** Combines the columns of all teams; the first team stores them. */
    private void combineTeams(Variable fitsOneAccess) {
        for (Node reduction : kernel.partials()) {
            code.exprStatement(CodeBuilder.call(
                    "join_teams_" + ElementwiseLowering.combiner(reduction),
                    access.accumulators(reduction),
                    CodeBuilder.constant(access.width()),
                    RowThreadMapping.TEAM,
                    exchangeMemory()));
        }
        access.forEachElement(() -> {
            Expression inPack = CodeBuilder.plus(
                    CodeBuilder.times(CodeBuilder.constant(access.width()), RowThreadMapping.TEAM_MEMBER),
                    VectorAccess.ELEMENT);
            Variable own =
                    code.declareInt("own", new Select(VectorAccess.VECTORIZED, inPack, RowThreadMapping.TEAM_MEMBER));
            Expression isFirstTeam =
                    CodeBuilder.and(fitsOneAccess, CodeBuilder.less(Builtin.THREAD_INDEX, RowThreadMapping.TEAM));
            Expression isOwner = new Binary(Operator.OR, VectorAccess.VECTORIZED, isZero(VectorAccess.ELEMENT));
            code.ifThen(
                    CodeBuilder.and(CodeBuilder.and(isFirstTeam, CodeBuilder.less(own, inner)), isOwner),
                    () -> partials.storeColumns(own, reduction -> access.accumulator(reduction, VectorAccess.ELEMENT)));
        });
    }

    /** Accumulates in memory, starting from the identity element at the first row of a block. */
    private void accumulateInMemory(Node reduction, Expression condition, Expression value) {
        Address address = partials.columnAddress(reduction, column());
        Expression isFirst = new Binary(Operator.EQUAL, row, partials.firstItem());
        Expression before = new Select(isFirst, new IdentityElement(reduction), new Load(address));
        code.ifThen(condition, () -> code.store(address, new CombineAccumulators(reduction, before, value)));
    }
}
