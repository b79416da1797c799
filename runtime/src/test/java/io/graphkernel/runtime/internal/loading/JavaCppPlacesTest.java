package io.graphkernel.runtime.internal.loading;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.internal.loading.FreshProcess.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** From where libraries of JavaCPP are loaded into a process, on a machine that others use too. */
@EnabledOnOs(value = OS.LINUX, disabledReason = FreshProcessCase.LINUX_ALONE)
@Tag("slow")
@Tag("process")
class JavaCppPlacesTest extends FreshProcessCase {
    private static final String CACHE = "org.bytedeco.javacpp.cachedir";

    @Test
    @DisplayName("B1: JavaCPP's library is loaded from a directory of ours, whatever touches JavaCPP first")
    void firstUse_ofAnyEntryPoint_loadsFromAPrivateDirectory() throws IOException, InterruptedException {
        // JavaCPP would take either of these by size and date alone.
        FreshProcess.plantedIn(home.resolve(".javacpp/cache"));
        FreshProcess.plantedIn(files.resolve(".javacpp-" + System.getProperty("user.name") + "/cache"));
        Path natives = temporary.resolve("natives");
        for (String way : List.of("tensor", "wrap", "devices", "bridge and tensor")) {
            Outcome outcome = process().property(NATIVES, natives).run(way);
            assertThat(outcome)
                    .as(way)
                    .isEqualTo(new Outcome(
                            0,
                            FreshProcess.libraryIn(natives.resolve("javacpp")).toString()));
        }
        assertThat(content(FreshProcess.libraryIn(natives.resolve("javacpp")))).isEqualTo(library());
    }

    @Test
    @DisplayName("B1: a library of the same size and date that is another one is unpacked again")
    void fileInPrivateDirectory_planted_isNotLoaded() throws IOException, InterruptedException {
        Path cache = home.resolve(".cache/graphkernel/javacpp");
        Path planted = FreshProcess.plantedIn(cache);
        assertThat(process().run("tensor")).isEqualTo(new Outcome(0, planted.toString()));
        assertThat(content(planted)).isEqualTo(library());
    }

    @Test
    @DisplayName("B1: oneDNN's libraries, too, are compared with their jar before JavaCPP loads them")
    void oneDnn_planted_isNotLoaded() throws IOException, InterruptedException {
        URL library = dnnl.class.getResource("/org/bytedeco/dnnl/" + Loader.getPlatform() + "/libdnnl.so.3");
        Path cache = home.resolve(".cache/graphkernel/javacpp");
        Path planted = FreshProcess.plantedIn(cache, library);
        for (int i = 0; i < 2; i++) {
            Outcome outcome = process().run("oneDNN");
            assertThat(outcome.output())
                    .startsWith(planted.resolveSibling("libjnidnnl.so").toString());
            try (InputStream stream = library.openStream()) {
                assertThat(Files.mismatch(planted, Files.write(temporary.resolve("wanted"), stream.readAllBytes())))
                        .isEqualTo(-1);
            }
        }
        assertThat(partials(cache)).isEmpty();
        assertThat(Files.readString(cache.resolve(cache.relativize(planted).getName(0) + ".verified")))
                .contains("libdnnl.so.3 ", "libjnidnnl.so ");
    }

    @Test
    @DisplayName(
            "Review 10: what JavaCPP left open to a group is unpacked again, once, and closed under a umask that opens it")
    void directory_leftOpenByJavaCpp_isNotUsed() throws IOException, InterruptedException {
        Path cache = temporary.resolve("named");
        Path own = FreshProcess.libraryIn(cache);
        Path library = FreshProcess.unpackedIn(
                cache, dnnl.class.getResource("/org/bytedeco/dnnl/" + Loader.getPlatform() + "/libdnnl.so.3"));
        assertThat(Files.createDirectory(cache)).isDirectory();
        oneDnn(cache);
        for (Path directory : List.of(own, library)) {
            for (Path open : List.of(directory, directory.getParent())) {
                assertThat(mode(cache.resolve(cache.relativize(directory).getName(0))))
                        .isEqualTo("rwx------");
                mode(cache.resolve(cache.relativize(directory).getName(0)), 0775);
                mode(directory.getParent(), 0755);
                mode(open, 0775);
                Object before = Files.getAttribute(directory, "unix:ctime");
                try (FileChannel descriptor = FileChannel.open(directory, StandardOpenOption.WRITE)) {
                    oneDnn(cache);
                    assertThat(descriptor.write(ByteBuffer.wrap(new byte[] {7})))
                            .isEqualTo(1);
                }
                Object after = Files.getAttribute(directory, "unix:ctime");
                assertThat(after).isNotEqualTo(before);
                oneDnn(cache);
                assertThat(Files.readAllBytes(directory)[0]).isEqualTo((byte) 0x7f);
            }
        }
        Object node = Files.getAttribute(library, "unix:ino");
        oneDnn(cache);
        assertThat(Files.getAttribute(library, "unix:ino")).isEqualTo(node);
    }

    private void oneDnn(Path cache) throws IOException, InterruptedException {
        Outcome outcome = process().umask("002").property(CACHE, cache).run("oneDNN");
        assertThat(outcome.status()).as(outcome.output()).isZero();
    }

    @Test
    @DisplayName("B1: a directory that the user names for JavaCPP is used if it is safe, and rejected by name if not")
    void directory_ofTheUser_isUsed() throws IOException, InterruptedException {
        Path named = temporary.resolve("named");
        assertThat(process().property(CACHE, named).run("tensor"))
                .isEqualTo(new Outcome(0, FreshProcess.libraryIn(named).toString()));

        mode(named, 0777);
        assertRefused(
                process().property(CACHE, named).run("tensor"),
                "[GK-6141] JavaCPP cache directory is not secure: " + named,
                named + " can be written by other users",
                "a system property names this directory",
                "-Dorg.bytedeco.javacpp.cachedir=");

        Path file = Files.createFile(temporary.resolve("file"));
        assertRefused(process().property(CACHE, file).run("tensor"), "[GK-6142]", file.toString());
    }

    @Test
    @DisplayName("B1: if the program used JavaCPP before, the directory in use is checked")
    void directory_usedBefore_isUsedAgain() throws IOException, InterruptedException {
        Path cache = temporary.resolve("named");
        String loaded = FreshProcess.libraryIn(cache).toString();
        assertThat(process().property(CACHE, cache).run("JavaCPP before")).isEqualTo(new Outcome(0, loaded));
        mode(cache, 0777);
        assertRefused(
                process().property(CACHE, cache).run("JavaCPP before"),
                "[GK-6141]",
                cache + " can be written by other users",
                "the program used JavaCPP before GraphKernel");
    }
}
