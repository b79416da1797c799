package io.graphkernel.processor.processing;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import javax.annotation.processing.ProcessingEnvironment;

/**
 * Access to the compiler's environment inside a wrapper, which javac's tree API rejects. IntelliJ's build passes a
 * proxy, and has a class that unwraps it. Gradle's incremental compilation passes an environment with its own filer and
 * a field for the original.
 */
public final class ProcessingEnvironments {

    private static final String INTELLIJ = "org.jetbrains.jps.javac.APIWrappers";
    private static final String GRADLE = "org.gradle.api.internal.tasks.compile.processing.";
    private static final String GRADLE_ORIGINAL = "delegate";

    private ProcessingEnvironments() {}

    /**
     * Unwraps an environment.
     *
     * @param given environment passed to the processor
     * @return the compiler's own environment, or the argument if it is not wrapped
     */
    public static ProcessingEnvironment unwrap(ProcessingEnvironment given) {
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
