package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.StorageLayout;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.GraphRewriter;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.PassDocument;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets convolutions whose channels are concatenated store directly into the result: the concatenation gets the
 * attribute {@code joint} and costs nothing. A convolution with other users, or that is a result itself, has memory of
 * its own and is copied; kernels store into the result anyway.
 *
 * <p>CANN requires channel counts in multiples of its memory layout's blocks, which row-major tensors do not have. Runs
 * after epilogues and common subexpression elimination, when the users of convolutions are final.
 */
public final class ConvConcatFusion implements GraphPass {

    private static final int CHANNELS = 1;
    private static final int RANK = 4;

    @Override
    public String name() {
        return "ConvConcatFusionPass";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public PassDocument document() {
        return new PassDocument(
                "Convolutions whose channels are concatenated store directly into the result of the concatenation.",
                "The axis is the channel axis; the convolution, with its epilogue, has no other users and is not a result;"
                        + " the concatenation is at most one result, and no operand of a concatenation along rows or"
                        + " columns.",
                "");
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, List<Node>> users = graph.users();
        Set<Node> results = identitySet();
        Set<Node> severalResults = identitySet();
        graph.outputs().stream()
                .map(output -> StorageLayout.writer(output.node()))
                .filter(writer -> !results.add(writer))
                .forEach(severalResults::add);
        List<Node> joint = graph.operations().stream()
                .filter(node -> isOfChannels(node) && isSingleRegion(node, users, severalResults))
                .filter(concat ->
                        concat.operands().stream().anyMatch(operand -> isStoredHere(operand, concat, users, results)))
                .toList();
        joint.forEach(concat -> context.decisions().note(line(concat)));
        Set<Node> marked = identitySet();
        marked.addAll(joint);
        return GraphRewriter.rewriteWithOriginal(
                graph, (node, current, builder) -> marked.contains(node) ? marked(current) : current);
    }

    private static Node marked(Node concat) {
        return concat.withAttributes(concat.attributes().with(Attributes.JOINT, true));
    }

    private static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static boolean isConcat(Node node) {
        return OpTable.get().is(node, OpKind.CONCAT);
    }

    private static long axis(Node concat) {
        long axis = concat.attributes().integer(Attributes.AXIS);
        return axis < 0 ? axis + concat.shape().rank() : axis;
    }

    private static boolean isOfChannels(Node node) {
        return isConcat(node)
                && node.shape().rank() == RANK
                && axis(node) == CHANNELS
                && !node.attributes().has(Attributes.JOINT);
    }

    /**
     * Returns true if a library can store a value into a region: it occurs once, and the concatenation is along
     * channels. Only then is each region a row-major tensor.
     */
    private static boolean isSingleRegion(Node value, Map<Node, List<Node>> users, Set<Node> severalResults) {
        return !severalResults.contains(value)
                && users.get(value).stream()
                        .filter(user -> user.isOperation() && isConcat(user))
                        .allMatch(user -> axis(user) <= CHANNELS && isSingleRegion(user, users, severalResults));
    }

    private static boolean isStoredHere(Node operand, Node concat, Map<Node, List<Node>> users, Set<Node> results) {
        long reads =
                concat.operands().stream().filter(other -> other == operand).count();
        return operand.isOperation()
                && OpTable.get().is(operand, OpKind.LIBRARY)
                && StorageLayout.storesRegions(operand)
                && reads == 1
                && users.get(operand).size() == 1
                && !results.contains(operand);
    }

    private String line(Node concat) {
        int line = concat.origin().line();
        return name() + ": Concat of " + concat.operands().size() + (line == 0 ? "" : " at line " + line);
    }
}
