package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
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
 * Convolutions whose channels are put one after the other store them straight into the joint images: the concatenation
 * gets the attribute {@code joint} and costs nothing. A convolution that something else reads too, or that is a result
 * itself, keeps memory of its own and is copied; what kernels compute is stored in its place anyway.
 *
 * <p>CANN asks for channels in multiples of what its memory layout packs together; row-major images have no such blocks.
 * Runs when libraries have taken what follows their ops, and common subexpressions are one: who reads a convolution
 * is known then.
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
                "Convolutions whose channels are concatenated are stored in the joint images.",
                "The axis is that of the channels; nothing else reads the convolution, with what the library applies to it,"
                        + " and it is no result; the joint images are one result at most and no part of joint rows or"
                        + " columns.",
                "");
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, List<Node>> users = graph.users();
        Set<Node> results = identitySet();
        Set<Node> severalResults = identitySet();
        graph.outputs().stream()
                .map(output -> Storage.writer(output.node()))
                .filter(writer -> !results.add(writer))
                .forEach(severalResults::add);
        List<Node> joint = graph.operations().stream()
                .filter(node -> isOfChannels(node) && isOneRegion(node, users, severalResults))
                .filter(concat ->
                        concat.operands().stream().anyMatch(part -> isStoredHere(part, concat, users, results)))
                .toList();
        joint.forEach(concat -> context.decisions().note(line(concat)));
        Set<Node> marked = identitySet();
        marked.addAll(joint);
        return GraphRewriter.rewriteKnowing(
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
     * Whether a library can store parts of a value: it is in one place, and in a concatenation along rows or columns it
     * would be no row-major images any more.
     */
    private static boolean isOneRegion(Node value, Map<Node, List<Node>> users, Set<Node> severalResults) {
        return !severalResults.contains(value)
                && users.get(value).stream()
                        .filter(user -> user.isOperation() && isConcat(user))
                        .allMatch(user -> axis(user) <= CHANNELS && isOneRegion(user, users, severalResults));
    }

    private static boolean isStoredHere(Node part, Node concat, Map<Node, List<Node>> users, Set<Node> results) {
        long reads = concat.operands().stream().filter(other -> other == part).count();
        return part.isOperation()
                && OpTable.get().is(part, OpKind.LIBRARY)
                && Storage.storesRegions(part)
                && reads == 1
                && users.get(part).size() == 1
                && !results.contains(part);
    }

    private String line(Node concat) {
        int line = concat.origin().line();
        return name() + ": Concat of " + concat.operands().size() + (line == 0 ? "" : " at line " + line);
    }
}
