package io.graphkernel.files;

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
        parent = made(temporary.resolve("parent"), "rwxr-xr-x");
        directory = made(parent.resolve("private"), "rwx------");
    }

    @Test
    void takesWhatOnlyItsOwnerCanChange() {
        assertThatCode(() -> PathCheck.require(directory)).doesNotThrowAnyException();
        assertThatThrownBy(() -> PathCheck.require(directory.resolve("nothing")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    @DisplayName("B3: a private directory in a parent that everybody may write to is refused, unless it is sticky")
    void aParentThatEverybodyMayWriteTo() throws IOException {
        mode(parent, "rwxrwxrwx");
        assertRefused(directory, parent + " can be written by other users", "chmod go-w " + parent);

        Files.setAttribute(parent, "unix:mode", 0777 | STICKY);
        assertThatCode(() -> PathCheck.require(directory)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("B3: a parent that a group may write to is refused if the group has another member")
    void aParentThatAGroupMayWriteTo() throws IOException {
        requireRoot("another group is given to a directory");
        mode(parent, "rwxrwxr-x");
        Files.setAttribute(parent, "unix:gid", STRANGER);
        assertRefused(directory, parent + " can be written by other users", "chmod go-w " + parent);
    }

    @Test
    @DisplayName("B3: a parent of another user is refused, sticky or not, and a file of one")
    void aParentOfAnotherUser() throws IOException {
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
    void links() throws IOException {
        Path shared = made(temporary.resolve("shared"), "rwxrwxrwx");
        made(shared.resolve("trap"), "rwx------");
        for (Path target : new Path[] {shared.resolve("trap"), Path.of("../shared/trap")}) {
            Path link = Files.createSymbolicLink(parent.resolve("link" + target.isAbsolute()), target);
            assertRefused(link, shared + " can be written by other users", "chmod");
        }
        Path good = Files.createSymbolicLink(parent.resolve("good"), Path.of("private"));
        assertThatCode(() -> PathCheck.require(good)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("B3: a link that another user made in a sticky directory is refused, wherever it leads")
    void aLinkOfAnotherUser() throws IOException {
        requireRoot("a symbolic link is given to another user");
        Files.setAttribute(parent, "unix:mode", 0777 | STICKY);
        Path link = Files.createSymbolicLink(parent.resolve("link"), directory);
        Files.setAttribute(link, "unix:uid", STRANGER, java.nio.file.LinkOption.NOFOLLOW_LINKS);
        assertRefused(link, link + " belongs to user " + STRANGER, "of your own");
    }

    @Test
    void linksInACircleEnd() throws IOException {
        Path link = Files.createSymbolicLink(parent.resolve("circle"), Path.of("circle"));
        assertThatThrownBy(() -> PathCheck.require(link)).isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    @DisplayName("B3: a directory that nobody else can search does not make what is below it safe")
    void belowADirectoryThatOthersCannotSearch() throws IOException {
        Path inner = made(directory.resolve("inner"), "rwxrwxrwx");
        assertRefused(inner, inner + " can be written by other users", "chmod");
        assertRefused(made(inner.resolve("private"), "rwx------"), inner + " can be written by other users", "chmod");
        assertRefused(directory.resolve("inner/../inner/private/.."), inner + " can be written", "chmod");
    }

    private static void assertRefused(Path path, String message, String fix) {
        assertThatThrownBy(() -> PathCheck.require(path))
                .isInstanceOfSatisfying(
                        UnsafePathException.class,
                        refused -> org.assertj.core.api.Assertions.assertThat(refused.fix())
                                .contains(fix))
                .hasMessageContaining(message);
    }

    private static void requireRoot(String why) throws IOException {
        assumeTrue(CurrentUser.id() == 0, "needs root: " + why);
    }

    private static Path made(Path directory, String mode) throws IOException {
        mode(Files.createDirectory(directory), mode);
        return directory;
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
}
