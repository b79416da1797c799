package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.collective.CollectiveBackend;
import io.graphkernel.runtime.internal.device.DeviceStates;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** All-reduce of tensors by a rank. Tensors of a device that the backend does not access are copied to the host. */
public final class TensorAllReduce {
    private static final String METHOD = "allReduce";

    private TensorAllReduce() {}

    /** Reduces the source of each rank into the target. */
    public static void run(
            CollectiveBackend backend,
            @Nullable ReduceOp op,
            @Nullable AbstractTensor source,
            @Nullable AbstractTensor target) {
        if (op == null || source == null || target == null) {
            String missing = op == null ? "op" : "a tensor";
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, METHOD, missing);
        }
        requireAlike(source, target);
        OpRecorder.reject(METHOD, "source", source);
        Tensors.requireWritable(target, METHOD, "target");
        OverlapCheck.disjointOrSame(METHOD, "target", target, "source", source);
        Tensors.recordWrite(target);
        reduce(backend, CollectiveRequest.allReduce(op, source.dtype(), source.elementCount()), source, target);
    }

    private static void reduce(
            CollectiveBackend backend, CollectiveRequest request, AbstractTensor source, AbstractTensor target) {
        if (source.device().isHost()) {
            try (AbstractTensor from = Tensors.hold(source);
                    AbstractTensor to = Tensors.hold(target)) {
                backend.start(request, from.address(), to.address()).await();
            }
        } else if (source.device() == backend.device() && backend.enqueues(request)) {
            try (AbstractTensor from = Tensors.hold(source);
                    AbstractTensor to = Tensors.hold(target)) {
                DeviceCopies.enqueue(
                        from, to, stream -> backend.enqueue(request, from.address(), to.address(), stream));
            }
        } else {
            try (AbstractTensor host = DeviceCopies.to(DeviceStates.host(), source)) {
                reduce(backend, request, host, host);
                DeviceCopies.copy(host, target);
            }
        }
    }

    private static void requireAlike(AbstractTensor source, AbstractTensor target) {
        String described = source.dtype() + Arrays.toString(source.dimensions());
        if (source.dtype() == DType.BOOL || source.dtype().isStorageOnly()) {
            throw new DTypeMismatchException(RuntimeProblem.DTYPE_UNSUPPORTED, METHOD, described, "numbers");
        }
        boolean alike = source.dtype() == target.dtype()
                && source.device() == target.device()
                && Arrays.equals(source.dimensions(), target.dimensions());
        if (!alike) {
            String result = target.dtype() + Arrays.toString(target.dimensions());
            boolean elsewhere = source.device() != target.device();
            throw new ShapeMismatchException(
                    RuntimeProblem.RESULT_SHAPE,
                    METHOD,
                    "target",
                    result + (elsewhere ? " on " + target.device() : ""),
                    described + (elsewhere ? " on " + source.device() : ""),
                    "make it with Tensor.empty(source.device(), source.dtype(), source.dimensions())");
        }
    }
}
