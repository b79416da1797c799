package io.graphkernel.op.definition.library;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.text;
import static io.graphkernel.op.row.OpRow.special;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.Map;

/** Collective ops of a group of ranks. The group's communicator is that of the calling thread. */
public final class CollectiveOps {

    private static final OpParameter GROUP = text("group", "world");
    private static final String SUMMED = "one rounding, in addition to those of the operands";

    private static final String NO_GRADIENT =
            "frameworks differ in what the adjoint of a sum over ranks is; combine the gradients, not the losses";

    private static final OpParameter RANKS = attribute("ranks", Kind.LONG);
    private static final OpParameter RANK = integer("rank", 0);

    private CollectiveOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "AllReduce" ->
                special(name, OpKind.LIBRARY, tensor("x"), enumeration("op", "ReduceOp", "SUM"), GROUP)
                        .noGradient(NO_GRADIENT)
                        .dtypes(DtypeClass.NUMBER)
                        .cost(100)
                        .tolerance(SUMMED)
                        .shape("the shape of x")
                        .document("the x of all ranks of the group combined, in the order of ranks");
            case "OnRank" ->
                special(name, OpKind.LIBRARY, tensor("x"), RANK, GROUP)
                        .noGradient(NO_GRADIENT)
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .shape("the shape of x")
                        .document("x on one rank of the group, 0 on all others: what a sum over the group counts once");
            case "AllGather" ->
                special(name, OpKind.LIBRARY, tensor("x"), RANKS, GROUP)
                        .gradient("x", b -> b.call("ReduceScatter", Map.of(), b.dy()))
                        .dtypes(DtypeClass.NUMBER)
                        .cost(100)
                        .tolerance("exact")
                        .shape("[ranks · n, ...] of [n, ...]")
                        .document("the x of all ranks of the group, concatenated along the first axis");
            case "ReduceScatter" ->
                special(name, OpKind.LIBRARY, tensor("x"), RANKS, GROUP)
                        .gradient("x", b -> b.call("AllGather", Map.of(), b.dy()))
                        .dtypes(DtypeClass.NUMBER)
                        .cost(100)
                        .tolerance(SUMMED)
                        .shape("[n, ...] of [ranks · n, ...]")
                        .document(
                                "this rank's chunk of the sum of the x of all ranks of the group: the first axis is split"
                                        + " into one chunk per rank");
            case "AllToAll" ->
                special(name, OpKind.LIBRARY, tensor("x"), RANKS, GROUP)
                        .gradient("x", b -> b.call("AllToAll", Map.of(), b.dy()))
                        .dtypes(DtypeClass.NUMBER)
                        .cost(100)
                        .tolerance("exact")
                        .shape("the shape of x")
                        .document(
                                "the chunks of this rank from the x of each rank, in rank order: the first axis is split"
                                        + " into one chunk per rank");
            case "Broadcast" ->
                special(name, OpKind.LIBRARY, tensor("x"), RANK, GROUP)
                        .noGradient(NO_GRADIENT)
                        .dtypes(DtypeClass.NUMBER)
                        .cost(100)
                        .tolerance("exact")
                        .shape("the shape of x")
                        .document("the x of one rank, on every rank of the group");
            case "MatMulAllReduce" ->
                special(name, OpKind.LIBRARY, tensor("a"), tensor("b"), bool("transposeB", false), GROUP)
                        .noGradient(NO_GRADIENT)
                        .dtypes(DtypeClass.FLOAT)
                        .multiplications(MultiplyAddCount::ofProduct)
                        .cost(100)
                        .tolerance("that of MatMul, and one rounding more")
                        .shape("[m, n] of [m, k] and [k, n]")
                        .document("the sum of the matmuls a · b of all ranks of the group, each rounded");
            case "AllGatherMatmul" ->
                special(name, OpKind.LIBRARY, tensor("a"), tensor("b"), RANKS, bool("transposeB", false), GROUP)
                        .gradient("a", b -> productThen(b, "MatmulReduceScatter"))
                        .gradient("b", b -> weightAdjoint(b, b.call("AllGather", Map.of(), b.operand("a")), b.dy()))
                        .dtypes(DtypeClass.FLOAT)
                        .multiplications(MultiplyAddCount::ofProduct)
                        .cost(100)
                        .tolerance("that of MatMul")
                        .shape("[ranks · m, n] of [m, k] and [k, n]")
                        .document(
                                "the matmul of the a of all ranks of the group, concatenated along the first axis, and of b");
            case "MatmulReduceScatter" ->
                special(name, OpKind.LIBRARY, tensor("a"), tensor("b"), RANKS, bool("transposeB", false), GROUP)
                        .gradient("a", b -> productThen(b, "AllGatherMatmul"))
                        .gradient("b", b -> weightAdjoint(b, b.operand("a"), b.call("AllGather", Map.of(), b.dy())))
                        .dtypes(DtypeClass.FLOAT)
                        .multiplications(MultiplyAddCount::ofProduct)
                        .cost(100)
                        .tolerance("that of MatMul, and one rounding more")
                        .shape("[m, n] of [ranks · m, k] and [k, n]")
                        .document("this rank's rows of the sum of the matmuls a · b of all ranks of the group, each"
                                + " rounded: the rows are split into one chunk per rank");
            default -> null;
        };
    }

    /** Returns the adjoint of a: dc · bᵀ, followed by the adjoint of the op's communication. */
    private static Node productThen(GradientBuilder b, String op) throws TypeException {
        return b.call(op, Map.of("transposeB", !b.flag("transposeB")), b.dy(), b.operand("b"));
    }

    /** Returns the adjoint of b: aᵀ · dc, or dcᵀ · a if b is transposed, over the rows of all ranks. */
    private static Node weightAdjoint(GradientBuilder b, Node a, Node dy) throws TypeException {
        Map<String, Boolean> flags = Map.of("transposeA", true, "transposeB", false);
        return b.flag("transposeB") ? b.call("MatMul", flags, dy, a) : b.call("MatMul", flags, a, dy);
    }
}
