package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.failure.FailureCause.Kind;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.Loader;

/** Exceptions for resources that cannot be read or loaded, with cause and fix derived from the original failure. */
public final class LoadFailures {
    /** Version that this library is compiled for, as in {@code pom.xml}. */
    static final String JAVACPP_VERSION = "1.5.13";

    /** Modules that have native methods, load libraries or access native memory. */
    private static final List<String> NATIVE_MODULES = List.of(
            "io.graphkernel.bridge",
            "io.graphkernel.runtime",
            "org.bytedeco.javacpp",
            "org.bytedeco.opencl",
            "org.bytedeco.dnnl");

    private LoadFailures() {}

    /** Returns the exception for an existing resource that cannot be read. */
    public static KernelLibraryException unreadable(String resource, IOException failure) {
        FailureCause cause = FailureCause.of(failure);
        return new KernelLibraryException(
                failure, RuntimeProblem.RESOURCE_UNREADABLE, resource, cause.cause(), cause.fix());
    }

    /** Returns the exception for a library of kernels that the dynamic linker rejects. */
    static KernelLibraryException rejected(Object file, Throwable failure) {
        FailureCause cause = FailureCause.of(failure);
        String fix = cause.is(Kind.OTHER_PLATFORM, Kind.OTHER)
                ? "run mvn clean compile, which makes it again for " + PlatformNames.current()
                : cause.fixOr(NativeDirectory.OTHER_DIRECTORY);
        return new KernelLibraryException(failure, RuntimeProblem.LOAD_FAILED, file, cause.cause(), fix);
    }

    /** Returns the exception for a failure while JavaCPP loads its own library, or allocates memory. */
    public static KernelLibraryException ofJavaCpp(Throwable failure) {
        FailureCause cause = FailureCause.of(failure);
        if (cause.is(Kind.NO_NATIVE_ACCESS) || isRefusedByJava(cause)) {
            return noNativeAccess(failure);
        }
        if (cause.is(Kind.WRONG_VERSION)) {
            return new KernelLibraryException(
                    failure,
                    RuntimeProblem.JAVACPP_VERSION,
                    version(),
                    cause.cause(),
                    JAVACPP_VERSION,
                    PlatformNames.current());
        }
        return cause.is(Kind.MISSING_LIBRARY, Kind.MISSING_CLASS)
                ? new KernelLibraryException(
                        failure, RuntimeProblem.JAVACPP_MISSING, PlatformNames.current(), cause.cause())
                : new KernelLibraryException(
                        failure,
                        RuntimeProblem.JAVACPP_REFUSED,
                        PlatformNames.current(),
                        cause.cause(),
                        cause.fixOr(NativeDirectory.OTHER_DIRECTORY));
    }

    /** Returns the exception for a native call that the JVM rejects, which lists all modules with native calls. */
    public static KernelLibraryException noNativeAccess(Throwable failure) {
        Module ownModule = LoadFailures.class.getModule();
        String modules = !ownModule.isNamed()
                ? "ALL-UNNAMED"
                : NATIVE_MODULES.stream()
                        .filter(name -> ownModule.getLayer().findModule(name).isPresent())
                        .collect(Collectors.joining(","));
        String why = failure instanceof IllegalCallerException ? failure.getMessage() : "not all of its modules may";
        return new KernelLibraryException(failure, RuntimeProblem.NATIVE_ACCESS, why, modules);
    }

    /**
     * Returns true if a native method was not found because Java did not permit the module to load its library. JavaCPP
     * does not propagate that message.
     */
    public static boolean isRefusedByJava(FailureCause cause) {
        return cause.is(Kind.OTHER)
                && LoadFailures.class.getModule().isNamed()
                && NATIVE_MODULES.stream()
                        .flatMap(name -> LoadFailures.class.getModule().getLayer().findModule(name).stream())
                        .anyMatch(module -> !isEnabled(module));
    }

    /** From JDK 22 on, a module reports this; a module that only caused a warning is enabled by then. */
    private static boolean isEnabled(Module module) {
        try {
            return (Boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Returns the version of JavaCPP on the class path from its jar. */
    private static String version() {
        try {
            return Loader.getVersion();
        } catch (IOException | LinkageError e) {
            return "of an unknown version";
        }
    }
}
