package io.graphkernel.processor.graph;

import java.util.List;

/**
 * Turns a dim into something else, from its leaves up.
 *
 * @param <T> what it is turned into
 */
public interface DimFold<T> {

    /**
     * A number.
     *
     * @param number any
     * @return what becomes of it
     */
    T number(long number);

    /**
     * A symbol.
     *
     * @param name as in {@link Dim.Symbol}
     * @return what becomes of it
     */
    T symbol(String name);

    /**
     * A sum.
     *
     * @param terms two or more
     * @return what becomes of it
     */
    T sum(List<T> terms);

    /**
     * A product.
     *
     * @param factors two or more
     * @return what becomes of it
     */
    T product(List<T> factors);

    /**
     * A quotient rounded down.
     *
     * @param dividend what is divided
     * @param divisor not 0
     * @return what becomes of it
     */
    T floorDiv(T dividend, T divisor);

    /**
     * The smaller of two.
     *
     * @param a one
     * @param b the other
     * @return what becomes of it
     */
    T min(T a, T b);

    /**
     * The larger of two.
     *
     * @param a one
     * @param b the other
     * @return what becomes of it
     */
    T max(T a, T b);
}
