package io.graphkernel.processor.frontend.value;

import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;

/** Methods that every enum has, on constants that are known at compile time. */
public final class EnumConstants {

    private EnumConstants() {}

    /** Returns true for {@code values()} of an enum other than {@code DType}. */
    public static boolean isValues(ExecutableElement method) {
        return method.getEnclosingElement().getKind() == ElementKind.ENUM
                && !method.getEnclosingElement().toString().equals(RuntimeTypeNames.DTYPE)
                && method.getSimpleName().contentEquals("values")
                && method.getParameters().isEmpty();
    }

    /** Returns the constants of the enum that declares {@code values()}. */
    public static ArrayValue values(ExecutableElement method) {
        return ArrayValue.fixed(
                constants(method.getEnclosingElement()).map(EnumValue::of).toList());
    }

    /** Returns true for {@code ordinal()} and {@code name()}. */
    public static boolean isName(ExecutableElement method) {
        return method.getEnclosingElement().toString().equals(Enum.class.getName())
                && (method.getSimpleName().contentEquals("ordinal")
                        || method.getSimpleName().contentEquals("name"));
    }

    /** Returns the result of {@code ordinal()} or {@code name()} of a constant. */
    public static SymbolicValue named(ExecutableElement method, EnumValue constant, Element type) {
        return method.getSimpleName().contentEquals("name")
                ? new TextValue(constant.constant())
                : new ConstantValue(constants(type)
                        .map(element -> element.getSimpleName().toString())
                        .toList()
                        .indexOf(constant.constant()));
    }

    private static Stream<? extends Element> constants(Element type) {
        return type.getEnclosedElements().stream().filter(element -> element.getKind() == ElementKind.ENUM_CONSTANT);
    }
}
