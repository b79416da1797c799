package io.graphkernel.processor.toolchain;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Build of one shared library, whose variants are compiled in parallel.
 *
 * @param stem base name of the library, which identifies it to loaders and profilers
 * @param fileName the name of the source file
 * @param text the C source
 * @param headers included headers by file name
 * @param definitions further macros, as flags
 * @param platform target platform
 * @param instructionSets variants of the library
 */
record LibraryBuild(
        String stem,
        String fileName,
        String text,
        SortedMap<String, byte[]> headers,
        List<String> definitions,
        Platform platform,
        List<InstructionSet> instructionSets)
        implements Build {
    /** Version of the cache format, to be incremented when the same commands produce other bytes. */
    private static final String FORMAT = "1";

    @Override
    public String key(String compilerIdentity) {
        Digests digests = new Digests().add(FORMAT).add(compilerIdentity).add(platform.platformName());
        digests.add(fileName).add(text);
        for (Map.Entry<String, byte[]> header : headers.entrySet()) {
            digests.add(header.getKey()).add(header.getValue());
        }
        for (InstructionSet instructionSet : instructionSets) {
            digests.add(String.join(" ", compileArguments(instructionSet)));
        }
        for (Programs.LinkerStyle style : Programs.LinkerStyle.values()) {
            digests.add(String.join(" ", linkArguments(style)));
        }
        return digests.hexadecimal();
    }

    @Override
    public SortedMap<String, byte[]> inputs() {
        SortedMap<String, byte[]> inputs = new TreeMap<>(headers);
        inputs.put(fileName, text.getBytes(StandardCharsets.UTF_8));
        if (platform.format() == Platform.ObjectFormat.MACH_O) {
            inputs.put(LinkCommand.SYSTEM_STUB_FILE, LinkCommand.SYSTEM_STUB.getBytes(StandardCharsets.UTF_8));
        }
        return inputs;
    }

    @Override
    public Optional<BuildStep.Failure> make(Compiler compiler, Path directory, Executor executor)
            throws ToolchainException {
        Programs programs = compiler.programs(platform);
        Optional<BuildStep.Failure> failure = compileAll(programs, directory, executor);
        return failure.isPresent() ? failure : link(programs, directory);
    }

    @Override
    public String resultFile() {
        return platform.libraryFileName(stem);
    }

    /** Waits for all variants even after a failure, since their files share a directory. */
    private Optional<BuildStep.Failure> compileAll(Programs programs, Path directory, Executor executor) {
        List<CompletableFuture<Optional<BuildStep.Failure>>> variants = instructionSets.stream()
                .map(set -> CompletableFuture.supplyAsync(() -> compile(programs, directory, set), executor))
                .toList();
        CompletableFuture.allOf(variants.toArray(CompletableFuture<?>[]::new)).join();
        return variants.stream()
                .map(CompletableFuture::join)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<BuildStep.Failure> compile(Programs programs, Path directory, InstructionSet instructionSet) {
        List<String> command = new ArrayList<>(List.of(programs.clang().toString()));
        command.addAll(compileArguments(instructionSet));
        String message = "clang rejects " + fileName + " for " + platform + " (" + instructionSet.variant() + ")";
        String log = instructionSet.variant() + ".log";
        return new BuildStep(command, log, ToolchainException.Kind.COMPILE_FAILED, message).run(directory);
    }

    private Optional<BuildStep.Failure> link(Programs programs, Path directory) {
        List<String> command = new ArrayList<>(programs.linker());
        command.addAll(linkArguments(programs.linkerStyle()));
        String message = "the objects of " + fileName + " do not link for " + platform;
        return new BuildStep(command, "link.log", ToolchainException.Kind.LINK_FAILED, message).run(directory);
    }

    private List<String> compileArguments(InstructionSet instructionSet) {
        List<String> arguments = new ArrayList<>(CompileCommand.flags(platform, instructionSet));
        arguments.addAll(definitions);
        arguments.addAll(List.of("-c", fileName, "-o", objectFile(instructionSet)));
        return arguments;
    }

    private List<String> linkArguments(Programs.LinkerStyle style) {
        return LinkCommand.arguments(
                platform,
                style,
                instructionSets.stream().map(LibraryBuild::objectFile).toList(),
                resultFile());
    }

    private static String objectFile(InstructionSet instructionSet) {
        return instructionSet.variant() + ".o";
    }
}
