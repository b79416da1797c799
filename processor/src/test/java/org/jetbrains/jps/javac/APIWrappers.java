package org.jetbrains.jps.javac;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Stub of the class of IntelliJ's build that unwraps a proxy. */
public final class APIWrappers {

    private APIWrappers() {}

    /** Wraps as IntelliJ's build does. */
    public static <T> T wrap(Class<T> type, T original) {
        InvocationHandler handler =
                (proxy, method, arguments) -> proxy == null ? original : method.invoke(original, arguments);
        return type.cast(Proxy.newProxyInstance(APIWrappers.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Returns the original, to a caller that finds this method by reflection. */
    public static <T> T unwrap(Class<T> type, Object wrapper) throws Throwable {
        return type.cast(Proxy.getInvocationHandler(wrapper).invoke(null, null, null));
    }
}
