package io.graphkernel.processor.frontend;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.RecordValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** What a method takes or returns in Java: tensors and numbers, alone or in records and lists, which must be sound. */
final class Members {

    private final Javac javac;
    private final ListTypes lists;
    private final ExecutableElement method;

    Members(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.lists = new ListTypes(javac);
        this.method = method;
    }

    /** The parameters in order. */
    List<Part> parameters() {
        return method.getParameters().stream()
                .map(parameter -> Part.of(parameter.getSimpleName().toString(), parameter, parameter.asType()))
                .toList();
    }

    Part result() {
        return Part.of("", method, method.getReturnType());
    }

    /** Every tensor and number that the method takes, in the order of the declarations; of too many, the first ones. */
    List<Part> leaves() {
        List<Part> leaves = new ArrayList<>();
        parameters().forEach(parameter -> addLeaves(parameter, Signature.MOST_LEAVES, leaves));
        return leaves;
    }

    /** The tensors of the result, in order; of too many, the first ones. */
    List<Part> resultLeaves() {
        List<Part> leaves = new ArrayList<>();
        addLeaves(result(), Signature.MOST_RESULTS, leaves);
        return leaves;
    }

    /** Stops at one more than the most, since lists in lists may have more leaves than the compiler has memory for. */
    private void addLeaves(Part part, int most, List<Part> leaves) {
        if (leaves.size() > most) {
            return;
        }
        if (isAggregate(part)) {
            parts(part).forEach(inner -> addLeaves(inner, most, leaves));
        } else {
            leaves.add(part);
        }
    }

    boolean isAggregate(Part part) {
        return javac.isRecord(part.type()) || lists.element(part.type()).isPresent();
    }

    /** The components of a record, or the elements of a list. */
    List<Part> parts(Part aggregate) {
        if (javac.isRecord(aggregate.type())) {
            return components(aggregate.type()).stream()
                    .map(aggregate::component)
                    .toList();
        }
        TypeMirror element = lists.element(aggregate.type()).orElseThrow();
        // A class file may lack what its source had.
        int length = ListTypes.length(aggregate).orElse(0);
        return IntStream.range(0, length)
                .mapToObj(index -> aggregate.element(index, element))
                .toList();
    }

    /**
     * The value of a part.
     *
     * @param made whether the body makes the records in it
     * @param leaf the value of each tensor and number, in order
     * @return empty if one of them has none
     */
    Optional<Value> value(Part part, boolean made, Function<Part, Optional<Value>> leaf) {
        if (!isAggregate(part)) {
            return leaf.apply(part);
        }
        Map<String, Value> values = new LinkedHashMap<>();
        List<Part> parts = parts(part);
        parts.forEach(inner -> value(inner, made, leaf).ifPresent(value -> values.put(inner.name(), value)));
        if (values.size() < parts.size()) {
            return Optional.empty();
        }
        return Optional.of(
                javac.isRecord(part.type())
                        ? new RecordValue(values, made)
                        : new ArrayValue(List.copyOf(values.values()), List.of()));
    }

    static List<? extends RecordComponentElement> components(TypeMirror record) {
        return ((TypeElement) ((DeclaredType) record).asElement()).getRecordComponents();
    }

    /** A parameter as the stub declares it. */
    Member member(Part part) {
        return new Member(part.name(), aggregate(part));
    }

    /** The record that is returned; empty if the result is none. */
    Optional<RecordType> resultRecord() {
        return javac.isRecord(method.getReturnType()) ? Optional.of(record(result())) : Optional.empty();
    }

    private Optional<AggregateType> aggregate(Part part) {
        if (javac.isRecord(part.type())) {
            return Optional.of(record(part));
        }
        return lists.element(part.type()).map(element -> {
            Optional<RecordType> record = Optional.of(part.element(0, element))
                    .filter(each -> javac.isRecord(each.type()))
                    .map(this::record);
            boolean isArray = !javac.isClass(part.type(), Names.LIST);
            return new ListType(isArray, record, ListTypes.length(part).orElse(0));
        });
    }

    private RecordType record(Part part) {
        Element record = ((DeclaredType) part.type()).asElement();
        List<String> names = new ArrayList<>();
        for (Element scope = record; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            names.add(0, scope.getSimpleName().toString());
        }
        List<Member> components = parts(part).stream().map(this::member).toList();
        PackageElement within = javac.environment().getElementUtils().getPackageOf(record);
        return new RecordType(within.getQualifiedName().toString(), names, components);
    }

    /** Where it is declared; the parameter or method if a class file has the record. */
    SourcePosition position(Part part) {
        return declaration(part).map(javac::position).orElseGet(() -> javac.position(part.owner()));
    }

    /** Where its annotation has its text. */
    SourcePosition annotationValue(Part leaf) {
        if (!leaf.isComponent()) {
            return Signature.annotationValue(javac, leaf.element(), TensorType.class, "value");
        }
        return declaration(leaf).flatMap(this::tensorType).map(javac::position).orElseGet(() -> position(leaf));
    }

    /** The text of {@code @TensorType} on a component: javac knows no tree of a component but that of its field. */
    private Optional<TreePath> tensorType(TreePath declaration) {
        ModifiersTree modifiers = ((VariableTree) declaration.getLeaf()).getModifiers();
        for (AnnotationTree annotation : modifiers.getAnnotations()) {
            TreePath path = Javac.child(Javac.child(declaration, modifiers), annotation);
            TypeMirror type = javac.type(Javac.child(path, annotation.getAnnotationType()));
            if (type != null
                    && javac.isClass(type, TensorType.class.getName())
                    && !annotation.getArguments().isEmpty()) {
                return Optional.of(Javac.child(path, annotation.getArguments().get(0)));
            }
        }
        return Optional.empty();
    }

    private Optional<TreePath> declaration(Part part) {
        return part.isComponent()
                ? ElementFilter.fieldsIn(part.element().getEnclosingElement().getEnclosedElements()).stream()
                        .filter(field ->
                                field.getSimpleName().equals(part.element().getSimpleName()))
                        .findFirst()
                        .map(javac.trees()::getPath)
                : Optional.of(javac.trees().getPath(part.element()));
    }
}
