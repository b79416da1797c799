package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.ArrayElement;
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
 * <p>If a row fits the registers of a team, or one vector per thread, teams process rows in parallel, and each thread
 * accumulates its columns in registers. Otherwise the thread block processes rows sequentially, and each thread
 * accumulates its columns in memory. These are loops, all but one of which have no iteration, rather than branches: some
 * OpenCL compilers for CPUs cannot split a kernel at a barrier within a branch.
 */
final class GpuRowColumnEmitter extends GpuLowering {

    /** Lowering of a stage over one row, such as {@link RowThreadMapping#lowerStage}. */
    private interface RowStageLowering {
        void lower(
                Stage stage,
                Expression storeCondition,
                List<Node> reductions,
                GpuLoopEmitter.Accumulation accumulation);
    }

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
            Expression threads = CodeBuilder.call("threads", RowThreadMapping.ACCESSES_PER_ROW, Builtin.BLOCK_SIZE);
            code.declareInt(
                    RowThreadMapping.TEAM.name(),
                    teams.registers().isUsed()
                            ? new Select(VectorAccess.VECTORIZED, teams.registerTeamSize(), threads)
                            : threads);
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
        Expression isInRegisters = fitsOneAccess;
        teams.registers().declareColumnAccumulators();
        Expression begin = partials.firstItem();
        if (teams.registers().isUsed()) {
            Variable fits = code.declareInt("fits", teams.registers().fits());
            isInRegisters = code.declareInt("kept", new Binary(Operator.OR, fits, fitsOneAccess));
            begin = code.declareInt64("fits_end", new Select(fits, partials.itemEnd(), partials.firstItem()));
            forEachTeamRow(partials.firstItem(), begin, this::lowerRegisterRow);
        }
        Variable registerRowsEnd =
                code.declareInt64("end_row", new Select(isInRegisters, partials.itemEnd(), partials.firstItem()));
        // Aligned rows of one vector per thread are in registers, too.
        RowStageLowering oneAccess = teams.registers().isUsed() ? teams::lowerUnalignedStage : teams::lowerStage;
        lowerRowLoop(oneAccess, begin, registerRowsEnd, (reduction, accumulator, condition, value) -> {
            if (isPartial(reduction)) {
                Expression isValid = CodeBuilder.and(condition, active);
                teams.loops().accumulateInRegister(reduction, ofFirstVector(accumulator), isValid, value);
            } else {
                teams.loops().accumulateInRegister(reduction, accumulator, condition, value);
            }
        });
        combineTeams(isInRegisters);
        lowerRowLoop(
                teams::lowerStage, registerRowsEnd, partials.itemEnd(), (reduction, accumulator, condition, value) -> {
                    if (isPartial(reduction)) {
                        accumulateInMemory(reduction, condition, value);
                    } else {
                        teams.loops().accumulateInRegister(reduction, accumulator, condition, value);
                    }
                });
    }

    private static ArrayElement ofFirstVector(ArrayElement accumulator) {
        return new ArrayElement(
                accumulator.array(),
                List.of(CodeBuilder.constant(0), accumulator.indices().get(0)));
    }

    private boolean isPartial(Node reduction) {
        return kernel.partials().contains(reduction);
    }

    private void lowerRowLoop(
            RowStageLowering lowering, Expression from, Expression to, GpuLoopEmitter.Accumulation accumulation) {
        forEachTeamRow(from, to, () -> {
            for (Stage stage : kernel.body().unbufferedStages()) {
                lowering.lower(stage, active, kernel.rowReductions(stage), accumulation);
            }
            finishRow(active);
        });
    }

    private void forEachTeamRow(Expression from, Expression to, Runnable rowBody) {
        RowThreadMapping.forEachTeamRow(
                this, CodeBuilder.int64Variable("begin"), from, to, RowThreadMapping.TEAMS, rowBody);
    }

    private void lowerRegisterRow() {
        teams.lowerRegisterRow();
        finishRow(active);
    }

    /** Combines the columns of all teams; the first team stores them. */
    private void combineTeams(Expression isInRegisters) {
        teams.registers().forEachVector(vector -> {
            for (Node reduction : kernel.partials()) {
                code.exprStatement(CodeBuilder.call(
                        "join_teams_" + ElementwiseLowering.combiner(reduction),
                        new ArrayElement(access.accumulators(reduction), List.of(vector)),
                        CodeBuilder.constant(access.width()),
                        RowThreadMapping.TEAM,
                        exchangeMemory()));
            }
            Expression thread =
                    CodeBuilder.plus(RowThreadMapping.TEAM_MEMBER, CodeBuilder.times(vector, RowThreadMapping.TEAM));
            access.forEachElement(() -> storeColumns(isInRegisters, vector, thread));
        });
    }

    private void storeColumns(Expression isInRegisters, Variable vector, Expression thread) {
        Expression inVector =
                CodeBuilder.plus(CodeBuilder.times(CodeBuilder.constant(access.width()), thread), VectorAccess.ELEMENT);
        Variable own = code.declareInt("own", new Select(VectorAccess.VECTORIZED, inVector, thread));
        Expression isFirstTeam =
                CodeBuilder.and(isInRegisters, CodeBuilder.less(Builtin.THREAD_INDEX, RowThreadMapping.TEAM));
        Expression isOwner = new Binary(Operator.OR, VectorAccess.VECTORIZED, isZero(VectorAccess.ELEMENT));
        code.ifThen(
                CodeBuilder.and(CodeBuilder.and(isFirstTeam, CodeBuilder.less(own, inner)), isOwner),
                () -> partials.storeColumns(
                        own,
                        reduction -> new ArrayElement(
                                access.accumulators(reduction), List.of(vector, VectorAccess.ELEMENT))));
    }

    /** Accumulates in memory, starting from the identity element at the first row of a block. */
    private void accumulateInMemory(Node reduction, Expression condition, Expression value) {
        Address address = partials.columnAddress(reduction, column());
        Expression isFirst = new Binary(Operator.EQUAL, row, partials.firstItem());
        Expression before = new Select(isFirst, new IdentityElement(reduction), new Load(address));
        code.ifThen(condition, () -> code.store(address, new CombineAccumulators(reduction, before, value)));
    }
}
