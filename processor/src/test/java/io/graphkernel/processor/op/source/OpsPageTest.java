package io.graphkernel.processor.op.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
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

/** What the page says of overloads, read as a user reads it, gives the overloads that there are. */
class OpsPageTest {

    private static final String PAGE = OpsPage.print(OpTable.get(), DocumentLists.read());
    private static final Pattern SIGNATURE = Pattern.compile("`[\\w\\[\\]]+ (\\w+)\\((.*?)\\)`");

    static Stream<OpRow> rows() {
        return OpTable.get().rows().stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void signaturesStandForTheOverloadsThatThereAre(OpRow row) {
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

    /** With and without what is in brackets. */
    private static List<String> leaveOut(String parameters) {
        int start = parameters.indexOf("[, ");
        if (start < 0) {
            return List.of(parameters.replaceAll(" = (\\{[^}]*}|[^,\\]]+)", ""));
        }
        // Inner brackets may stay only if the outer ones do.
        int end = closing(parameters, start);
        String head = parameters.substring(0, start);
        String inside = parameters.substring(start + 1, end);
        String tail = parameters.substring(end + 1);
        List<String> all = new ArrayList<>(leaveOut(head + tail));
        all.addAll(leaveOut(head + inside + tail));
        return all;
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

    /** With each of the types that a place may have; {@code ...} is at the end only, where no array is. */
    private static List<String> typed(String parameters) {
        List<String> all = List.of("");
        for (String parameter : parameters.split(", ")) {
            String name = parameter.substring(parameter.indexOf(' '));
            all = all.stream()
                    .flatMap(head -> Stream.of(parameter.split(" ")[0].split("\\|"))
                            .map(type -> (head.isEmpty() ? "" : head + ", ") + type + name))
                    .toList();
        }
        boolean listLast =
                parameters.substring(parameters.lastIndexOf(", ") + 1).contains("long...");
        return all.stream()
                .filter(typed -> !typed.matches(".*\\.\\.\\. \\w+,.*"))
                .filter(typed -> !listLast || typed.contains("..."))
                .toList();
    }

    private static boolean areNumbersAllowed(String parameters, OpRow row) {
        Set<String> numbers = Stream.of(parameters.split(", "))
                .filter(parameter -> parameter.matches("(double|long) .*"))
                .map(parameter -> parameter.split(" ")[1])
                .filter(row.operandNames()::contains)
                .collect(Collectors.toSet());
        boolean exact = parameters.contains("long ") && !parameters.contains("seed");
        if (exact && line(row, "Java").contains("double|long") && numbers.size() > 1) {
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
    void defaultsStandInTheSignatures() {
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
    void numbersStandInTheSignatures() {
        assertThat(section("Greater")).contains("greater(Tensor|double|long x, Tensor|double|long y)`");
        assertThat(line(row("Greater"), "Numbers")).isEqualTo("any of x, y, but not all");
        assertThat(line(row("Select"), "Numbers")).isEqualTo("any of x, y");
        assertThat(line(row("Dropout"), "Numbers")).isEqualTo("all of keepProbability, seed, seed2, or none");
        assertThat(line(row("LayerNorm"), "Numbers")).isEmpty();
    }

    @Test
    void contentsLeadToTheHeadings() {
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
    void overloadsNameTheDefaultsOfWhatTheyLeaveOut() {
        assertThat(javadoc("LayerNorm", "Tensor x, Tensor gamma, Tensor beta"))
                .contains(" * <p>With epsilon = 1e-5, beginNormAxis = -1, beginParamsAxis = -1.\n");
        assertThat(javadoc("LayerNorm", "Tensor x, Tensor gamma, Tensor beta, double epsilon"))
                .contains(" * @param epsilon a number, of the dtype of the tensor that it meets, by default 1e-5\n");
        assertThat(javadoc("ReduceSum", "Tensor x"))
                .contains(" * <p>With axes = axes(), which are all, keepDims = false.\n");
        assertThat(javadoc("MSELoss", "Tensor x, Tensor y")).contains(" * <p>With reduction = Reduction.MEAN.\n");
    }

    private static String javadoc(String op, String signature) {
        return MethodFamily.of(row(op)).stream()
                .filter(method -> method.signature().equals(signature))
                .map(JavaMethod::print)
                .findFirst()
                .orElseThrow();
    }

    private static OpRow row(String op) {
        return OpTable.get().find(op).orElseThrow();
    }
}
