package io.graphkernel.examples.gpt;

import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.dnnl_exec_arg_t;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.matmul;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.primitive;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;

/** A matmul by oneDNN alone, on the threads of OpenMP, without anything of ours. */
final class OneDnnProduct implements Runnable {

    private static final engine CPU = new engine(engine.kind.cpu, 0);
    private static final stream QUEUE = new stream(CPU);

    private final List<Step> steps = new ArrayList<>();

    /** The number of threads for which oneDNN has planned is the one at this moment. */
    private record Step(primitive program, dnnl_exec_arg_t arguments, int count, List<memory> operands) {}

    /**
     * Plans a matmul.
     *
     * @param a f32, bf16 or f16, as all three; [m, k], or [k, m] if it is transposed
     * @param b [k, n], or [n, k] if it is transposed
     * @param result [m, n]
     * @param packed true if oneDNN chooses the layout of b, and reorders it first if necessary
     */
    OneDnnProduct(Tensor a, boolean transposeA, Tensor b, boolean transposeB, Tensor result, boolean packed) {
        memory left = new memory(descriptor(a, transposeA), CPU, a.pointer());
        memory right = new memory(descriptor(b, transposeB), CPU, b.pointer());
        memory target = new memory(descriptor(result, false), CPU, result.pointer());
        memory.desc wanted = packed
                ? new memory.desc(right.get_desc().get_dims(), type(b), memory.format_tag.any, false)
                : right.get_desc();
        matmul.primitive_desc plan = new matmul.primitive_desc(CPU, left.get_desc(), wanted, target.get_desc());
        memory used = right;
        if (packed) {
            used = new memory(plan.weights_desc(), CPU);
            reorder copy = new reorder(new reorder.primitive_desc(CPU, right.get_desc(), CPU, plan.weights_desc()));
            add(copy, List.of(dnnl.DNNL_ARG_FROM, dnnl.DNNL_ARG_TO), List.of(right, used));
        }
        List<Integer> roles = List.of(dnnl.DNNL_ARG_SRC, dnnl.DNNL_ARG_WEIGHTS, dnnl.DNNL_ARG_DST);
        add(new matmul(plan), roles, List.of(left, used, target));
    }

    private static memory.desc descriptor(Tensor matrix, boolean transposed) {
        long[] dims = matrix.dimensions();
        return transposed
                ? new memory.desc(new long[] {dims[1], dims[0]}, type(matrix), new long[] {1, dims[1]}, false)
                : new memory.desc(dims, type(matrix), new long[] {dims[1], 1}, false);
    }

    private static memory.data_type type(Tensor matrix) {
        return switch (matrix.dtype()) {
            case F16 -> memory.data_type.f16;
            case BF16 -> memory.data_type.bf16;
            default -> memory.data_type.f32;
        };
    }

    private void add(primitive program, List<Integer> roles, List<memory> operands) {
        dnnl_exec_arg_t arguments = new dnnl_exec_arg_t(roles.size());
        for (int i = 0; i < roles.size(); i++) {
            arguments.position(i).arg(roles.get(i)).memory(operands.get(i).get());
        }
        steps.add(new Step(program, arguments.position(0), roles.size(), operands));
    }

    @Override
    public void run() {
        for (Step step : steps) {
            int status = dnnl.dnnl_primitive_execute(step.program.get(), QUEUE.get(), step.count, step.arguments);
            if (status != dnnl.dnnl_success) {
                throw new IllegalStateException("oneDNN answered status " + status);
            }
        }
    }
}
