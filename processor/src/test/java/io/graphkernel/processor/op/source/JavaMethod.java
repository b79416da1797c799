package io.graphkernel.processor.op.source;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One overload of an op's method.
 *
 * @param op the op's documented name
 * @param name the Java name
 * @param parameters the parameters in order
 * @param summary what it computes
 * @param result what it returns
 * @param body the statements
 */
record JavaMethod(
        String op, String name, List<Parameter> parameters, String summary, String result, List<String> body) {

    /**
     * A parameter.
     *
     * @param type Java type
     * @param name Java name
     * @param documentation dtype and meaning
     */
    record Parameter(String type, String name, String documentation) {}

    /** Javadoc, annotation, signature and body, not indented. */
    String print() {
        StringBuilder text = new StringBuilder("/**\n");
        text.append(" * ").append(op).append(": ").append(escaped(summary)).append(".\n *\n");
        for (Parameter parameter : parameters) {
            text.append(" * @param ").append(parameter.name()).append(' ');
            text.append(escaped(parameter.documentation())).append('\n');
        }
        text.append(" * @return ").append(escaped(result)).append("\n */\n");
        text.append("@GraphOp(\"").append(op).append("\")\n");
        text.append("public static Tensor ").append(name).append('(');
        text.append(parameters.stream().map(p -> p.type() + " " + p.name()).collect(Collectors.joining(", ")));
        text.append(") {\n");
        body.forEach(line -> text.append(line.indent(4)));
        return text.append("}").toString();
    }

    private static String escaped(String javadoc) {
        return javadoc.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
