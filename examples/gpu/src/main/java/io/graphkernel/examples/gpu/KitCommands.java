package io.graphkernel.examples.gpu;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Command lines of the programs of a check. */
final class KitCommands {
    private static final String PYTHON = "python3";
    /** Directory of CUDA's tools if it is not on the path. */
    private static final Path CUDA_TOOLS = Path.of("/usr/local/cuda/bin");

    private final KitSettings settings;
    private final Map<String, String> properties;

    /**
     * Creates command lines.
     *
     * @param settings settings
     * @param properties system properties of all Java programs
     */
    KitCommands(KitSettings settings, Map<String, String> properties) {
        this.settings = settings;
        this.properties = new TreeMap<>(properties);
    }

    /** Adds a system property, unless it is set. */
    void addProperty(String name, String value) {
        properties.putIfAbsent(name, value);
    }

    /** Returns true if a system property is set. */
    boolean hasProperty(String name) {
        return properties.containsKey(name);
    }

    /** Returns a file of the kit. */
    Path file(String name) {
        return Path.of(settings.text("kit")).resolve(name);
    }

    /** Returns the command line of a Java program of the class path. */
    List<String> java(String program, String... arguments) {
        return javaBefore("", program, arguments);
    }

    /**
     * Returns the command line of a Java program.
     *
     * @param entry additional first entry of the class path; empty for none
     * @param program main class
     * @param arguments program arguments
     */
    List<String> javaBefore(String entry, String program, String... arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        // By default JavaCPP limits native memory to the size of the heap.
        values.put("org.bytedeco.javacpp.maxBytes", "0");
        values.put("org.bytedeco.javacpp.maxPhysicalBytes", "0");
        values.put("graphkernel.device", settings.text("device"));
        values.put("conformance.device", settings.text("device"));
        values.put("conformance.reuse", "true");
        values.put("conformance.directory", file("conformance").toString());
        values.putAll(properties);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        values.forEach((name, value) -> command.add("-D" + name + "=" + value));
        String path = System.getProperty("java.class.path");
        command.addAll(List.of("-cp", entry.isEmpty() ? path : entry + File.pathSeparator + path, program));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the command line of a Python script of the kit. */
    List<String> python(String script, String... arguments) throws SkippedPartException {
        List<String> command = new ArrayList<>(
                List.of(tool(PYTHON), "-u", file("python/" + script).toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Returns the path of a tool. */
    static String tool(String name) throws SkippedPartException {
        List<Path> directories = new ArrayList<>();
        String path = System.getenv("PATH");
        if (path != null) {
            for (String directory : path.split(File.pathSeparator)) {
                directories.add(Path.of(directory));
            }
        }
        directories.add(CUDA_TOOLS);
        for (Path directory : directories) {
            if (Files.isExecutable(directory.resolve(name))) {
                return directory.resolve(name).toString();
            }
        }
        throw new SkippedPartException(name + " is not installed");
    }

    /**
     * Requires that Python can use the GPU through PyTorch.
     *
     * @param log directory of the log
     * @return versions of PyTorch and CUDA
     */
    String requirePyTorch(Path log) throws SkippedPartException, IOException, InterruptedException {
        PartProcess probe =
                PartProcess.start("pytorch", log, java.time.Duration.ofSeconds(60), Map.of(), python("probe.py"));
        int status = probe.await();
        List<String> lines = probe.lines();
        String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        if (status != 0) {
            throw new SkippedPartException("PyTorch cannot use the GPU: " + last);
        }
        return last;
    }
}
