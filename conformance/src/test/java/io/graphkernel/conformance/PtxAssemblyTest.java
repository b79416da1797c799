package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.testing.TestTier;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the assembler of the CUDA toolkit, which is that of GPU drivers, accepts the PTX of every kernel class and of the
 * library ops, for GPUs since Turing. Each GPU gets a sample of the modules; in the exhaustive tier all. Matmuls on tensor
 * cores are assembled for each GPU that has the instructions.
 */
@Tag("slow")
@Tag("sampled")
class PtxAssemblyTest {

    private static final List<String> GPUS = List.of("sm_75", "sm_90", "sm_100");
    /** Sampling stride of modules per GPU. */
    private static final int PART = 9;

    /** Compiled beforehand: it takes minutes, which would count for the first case. */
    @BeforeAll
    static void compile() {
        KernelClasses.processed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90", "sm_100"})
    void modules_areAssembled(String gpu) throws IOException {
        Path assembler = assembler();
        List<Path> modules = modules();
        List<Path> chosen = new ArrayList<>();
        for (int i = 0; i < modules.size(); i++) {
            if (TestTier.isExhaustive() || i % PART == GPUS.indexOf(gpu)) {
                chosen.add(modules.get(i));
            }
        }
        if (!gpu.equals(GPUS.get(0))) {
            chosen.addAll(libraryModules(List.of("matmul"), List.of("f16", "bf16", "i8"), PtxArchitecture.SM_80));
            chosen.addAll(libraryModules(List.of("attention_mma"), List.of("f16", "bf16"), PtxArchitecture.SM_80));
        }
        assertThat(chosen).isNotEmpty();

        Map<Path, String> rejected = Collections.synchronizedMap(new TreeMap<>());
        chosen.parallelStream().forEach(module -> {
            String output = assemble(assembler, gpu, module);
            if (!output.isEmpty()) {
                rejected.put(module, output);
            }
        });

        assertThat(rejected).isEmpty();
    }

    private static List<Path> modules() throws IOException {
        List<Path> modules = new ArrayList<>(libraryModules(
                List.of("matmul", "conv2d"), List.of("f32", "f64", "f16", "bf16"), PtxArchitecture.SM_70));
        try (Stream<Path> files =
                Files.walk(KernelClasses.processed().directory().resolve("META-INF/graphkernel"))) {
            files.filter(file -> file.endsWith("cuda/kernels.ptx")).sorted().forEach(modules::add);
        }
        return modules;
    }

    /** Programs of library ops, which module native carries. */
    private static List<Path> libraryModules(List<String> ops, List<String> dtypes, PtxArchitecture architecture)
            throws IOException {
        Path directory = KernelClasses.processed().directory().resolve("library");
        List<Path> modules = new ArrayList<>();
        for (String op : ops) {
            for (String dtype : dtypes) {
                String name = architecture.fileName(op + '_' + dtype);
                Path module = Files.createDirectories(directory.resolve(name)).resolve("kernels.ptx");
                try (InputStream text = NativeBridge.class.getResourceAsStream(name)) {
                    Files.copy(Objects.requireNonNull(text, name), module, StandardCopyOption.REPLACE_EXISTING);
                }
                modules.add(module);
            }
        }
        return modules;
    }

    /** Returns the assembler's message about a rejected module; empty if accepted. */
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
        return abort("ptxas is not on the PATH: the CUDA toolkit is not installed");
    }
}
