package io.graphkernel.runtime.internal.expansion;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.AttentionExpansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.eager.EagerExpansion;
import io.graphkernel.runtime.internal.eager.EagerScores;
import io.graphkernel.runtime.internal.eager.Expansions;
import io.graphkernel.runtime.internal.gradient.FunctionRecording;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Attention in eager mode: its expansion on tensors, with a call of the score function for each score. */
public final class AttentionOp {

    private static final String OP = "attention";
    private static final int MATRICES = 3;
    private static final int SIZE_AXIS = 3;
    private static final CompositeOp PLAIN = new CompositeOp(AttentionExpansion.row(Optional.empty(), false));
    private static final CompositeOp RAGGED = new CompositeOp(AttentionExpansion.row(Optional.empty(), true));

    private AttentionOp() {}

    /**
     * Evaluates attention without a score function.
     *
     * @param scale factor of the scores; empty for the reciprocal square root of the size of a head
     * @param matrices query, key and value
     * @return new tensor of the shape of the query
     */
    public static Tensor plain(OptionalDouble scale, Tensor... matrices) {
        return evaluated(PLAIN, scale, matrices);
    }

    /**
     * Evaluates attention over sequences of different lengths, without a score function.
     *
     * @param scale factor of the scores; empty for the reciprocal square root of the size of a head
     * @param operands query, key and value, and for each query the first key of its sequence and the end of its keys
     * @return new tensor of the shape of the query
     */
    public static Tensor ragged(OptionalDouble scale, Tensor... operands) {
        return evaluated(RAGGED, scale, operands);
    }

    /**
     * Evaluates attention over sequences of different lengths with a score function.
     *
     * @param function a function of {@link io.graphkernel.runtime.ElementFunctions}
     * @param scale factor of the scores; empty for the reciprocal square root of the size of a head
     * @param operands query, key and value, and for each query the first key of its sequence and the end of its keys
     * @return new tensor of the shape of the query
     */
    public static Tensor raggedScored(Serializable function, OptionalDouble scale, Tensor... operands) {
        return scored(function, scale, true, operands);
    }

    /**
     * Evaluates attention with a score function.
     *
     * @param function a function of {@link io.graphkernel.runtime.ElementFunctions}
     * @param scale factor of the scores; empty for the reciprocal square root of the size of a head
     * @param operands query, key, value, and the further operands of the function
     * @return new tensor of the shape of the query
     */
    public static Tensor scored(Serializable function, OptionalDouble scale, Tensor... operands) {
        return scored(function, scale, false, operands);
    }

    private static Tensor scored(Serializable function, OptionalDouble scale, boolean isRagged, Tensor... operands) {
        Operands.attribute(OP, "score", function);
        DType dtype = Expansions.dtype(OP, "query", operands[0]);
        if (!dtype.isFloat() || dtype == DType.F64) {
            throw Operands.unsupported(OP, "query", operands[0], "f32, f16 and bf16");
        }
        AttentionExpansion.Scores scores = (b, values, further) -> applied(function, b, values, further);
        return evaluated(new CompositeOp(AttentionExpansion.row(Optional.of(scores), isRagged)), scale, operands);
    }

    private static Node applied(Serializable function, ExpansionBuilder b, Node scores, List<Node> further) {
        EagerExpansion expansion = (EagerExpansion) b;
        List<Node> operands = new ArrayList<>(List.of(expansion.cast(scores, DataType.F32)));
        operands.addAll(further);
        Tensor[] tensors = operands.stream().map(expansion::tensor).toArray(Tensor[]::new);
        Tensor result = FunctionRecording.recorded(OP, function, () -> EagerScores.apply(function, tensors), tensors);
        return expansion.castLike(expansion.node(result), scores);
    }

    private static Tensor evaluated(CompositeOp op, OptionalDouble scale, Tensor... operands) {
        for (int i = 0; i < MATRICES; i++) {
            Operands.present(OP, List.of("query", "key", "value").get(i), operands[i]);
        }
        Tensor query = operands[0];
        double factor = scale.orElseGet(() -> query.rank() > SIZE_AXIS ? 1 / Math.sqrt(query.dimension(SIZE_AXIS)) : 1);
        Tensor number = Eager.scalar(OP, "scale", factor, query);
        return op.evaluate(
                        operands[0],
                        operands[1],
                        operands[2],
                        number,
                        Arrays.copyOfRange(operands, MATRICES, operands.length))[0];
    }
}
