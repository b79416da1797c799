package io.graphkernel.examples.benchmarks.compile;

import io.graphkernel.examples.benchmarks.TemporaryDirectory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Properties;

/**
 * The processor of a checkout, with which javac compiles in a new process each time.
 *
 * @param name prefix of its columns
 * @param classPath class path of the processor and of the sources
 * @param work directory of its files
 */
record Checkout(String name, String classPath, Path work) {

    /** This one. */
    static Checkout own(Path work) {
        return new Checkout("", System.getProperty("java.class.path"), work);
    }

    /**
     * Another one, with the modules of which this one has the class path.
     *
     * @param root its directory; it is built
     */
    static Checkout before(Path root, Path work) {
        Path own = ownRoot();
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath().normalize();
            entries.add((path.startsWith(own) ? root.resolve(own.relativize(path)) : path).toString());
        }
        return new Checkout("before ", String.join(File.pathSeparator, entries), work);
    }

    /** The directory that has the module of the processor. */
    static Path ownRoot() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("processor"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("run the benchmark below the root of its checkout");
            }
        }
        return root;
    }

    /** Empties the build cache. */
    void forget() throws IOException {
        TemporaryDirectory.delete(cache());
    }

    /** Seconds of a compilation with the processor; empty if javac rejects the source, which is reported. */
    OptionalDouble compile(Workload workload) throws IOException {
        List<String> options = List.of(
                "-processorpath",
                classPath,
                "-Agraphkernel.cacheDir=" + cache(),
                "-Agraphkernel.targets=" + workload.targets());
        return compile(classes(), workload, options);
    }

    /** Seconds of a compilation without the processor. */
    OptionalDouble compileWithout(Workload workload) throws IOException {
        return compile(work.resolve("without/classes"), workload, List.of("-proc:none"));
    }

    /** Returns the manifest that the last compilation with the processor wrote for the class. */
    Properties manifest(Workload workload) throws IOException {
        Properties manifest = new Properties();
        String file = "META-INF/graphkernel/" + workload.kernelClass() + "/manifest.properties";
        try (InputStream in = Files.newInputStream(classes().resolve(file))) {
            manifest.load(in);
        }
        return manifest;
    }

    /** The bytes of the report page of the last compilation with the processor. */
    long reportBytes() throws IOException {
        return Files.size(classes().resolveSibling("graph-kernel/report.html"));
    }

    private Path cache() {
        return work.resolve("cache");
    }

    private Path classes() {
        return work.resolve("with/classes");
    }

    private OptionalDouble compile(Path classes, Workload workload, List<String> options) throws IOException {
        TemporaryDirectory.delete(classes);
        Files.createDirectories(classes);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(List.of("-d", classes.toString(), "-classpath", classPath));
        command.addAll(options);
        workload.sources().forEach(source -> command.add(source.toString()));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                System.err.println("javac rejects " + workload.title() + ": " + messages);
                return OptionalDouble.empty();
            }
        } catch (InterruptedException e) {
            process.destroy();
            throw new IOException(e);
        }
        return OptionalDouble.of((System.nanoTime() - start) / 1e9);
    }
}
