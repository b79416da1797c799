package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.common.files.UnsafePathException;
import io.graphkernel.processor.toolchain.UnpackedResources.Resource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no POSIX owners and modes")
class UnpackedResourcesTest {
    private static final byte[] PROGRAM = new byte[100_000];
    private static final byte[] LIBRARY = {1, 2, 3};

    @TempDir
    private Path temporary;

    private Path parent;
    private List<Resource> resources;

    @BeforeEach
    void aJar() throws IOException {
        parent = temporary.resolve("cache");
        resources = resources(jar("programs.jar"));
    }

    @Test
    void unpackedFiles_haveNamesAndPermissions() throws IOException {
        Path directory = unpacked();
        assertThat(directory).isEqualTo(parent.resolve("1.0"));
        assertThat(directory.resolve("program")).hasBinaryContent(PROGRAM).isExecutable();
        assertThat(directory.resolve("library.so.1")).isSymbolicLink().hasBinaryContent(LIBRARY);
        assertThat(names(parent)).containsExactlyInAnyOrder("1.0", ".graphkernel.lock");
    }

    @Test
    @DisplayName("B1: a program that was changed without a change of its size and date is unpacked again")
    void changedFile_isUnpackedAgain() throws IOException {
        Path program = unpacked().resolve("program");
        FileTime date = Files.getLastModifiedTime(program);
        byte[] planted = PROGRAM.clone();
        planted[7] = 7;
        Files.write(program, planted);
        Files.setLastModifiedTime(program, date);
        assertThat(unpacked().resolve("program")).hasBinaryContent(PROGRAM);

        Files.delete(parent.resolve("1.0/library.so.1"));
        assertThat(unpacked().resolve("library.so.1")).hasBinaryContent(LIBRARY);
    }

    @Test
    @DisplayName("C5: a filled directory that was copied is right by its content, and not unpacked again")
    void copiedDirectory_isUnpackedAgain() throws IOException {
        unpacked();
        Path copy = Files.createDirectory(temporary.resolve("copy")).resolve("1.0");
        Files.createDirectory(copy);
        for (String name : names(parent.resolve("1.0"))) {
            Files.copy(
                    parent.resolve("1.0").resolve(name),
                    copy.resolve(name),
                    LinkOption.NOFOLLOW_LINKS,
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        Object file = Files.getAttribute(copy.resolve("program"), "unix:ino");
        assertThat(UnpackedResources.in(copy.getParent(), "1.0", resources)).isEqualTo(copy);
        assertThat(Files.getAttribute(copy.resolve("program"), "unix:ino")).isEqualTo(file);
    }

    @Test
    @DisplayName("Review 10: a program that others could have opened for writing is rewritten, whatever its content is")
    void openFile_isUnpackedAgain() throws IOException {
        for (String open : List.of("1.0/program", "1.0")) {
            Path program = unpacked().resolve("program");
            Files.setAttribute(parent, "unix:mode", 0755);
            Files.setAttribute(parent.resolve("1.0"), "unix:mode", 0755);
            Files.setAttribute(parent.resolve(open), "unix:mode", 0775);
            Object before = Files.getAttribute(program, "unix:ctime");
            // Like a process that opened it before.
            try (FileChannel descriptor = FileChannel.open(program, StandardOpenOption.WRITE)) {
                assertThat(unpacked().resolve("program"))
                        .hasBinaryContent(PROGRAM)
                        .isExecutable();
                descriptor.write(ByteBuffer.wrap(new byte[] {7}));
                assertThat(program).as(open).hasBinaryContent(PROGRAM);
            }
            assertThat(Files.getAttribute(program, "unix:ctime")).isNotEqualTo(before);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program)))
                    .isEqualTo("rwxr--r--");
        }
    }

    @Test
    @DisplayName("Review 10: a copy with the checksum of the jar and other bytes is rewritten")
    void fileOfEqualChecksum_isUnpackedAgain() throws IOException {
        Path program = unpacked().resolve("program");
        Files.write(program, withChecksumOf(PROGRAM));
        assertThat(unpacked().resolve("program")).hasBinaryContent(PROGRAM);
    }

    /**
     * Returns other bytes of the same length and CRC-32: a multiple of its polynomial is added, lowest bit of each byte first.
     */
    private static byte[] withChecksumOf(byte[] content) {
        byte[] other = content.clone();
        BitSet polynomial = BitSet.valueOf(new long[] {Long.reverse(0x104C11DB7L) >>> 31});
        polynomial.stream().forEach(bit -> other[7 + bit / 8] ^= (byte) (1 << bit % 8));
        CRC32 checksum = new CRC32();
        checksum.update(content);
        long wanted = checksum.getValue();
        checksum.reset();
        checksum.update(other);
        assertThat(checksum.getValue()).isEqualTo(wanted);
        return other;
    }

    @Test
    @DisplayName("B1: another jar of the same name and version is not served from what the first one left")
    void otherJar_hasAnotherDirectory() throws IOException {
        unpacked();
        LIBRARY[0]++;
        Path other = jar("other.jar");
        assertThat(UnpackedResources.in(parent, "1.0", resources(other)).resolve("library.so"))
                .hasBinaryContent(LIBRARY);
    }

    @Test
    @DisplayName("C5: a jar that is damaged leaves nothing, and what a killed process left is cleared away")
    void damagedJar_isReported() throws IOException {
        Path jar = jar("damaged.jar");
        byte[] bytes = Files.readAllBytes(jar);
        // The entry is uncompressed, so that its content can be found and changed.
        bytes[200] ^= 1;
        Files.write(jar, bytes);
        Path leftover = Files.createDirectories(parent.resolve("1.0.partial123/more"));
        assertThatThrownBy(() -> UnpackedResources.in(parent, "1.0", resources(jar)))
                .isInstanceOf(IOException.class);
        assertThat(leftover.getParent()).doesNotExist();
        assertThat(names(parent)).containsExactly(".graphkernel.lock");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "a small file system is mounted")
    @DisplayName("C5: on a full disk nothing of an attempt is left, and the reason is said")
    void fullDisk_isReported() throws IOException, InterruptedException {
        Path small = Files.createDirectory(temporary.resolve("small"));
        Process mount = new ProcessBuilder(
                        "mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs", small.toString())
                .redirectErrorStream(true)
                .start();
        String reason = new String(mount.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(mount.waitFor() == 0, "needs the right to mount a file system: " + reason);
        try {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> UnpackedResources.in(small.resolve("a"), "1.0", resources))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("No space left");
                assertThat(names(small.resolve("a"))).containsExactly(".graphkernel.lock");
            }
        } finally {
            new ProcessBuilder("umount", small.toString()).start().waitFor();
        }
    }

    @Test
    @DisplayName("B3: in a directory that others may write to, or below one, nothing is unpacked")
    void sharedDirectory_isRejected() throws IOException {
        Files.createDirectory(parent);
        Files.setAttribute(parent, "unix:mode", 0777);
        for (Path path : List.of(parent, parent.resolve("below"))) {
            assertThatThrownBy(() -> UnpackedResources.in(path, "1.0", resources))
                    .isInstanceOf(UnsafePathException.class)
                    .hasMessage(parent + " can be written by other users");
        }
    }

    @Test
    @DisplayName("B4: builds that start at once unpack once, and all see the whole")
    void concurrentProcesses_unpackOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<byte[]>> runs = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String name = "1." + i / 8;
                runs.add(() -> Files.readAllBytes(
                        UnpackedResources.in(parent, name, resources).resolve("program")));
            }
            for (Future<byte[]> run : threads.invokeAll(runs)) {
                assertThat(run.get()).isEqualTo(PROGRAM);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(names(parent)).containsExactlyInAnyOrder("1.0", "1.1", ".graphkernel.lock");
    }

    private Path unpacked() throws IOException {
        return UnpackedResources.in(parent, "1.0", resources);
    }

    private static List<Resource> resources(Path jar) throws MalformedURLException {
        return List.of(
                new Resource("program", url(jar, "program"), true, Optional.empty()),
                new Resource("library.so", url(jar, "library.so"), false, Optional.of("library.so.1")));
    }

    private static URL url(Path jar, String entry) throws MalformedURLException {
        return URI.create("jar:" + jar.toUri() + "!/" + entry).toURL();
    }

    private Path jar(String name) throws IOException {
        Path jar = temporary.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream stream = new JarOutputStream(file)) {
            stream.setLevel(0);
            stream.putNextEntry(new JarEntry("program"));
            stream.write(PROGRAM);
            stream.putNextEntry(new JarEntry("library.so"));
            stream.write(LIBRARY);
        }
        return jar;
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
