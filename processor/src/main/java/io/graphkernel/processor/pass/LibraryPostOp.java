package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.PostOp;
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
public record LibraryPostOp(String name, Optional<Node> operand) {

    private static final String RELU = "relu";

    private static final String ADD = "Add";
    private static final String BIAS = "bias";
    private static final String BIAS_ADD = "BiasAdd";
    private static final String CANN_BIAS = "MatMulBiasAddFusionPass";

    /** The documented passes that take what follows a product, by product and op. */
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

    /** A library takes a bounded number of post-ops. */
    private static final int MOST = 16;

    private static final String FORMAT = "format";
    private static final String CHANNELS_LAST = "NHWC";

    /** The activations that a library applies, in alphabetical order. */
    public static List<String> activations() {
        return OpTable.get().rows().stream()
                .filter(row -> row.postOp().filter(PostOp::isActivation).isPresent())
                .map(OpRow::name)
                .sorted()
                .toList();
    }

    /** Whether an op is one after which a library applies others. */
    static boolean areTakenBy(Node node) {
        return node.isOperation() && OpTable.get().row(node).takesPostOps();
    }

    /**
     * What an op is to a library.
     *
     * @param user the op
     * @param value the library's result so far, an operand of the op
     * @param library the library op that the value comes from, with the post-ops that it has so far
     * @return empty if the library can't apply it
     */
    public static Optional<LibraryPostOp> of(Node user, Node value, Node library) {
        boolean takes = areTakenBy(library) && library.dtype().isFloating();
        if (!takes || isComplete(library) || !user.isOperation() || !user.type().equals(library.type())) {
            return Optional.empty();
        }
        Optional<PostOp> postOp = OpTable.get().row(user).postOp();
        if (postOp.filter(PostOp::isActivation).isPresent()) {
            return Optional.of(new LibraryPostOp(postOp.get().name(), Optional.empty()));
        }
        return user.attributes().has(FORMAT)
                ? postOp.flatMap(found -> biasAdd(found, user, value, library))
                : postOp.flatMap(found -> combined(found, user, value, library));
    }

    /** ReLU is the last: it is applied to what oneDNN has stored, whose own gives 0 for NaN. */
    private static boolean isComplete(Node library) {
        List<String> names = names(library.attributes());
        return names.size() == MOST || names.contains(RELU);
    }

    private static List<String> names(Attributes library) {
        return library.has(Attributes.EPILOGUE)
                ? List.of(library.text(Attributes.EPILOGUE).split(" "))
                : List.of();
    }

    /**
     * The attributes of the library op with this post-op after those that it has.
     *
     * @param library the attributes of the library op
     * @return new attributes
     */
    public Attributes after(Attributes library) {
        String before = library.has(Attributes.EPILOGUE) ? library.text(Attributes.EPILOGUE) + " " : "";
        return library.with(Attributes.EPILOGUE, before + name);
    }

    /** Whether the adding of one number for each column or channel. */
    public boolean isBias() {
        return name.equals(BIAS);
    }

    /**
     * Whether documented passes would take an op and none of them runs: the user wants the op by itself.
     *
     * @param user the op
     * @param library the library op that it follows
     * @param switchedOff the passes that do not run
     */
    boolean isUnwanted(Node user, Node library, Set<String> switchedOff) {
        boolean tensor = user.op().equals(ADD) && !isBias();
        Set<String> passes = DOCUMENTED.getOrDefault(library.op(), Map.of()).getOrDefault(user.op(), Set.of());
        return !tensor && !passes.isEmpty() && switchedOff.containsAll(passes);
    }

    private static Optional<LibraryPostOp> biasAdd(PostOp postOp, Node user, Node value, Node library) {
        boolean last = CHANNELS_LAST.equals(user.attributes().text(FORMAT));
        int axis = last ? user.shape().rank() - 1 : 1;
        return user.operands().get(0) == value && axis == channelAxis(library)
                ? with(postOp.perChannel(), user.operands().get(1))
                : Optional.empty();
    }

    private static Optional<LibraryPostOp> combined(PostOp postOp, Node user, Node value, Node library) {
        List<Node> operands = user.operands();
        Node other = operands.get(0) == value ? operands.get(1) : operands.get(0);
        if (other == value || other.isNumber()) {
            return Optional.empty();
        }
        if (other.shape().equals(library.shape())) {
            return with(postOp.name(), other);
        }
        return variesAlongChannels(other.shape(), library) ? with(postOp.perChannel(), other) : Optional.empty();
    }

    private static Optional<LibraryPostOp> with(String name, Node operand) {
        return Optional.of(new LibraryPostOp(name, Optional.of(operand)));
    }

    /** The axis along which a bias lies: the columns of a product, the outputs of a convolution. */
    private static int channelAxis(Node library) {
        return OpTable.get().row(library).channelAxis(library.shape().rank());
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
