package io.graphkernel.processor.toolchain;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Execution of a program in the work directory of a build.
 *
 * @param command program and arguments
 * @param logFile name of the file for the output
 * @param kind kind of failure if the program fails
 * @param message failure message
 */
record BuildStep(List<String> command, String logFile, ToolchainException.Kind kind, String message) {
    private static final int DETAIL_LIMIT = 3;

    /** Runs the program; empty if it succeeds. */
    Optional<Failure> run(Path directory) {
        try {
            ProcessRunner.Result result = ProcessRunner.run(command, directory, directory.resolve(logFile));
            if (result.succeeded()) {
                return Optional.empty();
            }
            return Optional.of(failure(result.output().isBlank() ? "exit code " + result.exitCode() : result.output()));
        } catch (IOException e) {
            return Optional.of(new Failure(
                    ToolchainException.Kind.UNAVAILABLE, command.get(0) + " cannot be run", command, e.toString()));
        }
    }

    /** Returns the failure of a program whose result is rejected. */
    Failure failure(String output) {
        return new Failure(kind, message, command, output);
    }

    /** Failed step. */
    record Failure(ToolchainException.Kind kind, String message, List<String> command, String output) {
        ToolchainException toException(Path keptSource) {
            List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
            List<String> errors =
                    lines.stream().filter(line -> line.contains("error:")).toList();
            List<String> details = (errors.isEmpty() ? lines : errors)
                    .stream().limit(DETAIL_LIMIT).toList();
            return new ToolchainException(
                    kind, message, details, new ToolchainException.Reproduction(keptSource, rerun(keptSource)), null);
        }

        private String rerun(Path keptSource) {
            String words = command.stream().map(Failure::quote).collect(Collectors.joining(" "));
            return "cd " + quote(keptSource.getParent().toString()) + " && " + words;
        }

        private static String quote(String word) {
            if (File.separatorChar == '\\') {
                return word.contains(" ") ? '"' + word + '"' : word;
            }
            return word.matches("[A-Za-z0-9_./:=+,@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
        }
    }
}
