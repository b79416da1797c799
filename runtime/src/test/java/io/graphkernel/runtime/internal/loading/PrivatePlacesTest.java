package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.internal.loading.FreshProcess.Outcome;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of the files loaded by a process that uses the runtime for the first time, on a machine with other users. */
@EnabledOnOs(value = OS.LINUX, disabledReason = FreshProcessCase.LINUX_ALONE)
@Tag("slow")
@Tag("process")
@Tag("sampled")
class PrivatePlacesTest extends FreshProcessCase {
    private static final int STRANGER = 54322;
    private static final int PROCESSES = 4;
    private static final int ROUNDS = Integer.getInteger("private.rounds", TestTier.isExhaustive() ? 100 : 2);

    @Test
    @DisplayName("B1, B3: another user's files among the temporary files, named as ours or JavaCPP's, are not loaded")
    void directory_ofAnotherUser_isNotUsed() throws IOException, InterruptedException {
        requireRoot("processes run as other users");
        Path natives = files.resolve("graphkernel-" + VICTIM);
        Path javaCpps = files.resolve(".javacpp-?");
        for (Path cache : List.of(natives.resolve("javacpp"), javaCpps.resolve("cache"))) {
            FreshProcess.plantedIn(cache);
        }
        giveTo(STRANGER, javaCpps);
        giveTo(STRANGER, natives);
        mode(javaCpps, 0777);
        for (String way : List.of("tensor", "bridge")) {
            assertRefused(
                    victim().run(way),
                    "[GK-614",
                    natives + " belongs to user " + STRANGER + ", who could replace it",
                    "set another directory with");
        }

        // With a directory of the user, as the message says, the other's does not matter.
        Path own = Files.createDirectory(temporary.resolve("own"));
        giveTo(VICTIM, own);
        assertThat(victim().property(NATIVES, own.resolve("natives")).run("bridge and tensor"))
                .isEqualTo(new Outcome(
                        0,
                        FreshProcess.libraryIn(own.resolve("natives/javacpp")).toString()));
    }

    @Test
    @DisplayName("B3: native.dir in a parent that everybody may write to, or reached by a link there, is rejected")
    void parents_openToOthers_areRejected() throws IOException, InterruptedException {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        Files.createDirectory(
                shared.resolve("private"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        mode(shared, 0777);
        Path link = Files.createSymbolicLink(temporary.resolve("link"), shared.resolve("private"));
        for (Path natives : List.of(shared.resolve("private"), link)) {
            assertRefused(
                    process().property(NATIVES, natives).run("bridge"),
                    "[GK-6140] native library directory is not secure: " + natives,
                    shared + " can be written by other users",
                    "run chmod go-w " + shared);
        }
    }

    @Test
    @DisplayName("C5: if the user declares a single-user environment, as in a container, modes of volumes are ignored")
    void userInAContainer_isAccepted() throws IOException, InterruptedException {
        Path volume = Files.createDirectory(temporary.resolve("volume"));
        mode(volume, 0777);
        for (Path natives : List.of(volume, volume.resolve("natives"))) {
            assertRefused(process().property(NATIVES, natives).run("bridge"), "[GK-6140]");
            Outcome outcome = process()
                    .variable("GRAPHKERNEL_SINGLE_USER", "true")
                    .property(NATIVES, natives)
                    .run("bridge and tensor");
            assertThat(outcome.status()).as(outcome.output()).isZero();
        }
    }

    @Test
    @DisplayName("B4: processes that start at once with nothing unpacked all load what the jars hold")
    void concurrentProcesses_shareADirectory() throws IOException, InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            Path natives = temporary.resolve("natives" + round);
            List<Process> processes = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                processes.add(process().property(NATIVES, natives).start("bridge and tensor"));
            }
            Path loaded = FreshProcess.libraryIn(natives.resolve("javacpp"));
            for (Process process : processes) {
                assertThat(FreshProcess.outcome(process)).isEqualTo(new Outcome(0, loaded.toString()));
            }
            assertThat(content(loaded)).isEqualTo(library());
            assertThat(partials(natives)).isEmpty();
        }
    }

    @Test
    @DisplayName("C1: under every umask the directories are created for the user alone and reused")
    void directories_underEveryUmask_arePrivate() throws IOException, InterruptedException {
        for (String umask : List.of("000", "002", "077")) {
            Path natives = temporary.resolve("natives" + umask);
            for (int i = 0; i < 2; i++) {
                assertThat(process().umask(umask).property(NATIVES, natives).run("bridge and tensor"))
                        .as(umask)
                        .isEqualTo(new Outcome(
                                0,
                                FreshProcess.libraryIn(natives.resolve("javacpp"))
                                        .toString()));
            }
            assertThat(mode(natives)).as(umask).isEqualTo("rwx------");
            assertThat(mode(natives.resolve("javacpp"))).as(umask).isEqualTo("rwx------");
        }
    }

    @Test
    @DisplayName("C1: a cache directory that another program left with mode 0775 is closed to the group and used")
    void directory_openToTheGroup_isClosed() throws IOException, InterruptedException {
        Path natives = Files.createDirectories(home.resolve(".cache/graphkernel"));
        mode(natives, 0775);
        assertThat(process().run("bridge and tensor").status()).isZero();
        assertThat(mode(natives)).isEqualTo("rwxr-xr-x");
    }

    @Test
    @DisplayName("C5: a user without a name and a home has a directory by number among the temporary files")
    void user_withoutAName_hasADirectory() throws IOException, InterruptedException {
        requireRoot("a process runs as a user without a name");
        Path working = Files.createDirectory(temporary.resolve("working"));
        mode(working, 0777);
        Path natives = files.resolve("graphkernel-" + VICTIM);
        Outcome outcome = victim().in(working).run("bridge and tensor");
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("the home directory is missing or read-only", natives.toString())
                .endsWith(FreshProcess.libraryIn(natives.resolve("javacpp")).toString());
        assertThat(mode(natives)).isEqualTo("rwx------");
        assertThat(Files.getAttribute(natives, "unix:uid")).isEqualTo(VICTIM);
        try (Stream<Path> created = Files.list(working)) {
            assertThat(created).isEmpty();
        }
    }

    @Test
    @DisplayName("C5: a filled directory that is read-only is loaded from, and what it lacks or holds wrongly is named")
    void readOnlyHome_isSupported() throws IOException, InterruptedException {
        requireRoot("a process runs as a user that may not write");
        Path natives = temporary.resolve("natives");
        assertThat(process().property(NATIVES, natives).run("bridge").status()).isZero();
        List<Path> before = tree(natives);
        readable(natives);
        Outcome outcome = victim().property(NATIVES, natives).run("bridge and tensor");
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .endsWith(FreshProcess.libraryIn(files.resolve("graphkernel-" + VICTIM + "/javacpp"))
                        .toString());
        assertThat(tree(natives)).isEqualTo(before);

        Path library = before.stream().filter(Files::isRegularFile).findFirst().orElseThrow();
        Files.write(library, new byte[] {1, 2, 3});
        assertRefused(
                victim().property(NATIVES, natives).run("bridge"),
                "[GK-6106] cannot extract native libraries: to the directory " + natives + ": no permission for "
                        + natives,
                "name a directory of your own");
    }

    @Test
    @DisplayName("C5: on a full disk each call says so, and nothing partial is left")
    void fullDisk_isReported() throws IOException, InterruptedException {
        Path small = Files.createDirectory(temporary.resolve("small"));
        Process mount = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=4k,mode=0700", "tmpfs", small.toString())
                .redirectErrorStream(true)
                .start();
        String reason = new String(mount.getInputStream().readAllBytes());
        assumeTrue(mount.waitFor() == 0, "needs the right to mount a file system: " + reason);
        try {
            for (int i = 0; i < 2; i++) {
                assertRefused(
                        process().property(NATIVES, small.resolve("a")).run("bridge"),
                        "[GK-6106]",
                        "the disk is full",
                        "free space there, or name a directory of your own with -Dgraphkernel.native.dir=");
                assertRefused(
                        process().property(NATIVES, small.resolve("a")).run("tensor"),
                        "[GK-6142]",
                        "the disk is full",
                        "free space there, or name a directory of your own with -Dgraphkernel.native.dir=");
            }
            assertThat(partials(small)).isEmpty();
        } finally {
            new ProcessBuilder("umount", small.toString()).inheritIO().start().waitFor();
        }
    }
}
