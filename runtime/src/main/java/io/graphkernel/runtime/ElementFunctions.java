package io.graphkernel.runtime;

import java.io.Serializable;

/**
 * Functional interfaces of {@link Elementwise}, functions of one to three elements, and of {@link FlexAttention},
 * functions of attention scores.
 *
 * <p>They are serializable, so that messages can name the lambda or the method that implements them.
 */
public final class ElementFunctions {

    private ElementFunctions() {}

    /** Function of one {@code float} element. */
    @FunctionalInterface
    public interface FloatFunction1 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the operand
         * @return element of the result
         */
        float apply(float x);
    }

    /** Function of two {@code float} elements. */
    @FunctionalInterface
    public interface FloatFunction2 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @return element of the result
         */
        float apply(float x, float y);
    }

    /** Function of three {@code float} elements. */
    @FunctionalInterface
    public interface FloatFunction3 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @param z element of the third operand
         * @return element of the result
         */
        float apply(float x, float y, float z);
    }

    /** Function of one {@code double} element. */
    @FunctionalInterface
    public interface DoubleFunction1 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the operand
         * @return element of the result
         */
        double apply(double x);
    }

    /** Function of two {@code double} elements. */
    @FunctionalInterface
    public interface DoubleFunction2 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @return element of the result
         */
        double apply(double x, double y);
    }

    /** Function of three {@code double} elements. */
    @FunctionalInterface
    public interface DoubleFunction3 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @param z element of the third operand
         * @return element of the result
         */
        double apply(double x, double y, double z);
    }

    /** Function of one {@code int} element. */
    @FunctionalInterface
    public interface IntFunction1 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the operand
         * @return element of the result
         */
        int apply(int x);
    }

    /** Function of two {@code int} elements. */
    @FunctionalInterface
    public interface IntFunction2 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @return element of the result
         */
        int apply(int x, int y);
    }

    /** Function of three {@code int} elements. */
    @FunctionalInterface
    public interface IntFunction3 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @param z element of the third operand
         * @return element of the result
         */
        int apply(int x, int y, int z);
    }

    /** Function of one {@code long} element. */
    @FunctionalInterface
    public interface LongFunction1 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the operand
         * @return element of the result
         */
        long apply(long x);
    }

    /** Function of two {@code long} elements. */
    @FunctionalInterface
    public interface LongFunction2 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @return element of the result
         */
        long apply(long x, long y);
    }

    /** Function of three {@code long} elements. */
    @FunctionalInterface
    public interface LongFunction3 extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @param z element of the third operand
         * @return element of the result
         */
        long apply(long x, long y, long z);
    }

    /**
     * Function of one element of any types.
     *
     * @param <A> boxed type of the elements of the first operand
     * @param <R> boxed type of the elements of the result
     */
    @FunctionalInterface
    public interface Function1<A, R> extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the operand
         * @return element of the result
         */
        R apply(A x);
    }

    /**
     * Function of two elements of any types.
     *
     * @param <A> boxed type of the elements of the first operand
     * @param <B> boxed type of the elements of the second operand
     * @param <R> boxed type of the elements of the result
     */
    @FunctionalInterface
    public interface Function2<A, B, R> extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @return element of the result
         */
        R apply(A x, B y);
    }

    /**
     * Function of three elements of any types.
     *
     * @param <A> boxed type of the elements of the first operand
     * @param <B> boxed type of the elements of the second operand
     * @param <C> boxed type of the elements of the third operand
     * @param <R> boxed type of the elements of the result
     */
    @FunctionalInterface
    public interface Function3<A, B, C, R> extends Serializable {

        /**
         * Returns the element of the result.
         *
         * @param x element of the first operand
         * @param y element of the second operand
         * @param z element of the third operand
         * @return element of the result
         */
        R apply(A x, B y, C z);
    }

    /** Function of an attention score. */
    @FunctionalInterface
    public interface ScoreFunction extends Serializable {

        /**
         * Returns the score that the softmax receives.
         *
         * @param score scaled product of a query and a key
         * @param batch index of the batch
         * @param head index of the head of the query
         * @param query index of the query
         * @param key index of the key
         * @return score after the function; minus infinity for a key without weight
         */
        float apply(float score, int batch, int head, int query, int key);
    }

    /** Function of an attention score and an element of a further operand. */
    @FunctionalInterface
    public interface ScoreFunction1 extends Serializable {

        /**
         * Returns the score that the softmax receives.
         *
         * @param score scaled product of a query and a key
         * @param batch index of the batch
         * @param head index of the head of the query
         * @param query index of the query
         * @param key index of the key
         * @param x element of the further operand
         * @return score after the function; minus infinity for a key without weight
         */
        float apply(float score, int batch, int head, int query, int key, float x);
    }

    /** Function of an attention score and the elements of two further operands. */
    @FunctionalInterface
    public interface ScoreFunction2 extends Serializable {

        /**
         * Returns the score that the softmax receives.
         *
         * @param score scaled product of a query and a key
         * @param batch index of the batch
         * @param head index of the head of the query
         * @param query index of the query
         * @param key index of the key
         * @param x element of the first further operand
         * @param y element of the second further operand
         * @return score after the function; minus infinity for a key without weight
         */
        float apply(float score, int batch, int head, int query, int key, float x, float y);
    }
}
