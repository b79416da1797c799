package io.graphkernel.processor.frontend.value;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;

/** Evaluation of calls of {@code Math}, and of static methods of boxes, whose arguments are constants. */
public final class ConstantMath {

    /** Qualified names of the classes with mathematical functions. */
    public static final Set<String> CLASSES = Set.of("java.lang.Math", "java.lang.StrictMath");

    /** StrictMath comes first: its constants are the same on every build machine. */
    private static final List<Class<?>> IMPLEMENTATIONS = List.of(StrictMath.class, Math.class);

    private static final List<Class<?>> BOXES = List.of(Float.class, Double.class, Integer.class, Long.class);

    private ConstantMath() {}

    /**
     * Returns true for a static method of {@code Math} or of a box whose parameters and result are numbers or booleans.
     *
     * @param owner qualified name of its class
     */
    public static boolean isFunction(String owner, ExecutableElement method) {
        boolean isOfBox = BOXES.stream().anyMatch(box -> box.getName().equals(owner));
        return (CLASSES.contains(owner) || isOfBox)
                && method.getModifiers().contains(Modifier.STATIC)
                && !method.getParameters().isEmpty()
                && method.getReturnType().getKind().isPrimitive()
                && method.getParameters().stream()
                        .allMatch(parameter -> parameter.asType().getKind().isPrimitive());
    }

    /**
     * Evaluates a call of a method of {@code Math} or of a box.
     *
     * @param owner qualified name of the class
     * @param name name of the method
     * @param types types of its parameters
     * @param values boxed arguments of these types
     * @return the boxed result; empty if the JDK of the compiler has no such method
     * @throws ArithmeticException if the method throws
     */
    public static Optional<Object> evaluate(String owner, String name, List<TypeKind> types, Object... values) {
        List<Class<?>> boxes =
                BOXES.stream().filter(box -> box.getName().equals(owner)).toList();
        return evaluate(CLASSES.contains(owner) ? IMPLEMENTATIONS : boxes, name, types, values);
    }

    private static Optional<Object> evaluate(
            List<Class<?>> implementations, String name, List<TypeKind> types, Object... values) {
        Class<?>[] parameters = types.stream().map(ConstantMath::primitive).toArray(Class<?>[]::new);
        for (Class<?> implementation : implementations) {
            try {
                return Optional.of(implementation.getMethod(name, parameters).invoke(null, values));
            } catch (InvocationTargetException e) {
                throw (ArithmeticException) new ArithmeticException(e.getCause().getMessage()).initCause(e);
            } catch (ReflectiveOperationException notHere) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static Class<?> primitive(TypeKind kind) {
        return switch (kind) {
            case INT -> int.class;
            case LONG -> long.class;
            case FLOAT -> float.class;
            default -> double.class;
        };
    }
}
