package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Operands and attributes that an op accepts, of rank 3 unless the op requires otherwise.
 *
 * @param row the op
 * @param operands one value per operand
 * @param attributes one value per attribute
 */
public record OpSample(OpRow row, List<Node> operands, Attributes attributes) {

    private static final String CUBE = "[n, 4, 8]";

    /** Shapes of operands that differ, by op and parameter, or by parameter. */
    private static final Map<String, String> SHAPES = Map.ofEntries(
            Map.entry("bias", "[4]"),
            Map.entry("scale", "[4]"),
            Map.entry("BatchNorm.mean", "[4]"),
            Map.entry("AvgPool.x", "[n, 4, 8, 8]"),
            Map.entry("MaxPool.x", "[n, 4, 8, 8]"),
            Map.entry("BatchNorm.variance", "[4]"),
            Map.entry("BatchNormTrain.mean", "[4]"),
            Map.entry("BatchNormTrain.variance", "[4]"),
            Map.entry("BatchNormGrad.mean", "[4]"),
            Map.entry("BatchNormGrad.variance", "[4]"),
            Map.entry("GroupNorm.gamma", "[4]"),
            Map.entry("GroupNorm.beta", "[4]"),
            Map.entry("InstanceNorm.gamma", "[4]"),
            Map.entry("InstanceNorm.beta", "[4]"),
            Map.entry("gamma", "[8]"),
            Map.entry("LayerNorm.beta", "[8]"),
            Map.entry("LayerNormV3.beta", "[8]"),
            Map.entry("LayerNormExt.beta", "[8]"),
            Map.entry("AddLayerNorm.beta", "[8]"),
            Map.entry("AddLayerNormV3.beta", "[8]"),
            Map.entry("QuantV2.scale", "[8]"),
            Map.entry("QuantV2.offset", "[8]"),
            Map.entry("RmsNormQuant.scale", "[8]"),
            Map.entry("RmsNormQuant.offset", "[8]"),
            Map.entry("AddRmsNormQuant.scale", "[8]"),
            Map.entry("AddRmsNormQuant.offset", "[8]"),
            Map.entry("LayerNormGrad.mean", "[n, 4, 1]"),
            Map.entry("LayerNormGrad.variance", "[n, 4, 1]"),
            Map.entry("rstd", "[n, 4, 1]"),
            Map.entry("PReLU.weight", "[4]"),
            Map.entry("NLLLoss.weight", "[8]"),
            Map.entry("labels", "[n, 4]"),
            Map.entry("boxes", "[n, 4]"),
            Map.entry("scores", "[n]"),
            Map.entry("targets", "[4, 3]"),
            Map.entry("inputLengths", "[4]"),
            Map.entry("targetLengths", "[4]"),
            Map.entry("CTCLossGrad.dout", "[4]"),
            Map.entry("GatherGrad.indices", "[4]"),
            Map.entry("MatMul.a", "[4, n]"),
            Map.entry("MatMul.b", "[m, 4]"),
            Map.entry("BatchMatMul.b", "[m, 4]"),
            Map.entry("MatmulSplitOut2.x", "[n, 8]"),
            Map.entry("MatmulSplitOut3.x", "[n, 8]"),
            Map.entry("MatmulSplitSiluOut2.x", "[n, 8]"),
            Map.entry("MatmulSplitSiluOut3.x", "[n, 8]"),
            Map.entry("MatmulBiasSplitOut2.x", "[n, 8]"),
            Map.entry("MatmulBiasSplitOut3.x", "[n, 8]"),
            Map.entry("MatmulBiasSplitSiluOut2.x", "[n, 8]"),
            Map.entry("MatmulBiasSplitSiluOut3.x", "[n, 8]"),
            Map.entry("QuantbatchmatmulSplitOut2.x", "[n, 8]"),
            Map.entry("QuantbatchmatmulSplitOut2.perTokenScale", "[n]"),
            Map.entry("QuantbatchmatmulSplitOut3.x", "[n, 8]"),
            Map.entry("QuantbatchmatmulSplitOut3.perTokenScale", "[n]"),
            Map.entry("QuantbatchmatmulSplitSiluOut2.x", "[n, 8]"),
            Map.entry("QuantbatchmatmulSplitSiluOut2.perTokenScale", "[n]"),
            Map.entry("QuantbatchmatmulSplitSiluOut3.x", "[n, 8]"),
            Map.entry("QuantbatchmatmulSplitSiluOut3.perTokenScale", "[n]"),
            Map.entry("weight", "[4, 8]"),
            Map.entry("MatMulAllReduce.a", "[n, 4]"),
            Map.entry("MatMulAllReduce.b", "[m, 4]"),
            Map.entry("AllGatherMatmul.a", "[n, 4]"),
            Map.entry("AllGatherMatmul.b", "[m, 4]"),
            Map.entry("MatmulReduceScatter.a", "[8, 4]"),
            Map.entry("MatmulReduceScatter.b", "[m, 4]"),
            Map.entry("MatMulInteger.b", "[m, 4]"),
            Map.entry("QuantBatchMatmul.b", "[m, 4]"),
            Map.entry("QuantBatchMatmul.scale", "[m]"),
            Map.entry("QuantBatchMatmul.bias", "[m]"),
            Map.entry("perTokenScale", "[8]"),
            Map.entry("Conv2D.x", "[n, 4, h, w]"),
            Map.entry("Conv2D.weight", "[6, 2, 3, 3]"),
            Map.entry("PromptFlashAttention.query", "[n, 2, 4, 8]"),
            Map.entry("PromptFlashAttention.key", "[n, 2, m, 8]"),
            Map.entry("PromptFlashAttention.value", "[n, 2, m, 8]"),
            Map.entry("PromptFlashAttention.mask", "[4, m]"),
            Map.entry("PromptFlashAttentionGrad.query", "[n, 2, 4, 8]"),
            Map.entry("PromptFlashAttentionGrad.key", "[n, 2, m, 8]"),
            Map.entry("PromptFlashAttentionGrad.value", "[n, 2, m, 8]"),
            Map.entry("PromptFlashAttentionGrad.dy", "[n, 2, 4, 8]"),
            Map.entry("PromptFlashAttentionGrad.mask", "[4, m]"),
            Map.entry("Squeeze.x", "[n, 1, 8]"),
            Map.entry("MeshGrid.x", "[n]"),
            Map.entry("Bucketize.boundaries", "[5]"),
            Map.entry("GatherNd.indices", "[m, 2]"),
            Map.entry("ScatterNd.indices", "[m, 2]"),
            Map.entry("ScatterNd.updates", "[m, 8]"),
            Map.entry("EmbeddingBag.x", "[n, 8]"),
            Map.entry("EmbeddingBag.indices", "[m]"),
            Map.entry("EmbeddingBag.offsets", "[4]"),
            Map.entry("SegmentReduce.x", "[n, 8]"),
            Map.entry("SegmentReduce.offsets", "[4]"),
            Map.entry("IndexAdd.indices", "[4]"),
            Map.entry("IndexCopy.indices", "[4]"),
            Map.entry("RepeatInterleaveTensor.repeats", "[4]"),
            Map.entry("Kron.x", "[n, 8]"),
            Map.entry("Kron.y", "[4, m]"),
            Map.entry("Cross.x", "[n, 3, 8]"),
            Map.entry("Cross.y", "[n, 3, 8]"),
            Map.entry("Unfold.x", "[n, 4, 8, 8]"),
            Map.entry("Fold.x", "[n, 24, 42]"),
            Map.entry("starts", "[3]"),
            Map.entry("DynamicUpdateSlice.update", "[1, 2, 3]"),
            Map.entry("TensorDot.y", "[4, 8, m]"),
            Map.entry("Cholesky.x", "[n, 4, 4]"),
            Map.entry("LuFactor.x", "[n, 4, 4]"),
            Map.entry("Qr.x", "[n, 8, 4]"),
            Map.entry("Eigh.x", "[n, 4, 4]"),
            Map.entry("LuSolve.factors", "[n, 4, 4]"),
            Map.entry("LuSolve.permutation", "[n, 4]"),
            Map.entry("LuSolve.b", "[4, m]"),
            Map.entry("Solve.a", "[n, 4, 4]"),
            Map.entry("Solve.b", "[4, m]"),
            Map.entry("Inverse.x", "[n, 4, 4]"),
            Map.entry("Determinant.x", "[n, 4, 4]"),
            Map.entry("LogDeterminant.x", "[n, 4, 4]"),
            Map.entry("TriangularSolve.a", "[n, 4, 4]"),
            Map.entry("TriangularSolve.b", "[4, m]"),
            Map.entry("MaxPoolNd.x", "[n, 4, 8, 8]"),
            Map.entry("AvgPoolNd.x", "[n, 4, 8, 8]"),
            Map.entry("MaxPoolWithIndices.x", "[n, 4, 8, 8]"),
            Map.entry("MaxUnpool.x", "[n, 4, 2, 2]"),
            Map.entry("MaxUnpool.indices", "[n, 4, 2, 2]"),
            Map.entry("AdaptiveAvgPool.x", "[n, 4, 8, 8]"),
            Map.entry("AdaptiveMaxPool.x", "[n, 4, 8, 8]"),
            Map.entry("Conv1D.x", "[n, 4, 8]"),
            Map.entry("Conv1D.weight", "[6, 2, 3]"),
            Map.entry("Conv3D.x", "[n, 4, 8, 8, 8]"),
            Map.entry("Conv3D.weight", "[6, 2, 2, 2, 2]"),
            Map.entry("ConvTranspose.x", "[n, 4, 8, 8]"),
            Map.entry("ConvTranspose.weight", "[4, 3, 2, 2]"),
            Map.entry("Resize.x", "[n, 4, 8, 8]"),
            Map.entry("GridSample.x", "[n, 4, 8, 8]"),
            Map.entry("GridSample.grid", "[n, h, w, 2]"),
            Map.entry("AffineGrid.theta", "[n, 2, 3]"),
            Map.entry("PixelShuffle.x", "[n, 8, h, w]"),
            Map.entry("PixelUnshuffle.x", "[n, 4, 8, 6]"),
            Map.entry("CrossEntropyLoss.weight", "[8]"),
            Map.entry("weightNorm", "[]"),
            Map.entry("gradNorm", "[]"));

    private static final Map<String, List<Long>> LISTS = Map.ofEntries(
            Map.entry("BroadcastTo.dims", List.of(2L, -1L, 4L, 8L)),
            Map.entry("Reshape.dims", List.of(-1L, 32L)),
            Map.entry("multiples", List.of(2L, 1L, 3L)),
            Map.entry("StridedSlice.strides", List.of(1L, 2L, -1L)),
            Map.entry("StridedSlice.end", List.of(1L, 4L, Long.MIN_VALUE)),
            Map.entry("StridedSlice.begin", List.of(0L, 1L, 7L)),
            Map.entry("size", List.of(-1L, 2L, 3L)),
            Map.entry("permutation", List.of(2L, 0L, 1L)),
            Map.entry("Roll.shift", List.of(2L)),
            Map.entry("Squeeze.axes", List.of(1L)),
            Map.entry("sizes", List.of(1L, 3L)),
            Map.entry("QuantbatchmatmulSplitOut3.sizes", List.of(1L, 0L, 3L)),
            Map.entry("QuantbatchmatmulSplitSiluOut3.sizes", List.of(1L, 0L, 3L)),
            Map.entry("MatmulSplitOut3.sizes", List.of(1L, 0L, 3L)),
            Map.entry("MatmulSplitSiluOut3.sizes", List.of(1L, 0L, 3L)),
            Map.entry("MatmulBiasSplitOut3.sizes", List.of(1L, 0L, 3L)),
            Map.entry("MatmulBiasSplitSiluOut3.sizes", List.of(1L, 0L, 3L)),
            Map.entry("siluPosition", List.of(1L)),
            Map.entry("normalizedShape", List.of(8L)),
            Map.entry("Fold.size", List.of(8L, 8L)),
            Map.entry("DynamicSlice.size", List.of(1L, 2L, 3L)),
            Map.entry("MaxUnpool.size", List.of(3L, 3L)),
            Map.entry("AdaptiveAvgPool.size", List.of(2L, 3L)),
            Map.entry("AdaptiveMaxPool.size", List.of(2L, 3L)),
            Map.entry("Resize.size", List.of(3L, 5L)),
            Map.entry("LocalResponseNorm.size", List.of(3L)),
            Map.entry("Irfft.n", List.of(6L)),
            Map.entry("kernelSize", List.of(2L, 3L)));

    public static OpSample of(OpRow row) {
        List<Node> operands = new ArrayList<>();
        Attributes attributes = Attributes.NONE;
        for (OpParameter parameter : row.parameters()) {
            if (parameter.isOperand()) {
                operands.add(operand(row, parameter));
                if (parameter.kind() == OpParameter.Kind.TENSORS) {
                    operands.add(operand(row, parameter));
                }
            } else {
                attributes = attributes.with(parameter.attribute(), attribute(row, parameter));
            }
        }
        return new OpSample(row, operands, attributes);
    }

    /** Returns the dtype of a result. */
    String dtype(OpDtype declared) {
        return switch (declared) {
            case SHARED, SHARED_OR_F32, OWN -> shared(row).text();
            case I8 -> "i8";
            case I32 -> "i32";
            case BOOL -> "bool";
            case INDEX, I64 -> "i64";
            case F32, F32_OR_I64, ATTRIBUTE -> "f32";
            case SAME_WIDTH -> "i64";
        };
    }

    private static DataType shared(OpRow row) {
        return switch (row.dtypes()) {
            case BOOL -> DataType.BOOL;
            case INTEGER, WIDE_INTEGER -> DataType.I64;
            default -> DataType.F64;
        };
    }

    private static Node operand(OpRow row, OpParameter parameter) {
        String dtype = switch (parameter.dtype()) {
            case BOOL -> "bool";
            case INDEX -> "i32";
            case I64 -> "i64";
            case F32, F32_OR_I64 -> "f32";
            case I8 -> "i8";
            case I32 -> "i32";
            case SHARED, SHARED_OR_F32, OWN, ATTRIBUTE, SAME_WIDTH ->
                shared(row).text();
        };
        if (parameter.kind() == OpParameter.Kind.NUMBER) {
            return Node.constant(1, DataType.byText(dtype).orElseThrow());
        }
        String shape = named(SHAPES, row, parameter).orElse(CUBE);
        return Node.parameter(parameter.name(), ValueType.parse(dtype + shape).orElseThrow());
    }

    private static Object attribute(OpRow row, OpParameter parameter) {
        Optional<List<Long>> list = named(LISTS, row, parameter);
        return switch (parameter.kind()) {
            case AXIS -> parameter.name().equals("axis") ? 1L : 2L;
            case AXES -> list.orElse(List.of(1L));
            case INTS, LONGS ->
                list.or(() -> row.parameter(parameter.name()).defaultValue().map(OpSample::longs))
                        .orElseThrow();
            case DIMS -> list.orElse(List.of(1L, 2L, 3L)).stream().map(Dim::of).toList();
            case DIM -> List.of(Dim.of(parameter.name().equals("end") ? 7 : 2));
            case LONG -> list.map(values -> values.get(0)).orElse(2L);
            case BOOLEAN -> true;
            case TEXT -> parameter.defaultValue().orElse("...ij,...ij->...i");
            default ->
                parameter.kind() == OpParameter.Kind.DTYPE
                        ? row.results().get(0).dtype() == OpDtype.SAME_WIDTH ? "i64" : "f32"
                        : parameter.defaultValue().orElseThrow();
        };
    }

    @SuppressWarnings("unchecked")
    private static List<Long> longs(Object value) {
        return (List<Long>) value;
    }

    private static <T> Optional<T> named(Map<String, T> values, OpRow row, OpParameter parameter) {
        return Optional.ofNullable(values.get(row.name() + "." + parameter.name()))
                .or(() -> Optional.ofNullable(values.get(parameter.name())));
    }
}
