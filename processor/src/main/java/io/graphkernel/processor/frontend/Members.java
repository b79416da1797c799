package io.graphkernel.processor.frontend;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.SourcePosition;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** What a method takes or returns in Java: tensors and numbers, alone or in records. */
final class Members {

    /**
     * A tensor or a number that is a parameter, or lies in one.
     *
     * @param path the parameter, or the names of parameter and components with dots between them
     * @param elements the parameter, then the components down to this one
     */
    record Leaf(String path, List<Element> elements) {

        /** The parameter or the component. */
        Element element() {
            return elements.get(elements.size() - 1);
        }

        /** The parameter that it lies in. */
        VariableElement parameter() {
            return (VariableElement) elements.get(0);
        }

        TypeMirror type() {
            return element().asType();
        }

        boolean isComponent() {
            return elements.size() > 1;
        }

        /** Whether it, or a record that it lies in, has an annotation. */
        boolean isMarked(Class<? extends Annotation> annotation) {
            return elements.stream().anyMatch(each -> each.getAnnotation(annotation) != null);
        }
    }

    private final Javac javac;
    private final ExecutableElement method;

    Members(Javac javac, ExecutableElement method) {
        this.javac = javac;
        this.method = method;
    }

    /** Every tensor and number that the method takes, in the order of the declarations. Needs sound records. */
    List<Leaf> leaves() {
        List<Leaf> leaves = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            addLeaves(parameter.getSimpleName().toString(), List.of(parameter), leaves);
        }
        return leaves;
    }

    private void addLeaves(String path, List<Element> elements, List<Leaf> leaves) {
        Leaf leaf = new Leaf(path, elements);
        if (!javac.isRecord(leaf.type())) {
            leaves.add(leaf);
            return;
        }
        for (RecordComponentElement component : components(leaf.type())) {
            List<Element> inner = new ArrayList<>(elements);
            inner.add(component);
            addLeaves(Member.path(path, component.getSimpleName().toString()), inner, leaves);
        }
    }

    /** The paths of the tensors of a result, in order: a component of a component has a dot in it. */
    List<String> resultPaths() {
        List<String> paths = new ArrayList<>();
        addPaths("", method.getReturnType(), paths);
        return paths;
    }

    private void addPaths(String path, TypeMirror type, List<String> paths) {
        if (!javac.isRecord(type)) {
            paths.add(path);
            return;
        }
        for (RecordComponentElement component : components(type)) {
            addPaths(Member.path(path, component.getSimpleName().toString()), component.asType(), paths);
        }
    }

    static List<? extends RecordComponentElement> components(TypeMirror record) {
        return ((TypeElement) ((DeclaredType) record).asElement()).getRecordComponents();
    }

    /** The parameters as Java declares them. Needs sound records. */
    List<Member> parameters() {
        List<Member> members = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            members.add(new Member(parameter.getSimpleName().toString(), record(parameter.asType())));
        }
        return members;
    }

    /** A type as a record; empty if it is none. Needs a sound record. */
    Optional<RecordType> record(TypeMirror type) {
        if (!javac.isRecord(type)) {
            return Optional.empty();
        }
        Element record = ((DeclaredType) type).asElement();
        List<String> names = new ArrayList<>();
        for (Element scope = record; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            names.add(0, scope.getSimpleName().toString());
        }
        List<Member> components = components(type).stream()
                .map(component -> new Member(component.getSimpleName().toString(), record(component.asType())))
                .toList();
        PackageElement within = javac.environment().getElementUtils().getPackageOf(record);
        return Optional.of(new RecordType(within.getQualifiedName().toString(), names, components));
    }

    /** Where a tensor or number is declared; the parameter if a class file has the record. */
    SourcePosition position(Leaf leaf) {
        return declaration(leaf).map(javac::position).orElseGet(() -> javac.position(leaf.parameter()));
    }

    /** Where its annotation has its text. */
    SourcePosition annotationValue(Leaf leaf) {
        if (!leaf.isComponent()) {
            return Signature.annotationValue(javac, leaf.element(), TensorType.class);
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

    private Optional<TreePath> declaration(Leaf leaf) {
        return leaf.isComponent()
                ? ElementFilter.fieldsIn(leaf.element().getEnclosingElement().getEnclosedElements()).stream()
                        .filter(field ->
                                field.getSimpleName().equals(leaf.element().getSimpleName()))
                        .findFirst()
                        .map(javac.trees()::getPath)
                : Optional.of(javac.trees().getPath(leaf.element()));
    }

    /** Whether javac does not know a type in a record. */
    boolean isUnresolved(TypeMirror type) {
        return isUnresolved(type, new LinkedHashSet<>());
    }

    private boolean isUnresolved(TypeMirror type, Set<Element> seen) {
        return javac.isError(type)
                || javac.isRecord(type)
                        && seen.add(((DeclaredType) type).asElement())
                        && components(type).stream()
                                .anyMatch(component ->
                                        !Javac.hasText(component) || isUnresolved(component.asType(), seen));
    }

    /** Reports a record that no kernel can take or return. */
    boolean isSound(TypeMirror type, String path, SourcePosition position) {
        return !javac.isRecord(type) || isSound(type, path, position, new LinkedHashSet<>());
    }

    private boolean isSound(TypeMirror type, String path, SourcePosition position, Set<Element> around) {
        TypeElement record = (TypeElement) ((DeclaredType) type).asElement();
        if (!record.getTypeParameters().isEmpty()) {
            javac.report(position, Diagnostic.GENERIC_RECORD, record.getSimpleName(), path);
            return false;
        }
        if (!around.add(record)) {
            javac.report(position, Diagnostic.RECURSIVE_RECORD, record.getSimpleName(), path);
            return false;
        }
        Elements elements = javac.environment().getElementUtils();
        boolean near = elements.getPackageOf(record).equals(elements.getPackageOf(method));
        for (Element scope = record; scope instanceof TypeElement; scope = scope.getEnclosingElement()) {
            if (scope.getModifiers().contains(Modifier.PRIVATE)
                    || !near && scope.getModifiers().contains(Modifier.PROTECTED)) {
                String generated = Declarations.generatedName((TypeElement) method.getEnclosingElement());
                javac.report(position, Diagnostic.HIDDEN_RECORD, record.getSimpleName(), generated);
                return false;
            }
        }
        for (RecordComponentElement component : components(type)) {
            String within = Member.path(path, component.getSimpleName().toString());
            if (javac.isRecord(component.asType()) && !isSound(component.asType(), within, position, around)) {
                return false;
            }
        }
        around.remove(record);
        return true;
    }
}
