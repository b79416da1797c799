package io.graphkernel.op.definition.library;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.longs;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.optionalTensor;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.special;

import io.graphkernel.graph.Shape;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Ops computed by libraries: matmuls, convolutions, attention and the gradient of gathering. */
public final class LibraryCallOps {

    private static final String ACCUMULATED = "k roundings of the accumulator, for k products summed";

    private static final String OF_INTEGERS =
            "integers wrap around; libraries compute floats, and a fused loop computes integers";

    private LibraryCallOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "MatMul" ->
                product(name)
                        .gradient("a", b -> LibraryGradients.first(b, "MatMul"))
                        .gradient("b", b -> LibraryGradients.second(b, "MatMul"))
                        .takesPostOps(-1)
                        .shape("[m, n] of [m, k] and [k, n]")
                        .document("the matmul a · b");
            case "BatchMatMul" ->
                product(name)
                        .gradient("a", b -> LibraryGradients.first(b, "BatchMatMul"))
                        .gradient("b", LibraryGradients::secondOfMany)
                        .takesPostOps(-1)
                        .shape("[…, m, n] of […, m, k] and […, k, n]; the batch dims broadcast")
                        .document("the matmuls of the last two axes of a and b")
                        .note(OF_INTEGERS + "; operands of integers have at most " + (Shape.MAX_DIMS - 1)
                                + " axes if their batch dims differ");
            case "MatMulInteger" ->
                product(name, OpDtype.I8)
                        .results(OpDtype.I32)
                        .tolerance("exact")
                        .shape("as BatchMatMul")
                        .document("the matmuls of the last two axes of a and b, summed in i32, which wraps around");
            case "Conv2D" ->
                special(
                                name,
                                OpKind.LIBRARY,
                                tensor("x"),
                                tensor("weight"),
                                longs("strides", List.of(1L, 1L)),
                                longs("pads", List.of(0L, 0L, 0L, 0L)),
                                longs("dilations", List.of(1L, 1L)),
                                integer("groups", 1))
                        .dtypes(DtypeClass.FLOAT)
                        .gradient("x", GradientBuilder::convolutionOfImages)
                        .gradient("weight", GradientBuilder::convolutionOfWeights)
                        .storedInRegions()
                        .multiplications(MultiplyAddCount::ofConvolution)
                        .takesPostOps(1)
                        .cost(100)
                        .tolerance(ACCUMULATED)
                        .shape("[n, outputs, height, width]: (in + pads - (size - 1) · dilation - 1) / stride + 1")
                        .document("the convolution of images [n, channels, height, width] with weights [outputs,"
                                + " channels / groups, height, width]; pads are top, bottom, left, right");
            case "PromptFlashAttention" -> attention();
            case "PromptFlashAttentionGrad" -> attentionGradient();
            case "GatherGrad" -> gatherGradient();
            case "SortOrder" ->
                special(name, OpKind.LIBRARY, tensor("x"), bool("descending", false))
                        .dtypes(DtypeClass.ANY)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .cost(20)
                        .tolerance("exact")
                        .shape("the shape of x, [a, n, b]")
                        .document("the positions along the middle axis in the order of their elements; equal ones keep"
                                + " their order, -0 equals 0, and NaN is the largest");
            default -> null;
        };
    }

    private static OpRowBuilder attention() {
        return special(
                        "PromptFlashAttention",
                        OpKind.LIBRARY,
                        tensor("query"),
                        tensor("key"),
                        tensor("value"),
                        optionalTensor("mask"),
                        number("scale", OpDtype.SHARED_OR_F32))
                .dtypes(DtypeClass.FLOAT)
                .gradient(AttentionGradients::matrices, "query", "key", "value")
                .gradient("mask", AttentionGradients::mask)
                .multiplications(node -> MultiplyAddCount.ofAttention(node, 2))
                .cost(100)
                .tolerance("k roundings of the accumulator, for k keys; bf16 rounds the weights too")
                .shape(
                        "that of query: [b, n, s, d] of key and value [b, n, t, d], a mask that broadcasts to [b, n, s, t]")
                .document(
                        "softmax(query · keyᵀ · scale + mask) · value over the last two axes; the scores have no memory of"
                                + " their own, and a score is minus infinity where the mask is, even if it overflows");
    }

    private static OpRowBuilder attentionGradient() {
        return special(
                        "PromptFlashAttentionGrad",
                        OpKind.LIBRARY,
                        tensor("query"),
                        tensor("key"),
                        tensor("value"),
                        tensor("dy"),
                        optionalTensor("mask"),
                        number("scale", OpDtype.SHARED_OR_F32))
                .dtypes(DtypeClass.FLOAT)
                .gradient(AttentionGradients::second, "query", "key", "value", "dy", "mask")
                .multiplications(node -> MultiplyAddCount.ofAttention(node, 5))
                .cost(250)
                .tolerance("k roundings of the accumulator, for k keys or queries")
                .shape("[b, n, s + 2 t, d] of query and dy [b, n, s, d], of key and value [b, n, t, d], a mask that"
                        + " broadcasts to [b, n, s, t]")
                .document("the adjoints of query, key and value of PromptFlashAttention, concatenated along the rows;"
                        + " dy is the cotangent of its result, and the scores have no memory of their own");
    }

    private static OpRowBuilder gatherGradient() {
        return special(
                        "GatherGrad",
                        OpKind.LIBRARY,
                        tensor("dy"),
                        tensor("indices", OpDtype.INDEX),
                        attribute("size", Kind.DIM))
                .limits(b -> {
                    b.sizes("size");
                    b.elements(b.list(b.extent("size")));
                })
                .dtypes(DtypeClass.FLOAT)
                .gradient("dy", b -> b.gather(b.dy(), b.operand("indices"), b.axes(1)))
                .cost(4)
                .tolerance("n roundings of the accumulator, for n equal indices")
                .shape("[a, size, b] of [a, n, b] and [n]")
                .document(
                        "the gradient of Gather: for each position the sum of the dy of all indices that name it, in their"
                                + " order; a negative index counts from the end, one out of range adds nothing");
    }

    private static OpRowBuilder product(String name) {
        return product(name, OpDtype.SHARED)
                .dtypes(DtypeClass.NUMBER)
                .expandsIntegers(IntegerProduct::expand)
                .tolerance(ACCUMULATED)
                .note(OF_INTEGERS);
    }

    private static OpRowBuilder product(String name, OpDtype dtype) {
        return special(
                        name,
                        OpKind.LIBRARY,
                        tensor("a", dtype),
                        tensor("b", dtype),
                        bool("transposeA", false),
                        bool("transposeB", false))
                .multiplications(MultiplyAddCount::ofProduct)
                .cost(100);
    }
}
