package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The assembler of the CUDA toolkit takes the PTX of every kernel class, for GPUs since Turing; the driver of a GPU has
 * the same one. The normal run assembles each class for one of them by turns, the exhaustive one for all.
 */
class PtxAssemblyTest {

    private static final List<String> GPUS = List.of("sm_75", "sm_90", "sm_100");

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90", "sm_100"})
    void everyModuleIsAssembled(String gpu) throws IOException {
        Path assembler = assembler();
        List<Path> modules = modules();
        List<Path> chosen = new ArrayList<>();
        for (int i = 0; i < modules.size(); i++) {
            if (Scope.isExhaustive() || i % GPUS.size() == GPUS.indexOf(gpu)) {
                chosen.add(modules.get(i));
            }
        }
        assertThat(chosen).isNotEmpty();

        Map<Path, String> refused = Collections.synchronizedMap(new TreeMap<>());
        chosen.parallelStream().forEach(module -> {
            String output = assemble(assembler, gpu, module);
            if (!output.isEmpty()) {
                refused.put(module, output);
            }
        });

        assertThat(refused).isEmpty();
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> files =
                Files.walk(KernelClasses.processed().directory().resolve("META-INF/graphkernel"))) {
            return files.filter(file -> file.endsWith("cuda/kernels.ptx"))
                    .sorted()
                    .toList();
        }
    }

    /** What the assembler says of a module that it refuses. */
    private static String assemble(Path assembler, String gpu, Path module) {
        List<String> command = List.of(
                assembler.toString(),
                "-arch=" + gpu,
                module.toString(),
                "-o",
                module.resolveSibling(gpu + ".cubin").toString());
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? "" : output + " exit status " + process.exitValue();
        } catch (IOException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e.toString();
        }
    }

    private static Path assembler() {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String name : List.of("ptxas", "ptxas.exe")) {
                Path file = Path.of(directory, name);
                if (Files.isExecutable(file)) {
                    return file;
                }
            }
        }
        return abort("there is no ptxas on the PATH: the CUDA toolkit is not installed");
    }
}
