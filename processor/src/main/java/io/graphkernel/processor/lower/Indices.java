package io.graphkernel.processor.lower;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The indices of the loops of a kernel, and the numbers of elements at them.
 *
 * @param space the loops
 * @param code where indices are declared
 */
public record Indices(IterationSpace space, Code code) {

    /** The index of a loop, by its position in the nest. */
    public static Variable of(int run) {
        return Code.integer("i" + run);
    }

    /** Declares the indices of nested loops from the number of their iteration; the last loop is the innermost. */
    public void decode(Expression number, int firstRun, List<Run> loops) {
        decode(
                number,
                IntStream.range(firstRun, firstRun + loops.size()).boxed().toList(),
                Indices::of);
    }

    /**
     * Declares the indices of some loops from the number of their iteration.
     *
     * @param number the last loop is the innermost
     * @param runs the loops' positions in the nest
     * @param index what holds the index of each loop
     */
    public void decode(Expression number, List<Integer> runs, IntFunction<Variable> index) {
        Expression rest = number;
        for (int i = runs.size() - 1; i >= 0; i--) {
            int run = runs.get(i);
            Expression extent = Code.size(space.runs().get(run).extent());
            code.let(index.apply(run), i == 0 ? rest : Code.modulo(rest, extent));
            rest = Code.over(rest, extent);
        }
    }

    /** The number of an element at the indices of all loops. */
    public static Expression element(Access access) {
        return element(access, access.strides().size());
    }

    /** The number of an element at the indices of the outermost loops; in the others the index is 0. */
    public static Expression element(Access access, int runs) {
        return sum(
                access.offset(),
                IntStream.range(0, runs).<Expression>mapToObj(Indices::of).toList(),
                access.strides());
    }

    /**
     * The number of an element.
     *
     * @param offset the number at the indices 0
     * @param indices of some loops
     * @param strides the loops' strides
     * @return a sum without what is 0
     */
    public static Expression sum(Dim offset, List<Expression> indices, List<Dim> strides) {
        Expression sum = offset.equals(Dim.ZERO) ? null : Code.size(offset);
        for (int i = 0; i < indices.size(); i++) {
            if (!strides.get(i).equals(Dim.ZERO)) {
                Expression term = Code.times(indices.get(i), Code.size(strides.get(i)));
                sum = sum == null ? term : Code.plus(sum, term);
            }
        }
        return sum == null ? Code.size(Dim.ZERO) : sum;
    }
}
