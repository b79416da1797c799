package io.graphkernel.common.cann;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The compiler of the CANN toolkit, an external program with its linker. It compiles Ascend C to binaries that AscendCL
 * loads on any machine with a chip of that architecture. It runs at build time for the contents of the jar, and at load
 * time if AscendCL has no compiler of its own.
 */
public final class Bisheng {
    /** Name of the source file in its directory. */
    public static final String SOURCE = "kernels.asc";

    private static final long CHIP_310P = 2002;

    private static final String OBJECT = "kernels.o";
    private static final String BINARY = "kernels.bin";
    private static final String LOG = "bisheng.log";
    private static final String PROGRAM = "bisheng";
    private static final String LINKER = "ld.lld";

    /** Option that the compilers of CANN 8.1 do not support yet. */
    private static final String ARCHITECTURE_OPTION = "--npu-arch";

    /** Directories of the program in toolkits. */
    private static final List<String> PLACES =
            List.of("bin", "tools/bisheng_compiler/bin", "compiler/ccec_compiler/bin", "ccec_compiler/bin");

    /** Environment variables that set_env.sh sets to the directory of the toolkit. */
    private static final List<String> TOOLKIT_VARIABLES = List.of("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME");

    /**
     * Names by {@code NPU_ARCH} that older compilers use for the vector cores, or for the AI cores without vector
     * cores.
     */
    private static final Map<Long, String> OLDER_NAMES =
            Map.of(2201L, "dav-c220-vec", 3510L, "dav-c310-vec", CHIP_310P, "dav-m200");

    /** Stack options of older compilers, except for the 310P. */
    private static final List<String> STACKS =
            List.of("-mllvm", "-cce-aicore-stack-size=0x8000", "-mllvm", "-cce-aicore-function-stack-size=0x8000");

    private static final long TIME_LIMIT_SECONDS = 300;

    private final Path program;
    private final Optional<Path> toolkit;

    private Bisheng(Path program, Optional<Path> toolkit) {
        this.program = program;
        this.toolkit = toolkit;
    }

    /** Thrown if the compiler rejects a source or does not run. */
    public static final class CompilationException extends IOException {
        private final List<String> command;

        CompilationException(String output, List<String> command) {
            super(output);
            this.command = List.copyOf(command);
        }

        /** Returns the command line, to be run in the directory of the source. */
        public List<String> command() {
            return command;
        }
    }

    /**
     * Looks up the program on the path, then in the toolkit of the environment.
     *
     * @param environment variables by name
     * @return empty if there is none
     */
    public static Optional<Bisheng> find(Map<String, String> environment) {
        Stream<Path> path = Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .flatMap(Bisheng::path);
        Stream<Path> candidates =
                toolkits(environment).flatMap(root -> PLACES.stream().map(root::resolve));
        return Stream.concat(path, candidates)
                .map(directory -> directory.resolve(PROGRAM))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .map(file -> of(file, environment));
    }

    /**
     * Returns the program at a path.
     *
     * @param file path, which need not exist: {@link #compile} fails then
     * @param environment variables that locate the toolkit
     */
    public static Bisheng of(Path file, Map<String, String> environment) {
        return new Bisheng(
                file.toAbsolutePath(),
                toolkits(environment).filter(Files::isDirectory).findFirst());
    }

    private static Stream<Path> toolkits(Map<String, String> environment) {
        return TOOLKIT_VARIABLES.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .filter(text -> !text.isBlank())
                .flatMap(Bisheng::path);
    }

    private static Stream<Path> path(String text) {
        try {
            return Stream.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    /** Returns the path of the program. */
    public Path program() {
        return program;
    }

    /**
     * Returns the compiler's identity, a build input besides the source: its path and version.
     *
     * @param directory directory for its output
     * @throws IOException if it does not run
     */
    public String identity(Path directory) throws IOException {
        return program + "\n" + run(List.of(program.toString(), "--version"), directory);
    }

    /**
     * Compiles {@link #SOURCE} with the options of CANN 8.5 and later, or with older ones if the compiler rejects
     * these.
     *
     * @param directory directory with the source, which receives other files
     * @param architecture value of {@code NPU_ARCH}
     * @return a binary that AscendCL loads
     * @throws CompilationException with the output of the program
     * @throws IOException if files cannot be written or read
     */
    public byte[] compile(Path directory, long architecture) throws IOException {
        try {
            return compiled(options(architecture), directory);
        } catch (CompilationException e) {
            Optional<List<String>> older = older(architecture);
            if (older.isEmpty() || !e.getMessage().contains(ARCHITECTURE_OPTION)) {
                throw e;
            }
            return compiled(older.get(), directory);
        }
    }

    private byte[] compiled(List<String> compilation, Path directory) throws IOException {
        run(compilation, directory);
        run(link(), directory);
        return Files.readAllBytes(directory.resolve(BINARY));
    }

    /** Kernels have all the barriers they need; automatic insertion is disabled. */
    private List<String> options(long architecture) {
        return List.of(
                program.toString(),
                ARCHITECTURE_OPTION + "=dav-" + architecture,
                "--cce-aicore-only",
                "--cce-auto-sync=off",
                "-std=c++17",
                "-O2",
                "-c",
                SOURCE,
                "-o",
                OBJECT);
    }

    private Optional<List<String>> older(long architecture) {
        Optional<Path> headers =
                toolkit.map(root -> root.resolve("compiler/tikcpp/tikcfw")).filter(Files::isDirectory);
        if (headers.isEmpty() || !OLDER_NAMES.containsKey(architecture)) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "-x",
                "cce",
                "--cce-aicore-arch=" + OLDER_NAMES.get(architecture),
                "--cce-aicore-only",
                "--cce-auto-sync=off"));
        command.addAll(architecture == CHIP_310P ? List.of() : STACKS);
        command.addAll(List.of("-std=c++17", "-O2"));
        for (String subdirectory : List.of("", "impl", "interface")) {
            command.add("-I" + headers.get().resolve(subdirectory));
        }
        command.addAll(List.of("-c", SOURCE, "-o", OBJECT));
        return Optional.of(command);
    }

    private List<String> link() {
        return List.of(
                program.resolveSibling(LINKER).toString(),
                "-m",
                "aicorelinux",
                "-Ttext=0",
                "-static",
                OBJECT,
                "-o",
                BINARY);
    }

    /** Returns the output of a program that exits successfully. */
    private static String run(List<String> command, Path directory) throws IOException {
        Path log = directory.resolve(LOG);
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new CompilationException(e.getMessage(), command);
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new CompilationException(
                        "it was still running after " + TIME_LIMIT_SECONDS + " seconds", command);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompilationException("interrupted", command);
        } finally {
            process.destroyForcibly();
        }
        String output = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
        if (process.exitValue() != 0) {
            throw new CompilationException(output.isEmpty() ? "exit code " + process.exitValue() : output, command);
        }
        return output;
    }
}
