package io.graphkernel.processor.lower;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Loop indices of a kernel, and element offsets computed from them.
 *
 * @param space the iteration space
 * @param code receives the declarations of indices
 */
public record LoopIndices(IterationSpace space, CodeBuilder code) {

    /**
     * Returns the index of a loop.
     *
     * @param dim position of the loop in the nest
     */
    public static Variable of(int dim) {
        return CodeBuilder.int64Variable("i" + dim);
    }

    /** Delinearizes an iteration number: declares the indices of nested loops, the last of which is the innermost. */
    public void delinearize(Expression number, int firstRun, List<IterationDim> loops) {
        delinearize(
                number,
                IntStream.range(firstRun, firstRun + loops.size()).boxed().toList(),
                LoopIndices::of);
    }

    /**
     * Delinearizes an iteration number: declares the indices of some loops.
     *
     * @param number the iteration number
     * @param dims positions of the loops in the nest, innermost last
     * @param index variable of each loop's index
     */
    public void delinearize(Expression number, List<Integer> dims, IntFunction<Variable> index) {
        Expression remainder = number;
        for (int i = dims.size() - 1; i >= 0; i--) {
            int dim = dims.get(i);
            Expression extent = CodeBuilder.size(space.dims().get(dim).extent());
            code.declareFinal(index.apply(dim), i == 0 ? remainder : CodeBuilder.modulo(remainder, extent));
            remainder = CodeBuilder.div(remainder, extent);
        }
    }

    /** Returns the offset of the element at the indices of all loops, in elements. */
    public static Expression elementOffset(AccessMap access) {
        return elementOffset(access, access.strides().size());
    }

    /** Returns the offset of the element at the indices of the outermost loops; the other indices are 0. */
    public static Expression elementOffset(AccessMap access, int dims) {
        return linearize(
                access.offset(),
                IntStream.range(0, dims).<Expression>mapToObj(LoopIndices::of).toList(),
                access.strides());
    }

    /**
     * Linearizes indices to an element offset.
     *
     * @param offset the offset at indices 0
     * @param indices indices of some loops
     * @param strides strides of these loops
     * @return the sum, without terms that are 0
     */
    public static Expression linearize(Dim offset, List<Expression> indices, List<Dim> strides) {
        Expression sum = offset.equals(Dim.ZERO) ? null : CodeBuilder.size(offset);
        for (int i = 0; i < indices.size(); i++) {
            if (!strides.get(i).equals(Dim.ZERO)) {
                Expression term = CodeBuilder.times(indices.get(i), CodeBuilder.size(strides.get(i)));
                sum = sum == null ? term : CodeBuilder.plus(sum, term);
            }
        }
        return sum == null ? CodeBuilder.size(Dim.ZERO) : sum;
    }
}
