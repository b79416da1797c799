package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.common.files.PathCheck;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.common.files.Uninterrupted;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/**
 * JavaCPP, whose own library is unpacked to a private directory, compared with the jar, and loaded. Every use of a
 * native part of JavaCPP is loaded by this class. JavaCPP itself trusts a file by its size and date, and falls back to
 * a directory among the temporary files.
 */
public final class JavaCpp {
    private static final String MODULE = "org.bytedeco.javacpp";

    private static final String LIBRARY = "jnijavacpp";

    /** Stack size for the static initializers of oneDNN, which need 500 KiB, the whole stack of some threads. */
    private static final long LOADING_STACK_BYTES = 8 << 20;

    /** First Java version whose kernels access memory through segments. */
    private static final int FIRST_WITH_SEGMENTS = 22;

    private static volatile PrivateDirectory cache;

    /** An action that loads classes of JavaCPP with their libraries. */
    @FunctionalInterface
    public interface LoadAction {
        /** Runs the action. */
        void run();
    }

    private JavaCpp() {}

    /**
     * Loads JavaCPP's own library unless it is loaded.
     *
     * @throws KernelLibraryException if the directory is not safe or cannot be written, or no library exists for this
     *     platform
     */
    public static void ensureLoaded() {
        if (cache == null) {
            load();
        }
    }

    /** Returns the directory to which JavaCPP unpacks libraries. */
    public static Path cacheDirectory() {
        ensureLoaded();
        return cache.path();
    }

    /**
     * Loads other libraries of JavaCPP while no other process of this library unpacks one there. Unpacked files are
     * compared with their jars.
     *
     * @param loading action that loads them, on a separate thread with a large stack; its exceptions are propagated
     * @param packages packages of the libraries, separated by slashes
     * @throws KernelLibraryException as {@link #ensureLoaded}
     */
    public static void load(LoadAction loading, String... packages) {
        ensureLoaded();
        try {
            PrivateDirectory directory = PrivateDirectory.open(cache.path());
            Uninterrupted.run(() -> directory.locked(() -> {
                for (String packagePath : packages) {
                    URL libraries =
                            Loader.findResource(JavaCpp.class, "/" + packagePath + "/" + Loader.getPlatform() + "/");
                    if (libraries != null) {
                        UnpackedJar.verify(directory, libraries);
                    }
                }
                runWithLargeStack(loading);
                return null;
            }));
        } catch (IOException e) {
            throw JavaCppDirectory.failure(cache.path(), JavaCppDirectory.IN_USE, e);
        }
    }

    /** An interrupt does not end the wait: loading must complete. */
    private static void runWithLargeStack(LoadAction loading) {
        try {
            CompletableFuture.runAsync(loading::run, JavaCpp::startWithLargeStack)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    private static void startWithLargeStack(Runnable task) {
        Thread thread = new Thread(null, task, "graphkernel-loading", LOADING_STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Returns the size of an element of a pointer, read under the lock of JavaCPP's table of sizes. Without the lock,
     * it may be -1 while another thread loads a library.
     */
    public static int elementBytes(Pointer pointer) {
        synchronized (Loader.class) {
            return pointer.sizeof();
        }
    }

    private static synchronized void load() {
        if (cache != null) {
            return;
        }
        requireModule();
        RenamedClasses.requireOwnNames();
        requireMemoryAccess();
        boolean used = !Loader.getLoadedLibraries().isEmpty();
        Path named = JavaCppDirectory.named();
        Path directory = used ? JavaCppDirectory.inUse() : named != null ? named : JavaCppDirectory.ours();
        try {
            cache = Uninterrupted.run(() -> load(directory, used, named));
        } catch (IOException e) {
            throw JavaCppDirectory.failure(directory, JavaCppDirectory.reason(used, named), e);
        }
    }

    private static PrivateDirectory load(Path directory, boolean used, Path named) throws IOException {
        String why = JavaCppDirectory.reason(used, named);
        try {
            PrivateDirectory opened = PrivateDirectory.open(directory);
            if (!used) {
                if (named == null) {
                    System.setProperty(JavaCppDirectory.PROPERTY, opened.path().toString());
                }
                PrivateDirectory actual = PrivateDirectory.open(JavaCppDirectory.inUse());
                if (!Files.isSameFile(actual.path(), opened.path())) {
                    why = JavaCppDirectory.CHOSEN;
                    requireTold(named, opened, actual);
                }
                opened = actual;
                PrivateDirectory safe = opened;
                safe.locked(() -> unpack(safe));
            }
            initialize();
            requireLibrary();
            PointerReclamation.replaceThreadIfReloadable();
            return opened;
        } catch (ClosedByInterruptException | FileLockInterruptionException e) {
            throw e;
        } catch (IOException e) {
            throw JavaCppDirectory.failure(directory, why, e);
        } catch (ClassNotFoundException | LinkageError e) {
            throw LoadFailures.ofJavaCpp(e);
        }
    }

    /**
     * Initializes a class of JavaCPP, which starts a permanent thread. In JDK 17, a thread retains the classes of all
     * its creator's callers, so those of an application are excluded here.
     */
    @SuppressWarnings("removal")
    private static void initialize() throws ClassNotFoundException {
        try {
            java.security.AccessController.doPrivileged((java.security.PrivilegedExceptionAction<Class<?>>)
                    () -> Class.forName(Pointer.class.getName(), true, Pointer.class.getClassLoader()));
        } catch (java.security.PrivilegedActionException e) {
            throw (ClassNotFoundException) e.getException();
        }
    }

    /** JavaCPP silently falls back to another directory if it cannot use the specified one. */
    private static void requireTold(Path named, PrivateDirectory specified, PrivateDirectory actual)
            throws IOException {
        if (named != null || !Files.isWritable(specified.path())) {
            throw new IOException("it is not writable, and JavaCPP would take " + actual.path());
        }
        // The program queried JavaCPP for its directory earlier; that one has been checked now.
        System.clearProperty(JavaCppDirectory.PROPERTY);
    }

    /** Unpacks JavaCPP's own library and verifies that it is the one in the jar. */
    private static Void unpack(PrivateDirectory directory) throws IOException {
        URL url = Loader.findResource(
                Loader.class, String.join("/", Loader.getPlatform(), System.mapLibraryName(LIBRARY)));
        // A file on the class path is loaded from there; without one, JavaCPP searches the library path.
        if (url == null || url.getProtocol().equals("file")) {
            return null;
        }
        byte[] expected;
        try (InputStream stream = url.openStream()) {
            expected = stream.readAllBytes();
        }
        if (url.openConnection() instanceof JarURLConnection jar) {
            String entry = jar.getEntryName();
            String entries = entry.substring(0, entry.lastIndexOf('/') + 1);
            deleteWrong(new UnpackedJar(directory, jar.getJarFile(), entries).close(), expected);
        }
        Path file = Loader.cacheResource(url).toPath();
        directory.protect(file);
        if (!Arrays.equals(Files.readAllBytes(file), expected)) {
            throw new IOException(file + " does not hold what was written");
        }
        return null;
    }

    /** Additional class loaders load copies, which JavaCPP numbers. */
    private static void deleteWrong(List<Path> files, byte[] expected) throws IOException {
        for (Path file : files) {
            if (file.getFileName().toString().contains(LIBRARY)
                    && (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            || !Arrays.equals(Files.readAllBytes(file), expected))) {
                Files.delete(file);
            }
        }
    }

    private static void requireLibrary() throws IOException {
        for (Map.Entry<String, String> loaded : Loader.getLoadedLibraries().entrySet()) {
            if (loaded.getKey().startsWith(LIBRARY)) {
                Path file = Path.of(loaded.getValue());
                // A bare name refers to the library path.
                if (file.isAbsolute()) {
                    PathCheck.require(file);
                }
                return;
            }
        }
        if (Loader.class.getModule().isNamed()) {
            throw new KernelLibraryException(
                    RuntimeProblem.MODULE_MISSING,
                    MODULE + "." + Loader.getPlatform().replace('-', '.'));
        }
        throw new KernelLibraryException(
                RuntimeProblem.JAVACPP_MISSING, PlatformNames.current(), "JavaCPP has not loaded it");
    }

    /**
     * A module that no other one requires is not resolved, and the classes of JavaCPP are not found. They are also
     * accepted on the class path, as in tests that Maven runs with both paths.
     */
    private static void requireModule() {
        Module ownModule = JavaCpp.class.getModule();
        if (!ownModule.isNamed()) {
            return;
        }
        try {
            Class.forName(MODULE + ".Loader", false, JavaCpp.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new KernelLibraryException(RuntimeProblem.MODULE_MISSING, MODULE);
        }
    }

    /**
     * A JVM with a list of modules that may access native memory rejects the others. Kernels in Java would only fail in
     * an initializer. On the class path, all code belongs to one module, and the bridge fails first.
     */
    private static void requireMemoryAccess() {
        if (!JavaCpp.class.getModule().isNamed() || Runtime.version().feature() < FIRST_WITH_SEGMENTS) {
            return;
        }
        try {
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            segment.getMethod("reinterpret", long.class)
                    .invoke(segment.getField("NULL").get(null), 1L);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalCallerException refusal) {
                throw LoadFailures.noNativeAccess(refusal);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM does not support memory segments", e);
        }
    }
}
