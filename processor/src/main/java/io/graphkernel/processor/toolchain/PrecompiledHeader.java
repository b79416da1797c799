package io.graphkernel.processor.toolchain;

import io.graphkernel.common.abi.PlatformNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executor;

/**
 * Precompiled kernel header for one instruction set of a platform. Parsing it would take as long as compiling a small
 * kernel.
 *
 * @param headers the header and its includes, by file name
 */
record PrecompiledHeader(Platform platform, InstructionSet instructionSet, SortedMap<String, byte[]> headers)
        implements Build {
    /** Header that kernels include. */
    static final String HEADER = "graphkernel.h";

    /** Version of the cache format, to be incremented when the same command produces other bytes. */
    private static final String FORMAT = "header 1";

    @Override
    public String key(String compilerIdentity) {
        // Clang does not validate the file, whose layout depends on the host of the compiler.
        Digests digests = new Digests()
                .add(FORMAT)
                .add(compilerIdentity)
                .add(PlatformNames.current())
                .add(String.join(" ", arguments()));
        for (Map.Entry<String, byte[]> header : headers.entrySet()) {
            digests.add(header.getKey()).add(header.getValue());
        }
        return digests.hexadecimal();
    }

    @Override
    public String fileName() {
        return HEADER;
    }

    @Override
    public SortedMap<String, byte[]> inputs() {
        return headers;
    }

    @Override
    public Optional<BuildStep.Failure> make(Compiler compiler, Path directory, Executor executor)
            throws ToolchainException {
        List<String> command =
                new ArrayList<>(List.of(compiler.programs(platform).clang().toString()));
        command.addAll(arguments());
        String message = "clang rejects " + HEADER + " for " + platform + " (" + instructionSet.variant() + ")";
        return new BuildStep(command, "header.log", ToolchainException.Kind.COMPILE_FAILED, message).run(directory);
    }

    @Override
    public String resultFile() {
        return instructionSet.variant() + ".pch";
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(CompileCommand.flags(platform, instructionSet));
        arguments.addAll(List.of("-x", "c-header", HEADER, "-o", resultFile()));
        // Embeds the texts without timestamps: the file is read in a directory without headers.
        arguments.addAll(List.of("-Xclang", "-fmodules-embed-all-files", "-Xclang", "-fno-pch-timestamp"));
        return arguments;
    }
}
