package io.graphkernel.processor.frontend.gradient;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names of generated members for gradients. Methods and types of two kernel methods must be distinct. */
public final class GradientNames {

    private static final List<String> METHODS = List.of("Forward", "Gradient", "AccumulateGradient");

    private GradientNames() {}

    /**
     * Returns true if the generated names of a class are distinct; reports clashes.
     *
     * @param methods kernels of a class
     */
    public static boolean areFree(List<KernelMethod> methods, Javac javac) {
        Set<String> taken = new HashSet<>();
        methods.forEach(method -> taken.add(method.graph().name()));
        methods.forEach(method -> taken.add(method.javaName()));
        Map<String, String> types = new HashMap<>();
        boolean free = true;
        Map<String, KernelMethod> differentiated = new LinkedHashMap<>();
        for (KernelMethod method : methods) {
            if (method.gradient().isPresent()) {
                differentiated.put(method.graph().name(), method);
                differentiated.putIfAbsent(method.javaName(), method);
            }
        }
        for (Map.Entry<String, KernelMethod> entry : differentiated.entrySet()) {
            KernelMethod method = entry.getValue();
            String name = entry.getKey();
            String type = Character.toUpperCase(name.charAt(0)) + name.substring(1) + METHODS.get(0);
            String owner = types.putIfAbsent(type, name);
            if (owner != null) {
                free = reject(javac, method, type, "the gradient of '" + owner + "' has a type of this name already");
            }
            for (String suffix : METHODS) {
                if (!taken.add(name + suffix)) {
                    free = reject(javac, method, name + suffix, "a kernel of this class is called so");
                }
            }
        }
        return free;
    }

    private static boolean reject(Javac javac, KernelMethod method, String name, String cause) {
        javac.report(method.position(), Diagnostic.GRADIENT_NAME_TAKEN, name, method.javaName(), cause);
        return false;
    }
}
