package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.PartialResults;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/**
 * Second phase of a column or full reduction: combines the partial results in block order, then computes and stores the
 * dependent values. The range counts columns; it has one item for a full reduction.
 */
final class VectorFinalReduction {

    private static final Variable I = VectorLoopEmitter.I;
    private static final Variable LANES = CodeBuilder.intVariable("lanes");
    private static final Variable BLOCK = CodeBuilder.int64Variable("block");

    private final VectorLowering emitter;
    private final ScheduledKernel kernel;
    private final CodeBuilder code;

    VectorFinalReduction(VectorLowering emitter) {
        this.emitter = emitter;
        this.kernel = emitter.kernel;
        this.code = emitter.code;
    }

    void lowerColumns(ColumnPartialResults partials) {
        emitter.secondPhase(() -> {
            partials.declareMemory();
            partials.declareBlockCount();
            emitter.declareInner();
            code.loop(I, Builtin.RANGE_BEGIN, Builtin.RANGE_END, Builtin.VECTOR_WIDTH, () -> {
                declareLanes(CodeBuilder.minus(Builtin.RANGE_END, I));
                partials.declareAccumulators();
                code.loop(BLOCK, VectorLowering.ZERO, partials.blockCount(), () -> {
                    partials.declareColumns(BLOCK);
                    kernel.partials().forEach(partial -> accumulate(partial, partials.load(partial, LANES)));
                });
                LoopScope scope = LoopScope.ofLanes(emitter.basePointers, "");
                scope.lowerSecondPhase(kernel.body().finish());
                for (Buffer store : kernel.body().finish().stores()) {
                    Variable begin = emitter.basePointers.pointer(store);
                    boolean isInvariant = emitter.basePointers.hasInnerStride(store, Dim.ZERO);
                    code.store(
                            isInvariant ? begin : CodeBuilder.address(begin, I), scope.operand(store.stored()), LANES);
                }
            });
        });
    }

    void lowerFull(PartialResults partials) {
        emitter.secondPhase(() -> {
            partials.declareMemory();
            partials.declareBlockCount();
            code.exprStatement(CodeBuilder.call("unused", Builtin.RANGE_BEGIN, Builtin.RANGE_END));
            for (Node partial : kernel.partials()) {
                code.declare(accumulator(partial), new IdentityElement(partial));
                code.loop(BLOCK, VectorLowering.ZERO, partials.blockCount(), Builtin.VECTOR_WIDTH, () -> {
                    declareLanes(CodeBuilder.minus(partials.blockCount(), BLOCK));
                    int step = PartialResults.fullStride(partial);
                    accumulate(
                            partial,
                            CodeBuilder.call(
                                    "load_strided",
                                    partials.fullAddress(partial, BLOCK),
                                    CodeBuilder.constant(step),
                                    LANES));
                });
                emitter.uniform.declareResult(partial, VectorLowering.reduceLanes(partial, accumulator(partial)));
            }
            emitter.uniform.compute(kernel.body().finish().computed());
            kernel.body().finish().stores().forEach(store -> emitter.storeOne(store, List.of(), emitter.uniform));
        });
    }

    private void declareLanes(Expression remaining) {
        code.declareFinal(
                LANES,
                new Select(
                        CodeBuilder.less(remaining, Builtin.VECTOR_WIDTH),
                        new IntCast(remaining),
                        Builtin.VECTOR_WIDTH));
    }

    private Variable accumulator(Node partial) {
        return emitter.uniform.accumulator(partial);
    }

    private void accumulate(Node partial, Expression value) {
        Variable accumulator = accumulator(partial);
        code.assign(accumulator, VectorLowering.combineVectors(partial, accumulator, value, LANES));
    }
}
