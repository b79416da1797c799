package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.PointerDiff;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Peeled prologue of the stages that do not accumulate, after which vectors of a result, or else of an operand, are
 * aligned. The alignment depends on the shape alone.
 */
final class PeeledPrologue {

    private final BasePointers basePointers;
    private final List<StageFunction> stages;

    PeeledPrologue(BasePointers basePointers, List<StageFunction> stages) {
        this.basePointers = basePointers;
        this.stages = stages;
    }

    /**
     * Declares the length of the prologue.
     *
     * @param scope scope of the loop
     * @param from the first element of the loop, a multiple of the vector width, or 0
     * @param count number of elements of the loop
     * @return the scope after the prologue
     */
    LoopScope declare(LoopScope scope, Expression from, Expression count) {
        boolean startsAtZero = from.equals(VectorLowering.ZERO);
        List<StageFunction> peeled =
                stages.stream().filter(StageFunction::mayPeel).toList();
        if (peeled.isEmpty()) {
            return scope;
        }
        List<Buffer> anchors = Stream.concat(
                        peeled.stream().flatMap(stage -> stage.stage().stores().stream()),
                        basePointers.singlePassInputs().stream())
                .filter(buffer -> basePointers.hasInnerStride(buffer, Dim.ONE))
                .limit(1)
                .toList();
        if (anchors.isEmpty()
                || scope.isInMiddleLoops()
                        && !basePointers.kernel.body().saved().isEmpty()) {
            return scope;
        }
        Variable begin = basePointers.pointer(anchors.get(0));
        Dim offset = anchors.get(0).access().offset();
        if (!startsAtZero && offset.equals(Dim.ZERO)) {
            return scope;
        }
        List<Expression> terms = new ArrayList<>();
        Variable base = scope.base(anchors.get(0));
        if (!base.equals(begin)) {
            terms.add(new PointerDiff(begin, base));
        }
        if (!offset.equals(Dim.ZERO)) {
            terms.add(CodeBuilder.size(offset));
        }
        if (!startsAtZero) {
            terms.add(from);
        }
        basePointers.code.declareFinal(
                VectorLoopEmitter.PEEL_COUNT,
                CodeBuilder.call(
                        "head", terms.stream().reduce(CodeBuilder::plus).orElse(VectorLowering.ZERO), count));
        return scope.withPeeledPrologue();
    }
}
