package io.graphkernel.examples.benchmarks.onednn;

import io.graphkernel.examples.benchmarks.onednn.OneDnnProgram.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.layer_normalization_backward;
import org.bytedeco.dnnl.layer_normalization_forward;
import org.bytedeco.dnnl.matmul;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.primitive_attr;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.softmax_backward;
import org.bytedeco.dnnl.softmax_forward;

/** The primitives of oneDNN that a training step is compared with. */
public final class TrainingPrograms {
    private static final int SCALE_AND_SHIFT =
            dnnl.normalization_flags.use_scale.value | dnnl.normalization_flags.use_shift.value;

    private final OneDnn library;

    public TrainingPrograms(OneDnn library) {
        this.library = library;
    }

    /** The logarithm of the softmax of x {@code [n, d]} over the last dim. */
    public OneDnnProgram logSoftmax(memory x, memory result) {
        softmax_forward.primitive_desc plan = new softmax_forward.primitive_desc(
                library.cpu(),
                dnnl.prop_kind.forward_inference,
                dnnl.algorithm.softmax_log,
                x.get_desc(),
                result.get_desc(),
                1);
        List<Argument> operands = List.of(new Argument(dnnl.DNNL_ARG_SRC, x), new Argument(dnnl.DNNL_ARG_DST, result));
        return program("softmax_log")
                .primitive(new softmax_forward(plan), operands)
                .build();
    }

    /**
     * The operands and results of a layer normalization's gradient.
     *
     * @param x as the forward operation read it, {@code [n, d]}
     * @param dy the gradient of its result
     * @param mean of each row, {@code [n]}
     * @param variance of each row
     * @param scale of each column, {@code [d]}
     * @param dx the gradient of x
     * @param dscale the gradient of the scale
     * @param dshift the gradient of the shift
     */
    public record LayerNormGrad(
            memory x, memory dy, memory mean, memory variance, memory scale, memory dx, memory dscale, memory dshift) {}

    /** All three gradients of a layer normalization over the last dim. */
    public OneDnnProgram layerNormGrad(LayerNormGrad of, float epsilon) {
        return program("layer_normalization_backward(use_scale, use_shift)")
                .primitive(new layer_normalization_backward(backward(of, forward(of, epsilon), epsilon)), operands(of))
                .build();
    }

    /** Layer normalization of x {@code [n, d]} and all three gradients, for a cotangent {@code [n, d]}. */
    public OneDnnProgram layerNorm(memory x, memory cotangent, memory scale, memory shift, float epsilon) {
        long[] dims = new long[2];
        x.get_desc().get_dims().get(dims);
        LayerNormGrad of = new LayerNormGrad(
                x,
                cotangent,
                library.temporaryVector(dims[0]),
                library.temporaryVector(dims[0]),
                scale,
                library.temporary(dims[0], dims[1]),
                library.temporaryVector(dims[1]),
                library.temporaryVector(dims[1]));
        layer_normalization_forward.primitive_desc forward = forward(of, epsilon);
        List<Argument> operands = List.of(
                new Argument(dnnl.DNNL_ARG_SRC, x),
                new Argument(dnnl.DNNL_ARG_DST, library.temporary(dims[0], dims[1])),
                new Argument(dnnl.DNNL_ARG_MEAN, of.mean()),
                new Argument(dnnl.DNNL_ARG_VARIANCE, of.variance()),
                new Argument(dnnl.DNNL_ARG_SCALE, scale),
                new Argument(dnnl.DNNL_ARG_SHIFT, shift));
        return program("layer_normalization for training; layer_normalization_backward(use_scale, use_shift)")
                .primitive(new layer_normalization_forward(forward), operands)
                .primitive(new layer_normalization_backward(backward(of, forward, epsilon)), operands(of))
                .build();
    }

    /** Softmax of x {@code [n, d]} over the last dim and its gradient, for a cotangent {@code [n, d]}. */
    public OneDnnProgram softmax(memory x, memory cotangent) {
        long[] dims = new long[2];
        x.get_desc().get_dims().get(dims);
        memory result = library.temporary(dims[0], dims[1]);
        memory gradient = library.temporary(dims[0], dims[1]);
        softmax_forward.primitive_desc forward = new softmax_forward.primitive_desc(
                library.cpu(),
                dnnl.prop_kind.forward_training,
                dnnl.algorithm.softmax_accurate,
                x.get_desc(),
                result.get_desc(),
                1);
        softmax_backward.primitive_desc backward = new softmax_backward.primitive_desc(
                library.cpu(),
                dnnl.algorithm.softmax_accurate,
                gradient.get_desc(),
                cotangent.get_desc(),
                result.get_desc(),
                1,
                forward);
        return program("softmax_accurate for training; softmax_backward")
                .primitive(
                        new softmax_forward(forward),
                        List.of(new Argument(dnnl.DNNL_ARG_SRC, x), new Argument(dnnl.DNNL_ARG_DST, result)))
                .primitive(
                        new softmax_backward(backward),
                        List.of(
                                new Argument(dnnl.DNNL_ARG_DST, result),
                                new Argument(dnnl.DNNL_ARG_DIFF_DST, cotangent),
                                new Argument(dnnl.DNNL_ARG_DIFF_SRC, gradient)))
                .build();
    }

    private layer_normalization_forward.primitive_desc forward(LayerNormGrad of, float epsilon) {
        return new layer_normalization_forward.primitive_desc(
                library.cpu(),
                dnnl.prop_kind.forward_training.value,
                of.x().get_desc(),
                of.x().get_desc(),
                epsilon,
                SCALE_AND_SHIFT);
    }

    private layer_normalization_backward.primitive_desc backward(
            LayerNormGrad of, layer_normalization_forward.primitive_desc forward, float epsilon) {
        return new layer_normalization_backward.primitive_desc(
                library.cpu(),
                dnnl.prop_kind.backward.value,
                of.dx().get_desc(),
                of.dy().get_desc(),
                of.x().get_desc(),
                epsilon,
                SCALE_AND_SHIFT,
                forward);
    }

    private static List<Argument> operands(LayerNormGrad of) {
        return List.of(
                new Argument(dnnl.DNNL_ARG_SRC, of.x()),
                new Argument(dnnl.DNNL_ARG_DIFF_DST, of.dy()),
                new Argument(dnnl.DNNL_ARG_MEAN, of.mean()),
                new Argument(dnnl.DNNL_ARG_VARIANCE, of.variance()),
                new Argument(dnnl.DNNL_ARG_SCALE, of.scale()),
                new Argument(dnnl.DNNL_ARG_DIFF_SRC, of.dx()),
                new Argument(dnnl.DNNL_ARG_DIFF_SCALE, of.dscale()),
                new Argument(dnnl.DNNL_ARG_DIFF_SHIFT, of.dshift()));
    }

    /**
     * The product {@code a · b} with what follows it; the weights b are packed here, once.
     *
     * @param bias is added to the columns first
     * @param tail follows
     * @param description of the bias and the tail, for the report
     */
    public OneDnnProgram matMul(
            memory a, memory b, Optional<memory> bias, PostOperations tail, memory result, String description) {
        long[] dims = new long[2];
        b.get_desc().get_dims().get(dims);
        memory.desc anyLayout = new memory.desc(dims, memory.data_type.f32, memory.format_tag.any, false);
        primitive_attr attributes = tail.attributes();
        matmul.primitive_desc plan = bias.isPresent()
                ? new matmul.primitive_desc(
                        library.cpu(),
                        a.get_desc(),
                        anyLayout,
                        bias.get().get_desc(),
                        result.get_desc(),
                        attributes,
                        false)
                : new matmul.primitive_desc(
                        library.cpu(), a.get_desc(), anyLayout, result.get_desc(), attributes, false);
        memory packed = new memory(plan.weights_desc(), library.cpu());
        new reorder(b, packed).execute(library.queue(), b, packed);
        library.queue()._wait();
        List<Argument> operands = new ArrayList<>(List.of(
                new Argument(dnnl.DNNL_ARG_SRC, a),
                new Argument(dnnl.DNNL_ARG_WEIGHTS, packed),
                new Argument(dnnl.DNNL_ARG_DST, result)));
        bias.ifPresent(vector -> operands.add(new Argument(dnnl.DNNL_ARG_BIAS, vector)));
        operands.addAll(tail.arguments());
        return program("matmul(packed weights" + description)
                .primitive(new matmul(plan), operands)
                .build();
    }

    private OneDnnProgram.Builder program(String description) {
        return new OneDnnProgram.Builder(library, description);
    }
}
