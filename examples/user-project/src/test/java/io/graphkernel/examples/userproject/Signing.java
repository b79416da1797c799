package io.graphkernel.examples.userproject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A key of GnuPG that is thrown away, where GnuPG is on the path. */
final class Signing {
    private final Path home;
    private final boolean possible;

    private Signing(Path home, boolean possible) {
        this.home = home;
        this.possible = possible;
    }

    /** In a directory with a short name, because it contains sockets. */
    static Signing withNewKey() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("gpg");
        return new Signing(
                home,
                runs(
                        home,
                        "gpg",
                        "--batch",
                        "--passphrase",
                        "",
                        "--quick-generate-key",
                        "Nobody <nobody@example.org>"));
    }

    String home() {
        return home.toString();
    }

    boolean isPossible() {
        return possible;
    }

    boolean verifies(Path file, Path signature) throws IOException, InterruptedException {
        return runs(home, "gpg", "--batch", "--verify", signature.toString(), file.toString());
    }

    /** Ends the agent, which waits for further signatures otherwise, and deletes the key. */
    void end() throws IOException, InterruptedException {
        runs(home, "gpgconf", "--kill", "gpg-agent");
        UserProject.delete(home);
    }

    private static boolean runs(Path home, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program, "--homedir", home.toString()));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return false;
        }
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(command + " takes more than a minute");
        }
        return process.exitValue() == 0;
    }
}
