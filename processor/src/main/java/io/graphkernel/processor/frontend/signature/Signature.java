package io.graphkernel.processor.frontend.signature;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.ParameterSlots;
import io.graphkernel.processor.frontend.kernel.RecordType;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RuntimeScalar;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Check of the parameters and the result of a kernel method. */
final class Signature {

    private static final Set<TypeKind> NUMBERS = Set.of(TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.INT, TypeKind.LONG);

    /** Maximum number of tensors and numbers. */
    static final int MAX_LEAVES = ParameterSlots.MAX_RECORD_TENSORS;

    /** Maximum number of numbers. Each takes about 20 bytes of a generated method, whose limit is 65,535 bytes. */
    private static final int MAX_NUMBERS = 2_000;

    /** Maximum number of results. Each takes 40 to 60 bytes of the method that allocates them, by its rank. */
    static final int MAX_RESULTS = 1_000;

    private final Javac javac;
    private final ExecutableElement method;
    private final Members members;
    private final AggregateChecks aggregates;

    Signature(Javac javac, ExecutableElement method, Members members) {
        this.javac = javac;
        this.method = method;
        this.members = members;
        this.aggregates = new AggregateChecks(javac, method, members);
    }

    /** Returns true if javac cannot resolve a type in the signature. */
    boolean isUnresolved() {
        return aggregates.isUnresolved();
    }

    /** Adds the parameters to a graph and assigns their values; reports unsupported ones. */
    void readParameters(BodyGraph graph, VariableScope scope) {
        boolean sound = true;
        for (SignatureElement parameter : members.parameters()) {
            sound &= aggregates.isSound(parameter, javac.position(parameter.element()));
        }
        if (!sound) {
            return;
        }
        List<SignatureElement> leaves = members.leaves();
        if (leaves.size() > MAX_LEAVES) {
            reportTooMany(MAX_LEAVES, "tensors and numbers");
            return;
        }
        if (leaves.stream().filter(leaf -> !javac.isTensor(leaf.type())).count() > MAX_NUMBERS) {
            reportTooMany(MAX_NUMBERS, "numbers");
            return;
        }
        DeclaredTypes types = new DeclaredTypes(javac, members, graph.dims());
        Map<String, SymbolicValue> values = new HashMap<>();
        // Elements of a list share one declaration.
        Set<List<Element>> rejected = new HashSet<>();
        for (SignatureElement leaf : leaves) {
            if (rejected.contains(leaf.elements())) {
                continue;
            }
            read(leaf, types, graph)
                    .ifPresentOrElse(value -> values.put(leaf.path(), value), () -> rejected.add(leaf.elements()));
        }
        Set<String> numbers = leaves.stream()
                .filter(leaf -> isInteger(leaf.type()))
                .map(SignatureElement::path)
                .collect(Collectors.toSet());
        types.requireBoundSymbols(numbers);
        numbers.removeAll(types.boundSymbols());
        numbers.forEach(number -> values.computeIfPresent(number, (path, value) -> asDim((RuntimeScalar) value)));
        for (SignatureElement parameter : members.parameters()) {
            members.value(parameter, false, leaf -> Optional.ofNullable(values.get(leaf.path())))
                    .ifPresent(value -> scope.bind(parameter.element(), value));
        }
    }

    private void reportTooMany(int limit, String values) {
        javac.report(method, Diagnostic.TOO_MANY_IN_RECORDS, method.getSimpleName(), limit, values);
    }

    private Optional<SymbolicValue> read(SignatureElement leaf, DeclaredTypes types, BodyGraph graph) {
        TypeMirror type = leaf.type();
        if (javac.isTensor(type)) {
            return types.of(leaf).map(tensor -> new TensorValue(graph.builder().tensorParameter(leaf.path(), tensor)));
        }
        if (!NUMBERS.contains(type.getKind())) {
            Diagnostic rejected = leaf.isComponent() ? Diagnostic.RECORD_PARAMETER : Diagnostic.PARAMETER_TYPE;
            javac.report(members.position(leaf), rejected, leaf.path(), type, advice(leaf.path(), type));
        } else if (leaf.element().getAnnotation(TensorType.class) != null) {
            javac.report(members.position(leaf), Diagnostic.TENSOR_TYPE_ON_NUMBER, leaf.path(), type);
        } else {
            graph.builder().primitiveParameter(leaf.path(), ScalarArithmetic.javaName(type.getKind()));
            return Optional.of(new RuntimeScalar(leaf.path(), type.getKind(), true));
        }
        return Optional.empty();
    }

    private static boolean isInteger(TypeMirror type) {
        return type.getKind() == TypeKind.INT || type.getKind() == TypeKind.LONG;
    }

    /** Returns an integer parameter that can be a size. */
    private static SymbolicValue asDim(RuntimeScalar number) {
        return new RuntimeScalar(
                number.text(), number.type(), number.atomic(), Optional.of(new Dim.Symbol(number.text())));
    }

    private static String advice(String name, TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN -> "make '" + name + "' a parameter of the kernel, which chooses between compiled variants";
            case BYTE, SHORT, CHAR -> "use int";
            case ARRAY -> "use Tensor; where all tensors are f32, the generated class has an overload for float[]";
            case DECLARED ->
                "use Tensor, float, double, int or long, a record of them, or @Length(n) with a List or an array of records or"
                        + " tensors";
            default -> "use Tensor, float, double, int or long";
        };
    }

    /** Returns the kind of result; empty if it is unsupported, which is reported. */
    Optional<ResultKind> result() {
        TypeMirror type = method.getReturnType();
        if (type.getKind() == TypeKind.VOID) {
            return Optional.of(ResultKind.VOID);
        }
        if (javac.isTensor(type)) {
            return Optional.of(ResultKind.TENSOR);
        }
        if (members.returnsList()) {
            return Optional.of(ResultKind.LIST);
        }
        if (javac.isRecord(type)
                && !aggregates.isSound(SignatureElement.of("result", method, type), javac.position(method))) {
            return Optional.empty();
        }
        if (!javac.isRecord(type) || members.resultLeaves().isEmpty()) {
            javac.report(method, Diagnostic.RESULT_TYPE, method.getSimpleName(), type);
            return Optional.empty();
        }
        if (members.resultLeaves().size() > MAX_RESULTS) {
            javac.report(method, Diagnostic.TOO_MANY_RESULTS, method.getSimpleName(), MAX_RESULTS);
            return Optional.empty();
        }
        return hasTensorsAlone() ? Optional.of(ResultKind.RECORD) : Optional.empty();
    }

    private boolean hasTensorsAlone() {
        Optional<SignatureElement> other = members.resultLeaves().stream()
                .filter(leaf -> !javac.isTensor(leaf.type()))
                .findFirst();
        other.ifPresent(leaf -> javac.report(
                method,
                Diagnostic.RECORD_COMPONENT,
                leaf.path(),
                leaf.element().getEnclosingElement().getSimpleName(),
                leaf.type()));
        return other.isEmpty();
    }

    /**
     * Reports a method whose stub would exceed Java's limit: the overload with result arguments has a parameter for
     * each.
     */
    void requireRoom() {
        int slots = 0;
        if (method.getReturnType().getKind() != TypeKind.VOID) {
            boolean inAggregate = members.returnsList()
                    || members.resultAggregate()
                            .filter(result -> result instanceof RecordType record && record.holdsList())
                            .isPresent();
            slots = inAggregate ? 1 : members.resultLeaves().size();
        }
        slots += parameterSlots();
        if (slots > ParameterSlots.MAX_SLOTS) {
            // One slot remains for a record of all parameters.
            boolean resultsAlone = slots - parameterSlots() >= ParameterSlots.MAX_SLOTS;
            javac.report(
                    method,
                    Diagnostic.TOO_MANY_PARAMETERS,
                    method.getSimpleName(),
                    slots,
                    ParameterSlots.MAX_SLOTS,
                    resultsAlone
                            ? "declare results of one type as a List with @Length in the record: a record with a list is one"
                                    + " parameter"
                            : "put parameters into a record");
        }
    }

    /** Returns the slots of the parameters, where a record or list takes one. */
    int parameterSlots() {
        return method.getParameters().stream()
                .mapToInt(parameter -> ParameterSlots.of(
                        ScalarArithmetic.javaName(parameter.asType().getKind())))
                .sum();
    }
}
