package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an op is to a library whose result it reads.
 *
 * @param name in the attribute {@code epilogue}: the run time's {@code PostOp} in lower case
 * @param operand what it reads besides the result, if anything
 */
record LibraryPostOp(String name, Optional<Node> operand) {

    /** ReLU is not among them: oneDNN's gives 0 for NaN. A fused kernel applies it. */
    private static final Map<String, String> ACTIVATIONS = Map.of(
            "GeLU", "gelu_tanh",
            "GeLUErf", "gelu_erf",
            "FastGeLU", "fast_gelu",
            "SiLU", "silu",
            "Sigmoid", "sigmoid",
            "Tanh", "tanh");

    private static final Set<String> LIBRARY_OPS = Set.of("MatMul", "BatchMatMul", "Conv2D");

    private static final String FORMAT = "format";
    private static final String CHANNELS_LAST = "NHWC";

    /** Whether an op is one after which a library applies others. */
    static boolean areTakenBy(Node node) {
        return node.isOperation() && LIBRARY_OPS.contains(node.op());
    }

    /**
     * What an op is to a library.
     *
     * @param user the op
     * @param value the library's result so far, an operand of the op
     * @param library the library op that the value comes from
     * @return empty if the library can't apply it
     */
    static Optional<LibraryPostOp> of(Node user, Node value, Node library) {
        if (!user.isOperation() || !user.type().equals(library.type())) {
            return Optional.empty();
        }
        if (ACTIVATIONS.containsKey(user.op())) {
            return Optional.of(new LibraryPostOp(ACTIVATIONS.get(user.op()), Optional.empty()));
        }
        return switch (user.op()) {
            case "BiasAdd" -> biasAdd(user, value, library);
            case "Add", "Mul" -> combined(user, value, library);
            default -> Optional.empty();
        };
    }

    private static Optional<LibraryPostOp> biasAdd(Node user, Node value, Node library) {
        boolean last = CHANNELS_LAST.equals(user.attributes().text(FORMAT));
        int axis = last ? user.shape().rank() - 1 : 1;
        return user.operands().get(0) == value && axis == channelAxis(library)
                ? with("bias", user.operands().get(1))
                : Optional.empty();
    }

    private static Optional<LibraryPostOp> combined(Node user, Node value, Node library) {
        List<Node> operands = user.operands();
        Node other = operands.get(0) == value ? operands.get(1) : operands.get(0);
        if (other == value || other.isNumber()) {
            return Optional.empty();
        }
        if (other.shape().equals(library.shape())) {
            return with(user.op().equals("Add") ? "add" : "mul", other);
        }
        boolean bias = user.op().equals("Add") && variesAlongChannels(other.shape(), library);
        return bias ? with("bias", other) : Optional.empty();
    }

    private static Optional<LibraryPostOp> with(String name, Node operand) {
        return Optional.of(new LibraryPostOp(name, Optional.of(operand)));
    }

    /** The axis along which a bias lies: the columns of a product, the outputs of a convolution. */
    private static int channelAxis(Node library) {
        return library.op().equals("Conv2D") ? 1 : library.shape().rank() - 1;
    }

    /** Whether a value, broadcast to the library's result, is one number for each channel. */
    private static boolean variesAlongChannels(Shape shape, Node library) {
        int missing = library.shape().rank() - shape.rank();
        int channels = channelAxis(library) - missing;
        if (channels < 0) {
            return false;
        }
        for (int axis = 0; axis < shape.rank(); axis++) {
            Dim wanted = axis == channels ? library.shape().dims().get(axis + missing) : Dim.ONE;
            if (!shape.dims().get(axis).equals(wanted)) {
                return false;
            }
        }
        return true;
    }
}
