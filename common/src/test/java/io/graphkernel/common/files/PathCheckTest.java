package io.graphkernel.common.files;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX owners and modes")
class PathCheckTest {
    private static final int STRANGER = 54321;
    private static final int STICKY = 01000;

    @TempDir
    private Path temporary;

    private Path parent;
    private Path directory;

    @BeforeEach
    void twoDirectories() throws IOException {
        parent = createDirectory(temporary.resolve("parent"), "rwxr-xr-x");
        directory = createDirectory(parent.resolve("private"), "rwx------");
    }

    @Test
    void directory_writableByItsOwnerAlone_isAccepted() {
        assertThatCode(() -> PathCheck.require(directory)).doesNotThrowAnyException();
        assertThatThrownBy(() -> PathCheck.require(directory.resolve("nothing")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    @DisplayName("B3: a private directory in a parent that everybody may write to is rejected, unless it is sticky")
    void parent_writableByEverybody_isRejected() throws IOException {
        mode(parent, "rwxrwxrwx");
        assertRefused(directory, parent + " can be written by other users", "chmod go-w " + parent);

        Files.setAttribute(parent, "unix:mode", 0777 | STICKY);
        assertThatCode(() -> PathCheck.require(directory)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("B3: a parent that a group may write to is rejected if the group has another member")
    void parent_writableByAGroup_isRejected() throws IOException {
        requireRoot("another group is given to a directory");
        mode(parent, "rwxrwxr-x");
        Files.setAttribute(parent, "unix:gid", STRANGER);
        assertRefused(directory, parent + " can be written by other users", "chmod go-w " + parent);
    }

    @Test
    @DisplayName("B3: a parent of another user is rejected, sticky or not, and a file of one")
    void parent_ofAnotherUser_isRejected() throws IOException {
        requireRoot("a directory is given to another user");
        Files.setAttribute(parent, "unix:uid", STRANGER);
        assertRefused(directory, parent + " belongs to user " + STRANGER, "of your own");

        Files.setAttribute(parent, "unix:uid", 0);
        Path file = Files.createFile(directory.resolve("planted"));
        Files.setAttribute(file, "unix:uid", STRANGER);
        assertRefused(file, file + " belongs to user " + STRANGER, "of your own");
    }

    @Test
    @DisplayName("B3: what a symbolic link leads to is checked as the path itself, relative or not")
    void links_toPrivateDirectories_areFollowed() throws IOException {
        Path shared = createDirectory(temporary.resolve("shared"), "rwxrwxrwx");
        createDirectory(shared.resolve("trap"), "rwx------");
        for (Path target : new Path[] {shared.resolve("trap"), Path.of("../shared/trap")}) {
            Path link = Files.createSymbolicLink(parent.resolve("link" + target.isAbsolute()), target);
            assertRefused(link, shared + " can be written by other users", "chmod");
        }
        Path good = Files.createSymbolicLink(parent.resolve("good"), Path.of("private"));
        assertThatCode(() -> PathCheck.require(good)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("B3: a link that another user created in a sticky directory is rejected, wherever it leads")
    void link_ofAnotherUser_isRejected() throws IOException {
        requireRoot("a symbolic link is given to another user");
        Files.setAttribute(parent, "unix:mode", 0777 | STICKY);
        Path link = Files.createSymbolicLink(parent.resolve("link"), directory);
        Files.setAttribute(link, "unix:uid", STRANGER, java.nio.file.LinkOption.NOFOLLOW_LINKS);
        assertRefused(link, link + " belongs to user " + STRANGER, "of your own");
    }

    @Test
    void links_inACycle_areRejected() throws IOException {
        Path link = Files.createSymbolicLink(parent.resolve("circle"), Path.of("circle"));
        assertThatThrownBy(() -> PathCheck.require(link)).isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    @DisplayName("B3: a directory that other users cannot search does not protect its contents")
    void directory_belowAnUnsearchableOne_isAccepted() throws IOException {
        Path inner = createDirectory(directory.resolve("inner"), "rwxrwxrwx");
        assertRefused(inner, inner + " can be written by other users", "chmod");
        assertRefused(
                createDirectory(inner.resolve("private"), "rwx------"),
                inner + " can be written by other users",
                "chmod");
        assertRefused(directory.resolve("inner/../inner/private/.."), inner + " can be written", "chmod");
    }

    private static void assertRefused(Path path, String message, String fix) {
        assertThatThrownBy(() -> PathCheck.require(path))
                .isInstanceOfSatisfying(
                        UnsafePathException.class,
                        rejected -> org.assertj.core.api.Assertions.assertThat(rejected.fix())
                                .contains(fix))
                .hasMessageContaining(message);
    }

    private static void requireRoot(String why) throws IOException {
        assumeTrue(CurrentUser.id() == 0, "needs root: " + why);
    }

    private static Path createDirectory(Path directory, String mode) throws IOException {
        mode(Files.createDirectory(directory), mode);
        return directory;
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
}
