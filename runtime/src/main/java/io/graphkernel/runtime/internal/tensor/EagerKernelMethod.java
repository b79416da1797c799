package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Promotion;
import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kernel method that runs as plain Java, the outermost one on the stack. The methods that it calls belong to it, as
 * the compiler inlines them.
 *
 * @param type class that declares the method
 * @param name name of the method, which is unique among the kernel methods of a class
 */
record EagerKernelMethod(Class<?> type, String name) {

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** The caller of a composite op, which is found after the op, and only if the result is a view. */
    static final EagerKernelMethod CALLER = new EagerKernelMethod(EagerKernelMethod.class, "");

    private static final ThreadLocal<Boolean> EVALUATES = ThreadLocal.withInitial(() -> false);

    /**
     * Type of a kernel method, which distinguishes it from other methods of the same name.
     *
     * @param type parameters and result
     * @param rule rule for operands of different dtypes
     */
    private record Declaration(MethodType type, Promotion rule) {

        static Declaration of(Method method) {
            return new Declaration(
                    MethodType.methodType(method.getReturnType(), method.getParameterTypes()),
                    method.getAnnotation(GraphKernel.class).promote());
        }
    }

    /** Kernel methods of each class by name. */
    private static final ClassValue<Map<String, Declaration>> KERNELS = new ClassValue<>() {
        @Override
        protected Map<String, Declaration> computeValue(Class<?> type) {
            if (type.getClassLoader() == null || type.isHidden()) {
                return Map.of();
            }
            try {
                return Stream.of(type.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(GraphKernel.class))
                        .collect(Collectors.toUnmodifiableMap(
                                Method::getName, Declaration::of, (first, second) -> first));
            } catch (LinkageError e) {
                // A class of the application whose signatures name absent classes.
                return Map.of();
            }
        }
    };

    /** Returns the kernel method that the calling thread runs, or the caller of a composite op; null if none. */
    static @Nullable EagerKernelMethod current() {
        return EVALUATES.get() ? CALLER : find();
    }

    /** Returns true if the calling thread runs a kernel method, or evaluates the composite op that it calls. */
    static boolean isCurrent(EagerKernelMethod kernel) {
        return kernel == CALLER ? EVALUATES.get() : kernel.equals(find());
    }

    /** Begins the evaluation of a composite op; returns false inside another one. */
    static boolean beginOp() {
        boolean isOutermost = !EVALUATES.get();
        EVALUATES.set(true);
        return isOutermost;
    }

    /** Ends the evaluation of the outermost composite op. */
    static void endOp() {
        EVALUATES.set(false);
    }

    private static @Nullable EagerKernelMethod find() {
        return STACK.walk(EagerKernelMethod::outermost);
    }

    /** Returns the rule of the innermost kernel method that the calling thread runs. */
    static Promotion promotion() {
        return STACK.walk(frames -> frames.map(EagerKernelMethod::rule)
                        .filter(Objects::nonNull)
                        .findFirst())
                .orElse(Promotion.NONE);
    }

    /** Returns the rule of the kernel method of a frame; null for other methods. */
    private static @Nullable Promotion rule(StackFrame frame) {
        // The name of a frame takes much longer than its class.
        Map<String, Declaration> kernels = KERNELS.get(frame.getDeclaringClass());
        Declaration kernel = kernels.isEmpty() ? null : kernels.get(frame.getMethodName());
        return kernel == null || !kernel.type().equals(frame.getMethodType()) ? null : kernel.rule();
    }

    private static @Nullable EagerKernelMethod outermost(Stream<StackFrame> frames) {
        EagerKernelMethod outermost = null;
        for (Iterator<StackFrame> iterator = frames.iterator(); iterator.hasNext(); ) {
            StackFrame frame = iterator.next();
            if (rule(frame) != null) {
                outermost = new EagerKernelMethod(frame.getDeclaringClass(), frame.getMethodName());
            }
        }
        return outermost;
    }
}
