package io.graphkernel.processor.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** Methods of {@code Ops} from which calls can be generated. */
final class OpMethods {

    /**
     * A method.
     *
     * @param name simple name
     * @param parameters parameter types
     * @param isVarArgs true if the last parameter is variadic
     * @param suffix accessor after the call that selects one tensor of its result
     */
    record OpMethod(String name, List<String> parameters, boolean isVarArgs, String suffix) {}

    private final List<OpMethod> methods = new ArrayList<>();
    private final List<OpMethod> onTensorsAlone = new ArrayList<>();
    private final Map<String, List<String>> names = new HashMap<>();
    private final Map<String, List<String>> constants = new HashMap<>();

    OpMethods(Elements elements) {
        TypeElement ops = elements.getTypeElement("io.graphkernel.runtime.Ops");
        for (ExecutableElement method : ElementFilter.methodsIn(ops.getEnclosedElements())) {
            if (method.getModifiers().contains(Modifier.PUBLIC)) {
                add(method);
            }
        }
    }

    private void add(ExecutableElement method) {
        String name = method.getSimpleName().toString();
        names.computeIfAbsent(Seeds.signature(method), key -> new ArrayList<>()).add(name);
        List<String> parameters = method.getParameters().stream()
                .map(parameter -> Seeds.text(parameter.asType()))
                .toList();
        method.getParameters().forEach(parameter -> addConstants(parameter.asType()));
        String result = Seeds.text(method.getReturnType());
        String suffix = "";
        if (result.equals("Tensor[]")) {
            suffix = "[0]";
        } else if (method.getReturnType() instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement type
                && !type.getRecordComponents().isEmpty()) {
            RecordComponentElement first = type.getRecordComponents().get(0);
            suffix = "." + first.getSimpleName() + "()";
        } else if (!result.equals("Tensor")) {
            return;
        }
        OpMethod op = new OpMethod(name, parameters, method.isVarArgs(), suffix);
        methods.add(op);
        if (suffix.isEmpty() && parameters.stream().allMatch("Tensor"::equals) && parameters.size() <= 2) {
            onTensorsAlone.add(op);
        }
    }

    private void addConstants(TypeMirror type) {
        if (type instanceof DeclaredType declared && declared.asElement().getKind() == ElementKind.ENUM) {
            constants.put(
                    Seeds.text(type),
                    declared.asElement().getEnclosedElements().stream()
                            .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                            .map(member -> type + "." + member.getSimpleName())
                            .toList());
        }
    }

    /** Returns the constants of an enum parameter of an op. */
    List<String> constants(String type) {
        return constants.getOrDefault(type, List.of());
    }

    List<OpMethod> all() {
        return methods;
    }

    /** Returns the methods that take only tensors, which fit nearly everywhere. */
    List<OpMethod> onTensorsAlone() {
        return onTensorsAlone;
    }

    /** Returns the names of the methods with a signature. */
    List<String> named(String signature) {
        return names.getOrDefault(signature, List.of());
    }
}
