package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.schedule.LibraryCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** The fields of a stub that hold what the run time keeps for each call of a library. */
final class LibraryCallCode {

    /** A class of the run time, and what its constructor takes besides the method and the epilogue. */
    record Call(ClassName type, Function<Node, List<CodeBlock>> arguments) {}

    /** By op: one for each that a library computes. */
    static final Map<String, Call> CALLS = Map.of(
            "MatMul", new Call(RuntimeTypes.MAT_MUL_CALL, LibraryCallCode::product),
            "BatchMatMul", new Call(RuntimeTypes.MAT_MUL_CALL, LibraryCallCode::product),
            "MatMulInteger", new Call(RuntimeTypes.MAT_MUL_CALL, LibraryCallCode::product),
            "Conv2D", new Call(RuntimeTypes.CONVOLUTION_CALL, LibraryCallCode::convolution),
            "PromptFlashAttention", new Call(RuntimeTypes.FLASH_ATTENTION_CALL, LibraryCallCode::attention),
            "AllReduce", new Call(RuntimeTypes.ALL_REDUCE_CALL, LibraryCallCode::allReduce),
            "OnRank", new Call(RuntimeTypes.ON_RANK_CALL, LibraryCallCode::onRank),
            "MatMulAllReduce", new Call(RuntimeTypes.MAT_MUL_ALL_REDUCE_CALL, LibraryCallCode::matMulAllReduce));

    private LibraryCallCode() {}

    /**
     * The field of a call.
     *
     * @param step the call
     * @param method the kernel method, for messages
     */
    static FieldSpec field(LibraryCall step, String method) {
        Node node = step.node();
        Call call = CALLS.get(node.op());
        List<CodeBlock> arguments = new ArrayList<>();
        arguments.add(CodeBlock.of("$S", method));
        arguments.addAll(call.arguments().apply(node));
        for (String postOp : epilogue(node)) {
            arguments.add(CodeBlock.of("$T.$L", RuntimeTypes.POST_OP, postOp.toUpperCase(Locale.ROOT)));
        }
        return FieldSpec.builder(
                        call.type(),
                        MethodNames.constant(step.name()),
                        Modifier.PRIVATE,
                        Modifier.STATIC,
                        Modifier.FINAL)
                .initializer("new $T($L)", call.type(), CodeBlock.join(arguments, ", "))
                .build();
    }

    private static List<CodeBlock> product(Node node) {
        List<CodeBlock> arguments = pair(node);
        arguments.add(CodeBlock.of("$L", node.operands().get(0).shape().rank()));
        arguments.add(CodeBlock.of("$L", node.operands().get(1).shape().rank()));
        arguments.add(CodeBlock.of("$L", node.attributes().flag(Attributes.TRANSPOSE_A)));
        arguments.add(CodeBlock.of("$L", node.attributes().flag(Attributes.TRANSPOSE_B)));
        return arguments;
    }

    private static List<CodeBlock> convolution(Node node) {
        List<CodeBlock> arguments = pair(node);
        arguments.add(longs(node, Attributes.STRIDES));
        arguments.add(longs(node, Attributes.PADS));
        arguments.add(longs(node, Attributes.DILATIONS));
        arguments.add(CodeBlock.of("$L", node.attributes().integer(Attributes.GROUPS)));
        return arguments;
    }

    private static List<CodeBlock> attention(Node node) {
        boolean masked = !node.attributes().has(OpParameter.ABSENT);
        int maskRank = masked ? node.operands().get(3).shape().rank() : 0;
        return List.of(dtype(node), CodeBlock.of("$L", masked), CodeBlock.of("$L", maskRank));
    }

    private static List<CodeBlock> allReduce(Node node) {
        String reduceOp = node.attributes().text(Attributes.REDUCE_OP);
        return List.of(
                dtype(node),
                CodeBlock.of("$L", node.shape().rank()),
                CodeBlock.of("$T.$L", RuntimeTypes.REDUCE_OP, reduceOp),
                group(node));
    }

    private static List<CodeBlock> onRank(Node node) {
        return List.of(
                dtype(node),
                CodeBlock.of("$L", node.shape().rank()),
                CodeBlock.of("$L", node.attributes().integer(Attributes.RANK)),
                group(node));
    }

    private static List<CodeBlock> matMulAllReduce(Node node) {
        return List.of(
                CodeBlock.of("$S", name(node.operands().get(0))),
                CodeBlock.of("$S", name(node.operands().get(1))),
                dtype(node),
                CodeBlock.of("$L", node.attributes().flag(Attributes.TRANSPOSE_B)),
                group(node));
    }

    private static CodeBlock group(Node node) {
        return CodeBlock.of("$S", node.attributes().text(Attributes.GROUP));
    }

    /** The names of the first two operands, and the dtypes of operands and result. */
    private static List<CodeBlock> pair(Node node) {
        List<CodeBlock> arguments = new ArrayList<>();
        arguments.add(CodeBlock.of("$S", name(node.operands().get(0))));
        arguments.add(CodeBlock.of("$S", name(node.operands().get(1))));
        arguments.add(dtype(node.operands().get(0)));
        arguments.add(dtype(node));
        return arguments;
    }

    private static List<String> epilogue(Node node) {
        String text =
                node.attributes().has(Attributes.EPILOGUE) ? node.attributes().text(Attributes.EPILOGUE) : "";
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    /** How messages call an operand: the Java variable, or what computed it. */
    private static String name(Node operand) {
        return operand.label().isEmpty() ? "the result of " + operand.op() : operand.label();
    }

    private static CodeBlock dtype(Node node) {
        return CodeBlock.of("$T.$L", RuntimeTypes.DTYPE, node.dtype().name());
    }

    private static CodeBlock longs(Node node, String attribute) {
        String values = node.attributes().longs(attribute).stream()
                .map(value -> value + "L")
                .collect(Collectors.joining(", "));
        return CodeBlock.of("new long[] {$L}", values);
    }
}
