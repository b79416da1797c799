package io.graphkernel.processor.lower.gpu;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.FromAccumulator;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Mapping of rows to teams of threads: adjacent threads share the inner loop, and further ones the middle loops. */
final class RowThreadMapping {

    private static final GpuModel.Teams MODEL = GpuModel.DEFAULT.teams();

    private static final Variable MIDDLE_ITERATIONS = CodeBuilder.int64Variable("iterations");
    private static final Variable INNER_THREADS = CodeBuilder.intVariable("width");

    /**
     * Memory accesses per row, threads per team, teams per thread block, and the current thread's index in its team.
     */
    static final Variable ACCESSES_PER_ROW = CodeBuilder.int64Variable("across");

    static final Variable TEAM = CodeBuilder.intVariable("team");
    static final Variable TEAMS = CodeBuilder.intVariable("teams");
    static final Variable TEAM_MEMBER = CodeBuilder.intVariable("member");

    private final GpuLowering emitter;
    private final VectorAccess access;
    private final GpuLoopEmitter loops;
    private final CodeBuilder code;
    private final RowRegisters registers;
    private final boolean hasMiddleLoops;

    RowThreadMapping(GpuLowering emitter, VectorAccess access) {
        this.emitter = emitter;
        this.access = access;
        this.loops = new GpuLoopEmitter(emitter, access);
        this.registers = new RowRegisters(emitter, access, loops);
        this.code = emitter.code;
        this.hasMiddleLoops = !emitter.space.middle().isEmpty();
    }

    /** Declares the team size, the number of teams per thread block, and the current thread's index in its team. */
    void declare() {
        access.declare(List.of());
        code.declareInt64(ACCESSES_PER_ROW.name(), access.accessCount());
        if (hasMiddleLoops) {
            // Skips iterations without elements.
            Expression isNonEmpty = new Binary(Operator.GREATER, ACCESSES_PER_ROW, CodeBuilder.constant(0));
            code.declareInt64(
                    MIDDLE_ITERATIONS.name(),
                    new Select(isNonEmpty, emitter.middleIterations(), CodeBuilder.constant(0)));
        }
        Expression accesses =
                hasMiddleLoops ? CodeBuilder.times(ACCESSES_PER_ROW, MIDDLE_ITERATIONS) : ACCESSES_PER_ROW;
        code.declareInt(TEAM.name(), registers.isUsed() ? registerTeamSize() : teamSize(accesses));
        declareTeams(code);
        if (hasMiddleLoops) {
            code.declareInt(INNER_THREADS.name(), CodeBuilder.call("threads", ACCESSES_PER_ROW, TEAM));
        }
    }

    /** Returns the number of threads that share some accesses. */
    static Expression teamSize(Expression accesses) {
        return teamSize(accesses, MODEL.accessesPerThread());
    }

    /** Returns the number of threads that keep a row in registers. */
    Expression registerTeamSize() {
        return teamSize(ACCESSES_PER_ROW, registers.vectors());
    }

    private static Expression teamSize(Expression accesses, int accessesPerThread) {
        return CodeBuilder.call("team", accesses, CodeBuilder.constant(accessesPerThread));
    }

    /** Declares the number of teams per thread block, and the current thread's index in its team. */
    static void declareTeams(CodeBuilder code) {
        code.declareInt(TEAMS.name(), CodeBuilder.div(Builtin.BLOCK_SIZE, TEAM));
        code.declareInt(TEAM_MEMBER.name(), GpuLowering.threadIndexWithin(TEAM));
    }

    /** Returns the index of the current thread's team in its thread block. */
    static Expression teamIndex() {
        return CodeBuilder.div(Builtin.THREAD_INDEX, TEAM);
    }

    /**
     * Emits the loop of a thread block over rows, one per team.
     *
     * <p>All threads run all iterations: teams without a row repeat the last one, and are not {@code active}.
     */
    static void forEachTeamRow(
            GpuLowering emitter, Variable first, Expression from, Expression to, Expression step, Runnable body) {
        emitter.code.loop(first, from, to, step, Unroll.AUTO, () -> {
            Variable teamRow = emitter.code.declareInt64("team_row", CodeBuilder.plus(first, teamIndex()));
            emitter.code.declareInt(emitter.active.name(), CodeBuilder.less(teamRow, to));
            Expression last = CodeBuilder.minus(to, CodeBuilder.constant(1));
            emitter.code.declareInt64(emitter.row.name(), new Select(emitter.active, teamRow, last));
            emitter.declareRow();
            body.run();
        });
    }

    /** Returns the registers of a row. */
    RowRegisters registers() {
        return registers;
    }

    /** Returns the emitter of a row's loops. */
    GpuLoopEmitter loops() {
        return loops;
    }

    /**
     * Lowers a stage of a row: its loops, then its row reductions and the ops on them.
     *
     * @param storeCondition condition of stores
     * @param reductions the reductions across the team
     */
    void lowerStage(
            Stage stage, Expression storeCondition, List<Node> reductions, GpuLoopEmitter.Accumulation accumulation) {
        lowerStage(stage, reductions, () -> lowerLoops(stage, storeCondition, accumulation));
    }

    /** Lowers the stages of an active row that is kept in registers, whose column sums are in registers, too. */
    void lowerRegisterRow() {
        registers.declare();
        for (Stage stage : emitter.kernel.body().stages()) {
            lowerStage(
                    stage,
                    emitter.kernel.rowReductions(stage),
                    () -> code.block(() -> registers.lowerStage(
                            stage, loop(TEAM_MEMBER, TEAM, emitter.active, loops::accumulateInRegister))));
        }
    }

    /**
     * Lowers a stage of a row that is not aligned to the vector width, without middle loops, with the parameters of {@link
     * #lowerStage}.
     */
    void lowerUnalignedStage(
            Stage stage, Expression storeCondition, List<Node> reductions, GpuLoopEmitter.Accumulation accumulation) {
        lowerStage(
                stage,
                reductions,
                () -> code.block(
                        () -> loops.lowerUnaligned(stage, loop(TEAM_MEMBER, TEAM, storeCondition, accumulation))));
    }

    private void lowerStage(Stage stage, List<Node> reductions, Runnable stageLoops) {
        access.declareAccumulators(reductions);
        stageLoops.run();
        for (Node reduction : reductions) {
            Expression value = GpuLowering.reduceAcrossThreads(
                    reduction, access.foldAccumulators(reduction), CodeBuilder.constant(1), TEAM);
            emitter.body.declare(reduction, new FromAccumulator(reduction, value));
        }
        emitter.body.compute(stage.rowOps());
    }

    /** Lowers the loops of a stage over one row. */
    void lowerLoops(Stage stage, Expression storeCondition, GpuLoopEmitter.Accumulation accumulation) {
        Expression member = hasMiddleLoops
                ? new Binary(Operator.BITS_AND, TEAM_MEMBER, CodeBuilder.minus(INNER_THREADS, CodeBuilder.constant(1)))
                : TEAM_MEMBER;
        GpuLoopEmitter.Loop loop = loop(member, hasMiddleLoops ? INNER_THREADS : TEAM, storeCondition, accumulation);
        if (hasMiddleLoops) {
            Variable iteration = CodeBuilder.int64Variable("iteration");
            code.loop(
                    iteration,
                    CodeBuilder.div(TEAM_MEMBER, INNER_THREADS),
                    MIDDLE_ITERATIONS,
                    CodeBuilder.div(TEAM, INNER_THREADS),
                    Unroll.AUTO,
                    () -> {
                        emitter.indices.delinearize(
                                iteration, emitter.space.outer().size(), emitter.space.middle());
                        loops.lower(List.of(stage), loop);
                    });
        } else {
            code.block(() -> loops.lower(List.of(stage), loop));
        }
    }

    private GpuLoopEmitter.Loop loop(
            Expression member,
            Expression members,
            Expression storeCondition,
            GpuLoopEmitter.Accumulation accumulation) {
        return new GpuLoopEmitter.Loop(
                CodeBuilder.constant(0), emitter.inner, member, members, storeCondition, accumulation);
    }
}
