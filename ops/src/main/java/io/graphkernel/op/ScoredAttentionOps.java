package io.graphkernel.op;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.library.MultiplyAddCount;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows of attention by a score function and of its gradient, which are kernels of their own. They have no methods in
 * {@code Ops}: in eager mode, the Java function itself is called.
 *
 * <p>Let o = p · v with p = softmax(f(s)) and s = q · kᵀ · scale. Then dv = pᵀ · do, dp = do · vᵀ,
 * dz = p · (dp - Σ p · dp), ds = dz · f'(s), dq = ds · k · scale, dk = dsᵀ · q · scale. One op computes dq, dk and dv
 * without materializing the scores. Adjoints of further operands and second derivatives are rare; they use matmuls and materialize the scores.
 */
final class ScoredAttentionOps {

    /** Parameter of the flag of keys and values with a scale per row: the first two operands after the scale. */
    static final String ROW_SCALES = "rowScales";

    private static final String QUERY = "query";
    private static final String KEY = "key";
    private static final String VALUE = "value";
    private static final String DY = "dy";
    private static final String SCALE = "scale";
    private static final String OPERANDS = "operands";

    private final GradientBuilder b;
    private final AttentionExpansion shapes;
    private final ScalarFunction function;
    private final Node dy;
    /** Operands of the score function: the scores and indices, and further operands. */
    private final List<Node> inputs;

    private final Node weights;
    private final Node ofWeights;
    /** Adjoints of the results of the score function. */
    private final Node ofResults;

    private ScoredAttentionOps(GradientBuilder b, Node cotangent) throws TypeException {
        this.b = b;
        shapes = new AttentionExpansion(b);
        function = ScalarFunction.parse(b.choice(ScalarFunction.ATTRIBUTE));
        dy = shapes.folded(cotangent);
        Node scores = b.wide(shapes.product(shapes.folded(b.operand(QUERY)), b.operand(KEY), true));
        inputs = new ArrayList<>(List.of(scaled(scores)));
        inputs.addAll(shapes.indices());
        for (Node operand : further()) {
            inputs.add(operand.isNumber() ? operand : shapes.foldedOperand(operand));
        }
        Node results = map(function, inputs);
        weights = b.call(
                "Softmax",
                Map.of("axis", b.axes(-1)),
                b.flag(AttentionExpansion.RAGGED) ? shapes.bounded(results, b.operands(OPERANDS)) : results);
        ofWeights = b.wide(shapes.product(dy, b.operand(VALUE), true));
        ofResults = b.mul(weights, centered(ofWeights));
    }

    /** Returns the row of attention by a score function. */
    static OpRow row() {
        return OpRow.special(
                        BasicOps.SCORED_ATTENTION,
                        OpKind.LIBRARY,
                        OpParameter.tensor(QUERY),
                        OpParameter.tensor(KEY, OpDtype.OWN),
                        OpParameter.tensor(VALUE, OpDtype.OWN),
                        OpParameter.number(SCALE, OpDtype.SHARED_OR_F32),
                        AttentionExpansion.operands(),
                        OpParameter.attribute(ScalarFunction.ATTRIBUTE, OpParameter.Kind.TEXT),
                        OpParameter.bool(ROW_SCALES, false),
                        OpParameter.bool(AttentionExpansion.RAGGED, false))
                .dtypes(DtypeClass.FLOAT)
                .gradient(ScoredAttentionOps::matrices, QUERY, KEY, VALUE)
                .gradient(b -> new ScoredAttentionOps(b, b.dy()).furtherAdjoints(), OPERANDS)
                .multiplications(node -> MultiplyAddCount.ofAttention(node, 2))
                .cost(100)
                .document("softmax(function(query · keyᵀ · scale)) · value over the last two axes; the scores have no"
                        + " memory of their own, and keys and values are read in their storage dtype")
                .build();
    }

    /** Returns the row of the gradient. */
    static OpRow gradientRow() {
        return OpRow.special(
                        BasicOps.SCORED_ATTENTION_GRAD,
                        OpKind.LIBRARY,
                        OpParameter.tensor(QUERY),
                        OpParameter.tensor(KEY),
                        OpParameter.tensor(VALUE),
                        OpParameter.tensor(DY),
                        OpParameter.number(SCALE, OpDtype.SHARED_OR_F32),
                        AttentionExpansion.operands(),
                        OpParameter.attribute(ScalarFunction.ATTRIBUTE, OpParameter.Kind.TEXT),
                        OpParameter.bool(AttentionExpansion.RAGGED, false))
                .dtypes(DtypeClass.FLOAT)
                .gradient(b -> new ScoredAttentionOps(b, b.operand(DY)).second(), QUERY, KEY, VALUE, DY, OPERANDS)
                .multiplications(node -> MultiplyAddCount.ofAttention(node, 5))
                .cost(250)
                .document("the adjoints of query, key and value of ScoredAttention, concatenated along the rows of the"
                        + " heads of the keys")
                .build();
    }

    /** Returns the operands of the score function besides the score and its indices. */
    private List<Node> further() {
        List<Node> operands = b.has(OPERANDS) ? b.operands(OPERANDS) : List.of();
        return operands.subList(bounds(), operands.size());
    }

    /** Returns the number of operands that are bounds of keys. */
    private int bounds() {
        return b.flag(AttentionExpansion.RAGGED) ? AttentionExpansion.BOUNDS : 0;
    }

    /** Returns the adjoints of all operands: the bounds have none. */
    private List<Node> withBounds(List<Node> adjoints) throws TypeException {
        List<Node> ofOperands = new ArrayList<>();
        for (Node bound : b.has(OPERANDS) ? b.operands(OPERANDS).subList(0, bounds()) : List.<Node>of()) {
            ofOperands.add(b.number(0, bound));
        }
        ofOperands.addAll(adjoints);
        return ofOperands;
    }

    private static List<Node> matrices(GradientBuilder b) throws TypeException {
        AttentionExpansion shapes = new AttentionExpansion(b);
        List<Node> operands =
                new ArrayList<>(List.of(b.operand(QUERY), b.operand(KEY), b.operand(VALUE), b.dy(), b.operand(SCALE)));
        operands.addAll(b.has(OPERANDS) ? b.operands(OPERANDS) : List.of());
        Map<String, Object> attributes = new HashMap<>();
        attributes.put(ScalarFunction.ATTRIBUTE, b.choice(ScalarFunction.ATTRIBUTE));
        if (b.flag(AttentionExpansion.RAGGED)) {
            attributes.put(AttentionExpansion.RAGGED, true);
        }
        Node whole = b.call(BasicOps.SCORED_ATTENTION_GRAD, attributes, operands.toArray(Node[]::new));
        List<Node> adjoints = parts(b, shapes, whole);
        return List.of(shapes.unfolded(adjoints.get(0)), adjoints.get(1), adjoints.get(2));
    }

    /** Returns the rows of the folded queries, of the keys and of the values. */
    private static List<Node> parts(GradientBuilder b, AttentionExpansion shapes, Node whole) throws TypeException {
        Axes axis = b.axes(2);
        Extent rows = shapes.rows();
        return List.of(
                b.narrow(whole, axis, b.extent(0), rows),
                b.narrow(whole, axis, rows, shapes.keys()),
                b.narrow(whole, axis, b.plus(rows, shapes.keys()), shapes.keys()));
    }

    private Node scaled(Node scores) throws TypeException {
        return b.mul(scores, b.castLike(b.operand(SCALE), scores));
    }

    private Node map(ScalarFunction applied, List<Node> operands, Node... last) throws TypeException {
        List<Node> arguments = new ArrayList<>(operands);
        arguments.addAll(List.of(last));
        return b.call(BasicOps.MAP, Map.of(ScalarFunction.ATTRIBUTE, applied.text()), arguments.toArray(Node[]::new));
    }

    private Node mean(Node values) throws TypeException {
        return b.reduce("ReduceSum", b.mul(weights, values), b.axes(-1), true);
    }

    private Node centered(Node values) throws TypeException {
        return b.sub(values, mean(values));
    }

    private Node narrow(Node x) throws TypeException {
        return b.castLike(x, b.operand(QUERY));
    }

    private Node transposed(Node x, Node y) throws TypeException {
        return b.call("BatchMatMul", Map.of("transposeA", true, "transposeB", false), x, y);
    }

    /** Returns the adjoints of the further operands; those of numbers and integers are zero. */
    private List<Node> furtherAdjoints() throws TypeException {
        List<Node> adjoints = new ArrayList<>();
        for (Node operand : further()) {
            adjoints.add(
                    isConstant(operand)
                            ? b.number(0, operand)
                            : shapes.unfoldedScores(map(function.adjoint(parameter(adjoints)), inputs, ofResults)));
        }
        return withBounds(adjoints);
    }

    private static boolean isConstant(Node operand) {
        return operand.isNumber() || !operand.dtype().isFloating();
    }

    /** Returns the parameter of the next further operand. */
    private static int parameter(List<Node> adjoints) {
        return AttentionExpansion.SCORE_PARAMETERS + adjoints.size();
    }

    /**
     * Returns the adjoints of query, key, value, cotangent and further operands, given cotangents gq, gk and gv of dq,
     * dk and dv. Let a = (gq · kᵀ + q · gkᵀ) · scale be the cotangent of ds, and a' = a · f'(s) that of dz. Then that of
     * dp is p · (a' - Σ p · a'), that of p is a' · (dp - Σ p · dp) - dp · Σ p · a' + do · gvᵀ, and that of s is also
     * a · dz · f''(s).
     */
    private List<Node> second() throws TypeException {
        List<Node> cotangents = parts(b, shapes, b.dy());
        Node dquery = cotangents.get(0);
        Node dkey = cotangents.get(1);
        Node dvalue = cotangents.get(2);
        Node query = shapes.folded(b.operand(QUERY));
        ScalarFunction slope = function.adjoint(0);
        Node ofScores = map(slope, inputs, ofResults);
        Node along = scaled(
                b.add(b.wide(shapes.product(dquery, b.operand(KEY), true)), b.wide(shapes.product(query, dkey, true))));
        Node alongResults = map(slope.adjoint(inputs.size()), inputs, ofResults, along);
        Node mean = mean(alongResults);
        Node ofAdjoints = narrow(b.mul(weights, b.sub(alongResults, mean)));
        Node secondOfWeights = b.add(
                b.sub(b.mul(alongResults, centered(ofWeights)), b.mul(ofWeights, mean)),
                b.wide(shapes.product(dy, dvalue, true)));
        Node secondOfResults = b.mul(weights, centered(secondOfWeights));
        Node secondOfScores =
                b.add(map(slope, inputs, secondOfResults), map(slope.adjoint(0), inputs, ofResults, along));
        Node ofProducts = narrow(scaled(secondOfScores));
        Node dscores = narrow(scaled(ofScores));
        List<Node> adjoints = new ArrayList<>(List.of(
                shapes.unfolded(
                        b.add(shapes.product(ofProducts, b.operand(KEY), false), shapes.product(dscores, dkey, false))),
                b.add(transposed(ofProducts, query), transposed(dscores, dquery)),
                transposed(ofAdjoints, dy),
                shapes.unfolded(b.add(
                        shapes.product(narrow(weights), dvalue, false),
                        shapes.product(ofAdjoints, b.operand(VALUE), false)))));
        List<Node> ofFurther = new ArrayList<>();
        for (Node operand : further()) {
            int parameter = parameter(ofFurther);
            ofFurther.add(
                    isConstant(operand)
                            ? b.number(0, operand)
                            : shapes.unfoldedScores(b.add(
                                    map(function.adjoint(parameter), inputs, secondOfResults),
                                    map(slope.adjoint(parameter), inputs, ofResults, along))));
        }
        adjoints.addAll(withBounds(ofFurther));
        return adjoints;
    }
}
