package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.schedule.Buffer;
import java.util.List;

/** Emitter of the loops between those of the parallel range and the inner one. */
final class MiddleLoopEmitter {

    private final IterationSpace space;
    private final BasePointers basePointers;
    private final CodeBuilder code;
    private final LoopScope uniform;

    MiddleLoopEmitter(BasePointers basePointers, LoopScope uniform) {
        this.space = basePointers.space;
        this.basePointers = basePointers;
        this.code = basePointers.code;
        this.uniform = uniform;
    }

    /** Emits all middle loops; {@code body} runs with the base pointers declared. */
    void lowerAll(LoopScope scope, Runnable body) {
        lowerFirst(space.middle().size(), () -> {
            declareBases(scope);
            body.run();
        });
    }

    /** Emits the first middle loops. */
    void lowerFirst(int count, Runnable body) {
        loops(space.outer().size(), space.outer().size() + count, body);
    }

    /** Emits nested loops. A loop whose inner loops are empty has no iterations. */
    private void loops(int dim, int end, Runnable body) {
        if (dim == end) {
            body.run();
            return;
        }
        Expression extent = CodeBuilder.size(space.dims().get(dim).extent());
        Expression iterations = space.dimsWithin(dim).stream()
                .<Expression>map(CodeBuilder::size)
                .reduce(CodeBuilder::and)
                .<Expression>map(within -> new Select(within, extent, VectorLowering.ZERO))
                .orElse(extent);
        code.loop(BasePointers.index(dim, ""), VectorLowering.ZERO, iterations, () -> loops(dim + 1, end, body));
    }

    /** Declares the base pointers of an iteration of the middle loops. */
    void declareBases(LoopScope scope) {
        for (Buffer buffer : basePointers.buffers()) {
            if (basePointers.variesWithMiddleLoops(buffer)) {
                basePointers.declare(
                        buffer, BasePointers.MIDDLE, scope.base(buffer), basePointers.middleOffset(buffer));
            }
        }
        if (space.middle().isEmpty()) {
            return;
        }
        for (Node saved : basePointers.kernel.body().saved()) {
            Address begin = new Offset(uniform.saved(saved), CodeBuilder.times(iterationNumber(), BasePointers.INNER));
            code.declareFinal(uniform.saved(saved, BasePointers.MIDDLE), begin);
        }
    }

    private Expression iterationNumber() {
        int first = space.outer().size();
        Expression number = BasePointers.index(first, "");
        List<IterationDim> middle = space.middle();
        for (int i = 1; i < middle.size(); i++) {
            Expression iterations = new Binary(
                    Operator.MULTIPLY, number, CodeBuilder.size(middle.get(i).extent()));
            number = CodeBuilder.plus(iterations, BasePointers.index(first + i, ""));
        }
        return number;
    }
}
