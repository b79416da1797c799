package io.graphkernel.op.definition.reduction;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composites;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.reduction.NormalizationOps.Moments;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Normalizations fused with a preceding sum or a subsequent quantization, as CANN defines them. */
public final class FusedNormalizationOps {

    private static final OpParameter EPSILON = number("epsilon", 1e-5);
    private static final OpParameter RMS_EPSILON = number("epsilon", 1e-6);
    private static final OpParameter BEGIN_NORM_AXIS = axis("beginNormAxis", -1);
    private static final OpParameter BEGIN_PARAMS_AXIS = axis("beginParamsAxis", -1);
    private static final String NORM_SHAPE = "the shape of x; mean and rstd with size 1 from beginNormAxis on";
    /** A gamma of f32 with 16-bit operands is applied before the result is rounded. */
    private static final OpParameter WIDE_GAMMA = tensor("gamma", OpDtype.SHARED_OR_F32);
    /** An epsilon of f32 may be below the range of 16-bit floats. */
    private static final OpParameter WIDE_EPSILON = number("epsilon", OpDtype.SHARED_OR_F32, 1e-6);

    private static final String QUANTIZED = "half to even, saturated to i8";

    private FusedNormalizationOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "LayerNormV3" ->
                composites(
                                name,
                                FusedNormalizationOps::layerNormV3,
                                tensor("x"),
                                tensor("gamma"),
                                tensor("beta"),
                                EPSILON,
                                BEGIN_NORM_AXIS,
                                BEGIN_PARAMS_AXIS)
                        .results(result("y"), result("mean"), result("rstd"))
                        .gradient(NormalizationGradients::layerNorm, "x", "gamma", "beta")
                        .shape(NORM_SHAPE)
                        .document("LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance");
            case "LayerNormExt" ->
                composites(
                                name,
                                FusedNormalizationOps::layerNormExt,
                                tensor("x"),
                                attribute("normalizedShape", Kind.DIMS),
                                tensor("gamma"),
                                tensor("beta"),
                                EPSILON)
                        .results(result("y"), result("mean"), result("rstd"))
                        .gradient(FusedNormalizationOps::layerNormExtGradient, "x", "gamma", "beta")
                        .shape("the shape of x; mean and rstd with size 1 along the normalized axes")
                        .document("LayerNormV3 over the last axes of x, one for each dim of normalizedShape");
            case "AddLayerNorm" ->
                addLayerNorm(name, FusedNormalizationOps::addLayerNorm, "variance")
                        .document("LayerNorm of x1 + x2, and the sum");
            case "AddLayerNormV3" ->
                addLayerNorm(name, FusedNormalizationOps::addLayerNormV3, "rstd")
                        .document("LayerNormV3 of x1 + x2, and the sum");
            case "AddRmsNorm" ->
                composites(
                                name,
                                FusedNormalizationOps::addRmsNorm,
                                tensor("x1"),
                                tensor("x2"),
                                WIDE_GAMMA,
                                WIDE_EPSILON)
                        .results(result("y"), result("rstd"), result("sum"))
                        .gradients(
                                NormalizationGradients.ofSum(NormalizationGradients::addRmsNorm, "x1", "x2", "gamma"))
                        .shape("as RmsNorm of x1; the shape of x1 the sum")
                        .document(
                                "RmsNorm of x1 + x2, and the sum; gamma and epsilon of f32 go with x1 and x2 of 16 bits too");
            case "QuantV2" ->
                composites(name, b -> List.of(quantized(b, b.x())), tensor("x"), tensor("scale"), tensor("offset"))
                        .results(OpDtype.I8)
                        .shape("that of x, scale and offset broadcast together")
                        .document("x · scale + offset, rounded " + QUANTIZED + "; a NaN gives 0");
            case "RmsNormQuant" ->
                composites(
                                name,
                                b -> List.of(quantized(b, rmsNorm(b, b.x()).get(0))),
                                tensor("x"),
                                tensor("gamma"),
                                tensor("scale"),
                                tensor("offset"),
                                RMS_EPSILON)
                        .results(OpDtype.I8)
                        .shape("the shape of x")
                        .document("QuantV2 of the y of RmsNorm");
            case "AddRmsNormQuant" ->
                composites(
                                name,
                                FusedNormalizationOps::addRmsNormQuant,
                                tensor("x1"),
                                tensor("x2"),
                                tensor("gamma"),
                                tensor("scale"),
                                tensor("offset"),
                                RMS_EPSILON)
                        .results(result("quantized", OpDtype.I8), result("y"), result("sum"))
                        .gradients(
                                NormalizationGradients.ofSum(NormalizationGradients::addRmsNorm, "x1", "x2", "gamma"))
                        .shape("the shape of x1 each")
                        .document("RmsNormQuant of x1 + x2, what is quantized, and the sum");
            default -> null;
        };
    }

    private static OpRowBuilder addLayerNorm(String name, Expansion expansion, String spread) {
        return composites(
                        name,
                        expansion,
                        tensor("x1"),
                        tensor("x2"),
                        tensor("gamma"),
                        tensor("beta"),
                        EPSILON,
                        BEGIN_NORM_AXIS,
                        BEGIN_PARAMS_AXIS)
                .results(result("y"), result("mean"), result(spread), result("sum"))
                .gradients(
                        NormalizationGradients.ofSum(NormalizationGradients::addLayerNorm, "x1", "x2", "gamma", "beta"))
                .shape("as LayerNorm of x1; the shape of x1 the sum");
    }

    private static List<Node> layerNormV3(ExpansionBuilder b) throws TypeException {
        return layerNorm(b, b.x(), b.axesFrom(b.x(), b.axes("beginNormAxis")));
    }

    private static List<Node> layerNormExt(ExpansionBuilder b) throws TypeException {
        Node gamma = b.reshape(b.operand("gamma"), b.dims("normalizedShape"));
        return layerNorm(b, b.x(), b.trailingAxes(b.x(), gamma));
    }

    private static List<Node> layerNormExtGradient(GradientBuilder b) throws TypeException {
        Node gamma = b.reshape(b.operand("gamma"), b.dims("normalizedShape"));
        return NormalizationGradients.layerNorm(b, b.x(), b.trailingAxes(b.x(), gamma));
    }

    /** Returns y, mean and rstd. */
    private static List<Node> layerNorm(ExpansionBuilder b, Node x, Axes axes) throws TypeException {
        Moments moments = Moments.of(b, x, axes);
        Node y = b.add(b.mul(moments.normalized(b), b.operand("gamma")), b.operand("beta"));
        return List.of(y, moments.mean(), moments.rstd(b));
    }

    private static List<Node> addLayerNorm(ExpansionBuilder b) throws TypeException {
        Node sum = sum(b);
        Moments moments = Moments.of(b, sum, b.axesFrom(sum, b.axes("beginNormAxis")));
        Node y = b.add(b.mul(moments.normalized(b), b.operand("gamma")), b.operand("beta"));
        return List.of(y, moments.mean(), moments.variance(), sum);
    }

    private static List<Node> addLayerNormV3(ExpansionBuilder b) throws TypeException {
        Node sum = sum(b);
        List<Node> results = layerNorm(b, sum, b.axesFrom(sum, b.axes("beginNormAxis")));
        return List.of(results.get(0), results.get(1), results.get(2), sum);
    }

    private static List<Node> addRmsNorm(ExpansionBuilder b) throws TypeException {
        Node sum = sum(b);
        List<Node> results = rmsNorm(b, sum);
        return List.of(results.get(0), results.get(1), sum);
    }

    private static List<Node> addRmsNormQuant(ExpansionBuilder b) throws TypeException {
        Node sum = sum(b);
        Node y = rmsNorm(b, sum).get(0);
        return List.of(quantized(b, y), y, sum);
    }

    private static Node sum(ExpansionBuilder b) throws TypeException {
        return b.add(b.operand("x1"), b.operand("x2"));
    }

    /** Returns y and rstd. */
    private static List<Node> rmsNorm(ExpansionBuilder b, Node x) throws TypeException {
        Axes axes = b.trailingAxes(x, b.operand("gamma"));
        Node meanSquare = StatisticsOps.mean(b, b.square(x), axes);
        Node rstd = b.op("Rsqrt", b.add(meanSquare, b.operand("epsilon")));
        return List.of(b.mul(b.mul(x, rstd), b.operand("gamma")), rstd);
    }

    private static Node quantized(ExpansionBuilder b, Node x) throws TypeException {
        Node scaled = b.add(b.mul(x, b.operand("scale")), b.operand("offset"));
        return b.cast(b.op("Round", scaled), DataType.I8);
    }
}
