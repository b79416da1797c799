package io.graphkernel.processor.reference.facade;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the signatures on the page, read as a user reads them, give the existing overloads. */
class OpsPageTest {

    private static final String PAGE = OpsPage.print(OpTable.get(), DocumentLists.read());
    private static final Pattern SIGNATURE = Pattern.compile("`[\\w\\[\\]]+ (\\w+)\\((.*?)\\)`");

    static Stream<OpRow> rows() {
        return OpTable.get().rows().stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void signatures_standForTheOverloadsThatThereAre(OpRow row) {
        Set<String> said = new LinkedHashSet<>();
        Matcher signature = SIGNATURE.matcher(line(row, "Java"));
        while (signature.find()) {
            String name = signature.group(1);
            leaveOut(signature.group(2)).stream()
                    .flatMap(parameters -> typed(parameters).stream())
                    .filter(parameters -> areNumbersAllowed(parameters, row))
                    .forEach(parameters -> said.add(name + "(" + parameters + ")"));
        }

        assertThat(said)
                .containsExactlyInAnyOrderElementsOf(MethodFamily.of(row).stream()
                        .map(method -> method.name() + "(" + method.signature() + ")")
                        .toList());
    }

    /** Returns the parameters with and without those in brackets. */
    private static List<String> leaveOut(String parameters) {
        int start = parameters.indexOf("[, ");
        if (start < 0) {
            return List.of(parameters.replaceAll(" = (\\{[^}]*}|[^,\\]]+)", ""));
        }
        // Inner brackets remain only if the outer ones do.
        int end = closing(parameters, start);
        String head = parameters.substring(0, start);
        String inside = parameters.substring(start + 1, end);
        String tail = parameters.substring(end + 1);
        List<String> lines = new ArrayList<>(leaveOut(head + tail));
        lines.addAll(leaveOut(head + inside + tail));
        return lines;
    }

    private static int closing(String text, int opening) {
        int depth = 0;
        for (int i = opening; i < text.length(); i++) {
            depth += text.charAt(i) == '[' ? 1 : text.charAt(i) == ']' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException(text);
    }

    /** Returns each combination of parameter types; {@code ...} is at the end only, for want of arrays. */
    private static List<String> typed(String parameters) {
        List<String> lines = List.of("");
        for (String parameter : parameters.split(", ")) {
            String name = parameter.substring(parameter.indexOf(' '));
            lines = lines.stream()
                    .flatMap(head -> Stream.of(parameter.split(" ")[0].split("\\|"))
                            .map(type -> (head.isEmpty() ? "" : head + ", ") + type + name))
                    .toList();
        }
        boolean listLast =
                parameters.substring(parameters.lastIndexOf(", ") + 1).contains("long...");
        return lines.stream()
                .filter(typed -> !typed.matches(".*\\.\\.\\. \\w+,.*"))
                .filter(typed -> !listLast || typed.contains("..."))
                .toList();
    }

    private static boolean areNumbersAllowed(String parameters, OpRow row) {
        Set<String> numbers = Stream.of(parameters.split(", "))
                .filter(parameter -> parameter.matches("(double|float|long|int) .*"))
                .map(parameter -> parameter.split(" ")[1])
                .filter(row.operandNames()::contains)
                .collect(Collectors.toSet());
        Set<String> types = Stream.of(parameters.split(", "))
                .filter(parameter -> numbers.contains(parameter.split(" ")[1]))
                .filter(parameter -> !parameter.contains(" seed"))
                .map(parameter -> parameter.split(" ")[0])
                .collect(Collectors.toSet());
        boolean alone = types.contains("float") || types.contains("int");
        if (types.size() > 1 || alone && !numbers.containsAll(namedNumbers(row))) {
            return false;
        }
        String rule = line(row, "Numbers");
        Set<String> named = Set.of(
                rule.replaceAll("^(any|all) of |, or none$|, but not all$", "").split(", "));
        if (rule.startsWith("all of ")) {
            return numbers.isEmpty() || numbers.containsAll(named(parameters, named));
        }
        return !rule.endsWith(", but not all") || !numbers.equals(named);
    }

    /** Returns the operands that may be numbers of any Java type. */
    private static Set<String> namedNumbers(OpRow row) {
        return Pattern.compile("double\\|float\\|long\\|int (\\w+)")
                .matcher(line(row, "Java"))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }

    private static Set<String> named(String parameters, Set<String> names) {
        return names.stream()
                .filter(name -> parameters.matches(".* " + name + "(,.*)?"))
                .collect(Collectors.toSet());
    }

    private static String line(OpRow row, String title) {
        String section = section(row.name());
        return section.lines()
                .filter(line -> line.startsWith("- " + title + ": "))
                .map(line -> line.substring(title.length() + 4))
                .findFirst()
                .orElse("");
    }

    private static String section(String op) {
        int start = PAGE.indexOf("\n### " + op + "\n");
        int end = PAGE.indexOf("\n##", start + 1);
        return PAGE.substring(start, end < 0 ? PAGE.length() : end);
    }

    @Test
    void defaults_standInTheSignatures() {
        assertThat(section("LayerNorm"))
                .contains(
                        "`LayerNormResult layerNorm(Tensor x, Tensor gamma, Tensor beta[, Tensor|double epsilon = 1e-5"
                                + "[, int beginNormAxis = -1[, int beginParamsAxis = -1]]])`");
        assertThat(section("MSELoss")).contains("[, Reduction reduction = Reduction.MEAN])`");
        assertThat(section("BCEWithLogitsLoss"))
                .contains("[, Tensor weight[, Tensor posWeight]][, Reduction reduction = Reduction.MEAN])`");
        assertThat(section("Conv2D")).contains("[, long[]|long... strides = {1, 1}[, ");
        assertThat(section("ReduceVariance"))
                .contains(
                        "`Tensor reduceVariance(Tensor x[, int axis[, boolean keepDims = false[, int correction = 0]]])`, "
                                + "`Tensor reduceVariance(Tensor x, int[] axes, boolean keepDims[, int correction = 0])`");
    }

    @Test
    void numbers_standInTheSignatures() {
        assertThat(section("Greater")).contains("greater(Tensor|double|long x, Tensor|double|long y)`");
        assertThat(line(row("Greater"), "Numbers")).isEqualTo("any of x, y, but not all");
        assertThat(line(row("Select"), "Numbers")).isEqualTo("any of x, y");
        assertThat(line(row("Dropout"), "Numbers")).isEqualTo("all of keepProbability, seed, seed2, or none");
        assertThat(line(row("LayerNorm"), "Numbers")).isEmpty();
    }

    @Test
    void contents_leadToTheHeadings() {
        List<String> headings = PAGE.lines()
                .filter(line -> line.matches("##+ .*"))
                .map(line -> OpsPage.anchor(line.replaceFirst("^#+ ", "")))
                .toList();
        List<String> links = Pattern.compile("\\]\\(#([^)]*)\\)")
                .matcher(PAGE)
                .results()
                .map(link -> link.group(1))
                .toList();

        assertThat(headings).doesNotHaveDuplicates();
        assertThat(links).containsExactlyElementsOf(headings);
        assertThat(PAGE).contains("- [Pooling](#pooling): [AvgPool](#avgpool), [MaxPool](#maxpool)\n");
    }

    @Test
    void overloads_nameTheDefaultsOfOmittedParameters() {
        assertThat(javadoc("LayerNorm", "Tensor x, Tensor gamma, Tensor beta"))
                .contains("As {@link #layerNorm(Tensor, Tensor, Tensor, Tensor, int, int)}"
                        + " with epsilon = 1e-5, beginNormAxis = -1, beginParamsAxis = -1.");
        assertThat(javadoc(
                        "LayerNorm",
                        "Tensor x, Tensor gamma, Tensor beta, Tensor epsilon, int beginNormAxis, int beginParamsAxis"))
                .contains("@param epsilon float, a number, by default 1e-5\n");
        assertThat(javadoc("ReduceSum", "Tensor x"))
                .contains("As {@link #reduceSum(Tensor, int[], boolean)}"
                        + " with axes = axes(), which are all, keepDims = false.");
        assertThat(javadoc("MSELoss", "Tensor x, Tensor y"))
                .contains("As {@link #mseLoss(Tensor, Tensor, Reduction)} with reduction = Reduction.MEAN.");
    }

    private static String javadoc(String op, String signature) {
        return MethodFamily.of(row(op)).stream()
                .filter(method -> method.signature().equals(signature))
                .map(method -> method.print().replaceAll("\\n \\* (?!@)", " "))
                .findFirst()
                .orElseThrow();
    }

    private static OpRow row(String op) {
        return OpTable.get().find(op).orElseThrow();
    }
}
