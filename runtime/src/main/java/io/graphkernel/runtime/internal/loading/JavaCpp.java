package io.graphkernel.runtime.internal.loading;

import io.graphkernel.abi.PlatformNames;
import io.graphkernel.files.PathCheck;
import io.graphkernel.files.PrivateDirectory;
import io.graphkernel.files.UnsafePathException;
import io.graphkernel.files.UserCache;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
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
 * JavaCPP, whose own library is unpacked where no other user can change it, compared with the jar, and loaded: what needs
 * any native part of JavaCPP asks here first. JavaCPP itself trusts a file by its size and date, and takes a directory
 * among the temporary files if there is no other.
 */
public final class JavaCpp {
    private static final String MODULE = "org.bytedeco.javacpp";

    /** JavaCPP's system property that names its directory, and its other spelling. */
    private static final List<String> PROPERTIES =
            List.of("org.bytedeco.javacpp.cachedir", "org.bytedeco.javacpp.cacheDir");

    private static final String LIBRARY = "jnijavacpp";

    private static final String IN_USE = "the program used JavaCPP before GraphKernel, with this directory";
    private static final String OURS = "native libraries are loaded from here";
    private static final String NAMED = "a system property names this directory";
    private static final String CHOSEN = "it is JavaCPP's choice where it cannot write to the directory it was told";

    /** The static initialisers of oneDNN take 500 KiB of the stack, which is all that some threads have. */
    private static final long LOADING_STACK_BYTES = 8 << 20;

    private static volatile PrivateDirectory cache;

    /** Loads classes of JavaCPP that load a library of their own. */
    @FunctionalInterface
    public interface Loading {
        /** Loads them. */
        void run();
    }

    private JavaCpp() {}

    /**
     * Loads JavaCPP's own library unless it is loaded.
     *
     * @throws KernelLibraryException if the directory is not safe or cannot be written, or there is no library for this
     *     platform
     */
    public static void ensureLoaded() {
        if (cache == null) {
            load();
        }
    }

    /** Where JavaCPP unpacks libraries. */
    public static Path cacheDirectory() {
        ensureLoaded();
        return cache.path();
    }

    /**
     * Loads other libraries of JavaCPP's while no other process of this library unpacks one there. What is unpacked already
     * is compared with their jars.
     *
     * @param loading loads them, in a thread of its own that has a large stack; what it throws is passed on
     * @param packages of the libraries, separated by slashes
     * @throws KernelLibraryException as {@link #ensureLoaded}
     */
    public static void load(Loading loading, String... packages) {
        ensureLoaded();
        try {
            PrivateDirectory directory = PrivateDirectory.open(cache.path());
            directory.locked(() -> {
                for (String each : packages) {
                    URL libraries = Loader.findResource(JavaCpp.class, "/" + each + "/" + Loader.getPlatform() + "/");
                    if (libraries != null) {
                        UnpackedJar.verify(directory, libraries);
                    }
                }
                runWithLargeStack(loading);
                return null;
            });
        } catch (IOException e) {
            throw failure(cache.path(), IN_USE, e);
        }
    }

    /** An interrupt does not end the wait: a library is not loaded by half. */
    private static void runWithLargeStack(Loading loading) {
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
     * The bytes of an element of a pointer, read under the lock of JavaCPP's table of sizes: without it, another thread that
     * loads a library makes it -1.
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
        requireModule(MODULE);
        boolean used = !Loader.getLoadedLibraries().isEmpty();
        Path named = named();
        Path directory = used ? inUse() : named != null ? named : ours();
        String why = used ? IN_USE : named != null ? NAMED : OURS;
        try {
            PrivateDirectory opened = PrivateDirectory.open(directory);
            if (!used) {
                if (named == null) {
                    System.setProperty(PROPERTIES.get(0), opened.path().toString());
                }
                PrivateDirectory actual = PrivateDirectory.open(inUse());
                if (!Files.isSameFile(actual.path(), opened.path())) {
                    why = CHOSEN;
                    requireTold(named, opened, actual);
                }
                opened = actual;
                PrivateDirectory safe = opened;
                safe.locked(() -> unpack(safe));
            }
            Class.forName(Pointer.class.getName(), true, Pointer.class.getClassLoader());
            requireLibrary();
            cache = opened;
        } catch (IOException e) {
            throw failure(directory, why, e);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new KernelLibraryException(
                    e, RuntimeProblem.JAVACPP_MISSING, PlatformNames.current(), e.getMessage());
        }
    }

    /** JavaCPP goes on to another directory in silence if it cannot use the one that is named. */
    private static void requireTold(Path named, PrivateDirectory told, PrivateDirectory actual) throws IOException {
        if (named != null || !Files.isWritable(told.path())) {
            throw new IOException("it is not writable, and JavaCPP would take " + actual.path());
        }
        // The program asked JavaCPP for its directory before; that one has been checked now.
        System.clearProperty(PROPERTIES.get(0));
    }

    private static Path named() {
        for (String property : PROPERTIES) {
            String name = System.getProperty(property);
            if (name != null && !name.isBlank()) {
                return Path.of(name);
            }
        }
        return null;
    }

    private static Path inUse() {
        try {
            return Loader.getCacheDir().toPath();
        } catch (IOException e) {
            throw failure(Path.of(""), CHOSEN, e);
        }
    }

    /** Next to the other libraries; if those are in a read-only place, in the user's cache or among the temporary files. */
    private static Path ours() {
        Path natives = NativeDirectory.current().path();
        try {
            UserCache user = UserCache.current();
            for (Path place : List.of(natives, user.directory(), user.temporary())) {
                Path existing = place;
                while (existing != null && !Files.isDirectory(existing)) {
                    existing = existing.getParent();
                }
                Path directory = place.resolve("javacpp");
                if (Files.isWritable(Files.isDirectory(directory) ? directory : existing)) {
                    return directory;
                }
            }
        } catch (IOException e) {
            throw failure(natives, CHOSEN, e);
        }
        return natives.resolve("javacpp");
    }

    /** Unpacks JavaCPP's own library and makes sure that it is what the jar holds. */
    private static Void unpack(PrivateDirectory directory) throws IOException {
        URL url = Loader.findResource(
                Loader.class, String.join("/", Loader.getPlatform(), System.mapLibraryName(LIBRARY)));
        // A file on the class path is loaded from there, and without any JavaCPP looks on the library path.
        if (url == null || url.getProtocol().equals("file")) {
            return null;
        }
        byte[] wanted;
        try (InputStream stream = url.openStream()) {
            wanted = stream.readAllBytes();
        }
        if (url.openConnection() instanceof JarURLConnection jar) {
            String entry = jar.getEntryName();
            String entries = entry.substring(0, entry.lastIndexOf('/') + 1);
            deleteWrong(new UnpackedJar(directory, jar.getJarFile(), entries).close(), wanted);
        }
        Path file = Loader.cacheResource(url).toPath();
        directory.protect(file);
        if (!Arrays.equals(Files.readAllBytes(file), wanted)) {
            throw new IOException(file + " does not hold what was written");
        }
        return null;
    }

    /** Further class loaders load copies, which JavaCPP numbers. */
    private static void deleteWrong(List<Path> files, byte[] wanted) throws IOException {
        for (Path file : files) {
            if (file.getFileName().toString().contains(LIBRARY)
                    && (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            || !Arrays.equals(Files.readAllBytes(file), wanted))) {
                Files.delete(file);
            }
        }
    }

    private static void requireLibrary() throws IOException {
        for (Map.Entry<String, String> loaded : Loader.getLoadedLibraries().entrySet()) {
            if (loaded.getKey().startsWith(LIBRARY)) {
                Path file = Path.of(loaded.getValue());
                // By its name alone it comes from the library path.
                if (file.isAbsolute()) {
                    PathCheck.require(file);
                }
                return;
            }
        }
        requireModule(MODULE + "." + Loader.getPlatform().replace('-', '.'));
        throw new KernelLibraryException(
                RuntimeProblem.JAVACPP_MISSING, PlatformNames.current(), "JavaCPP has not loaded it");
    }

    /** On the class path there are no modules, and what is missing shows later. */
    private static void requireModule(String name) {
        Module ours = JavaCpp.class.getModule();
        if (ours.isNamed() && ours.getLayer().findModule(name).isEmpty()) {
            throw new KernelLibraryException(RuntimeProblem.MODULE_MISSING, name);
        }
    }

    private static KernelLibraryException failure(Path directory, String why, IOException failure) {
        return failure instanceof UnsafePathException unsafe
                ? new KernelLibraryException(
                        failure, RuntimeProblem.JAVACPP_CACHE_UNSAFE, directory, unsafe.getMessage(), why, unsafe.fix())
                : new KernelLibraryException(
                        failure, RuntimeProblem.JAVACPP_CACHE_UNUSABLE, directory, NativeDirectory.reason(failure));
    }
}
