package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.AbstractTensor;
import io.graphkernel.runtime.internal.tensor.OpRecorder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Recorder of the ops that tensors and communicators execute themselves. */
final class TensorRecorder extends OpRecorder {

    @Override
    protected void record(String op, AbstractTensor result, Object... arguments) {
        Recording.basic(op, (Tensor) result, arguments);
    }

    /** Records a view as a strided slice. */
    @Override
    protected void recordSlice(AbstractTensor view, AbstractTensor tensor, long begin, long end) {
        if (OpTape.current() != null) {
            long[] first = new long[tensor.rank()];
            long[] after = tensor.dimensions();
            long[] strides = new long[tensor.rank()];
            Arrays.fill(strides, 1);
            first[0] = begin;
            after[0] = end;
            record("StridedSlice", view, tensor, first, after, strides);
        }
    }

    @Override
    protected void recordCopy(AbstractTensor copy, AbstractTensor tensor) {
        OpTape tape = OpTape.current();
        if (tape != null && tape.isTracked((Tensor) tensor)) {
            tape.add(CopyRuleHolder.RULES, new Object[] {tensor}, List.of(), (Tensor) copy);
        }
    }

    @Override
    protected void rejectTracked(String method, String parameter, AbstractTensor tensor) {
        Recording.reject(method, parameter, (Tensor) tensor);
    }

    /** Lazy holder of the rule of a copy, which calls without a tape do not load. */
    private static final class CopyRuleHolder {
        static final OpGradientInfo RULES = new OpGradientInfo(
                "Tensor.to",
                false,
                false,
                List.of(new TapedGradientRule(List.of(0), List.of(0), CopyRuleHolder::ofTensor)),
                Set.of(),
                "",
                true);

        private static TapedContribution[] ofTensor(OpApplication call) {
            Tensor cotangent = call.cotangent(0);
            Device device = call.operand(0).device();
            Tensor there = cotangent.device() == device ? cotangent : cotangent.to(device);
            return new TapedContribution[] {TapedContribution.of(there)};
        }
    }
}
