package io.graphkernel.examples.benchmarks.onednn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.post_ops;
import org.bytedeco.dnnl.primitive_attr;

/** Operations that a oneDNN primitive applies to its result while that is still in registers. */
public final class PostOperations {
    private final post_ops chain = new post_ops();
    private final List<OneDnnProgram.Argument> arguments = new ArrayList<>();

    /** Appends {@code value = algorithm(value)} with oneDNN's two parameters of that algorithm. */
    public PostOperations eltwise(dnnl.algorithm algorithm, float alpha, float beta) {
        chain.append_eltwise(algorithm, alpha, beta);
        return this;
    }

    /** Appends {@code value = algorithm(value, operand)}; the operand may have dims of size 1, which broadcast. */
    public PostOperations binary(dnnl.algorithm algorithm, memory operand) {
        int index = chain.len();
        chain.append_binary(algorithm, operand.get_desc());
        int kind = dnnl.DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE * (index + 1) | dnnl.DNNL_ARG_SRC_1;
        arguments.add(new OneDnnProgram.Argument(kind, operand));
        return this;
    }

    primitive_attr attributes() {
        primitive_attr attributes = new primitive_attr();
        attributes.set_post_ops(chain);
        return attributes;
    }

    List<OneDnnProgram.Argument> arguments() {
        return arguments;
    }
}
