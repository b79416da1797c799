package io.graphkernel.processor.reference.facade;

import io.graphkernel.graph.DataType;
import io.graphkernel.op.row.JavaNames;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.reference.facade.JavaMethod.Parameter;
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
 * The overloads of one op: those that compute, one for each number of optional tensors, and those that insert defaults
 * or convert numbers to tensors.
 */
final class MethodFamily {

    /** Kinds that Java writes as an array, which may be of variable length if it comes last. */
    private static final Set<Kind> LISTS = Set.of(Kind.AXES, Kind.INTS, Kind.DIMS, Kind.LONGS, Kind.TENSORS);

    private final OpRow row;
    private final String name;
    private final Map<String, JavaMethod> bySignature = new LinkedHashMap<>();

    private MethodFamily(OpRow row, String name) {
        this.row = row;
        this.name = name;
    }

    /** Returns the overloads of a row's op under all its names, starting with a computing one for each name. */
    static List<JavaMethod> of(OpRow row) {
        return Stream.concat(Stream.of(row.javaName()), row.aliases().stream().map(JavaNames::ofOp))
                .distinct()
                .flatMap(name -> new MethodFamily(row, name).methods().stream())
                .toList();
    }

    private List<JavaMethod> methods() {
        List<OpParameter> parameters = row.parameters();
        List<OpParameter> optional = parameters.stream()
                .filter(p -> p.kind() == Kind.OPTIONAL_TENSOR)
                .toList();
        for (int count = optional.size(); count >= 0; count--) {
            List<OpParameter> absent = optional.subList(count, optional.size());
            overloads(parameters.stream().filter(p -> !absent.contains(p)).toList());
        }
        return bySignature.values().stream().map(this::withDefaults).toList();
    }

    /** Returns a method whose documentation lists the omitted parameters, and the defaults of optional ones. */
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
            addNumbers(ordered, numbers);
        }
        longForms(ordered);
        singleAxes(ordered);
        if (row.takesKeepDims() && row.takesAxes()) {
            reductionForms(ordered);
        }
    }

    /** Variable arguments come last. */
    static List<OpParameter> ordered(List<OpParameter> parameters) {
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
        return name.equals(row.javaName())
                ? method(tensors(ordered), "", EagerBody.of(row, present))
                : method(tensors(ordered), ordered, call(ordered, List.of()));
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
            add(method(tensors(kept), ordered, call(ordered, kept)));
            for (Set<Integer> numbers : numberForms(kept)) {
                addNumbers(kept, numbers);
            }
            longForms(kept);
        }
        if (row.parameters().stream()
                .anyMatch(p -> p.kind() == Kind.NUMBER && p.defaultValue().isPresent())) {
            List<OpParameter> kept =
                    ordered.stream().filter(p -> p.defaultValue().isEmpty()).toList();
            add(method(tensors(kept), ordered, call(ordered, kept)));
        }
    }

    /** Returns a call of the overload with all parameters; missing ones have their defaults. */
    private String call(List<OpParameter> parameters, List<OpParameter> given) {
        return parameters.stream()
                .map(p -> given.isEmpty() || given.contains(p) ? p.name() : JavaTypes.defaultText(p))
                .collect(Collectors.joining(", ", row.javaName() + "(", ")"));
    }

    /** Returns the positions of number parameters for each overload except the one in which all are tensors. */
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

    private void addNumbers(List<OpParameter> ordered, Set<Integer> numbers) {
        List<String> types = isAlone(ordered, numbers) ? JavaTypes.NUMBERS : List.of("double");
        types.forEach(type -> add(withNumbers(ordered, numbers, type)));
    }

    /** Returns true if no tensor determines the dtype of the numbers, so that their Java type does. */
    private static boolean isAlone(List<OpParameter> ordered, Set<Integer> numbers) {
        List<Integer> sharing = indices(ordered, p -> p.isOperand() && p.dtype() == OpDtype.SHARED);
        return !sharing.isEmpty() && numbers.containsAll(sharing);
    }

    /** Integers in place of tensors are exact beyond 2⁵³ as {@code long} only. */
    private void longForms(List<OpParameter> ordered) {
        boolean exact = row.dtypes().dtypes().contains(DataType.I64);
        for (Set<Integer> numbers : numberForms(ordered)) {
            boolean met = numbers.stream().allMatch(i -> NumberArguments.takesDtype(ordered.get(i)));
            if (exact && met && !isAlone(ordered, numbers)) {
                add(withNumbers(ordered, numbers, "long"));
            }
        }
    }

    private JavaMethod withNumbers(List<OpParameter> ordered, Set<Integer> numbers, String type) {
        List<Parameter> parameters = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        NumberArguments written = new NumberArguments(row, ordered, numbers);
        for (int i = 0; i < ordered.size(); i++) {
            OpParameter parameter = ordered.get(i);
            if (!numbers.contains(i)) {
                parameters.add(tensors(ordered).get(i));
                arguments.add(parameter.name());
            } else {
                boolean seed = parameter.dtype() == OpDtype.I64;
                String numberType = seed ? "long" : type;
                boolean alone = isAlone(ordered, numbers) && parameter.dtype() == OpDtype.SHARED;
                parameters.add(new Parameter(
                        numberType,
                        parameter.name(),
                        alone ? "a number, of " + JavaTypes.dtypeOf(type) : NumberArguments.document(parameter)));
                arguments.add(alone ? "Eager.ofJavaType(" + parameter.name() + ")" : written.text(parameter));
            }
        }
        String call = arguments.stream().collect(Collectors.joining(", ", row.javaName() + "(", ")"));
        return method(parameters, ordered, call);
    }

    /** One integer for each of several lists of axes or integers; a single list is of variable length. */
    private void singleAxes(List<OpParameter> ordered) {
        if (ordered.stream().filter(JavaTypes::isIntArray).count() < 2) {
            return;
        }
        List<Parameter> parameters = ordered.stream()
                .map(p -> JavaTypes.isIntArray(p)
                        ? new Parameter("int", p.name(), JavaTypes.documentElement(p))
                        : parameter(p, false))
                .toList();
        String call = ordered.stream()
                .map(p -> JavaTypes.isIntArray(p) ? "axes(" + p.name() + ")" : p.name())
                .collect(Collectors.joining(", ", row.javaName() + "(", ")"));
        add(method(parameters, ordered, call));
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
                            ? new Parameter("int", "axis", "index of the axis, counted from the end if negative")
                            : parameter(parameter, false));
        }
        String call = ordered.stream()
                .map(p -> p.kind() == Kind.AXES ? axes : given.contains(p) ? p.name() : JavaTypes.defaultText(p))
                .collect(Collectors.joining(", ", row.javaName() + "(", ")"));
        return method(parameters, ordered, call);
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

    /** Returns an overload that calls the one whose parameters are tensors. */
    private JavaMethod method(List<Parameter> parameters, List<OpParameter> called, String call) {
        String types = tensors(called).stream().map(Parameter::type).collect(Collectors.joining(", "));
        return method(parameters, row.javaName() + "(" + types + ")", List.of("return " + call + ";"));
    }

    private JavaMethod method(List<Parameter> parameters, String target, List<String> body) {
        return new JavaMethod(
                row.name(),
                ResultRecords.type(row),
                name,
                parameters,
                row.documentation(),
                List.of(),
                ResultRecords.document(row),
                target,
                body);
    }
}
