package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.number;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpResult.result;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpParameter.Kind;
import java.util.List;

/** Random tensors: each element is a function of its position and of the seeds, whatever computes it. */
final class RandomRows {

    private RandomRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                generator("RandomUniform", "PhiloxUniform")
                        .aliases("UniformReal")
                        .document("uniform in [0, 1), reproducible from the seeds"),
                generator("StandardNormal", "PhiloxNormal")
                        .document("normal with mean 0 and variance 1, reproducible from the seeds"),
                OpRow.composites(
                                "Dropout",
                                RandomRows::dropout,
                                tensor("x"),
                                number("keepProbability"),
                                number("seed", OpDtype.I64),
                                number("seed2", OpDtype.I64))
                        .gives(result("y"), result("mask"))
                        .shape("the shape of x")
                        .document("y = x / keepProbability where u < keepProbability, else 0; mask is 1 and 0, of the"
                                + " dtype of x; u is RandomUniform of the seeds")
                        .note("dropped elements are 0 even where x is infinite or NaN"),
                OpRow.composite("DropoutGrad", RandomRows::dropoutGradient)
                        .takes(tensor("dy"), tensor("mask"), number("keepProbability"))
                        .shape("the shape of dy")
                        .document("dy · mask / keepProbability"));
    }

    private static OpRowBuilder generator(String name, String function) {
        return OpRow.composite(
                        name,
                        b -> b.op(function, b.rowMajorIndex(b.dims("dims")), b.operand("seed"), b.operand("seed2")))
                .takes(
                        number("seed", OpDtype.I64),
                        number("seed2", OpDtype.I64),
                        OpParameter.attribute("dims", Kind.DIMS))
                .gives(OpDtype.F32)
                .dtypes(DtypeClass.ANY)
                .shape("dims");
    }

    private static List<Node> dropout(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Node uniform = b.op("PhiloxUniform", b.rowMajorIndex(b.dims(x)), b.operand("seed"), b.operand("seed2"));
        Node keepProbability = b.operand("keepProbability");
        Node kept = b.op("Less", uniform, b.cast(keepProbability, DType.F32));
        return List.of(b.select(kept, b.div(x, keepProbability), 0), b.castLike(kept, x));
    }

    private static Node dropoutGradient(ExpansionBuilder b) throws TypeException {
        return b.div(b.mul(b.operand("dy"), b.operand("mask")), b.operand("keepProbability"));
    }
}
