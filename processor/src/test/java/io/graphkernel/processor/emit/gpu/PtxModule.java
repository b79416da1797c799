package io.graphkernel.processor.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** GPU kernels as PTX, assembled by the CUDA toolkit if it is installed. */
final class PtxModule {

    private static final Pattern ENTRY = Pattern.compile("\\.visible \\.entry (\\w+)\\(");

    private final String text;
    private final String assembled;

    PtxModule(Path directory, String source) throws IOException, InterruptedException {
        NativeToolchain toolchain =
                new NativeToolchain(new NativeToolchain.Settings(directory.resolve("cache"), Optional.empty()));
        try {
            text = toolchain.buildPtx("Ops.cl", toolchain.complete(source), PtxArchitecture.SM_70);
        } catch (ToolchainException e) {
            throw new AssertionError(String.join("\n", e.details()), e);
        }
        Path module = Files.writeString(directory.resolve("Ops.ptx"), text);
        Optional<Path> assembler = assembler();
        assembled = assembler.isPresent() ? assemble(assembler.get(), module) : "";
    }

    /** Returns the names of the kernels. */
    List<String> entries() {
        return ENTRY.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** Returns the number of occurrences of an instruction. */
    int accesses(String instruction) {
        return text.split(Pattern.quote(instruction), -1).length - 1;
    }

    /** Requires that all values are in registers, without local arrays or spills. */
    void requireRegisters() {
        assertThat(text).doesNotContain(".local");
        assertThat(assembled.lines().filter(line -> line.contains("spill")))
                .allMatch(line -> line.contains("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"));
    }

    private static String assemble(Path assembler, Path module) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        assembler.toString(), "-v", "-arch=sm_90", module.toString(), "-o", module + ".cubin")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static Optional<Path> assembler() {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String name : List.of("ptxas", "ptxas.exe")) {
                Path file = Path.of(directory, name);
                if (Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }
}
