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

/** The methods of {@code Ops} that calls can be made of. */
final class OpMethods {

    /**
     * One method.
     *
     * @param name its name
     * @param parameters the types of its parameters
     * @param isVarArgs whether the last may be given several times
     * @param suffix what follows the call to get a tensor of its result
     */
    record OpMethod(String name, List<String> parameters, boolean isVarArgs, String suffix) {}

    private final List<OpMethod> all = new ArrayList<>();
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
        all.add(op);
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

    /** The constants of an enum that an op takes. */
    List<String> constants(String type) {
        return constants.getOrDefault(type, List.of());
    }

    List<OpMethod> all() {
        return all;
    }

    /** Those that fit nearly everywhere. */
    List<OpMethod> onTensorsAlone() {
        return onTensorsAlone;
    }

    /** The names of the methods of one signature. */
    List<String> named(String signature) {
        return names.getOrDefault(signature, List.of());
    }
}
