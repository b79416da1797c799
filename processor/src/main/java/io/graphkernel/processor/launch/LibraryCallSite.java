package io.graphkernel.processor.launch;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.schedule.LibraryCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What the run time keeps for a call of a library, and what it is made from.
 *
 * @param type its class in the run time's package of libraries
 * @param arguments what the constructor takes before the epilogue
 * @param epilogue the names of the post-ops
 */
public record LibraryCallSite(String type, List<Argument> arguments, List<String> epilogue) {

    /** An argument of a constructor. */
    public sealed interface Argument {

        /**
         * A text.
         *
         * @param text any
         */
        record Text(String text) implements Argument {}

        /**
         * A whole number.
         *
         * @param number one that fits in 32 bits
         */
        record Whole(long number) implements Argument {}

        /**
         * A boolean.
         *
         * @param flag the value
         */
        record Flag(boolean flag) implements Argument {}

        /**
         * Some whole numbers.
         *
         * @param numbers any
         */
        record Wholes(List<Long> numbers) implements Argument {}

        /**
         * A dtype.
         *
         * @param dtype any
         */
        record OfDType(DType dtype) implements Argument {}

        /**
         * How ranks reduce.
         *
         * @param name a constant of the run time's enum
         */
        record ReduceOp(String name) implements Argument {}
    }

    /** A class of the run time, and what its constructor takes besides the method and the epilogue. */
    private record Constructor(String type, Function<Node, List<Argument>> arguments) {}

    /** By op: one for each that a library computes. */
    private static final Map<String, Constructor> CONSTRUCTORS = Map.ofEntries(
            Map.entry("MatMul", new Constructor("MatMulCall", LibraryCallSite::product)),
            Map.entry("BatchMatMul", new Constructor("MatMulCall", LibraryCallSite::product)),
            Map.entry("MatMulInteger", new Constructor("MatMulCall", LibraryCallSite::product)),
            Map.entry("Conv2D", new Constructor("Convolution2dCall", LibraryCallSite::convolution)),
            Map.entry("PromptFlashAttention", new Constructor("FlashAttentionCall", LibraryCallSite::attention)),
            Map.entry(
                    "PromptFlashAttentionGrad", new Constructor("FlashAttentionGradCall", LibraryCallSite::attention)),
            Map.entry("GatherGrad", new Constructor("GatherGradCall", LibraryCallSite::gatherGradient)),
            Map.entry("AllReduce", new Constructor("AllReduceCall", LibraryCallSite::allReduce)),
            Map.entry("OnRank", new Constructor("OnRankCall", LibraryCallSite::onRank)),
            Map.entry("MatMulAllReduce", new Constructor("MatMulAllReduceCall", LibraryCallSite::matMulAllReduce)),
            Map.entry("AllGatherMatmul", new Constructor("AllGatherMatmulCall", LibraryCallSite::productOfRanks)),
            Map.entry(
                    "MatmulReduceScatter", new Constructor("MatmulReduceScatterCall", LibraryCallSite::productOfRanks)),
            Map.entry("AllGather", new Constructor("ExchangeCall", node -> exchange(node, "ALL_GATHER"))),
            Map.entry("ReduceScatter", new Constructor("ExchangeCall", node -> exchange(node, "REDUCE_SCATTER"))),
            Map.entry("AllToAll", new Constructor("ExchangeCall", node -> exchange(node, "ALL_TO_ALL"))),
            Map.entry("Broadcast", new Constructor("ExchangeCall", node -> exchange(node, "BROADCAST"))));

    private static final Set<String> COLLECTIVES = Set.of(
            "AllReduceCall",
            "OnRankCall",
            "ExchangeCall",
            "MatMulAllReduceCall",
            "AllGatherMatmulCall",
            "MatmulReduceScatterCall");

    public LibraryCallSite {
        arguments = List.copyOf(arguments);
        epilogue = List.copyOf(epilogue);
    }

    /**
     * The call site of a step.
     *
     * @param call the step
     * @param method the kernel method, for messages
     * @return what is made for it
     */
    public static LibraryCallSite of(LibraryCall call, String method) {
        Node node = call.node();
        Constructor constructor = CONSTRUCTORS.get(node.op());
        List<Argument> arguments = new ArrayList<>();
        arguments.add(new Argument.Text(method));
        arguments.addAll(constructor.arguments().apply(node));
        return new LibraryCallSite(constructor.type(), arguments, epilogue(node));
    }

    /**
     * The ops that a library computes.
     *
     * @return their names
     */
    public static Set<String> ops() {
        return CONSTRUCTORS.keySet();
    }

    /** Whether ranks compute it together. */
    boolean isCollective() {
        return COLLECTIVES.contains(type);
    }

    private static List<Argument> product(Node node) {
        List<Argument> arguments = pair(node);
        arguments.add(new Argument.Whole(node.operands().get(0).shape().rank()));
        arguments.add(new Argument.Whole(node.operands().get(1).shape().rank()));
        arguments.add(new Argument.Flag(node.attributes().flag(Attributes.TRANSPOSE_A)));
        arguments.add(new Argument.Flag(node.attributes().flag(Attributes.TRANSPOSE_B)));
        return arguments;
    }

    private static List<Argument> convolution(Node node) {
        List<Argument> arguments = pair(node);
        arguments.add(new Argument.Wholes(node.attributes().longs(Attributes.STRIDES)));
        arguments.add(new Argument.Wholes(node.attributes().longs(Attributes.PADS)));
        arguments.add(new Argument.Wholes(node.attributes().longs(Attributes.DILATIONS)));
        arguments.add(new Argument.Whole(node.attributes().integer(Attributes.GROUPS)));
        return arguments;
    }

    private static List<Argument> attention(Node node) {
        boolean masked = !node.attributes().has(OpParameter.ABSENT);
        Node last = node.operands().get(node.operands().size() - 2);
        int maskRank = masked ? last.shape().rank() : 0;
        return List.of(dtype(node), new Argument.Flag(masked), new Argument.Whole(maskRank));
    }

    private static List<Argument> gatherGradient(Node node) {
        return List.of(dtype(node), dtype(node.operands().get(1)));
    }

    private static List<Argument> allReduce(Node node) {
        return List.of(
                dtype(node),
                new Argument.Whole(node.shape().rank()),
                new Argument.ReduceOp(node.attributes().text(Attributes.REDUCE_OP)),
                group(node));
    }

    private static List<Argument> onRank(Node node) {
        return List.of(
                dtype(node),
                new Argument.Whole(node.shape().rank()),
                new Argument.Whole(node.attributes().integer(Attributes.RANK)),
                group(node));
    }

    /** The number is that of the ranks, or of the rank that sends. */
    private static List<Argument> exchange(Node node, String kind) {
        String number = node.attributes().has(Attributes.RANKS) ? Attributes.RANKS : Attributes.RANK;
        return List.of(
                dtype(node),
                new Argument.Whole(node.shape().rank()),
                new Argument.Text(kind),
                new Argument.Whole(node.attributes().integer(number)),
                group(node));
    }

    private static List<Argument> productOfRanks(Node node) {
        return List.of(
                name(node.operands().get(0)),
                name(node.operands().get(1)),
                dtype(node),
                new Argument.Flag(node.attributes().flag(Attributes.TRANSPOSE_B)),
                new Argument.Whole(node.attributes().integer(Attributes.RANKS)),
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

    /** The names of the first two operands, and the dtypes of operands and result. */
    private static List<Argument> pair(Node node) {
        List<Argument> arguments = new ArrayList<>();
        arguments.add(name(node.operands().get(0)));
        arguments.add(name(node.operands().get(1)));
        arguments.add(dtype(node.operands().get(0)));
        arguments.add(dtype(node));
        return arguments;
    }

    private static List<String> epilogue(Node node) {
        String text =
                node.attributes().has(Attributes.EPILOGUE) ? node.attributes().text(Attributes.EPILOGUE) : "";
        return text.isEmpty()
                ? List.of()
                : List.of(text.toUpperCase(Locale.ROOT).split(" "));
    }

    /** How messages call an operand: the Java variable, or what computed it. */
    private static Argument name(Node operand) {
        return new Argument.Text(operand.label().isEmpty() ? "the result of " + operand.op() : operand.label());
    }

    private static Argument dtype(Node node) {
        return new Argument.OfDType(node.dtype());
    }
}
