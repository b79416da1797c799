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
 * Kernels whose gradient the user wrote. The tape sees the ops that such a kernel calls and not the kernel, so that it would take
 * the derivatives of those: other ones than the compiled loss has. It cannot call the user's gradient, which takes the arguments
 * and results of the kernel: the stack has its name alone, and numbers leave no trace on a tape. It refuses such kernels.
 */
final class OwnGradients {

    /** Most losses are so near to their ops. */
    private static final int FRAMES = 16;

    private static final StackWalker STACK =
            StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE), FRAMES);

    /** Of each class, the gradients by the names of the kernels. */
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

    private OwnGradients() {}

    /**
     * Refuses an op that such a kernel calls inside a loss.
     *
     * @param losses how many losses are being computed inside each other
     */
    static void refuse(int losses) {
        STACK.walk(frames -> {
            refuse(frames, losses);
            return null;
        });
    }

    private static void refuse(Stream<StackFrame> frames, int losses) {
        int left = losses;
        for (Iterator<StackFrame> each = frames.iterator(); left > 0 && each.hasNext(); ) {
            StackFrame frame = each.next();
            Class<?> type = frame.getDeclaringClass();
            if (type == OpTape.class) {
                left -= frame.getMethodName().equals(OpTape.LOSS) ? 1 : 0;
            } else {
                String gradient = GRADIENTS.get(type).get(frame.getMethodName());
                if (gradient != null) {
                    String kernel = type.getSimpleName() + "." + frame.getMethodName();
                    throw new GradientException(RuntimeProblem.OWN_GRADIENT, kernel, gradient);
                }
            }
        }
    }
}
