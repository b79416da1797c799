package io.graphkernel.processor.toolchain;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runner of a program, with an environment that cannot affect the output of a compiler or linker. */
final class ProcessRunner {
    /** Time limit of a program, well above the time for a kernel file. */
    private static final long TIME_LIMIT_SECONDS = 300;

    private static final List<String> INFLUENTIAL_VARIABLES = List.of(
            "CPATH",
            "C_INCLUDE_PATH",
            "CCC_OVERRIDE_OPTIONS",
            "COMPILER_PATH",
            "GCC_EXEC_PREFIX",
            "LIBRARY_PATH",
            "LIB",
            "LINK",
            "_LINK_",
            "LLD_REPRODUCE",
            "LLD_VERSION",
            "MACOSX_DEPLOYMENT_TARGET",
            "SDKROOT",
            "SOURCE_DATE_EPOCH");

    /**
     * Result of a program run.
     *
     * @param exitCode zero for success
     * @param output standard output and error together
     */
    record Result(int exitCode, String output) {
        boolean succeeded() {
            return exitCode == 0;
        }
    }

    private ProcessRunner() {}

    /**
     * Runs a command.
     *
     * @param command program and arguments
     * @param directory the working directory
     * @param log file for the output
     * @throws IOException if the program cannot be started or exceeds the time limit, or the thread is interrupted
     */
    static Result run(List<String> command, Path directory, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeAll(INFLUENTIAL_VARIABLES);
        builder.environment().put("LC_ALL", "C");
        if (File.separatorChar == '\\') {
            // Every Java installation contains the C++ runtime that clang needs on Windows.
            String javaPrograms =
                    Path.of(System.getProperty("java.home"), "bin").toString();
            builder.environment().merge("PATH", javaPrograms, (own, added) -> own + File.pathSeparator + added);
        }
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(command.get(0) + " was still running after " + TIME_LIMIT_SECONDS + " seconds");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " was running", e);
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), new String(Files.readAllBytes(log), StandardCharsets.UTF_8));
    }
}
