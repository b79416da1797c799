package io.graphkernel.emulation;

import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * clang and lld from the jars of {@code org.bytedeco:llvm}, for libraries that the toolchain does not build: they call
 * the C library of their process.
 */
public final class EmbeddedClang {
    private static final long TIME_LIMIT_SECONDS = 300;

    /** Options for the freestanding C of the emulation and of the tests' kernels; only their own headers exist. */
    private static final List<String> C_FLAGS = List.of(
            "--no-default-config",
            "-std=gnu17",
            "-O2",
            "-ffreestanding",
            "-nostdinc",
            "-ffp-contract=off",
            "-fno-math-errno",
            "-fvisibility=hidden",
            "-fno-stack-protector",
            "-fno-strict-aliasing",
            "-fwrapv",
            "-fPIC",
            "-Wall",
            "-Wextra",
            "-Werror");

    private final Platform host;
    private final Path clang;
    private final Path lld;

    private EmbeddedClang(Platform host, Path clang, Path lld) {
        this.host = host;
        this.clang = clang;
        this.lld = lld;
    }

    /**
     * Returns the programs of the toolchain.
     *
     * @throws IOException if they cannot be unpacked
     */
    public static EmbeddedClang unpack() throws IOException {
        try {
            EmbeddedLlvm.Unpacked programs = EmbeddedLlvm.unpacked();
            return new EmbeddedClang(Platform.host().orElseThrow(), programs.clang(), programs.lld());
        } catch (ToolchainException e) {
            throw new IOException(e.getMessage() + ": " + e.details(), e);
        }
    }

    /**
     * Compiles C sources for this machine and links them into a library. Undefined symbols are resolved in the process
     * that loads it.
     *
     * @param sources C files; headers are searched in their directories
     * @param library file of the library; objects are written to its directory
     * @throws IOException if a file cannot be read or written, or a program fails
     */
    public void buildLibrary(List<Path> sources, Path library) throws IOException {
        Path directory = Files.createDirectories(library.toAbsolutePath().getParent());
        List<String> link = new ArrayList<>(List.of(
                lld.toString(),
                "-flavor",
                "gnu",
                "-shared",
                "--build-id=none",
                "-soname",
                library.getFileName().toString(),
                "-o",
                library.toString()));
        for (Path source : sources) {
            Path object = directory.resolve(source.getFileName() + ".o");
            List<String> compile = new ArrayList<>(List.of(clang.toString()));
            compile.addAll(C_FLAGS);
            // Fused multiply-add is one instruction there; the baseline of the other platform includes it.
            compile.addAll(
                    host == Platform.LINUX_X86_64
                            ? List.of("--target=x86_64-unknown-linux-gnu", "-march=x86-64-v3")
                            : List.of("--target=aarch64-unknown-linux-gnu"));
            compile.addAll(List.of("-c", source.toString(), "-o", object.toString()));
            run(compile);
            link.add(object.toString());
        }
        run(link);
        for (Path source : sources) {
            Files.delete(directory.resolve(source.getFileName() + ".o"));
        }
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroy();
                throw new IOException(String.join(" ", command) + " fails: " + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
