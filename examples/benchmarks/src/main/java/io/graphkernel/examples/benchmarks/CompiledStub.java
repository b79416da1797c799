package io.graphkernel.examples.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/**
 * Classes that are compiled while a benchmark runs, because the compared stubs differ in an option of a whole
 * compilation.
 */
final class CompiledStub implements AutoCloseable {
    private final TemporaryDirectory directory;
    private final URLClassLoader loader;

    /**
     * Compiles the classes for the CPU.
     *
     * @param inlineLaunchLimit maximum number of launches that a stub contains as code
     * @param sources source texts by simple class name
     */
    CompiledStub(int inlineLaunchLimit, Map<String, String> sources) throws IOException {
        directory = new TemporaryDirectory("compiled-stub");
        Path root = directory.path();
        // The report is written beside the class directory.
        Path classes = Files.createDirectory(root.resolve("classes"));
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, CompiledStub.class.getClassLoader());
        String path = System.getProperty("java.class.path");
        List<String> arguments = new ArrayList<>(List.of(
                "-d",
                classes.toString(),
                "-classpath",
                path,
                "-processorpath",
                path,
                "-Agraphkernel.targets=cpu",
                "-Agraphkernel.inlineLaunchLimit=" + inlineLaunchLimit));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            arguments.add(Files.writeString(root.resolve(source.getKey() + ".java"), source.getValue())
                    .toString());
        }
        // Notes of the processor would be in the middle of a table.
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, messages, arguments.toArray(String[]::new));
        if (result != 0) {
            throw new IllegalStateException("javac rejects " + arguments + ": " + messages);
        }
    }

    /** Returns an instance of a compiled class, usable until this is closed. */
    Object instance(String className) throws ReflectiveOperationException {
        return loader.loadClass(className).getConstructor().newInstance();
    }

    @Override
    public void close() throws IOException {
        loader.close();
        directory.close();
    }
}
