package io.graphkernel.processor.frontend.signature;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.kernel.AggregateType;
import io.graphkernel.processor.frontend.kernel.ListType;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.frontend.kernel.RecordType;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
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

/** Validated parameters and results of a Java method: tensors and numbers, directly or in records and lists. */
public final class Members {

    private final Javac javac;
    private final ListTypes lists;
    private final ExecutableElement method;
    /** Null before the first request, since unsupported records have no leaves. */
    private List<SignatureElement> leaves;

    /** Null before the first request. */
    private List<SignatureElement> resultLeaves;

    public Members(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.lists = new ListTypes(javac);
        this.method = method;
    }

    /** Returns the parameters in order, without those that choose between variants. */
    public List<SignatureElement> parameters() {
        return method.getParameters().stream()
                .filter(parameter -> !VariantReader.isChoice(javac, parameter.asType()))
                .map(parameter ->
                        SignatureElement.of(parameter.getSimpleName().toString(), parameter, parameter.asType()))
                .toList();
    }

    public SignatureElement result() {
        return SignatureElement.of("", method, method.getReturnType());
    }

    /** Returns all tensors and numbers in the parameters, in declaration order, truncated at the limit. */
    public List<SignatureElement> leaves() {
        if (leaves == null) {
            List<SignatureElement> found = new ArrayList<>();
            parameters().forEach(parameter -> addLeaves(parameter, Signature.MAX_LEAVES, found));
            leaves = List.copyOf(found);
        }
        return leaves;
    }

    /** Returns the tensors of the result in order, truncated at the limit. */
    public List<SignatureElement> resultLeaves() {
        if (resultLeaves == null) {
            List<SignatureElement> found = new ArrayList<>();
            addLeaves(result(), Signature.MAX_RESULTS, found);
            resultLeaves = List.copyOf(found);
        }
        return resultLeaves;
    }

    /** Adds leaves up to one more than the limit, since nested lists may have more leaves than fit into memory. */
    private void addLeaves(SignatureElement element, int maxLeaves, List<SignatureElement> leaves) {
        if (leaves.size() > maxLeaves) {
            return;
        }
        if (isAggregate(element)) {
            children(element).forEach(inner -> addLeaves(inner, maxLeaves, leaves));
        } else {
            leaves.add(element);
        }
    }

    boolean isAggregate(SignatureElement element) {
        return javac.isRecord(element.type()) || lists.element(element.type()).isPresent();
    }

    /** Returns the components of a record, or the elements of a list. */
    List<SignatureElement> children(SignatureElement aggregate) {
        if (javac.isRecord(aggregate.type())) {
            return components(aggregate.type()).stream()
                    .map(aggregate::component)
                    .toList();
        }
        TypeMirror element = lists.element(aggregate.type()).orElseThrow();
        // A class file may lack annotations of its source.
        int length = ListTypes.length(aggregate).orElse(0);
        return IntStream.range(0, length)
                .mapToObj(index -> aggregate.element(index, element))
                .toList();
    }

    /**
     * Returns the value of an element of the signature.
     *
     * @param constructed true if the body creates the records in it
     * @param leaf function to the value of each tensor and number, called in order
     * @return the value; empty if a leaf has none
     */
    public Optional<SymbolicValue> value(
            SignatureElement element, boolean constructed, Function<SignatureElement, Optional<SymbolicValue>> leaf) {
        if (!isAggregate(element)) {
            return leaf.apply(element);
        }
        Map<String, SymbolicValue> values = new LinkedHashMap<>();
        List<SignatureElement> children = children(element);
        children.forEach(inner -> value(inner, constructed, leaf).ifPresent(value -> values.put(inner.name(), value)));
        if (values.size() < children.size()) {
            return Optional.empty();
        }
        return Optional.of(
                javac.isRecord(element.type())
                        ? new RecordValue(values, constructed)
                        : ArrayValue.fixed(List.copyOf(values.values())));
    }

    public static List<? extends RecordComponentElement> components(TypeMirror record) {
        return ((TypeElement) ((DeclaredType) record).asElement()).getRecordComponents();
    }

    /** Returns a parameter as the stub declares it. */
    Member member(SignatureElement element) {
        return new Member(element.name(), aggregate(element));
    }

    /** Returns the returned record, array or list; empty for another result. The body determines the length of a list. */
    Optional<AggregateType> resultAggregate() {
        return aggregate(result());
    }

    /** Returns true if the result is an array or list of tensors. */
    public boolean returnsList() {
        return lists.element(method.getReturnType()).filter(javac::isTensor).isPresent();
    }

    private Optional<AggregateType> aggregate(SignatureElement element) {
        if (javac.isRecord(element.type())) {
            return Optional.of(record(element));
        }
        return lists.element(element.type()).map(elementType -> {
            Optional<RecordType> record = Optional.of(element.element(0, elementType))
                    .filter(member -> javac.isRecord(member.type()))
                    .map(this::record);
            boolean isArray = !javac.isClass(element.type(), RuntimeTypeNames.LIST);
            return new ListType(isArray, record, ListTypes.length(element).orElse(0));
        });
    }

    private RecordType record(SignatureElement element) {
        Element record = ((DeclaredType) element.type()).asElement();
        List<String> names = new ArrayList<>();
        for (Element scope = record; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            names.add(0, scope.getSimpleName().toString());
        }
        List<Member> components = children(element).stream().map(this::member).toList();
        PackageElement within = javac.environment().getElementUtils().getPackageOf(record);
        return new RecordType(within.getQualifiedName().toString(), names, components);
    }

    /** Returns the position of the declaration, or of the parameter or method if the record is in a class file. */
    public SourcePosition position(SignatureElement element) {
        return declaration(element).map(javac::position).orElseGet(() -> javac.position(element.owner()));
    }

    /** Returns the position of the annotation's text. */
    SourcePosition annotationValue(SignatureElement leaf) {
        if (!leaf.isComponent()) {
            return javac.annotationValue(leaf.element(), TensorType.class, "value");
        }
        return declaration(leaf).flatMap(this::tensorType).map(javac::position).orElseGet(() -> position(leaf));
    }

    /**
     * Returns the text of {@code @TensorType} on a component, found at its field, since javac has no other tree for it.
     */
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

    private Optional<TreePath> declaration(SignatureElement element) {
        return element.isComponent()
                ? ElementFilter.fieldsIn(element.element().getEnclosingElement().getEnclosedElements()).stream()
                        .filter(field ->
                                field.getSimpleName().equals(element.element().getSimpleName()))
                        .findFirst()
                        .map(javac.trees()::getPath)
                : Optional.of(javac.trees().getPath(element.element()));
    }
}
