package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.Members.Leaf;
import io.graphkernel.processor.frontend.Value.RecordValue;
import io.graphkernel.processor.frontend.Value.RuntimeScalar;
import io.graphkernel.processor.frontend.Value.TensorValue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The parameters and the result of a kernel method. */
final class Signature {

    private static final Set<TypeKind> NUMBERS = Set.of(TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.INT, TypeKind.LONG);

    /**
     * Each tensor or number in a record is some twenty bytes of a generated method, of which javac takes 65,535, and the
     * sizes and numbers of the call need room, too.
     */
    private static final int MOST_LEAVES = 2_000;

    private final Javac javac;
    private final ExecutableElement method;
    private final Members members;

    Signature(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.method = method;
        this.members = new Members(javac, method);
    }

    /** Whether a type in the signature is unknown to javac. */
    boolean isUnresolved() {
        return members.isUnresolved(method.getReturnType())
                || method.getParameters().stream()
                        .anyMatch(parameter -> members.isUnresolved(parameter.asType()) || !Javac.hasText(parameter));
    }

    /** Adds the parameters to a graph and gives them their values; reports those that a kernel can't have. */
    void readParameters(BodyGraph graph, Scope scope) {
        boolean sound = true;
        for (VariableElement parameter : method.getParameters()) {
            String name = parameter.getSimpleName().toString();
            sound &= members.isSound(parameter.asType(), name, javac.position(parameter));
        }
        if (!sound) {
            return;
        }
        List<Leaf> leaves = members.leaves();
        if (leaves.size() > MOST_LEAVES) {
            javac.report(method, Diagnostic.TOO_MANY_IN_RECORDS, method.getSimpleName(), leaves.size(), MOST_LEAVES);
            return;
        }
        DeclaredTypes types = new DeclaredTypes(javac, members);
        Map<String, Value> values = new HashMap<>();
        for (Leaf leaf : leaves) {
            read(leaf, types, graph).ifPresent(value -> values.put(leaf.path(), value));
        }
        types.requireBoundSymbols();
        for (VariableElement parameter : method.getParameters()) {
            value(parameter.getSimpleName().toString(), parameter.asType(), values)
                    .ifPresent(value -> scope.bind(parameter, value));
        }
    }

    private Optional<Value> read(Leaf leaf, DeclaredTypes types, BodyGraph graph) {
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

    /** The value of a parameter or component; empty if one in it was refused. */
    private Optional<Value> value(String path, TypeMirror type, Map<String, Value> leaves) {
        if (!javac.isRecord(type)) {
            return Optional.ofNullable(leaves.get(path));
        }
        Map<String, Value> components = new LinkedHashMap<>();
        for (RecordComponentElement component : Members.components(type)) {
            String name = component.getSimpleName().toString();
            value(Member.path(path, name), component.asType(), leaves).ifPresent(value -> components.put(name, value));
        }
        return components.size() == Members.components(type).size()
                ? Optional.of(new RecordValue(components, false))
                : Optional.empty();
    }

    private static String advice(String name, TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN ->
                "write a kernel for each case, or take a number: select(greater(fillV2(" + name
                        + "), 0), x, y) chooses by it; for good, use a static final constant";
            case BYTE, SHORT, CHAR -> "use int";
            case ARRAY -> "use Tensor; where all tensors are f32, the generated class has a form that takes float[]";
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
        List<? extends RecordComponentElement> components = javac.isRecord(type) ? Members.components(type) : List.of();
        if (components.isEmpty()) {
            javac.report(method, Diagnostic.RESULT_TYPE, method.getSimpleName(), type);
            return Optional.empty();
        }
        boolean sound = members.isSound(type, "result", javac.position(method));
        return sound && hasTensorsAlone(type, "") ? Optional.of(ResultKind.RECORD) : Optional.empty();
    }

    private boolean hasTensorsAlone(TypeMirror type, String path) {
        for (RecordComponentElement component : Members.components(type)) {
            String within = Member.path(path, component.getSimpleName().toString());
            if (javac.isRecord(component.asType())
                    && !Members.components(component.asType()).isEmpty()) {
                if (!hasTensorsAlone(component.asType(), within)) {
                    return false;
                }
            } else if (!javac.isTensor(component.asType())) {
                Object record = ((DeclaredType) type).asElement().getSimpleName();
                javac.report(method, Diagnostic.RECORD_COMPONENT, within, record, component.asType());
                return false;
            }
        }
        return true;
    }

    /** Reports a method whose stub Java cannot call: the form that takes results has a parameter for each. */
    void requireRoom() {
        int slots = members.resultPaths().size();
        if (method.getReturnType().getKind() == TypeKind.VOID) {
            slots = 0;
        }
        for (VariableElement parameter : method.getParameters()) {
            slots += ParameterSlots.of(Scalars.javaName(parameter.asType().getKind()));
        }
        if (slots > ParameterSlots.MOST) {
            javac.report(method, Diagnostic.TOO_MANY_PARAMETERS, method.getSimpleName(), slots, ParameterSlots.MOST);
        }
    }

    /** The record that is returned, if the result is one. */
    Optional<RecordType> record() {
        return members.record(method.getReturnType());
    }

    /** What the method takes and returns. */
    Members members() {
        return members;
    }

    /** The parameters as Java declares them. */
    List<Member> parameters() {
        return members.parameters();
    }

    /** The position of an annotation's only value. */
    static SourcePosition annotationValue(Javac javac, Element element, Class<?> annotation) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (javac.isClass(mirror.getAnnotationType(), annotation.getName())) {
                for (AnnotationValue value : mirror.getElementValues().values()) {
                    return javac.position(element, mirror, value);
                }
            }
        }
        return javac.position(element);
    }
}
