package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.Value.RuntimeScalar;
import io.graphkernel.processor.frontend.Value.TensorValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The parameters and the result of a kernel method. */
final class Signature {

    private static final Set<TypeKind> NUMBERS = Set.of(TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.INT, TypeKind.LONG);

    /** Each number is some twenty bytes of a generated method, of which javac takes 65,535, and the sizes need room, too. */
    static final int MOST_LEAVES = 2_000;

    /** The method that makes the results has 40 to 60 bytes for each, by the number of its dims. */
    static final int MOST_RESULTS = 1_000;

    private final Javac javac;
    private final ExecutableElement method;
    private final Members members;
    private final AggregateChecks aggregates;

    Signature(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.method = method;
        this.members = new Members(javac, method);
        this.aggregates = new AggregateChecks(javac, method, members);
    }

    /** Whether a type in the signature is unknown to javac. */
    boolean isUnresolved() {
        return aggregates.isUnresolved();
    }

    /** Adds the parameters to a graph and gives them their values; reports those that a kernel can't have. */
    void readParameters(BodyGraph graph, Scope scope) {
        boolean sound = true;
        for (Part parameter : members.parameters()) {
            sound &= aggregates.isSound(parameter, javac.position(parameter.element()));
        }
        if (!sound) {
            return;
        }
        List<Part> leaves = members.leaves();
        if (leaves.size() > MOST_LEAVES) {
            javac.report(method, Diagnostic.TOO_MANY_IN_RECORDS, method.getSimpleName(), MOST_LEAVES);
            return;
        }
        DeclaredTypes types = new DeclaredTypes(javac, members);
        Map<String, Value> values = new HashMap<>();
        // Elements of a list have one declaration.
        Set<List<Element>> refused = new HashSet<>();
        for (Part leaf : leaves) {
            if (refused.contains(leaf.elements())) {
                continue;
            }
            read(leaf, types, graph)
                    .ifPresentOrElse(value -> values.put(leaf.path(), value), () -> refused.add(leaf.elements()));
        }
        types.requireBoundSymbols();
        for (Part parameter : members.parameters()) {
            members.value(parameter, false, leaf -> Optional.ofNullable(values.get(leaf.path())))
                    .ifPresent(value -> scope.bind(parameter.element(), value));
        }
    }

    private Optional<Value> read(Part leaf, DeclaredTypes types, BodyGraph graph) {
        TypeMirror type = leaf.type();
        if (javac.isTensor(type)) {
            return types.of(leaf).map(tensor -> new TensorValue(graph.builder().tensorParameter(leaf.path(), tensor)));
        }
        if (!NUMBERS.contains(type.getKind())) {
            Diagnostic refused = leaf.isComponent() ? Diagnostic.RECORD_PARAMETER : Diagnostic.PARAMETER_TYPE;
            javac.report(members.position(leaf), refused, leaf.path(), type, advice(leaf.path(), type));
        } else if (leaf.element().getAnnotation(TensorType.class) != null) {
            javac.report(members.position(leaf), Diagnostic.TENSOR_TYPE_ON_NUMBER, leaf.path(), type);
        } else {
            graph.builder().primitiveParameter(leaf.path(), Scalars.javaName(type.getKind()));
            return Optional.of(new RuntimeScalar(leaf.path(), type.getKind(), true));
        }
        return Optional.empty();
    }

    private static String advice(String name, TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN ->
                "write a kernel for each case, or take a number: select(greater(fillV2(" + name
                        + "), 0), x, y) chooses by it; for good, use a static final constant";
            case BYTE, SHORT, CHAR -> "use int";
            case ARRAY -> "use Tensor; where all tensors are f32, the generated class has an overload for float[]";
            case DECLARED ->
                "use Tensor, float, double, int or long, a record of them, or @Length(n) with a List or an array of records or"
                        + " tensors";
            default -> "use Tensor, float, double, int or long";
        };
    }

    /** What the method returns; empty, and reported, if a kernel can't return it. */
    Optional<ResultKind> result() {
        TypeMirror type = method.getReturnType();
        if (type.getKind() == TypeKind.VOID) {
            return Optional.of(ResultKind.VOID);
        }
        if (javac.isTensor(type)) {
            return Optional.of(ResultKind.TENSOR);
        }
        if (javac.isRecord(type) && !aggregates.isSound(Part.of("result", method, type), javac.position(method))) {
            return Optional.empty();
        }
        if (!javac.isRecord(type) || members.resultLeaves().isEmpty()) {
            javac.report(method, Diagnostic.RESULT_TYPE, method.getSimpleName(), type);
            return Optional.empty();
        }
        if (members.resultLeaves().size() > MOST_RESULTS) {
            javac.report(method, Diagnostic.TOO_MANY_RESULTS, method.getSimpleName(), MOST_RESULTS);
            return Optional.empty();
        }
        return hasTensorsAlone() ? Optional.of(ResultKind.RECORD) : Optional.empty();
    }

    private boolean hasTensorsAlone() {
        Optional<Part> other = members.resultLeaves().stream()
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

    /** Reports a method whose stub Java cannot call: the overload that takes results has a parameter for each. */
    void requireRoom() {
        int slots = 0;
        if (method.getReturnType().getKind() != TypeKind.VOID) {
            boolean inRecord = record().filter(RecordType::holdsList).isPresent();
            slots = inRecord ? 1 : members.resultLeaves().size();
        }
        slots += parameterSlots();
        if (slots > ParameterSlots.MOST) {
            javac.report(method, Diagnostic.TOO_MANY_PARAMETERS, method.getSimpleName(), slots, ParameterSlots.MOST);
        }
    }

    /** The slots of the parameters, of which a record or list has one. */
    int parameterSlots() {
        return method.getParameters().stream()
                .mapToInt(parameter ->
                        ParameterSlots.of(Scalars.javaName(parameter.asType().getKind())))
                .sum();
    }

    /** The record that is returned, if the result is one. */
    Optional<RecordType> record() {
        return members.resultRecord();
    }

    /** What the method takes and returns. */
    Members members() {
        return members;
    }

    /** The parameters as Java declares them. */
    List<Member> parameters() {
        return members.parameters().stream().map(members::member).toList();
    }

    /** The position of what an annotation says; that of the annotated element where it leaves it out. */
    static SourcePosition annotationValue(Javac javac, Element element, Class<?> annotation, String name) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (javac.isClass(mirror.getAnnotationType(), annotation.getName())) {
                for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> value :
                        mirror.getElementValues().entrySet()) {
                    if (value.getKey().getSimpleName().contentEquals(name)) {
                        return javac.position(element, mirror, value.getValue());
                    }
                }
            }
        }
        return javac.position(element);
    }
}
