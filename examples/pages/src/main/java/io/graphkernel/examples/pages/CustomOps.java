package io.graphkernel.examples.pages;

import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.runtime.CustomOp;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;

public final class CustomOps {

    /** x² / (x² + k), with its derivative 2 k x / (x² + k)². */
    static final CustomOp SATURATION = CustomOp.of(composite("Saturation", ops -> {
                var square = ops.square(ops.x());
                return ops.div(square, ops.add(square, ops.operand("k")));
            })
            .parameters(tensor("x"), number("k"))
            .gradient("x", ops -> {
                var bound = ops.add(ops.square(ops.x()), ops.operand("k"));
                var numerator = ops.mul(ops.mul(ops.x(), ops.operand("k")), 2);
                return ops.mul(ops.dy(), ops.div(numerator, ops.square(bound)));
            }));

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {0, 1, 3}, 3);
            System.out.println(SATURATION.call(x, 1.0));
            System.out.println(Gradients.gradient(() -> Ops.reduceSum(SATURATION.call(x, 1.0)), x));
        }
    }
}
