package io.graphkernel.runtime.internal.collective.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.ShortLivedJava;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Processes that an mpirun has started, each with {@link MpiProgram}; what they printed, and how the job ended. */
record MpiJob(int status, String output) {
    private static final String REQUIRED = "GRAPHKERNEL_REQUIRE_MPI";
    private static final long MAX_SECONDS = TestTier.isExhaustive() ? 900 : 240;

    /** An MPI that CI installs. */
    enum Launcher {
        OPEN_MPI("mpirun.openmpi", "--oversubscribe"),
        MPICH("mpirun.mpich");

        private final List<String> command;

        Launcher(String... command) {
            this.command = List.of(command);
        }

        /** Requires MPI. If it is not installed, the test is skipped, or fails if the environment requires it. */
        void require() {
            boolean isThere = Stream.of(System.getenv("PATH").split(":"))
                    .anyMatch(directory -> Files.isExecutable(Path.of(directory, command.get(0))));
            if (!isThere) {
                String reason = command.get(0) + " is not installed";
                if (Boolean.parseBoolean(System.getProperty(REQUIRED, System.getenv(REQUIRED)))) {
                    throw new AssertionError(reason);
                }
                System.out.println("skipped: " + reason);
                Assumptions.abort(reason);
            }
        }
    }

    /** Runs a program on a number of ranks to its end, and requires that no process remains. */
    static MpiJob run(Launcher launcher, int ranks, Path directory, String... arguments)
            throws IOException, InterruptedException {
        launcher.require();
        List<String> command = new ArrayList<>(launcher.command);
        command.addAll(List.of("-np", Integer.toString(ranks)));
        return run(command, directory, arguments);
    }

    /** Runs a program that nothing but the shell has started. */
    static MpiJob runAlone(Path directory, String... arguments) throws IOException, InterruptedException {
        return run(List.of(), directory, arguments);
    }

    /** Runs a program by a command of the caller's, before that of the program. */
    static MpiJob run(List<String> launcher, Path directory, String... arguments)
            throws IOException, InterruptedException {
        String mark = "-Dmpi.job=" + UUID.randomUUID();
        List<String> command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ShortLivedJava.OPTIONS);
        command.addAll(List.of(mark, "-cp", System.getProperty("java.class.path")));
        Stream.of(arguments).filter(argument -> argument.startsWith("-D")).forEach(command::add);
        command.add(MpiProgram.class.getName());
        Stream.of(arguments).filter(argument -> !argument.startsWith("-D")).forEach(command::add);
        Path printed = directory.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
        // Open MPI asks for it where the tests are root's, as in a container.
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
            String output = Files.readString(printed);
            assertThat(ended).as("the job comes to an end\n" + output).isTrue();
            assertThat(left(mark))
                    .as("processes that the job has left\n" + output)
                    .isEmpty();
            return new MpiJob(process.exitValue(), output);
        } finally {
            process.destroyForcibly().waitFor();
            ranks(mark).forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** The ranks that are there; those of an mpirun that has just ended have a moment to follow it. */
    private static List<ProcessHandle> left(String mark) throws InterruptedException {
        for (int i = 0; i < 50 && !ranks(mark).isEmpty(); i++) {
            Thread.sleep(100);
        }
        return ranks(mark);
    }

    private static List<ProcessHandle> ranks(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.isAlive() && commandLine(process).contains(mark))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            // It has ended meanwhile.
            return "";
        }
    }
}
