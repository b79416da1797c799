package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Rules of gates and norms of transformers and diffusion models, which are separate ops since version 18. */
final class TransformerRules {

    /** First version with per-channel scale and bias; earlier ones are per group. */
    private static final long SCALE_OF_CHANNELS = 21;

    private TransformerRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("Swish", call -> swish(call, call.in(0)));
        ops.single("SwiGLU", call -> call.ops().mul(swish(call, call.in(0)), call.in(1)));
        ops.single("RMSNormalization", TransformerRules::rootMeanSquare);
        ops.single("GroupNormalization", TransformerRules::group);
    }

    private static Node swish(OnnxCall call, Node x) throws TypeException, UnsupportedNodeException {
        double alpha = call.real("alpha", 1);
        return call.ops().mul(x, call.op("Sigmoid", alpha == 1 ? x : call.ops().mul(x, alpha)));
    }

    /** Checks that a norm is computed in f32, and returns its operand in f32 or f64. */
    private static Node wide(OnnxCall call) throws TypeException, UnsupportedNodeException {
        if (call.integer("stash_type", 1) != 1) {
            throw new UnsupportedNodeException("its stash_type is " + call.integer("stash_type", 1));
        }
        return call.dtype(0) == DataType.F64 ? call.in(0) : call.cast(call.in(0), DataType.F32);
    }

    private static Node rootMeanSquare(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = wide(call);
        int rank = x.shape().rank();
        int axis = call.axis(call.integer("axis", -1), rank);
        List<Long> axes = LongStream.range(axis, rank).boxed().toList();
        ExpansionBuilder b = call.ops();
        Node mean = call.reduced("ReduceMean", b.mul(x, x), axes, true);
        Node norm = call.op("Sqrt", b.add(mean, call.real("epsilon", 1e-5f)));
        return b.mul(call.cast(b.div(x, norm), call.dtype(0)), call.in(1));
    }

    private static Node group(OnnxCall call) throws TypeException, UnsupportedNodeException {
        if (call.opset() < SCALE_OF_CHANNELS) {
            throw new UnsupportedNodeException("version 18 has a scale for each group, and is deprecated");
        }
        Node x = wide(call);
        List<Dim> dims = x.shape().dims();
        Dim groups = Dim.of(call.integer("num_groups", 0));
        if (dims.size() < 2 || groups.equals(Dim.ZERO)) {
            throw new UnsupportedNodeException("it normalizes " + groups + " groups of " + x.shape());
        }
        List<Dim> apart =
                new ArrayList<>(List.of(dims.get(0), groups, dims.get(1).floorDiv(groups)));
        apart.addAll(dims.subList(2, dims.size()));
        Node grouped = call.reshaped(x, apart);
        List<Long> axes = LongStream.range(2, apart.size()).boxed().toList();
        ExpansionBuilder b = call.ops();
        Node centered = b.sub(grouped, call.reduced("ReduceMean", grouped, axes, true));
        Node variance = call.reduced("ReduceMean", b.mul(centered, centered), axes, true);
        Node deviation = call.op("Sqrt", b.add(variance, call.real("epsilon", 1e-5f)));
        Node y = call.cast(call.reshaped(b.div(centered, deviation), dims), call.dtype(0));
        Node scale = NormalizationRules.channels(call, call.in(1), dims.size());
        return b.add(b.mul(y, scale), NormalizationRules.channels(call, call.in(2), dims.size()));
    }
}
