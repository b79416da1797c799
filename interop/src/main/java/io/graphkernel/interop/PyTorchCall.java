package io.graphkernel.interop;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.TensorBase;
import org.bytedeco.pytorch.TensorTensorHook;
import org.bytedeco.pytorch.VoidTensorHook;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A call of a kernel in PyTorch's autograd graph. PyTorch does not support autograd functions in Java, but tensors have
 * hooks, which receive a gradient and may replace it. So empty ops connect the inputs with the results: each input
 * contributes an empty slice, and their sum is added to an empty slice of each result. In the backward pass, the hook
 * of a result saves its cotangent. The hook of the sum, which runs after all of these, calls the gradient of the
 * kernel. The hook of an input replaces the accumulated zeros by its gradient. These zeros are the overhead: PyTorch
 * writes a gradient of the size of each input.
 *
 * <p>Two tensors of one element report what PyTorch has released. One is an operand of a multiplication, which PyTorch
 * saves for the backward pass and releases with all saved values. The other is a leaf, which lives as long as the
 * graph.
 */
final class PyTorchCall {

    private final ForwardCall<?> forward;
    /** The hooks, which PyTorch does not retain. */
    private final List<Pointer> hooks = new ArrayList<>();

    private final List<PyTorchVersion> saved = new ArrayList<>();
    /** Each backward pass runs on one thread. */
    private final Map<Thread, PyTorchPass> passes = new ConcurrentHashMap<>();

    private PyTorchCall(ForwardCall<?> forward) {
        this.forward = forward;
    }

    /** Returns the results of a forward call as PyTorch tensors, which record gradients if an input does. */
    static org.bytedeco.pytorch.Tensor[] results(ForwardCall<?> forward, PyTorchInputs inputs) {
        boolean records =
                GradMode.is_enabled() && inputs.all().stream().anyMatch(PyTorchInputs.Input::recordsGradients);
        if (records) {
            inputs.requireGradients(forward);
        }
        org.bytedeco.pytorch.Tensor[] results =
                new org.bytedeco.pytorch.Tensor[forward.results().size()];
        try {
            for (int i = 0; i < results.length; i++) {
                Tensor result = forward.results().get(i);
                results[i] = PyTorchMemory.give(result, result.rank() == 0 ? new long[] {1} : result.dimensions());
            }
            connect(forward, inputs, results, records);
            return results;
        } catch (RuntimeException | Error failure) {
            // Their memory is released with the call.
            for (org.bytedeco.pytorch.Tensor result : results) {
                if (result != null) {
                    result.close();
                }
            }
            throw failure;
        }
    }

    private static void connect(
            ForwardCall<?> forward, PyTorchInputs inputs, org.bytedeco.pytorch.Tensor[] results, boolean records) {
        PyTorchCall call = new PyTorchCall(forward);
        if (records) {
            try (PointerScope scope = new PointerScope()) {
                org.bytedeco.pytorch.Tensor joint = call.join(
                        forward.parameters().stream().map(inputs::recording).toList());
                for (int i = 0; i < results.length; i++) {
                    if (forward.differentiable().contains(forward.results().get(i))) {
                        add(joint, results[i]);
                    }
                }
            }
        }
        for (int i = 0; i < results.length; i++) {
            if (forward.results().get(i).rank() == 0) {
                try (org.bytedeco.pytorch.Tensor vector = results[i]) {
                    results[i] = vector.squeeze();
                }
            }
        }
        if (records) {
            call.watch(inputs.all(), results);
        } else {
            forward.release();
        }
    }

    /**
     * Returns an empty vector that depends on the inputs.
     *
     * @param inputs one for each parameter; null if no gradient is requested
     */
    private org.bytedeco.pytorch.Tensor join(List<org.bytedeco.pytorch.@Nullable Tensor> inputs) {
        FloatPointer tokens = new FloatPointer(1, 1);
        tokens.retainReference();
        org.bytedeco.pytorch.Tensor graph = PyTorchMemory.over(
                tokens,
                ScalarType.Float,
                () -> {
                    end();
                    tokens.releaseReference();
                },
                1);
        org.bytedeco.pytorch.Tensor values =
                PyTorchMemory.over(tokens.getPointer(1), ScalarType.Float, this::release, 1);
        org.bytedeco.pytorch.Tensor sum = empty(graph.set_requires_grad(true));
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i) != null) {
                int parameter = i;
                // Its backward pass creates a tensor without other references, which PyTorch need not copy into a leaf.
                org.bytedeco.pytorch.Tensor input = inputs.get(i).unsqueeze(0);
                input.register_hook(kept(new TensorTensorHook() {
                    @Override
                    public TensorBase call(TensorBase zeros) {
                        return pass().gradient(parameter);
                    }
                }));
                sum = sum.add(empty(input));
            }
        }
        org.bytedeco.pytorch.Tensor joint = sum.mul(values);
        joint.register_hook(kept(new VoidTensorHook() {
            @Override
            public void call(TensorBase nothing) {
                differentiate();
            }
        }));
        return joint;
    }

    private static org.bytedeco.pytorch.Tensor empty(org.bytedeco.pytorch.Tensor tensor) {
        // The empty operand comes first; otherwise, a non-contiguous vector would be copied.
        return tensor.narrow(0, 0, 0).reshape(0).toType(ScalarType.Float);
    }

    /** Makes a result depend on the inputs. */
    private static void add(org.bytedeco.pytorch.Tensor joint, org.bytedeco.pytorch.Tensor result) {
        long[] dims = result.sizes().vec().get();
        dims[0] = 0;
        result.index_add_(
                0,
                PyTorchTensors.empty(new long[] {0}, ScalarType.Long),
                joint.toType(result.scalar_type()).reshape(dims));
    }

    private <H extends Pointer> H kept(H hook) {
        hook.retainReference(); // No scope closes it.
        hooks.add(hook);
        return hook;
    }

    /** Saves the versions of saved values that are not copies, and waits for cotangents. */
    private void watch(List<PyTorchInputs.Input> inputs, org.bytedeco.pytorch.Tensor[] results) {
        for (PyTorchInputs.Input input : inputs) {
            if (input.isShared() && forward.holds(input.ours())) {
                saved.add(new PyTorchVersion(input.theirs()));
            }
        }
        List<Tensor> differentiable = forward.differentiable();
        for (int i = 0; i < results.length; i++) {
            Tensor result = forward.results().get(i);
            // It is closed if it has no elements, and nothing can be written.
            if (result.elementCount() > 0 && forward.holds(result)) {
                saved.add(new PyTorchVersion(results[i]));
            }
            int number = differentiable.indexOf(result);
            if (number >= 0) {
                results[i].register_hook(kept(new VoidTensorHook() {
                    @Override
                    public void call(TensorBase cotangent) {
                        pass().keep(number, cotangent);
                    }
                }));
            }
        }
    }

    private PyTorchPass pass() {
        PyTorchPass pass = passes.computeIfAbsent(
                Thread.currentThread(),
                thread -> new PyTorchPass(forward.differentiable().size()));
        pass.enter(torch.get_current_graph_task_id());
        return pass;
    }

    private void differentiate() {
        if (GradMode.is_enabled()) {
            throw new GradientException(RuntimeProblem.NO_SECOND_DERIVATIVE);
        }
        saved.forEach(PyTorchVersion::requireUnmodified);
        pass().differentiate(forward);
    }

    /** PyTorch has released its saved values: after a backward pass, or with the graph. */
    private void release() {
        // Concurrent threads may be about to take their pass.
        PyTorchPass pass = passes.get(Thread.currentThread());
        if (pass != null) {
            pass.giveUpReturned();
        }
        saved.forEach(PyTorchVersion::close);
        forward.release();
    }

    /** The graph is destroyed. */
    private void end() {
        passes.values().forEach(PyTorchPass::close);
        hooks.forEach(Pointer::releaseReference);
    }
}
