package io.graphkernel.examples.benchmarks.onednn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.binary;
import org.bytedeco.dnnl.dnnl_exec_arg_t;
import org.bytedeco.dnnl.dnnl_primitive;
import org.bytedeco.dnnl.dnnl_stream;
import org.bytedeco.dnnl.eltwise_forward;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.layer_normalization_forward;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.primitive;
import org.bytedeco.dnnl.softmax_forward;

/**
 * A sequence of oneDNN primitives over fixed operands. Primitives, memory objects and argument lists are created once;
 * a call enters C once per primitive, without the map of arguments that the C++ interface copies per call.
 */
public final class OneDnnProgram implements Runnable {
    private final String description;
    private final dnnl_stream queue;
    private final Step[] steps;

    private OneDnnProgram(String description, dnnl_stream queue, List<Step> steps) {
        this.description = description;
        this.queue = queue;
        this.steps = steps.toArray(new Step[0]);
    }

    /** Returns how the operation is composed of primitives and post-ops, for the report. */
    public String description() {
        return description;
    }

    @Override
    public void run() {
        for (Step step : steps) {
            int status = dnnl.dnnl_primitive_execute(step.handle, queue, step.arguments.length, step.block);
            if (status != dnnl.dnnl_success) {
                throw new IllegalStateException("oneDNN answered status " + status + " for: " + description);
            }
        }
    }

    /** An operand of a primitive under the id of its role in oneDNN. */
    record Argument(int kind, memory operand) {}

    /** A primitive with its arguments; it keeps every wrapper reachable for as long as the native side uses it. */
    private static final class Step {
        private final primitive owner;
        private final dnnl_primitive handle;
        private final Argument[] arguments;
        private final dnnl_exec_arg_t block;

        Step(primitive owner, List<Argument> operands) {
            this.owner = owner;
            this.handle = this.owner.get();
            this.arguments = operands.toArray(new Argument[0]);
            this.block = new dnnl_exec_arg_t(arguments.length);
            for (int index = 0; index < arguments.length; index++) {
                block.position(index)
                        .arg(arguments[index].kind())
                        .memory(arguments[index].operand().get());
            }
            block.position(0);
        }
    }

    /** Collects the primitives of one program in the order of their execution. */
    public static final class Builder {
        private final OneDnn library;
        private final String description;
        private final List<Step> steps = new ArrayList<>();

        public Builder(OneDnn library, String description) {
            this.library = library;
            this.description = description;
        }

        /** Appends {@code result = postOperations(algorithm(source))}. */
        public Builder eltwise(
                dnnl.algorithm algorithm,
                float alpha,
                float beta,
                memory source,
                memory result,
                PostOperations postOperations) {
            eltwise_forward.primitive_desc plan = new eltwise_forward.primitive_desc(
                    library.cpu(),
                    dnnl.prop_kind.forward_inference,
                    algorithm,
                    source.get_desc(),
                    result.get_desc(),
                    alpha,
                    beta,
                    postOperations.attributes(),
                    false);
            List<Argument> operands = operands(source, result);
            operands.addAll(postOperations.arguments());
            steps.add(new Step(new eltwise_forward(plan), operands));
            return this;
        }

        /** Appends {@code result = postOperations(algorithm(left, right))}; {@code right} may broadcast. */
        public Builder binary(
                dnnl.algorithm algorithm, memory left, memory right, memory result, PostOperations postOperations) {
            binary.primitive_desc plan = new binary.primitive_desc(
                    library.cpu(),
                    algorithm,
                    left.get_desc(),
                    right.get_desc(),
                    result.get_desc(),
                    postOperations.attributes(),
                    false);
            List<Argument> operands = operands(left, result);
            operands.add(new Argument(dnnl.DNNL_ARG_SRC_1, right));
            operands.addAll(postOperations.arguments());
            steps.add(new Step(new binary(plan), operands));
            return this;
        }

        /** Appends a layer normalization over the last dim, with a scale and a shift. */
        public Builder layerNormalization(memory source, memory scale, memory shift, memory result, float epsilon) {
            int flags = dnnl.normalization_flags.use_scale.value | dnnl.normalization_flags.use_shift.value;
            List<Argument> operands = operands(source, result);
            operands.add(new Argument(dnnl.DNNL_ARG_SCALE, scale));
            operands.add(new Argument(dnnl.DNNL_ARG_SHIFT, shift));
            return normalization(source, result, epsilon, flags, operands);
        }

        /** Appends a root-mean-square normalization over the last dim, with a scale. */
        public Builder rootMeanSquareNormalization(memory source, memory scale, memory result, float epsilon) {
            int flags = dnnl.normalization_flags.use_scale.value | dnnl.normalization_flags.rms_norm.value;
            List<Argument> operands = operands(source, result);
            operands.add(new Argument(dnnl.DNNL_ARG_SCALE, scale));
            return normalization(source, result, epsilon, flags, operands);
        }

        /** Appends a softmax over the last dim. */
        public Builder softmax(memory source, memory result) {
            softmax_forward.primitive_desc plan = new softmax_forward.primitive_desc(
                    library.cpu(),
                    dnnl.prop_kind.forward_inference,
                    dnnl.algorithm.softmax_accurate,
                    source.get_desc(),
                    result.get_desc(),
                    1);
            steps.add(new Step(new softmax_forward(plan), operands(source, result)));
            return this;
        }

        /** Appends a primitive with the operands of its roles. */
        Builder primitive(primitive appended, List<Argument> operands) {
            steps.add(new Step(appended, operands));
            return this;
        }

        public OneDnnProgram build() {
            return new OneDnnProgram(description, library.queue().get(), steps);
        }

        private Builder normalization(memory source, memory result, float epsilon, int flags, List<Argument> operands) {
            layer_normalization_forward.primitive_desc plan = new layer_normalization_forward.primitive_desc(
                    library.cpu(),
                    dnnl.prop_kind.forward_inference.value,
                    source.get_desc(),
                    result.get_desc(),
                    epsilon,
                    flags);
            steps.add(new Step(new layer_normalization_forward(plan), operands));
            return this;
        }

        private static List<Argument> operands(memory source, memory result) {
            List<Argument> operands = new ArrayList<>();
            operands.add(new Argument(dnnl.DNNL_ARG_SRC, source));
            operands.add(new Argument(dnnl.DNNL_ARG_DST, result));
            return operands;
        }
    }
}
