package io.graphkernel.common.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.common.failure.FailureCause.Kind;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Most exceptions are those that the system throws here. */
class FailureCauseTest {
    @TempDir
    Path directory;

    private static FailureCause causeOf(ThrowingCallable action) {
        Throwable thrown = catchThrowable(action);
        assertThat(thrown).isNotNull();
        FailureCause cause = FailureCause.of(thrown);
        // Whoever catches it may have wrapped it.
        assertThat(FailureCause.of(new IllegalStateException(new UncheckedIOException(new IOException(thrown)))))
                .isEqualTo(cause);
        return cause;
    }

    @Test
    void fullDisk_isSaidSo() {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        assertThat(causeOf(() -> Files.write(full, new byte[1])).kind()).isEqualTo(Kind.FULL_DISK);
        assertThat(FailureCause.of(new FileSystemException("/x", null, "Disk quota exceeded"))
                        .cause())
                .isEqualTo("the quota of this user for /x is used up");
    }

    @Test
    void missingFile_isNamed() {
        Path missing = directory.resolve("no/file");
        assertThat(causeOf(() -> Files.readAllBytes(missing)))
                .isEqualTo(new FailureCause(Kind.NOT_FOUND, "there is no " + missing, "see that it is there"));
        assertThat(causeOf(() -> new FileOutputStream(missing.toFile()).close()))
                .isEqualTo(new FailureCause(Kind.NOT_FOUND, "there is no " + missing, "see that it is there"));
    }

    @Test
    void wrongKindOfFile_isNamed() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[1]);
        assertThat(causeOf(() -> Files.createDirectories(file)).kind()).isEqualTo(Kind.WRONG_KIND_OF_FILE);
        assertThat(causeOf(() -> Files.readAllBytes(file.resolve("inner"))).kind())
                .isEqualTo(Kind.WRONG_KIND_OF_FILE);
        assertThat(causeOf(() -> Files.readAllBytes(directory)).kind()).isEqualTo(Kind.WRONG_KIND_OF_FILE);
    }

    @Test
    void longName_isSaidSo() {
        assertThat(causeOf(() -> Files.readAllBytes(directory.resolve("x".repeat(300))))
                        .kind())
                .isEqualTo(Kind.INVALID_NAME);
        assertThat(causeOf(() -> Path.of("a\0b")).kind()).isEqualTo(Kind.INVALID_NAME);
    }

    @Test
    void permission_isSaidSo() throws IOException {
        Path closed = Files.write(directory.resolve("closed"), new byte[1]);
        assumeThat(closed.toFile().setReadable(false) && !Files.isReadable(closed))
                .as("a user who is not root")
                .isTrue();
        assertThat(causeOf(() -> Files.readAllBytes(closed)).cause()).isEqualTo("no permission for " + closed);
    }

    @Test
    void textsOfTheSystem_areUnderstood() {
        Map<String, Kind> texts = Map.of(
                "Permission denied", Kind.NO_PERMISSION,
                "Read-only file system", Kind.READ_ONLY,
                "Too many open files", Kind.OPEN_FILES,
                "No locks available", Kind.LOCKED,
                "Input/output error", Kind.BROKEN_DISK,
                "There is not enough space on the disk", Kind.FULL_DISK,
                "The process cannot access the file because it is being used by another process", Kind.LOCKED);
        texts.forEach((text, kind) -> {
            assertThat(FailureCause.of(new FileSystemException("/x/y", null, text))
                            .kind())
                    .as(text)
                    .isEqualTo(kind);
            assertThat(FailureCause.of(new IOException("/x/y (" + text + ")")).kind())
                    .as(text)
                    .isEqualTo(kind);
            assertThat(FailureCause.of(new IOException(text)).kind()).as(text).isEqualTo(kind);
        });
        assertThat(FailureCause.of(new IOException("/a/permission denied/y (No such file or directory)")))
                .isEqualTo(
                        new FailureCause(Kind.NOT_FOUND, "there is no /a/permission denied/y", "see that it is there"));
    }

    @Test
    void interruptedLock_isSaidSo() throws IOException {
        Path file = Files.write(directory.resolve("lock"), new byte[1]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            Thread.currentThread().interrupt();
            try {
                assertThat(causeOf(channel::lock).kind()).isEqualTo(Kind.INTERRUPTED);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                var first = channel.lock()) {
            assertThat(first.isValid()).isTrue();
            assertThat(causeOf(channel::lock).kind()).isEqualTo(Kind.LOCKED);
        }
    }

    @Test
    void damagedJar_isSaidSo() throws IOException {
        Path jar = Files.write(directory.resolve("cut.jar"), new byte[30]);
        assertThat(causeOf(() -> new ZipFile(jar.toFile()).close()).kind()).isEqualTo(Kind.DAMAGED);
        Path text = Files.write(directory.resolve("latin"), new byte[] {(byte) 0xe4});
        assertThat(causeOf(() -> Files.readString(text)).cause()).isEqualTo("it is not text in UTF-8");
    }

    @Test
    void otherLibraries_areToldApart() throws IOException {
        Path text = Files.writeString(directory.resolve("libtext.so"), "this is not a library".repeat(20));
        assertThat(causeOf(() -> System.load(text.toString())).kind()).isEqualTo(Kind.OTHER_PLATFORM);
        assertThat(causeOf(() -> System.loadLibrary("absent")).kind()).isEqualTo(Kind.MISSING_LIBRARY);
        assertThat(causeOf(() -> System.load("/no/libabsent.so")).kind()).isEqualTo(Kind.MISSING_LIBRARY);
        assertThat(FailureCause.of(new UnsatisfiedLinkError(
                                "/x.so: /lib/libc.so.6: version `GLIBC_2.38' not found (required by /x.so)"))
                        .cause())
                .isEqualTo("this system has no GLIBC_2.38, which it needs");
        assertThat(FailureCause.of(new UnsatisfiedLinkError(
                                "/x.so: libgomp.so.1: cannot open shared object file: No such file or directory"))
                        .fix())
                .isEqualTo("install the package that has libgomp.so.1");
        assertThat(FailureCause.of(new UnsatisfiedLinkError(
                                "/x.so: failed to map segment from shared object: Operation not permitted"))
                        .kind())
                .isEqualTo(Kind.NO_EXECUTION);
        assertThat(FailureCause.of(new UnsatisfiedLinkError(
                                "/x.so: Error loading shared library ld-linux-x86-64.so.2: No such file or directory"))
                        .kind())
                .isEqualTo(Kind.OTHER_PLATFORM);
        assertThat(FailureCause.of(new UnsatisfiedLinkError("/x.so: undefined symbol: gk_call"))
                        .kind())
                .isEqualTo(Kind.WRONG_VERSION);
        assertThat(FailureCause.of(new UnsatisfiedLinkError("/x.so: wrong ELF class: ELFCLASS32"))
                        .kind())
                .isEqualTo(Kind.OTHER_PLATFORM);
    }

    /** A class that was compiled against another version of a second one. */
    @Test
    void otherVersion_isToldFromMissingClass() throws ReflectiveOperationException, IOException {
        String caller = "public class Caller { public static void call() { new Called(1); } }";
        compile(Map.of("Caller", caller, "Called", "public class Called { public Called(int x) {} }"));
        compile(Map.of("Called", "public class Called { }"));
        assertThat(causeOf(this::call).kind()).isEqualTo(Kind.WRONG_VERSION);
        Files.delete(directory.resolve("Called.class"));
        assertThat(causeOf(this::call))
                .isEqualTo(new FailureCause(
                        Kind.MISSING_CLASS,
                        "the class Called is not on the class path",
                        "add the dependency that has it"));
    }

    private void call() throws Throwable {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            loader.loadClass("Caller").getMethod("call").invoke(null);
        }
    }

    private void compile(Map<String, String> texts) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var sources = texts.entrySet().stream()
                    .map(text ->
                            new SimpleJavaFileObject(
                                    URI.create("string:///" + text.getKey() + ".java"),
                                    javax.tools.JavaFileObject.Kind.SOURCE) {
                                @Override
                                public CharSequence getCharContent(boolean ignored) {
                                    return text.getValue();
                                }
                            })
                    .toList();
            assertThat(compiler.getTask(
                                    null, files, null, List.of("-d", directory.toString(), "-proc:none"), null, sources)
                            .call())
                    .isTrue();
        }
    }

    static final class Unlinked {
        static {
            System.loadLibrary("absent");
        }

        static void touch() {}
    }

    /** The second failure has the first as a text alone. */
    @Test
    void failedInitializer_hasItsFirstCauseEachTime() {
        for (int time = 0; time < 2; time++) {
            assertThat(causeOf(Unlinked::touch).kind()).isEqualTo(Kind.MISSING_LIBRARY);
        }
        assertThat(FailureCause.of(new NoClassDefFoundError("Could not initialize class a.B"))
                        .cause())
                .isEqualTo("the class a.B has failed before");
    }

    @Test
    void unknownException_saysItself() {
        assertThat(FailureCause.of(new IllegalStateException("one\ntwo")))
                .isEqualTo(new FailureCause(
                        Kind.OTHER, "java.lang.IllegalStateException: one", "inspect the causes of this exception"));
    }
}
