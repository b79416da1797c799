package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.Diagnostic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of what the generated class has for a gradient: methods and types of any two kernels are distinct. */
final class GradientNames {

    private static final List<String> METHODS = List.of("Forward", "Gradient", "AddGradient");

    private GradientNames() {}

    /**
     * Whether the kernels of a class leave the names to each other; reports those that do not.
     *
     * @param methods the kernels of a class
     */
    static boolean areFree(List<KernelMethod> methods, Javac javac) {
        Set<String> taken = new HashSet<>();
        methods.forEach(method -> taken.add(method.graph().name()));
        Map<String, String> types = new HashMap<>();
        boolean free = true;
        for (KernelMethod method : methods) {
            if (method.gradient().isEmpty()) {
                continue;
            }
            String name = method.graph().name();
            String type = Character.toUpperCase(name.charAt(0)) + name.substring(1) + METHODS.get(0);
            String owner = types.putIfAbsent(type, name);
            if (owner != null) {
                free = refuse(javac, method, type, "the gradient of '" + owner + "' has a type of this name already");
            }
            for (String suffix : METHODS) {
                if (!taken.add(name + suffix)) {
                    free = refuse(javac, method, name + suffix, "a kernel of this class is called so");
                }
            }
        }
        return free;
    }

    private static boolean refuse(Javac javac, KernelMethod method, String name, String cause) {
        javac.report(
                method.position(),
                Diagnostic.GRADIENT_NAME_TAKEN,
                name,
                method.graph().name(),
                cause);
        return false;
    }
}
