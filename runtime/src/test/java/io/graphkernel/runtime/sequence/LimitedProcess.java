package io.graphkernel.runtime.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Programs in a JVM of their own with a time limit. The test shows the frames of a crash, and the threads of a hang. */
final class LimitedProcess {
    private static final long DUMP_SECONDS = 30;

    private final Path directory;
    private final long seconds;

    /**
     * Creates a runner of programs.
     *
     * @param directory directory for their output
     * @param seconds time limit of each
     */
    LimitedProcess(Path directory, long seconds) {
        this.directory = directory;
        this.seconds = seconds;
    }

    /**
     * Runs a program on the class path of the tests, with their devices; it must end without an error.
     *
     * @param what name of the run
     * @param options JVM options
     * @param program class with a main method
     * @return its output, including errors
     */
    String run(String what, List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        Path crash = directory.resolve("crash.log");
        Path printed = directory.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command(crash, options, program, arguments)).redirectErrorStream(true);
        // The C library gives memory of this size and more back to the system as soon as it is freed.
        builder.environment().put("MALLOC_MMAP_THRESHOLD_", "32768");
        Process process = builder.redirectOutput(printed.toFile()).start();
        try {
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            String threads = ended ? "" : threads(process);
            String output = Files.readString(printed);
            assertThat(ended).as(what + " comes to an end\n" + output + threads).isTrue();
            assertThat(process.exitValue())
                    .as(what + "\n" + output + summary(crash))
                    .isZero();
            return output;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static List<String> command(Path crash, List<String> options, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                tool("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx768m",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + crash));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("graphkernel."))
                .sorted()
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns the threads of a process, each with its frames. */
    private String threads(Process process) throws IOException, InterruptedException {
        Path printed = directory.resolve("threads.txt");
        Process dump = new ProcessBuilder(tool("jcmd"), Long.toString(process.pid()), "Thread.print", "-l")
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        // A JVM that does not respond to this has printed enough.
        dump.waitFor(DUMP_SECONDS, TimeUnit.SECONDS);
        dump.destroyForcibly().waitFor();
        return "\n" + Files.readString(printed);
    }

    /** Returns the head of the JVM's crash report, and the frames. */
    private static String summary(Path crash) throws IOException {
        if (!Files.exists(crash)) {
            return "";
        }
        try (var lines = Files.lines(crash)) {
            return lines.limit(120).collect(Collectors.joining("\n", "\n", "\n"));
        }
    }
}
