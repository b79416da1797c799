package io.graphkernel.examples.blocks;

import io.graphkernel.runtime.DType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** PyTorch, through JavaCPP's preset, on the host. */
final class Torch {
    private static final String PLATFORM = "linux-x86_64";

    /**
     * With these variables in the environment it is faster: large results on huge pages, and threads of OpenMP and of
     * OpenBLAS that sleep between calls, so that they do not keep each other, or other libraries, from the processors.
     */
    static final Map<String, String> ENVIRONMENT =
            Map.of("THP_MEM_ALLOC_ENABLE", "1", "OMP_WAIT_POLICY", "passive", "OPENBLAS_THREAD_TIMEOUT", "4");

    private Torch() {}

    /** Returns true if its native libraries are among the dependencies, which they are on one platform. */
    static boolean isHere() {
        return Loader.getPlatform().equals(PLATFORM);
    }

    /** Why it is not. */
    static String reason() {
        return "PyTorch's libraries are among the dependencies on " + PLATFORM + " alone, and this is "
                + Loader.getPlatform();
    }

    /** Of the library and of the preset. */
    static String version() {
        try {
            return Loader.getVersion("org.bytedeco", "pytorch");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tensors on the memory of ours, which must be kept; those that a block updates are copies. */
    static List<Tensor> tensors(Workload workload, List<io.graphkernel.runtime.Tensor> ours) {
        return IntStream.range(0, ours.size())
                .mapToObj(i -> {
                    Tensor tensor = tensor(ours.get(i));
                    return workload.operands().get(i).updated() ? tensor.clone() : tensor;
                })
                .toList();
    }

    /**
     * The gradients of the operands that are floats, for the cotangents of a workload: those of PyTorch's autograd, in
     * float64.
     */
    static List<Values> gradients(Workload workload) {
        List<io.graphkernel.runtime.Tensor> ours = workload.tensors();
        List<Tensor> operands = ours.stream().map(Torch::differentiable).toList();
        List<Tensor> results = workload.differentiable(operands);
        List<Tensor> cotangents = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            long[] dims = results.get(i).sizes().vec().get();
            cotangents.add(tensor(workload.cotangent(i, dims)).to(torch.ScalarType.Double));
        }
        List<Tensor> wanted = operands.stream().filter(Tensor::requires_grad).toList();
        TensorVector gradients = torch.grad(
                new TensorVector(results.toArray(Tensor[]::new)),
                new TensorVector(wanted.toArray(Tensor[]::new)),
                new TensorVector(cotangents.toArray(Tensor[]::new)),
                new BoolOptional(),
                false,
                false);
        return Arrays.stream(gradients.get()).map(Torch::values).toList();
    }

    private static Tensor differentiable(io.graphkernel.runtime.Tensor ours) {
        Tensor tensor = tensor(ours);
        return ours.dtype() == DType.F32 ? tensor.to(torch.ScalarType.Double).requires_grad_() : tensor.clone();
    }

    private static Tensor tensor(io.graphkernel.runtime.Tensor ours) {
        TensorOptions options =
                new TensorOptions(ours.dtype() == DType.I64 ? torch.ScalarType.Long : torch.ScalarType.Float);
        return torch.from_blob(ours.pointer(), ours.dimensions(), options);
    }

    /** A result of floats. */
    static Values values(Tensor tensor) {
        Tensor dense = tensor.to(torch.ScalarType.Double).contiguous();
        int[] dims = Arrays.stream(dense.sizes().vec().get())
                .mapToInt(Math::toIntExact)
                .toArray();
        double[] elements = new double[(int) dense.numel()];
        new DoublePointer(dense.data_ptr()).get(elements);
        return new Values(dims, elements);
    }

    static Scalar scalar(double value) {
        return new Scalar(value);
    }

    /** Layer normalization over the last axis. */
    static Tensor layerNorm(Tensor x, Tensor gamma, Tensor beta, double epsilon) {
        return torch.layer_norm(
                x, new long[] {gamma.size(0)}, new TensorOptional(gamma), new TensorOptional(beta), epsilon, false);
    }
}
