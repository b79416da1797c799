package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.processor.onnx.node.OnnxValue;

/**
 * Dependence of a value of a padded model on the sequences of its batch.
 *
 * @param kind kind of the dependence
 * @param batchAxis axis of the sequences; -1 if all sequences have the same value
 * @param tokenAxis axis of the tokens, or of the keys of scores; -1 if there is none
 * @param mask values of a mask at tokens and in the padding; otherwise null
 * @param scores factors of scores and weights; otherwise null
 * @param padding number that all elements in the padding are, or about it if it is far below the elements of tokens; NaN
 *     if it is unknown
 */
record RaggedValue(Kind kind, int batchAxis, int tokenAxis, OnnxValue mask, Scores scores, double padding) {

    /** Kind of a dependence. */
    enum Kind {
        /** The same value for all batches. */
        FIXED,
        /** Known sizes of the padded batch. */
        SIZES,
        /** Known sizes of values of whole sequences. */
        SEQUENCE_SIZES,
        /** An element depends on one token and its position alone. */
        TOKENS,
        /** An element has one of two values, depending on whether it belongs to a token or to the padding. */
        MASK,
        /** Scores of queries and keys of one sequence. */
        SCORES,
        /** Softmax of masked scores along the keys. */
        WEIGHTS,
        /** An element depends on one sequence, without its padding. */
        SEQUENCES
    }

    /**
     * Scores of attention.
     *
     * @param query name of the queries, [batch, heads, tokens, size]
     * @param keys name of the keys, [batch, heads, size, tokens]
     * @param scale factor of their products
     * @param mask number that is added to the scores of the padding; 0 without a mask
     */
    record Scores(String query, String keys, double scale, double mask) {}

    static final RaggedValue FIXED = plain(Kind.FIXED, -1, -1);

    static RaggedValue plain(Kind kind, int batchAxis, int tokenAxis) {
        return new RaggedValue(kind, batchAxis, tokenAxis, null, null, Double.NaN);
    }

    static RaggedValue tokens(int batchAxis, int tokenAxis) {
        return plain(Kind.TOKENS, batchAxis, tokenAxis);
    }

    static RaggedValue sequences(int batchAxis) {
        return plain(Kind.SEQUENCES, batchAxis, -1);
    }

    static RaggedValue mask(OnnxValue values, int batchAxis, int tokenAxis) {
        return new RaggedValue(Kind.MASK, batchAxis, tokenAxis, values, null, Double.NaN);
    }

    static RaggedValue scores(Kind kind, Scores scores) {
        return new RaggedValue(kind, 0, RaggedCall.KEY_AXIS, null, scores, Double.NaN);
    }

    /** Returns the same dependence along other axes. */
    RaggedValue along(int batch, int token) {
        return new RaggedValue(kind, batch, token, mask, scores, padding);
    }

    /** Returns true if another value has the same kind and axes. */
    boolean hasAxesOf(RaggedValue other) {
        return kind == other.kind && batchAxis == other.batchAxis && tokenAxis == other.tokenAxis;
    }

    RaggedValue withPadding(double number) {
        return new RaggedValue(kind, batchAxis, tokenAxis, mask, scores, number);
    }

    /** Returns true if it has an element per token, or per token and position of the padding. */
    boolean hasTokens() {
        return kind == Kind.TOKENS || kind == Kind.MASK;
    }

    /** Returns true if a mask with some axes broadcasts to the keys of scores [batch, heads, queries, keys]. */
    boolean isAlongKeys(int rank) {
        int offset = RaggedCall.KEY_AXIS + 1 - rank;
        return tokenAxis + offset == RaggedCall.KEY_AXIS && batchAxis + offset == 0;
    }

    boolean isFixed() {
        return kind == Kind.FIXED;
    }

    boolean isScores() {
        return kind == Kind.SCORES || kind == Kind.WEIGHTS;
    }
}
