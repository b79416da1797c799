package io.graphkernel.examples.gpu;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Packs the kit into one archive: a Java runtime, the class path, the conformance cases and GPT-2 compiled for CUDA, and the
 * scripts. Two builds of the same sources have the same files in the archive, without times and owners.
 */
final class KitPacker {
    /** Directory in the archive. */
    static final String NAME = "gpu-check";

    /** Number of layers of GPT-2 124M. */
    private static final int GPT_LAYERS = 12;

    private static final String MODULES = "java.base,java.logging,java.management,jdk.unsupported,java.compiler,"
            + "java.desktop,java.net.http,java.sql,jdk.management";

    /** Beginnings of the names of jars that no program of the kit needs on a GPU machine. */
    private static final List<String> EXCLUDED = List.of(
            "llvm-",
            "pytorch-",
            "openblas-",
            "onnxruntime",
            "junit-",
            "assertj-",
            "byte-buddy",
            "jna",
            "tokenizers",
            "opentest4j",
            "surefire");

    /** Native libraries, of this and of other platforms, that are not loaded on a GPU machine. */
    private static final String EXCLUDED_NATIVE =
            "(dnnl|opencl)-.*-(linux|mac|windows).*|javacpp-.*-(windows|mac).*|.*-arm64.*";

    private final Path root;
    private final Path box;
    private final int layers;
    private final List<String> dtypes;
    private final Map<String, String> properties;

    /**
     * Creates a packer.
     *
     * @param root directory of the project
     * @param box new directory with the files of the kit
     * @param layers number of layers of GPT-2
     * @param dtypes dtypes of GPT-2
     * @param properties system properties of the compilation of the conformance cases
     */
    KitPacker(Path root, Path box, int layers, List<String> dtypes, Map<String, String> properties) {
        this.root = root;
        this.box = box;
        this.layers = layers;
        this.dtypes = List.copyOf(dtypes);
        this.properties = new TreeMap<>(properties);
    }

    /**
     * Packs the whole kit.
     *
     * @param arguments directory of the project, directory for the files of the kit, and the archive
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path box = Path.of(arguments[1]).resolve(NAME);
        Path archive = Path.of(arguments[2]);
        KitPacker packer = new KitPacker(Path.of(arguments[0]), box, GPT_LAYERS, List.of("f32", "bf16"), Map.of());
        packer.fill();
        packer.archive(archive, 6);
        System.out.println(archive + ": " + Files.size(archive) / 1024 + " KiB");
    }

    /** Creates the files of the kit. */
    void fill() throws IOException, InterruptedException {
        delete(box);
        Files.createDirectories(box.resolve("lib"));
        copyClassPath();
        for (String dtype : dtypes) {
            compileGpt(dtype);
        }
        compileConformance();
        linkJava();
        copyScripts();
    }

    private void copyClassPath() throws IOException, InterruptedException {
        Set<String> entries = new TreeSet<>(List.of(classPath().split(File.pathSeparator)));
        int number = 0;
        for (String entry : entries) {
            Path file = Path.of(entry);
            if (Files.isDirectory(file)) {
                number++;
                jar(file, box.resolve("lib/classes-" + number + ".jar"));
            } else if (Files.exists(file) && isIncluded(file.getFileName().toString())) {
                Files.copy(file, box.resolve("lib").resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    static boolean isIncluded(String jar) {
        return EXCLUDED.stream().noneMatch(jar::startsWith) && !jar.matches(EXCLUDED_NATIVE);
    }

    /** Surefire may replace the class path by one jar; the property then has the entries. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static void jar(Path classes, Path jar) throws IOException, InterruptedException {
        run(List.of(tool("jar"), "--create", "--no-compress", "--file", jar.toString(), "-C", classes.toString(), "."));
    }

    private void compileGpt(String dtype) throws IOException, InterruptedException {
        Path sources = root.resolve("examples/gpt/src/main");
        Path work = box.resolveSibling("gpt-" + dtype);
        delete(work);
        Path generated = Files.createDirectories(work.resolve("sources"));
        Path classes = Files.createDirectories(work.resolve("classes"));
        String template = Files.readString(sources.resolve("templates/io/graphkernel/examples/gpt/Compiled.java"));
        Map<String, String> values = Map.of(
                "gpt.layers",
                Integer.toString(layers),
                "gpt.kept",
                "1",
                "gpt.tensor",
                "1",
                "gpt.values",
                dtype,
                "gpt.values.constant",
                dtype.toUpperCase(java.util.Locale.ROOT));
        for (Map.Entry<String, String> value : values.entrySet()) {
            template = template.replace("${" + value.getKey() + "}", value.getValue());
        }
        Path compiled = generated.resolve("Compiled.java");
        Files.writeString(compiled, template);
        List<String> command = new ArrayList<>(List.of(
                tool("javac"),
                "-nowarn",
                "-d",
                classes.toString(),
                "-s",
                generated.toString(),
                "-cp",
                classPath(),
                "-processorpath",
                classPath(),
                "-Agraphkernel.targets=cuda",
                "-Agraphkernel.reportDir=" + work.resolve("report"),
                compiled.toString()));
        try (Stream<Path> files = Files.list(sources.resolve("java/io/graphkernel/examples/gpt"))) {
            files.map(Path::toString).sorted().forEach(command::add);
        }
        run(command);
        jar(classes, box.resolve("gpt-" + dtype + ".jar"));
        delete(work);
    }

    private void compileConformance() throws IOException, InterruptedException {
        Path directory = box.resolve("conformance");
        List<String> options = new ArrayList<>(List.of(tool("java"), "-XX:+UseParallelGC"));
        Map<String, String> values = new TreeMap<>(properties);
        values.put("conformance.device", "cuda:0");
        values.put("conformance.directory", directory.toString());
        values.forEach((name, value) -> options.add("-D" + name + "=" + value));
        options.addAll(List.of("-cp", classPath()));
        for (String program : List.of(
                "io.graphkernel.conformance.ConformanceCompiler",
                "io.graphkernel.conformance.gradient.TableGradientsCompiler")) {
            List<String> command = new ArrayList<>(options);
            command.addAll(List.of(program, "cuda"));
            run(command);
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                String name = file.getFileName().toString();
                if (name.equals("cache") || name.equals("report")) {
                    delete(file);
                } else if (name.endsWith(".java") || name.endsWith(".gk")) {
                    Files.delete(file);
                }
            }
        }
    }

    private void linkJava() throws IOException, InterruptedException {
        Path runtime = box.resolve("jre");
        run(List.of(
                tool("jlink"),
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--add-modules",
                MODULES,
                "--output",
                runtime.toString()));
        delete(runtime.resolve("legal"));
    }

    private void copyScripts() throws IOException {
        Path sources = root.resolve("examples/gpu/src/main");
        Files.copy(root.resolve("docs/gpu-check.md"), box.resolve("README.md"));
        Files.copy(root.resolve("CONTRIBUTING.md"), box.resolve("text.md"));
        Path script = box.resolve("check.sh");
        Files.copy(sources.resolve("kit/check.sh"), script);
        if (!script.toFile().setExecutable(true, false)) {
            throw new IOException(script + " cannot be set executable");
        }
        Path python = Files.createDirectories(box.resolve("python"));
        try (Stream<Path> files = Files.list(sources.resolve("python"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".py")).toList()) {
                Files.copy(file, python.resolve(file.getFileName()));
            }
        }
    }

    /**
     * Writes the archive.
     *
     * @param archive file to write
     * @param level level of compression, 0 to 9
     */
    void archive(Path archive, int level) throws IOException, InterruptedException {
        ProcessBuilder tar = new ProcessBuilder(
                        "tar",
                        "--create",
                        "--sort=name",
                        "--mtime=@0",
                        "--owner=0",
                        "--group=0",
                        "--numeric-owner",
                        "-C",
                        box.getParent().toString(),
                        NAME)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        ProcessBuilder xz = new ProcessBuilder("xz", "-T0", "-" + level)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(archive.toFile());
        for (Process process : ProcessBuilder.startPipeline(List.of(tar, xz))) {
            if (process.waitFor() != 0) {
                throw new IOException("tar or xz failed");
            }
        }
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output;
        try (InputStream stream = process.getInputStream()) {
            output = new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            throw new IOException(command.get(0) + " failed: " + output);
        }
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
