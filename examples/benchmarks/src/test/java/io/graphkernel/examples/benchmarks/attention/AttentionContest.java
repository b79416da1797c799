package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.util.List;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/** The operands of one attention, and the contestants that all work on them. */
final class AttentionContest implements AutoCloseable {
    private static final long HEADS = 12;
    private static final long HEAD_SIZE = 64;

    private final DType dtype;
    private final List<Tensor> operands;
    private final Tensor result;
    private final List<org.bytedeco.pytorch.Tensor> theirs;

    /** Makes operands of f32 or bf16, filled with the same numbers each time. */
    AttentionContest(DType dtype, long sequence) {
        this.dtype = dtype;
        long[] dims = {1, HEADS, sequence, HEAD_SIZE};
        operands = List.of(uniform(1, dtype, dims), uniform(2, dtype, dims), uniform(3, dtype, dims));
        result = Tensor.empty(operands.get(0).device(), dtype, dims);
        theirs = operands.stream().map(AttentionContest::shared).toList();
    }

    private static Tensor uniform(long seed, DType dtype, long... dims) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] numbers = new float[(int) (dims[0] * dims[1] * dims[2] * dims[3])];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = 4 * (float) random.nextDouble() - 2;
        }
        Tensor wide = Tensor.of(numbers, dims);
        return dtype == DType.F32 ? wide : Ops.cast(wide, dtype);
    }

    /** PyTorch's view of our memory. */
    private static org.bytedeco.pytorch.Tensor shared(Tensor tensor) {
        TensorOptions options =
                new TensorOptions(tensor.dtype() == DType.F32 ? torch.ScalarType.Float : torch.ScalarType.BFloat16);
        return torch.from_blob(tensor.pointer(), tensor.dimensions(), options);
    }

    /** Ours, as one op. */
    Runnable fused() {
        return dtype == DType.F32
                ? () -> FusedAttentionOpsKernels.f32(operands.get(0), operands.get(1), operands.get(2), result)
                : () -> FusedAttentionOpsKernels.bf16(operands.get(0), operands.get(1), operands.get(2), result);
    }

    /** Ours as two products and a fused softmax. */
    Runnable products() {
        return dtype == DType.F32
                ? () -> ProductAttentionOpsKernels.f32(operands.get(0), operands.get(1), operands.get(2), result)
                : () -> ProductAttentionOpsKernels.bf16(operands.get(0), operands.get(1), operands.get(2), result);
    }

    /** Ours as two products and one kernel per basic op. */
    Runnable unfused() {
        return dtype == DType.F32
                ? () -> UnfusedAttentionOpsKernels.f32(operands.get(0), operands.get(1), operands.get(2), result)
                : () -> UnfusedAttentionOpsKernels.bf16(operands.get(0), operands.get(1), operands.get(2), result);
    }

    /** PyTorch's function; it makes its result again. */
    Runnable torch() {
        return () -> theirResult().close();
    }

    private org.bytedeco.pytorch.Tensor theirResult() {
        return torch.scaled_dot_product_attention(theirs.get(0), theirs.get(1), theirs.get(2));
    }

    /** Returns the output of a contestant of ours, as f32. */
    float[] output(Runnable contestant) {
        contestant.run();
        return (dtype == DType.F32 ? result : Ops.cast(result, DType.F32)).toFloatArray();
    }

    /** Returns the output of PyTorch, as f32. */
    float[] theirOutput() {
        try (org.bytedeco.pytorch.Tensor tensor = theirResult().to(torch.ScalarType.Float)) {
            float[] numbers = new float[(int) tensor.numel()];
            new org.bytedeco.javacpp.FloatPointer(tensor.data_ptr()).get(numbers);
            return numbers;
        }
    }

    @Override
    public void close() {
        theirs.forEach(org.bytedeco.pytorch.Tensor::close);
        operands.forEach(Tensor::close);
        result.close();
    }
}
