package io.graphkernel.processor.toolchain;

import io.graphkernel.common.abi.PtxArchitecture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * Build of a PTX module, which the GPU's driver compiles at load time. No other module is linked, so undefined symbols
 * are errors here.
 *
 * @param fileName the name of the source file
 * @param text OpenCL C without includes
 * @param architecture the first GPUs that load the module
 */
record PtxBuild(String fileName, String text, PtxArchitecture architecture) implements Build {
    /** Version of the cache format, to be incremented when the same command produces other bytes. */
    private static final String FORMAT = "ptx 1";

    private static final String MODULE = "kernels.ptx";

    /** Flags of all architectures. Division and square root follow IEEE 754, as on a CPU. */
    private static final List<String> FLAGS = List.of(
            "-x",
            "cl",
            "-cl-std=CL1.2",
            "-cl-no-stdinc",
            "-cl-fp32-correctly-rounded-divide-sqrt",
            "--target=nvptx64-nvidia-cuda",
            "-nogpulib",
            "-O3");

    @Override
    public String key(String compilerIdentity) {
        return new Digests()
                .add(FORMAT)
                .add(compilerIdentity)
                .add(String.join(" ", arguments()))
                .add(text)
                .hexadecimal();
    }

    @Override
    public SortedMap<String, byte[]> inputs() {
        SortedMap<String, byte[]> inputs = new TreeMap<>();
        inputs.put(fileName, text.getBytes(StandardCharsets.UTF_8));
        return inputs;
    }

    @Override
    public Optional<BuildStep.Failure> make(Compiler compiler, Path directory, Executor executor)
            throws ToolchainException, IOException {
        List<String> command = new ArrayList<>(List.of(compiler.clang().toString()));
        command.addAll(arguments());
        BuildStep compile = new BuildStep(
                command,
                "ptx.log",
                ToolchainException.Kind.COMPILE_FAILED,
                "clang rejects " + fileName + " for GPUs of NVIDIA");
        Optional<BuildStep.Failure> failure = CompletableFuture.supplyAsync(() -> compile.run(directory), executor)
                .join();
        if (failure.isPresent()) {
            return failure.map(PtxBuild::withReason);
        }
        String undefined = undefined(Files.readString(directory.resolve(MODULE)));
        if (undefined.isEmpty()) {
            return Optional.empty();
        }
        String message = "the PTX of " + fileName + " is not complete";
        return Optional.of(new BuildStep.Failure(ToolchainException.Kind.LINK_FAILED, message, command, undefined));
    }

    @Override
    public String resultFile() {
        return MODULE;
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(CompileCommand.COMMON);
        arguments.addAll(FLAGS);
        // clang's default is the newest version of PTX.
        arguments.addAll(List.of(
                "-march=" + architecture.id(),
                "--cuda-feature=+ptx" + architecture.ptxVersion(),
                "-DGK_PTX_ARCHITECTURE=" + architecture.capability()));
        arguments.addAll(List.of("-S", fileName, "-o", MODULE));
        return arguments;
    }

    /** Adds a reason: a custom clang may lack the PTX back end. */
    private static BuildStep.Failure withReason(BuildStep.Failure failure) {
        boolean unknown = failure.output().contains("No available targets are compatible");
        return unknown
                ? new BuildStep.Failure(
                        ToolchainException.Kind.WITHOUT_GPU, failure.message(), failure.command(), failure.output())
                : failure;
    }

    /** Returns the declarations of undefined symbols. */
    private static String undefined(String module) {
        return module.lines()
                .filter(line -> line.startsWith(".extern"))
                .map(line -> "error: undefined: " + line.strip())
                .collect(Collectors.joining("\n"));
    }
}
