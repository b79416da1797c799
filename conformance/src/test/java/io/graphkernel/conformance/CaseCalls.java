package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.conformance.random.OpCall;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.List;
import java.util.SplittableRandom;

/** The cases as calls in random methods. */
public final class CaseCalls {

    private CaseCalls() {}

    /** The calls of all ops that the table has. */
    public static List<OpCall> all() {
        return Cases.all().stream().filter(Table::claims).map(CaseCalls::call).toList();
    }

    /** An array's elements in a new tensor. */
    public static Tensor tensor(NdArray array) {
        return Tensors.of(array);
    }

    /** A tensor's elements. */
    public static NdArray array(Tensor tensor) {
        return Tensors.read(tensor);
    }

    /** A number within bounds, as far as the dtype has it. */
    public static Scalar number(DType dtype, double low, double high, SplittableRandom random) {
        return Sampler.between(low, high).sample(dtype, random);
    }

    private static OpCall call(Case tested) {
        return new OpCall(
                tested.op(),
                tested.call().replace("$", Table.javaName(tested.op())).replace("Ops.", ""),
                tested.operands().stream().map(CaseCalls::operand).toList(),
                tested.oracle()::apply,
                tested.results(),
                tested.updated(),
                tested.slack(),
                tested.allowsEmpty());
    }

    private static OpCall.Operand operand(Operand operand) {
        return new OpCall.Operand(
                operand.dtype(),
                operand.isUnranked() ? null : operand.dims(),
                operand.sampler().isUnlimited(),
                random -> operand.sampler().sample(operand.dtype(), random));
    }
}
