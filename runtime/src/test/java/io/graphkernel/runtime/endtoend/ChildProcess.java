package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.ShortLivedJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program in a JVM of its own, for settings that are read once and for failures that could end the process. */
public final class ChildProcess {

    private ChildProcess() {}

    /**
     * Runs a program on the class path of the tests, which must end without an error.
     *
     * @param program class with a main method
     * @param options JVM options
     * @param arguments program arguments
     * @return its output, including errors
     */
    static String run(Class<?> program, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return runWith(System.getProperty("java.class.path"), program, options, arguments);
    }

    /** As {@link #run}, with an environment variable. */
    public static String runWithVariable(String variable, String value, Class<?> program)
            throws IOException, InterruptedException {
        String classPath = System.getProperty("java.class.path");
        return start(classPath, Map.of(variable, value), program, List.of());
    }

    /** As {@link #run}, with another class path. */
    static String runWith(String classPath, Class<?> program, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return start(classPath, Map.of(), program, options, arguments);
    }

    private static String start(
            String classPath,
            Map<String, String> environment,
            Class<?> program,
            List<String> options,
            String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ShortLivedJava.OPTIONS);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
