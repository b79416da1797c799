package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.files.UnsafePathException;
import io.graphkernel.common.files.UserCache;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Loader;

/** Directory to which JavaCPP unpacks libraries, with the reasons for its choice in messages. */
final class JavaCppDirectory {

    /** JavaCPP's system property for its directory. */
    static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private static final String OTHER_SPELLING = "org.bytedeco.javacpp.cacheDir";

    static final String IN_USE = "the program used JavaCPP before GraphKernel, with this directory";
    private static final String OURS = "native libraries are loaded from here";
    private static final String NAMED = "a system property names this directory";
    static final String CHOSEN = "it is JavaCPP's choice where it cannot write to the directory it was told";

    private JavaCppDirectory() {}

    /** Returns the reason for a directory: JavaCPP uses it, a system property names it, or neither. */
    static String reason(boolean used, Path named) {
        return used ? IN_USE : named != null ? NAMED : OURS;
    }

    /** Returns the directory that a system property names, or null. */
    static Path named() {
        for (String property : List.of(PROPERTY, OTHER_SPELLING)) {
            String name = System.getProperty(property);
            if (name != null && !name.isBlank()) {
                return Path.of(name);
            }
        }
        return null;
    }

    /** Returns the directory that JavaCPP uses. */
    static Path inUse() {
        try {
            return Loader.getCacheDir().toPath();
        } catch (IOException e) {
            // JavaCPP has tried its property, the home directory and that of temporary files, without reporting the
            // failures.
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            IOException nowhere = new AccessDeniedException(
                    temporary + ", nor for the user's cache, nor for .javacpp in the home directory");
            nowhere.initCause(e);
            throw failure(temporary, CHOSEN, nowhere);
        }
    }

    /**
     * Returns the directory of the other libraries; if those are read-only, one in the user's cache or among the
     * temporary files.
     */
    static Path ours() {
        Path natives = NativeDirectory.current().path();
        try {
            UserCache user = UserCache.current();
            for (Path candidate : List.of(natives, user.directory(), user.temporary())) {
                Path existing = candidate;
                while (existing != null && !Files.isDirectory(existing)) {
                    existing = existing.getParent();
                }
                Path directory = candidate.resolve("javacpp");
                if (Files.isWritable(Files.isDirectory(directory) ? directory : existing)) {
                    return directory;
                }
            }
        } catch (IOException e) {
            throw failure(natives, CHOSEN, e);
        }
        return natives.resolve("javacpp");
    }

    /** Returns the exception for a directory that cannot be used. */
    static KernelLibraryException failure(Path directory, String why, IOException failure) {
        if (failure instanceof UnsafePathException unsafe) {
            return new KernelLibraryException(
                    failure, RuntimeProblem.JAVACPP_CACHE_UNSAFE, directory, unsafe.getMessage(), why, unsafe.fix());
        }
        FailureCause cause = FailureCause.of(failure);
        return new KernelLibraryException(
                failure,
                RuntimeProblem.JAVACPP_CACHE_UNUSABLE,
                directory,
                cause.cause(),
                cause.fixOr(NativeDirectory.OTHER_DIRECTORY + ", or JavaCPP's alone with -D" + PROPERTY + "=..."));
    }
}
