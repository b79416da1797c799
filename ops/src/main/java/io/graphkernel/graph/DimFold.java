package io.graphkernel.graph;

import java.util.List;

/**
 * Bottom-up fold over the expression tree of a dim.
 *
 * @param <T> type of the result
 */
public interface DimFold<T> {

    /**
     * Folds a constant.
     *
     * @param number value of the constant
     * @return the folded result
     */
    T number(long number);

    /**
     * Folds a symbol.
     *
     * @param name name as in {@link Dim.Symbol}
     * @return the folded result
     */
    T symbol(String name);

    /**
     * Folds a sum.
     *
     * @param terms two or more terms
     * @return the folded result
     */
    T sum(List<T> terms);

    /**
     * Folds a product.
     *
     * @param factors two or more factors
     * @return the folded result
     */
    T product(List<T> factors);

    /**
     * Folds a quotient rounded down.
     *
     * @param dividend the dividend
     * @param divisor the divisor, not 0
     * @return the folded result
     */
    T floorDiv(T dividend, T divisor);

    /**
     * Folds a minimum.
     *
     * @param a first argument
     * @param b second argument
     * @return the folded result
     */
    T min(T a, T b);

    /**
     * Folds a maximum.
     *
     * @param a first argument
     * @param b second argument
     * @return the folded result
     */
    T max(T a, T b);
}
