package io.graphkernel.processor;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Class files of the runtime, on which the processor does not depend. They are compiled from source once for all tests. */
public final class RuntimeClasses {

    private static final Path REPOSITORY =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
    private static final String SOURCES = "src/main/java";
    private static final Path FACADE = REPOSITORY.resolve("runtime/src/gen/java");

    private static final Path DIRECTORY = compiled();

    private RuntimeClasses() {}

    /**
     * Returns the class path of a user's compilation.
     *
     * @return the runtime, the annotations and JavaCPP
     */
    public static String classPath() {
        return DIRECTORY + File.pathSeparator + System.getProperty("java.class.path");
    }

    /** Returns the sources that kernels and generated classes name; javac finds their dependencies. */
    private static List<Path> roots(Path runtime) throws IOException {
        List<Path> roots = new ArrayList<>(List.of(
                FACADE.resolve("io/graphkernel/runtime/Ops.java"),
                runtime.resolve("Elementwise.java"),
                runtime.resolve("FlexAttention.java"),
                runtime.resolve("Gradients.java"),
                runtime.resolve("Parameters.java"),
                runtime.resolve("Scans.java")));
        try (Stream<Path> generated = Files.walk(runtime.resolve("generated"))) {
            generated.filter(file -> file.toString().endsWith(".java")).forEach(roots::add);
        }
        return roots;
    }

    private static Path compiled() {
        try {
            return OncePerBuild.at("runtime", directory -> {
                Path classes = directory.resolve(hash());
                if (!Files.isDirectory(classes)) {
                    Files.move(compile(Files.createTempDirectory(directory, "incomplete")), classes);
                }
                return classes;
            });
        } catch (Exception e) {
            throw new IllegalStateException("the runtime does not compile", e);
        }
    }

    /** Returns a hash of all sources, including modules whose constants javac inlines. */
    private static String hash() throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        List<Path> directories = new ArrayList<>(List.of(FACADE));
        for (String module : List.of("annotations", "common", "ops", "native", "runtime")) {
            directories.add(REPOSITORY.resolve(module).resolve(SOURCES));
        }
        for (Path directory : directories) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    digest.update(REPOSITORY.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    private static Path compile(Path directory) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path runtime = REPOSITORY.resolve("runtime").resolve(SOURCES);
        Path bridge = REPOSITORY.resolve("native").resolve(SOURCES);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-implicit:class",
                    "-sourcepath",
                    runtime + File.pathSeparator + FACADE + File.pathSeparator + bridge,
                    "-d",
                    directory.toString());
            boolean success = compiler.getTask(
                            null,
                            files,
                            null,
                            options,
                            null,
                            files.getJavaFileObjects(roots(runtime.resolve("io/graphkernel/runtime"))
                                    .toArray(Path[]::new)))
                    .call();
            if (!success) {
                throw new IOException("javac rejects it");
            }
            return directory;
        }
    }
}
