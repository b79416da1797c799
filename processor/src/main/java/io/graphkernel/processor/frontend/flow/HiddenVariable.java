package io.graphkernel.processor.frontend.flow;

import io.graphkernel.processor.frontend.kernel.Member;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ElementVisitor;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Local variable that the readers add to those of a body, such as the selection of a case. */
public final class HiddenVariable implements VariableElement {

    private final Name name;
    private final TypeMirror type;
    private final String description;
    private final boolean isGuarded;

    /** Creates a {@code boolean} variable. */
    public HiddenVariable(ProcessingEnvironment environment, String name) {
        this(environment, name, environment.getTypeUtils().getPrimitiveType(TypeKind.BOOLEAN));
    }

    /** Creates a variable of any type. */
    public HiddenVariable(ProcessingEnvironment environment, String name, TypeMirror type) {
        this(environment, name, type, "a value", false);
    }

    private HiddenVariable(
            ProcessingEnvironment environment, String name, TypeMirror type, String description, boolean isGuarded) {
        this.name = environment.getElementUtils().getName(name);
        this.type = type;
        this.description = description;
        this.isGuarded = isGuarded;
    }

    /**
     * Creates the value of a method or {@code switch} expression.
     *
     * @param isReturned true for a method
     * @param isGuarded true if it is read only where another variable states that it has a value
     */
    public static HiddenVariable result(
            ProcessingEnvironment environment, TypeMirror type, boolean isReturned, boolean isGuarded) {
        String description = isReturned ? "the returned value" : "the value of the switch";
        return new HiddenVariable(environment, isGuarded ? "result" : "value", type, description, isGuarded);
    }

    /**
     * Returns a variable or a member of its value for messages, which do not name variables that the source lacks.
     *
     * @param member path of the member below the variable; empty for the variable
     */
    public static String described(Element variable, String member) {
        if (variable instanceof HiddenVariable hidden) {
            return member.isEmpty() ? hidden.description : "'" + member + "' of " + hidden.description;
        }
        String name = variable.getSimpleName().toString();
        return "'" + (member.isEmpty() ? name : Member.path(name, member)) + "'";
    }

    /** Returns true if a variable is read only where another variable states that it has a value. */
    public static boolean isGuarded(Element variable) {
        return variable instanceof HiddenVariable hidden && hidden.isGuarded;
    }

    @Override
    public TypeMirror asType() {
        return type;
    }

    @Override
    public Object getConstantValue() {
        return null;
    }

    @Override
    public Name getSimpleName() {
        return name;
    }

    @Override
    public Element getEnclosingElement() {
        return null;
    }

    @Override
    public ElementKind getKind() {
        return ElementKind.LOCAL_VARIABLE;
    }

    @Override
    public Set<Modifier> getModifiers() {
        return Set.of();
    }

    @Override
    public List<? extends Element> getEnclosedElements() {
        return List.of();
    }

    @Override
    public List<? extends AnnotationMirror> getAnnotationMirrors() {
        return List.of();
    }

    @Override
    public <A extends Annotation> A getAnnotation(Class<A> annotationType) {
        return null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <A extends Annotation> A[] getAnnotationsByType(Class<A> annotationType) {
        return (A[]) Array.newInstance(annotationType, 0);
    }

    @Override
    public <R, P> R accept(ElementVisitor<R, P> visitor, P parameter) {
        return visitor.visitVariable(this, parameter);
    }
}
