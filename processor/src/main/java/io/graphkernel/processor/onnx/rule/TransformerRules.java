package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
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
        ops.add("RMSNormalization", RowNorms.ROOT_MEAN_SQUARE::ofInputs);
        ops.add("SimplifiedLayerNormalization", call -> {
            List<OnnxValue> results = RowNorms.ROOT_MEAN_SQUARE.ofInputs(call);
            return List.of(results.get(0), results.get(2));
        });
        ops.single("GroupNormalization", TransformerRules::group);
    }

    private static Node swish(OnnxCall call, Node x) throws TypeException, UnsupportedNodeException {
        double alpha = call.real("alpha", 1);
        return call.ops().mul(x, call.op("Sigmoid", alpha == 1 ? x : call.ops().mul(x, alpha)));
    }

    private static Node group(OnnxCall call) throws TypeException, UnsupportedNodeException {
        if (call.opset() < SCALE_OF_CHANNELS) {
            throw new UnsupportedNodeException("version 18 has a scale for each group, and is deprecated");
        }
        RowNorms.requireWide(call);
        Node x = RowNorms.wide(call, call.in(0));
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
