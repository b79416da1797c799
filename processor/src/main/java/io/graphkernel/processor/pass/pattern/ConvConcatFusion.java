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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Convolutions whose channels are put one behind the other store them straight into the joint images: the concatenation
 * gets the attribute {@code joint} and costs nothing. A convolution that something else reads too, or that is a result
 * itself, keeps memory of its own and is copied; what kernels compute is stored in its place anyway.
 *
 * <p>Runs when libraries have taken what follows their ops, and common subexpressions are one: who reads a convolution
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
    public Graph run(Graph graph, PassContext context) {
        Map<Node, List<Node>> users = graph.users();
        Set<Node> results = identitySet();
        Set<Node> severalResults = identitySet();
        graph.outputs().stream()
                .map(output -> Storage.writer(output.node()))
                .filter(writer -> !results.add(writer))
                .forEach(severalResults::add);
        Set<Node> joint = identitySet();
        graph.operations().stream()
                .filter(node -> isOfChannels(node) && !severalResults.contains(node))
                .filter(concat -> users.get(concat).stream().noneMatch(ConvConcatFusion::splitsImages))
                .filter(concat ->
                        concat.operands().stream().anyMatch(part -> isStoredHere(part, concat, users, results)))
                .forEach(joint::add);
        joint.forEach(concat -> context.decisions().note(line(concat)));
        return GraphRewriter.rewriteKnowing(
                graph,
                (node, current, builder) -> joint.contains(node)
                        ? Node.operation(
                                current.op(),
                                current.operands(),
                                current.attributes().with(Attributes.JOINT, true),
                                current.type(),
                                current.label(),
                                current.origin())
                        : current);
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

    /** In a concatenation along rows or columns the joint images are no row-major images any more. */
    private static boolean splitsImages(Node user) {
        return user.isOperation() && isConcat(user) && axis(user) > CHANNELS;
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
