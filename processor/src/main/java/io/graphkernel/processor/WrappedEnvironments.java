package io.graphkernel.processor;

import java.lang.reflect.Method;
import javax.annotation.processing.ProcessingEnvironment;

/**
 * Finds the compiler's environment inside a wrapper. IntelliJ's build hands processors a proxy, to which javac's tree
 * API refuses itself, and has a class that gives the original.
 */
final class WrappedEnvironments {

    private static final String INTELLIJ = "org.jetbrains.jps.javac.APIWrappers";

    private WrappedEnvironments() {}

    /**
     * Removes a wrapper.
     *
     * @param given what the processor was started with
     * @return the compiler's own environment, or what was given if it is not wrapped
     */
    static ProcessingEnvironment unwrap(ProcessingEnvironment given) {
        try {
            Class<?> wrappers = Class.forName(INTELLIJ, true, given.getClass().getClassLoader());
            Method unwrap = wrappers.getDeclaredMethod("unwrap", Class.class, Object.class);
            Object original = unwrap.invoke(null, ProcessingEnvironment.class, given);
            return original instanceof ProcessingEnvironment environment ? environment : given;
        } catch (ReflectiveOperationException | RuntimeException notIntelliJ) {
            return given;
        }
    }
}
