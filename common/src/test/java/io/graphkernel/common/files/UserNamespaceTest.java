package io.graphkernel.common.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process in a user namespace that maps one user, as in a rootless container: all others have one number. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "other systems have no user namespaces")
class UserNamespaceTest {
    private static final int OWN = 54321;
    private static final int STRANGER = 54322;
    /** Root's, and sticky: an outsider could have created a directory of the test's own. */
    private static final Path SHARED = Path.of("/tmp");

    private final List<Path> created = new ArrayList<>();
    private Path classes;

    @BeforeEach
    void aReadableClassPath() throws IOException, InterruptedException {
        assumeTrue(CurrentUser.id() == 0, "needs root: processes run as other users");
        assumeTrue(
                Files.isDirectory(SHARED)
                        && Files.getAttribute(SHARED, "unix:mode").equals(041777),
                "needs /tmp");
        Process process =
                new ProcessBuilder(namespace("true")).redirectErrorStream(true).start();
        String reason = new String(process.getInputStream().readAllBytes());
        assumeTrue(process.waitFor() == 0, "needs setpriv and unshare: " + reason);
        classes = directory(0);
        for (Class<?> type : List.of(PathCheck.class, Opening.class)) {
            copy(
                    Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .getPath()),
                    classes);
        }
    }

    @AfterEach
    void delete() throws IOException {
        for (Path directory : created) {
            FileTree.delete(directory);
        }
    }

    @Test
    @DisplayName("Review 8: directories of the machine's root are trusted, and a directory of ours in /tmp is used")
    void systemDirectories_areTrusted() throws IOException, InterruptedException {
        assertThat(check("/")).isEqualTo("safe");
        assertThat(check("/etc/passwd")).isEqualTo("safe");
        assertThat(check(SHARED.toString())).isEqualTo("safe");
        Path own = directory(OWN);
        assertThat(open(own.resolve("new"))).isEqualTo("safe");
        assertThat(Files.getAttribute(own.resolve("new"), "unix:uid")).isEqualTo(OWN);
    }

    @Test
    @DisplayName(
            "Review 9: in /tmp an outsider is a stranger: neither his directory, nor his link, nor what is below is used")
    void outsider_inASharedDirectory_isRejected() throws IOException, InterruptedException {
        Path strangers = directory(STRANGER);
        assertThat(open(strangers)).contains(strangers + " belongs to user");
        Path own = Files.createDirectory(strangers.resolve("own"));
        Files.setAttribute(own, "unix:uid", OWN);
        assertThat(check(own.toString())).contains(strangers + " belongs to user");

        Path ours = directory(OWN);
        Path planted = Files.createFile(ours.resolve("planted"));
        Files.setAttribute(planted, "unix:uid", STRANGER);
        assertThat(check(planted.toString())).contains(planted + " belongs to user");
        assertThat(check(ours + "/../" + strangers.getFileName())).contains(strangers + " belongs to user");

        Path link = Files.createSymbolicLink(ours.resolve("link"), Path.of("/etc/passwd"));
        assertThat(check(link.toString())).contains(link + " belongs to user");
        Files.setAttribute(link, "unix:uid", OWN, LinkOption.NOFOLLOW_LINKS);
        assertThat(check(link.toString())).isEqualTo("safe");
    }

    /** Checks or opens a path and says how that went. */
    static final class Opening {
        private Opening() {}

        public static void main(String[] arguments) throws IOException {
            try {
                if (arguments[0].equals("open")) {
                    PrivateDirectory.open(Path.of(arguments[1]));
                } else {
                    PathCheck.require(Path.of(arguments[1]));
                }
                System.out.println("safe");
            } catch (UnsafePathException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private String open(Path path) throws IOException, InterruptedException {
        return outcome("open", path.toString());
    }

    private String check(String path) throws IOException, InterruptedException {
        return outcome("check", path);
    }

    private String outcome(String way, String path) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        namespace(java, "-Xshare:auto", "-cp", classes.toString(), Opening.class.getName(), way, path))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes()).strip();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    private static List<String> namespace(String... command) {
        List<String> whole = new ArrayList<>(List.of("setpriv", "--reuid=" + OWN, "--regid=" + OWN, "--clear-groups"));
        whole.addAll(List.of("unshare", "--user", "--map-user=1000", "--map-group=1000"));
        whole.addAll(List.of(command));
        return whole;
    }

    private Path directory(int owner) throws IOException {
        Path directory = Files.createTempDirectory(SHARED, "graphkernel-namespace");
        created.add(directory);
        Files.setAttribute(directory, "unix:mode", 0755);
        Files.setAttribute(directory, "unix:uid", owner);
        return directory;
    }

    private static void copy(Path source, Path target) throws IOException {
        try (Stream<Path> tree = Files.walk(source)) {
            for (Path file : tree.toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                if (!Files.isDirectory(copy)) {
                    Files.copy(file, copy);
                }
                Files.setAttribute(copy, "unix:mode", Files.isDirectory(copy) ? 0755 : 0644);
            }
        }
    }
}
