package io.graphkernel.processor.launch;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.processor.schedule.LibraryStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Runtime object of a library call site, and the arguments of its constructor.
 *
 * @param type its class in the runtime's library package
 * @param arguments constructor arguments before the epilogue
 * @param epilogue names of the epilogue's ops
 */
public record LibraryCallSite(String type, List<Argument> arguments, List<String> epilogue) {

    /** An argument of a constructor. */
    public sealed interface Argument {

        /**
         * A string.
         *
         * @param text the string
         */
        record Text(String text) implements Argument {}

        /**
         * A 32-bit integer.
         *
         * @param number the integer
         */
        record IntArgument(long number) implements Argument {}

        /**
         * A boolean.
         *
         * @param flag the value
         */
        record Flag(boolean flag) implements Argument {}

        /**
         * A list of integers.
         *
         * @param numbers the integers
         */
        record IntListArgument(List<Long> numbers) implements Argument {}

        /**
         * A dtype.
         *
         * @param dtype the dtype
         */
        record OfDType(DataType dtype) implements Argument {}

        /**
         * A reduction op of ranks.
         *
         * @param name a constant of the runtime's enum
         */
        record ReduceOp(String name) implements Argument {}
    }

    /** A class of the runtime, and its constructor arguments besides the method and the epilogue. */
    private record Constructor(String type, Function<Node, List<Argument>> arguments) {}

    /** The constructor for each op that a library computes. */
    private static final Map<String, Constructor> CONSTRUCTORS = Map.ofEntries(
            Map.entry("MatMul", new Constructor("MatMulCall", LibraryCallSite::product)),
            Map.entry("BatchMatMul", new Constructor("MatMulCall", LibraryCallSite::product)),
            Map.entry("MatMulInteger", new Constructor("MatMulCall", LibraryCallSite::product)),
            Map.entry("Conv2D", new Constructor("Convolution2dCall", LibraryCallSite::convolution)),
            Map.entry("PromptFlashAttention", new Constructor("FlashAttentionCall", LibraryCallSite::attention)),
            Map.entry(
                    "PromptFlashAttentionGrad", new Constructor("FlashAttentionGradCall", LibraryCallSite::attention)),
            Map.entry("GatherGrad", new Constructor("GatherGradCall", LibraryCallSite::gatherGradient)),
            Map.entry("SortOrder", new Constructor("SortOrderCall", LibraryCallSite::sortOrder)),
            Map.entry("AllReduce", new Constructor("AllReduceCall", LibraryCallSite::allReduce)),
            Map.entry("OnRank", new Constructor("RankMaskCall", LibraryCallSite::onRank)),
            Map.entry("MatMulAllReduce", new Constructor("MatMulAllReduceCall", LibraryCallSite::matMulAllReduce)),
            Map.entry("AllGatherMatmul", new Constructor("AllGatherMatmulCall", LibraryCallSite::productOfRanks)),
            Map.entry(
                    "MatmulReduceScatter", new Constructor("MatmulReduceScatterCall", LibraryCallSite::productOfRanks)),
            Map.entry("AllGather", new Constructor("AllToAllCall", node -> exchange(node, "ALL_GATHER"))),
            Map.entry("ReduceScatter", new Constructor("AllToAllCall", node -> exchange(node, "REDUCE_SCATTER"))),
            Map.entry("AllToAll", new Constructor("AllToAllCall", node -> exchange(node, "ALL_TO_ALL"))),
            Map.entry("Broadcast", new Constructor("AllToAllCall", node -> exchange(node, "BROADCAST"))));

    /** The runtime's post-op that adds the contents of the result's memory. */
    private static final String ACCUMULATE = "ACCUMULATE";

    private static final Set<String> COLLECTIVES = Set.of(
            "AllReduceCall",
            "RankMaskCall",
            "AllToAllCall",
            "MatMulAllReduceCall",
            "AllGatherMatmulCall",
            "MatmulReduceScatterCall");

    public LibraryCallSite {
        arguments = List.copyOf(arguments);
        epilogue = List.copyOf(epilogue);
    }

    /**
     * Returns the call site of a step.
     *
     * @param call the step
     * @param method method name for messages
     * @return its call site
     */
    public static LibraryCallSite of(LibraryStep call, String method) {
        Node node = call.node();
        Constructor constructor = CONSTRUCTORS.get(node.op());
        List<Argument> arguments = new ArrayList<>();
        arguments.add(new Argument.Text(method));
        arguments.addAll(constructor.arguments().apply(node));
        return new LibraryCallSite(constructor.type(), arguments, epilogue(call));
    }

    /**
     * Returns the ops that a library computes.
     *
     * @return their names
     */
    public static Set<String> ops() {
        return CONSTRUCTORS.keySet();
    }

    /** Returns true if it is a collective of several ranks. */
    boolean isCollective() {
        return COLLECTIVES.contains(type);
    }

    private static List<Argument> product(Node node) {
        List<Argument> arguments = pair(node);
        arguments.add(new Argument.IntArgument(node.operands().get(0).shape().rank()));
        arguments.add(new Argument.IntArgument(node.operands().get(1).shape().rank()));
        arguments.add(new Argument.Flag(node.attributes().flag(Attributes.TRANSPOSE_A)));
        arguments.add(new Argument.Flag(node.attributes().flag(Attributes.TRANSPOSE_B)));
        return arguments;
    }

    private static List<Argument> convolution(Node node) {
        List<Argument> arguments = pair(node);
        arguments.add(new Argument.IntListArgument(node.attributes().longs(Attributes.STRIDES)));
        arguments.add(new Argument.IntListArgument(node.attributes().longs(Attributes.PADS)));
        arguments.add(new Argument.IntListArgument(node.attributes().longs(Attributes.DILATIONS)));
        arguments.add(new Argument.IntArgument(node.attributes().integer(Attributes.GROUPS)));
        return arguments;
    }

    private static List<Argument> attention(Node node) {
        boolean masked = !node.attributes().has(OpParameter.ABSENT);
        Node last = node.operands().get(node.operands().size() - 2);
        int maskRank = masked ? last.shape().rank() : 0;
        return List.of(dtype(node), new Argument.Flag(masked), new Argument.IntArgument(maskRank));
    }

    private static List<Argument> gatherGradient(Node node) {
        return List.of(dtype(node), dtype(node.operands().get(1)));
    }

    private static List<Argument> sortOrder(Node node) {
        return List.of(
                dtype(node.operands().get(0)),
                new Argument.Flag(node.attributes().flag("descending")));
    }

    private static List<Argument> allReduce(Node node) {
        return List.of(
                dtype(node),
                new Argument.IntArgument(node.shape().rank()),
                new Argument.ReduceOp(node.attributes().text(Attributes.REDUCE_OP)),
                group(node));
    }

    private static List<Argument> onRank(Node node) {
        return List.of(
                dtype(node),
                new Argument.IntArgument(node.shape().rank()),
                new Argument.IntArgument(node.attributes().integer(Attributes.RANK)),
                group(node));
    }

    /** The number is the number of ranks, or the root rank. */
    private static List<Argument> exchange(Node node, String kind) {
        String number = node.attributes().has(Attributes.RANKS) ? Attributes.RANKS : Attributes.RANK;
        return List.of(
                dtype(node),
                new Argument.IntArgument(node.shape().rank()),
                new Argument.Text(kind),
                new Argument.IntArgument(node.attributes().integer(number)),
                group(node));
    }

    private static List<Argument> productOfRanks(Node node) {
        return List.of(
                name(node.operands().get(0)),
                name(node.operands().get(1)),
                dtype(node),
                new Argument.Flag(node.attributes().flag(Attributes.TRANSPOSE_B)),
                new Argument.IntArgument(node.attributes().integer(Attributes.RANKS)),
                group(node));
    }

    private static List<Argument> matMulAllReduce(Node node) {
        return List.of(
                name(node.operands().get(0)),
                name(node.operands().get(1)),
                dtype(node),
                new Argument.Flag(node.attributes().flag(Attributes.TRANSPOSE_B)),
                group(node));
    }

    private static Argument group(Node node) {
        return new Argument.Text(node.attributes().text(Attributes.GROUP));
    }

    /** Returns the names of the first two operands, and the dtypes of operands and result. */
    private static List<Argument> pair(Node node) {
        List<Argument> arguments = new ArrayList<>();
        arguments.add(name(node.operands().get(0)));
        arguments.add(name(node.operands().get(1)));
        arguments.add(dtype(node.operands().get(0)));
        arguments.add(dtype(node));
        return arguments;
    }

    private static List<String> epilogue(LibraryStep call) {
        if (call.isInPlace()) {
            return List.of(ACCUMULATE);
        }
        Node node = call.node();
        String text =
                node.attributes().has(Attributes.EPILOGUE) ? node.attributes().text(Attributes.EPILOGUE) : "";
        return text.isEmpty()
                ? List.of()
                : List.of(text.toUpperCase(Locale.ROOT).split(" "));
    }

    /** Returns the name of an operand in messages: the Java variable, or the op that computed it. */
    private static Argument name(Node operand) {
        return new Argument.Text(operand.label().isEmpty() ? "the result of " + operand.op() : operand.label());
    }

    private static Argument dtype(Node node) {
        return new Argument.OfDType(node.dtype());
    }
}
