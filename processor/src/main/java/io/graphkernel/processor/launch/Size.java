package io.graphkernel.processor.launch;

import io.graphkernel.graph.Dim;
import java.util.List;

/**
 * A size that follows from the dims of a call, such as a range, a number of bytes, or an offset. It is non-negative and
 * fits 64 bits, which the stub checks beforehand.
 */
public sealed interface Size {

    /** The size 0. */
    Size ZERO = of(0);

    /** The size 1. */
    Size ONE = of(1);

    /**
     * The size of an axis, or a polynomial over such sizes.
     *
     * @param dim the dim of the graph
     */
    record OfDim(Dim dim) implements Size {}

    /**
     * The product of sizes.
     *
     * @param factors at least one factor
     */
    record Product(List<Size> factors) implements Size {

        public Product {
            factors = List.copyOf(factors);
        }
    }

    /**
     * A sum.
     *
     * @param terms at least one term
     */
    record Sum(List<Size> terms) implements Size {

        public Sum {
            terms = List.copyOf(terms);
        }
    }

    /**
     * A quotient, rounded up.
     *
     * @param dividend the dividend
     * @param divisor at least 1
     */
    record CeilDiv(Size dividend, Size divisor) implements Size {}

    /**
     * A number of bytes, rounded up to whole cache lines.
     *
     * @param bytes the number of bytes
     */
    record Aligned(Size bytes) implements Size {}

    /**
     * A size that is 0 if all counts are 0.
     *
     * @param counts at least one count
     * @param size the size otherwise
     */
    record IfAny(List<Size> counts, Size size) implements Size {

        public IfAny {
            counts = List.copyOf(counts);
        }
    }

    /**
     * A size that is computed once and used several times.
     *
     * @param name name of the variable
     * @param index index among those of the plan, which distinguishes equal names
     * @param size the size
     */
    record Named(String name, int index, Size size) implements Size {}

    /**
     * An offset or the size of the arena, planned by the runtime for the dims of the call.
     *
     * @param index index of the allocation; the number of allocations for the size of the arena
     */
    record Planned(int index) implements Size {}

    /**
     * Returns a constant size.
     *
     * @param number a non-negative number
     * @return its size
     */
    static Size of(long number) {
        return new OfDim(Dim.of(number));
    }

    /**
     * Returns the size of a dim.
     *
     * @param dim a dim of the graph
     * @return its size
     */
    static Size of(Dim dim) {
        return new OfDim(dim);
    }

    /**
     * Returns the product of a number and sizes.
     *
     * @param number the first factor
     * @param sizes the other factors
     * @return the product
     */
    static Size product(long number, Size... sizes) {
        Size[] factors = new Size[sizes.length + 1];
        factors[0] = of(number);
        System.arraycopy(sizes, 0, factors, 1, sizes.length);
        return new Product(List.of(factors));
    }

    /**
     * Returns the product of dims.
     *
     * @param dims the dims, possibly none
     * @return their product, 1 for none
     */
    static Size product(List<Dim> dims) {
        return dims.size() == 1
                ? of(dims.get(0))
                : dims.isEmpty() ? ONE : new Product(dims.stream().map(Size::of).toList());
    }

    /**
     * Returns the sum of sizes.
     *
     * @param terms the terms, possibly none
     * @return their sum, 0 for none
     */
    static Size sum(List<Size> terms) {
        return terms.isEmpty() ? ZERO : terms.size() == 1 ? terms.get(0) : new Sum(terms);
    }
}
