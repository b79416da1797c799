package io.graphkernel.op;

import static io.graphkernel.op.ShapeRules.misfit;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import java.util.ArrayList;
import java.util.List;

/** Shape rules of attention and of its gradient. */
final class AttentionShapes {

    /** Position of the scale of attention by a score function. */
    private static final int SCALE = 3;
    /** Axis of the columns of keys. */
    private static final int SIZE = 3;

    private final ShapeRules rules;

    AttentionShapes(ShapeRules rules) {
        this.rules = rules;
    }

    /** Operands are query, key and value, the cotangent for the gradient, the optional mask, and the scale. */
    Shape attention(boolean isGradient) throws TypeException {
        Shape query = heads(0, "a query [batch, heads, rows, size]");
        Shape key = heads(1, "keys [batch, heads, rows, size]");
        Shape value = heads(2, "values [batch, heads, rows, size]");
        List<Dim> like = new ArrayList<>(query.dims());
        like.set(2, key.dims().get(2));
        if (!key.dims().equals(like)) {
            throw misfit(1, "a query " + query + " takes keys " + Shape.of(like) + ", not " + key);
        }
        if (!value.equals(key)) {
            throw misfit(2, "keys and values have one shape, not " + key + " and " + value);
        }
        int matrices = isGradient ? 4 : 3;
        if (isGradient && !rules.ranked(3).equals(query)) {
            throw misfit(3, "a cotangent has the shape of the query, " + query + ", not " + rules.ranked(3));
        }
        int scale = rules.operandCount() - 1;
        if (scale > matrices) {
            requireBroadcast("a mask", matrices, query, key);
        }
        if (!rules.isNumber(scale)) {
            throw misfit(scale, rules.op() + " takes a number or a parameter as scale, not a tensor");
        }
        Dim rows = query.dims().get(2);
        like.set(2, isGradient ? rows.plus(key.dims().get(2).times(Dim.of(2))) : rows);
        return Shape.of(like);
    }

    /**
     * Operands are query, key and value, the cotangent for the gradient, the scale, and the further operands of the
     * function.
     */
    Shape scored(boolean isGradient) throws TypeException {
        Shape query = heads(0, "a query [batch, heads, rows, size]");
        Shape key = heads(1, "keys [batch, heads, rows, size]");
        List<Dim> like = new ArrayList<>(query.dims());
        like.set(1, key.dims().get(1));
        like.set(2, key.dims().get(2));
        if (!key.dims().equals(like)) {
            throw misfit(1, "a query " + query + " takes keys " + Shape.of(like) + ", not " + key);
        }
        if (!rules.ranked(2).equals(key)) {
            throw misfit(2, "keys and values have one shape, not " + key + " and " + rules.ranked(2));
        }
        requireStorage();
        Dim groups = key.dims().get(1);
        Dim heads = query.dims().get(1);
        rules.require(heads.floorDiv(groups).times(groups), Relation.EQUAL, heads, 1, "heads that share keys");
        if (isGradient && !rules.ranked(SCALE).equals(query)) {
            throw misfit(3, "a cotangent has the shape of the query, " + query + ", not " + rules.ranked(SCALE));
        }
        int next = SCALE + (isGradient ? 2 : 1);
        if (rules.attributes().flag(AttentionExpansion.ROW_SCALES)) {
            requireRowScales(next, key);
            requireRowScales(next + 1, key);
            next += AttentionExpansion.SCALES;
        }
        if (rules.attributes().flag(AttentionExpansion.RAGGED)) {
            requireBounds(next, query, key);
            requireBounds(next + 1, query, key);
            next += AttentionExpansion.BOUNDS;
        }
        for (int operand = next; operand < rules.operandCount(); operand++) {
            if (!rules.isNumber(operand)) {
                requireBroadcast("an operand of the score function", operand, query, key);
            }
        }
        if (!isGradient) {
            return query;
        }
        Dim rows = heads.floorDiv(groups).times(query.dims().get(2));
        like.set(2, rows.plus(key.dims().get(2).times(Dim.of(2))));
        return Shape.of(like);
    }

    /** Requires keys and values of one dtype: that of the queries, or a narrow one that is converted to f32. */
    private void requireStorage() throws TypeException {
        DataType query = rules.dtype(0);
        DataType key = rules.dtype(1);
        boolean isStored = query == DataType.F32 && AttentionExpansion.STORAGE.contains(key);
        if (key != query && !isStored) {
            throw misfit(1, rules.op() + " takes keys of " + query + ", not " + key);
        }
        if (rules.dtype(2) != key) {
            throw misfit(2, "keys and values have one dtype, not " + key + " and " + rules.dtype(2));
        }
    }

    private void requireRowScales(int operand, Shape key) throws TypeException {
        List<Dim> dims = rules.ranked(operand).dims();
        boolean fits = rules.dtype(operand) == DataType.F32
                && dims.size() == key.rank()
                && dims.get(SIZE).equals(Dim.ONE);
        for (int axis = 0; fits && axis < SIZE; axis++) {
            fits = dims.get(axis).equals(key.dims().get(axis)) || dims.get(axis).equals(Dim.ONE);
        }
        if (!fits) {
            throw misfit(operand, "scales " + rules.ranked(operand) + " are not those of the rows of " + key);
        }
    }

    /** Requires a bound per query; queries and keys are those of the same sequences. */
    private void requireBounds(int operand, Shape query, Shape key) throws TypeException {
        Shape shape = rules.ranked(operand);
        if (rules.dtype(operand) != DataType.I32 || shape.rank() != 1) {
            throw misfit(operand, "the bounds of keys are i32[t], not " + rules.dtype(operand) + shape);
        }
        Dim queries = query.dims().get(2);
        rules.require(shape.dims().get(0), Relation.EQUAL, queries, operand, "a ragged batch for queries " + query);
        rules.require(key.dims().get(2), Relation.EQUAL, queries, 1, "attention over a ragged batch");
    }

    private void requireBroadcast(String name, int operand, Shape query, Shape key) throws TypeException {
        Shape shape = rules.ranked(operand);
        List<Dim> scores = new ArrayList<>(query.dims());
        scores.set(3, key.dims().get(2));
        int missing = scores.size() - shape.rank();
        boolean fits = missing >= 0;
        for (int axis = 0; fits && axis < shape.rank(); axis++) {
            Dim dim = shape.dims().get(axis);
            fits = dim.equals(scores.get(axis + missing)) || dim.equals(Dim.ONE);
        }
        if (!fits) {
            throw misfit(operand, name + " " + shape + " does not broadcast to the scores " + Shape.of(scores));
        }
    }

    private Shape heads(int operand, String wanted) throws TypeException {
        Shape shape = rules.ranked(operand);
        if (shape.rank() != 4) {
            throw misfit(operand, rules.op() + " takes " + wanted + ", not shape " + shape);
        }
        return shape;
    }
}
