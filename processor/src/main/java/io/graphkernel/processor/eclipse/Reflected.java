package io.graphkernel.processor.eclipse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** Calls methods of Eclipse by their names. */
final class Reflected {

    private Reflected() {}

    /**
     * Calls a public method.
     *
     * @param target the object
     * @param name of a method which only one method with as many parameters has
     * @param arguments what it takes
     * @return what it returns
     * @throws ReflectiveOperationException if there is none in this version of Eclipse, or if it throws
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
