package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.annotations.GradientOf;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Kernels with a custom gradient. The tape records the ops that such a kernel calls instead of the kernel, and would
 * thus differentiate these, unlike the compiled loss. It cannot call the custom gradient, which needs the arguments and
 * results of the kernel: the stack only has its name, and scalars are not recorded. Such kernels are rejected.
 */
final class CustomGradientKernels {

    /** Number of stack frames that suffices for most losses. */
    private static final int FRAMES = 16;

    private static final StackWalker STACK =
            StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), FRAMES);

    /** For each class, the gradients by the names of the kernels. */
    private static final ClassValue<Map<String, String>> GRADIENTS = new ClassValue<>() {
        @Override
        protected Map<String, String> computeValue(Class<?> type) {
            Map<String, String> gradients = new HashMap<>();
            for (Method method : type.getDeclaredMethods()) {
                GradientOf annotation = method.getAnnotation(GradientOf.class);
                if (annotation != null) {
                    gradients.put(annotation.value(), method.getName());
                }
            }
            return Map.copyOf(gradients);
        }
    };

    private CustomGradientKernels() {}

    /**
     * Rejects an op that such a kernel calls inside a loss.
     *
     * @param losses nesting depth of the losses being computed
     */
    static void reject(int losses) {
        STACK.walk(frames -> {
            reject(frames, losses);
            return null;
        });
    }

    private static void reject(Stream<StackFrame> frames, int losses) {
        int left = losses;
        for (Iterator<StackFrame> iterator = frames.iterator(); left > 0 && iterator.hasNext(); ) {
            StackFrame frame = iterator.next();
            Class<?> type = frame.getDeclaringClass();
            if (type == OpTape.class) {
                left -= frame.getMethodName().equals(OpTape.LOSS) ? 1 : 0;
            } else {
                // The name of a frame takes 100 times as long as its class, and a stack may have thousands of frames.
                Map<String, String> gradients = GRADIENTS.get(type);
                String gradient = gradients.isEmpty() ? null : gradients.get(frame.getMethodName());
                if (gradient != null) {
                    String kernel = type.getSimpleName() + "." + frame.getMethodName();
                    throw new GradientException(RuntimeProblem.CUSTOM_GRADIENT, kernel, gradient);
                }
            }
        }
    }
}
