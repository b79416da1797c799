package io.graphkernel.processor;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import javax.annotation.processing.ProcessingEnvironment;

/**
 * Finds the compiler's environment inside a wrapper, to which javac's tree API refuses itself. IntelliJ's build hands
 * processors a proxy, and has a class that gives the original; Gradle's incremental compilation has an environment with a
 * filer of its own, and a field with the original.
 */
final class WrappedEnvironments {

    private static final String INTELLIJ = "org.jetbrains.jps.javac.APIWrappers";
    private static final String GRADLE = "org.gradle.api.internal.tasks.compile.processing.";
    private static final String GRADLE_ORIGINAL = "delegate";

    private WrappedEnvironments() {}

    /**
     * Removes a wrapper.
     *
     * @param given what the processor was started with
     * @return the compiler's own environment, or what was given if it is not wrapped
     */
    static ProcessingEnvironment unwrap(ProcessingEnvironment given) {
        try {
            Object original = given.getClass().getName().startsWith(GRADLE) ? ofGradle(given) : ofIntelliJ(given);
            return original instanceof ProcessingEnvironment environment ? environment : given;
        } catch (ReflectiveOperationException | RuntimeException notWrapped) {
            return given;
        }
    }

    private static Object ofGradle(ProcessingEnvironment given) throws ReflectiveOperationException {
        Field original = given.getClass().getDeclaredField(GRADLE_ORIGINAL);
        original.setAccessible(true);
        return original.get(given);
    }

    private static Object ofIntelliJ(ProcessingEnvironment given) throws ReflectiveOperationException {
        Class<?> wrappers = Class.forName(INTELLIJ, true, given.getClass().getClassLoader());
        Method unwrap = wrappers.getDeclaredMethod("unwrap", Class.class, Object.class);
        return unwrap.invoke(null, ProcessingEnvironment.class, given);
    }
}
