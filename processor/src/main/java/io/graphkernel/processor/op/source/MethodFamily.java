package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.op.JavaNames;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpParameter.Kind;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.source.JavaMethod.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The overloads of one op: those that do the work, one for each number of optional tensors, and those that fill in what
 * was left out or turn numbers into tensors.
 */
final class MethodFamily {

    /** Kinds that Java writes as an array, which may be of variable length if it comes last. */
    private static final Set<Kind> LISTS = Set.of(Kind.AXES, Kind.INTS, Kind.DIMS, Kind.LONGS, Kind.TENSORS);
    /** What a number is for that has the dtype of the tensors next to it. */
    private static final Set<OpDtype> TAKES_DTYPE = Set.of(OpDtype.SHARED, OpDtype.SHARED_OR_F32);

    private final OpRow row;
    private final String name;
    private final Map<String, JavaMethod> bySignature = new LinkedHashMap<>();

    private MethodFamily(OpRow row, String name) {
        this.row = row;
        this.name = name;
    }

    /** The overloads of a row's op under all its names, for each name one of those that do the work first. */
    static List<JavaMethod> of(OpRow row) {
        return Stream.concat(Stream.of(row.javaName()), row.aliases().stream().map(JavaNames::ofOp))
                .distinct()
                .flatMap(name -> new MethodFamily(row, name).methods().stream())
                .toList();
    }

    private List<JavaMethod> methods() {
        List<OpParameter> all = row.parameters();
        List<OpParameter> optional =
                all.stream().filter(p -> p.kind() == Kind.OPTIONAL_TENSOR).toList();
        for (int count = optional.size(); count >= 0; count--) {
            List<OpParameter> absent = optional.subList(count, optional.size());
            overloads(all.stream().filter(p -> !absent.contains(p)).toList());
        }
        return bySignature.values().stream().map(this::withDefaults).toList();
    }

    /** A method whose documentation says what is left out, and of what can be left out what it is then. */
    private JavaMethod withDefaults(JavaMethod method) {
        Set<String> names = method.parameterNames();
        List<String> defaults = new ArrayList<>();
        if (row.takesKeepDims() && row.takesAxes() && !names.contains("axes") && !names.contains("axis")) {
            defaults.add("axes = axes(), which are all");
        }
        row.parameters().stream()
                .filter(p -> p.defaultValue().isPresent() && !names.contains(p.name()))
                .map(p -> p.name() + " = " + JavaTypes.documentedDefault(p))
                .forEach(defaults::add);
        List<Parameter> documented = method.parameters().stream()
                .map(given -> row.parameters().stream()
                        .filter(p -> p.name().equals(given.name())
                                && p.defaultValue().isPresent())
                        .map(p -> given.and(", " + byDefault(p) + " " + JavaTypes.documentedDefault(p)))
                        .findFirst()
                        .orElse(given))
                .toList();
        return method.documented(documented, defaults);
    }

    private String byDefault(OpParameter parameter) {
        boolean everywhere = bySignature.values().stream()
                .allMatch(method -> method.parameterNames().contains(parameter.name()));
        return everywhere ? "usually" : "by default";
    }

    /** The overloads with the same optional tensors. */
    private void overloads(List<OpParameter> present) {
        List<OpParameter> ordered = ordered(present);
        add(work(ordered));
        List<OpParameter> given = new ArrayList<>(ordered);
        leaveOutDefaults(ordered, given);
        for (Set<Integer> numbers : numberForms(ordered)) {
            add(withNumbers(ordered, numbers, "double"));
        }
        longForms(ordered);
        if (row.takesKeepDims() && row.takesAxes()) {
            reductionForms(ordered);
        }
    }

    /** Variable arguments come last. */
    private static List<OpParameter> ordered(List<OpParameter> parameters) {
        return Stream.concat(
                        parameters.stream().filter(p -> p.kind() != Kind.TENSORS),
                        parameters.stream().filter(p -> p.kind() == Kind.TENSORS))
                .toList();
    }

    private void add(JavaMethod method) {
        String signature = method.parameters().stream()
                .map(parameter -> parameter.type().replace("...", "[]"))
                .collect(Collectors.joining(", "));
        bySignature.putIfAbsent(signature, method);
    }

    private JavaMethod work(List<OpParameter> ordered) {
        Set<String> present = ordered.stream().map(OpParameter::name).collect(Collectors.toSet());
        List<String> body = name.equals(row.javaName())
                ? EagerBody.of(row, present)
                : List.of("return " + call(ordered, List.of()) + ";");
        return method(tensors(ordered), body);
    }

    /** Overloads without the last parameters that have a default: first attributes, then numbers as well. */
    private void leaveOutDefaults(List<OpParameter> ordered, List<OpParameter> given) {
        boolean reduces = row.takesKeepDims() && row.takesAxes();
        while (!reduces && !given.isEmpty()) {
            OpParameter last = given.get(given.size() - 1);
            if (last.defaultValue().isEmpty()) {
                break;
            }
            given.remove(given.size() - 1);
            List<OpParameter> kept = List.copyOf(given);
            boolean number = last.kind() == Kind.NUMBER;
            if (number
                    && kept.stream().anyMatch(p -> p.kind() == Kind.NUMBER)
                    && kept.get(kept.size() - 1).kind() == Kind.NUMBER
                    && kept.get(kept.size() - 1).defaultValue().isPresent()) {
                continue;
            }
            add(method(tensors(kept), List.of("return " + call(ordered, kept) + ";")));
            for (Set<Integer> numbers : numberForms(kept)) {
                add(withNumbers(kept, numbers, "double"));
            }
        }
        if (row.parameters().stream()
                .anyMatch(p -> p.kind() == Kind.NUMBER && p.defaultValue().isPresent())) {
            List<OpParameter> kept =
                    ordered.stream().filter(p -> p.defaultValue().isEmpty()).toList();
            add(method(tensors(kept), List.of("return " + call(ordered, kept) + ";")));
        }
    }

    /** A call of the widest overload: what is given under its name, else its default. */
    private String call(List<OpParameter> all, List<OpParameter> given) {
        return all.stream()
                .map(p -> given.isEmpty() || given.contains(p) ? p.name() : JavaTypes.defaultText(p))
                .collect(Collectors.joining(", ", row.javaName() + "(", ")"));
    }

    /** Which parameters are numbers, in each overload but that in which all are tensors. */
    private List<Set<Integer>> numberForms(List<OpParameter> ordered) {
        List<Integer> scalars = indices(ordered, p -> p.kind() == Kind.NUMBER);
        if (!scalars.isEmpty()) {
            return List.of(Set.copyOf(scalars));
        }
        List<Integer> free = indices(ordered, OpParameter::orNumber);
        List<Integer> tensors = indices(ordered, p -> p.dtype() == OpDtype.SHARED && p.isOperand());
        List<Set<Integer>> forms = new ArrayList<>();
        for (int bits = 1; bits < 1 << free.size(); bits++) {
            int chosen = bits;
            Set<Integer> numbers = IntStream.range(0, free.size())
                    .filter(i -> (chosen >> i & 1) == 1)
                    .mapToObj(free::get)
                    .collect(Collectors.toSet());
            if (!numbers.containsAll(tensors) || row.name().equals("Select")) {
                forms.add(numbers);
            }
        }
        return forms;
    }

    private static List<Integer> indices(List<OpParameter> ordered, Predicate<OpParameter> condition) {
        return IntStream.range(0, ordered.size())
                .filter(i -> condition.test(ordered.get(i)))
                .boxed()
                .toList();
    }

    /** Integers in place of a tensor are exact beyond 2⁵³ as {@code long} only. */
    private void longForms(List<OpParameter> ordered) {
        boolean integers = row.kind() == OpKind.ELEMENTWISE || row.kind() == OpKind.ASSIGN;
        boolean exact = row.dtypes().dtypes().contains(DType.I64);
        for (Set<Integer> numbers : numberForms(ordered)) {
            boolean free = numbers.stream().allMatch(i -> ordered.get(i).kind() == Kind.TENSOR);
            if (integers && exact && free && numbers.size() == 1) {
                add(withNumbers(ordered, numbers, "long"));
            }
        }
    }

    private JavaMethod withNumbers(List<OpParameter> ordered, Set<Integer> numbers, String type) {
        List<Parameter> parameters = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        String like = ordered.stream()
                .filter(p -> p.isOperand() && p.dtype() == OpDtype.SHARED && !numbers.contains(ordered.indexOf(p)))
                .map(OpParameter::name)
                .findFirst()
                .orElse(null);
        for (int i = 0; i < ordered.size(); i++) {
            OpParameter parameter = ordered.get(i);
            if (!numbers.contains(i)) {
                parameters.add(tensors(ordered).get(i));
                arguments.add(parameter.name());
            } else {
                boolean seed = parameter.dtype() == OpDtype.I64;
                String numberType = seed ? "long" : type;
                parameters.add(new Parameter(numberType, parameter.name(), numberDocument(parameter)));
                arguments.add(numberText(parameter, like));
            }
        }
        String call = arguments.stream().collect(Collectors.joining(", ", row.javaName() + "(", ")"));
        return method(parameters, List.of("return " + call + ";"));
    }

    private String numberDocument(OpParameter parameter) {
        return parameter.dtype() == OpDtype.I64 ? "a number" : "a number, of the dtype of the tensor that it meets";
    }

    private String numberText(OpParameter parameter, String like) {
        String number = parameter.name();
        if (parameter.dtype() == OpDtype.I64) {
            return "Tensor.scalar(DType.I64, " + number + ")";
        }
        if (like == null || !TAKES_DTYPE.contains(parameter.dtype())) {
            return "Eager.scalar(" + number + ")";
        }
        boolean several = row.parameters().stream().anyMatch(p -> p.kind() == Kind.TENSORS);
        boolean wide = row.kind() == OpKind.COMPOSITE && !several && isWidened();
        return "%s(\"%s\", \"%s\", %s, %s)"
                .formatted(wide ? "Expansions.number" : "Eager.scalar", row.javaName(), number, number, like);
    }

    private boolean isWidened() {
        Set<String> all = row.parameters().stream().map(OpParameter::name).collect(Collectors.toSet());
        return new CompositeBody(row, all).isWidened();
    }

    /** Reductions over all axes, one or several. */
    private void reductionForms(List<OpParameter> ordered) {
        List<OpParameter> required = ordered.stream()
                .filter(p -> p.defaultValue().isEmpty() && p.kind() != Kind.AXES)
                .toList();
        List<OpParameter> oneAxis =
                ordered.stream().filter(p -> p.defaultValue().isEmpty()).toList();
        List<OpParameter> flagged = ordered.stream()
                .filter(p -> p.defaultValue().isEmpty() || p.name().equals("keepDims"))
                .toList();
        add(reduced(ordered, required, "axes()"));
        add(reduced(ordered, oneAxis, "axes(axis)"));
        add(reduced(ordered, flagged, "axes(axis)"));
        add(reduced(ordered, ordered, "axes(axis)"));
        add(reduced(ordered, flagged, "axes"));
    }

    private JavaMethod reduced(List<OpParameter> ordered, List<OpParameter> given, String axes) {
        List<Parameter> parameters = new ArrayList<>();
        for (OpParameter parameter : given) {
            boolean single = parameter.kind() == Kind.AXES && axes.equals("axes(axis)");
            parameters.add(
                    single
                            ? new Parameter("int", "axis", "the axis; a negative one counts from the end")
                            : parameter(parameter, false));
        }
        String call = ordered.stream()
                .map(p -> p.kind() == Kind.AXES ? axes : given.contains(p) ? p.name() : JavaTypes.defaultText(p))
                .collect(Collectors.joining(", ", row.javaName() + "(", ")"));
        return method(parameters, List.of("return " + call + ";"));
    }

    private List<Parameter> tensors(List<OpParameter> ordered) {
        long lists = ordered.stream().filter(p -> LISTS.contains(p.kind())).count();
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < ordered.size(); i++) {
            parameters.add(parameter(ordered.get(i), lists == 1 && i == ordered.size() - 1));
        }
        return parameters;
    }

    private Parameter parameter(OpParameter parameter, boolean variable) {
        String type = JavaTypes.of(parameter);
        return new Parameter(
                variable ? type.replace("[]", "...") : type, parameter.name(), JavaTypes.document(row, parameter));
    }

    private JavaMethod method(List<Parameter> parameters, List<String> body) {
        return new JavaMethod(
                row.name(),
                ResultRecords.type(row),
                name,
                parameters,
                row.documentation(),
                List.of(),
                ResultRecords.document(row),
                body);
    }
}
