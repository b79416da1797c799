package io.graphkernel.processor.eclipse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** Reflective calls of Eclipse's methods. */
final class ReflectiveCalls {

    private ReflectiveCalls() {}

    /**
     * Calls a public method.
     *
     * @param target receiver of the call
     * @param name name of a method that is unique for the number of parameters
     * @param arguments arguments
     * @return the result
     * @throws ReflectiveOperationException if this version of Eclipse lacks the method, or if it throws
     */
    static Object call(Object target, String name, Object... arguments) throws ReflectiveOperationException {
        Method found = Arrays.stream(target.getClass().getMethods())
                .filter(method -> method.getName().equals(name) && takes(method, arguments))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(target.getClass().getName() + "." + name));
        found.setAccessible(true);
        try {
            return found.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException(target.getClass().getName() + "." + name, e.getCause());
        }
    }

    private static boolean takes(Method method, Object... arguments) {
        List<Class<?>> types = List.of(method.getParameterTypes());
        if (types.size() != arguments.length) {
            return false;
        }
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = types.get(i);
            if (!type.isPrimitive() && !type.isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }
}
