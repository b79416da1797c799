package io.graphkernel.processor.reference.facade;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One overload of an op's method.
 *
 * @param op the op's documented name
 * @param type the Java type of the result
 * @param name the Java name
 * @param parameters the parameters in order
 * @param summary description of the computed value
 * @param defaults values of the omitted parameters, each as {@code name = value}
 * @param result description of the returned value
 * @param target the method that an overload calls, as a Javadoc link names it; empty for one that computes
 * @param body the statements
 */
record JavaMethod(
        String op,
        String type,
        String name,
        List<Parameter> parameters,
        String summary,
        List<String> defaults,
        String result,
        String target,
        List<String> body) {

    private static final int WIDTH = 112;

    /**
     * A parameter.
     *
     * @param type Java type
     * @param name Java name
     * @param documentation dtype and meaning
     */
    record Parameter(String type, String name, String documentation) {

        Parameter and(String more) {
            return new Parameter(type, name, documentation + more);
        }
    }

    /** Returns the method with other documentation of its parameters and of omitted ones. */
    JavaMethod documented(List<Parameter> documented, List<String> leftOut) {
        return new JavaMethod(op, type, name, documented, summary, leftOut, result, target, body);
    }

    Set<String> parameterNames() {
        return parameters.stream().map(Parameter::name).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The parameters as the signature has them. */
    String signature() {
        return parameters.stream().map(p -> p.type() + " " + p.name()).collect(Collectors.joining(", "));
    }

    /** Javadoc, annotation, signature and body, not indented. */
    String print() {
        List<String> lines = new ArrayList<>(target.isEmpty() ? documentation() : delegation());
        lines.add("@GraphOp(\"" + op + "\")");
        lines.addAll(CodeLines.wrapped("public static " + type + " " + name + "(" + signature() + ") {", WIDTH));
        body.forEach(line -> lines.addAll(CodeLines.wrapped("    " + line, WIDTH)));
        lines.add("}");
        return String.join("\n", lines);
    }

    /** One line for an overload that calls another one. */
    private List<String> delegation() {
        String difference = defaults.isEmpty() ? "" : " with " + String.join(", ", defaults);
        String text = "As {@link #" + target + "}" + difference + ".";
        if (text.length() <= WIDTH - "/** */".length()) {
            return List.of("/** " + text + " */");
        }
        List<String> lines = new ArrayList<>(List.of("/**"));
        lines.addAll(CodeLines.filled(" * ", "", text, WIDTH));
        lines.add(" */");
        return lines;
    }

    private List<String> documentation() {
        List<String> lines = new ArrayList<>(List.of("/**"));
        lines.addAll(javadoc("", op + ": " + summary + "."));
        if (!defaults.isEmpty()) {
            lines.add(" *");
            lines.addAll(CodeLines.filled(" * ", "", "<p>With " + String.join(", ", defaults) + ".", WIDTH));
        }
        lines.add(" *");
        for (Parameter parameter : parameters) {
            lines.addAll(javadoc("    ", "@param " + parameter.name() + " " + parameter.documentation()));
        }
        lines.addAll(javadoc("    ", "@return " + result));
        lines.add(" */");
        return lines;
    }

    private static List<String> javadoc(String continuation, String text) {
        return CodeLines.filled(" * ", continuation, escaped(text), WIDTH);
    }

    private static String escaped(String javadoc) {
        return javadoc.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
