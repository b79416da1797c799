package io.graphkernel.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A class of kernel methods as a user would write it, one per case.
 *
 * @param number index of the class, from 0; its halves share it
 * @param className its name, in the package {@link #PACKAGE}
 * @param lines its text
 * @param cases case of each line, null for other lines
 */
record KernelSource(int number, String className, List<String> lines, List<Case> cases) {

    static final String PACKAGE = "generated";

    static final int KERNELS_PER_CLASS = 64;

    /**
     * Returns the classes for all cases that the table supports. Cases are distributed round-robin, so that a sample of the
     * classes covers every op.
     */
    static List<KernelSource> of(List<Case> cases) {
        List<Case> known = cases.stream().filter(Table::claims).toList();
        int classes = (known.size() + KERNELS_PER_CLASS - 1) / KERNELS_PER_CLASS;
        return IntStream.range(0, classes)
                .mapToObj(number -> write(
                        number,
                        "Kernels" + number,
                        IntStream.range(0, known.size())
                                .filter(i -> i % classes == number)
                                .mapToObj(known::get)
                                .toList()))
                .toList();
    }

    /** The cases that have a kernel here. */
    List<Case> kernels() {
        return cases.stream().filter(Objects::nonNull).toList();
    }

    /** Returns the class without some cases. */
    KernelSource without(List<Case> rejected) {
        return write(
                number,
                className,
                kernels().stream().filter(tested -> !rejected.contains(tested)).toList());
    }

    /** Two classes, each with half of the cases. */
    List<KernelSource> halves() {
        List<Case> cases = kernels();
        int middle = cases.size() / 2;
        return List.of(
                write(number, className + "a", cases.subList(0, middle)),
                write(number, className + "b", cases.subList(middle, cases.size())));
    }

    private static KernelSource write(int number, String className, List<Case> cases) {
        Map<String, Case> lines = new LinkedHashMap<>();
        List<String> text = new ArrayList<>(List.of(
                "package " + PACKAGE + ";",
                "import io.graphkernel.annotations.*;",
                "import io.graphkernel.runtime.*;",
                "public final class " + className + " {"));
        IntStream.rangeClosed(2, 4)
                .mapToObj(count -> "    public record Results" + count + "("
                        + IntStream.range(0, count)
                                .mapToObj(i -> "Tensor r" + i)
                                .collect(Collectors.joining(", "))
                        + ") {}")
                .forEach(text::add);
        cases.forEach(tested -> lines.put(method(tested), tested));
        List<Case> byLine = new ArrayList<>();
        text.forEach(line -> byLine.add(null));
        lines.forEach((line, tested) -> {
            text.add(line);
            byLine.add(tested);
        });
        text.add("}");
        byLine.add(null);
        return new KernelSource(number, className, text, byLine);
    }

    private static String method(Case tested) {
        String parameters = IntStream.range(0, tested.operands().size())
                .mapToObj(i -> tested.operands().get(i).declaration(Case.name(i)))
                .collect(Collectors.joining(", "));
        String call = tested.call().replace("$", "Ops." + Table.javaName(tested.op()));
        List<String> results = tested.results();
        String head = "    @GraphKernel public static ";
        String tail = tested.kernel() + "(" + parameters + ") { ";
        return switch (results.size()) {
            case 0 -> head + "void " + tail + call + "; }";
            case 1 -> head + "Tensor " + tail + "return " + call + accessor(results.get(0)) + "; }";
            default ->
                head + "Results" + results.size() + " " + tail + "var r = " + call + "; return new Results"
                        + results.size() + "("
                        + results.stream().map(name -> "r" + accessor(name)).collect(Collectors.joining(", ")) + "); }";
        };
    }

    private static String accessor(String name) {
        return name.isEmpty() || name.startsWith("[") ? name : "." + name + "()";
    }

    String text() {
        return String.join("\n", lines);
    }
}
