package io.graphkernel.runtime.internal.loading;

import io.graphkernel.annotations.GraphOp;
import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.runtime.ShortLivedJava;
import io.graphkernel.runtime.Tensor;
import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;

/** A process of {@link FirstUse}, under a umask or a user of its own. */
final class FreshProcess {
    /** Outcome of a process. */
    record Outcome(int status, String output) {}

    private static final String LIBRARY = System.mapLibraryName("jnijavacpp");

    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<String> prefix = new ArrayList<>();
    private String classPath = System.getProperty("java.class.path");
    private Path workingDirectory;

    FreshProcess property(String name, Object value) {
        properties.put(name, value.toString());
        return this;
    }

    FreshProcess umask(String umask) {
        prefix.addAll(List.of("sh", "-c", "umask " + umask + " && exec \"$@\"", "sh"));
        return this;
    }

    /** Runs as a user without a name; for root alone. The classes are copied to a directory that the user can read. */
    FreshProcess user(int number, Path readable) throws IOException {
        prefix.addAll(
                List.of("setpriv", "--reuid=" + number, "--regid=" + number, "--clear-groups", "env", "-u", "HOME"));
        classPath = copyOfClasses(readable);
        return this;
    }

    /** With classes that are found before those of the library. */
    FreshProcess before(Path classes) {
        classPath = classes + File.pathSeparator + classPath;
        return this;
    }

    /** With another class path. */
    FreshProcess classPath(List<Path> entries) {
        classPath = entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return this;
    }

    FreshProcess variable(String name, String value) {
        prefix.addAll(List.of("env", name + "=" + value));
        return this;
    }

    FreshProcess in(Path directory) {
        workingDirectory = directory;
        return this;
    }

    Process start(String way) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ShortLivedJava.OPTIONS);
        command.add("--enable-native-access=ALL-UNNAMED");
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-cp", classPath, FirstUse.class.getName(), way));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("XDG_CACHE_HOME", "GRAPHKERNEL_SINGLE_USER"));
        if (workingDirectory != null) {
            builder.directory(workingDirectory.toFile());
        }
        return builder.start();
    }

    Outcome run(String way) throws IOException, InterruptedException {
        return outcome(start(way));
    }

    static Outcome outcome(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes()).strip();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("no end: " + output);
        }
        return new Outcome(process.exitValue(), output);
    }

    /** JavaCPP's own library, in the jar. */
    static URL library() {
        return Loader.class.getResource(Loader.getPlatform() + "/" + LIBRARY);
    }

    /** Returns the path of JavaCPP's library in one of its directories. */
    static Path libraryIn(Path cache) throws IOException {
        return unpackedIn(cache, library());
    }

    /** Returns the path of an unpacked jar resource in one of JavaCPP's directories. */
    static Path unpackedIn(Path cache, URL resource) throws IOException {
        JarURLConnection jar = (JarURLConnection) resource.openConnection();
        return cache.resolve(Path.of(jar.getJarFile().getName()).getFileName()).resolve(jar.getEntryName());
    }

    /** A file of the size and date of JavaCPP's library, which is another one. */
    static Path plantedIn(Path cache) throws IOException {
        return plantedIn(cache, library());
    }

    /** A file of the size and date of a resource of a jar, which is another one. */
    static Path plantedIn(Path cache, URL resource) throws IOException {
        JarURLConnection jar = (JarURLConnection) resource.openConnection();
        Path file = unpackedIn(cache, resource);
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[(int) jar.getJarEntry().getSize()]);
        if (!file.toFile().setLastModified(jar.getJarEntry().getTime())) {
            throw new IOException("cannot date " + file);
        }
        return file;
    }

    private static String copyOfClasses(Path readable) throws IOException {
        List<String> entries = new ArrayList<>();
        Path own = readable.resolve("classes");
        if (!Files.isDirectory(own)) {
            String name = FirstUse.class.getName().replace('.', '/') + ".class";
            Files.createDirectories(own.resolve(name).getParent());
            Files.copy(FirstUse.class.getResourceAsStream("/" + name), own.resolve(name));
        }
        entries.add(own.toString());
        for (Path source : sources()) {
            Path target = readable.resolve(Integer.toString(entries.size())).resolve(source.getFileName());
            if (!Files.exists(target)) {
                Files.createDirectory(target.getParent());
                copy(source, target);
            }
            entries.add(target.toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Class<?> type :
                List.of(Tensor.class, PrivateDirectory.class, GraphOp.class, NativeBridge.class, Loader.class)) {
            try {
                sources.add(Path.of(
                        type.getProtectionDomain().getCodeSource().getLocation().toURI()));
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
        }
        sources.add(Path.of(
                ((JarURLConnection) library().openConnection()).getJarFile().getName()));
        return sources;
    }

    private static void copy(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                Files.copy(file, copy);
                Files.setPosixFilePermissions(
                        copy, PosixFilePermissions.fromString(Files.isDirectory(copy) ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }
}
