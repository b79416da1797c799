package io.graphkernel.processor.toolchain;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * One shared library as it is to be built: everything that decides its bytes, and how they are made.
 *
 * @param stem the library's own name, by which loaders and profilers tell it from others
 * @param fileName the name of the source file
 * @param text the C source
 * @param headers the headers that it includes, by file name
 * @param definitions further macros, as flags
 * @param platform what to build for
 * @param instructionSets the variants that the library holds
 */
record LibraryBuild(
        String stem,
        String fileName,
        String text,
        SortedMap<String, byte[]> headers,
        List<String> definitions,
        Platform platform,
        List<InstructionSet> instructionSets) {
    /** Goes up when the tool-chain starts to give other bytes for the same commands. */
    private static final String FORMAT = "1";

    private static final int DETAIL_LIMIT = 3;

    /** The hash of everything that decides the library. */
    String key(String compilerIdentity) {
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

    /** Builds the library in a work directory of the cache; the variants are compiled side by side. */
    byte[] run(Programs programs, BuildCache cache, String key, Executor executor) throws ToolchainException {
        try {
            Path directory = cache.createWorkDirectory();
            try {
                writeInputs(directory);
                Optional<Failure> failure = compileAll(programs, directory, executor);
                if (failure.isEmpty()) {
                    failure = link(programs, directory);
                }
                if (failure.isPresent()) {
                    throw failure.get()
                            .toException(cache.keepFailed(directory, key).resolve(fileName));
                }
                return Files.readAllBytes(directory.resolve(libraryFile()));
            } finally {
                BuildCache.deleteTree(directory);
            }
        } catch (IOException e) {
            throw ToolchainException.cache(cache.directory(), e);
        }
    }

    private void writeInputs(Path directory) throws IOException {
        Files.write(directory.resolve(fileName), text.getBytes(StandardCharsets.UTF_8));
        for (Map.Entry<String, byte[]> header : headers.entrySet()) {
            Files.write(directory.resolve(header.getKey()), header.getValue());
        }
        if (platform.format() == Platform.ObjectFormat.MACH_O) {
            Files.writeString(directory.resolve(LinkCommand.SYSTEM_STUB_FILE), LinkCommand.SYSTEM_STUB);
        }
    }

    /** Waits for every variant, also after one has failed: their files lie in the same directory. */
    private Optional<Failure> compileAll(Programs programs, Path directory, Executor executor) {
        List<CompletableFuture<Optional<Failure>>> variants = instructionSets.stream()
                .map(set -> CompletableFuture.supplyAsync(() -> compile(programs, directory, set), executor))
                .toList();
        CompletableFuture.allOf(variants.toArray(CompletableFuture<?>[]::new)).join();
        return variants.stream()
                .map(CompletableFuture::join)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Failure> compile(Programs programs, Path directory, InstructionSet instructionSet) {
        List<String> command = new ArrayList<>(List.of(programs.clang().toString()));
        command.addAll(compileArguments(instructionSet));
        String message = "clang refuses " + fileName + " for " + platform + " (" + instructionSet.variant() + ")";
        Path log = directory.resolve(instructionSet.variant() + ".log");
        return execute(command, directory, log, ToolchainException.Kind.COMPILE_FAILED, message);
    }

    private Optional<Failure> link(Programs programs, Path directory) {
        List<String> command = new ArrayList<>(programs.linker());
        command.addAll(linkArguments(programs.linkerStyle()));
        String message = "the objects of " + fileName + " do not link for " + platform;
        Path log = directory.resolve("link.log");
        return execute(command, directory, log, ToolchainException.Kind.LINK_FAILED, message);
    }

    private static Optional<Failure> execute(
            List<String> command, Path directory, Path log, ToolchainException.Kind kind, String message) {
        try {
            ProcessRunner.Result result = ProcessRunner.run(command, directory, log);
            if (result.succeeded()) {
                return Optional.empty();
            }
            String output = result.output().isBlank() ? "exit code " + result.exitCode() : result.output();
            return Optional.of(new Failure(kind, message, command, output));
        } catch (IOException e) {
            return Optional.of(new Failure(
                    ToolchainException.Kind.UNAVAILABLE, command.get(0) + " cannot be run", command, e.toString()));
        }
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
                libraryFile());
    }

    private static String objectFile(InstructionSet instructionSet) {
        return instructionSet.variant() + ".o";
    }

    private String libraryFile() {
        return platform.libraryFileName(stem);
    }

    /** A step that ended with an error. */
    private record Failure(ToolchainException.Kind kind, String message, List<String> command, String output) {
        ToolchainException toException(Path keptSource) {
            List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
            List<String> errors =
                    lines.stream().filter(line -> line.contains("error:")).toList();
            List<String> details = (errors.isEmpty() ? lines : errors)
                    .stream().limit(DETAIL_LIMIT).toList();
            return new ToolchainException(
                    kind, message, details, new ToolchainException.Reproduction(keptSource, rerun(keptSource)), null);
        }

        private String rerun(Path keptSource) {
            String words = command.stream().map(Failure::quote).collect(Collectors.joining(" "));
            return "cd " + quote(keptSource.getParent().toString()) + " && " + words;
        }

        private static String quote(String word) {
            if (File.separatorChar == '\\') {
                return word.contains(" ") ? '"' + word + '"' : word;
            }
            return word.matches("[A-Za-z0-9_./:=+,@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
        }
    }
}
