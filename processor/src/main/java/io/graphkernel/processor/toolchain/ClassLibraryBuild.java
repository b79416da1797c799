package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Build of a class's library for one platform. The object of each distinct kernel and instruction set comes from the
 * build cache or from clang; the kernel table of the class is a separate object. One clang process compiles several
 * kernels, since its start-up takes as long as a small kernel.
 */
final class ClassLibraryBuild implements Build {
    /** Version of the cache format, to be incremented when the same commands produce other bytes. */
    private static final String FORMAT = "class 1";

    private static final String OBJECTS = "objects.txt";

    /** Minimum number of kernels per additional process. */
    private static final int KERNELS_OF_A_PROCESS = 4;

    /** Access of a library build to the build cache. */
    interface Store {
        Optional<byte[]> find(String key) throws ToolchainException;

        void store(String key, byte[] content) throws ToolchainException;

        /** Returns a header, cached or built in another thread. */
        CompletableFuture<byte[]> header(PrecompiledHeader header);
    }

    private final SourcePartition kernels;
    private final Platform platform;
    private final List<InstructionSet> instructionSets;
    private final SortedMap<String, byte[]> headers;
    /** Headers that are not precompiled. */
    private final SortedMap<String, byte[]> further;

    private final Store store;

    ClassLibraryBuild(
            SourcePartition kernels,
            Platform platform,
            List<InstructionSet> instructionSets,
            SortedMap<String, byte[]> headers,
            SortedMap<String, byte[]> further,
            Store store) {
        this.kernels = kernels;
        this.platform = platform;
        this.instructionSets = instructionSets;
        this.headers = headers;
        this.further = further;
        this.store = store;
    }

    @Override
    public String key(String compilerIdentity) {
        Digests digests = common(FORMAT, compilerIdentity);
        digests.add(kernels.source().tag()).add(kernels.source().text());
        for (Programs.LinkerStyle style : Programs.LinkerStyle.values()) {
            digests.add(String.join(" ", linkArguments(style)));
        }
        return digests.hexadecimal();
    }

    /** Returns the digest of everything that determines the bytes of every object. */
    private Digests common(String format, String compilerIdentity) {
        Digests digests = new Digests().add(format).add(compilerIdentity).add(platform.platformName());
        for (Map.Entry<String, byte[]> header : headers.entrySet()) {
            digests.add(header.getKey()).add(header.getValue());
        }
        for (Map.Entry<String, byte[]> header : further.entrySet()) {
            digests.add(header.getKey()).add(header.getValue());
        }
        for (InstructionSet set : instructionSets) {
            digests.add(String.join(" ", compileArguments(set)));
        }
        return digests;
    }

    @Override
    public String fileName() {
        return kernels.source().fileName();
    }

    @Override
    public SortedMap<String, byte[]> inputs() {
        SortedMap<String, byte[]> inputs = new TreeMap<>(further);
        inputs.put(fileName(), bytes(kernels.source().text()));
        if (platform.format() == Platform.ObjectFormat.MACH_O) {
            inputs.put(LinkCommand.SYSTEM_STUB_FILE, bytes(LinkCommand.SYSTEM_STUB));
        }
        return inputs;
    }

    @Override
    public String resultFile() {
        return platform.libraryFileName("gk_" + kernels.source().tag());
    }

    @Override
    public Optional<BuildStep.Failure> make(Compiler compiler, Path directory, Executor executor)
            throws ToolchainException, IOException {
        List<CanonicalKernel> canonical = new ArrayList<>();
        kernels.slices().forEach(slice -> canonical.add(CanonicalKernel.of(slice)));
        Map<String, CanonicalKernel> distinct = new LinkedHashMap<>();
        canonical.forEach(kernel -> distinct.put(kernel.id(), kernel));
        String common = common(KernelObjects.FORMAT, compiler.identity()).hexadecimal();
        List<CanonicalKernel> missing = new ArrayList<>();
        for (CanonicalKernel kernel : distinct.values()) {
            Optional<KernelObjects> objects = store.find(KernelObjects.key(common, kernel))
                    .flatMap(content -> KernelObjects.of(content, instructionSets.size()));
            if (objects.isPresent()) {
                write(objects.get(), kernel, directory);
            } else {
                missing.add(kernel);
            }
        }
        Programs programs = compiler.programs(platform);
        Optional<BuildStep.Failure> failure = compileAll(programs, missing, table(canonical), directory, executor);
        if (failure.isPresent()) {
            return failure;
        }
        for (CanonicalKernel kernel : missing) {
            store.store(
                    KernelObjects.key(common, kernel), read(kernel, directory).bytes());
        }
        return link(programs, distinct.values().stream().toList(), directory);
    }

    /** Returns the table that the runtime reads, with unique names per class. */
    private static String table(List<CanonicalKernel> kernels) {
        StringBuilder declared = new StringBuilder();
        StringBuilder listed = new StringBuilder();
        int size = 0;
        for (CanonicalKernel kernel : kernels) {
            for (int i = 0; i < kernel.functions(); i++) {
                String parameters = "(const gk_slot *, gk_int64, gk_int64, void *);\n";
                declared.append("void ").append(kernel.symbol(i)).append(parameters);
                listed.append("    ").append(kernel.symbol(i)).append(",\n");
                size++;
            }
        }
        return declared + "GK_EXPORT extern const gk_kernel GK_TABLE[];\nconst gk_kernel GK_TABLE[] = {\n" + listed
                + "    0\n};\nGK_EXPORT extern const gk_int64 GK_TABLE_SIZE;\nconst gk_int64 GK_TABLE_SIZE = " + size
                + ";\n";
    }

    /**
     * Writes all files before the first process starts, and waits for all processes even after a failure, since the
     * caller deletes their common directory.
     */
    private Optional<BuildStep.Failure> compileAll(
            Programs programs, List<CanonicalKernel> missing, String table, Path directory, Executor executor)
            throws ToolchainException, IOException {
        Map<InstructionSet, List<BuildStep>> steps = new LinkedHashMap<>();
        int count = processesOf(missing.size(), Runtime.getRuntime().availableProcessors());
        for (InstructionSet set : instructionSets) {
            List<BuildStep> ofSet = new ArrayList<>();
            for (int process = 0; process < count; process++) {
                int from = missing.size() * process / count;
                int to = missing.size() * (process + 1) / count;
                List<String> files = new ArrayList<>();
                for (CanonicalKernel kernel : missing.subList(from, to)) {
                    Files.writeString(directory.resolve(file(kernel, set, ".c")), kernel.text());
                    files.add(file(kernel, set, ".c"));
                }
                if (process == 0) {
                    Files.writeString(directory.resolve(tableFile(set, ".c")), table);
                    files.add(tableFile(set, ".c"));
                }
                ofSet.add(compile(programs, set, set.variant() + "_" + process, files, directory));
            }
            steps.put(set, ofSet);
        }
        List<CompletableFuture<Optional<BuildStep.Failure>>> processes = new ArrayList<>();
        steps.forEach((set, ofSet) -> {
            Path file = directory.resolve(set.variant() + ".pch");
            CompletableFuture<Path> header = store.header(new PrecompiledHeader(platform, set, headers))
                    .thenApplyAsync(content -> AsyncTasks.done(() -> Files.write(file, content)), executor);
            ofSet.forEach(step -> processes.add(header.thenApplyAsync(written -> step.run(directory), executor)));
        });
        AsyncTasks.await(processes);
        List<BuildStep.Failure> failures = new ArrayList<>();
        for (CompletableFuture<Optional<BuildStep.Failure>> process : processes) {
            AsyncTasks.result(process).ifPresent(failures::add);
        }
        return failures.stream().findFirst();
    }

    /** Returns the number of processes that compile for one instruction set. */
    private int processesOf(int kernels, int processors) {
        int sets = instructionSets.size();
        return Math.max(1, Math.min((processors + sets - 1) / sets, kernels / KERNELS_OF_A_PROCESS));
    }

    /**
     * Returns a step that compiles several files. Clang's driver would start a process per file; files passed through
     * to the frontend are compiled by one process, with each object in the directory of its source.
     */
    private BuildStep compile(Programs programs, InstructionSet set, String name, List<String> files, Path directory)
            throws IOException {
        List<String> lines = new ArrayList<>(List.of(files.get(0)));
        files.subList(1, files.size()).forEach(file -> lines.addAll(List.of("-Xclang", file)));
        Files.write(directory.resolve(name + ".txt"), lines);
        List<String> command = new ArrayList<>(List.of(programs.clang().toString()));
        command.addAll(compileArguments(set));
        command.addAll(List.of("-DGK_TAG=" + kernels.source().tag(), "@" + name + ".txt"));
        String message = "clang rejects " + fileName() + " for " + platform + " (" + set.variant() + ")";
        return new BuildStep(command, name + ".log", ToolchainException.Kind.COMPILE_FAILED, message);
    }

    private List<String> compileArguments(InstructionSet set) {
        List<String> arguments = new ArrayList<>(CompileCommand.flags(platform, set));
        arguments.addAll(List.of("-include-pch", set.variant() + ".pch", "-Xclang", "-fno-validate-pch"));
        // The last action counts. That of the driver names one object for all files.
        arguments.addAll(List.of("-fsyntax-only", "-Xclang", "-emit-obj"));
        return arguments;
    }

    private Optional<BuildStep.Failure> link(Programs programs, List<CanonicalKernel> distinct, Path directory)
            throws IOException {
        List<String> objects = new ArrayList<>();
        for (InstructionSet set : instructionSets) {
            distinct.forEach(kernel -> objects.add(file(kernel, set, ".o")));
            objects.add(tableFile(set, ".o"));
        }
        Files.write(directory.resolve(OBJECTS), objects);
        List<String> command = new ArrayList<>(programs.linker());
        command.addAll(linkArguments(programs.linkerStyle()));
        String message = "the objects of " + fileName() + " do not link for " + platform;
        return new BuildStep(command, "link.log", ToolchainException.Kind.LINK_FAILED, message).run(directory);
    }

    private List<String> linkArguments(Programs.LinkerStyle style) {
        return LinkCommand.arguments(platform, style, List.of("@" + OBJECTS), resultFile());
    }

    private void write(KernelObjects objects, CanonicalKernel kernel, Path directory) throws IOException {
        for (int i = 0; i < instructionSets.size(); i++) {
            Files.write(
                    directory.resolve(file(kernel, instructionSets.get(i), ".o")),
                    objects.variants().get(i));
        }
    }

    private KernelObjects read(CanonicalKernel kernel, Path directory) throws IOException {
        List<byte[]> variants = new ArrayList<>();
        for (InstructionSet set : instructionSets) {
            variants.add(Files.readAllBytes(directory.resolve(file(kernel, set, ".o"))));
        }
        return new KernelObjects(variants);
    }

    /** Returns a file name independent of the class, since the object contains it. */
    private static String file(CanonicalKernel kernel, InstructionSet set, String extension) {
        return kernel.id() + "_" + set.variant() + extension;
    }

    private static String tableFile(InstructionSet set, String extension) {
        return "table_" + set.variant() + extension;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
