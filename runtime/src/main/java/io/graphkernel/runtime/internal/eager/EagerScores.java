package io.graphkernel.runtime.internal.eager;

import io.graphkernel.op.AttentionExpansion;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ElementFunctions.ScoreFunction;
import io.graphkernel.runtime.ElementFunctions.ScoreFunction1;
import io.graphkernel.runtime.ElementFunctions.ScoreFunction2;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import java.io.Serializable;
import java.lang.ref.Reference;
import java.util.Arrays;

/** Application of a score function of the user to attention scores, by calling it. */
public final class EagerScores {

    private static final String[] NAMES = {"score", "batch", "head", "query", "key", "x", "y"};

    /** Position of the first further operand, after the score and its four indices. */
    private static final int FURTHER = AttentionExpansion.SCORE_PARAMETERS;

    private EagerScores() {}

    /** Function of a score, its indices and further elements. */
    @FunctionalInterface
    private interface Evaluation {
        float apply(float score, int[] indices, float[] further);
    }

    /**
     * Applies a function.
     *
     * @param function a function of {@link io.graphkernel.runtime.ElementFunctions}
     * @param operands scores as f32, indices as i32, and further operands as f32, which broadcast to the scores
     * @return new tensor of the shape of the scores
     */
    public static Tensor apply(Serializable function, Tensor... operands) {
        Evaluation evaluation = evaluation(function);
        return HostOperands.run(host -> onHost(evaluation, host), operands);
    }

    private static Evaluation evaluation(Serializable function) {
        if (function instanceof ScoreFunction f) {
            return (score, i, e) -> f.apply(score, i[0], i[1], i[2], i[3]);
        }
        return function instanceof ScoreFunction1 f
                ? (score, i, e) -> f.apply(score, i[0], i[1], i[2], i[3], e[0])
                : (score, i, e) -> ((ScoreFunction2) function).apply(score, i[0], i[1], i[2], i[3], e[0], e[1]);
    }

    private static Tensor onHost(Evaluation evaluation, Tensor... operands) {
        Broadcast shape = Operands.broadcast("attention", NAMES, operands);
        Tensor result = HostOperands.result(DType.F32, shape.dimensions());
        try {
            TensorElements[] from =
                    Arrays.stream(operands).map(TensorElements::of).toArray(TensorElements[]::new);
            TensorElements to = TensorElements.of(result);
            int[] indices = new int[FURTHER - 1];
            float[] further = new float[operands.length - FURTHER];
            ElementWalk.visitAll(shape, operands.length, (i, positions) -> {
                for (int index = 0; index < indices.length; index++) {
                    indices[index] = (int) from[index + 1].getLong(positions[index + 1]);
                }
                for (int operand = 0; operand < further.length; operand++) {
                    further[operand] = (float) from[operand + FURTHER].getDouble(positions[operand + FURTHER]);
                }
                to.putDouble(i, evaluation.apply((float) from[0].getDouble(positions[0]), indices, further));
            });
            return result;
        } catch (RuntimeException | Error failure) {
            result.close();
            throw failure;
        } finally {
            Reference.reachabilityFence(operands);
        }
    }
}
