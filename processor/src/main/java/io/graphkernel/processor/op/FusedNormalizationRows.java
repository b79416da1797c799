package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.attribute;
import static io.graphkernel.processor.op.OpParameter.axis;
import static io.graphkernel.processor.op.OpParameter.number;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpResult.result;
import static io.graphkernel.processor.op.OpRow.composites;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.NormalizationRows.Moments;
import io.graphkernel.processor.op.OpParameter.Kind;
import java.util.List;

/** Normalisations of other signatures, with a sum before them, with a quantisation after them: what CANN has as one op. */
final class FusedNormalizationRows {

    private static final OpParameter EPSILON = number("epsilon", 1e-5);
    private static final OpParameter RMS_EPSILON = number("epsilon", 1e-6);
    private static final OpParameter BEGIN_NORM_AXIS = axis("beginNormAxis", -1);
    private static final OpParameter BEGIN_PARAMS_AXIS = axis("beginParamsAxis", -1);
    private static final String NORM_SHAPE = "the shape of x; mean and rstd with size 1 from beginNormAxis on";
    /** A gamma of f32 with operands of 16 bits scales before the result is rounded. */
    private static final OpParameter WIDE_GAMMA = tensor("gamma", OpDtype.SHARED_OR_F32);
    /** An epsilon of f32 may be less than what 16 bits hold. */
    private static final OpParameter WIDE_EPSILON = number("epsilon", OpDtype.SHARED_OR_F32, 1e-6);

    private static final String QUANTIZED = "half to even, saturated to i8";

    private FusedNormalizationRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                composites(
                                "LayerNormV3",
                                FusedNormalizationRows::layerNormV3,
                                tensor("x"),
                                tensor("gamma"),
                                tensor("beta"),
                                EPSILON,
                                BEGIN_NORM_AXIS,
                                BEGIN_PARAMS_AXIS)
                        .gives(result("y"), result("mean"), result("rstd"))
                        .gradient(NormalizationGradients::layerNorm, "x", "gamma", "beta")
                        .shape(NORM_SHAPE)
                        .document("LayerNorm with rstd = 1 / √(variance + epsilon) in place of the variance"),
                composites(
                                "LayerNormExt",
                                FusedNormalizationRows::layerNormExt,
                                tensor("x"),
                                attribute("normalizedShape", Kind.DIMS),
                                tensor("gamma"),
                                tensor("beta"),
                                EPSILON)
                        .gives(result("y"), result("mean"), result("rstd"))
                        .gradient(FusedNormalizationRows::layerNormExtGradient, "x", "gamma", "beta")
                        .shape("the shape of x; mean and rstd with size 1 along the normalised axes")
                        .document("LayerNormV3 over the last axes of x, as many as normalizedShape has dims"),
                addLayerNorm("AddLayerNorm", FusedNormalizationRows::addLayerNorm, "variance")
                        .document("LayerNorm of x1 + x2, and the sum"),
                addLayerNorm("AddLayerNormV3", FusedNormalizationRows::addLayerNormV3, "rstd")
                        .document("LayerNormV3 of x1 + x2, and the sum"),
                composites(
                                "AddRmsNorm",
                                FusedNormalizationRows::addRmsNorm,
                                tensor("x1"),
                                tensor("x2"),
                                WIDE_GAMMA,
                                WIDE_EPSILON)
                        .gives(result("y"), result("rstd"), result("sum"))
                        .gradients(
                                NormalizationGradients.ofSum(NormalizationGradients::addRmsNorm, "x1", "x2", "gamma"))
                        .shape("as RmsNorm of x1; the shape of x1 the sum")
                        .document(
                                "RmsNorm of x1 + x2, and the sum; gamma and epsilon of f32 go with x1 and x2 of 16 bits too"),
                composites("QuantV2", b -> List.of(quantized(b, b.x())), tensor("x"), tensor("scale"), tensor("offset"))
                        .gives(OpDtype.I8)
                        .shape("that of x, scale and offset broadcast together")
                        .document("x · scale + offset, rounded " + QUANTIZED + "; a NaN gives 0"),
                composites(
                                "RmsNormQuant",
                                b -> List.of(quantized(b, rmsNorm(b, b.x()).get(0))),
                                tensor("x"),
                                tensor("gamma"),
                                tensor("scale"),
                                tensor("offset"),
                                RMS_EPSILON)
                        .gives(OpDtype.I8)
                        .shape("the shape of x")
                        .document("QuantV2 of the y of RmsNorm"),
                composites(
                                "AddRmsNormQuant",
                                FusedNormalizationRows::addRmsNormQuant,
                                tensor("x1"),
                                tensor("x2"),
                                tensor("gamma"),
                                tensor("scale"),
                                tensor("offset"),
                                RMS_EPSILON)
                        .gives(result("quantized", OpDtype.I8), result("y"), result("sum"))
                        .gradients(
                                NormalizationGradients.ofSum(NormalizationGradients::addRmsNorm, "x1", "x2", "gamma"))
                        .shape("the shape of x1 each")
                        .document("RmsNormQuant of x1 + x2, what is quantised, and the sum"));
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
                .gives(result("y"), result("mean"), result(spread), result("sum"))
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

    /** y, mean and rstd. */
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

    /** y and rstd. */
    private static List<Node> rmsNorm(ExpansionBuilder b, Node x) throws TypeException {
        Axes axes = b.trailingAxes(x, b.operand("gamma"));
        Node meanSquare = StatisticsRows.mean(b, b.square(x), axes);
        Node rstd = b.op("Rsqrt", b.add(meanSquare, b.operand("epsilon")));
        return List.of(b.mul(b.mul(x, rstd), b.operand("gamma")), rstd);
    }

    private static Node quantized(ExpansionBuilder b, Node x) throws TypeException {
        Node scaled = b.add(b.mul(x, b.operand("scale")), b.operand("offset"));
        return b.cast(b.op("Round", scaled), DType.I8);
    }
}
