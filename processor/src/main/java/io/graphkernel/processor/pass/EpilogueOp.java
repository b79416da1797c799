package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.PostOpKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Epilogue op: an elementwise op that a library applies to its result before storing it.
 *
 * @param name name in the attribute {@code epilogue}: the runtime's {@code PostOpKind} in lower case
 * @param operand operand besides the result, if any
 */
public record EpilogueOp(String name, Optional<Node> operand) {

    private static final String RELU = "relu";

    private static final String ADD = "Add";
    private static final String BIAS = "bias";
    private static final String BIAS_ADD = "BiasAdd";
    private static final String CANN_BIAS = "MatMulBiasAddFusionPass";

    /** The documented passes that fuse an epilogue into a matmul, by library op and epilogue op. */
    static final Map<String, Map<String, Set<String>>> DOCUMENTED = Map.of(
            "MatMul",
            Map.of(
                    BIAS_ADD,
                    Set.of("matmul_elem_biasadd_fusion", CANN_BIAS),
                    ADD,
                    Set.of("matmul_elem_add_fusion", CANN_BIAS),
                    "ReLU",
                    Set.of("matmul_elem_relu_fusion"),
                    "GeLU",
                    Set.of("matmul_elem_gelu_fusion")),
            "BatchMatMul",
            Map.of(BIAS_ADD, Set.of(CANN_BIAS)));

    /** Maximum number of epilogue ops of a library call. */
    private static final int MAX_OPS = 16;

    private static final String FORMAT = "format";
    private static final String CHANNELS_LAST = "NHWC";

    /** Returns the activations that libraries apply, in alphabetical order. */
    public static List<String> activations() {
        return OpTable.get().rows().stream()
                .filter(row -> row.postOp().filter(PostOpKind::isActivation).isPresent())
                .map(OpRow::name)
                .sorted()
                .toList();
    }

    /** Returns true if a library op accepts an epilogue. */
    static boolean isSupportedBy(Node node) {
        return node.isOperation() && OpTable.get().row(node).takesPostOps();
    }

    /**
     * Returns the user of a library call's result as an epilogue op.
     *
     * @param user the op
     * @param value the library's result so far, an operand of the user
     * @param library the library op, with its epilogue so far
     * @return empty if the library does not support it
     */
    public static Optional<EpilogueOp> of(Node user, Node value, Node library) {
        boolean takes = isSupportedBy(library) && library.dtype().isFloating();
        if (!takes || isComplete(library) || !user.isOperation() || !user.type().equals(library.type())) {
            return Optional.empty();
        }
        Optional<PostOpKind> epilogueOp = OpTable.get().row(user).postOp();
        if (epilogueOp.filter(PostOpKind::isActivation).isPresent()) {
            return Optional.of(new EpilogueOp(epilogueOp.get().name(), Optional.empty()));
        }
        return user.attributes().has(FORMAT)
                ? epilogueOp.flatMap(found -> biasAdd(found, user, value, library))
                : epilogueOp.flatMap(found -> combined(found, user, value, library));
    }

    /**
     * Returns true if the epilogue cannot be extended: ReLU is last, because it is applied to stored results. oneDNN's
     * own maps NaN to 0.
     */
    private static boolean isComplete(Node library) {
        List<String> names = names(library.attributes());
        return names.size() == MAX_OPS || names.contains(RELU);
    }

    private static List<String> names(Attributes library) {
        return library.has(Attributes.EPILOGUE)
                ? List.of(library.text(Attributes.EPILOGUE).split(" "))
                : List.of();
    }

    /**
     * Returns the attributes of the library op with this op appended to its epilogue.
     *
     * @param library the attributes of the library op
     * @return new attributes
     */
    public Attributes after(Attributes library) {
        String before = library.has(Attributes.EPILOGUE) ? library.text(Attributes.EPILOGUE) + " " : "";
        return library.with(Attributes.EPILOGUE, before + name);
    }

    /** Returns true if this op adds one number per column or channel. */
    public boolean isBias() {
        return name.equals(BIAS);
    }

    /**
     * Returns true if documented passes would fuse an op but none of them is enabled: the op must stay separate.
     *
     * @param user the op
     * @param library the library op that it follows
     * @param switchedOff names of the disabled passes
     */
    boolean isDisabled(Node user, Node library, Set<String> switchedOff) {
        boolean tensor = user.op().equals(ADD) && !isBias();
        Set<String> passes = DOCUMENTED.getOrDefault(library.op(), Map.of()).getOrDefault(user.op(), Set.of());
        return !tensor && !passes.isEmpty() && switchedOff.containsAll(passes);
    }

    private static Optional<EpilogueOp> biasAdd(PostOpKind epilogueOp, Node user, Node value, Node library) {
        boolean last = CHANNELS_LAST.equals(user.attributes().text(FORMAT));
        int axis = last ? user.shape().rank() - 1 : 1;
        return user.operands().get(0) == value && axis == channelAxis(library)
                ? with(epilogueOp.perChannel(), user.operands().get(1))
                : Optional.empty();
    }

    private static Optional<EpilogueOp> combined(PostOpKind epilogueOp, Node user, Node value, Node library) {
        List<Node> operands = user.operands();
        Node other = operands.get(0) == value ? operands.get(1) : operands.get(0);
        if (other == value || other.isNumber()) {
            return Optional.empty();
        }
        if (other.shape().equals(library.shape())) {
            return with(epilogueOp.name(), other);
        }
        return variesAlongChannels(other.shape(), library) ? with(epilogueOp.perChannel(), other) : Optional.empty();
    }

    private static Optional<EpilogueOp> with(String name, Node operand) {
        return Optional.of(new EpilogueOp(name, Optional.of(operand)));
    }

    /** Returns the axis of a bias: the columns of a matmul, the output channels of a convolution. */
    private static int channelAxis(Node library) {
        return OpTable.get().row(library).channelAxis(library.shape().rank());
    }

    /** Returns true if a value, broadcast to the library's result, has one number per channel. */
    private static boolean variesAlongChannels(Shape shape, Node library) {
        int missing = library.shape().rank() - shape.rank();
        int channels = channelAxis(library) - missing;
        if (channels < 0) {
            return false;
        }
        for (int axis = 0; axis < shape.rank(); axis++) {
            Dim expected = axis == channels ? library.shape().dims().get(axis + missing) : Dim.ONE;
            if (!shape.dims().get(axis).equals(expected)) {
                return false;
            }
        }
        return true;
    }
}
