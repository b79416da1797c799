package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.LibraryCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** The fields of a stub that hold what the run time keeps for each call of a library. */
final class LibraryCallCode {

    private static final String CONVOLUTION = "Conv2D";

    private LibraryCallCode() {}

    /**
     * The field of a call.
     *
     * @param call the step
     * @param method the kernel method, for messages
     */
    static FieldSpec field(LibraryCall call, String method) {
        Node node = call.node();
        return switch (node.op()) {
            case "AllReduce" -> field(call, RuntimeTypes.ALL_REDUCE_CALL, allReduce(node, method));
            case "OnRank" -> field(call, RuntimeTypes.ON_RANK_CALL, onRank(node, method));
            case "MatMulAllReduce" -> field(call, RuntimeTypes.MAT_MUL_ALL_REDUCE_CALL, matMulAllReduce(node, method));
            case CONVOLUTION -> field(call, RuntimeTypes.CONVOLUTION_CALL, productOrConvolution(node, method));
            default -> field(call, RuntimeTypes.MAT_MUL_CALL, productOrConvolution(node, method));
        };
    }

    private static List<CodeBlock> allReduce(Node node, String method) {
        String op = node.attributes().text(Attributes.REDUCE_OP);
        return List.of(
                CodeBlock.of("$S", method),
                dtype(node),
                CodeBlock.of("$L", node.shape().rank()),
                CodeBlock.of("$T.$L", RuntimeTypes.REDUCE_OP, op),
                group(node));
    }

    private static List<CodeBlock> onRank(Node node, String method) {
        return List.of(
                CodeBlock.of("$S", method),
                dtype(node),
                CodeBlock.of("$L", node.shape().rank()),
                CodeBlock.of("$L", node.attributes().integer(Attributes.RANK)),
                group(node));
    }

    private static List<CodeBlock> matMulAllReduce(Node node, String method) {
        return List.of(
                CodeBlock.of("$S", method),
                CodeBlock.of("$S", name(node.operands().get(0))),
                CodeBlock.of("$S", name(node.operands().get(1))),
                dtype(node),
                CodeBlock.of("$L", node.attributes().flag(Attributes.TRANSPOSE_B)),
                group(node));
    }

    private static CodeBlock group(Node node) {
        return CodeBlock.of("$S", node.attributes().text(Attributes.GROUP));
    }

    private static List<CodeBlock> productOrConvolution(Node node, String method) {
        List<CodeBlock> arguments = new ArrayList<>();
        arguments.add(CodeBlock.of("$S", method));
        arguments.add(CodeBlock.of("$S", name(node.operands().get(0))));
        arguments.add(CodeBlock.of("$S", name(node.operands().get(1))));
        arguments.add(dtype(node.operands().get(0)));
        arguments.add(dtype(node));
        if (node.op().equals(CONVOLUTION)) {
            arguments.add(longs(node, Attributes.STRIDES));
            arguments.add(longs(node, Attributes.PADS));
            arguments.add(longs(node, Attributes.DILATIONS));
            arguments.add(CodeBlock.of("$L", node.attributes().integer(Attributes.GROUPS)));
        } else {
            arguments.add(CodeBlock.of("$L", node.operands().get(0).shape().rank()));
            arguments.add(CodeBlock.of("$L", node.operands().get(1).shape().rank()));
            arguments.add(CodeBlock.of("$L", node.attributes().flag(Attributes.TRANSPOSE_A)));
            arguments.add(CodeBlock.of("$L", node.attributes().flag(Attributes.TRANSPOSE_B)));
        }
        for (String postOp : epilogue(node)) {
            arguments.add(CodeBlock.of("$T.$L", RuntimeTypes.POST_OP, postOp.toUpperCase(Locale.ROOT)));
        }
        return arguments;
    }

    private static FieldSpec field(LibraryCall call, ClassName type, List<CodeBlock> arguments) {
        return FieldSpec.builder(
                        type, MethodNames.constant(call.name()), Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("new $T($L)", type, CodeBlock.join(arguments, ", "))
                .build();
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
