package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.reference.facade.JavaMethod.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All overloads of a method in one line or two: what may be left out is in brackets, with its default, and types
 * that may be in the same place are separated by a bar.
 */
final class OverloadNotation {

    private static final Set<String> NUMBERS = Set.copyOf(JavaTypes.NUMBERS);

    private final OpRow row;
    private final List<JavaMethod> overloads;

    private OverloadNotation(OpRow row, List<JavaMethod> overloads) {
        this.row = row;
        this.overloads = overloads;
    }

    /** The signatures of a row's op under one of its names. */
    static List<String> signatures(OpRow row, String name) {
        List<JavaMethod> named = named(row, name);
        // One axis and several differ in name and in what may be left out, and are not mixed in a call.
        return Stream.of(false, true)
                .map(axes -> named.stream()
                        .filter(method -> hasSeveralAxes(row, method) == axes)
                        .toList())
                .filter(overloads -> !overloads.isEmpty())
                .map(overloads -> new OverloadNotation(row, overloads).signature())
                .toList();
    }

    private static List<JavaMethod> named(OpRow row, String name) {
        return MethodFamily.of(row).stream()
                .filter(method -> method.name().equals(name))
                .toList();
    }

    private static boolean hasSeveralAxes(OpRow row, JavaMethod method) {
        long lists = row.parameters().stream().filter(JavaTypes::isIntArray).count();
        return lists > 1
                ? method.parameters().stream()
                        .anyMatch(parameter -> parameter.type().equals("int[]"))
                : isReduction(row) && method.parameterNames().contains("axes");
    }

    private static boolean isReduction(OpRow row) {
        return row.takesKeepDims() && row.takesAxes();
    }

    /** Returns the operands that may be numbers in the same call; empty if at most one may. */
    static String numbers(OpRow row) {
        List<JavaMethod> family = named(row, row.javaName());
        Set<String> operands = row.operandNames().stream()
                .filter(name -> family.stream()
                        .flatMap(method -> method.parameters().stream())
                        .anyMatch(parameter -> isNumber(parameter, name)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (operands.size() < 2) {
            return "";
        }
        Set<Set<String>> forms = family.stream()
                .map(method -> operands.stream()
                        .filter(name -> method.parameters().stream().anyMatch(p -> isNumber(p, name)))
                        .collect(Collectors.toSet()))
                .collect(Collectors.toSet());
        String names = String.join(", ", operands);
        if (forms.equals(Set.of(Set.of(), operands))) {
            return "all of " + names + ", or none";
        }
        int masks = 1 << operands.size();
        if (forms.size() == masks) {
            return "any of " + names;
        }
        if (forms.size() == masks - 1 && !forms.contains(operands)) {
            return "any of " + names + ", but not all";
        }
        throw new IllegalStateException(row.name() + ": the page has no words for numbers in place of " + forms);
    }

    private static boolean isNumber(Parameter parameter, String name) {
        return parameter.name().equals(name) && NUMBERS.contains(parameter.type());
    }

    private String signature() {
        JavaMethod widest = overloads.stream()
                .max(Comparator.comparing(method -> method.parameters().size()))
                .orElseThrow();
        List<String> names = List.copyOf(widest.parameterNames());
        StringBuilder text = new StringBuilder(widest.type() + " " + widest.name() + "(");
        int at = 0;
        while (at < names.size()) {
            List<String> leftOut = leftOut(names, at);
            if (leftOut.isEmpty()) {
                text.append(at == 0 ? "" : ", ").append(typed(names.get(at)));
                at++;
            } else {
                text.append(brackets(leftOut));
                at += leftOut.size();
            }
        }
        return text.append(')').toString();
    }

    /** From an index on, the parameters that may be left out: all of them optional tensors or none. */
    private List<String> leftOut(List<String> names, int from) {
        int to = from;
        while (to < names.size()
                && isLeftOut(names.get(to))
                && isOptionalTensor(names.get(to)) == isOptionalTensor(names.get(from))) {
            to++;
        }
        return names.subList(from, to);
    }

    private boolean isOptionalTensor(String name) {
        return row.parameters().stream()
                .anyMatch(parameter -> parameter.name().equals(name) && parameter.kind() == Kind.OPTIONAL_TENSOR);
    }

    private boolean isLeftOut(String name) {
        return overloads.stream().anyMatch(method -> !method.parameterNames().contains(name));
    }

    /** {@code [, a, b[, c]]} if there are overloads with none of a, b and c, with the first two, and with all. */
    private String brackets(List<String> leftOut) {
        SortedSet<Integer> lengths = new TreeSet<>();
        for (JavaMethod method : overloads) {
            List<String> given =
                    leftOut.stream().filter(method.parameterNames()::contains).toList();
            if (!given.equals(leftOut.subList(0, given.size()))) {
                throw new IllegalStateException(
                        row.name() + ": the page has no words for leaving out of " + leftOut + " all but " + given);
            }
            lengths.add(given.size());
        }
        StringBuilder text = new StringBuilder();
        int written = 0;
        for (int length : lengths.tailSet(1)) {
            text.append('[');
            for (String name : leftOut.subList(written, length)) {
                text.append(", ").append(typed(name));
                defaultValue(name).ifPresent(value -> text.append(" = ").append(value));
            }
            written = length;
        }
        return text.append("]".repeat(lengths.tailSet(1).size())).toString();
    }

    private Optional<String> defaultValue(String name) {
        return row.parameters().stream()
                .filter(parameter -> parameter.name().equals(name)
                        && parameter.defaultValue().isPresent())
                .findFirst()
                .map(JavaTypes::documentedDefault);
    }

    private String typed(String name) {
        List<String> types = new ArrayList<>();
        overloads.stream()
                .flatMap(method -> method.parameters().stream())
                .filter(parameter -> parameter.name().equals(name))
                .map(Parameter::type)
                .distinct()
                .forEach(types::add);
        return String.join("|", types) + " " + name;
    }
}
