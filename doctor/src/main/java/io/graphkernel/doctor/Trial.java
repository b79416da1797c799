package io.graphkernel.doctor;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** The self-test on one device in a separate process. */
final class Trial {
    /** Timeout, which includes the compilation of the kernel by a driver. */
    private static final long LIMIT_SECONDS = 120;

    private Trial() {}

    /**
     * Runs the self-test with the settings of this process.
     *
     * @param device device in the spelling of {@code graphkernel.device}
     * @return {@code ok}, or the reason of the failure
     */
    static String run(String device) {
        try {
            // Redirected to a file, since a process blocks on a full pipe.
            Path file = Files.createTempFile("graphkernel-doctor", ".txt");
            file.toFile().deleteOnExit();
            Process process = new ProcessBuilder(command(device))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(file.toFile())
                    .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "no answer within " + LIMIT_SECONDS + " seconds";
            }
            String output = Files.readString(file, Charset.defaultCharset()).strip();
            return switch (process.exitValue()) {
                case 0 -> Doctor.OK;
                case 1 -> output;
                default -> "the process of the self-test ended with status " + process.exitValue();
            };
        } catch (IOException e) {
            return Reason.of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private static List<String> command(String device) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        for (String property : new TreeSet<>(System.getProperties().stringPropertyNames())) {
            if (property.startsWith("graphkernel.") || property.startsWith("org.bytedeco.")) {
                command.add("-D" + property + "=" + System.getProperty(property));
            }
        }
        // Placed after the user's options, to override them.
        command.add("-Dgraphkernel.device=" + device);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SelfTest.class.getName()));
        return command;
    }
}
