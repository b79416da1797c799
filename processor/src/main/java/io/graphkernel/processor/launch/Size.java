package io.graphkernel.processor.launch;

import io.graphkernel.processor.graph.Dim;
import java.util.List;

/**
 * A number that follows from the dims of a call: a range, a number of bytes, an offset. It is not negative and fits in
 * 64 bits, which the stub checks before.
 */
public sealed interface Size {

    /** The size 0. */
    Size ZERO = of(0);

    /** The size 1. */
    Size ONE = of(1);

    /**
     * The size of an axis, or a polynomial over such sizes.
     *
     * @param dim as the graph has it
     */
    record OfDim(Dim dim) implements Size {}

    /**
     * A product.
     *
     * @param factors at least one
     */
    record Product(List<Size> factors) implements Size {

        public Product {
            factors = List.copyOf(factors);
        }
    }

    /**
     * A sum.
     *
     * @param terms at least one
     */
    record Sum(List<Size> terms) implements Size {

        public Sum {
            terms = List.copyOf(terms);
        }
    }

    /**
     * A quotient, rounded up.
     *
     * @param dividend what is divided
     * @param divisor at least 1
     */
    record CeilDiv(Size dividend, Size divisor) implements Size {}

    /**
     * A number of bytes, rounded up to whole cache lines.
     *
     * @param bytes the number
     */
    record Aligned(Size bytes) implements Size {}

    /**
     * A size where something is counted, else 0.
     *
     * @param counts at least one
     * @param size what it is if not all counts are 0
     */
    record IfAny(List<Size> counts, Size size) implements Size {

        public IfAny {
            counts = List.copyOf(counts);
        }
    }

    /**
     * A size that is computed once and used several times.
     *
     * @param name what the variable is called
     * @param index its place among those of the plan, which tells sizes of one name apart
     * @param size what it is
     */
    record Named(String name, int index, Size size) implements Size {}

    /**
     * Where a piece of the arena begins, or how large the arena is, as the run time plans it for the dims of a call.
     *
     * @param index the position of the piece among the plan's allocations; after the last of them the size of the arena
     */
    record Planned(int index) implements Size {}

    /**
     * A number.
     *
     * @param number 0 or more
     * @return its size
     */
    static Size of(long number) {
        return new OfDim(Dim.of(number));
    }

    /**
     * A dim.
     *
     * @param dim of the graph
     * @return its size
     */
    static Size of(Dim dim) {
        return new OfDim(dim);
    }

    /**
     * The product of a number and sizes.
     *
     * @param number the first factor
     * @param sizes the others
     * @return the product
     */
    static Size product(long number, Size... sizes) {
        Size[] factors = new Size[sizes.length + 1];
        factors[0] = of(number);
        System.arraycopy(sizes, 0, factors, 1, sizes.length);
        return new Product(List.of(factors));
    }

    /**
     * The product of dims.
     *
     * @param dims may be none
     * @return their product, 1 for none
     */
    static Size product(List<Dim> dims) {
        return dims.size() == 1
                ? of(dims.get(0))
                : dims.isEmpty() ? ONE : new Product(dims.stream().map(Size::of).toList());
    }

    /**
     * The sum of sizes.
     *
     * @param terms may be none
     * @return their sum, 0 for none
     */
    static Size sum(List<Size> terms) {
        return terms.isEmpty() ? ZERO : terms.size() == 1 ? terms.get(0) : new Sum(terms);
    }
}
