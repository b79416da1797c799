package io.graphkernel.cann;

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
 * The compiler of CANN's toolkit, a program, with the linker next to it: makes binaries of Ascend C, which AscendCL loads on
 * any machine with a chip of that architecture. Used at build time for what goes into the jar, and at load where AscendCL has
 * no compiler of its own.
 */
public final class Bisheng {
    /** The name of the source file in its directory. */
    public static final String SOURCE = "kernels.asc";

    private static final long CHIP_310P = 2002;

    private static final String OBJECT = "kernels.o";
    private static final String BINARY = "kernels.bin";
    private static final String LOG = "bisheng.log";
    private static final String PROGRAM = "bisheng";
    private static final String LINKER = "ld.lld";

    /** What compilers of CANN 8.1 do not take yet. */
    private static final String ARCHITECTURE_OPTION = "--npu-arch";

    /** The directories of a toolkit that have had the program. */
    private static final List<String> PLACES =
            List.of("bin", "tools/bisheng_compiler/bin", "compiler/ccec_compiler/bin", "ccec_compiler/bin");

    /** What set_env.sh sets to the directory of the toolkit. */
    private static final List<String> TOOLKIT_VARIABLES = List.of("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME");

    /** By {@code NPU_ARCH}: what older compilers call its vector cores, or its AI cores if it has no others for kernels. */
    private static final Map<Long, String> OLDER_NAMES =
            Map.of(2201L, "dav-c220-vec", 3510L, "dav-c310-vec", CHIP_310P, "dav-m200");

    /** What older compilers are told of stacks, but for the 310P. */
    private static final List<String> STACKS =
            List.of("-mllvm", "-cce-aicore-stack-size=0x8000", "-mllvm", "-cce-aicore-function-stack-size=0x8000");

    private static final long TIME_LIMIT_SECONDS = 300;

    private final Path program;
    private final Optional<Path> toolkit;

    private Bisheng(Path program, Optional<Path> toolkit) {
        this.program = program;
        this.toolkit = toolkit;
    }

    /** A program that refused a source, or did not run. */
    public static final class Refused extends IOException {
        private final List<String> command;

        Refused(String output, List<String> command) {
            super(output);
            this.command = List.copyOf(command);
        }

        /** What was run, in the directory of the source. */
        public List<String> command() {
            return command;
        }
    }

    /**
     * Looks for the program: on the path, then in the toolkit that the environment names.
     *
     * @param environment variables by name
     * @return empty if there is none
     */
    public static Optional<Bisheng> find(Map<String, String> environment) {
        Stream<Path> path = Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .flatMap(Bisheng::path);
        Stream<Path> places =
                toolkits(environment).flatMap(root -> PLACES.stream().map(root::resolve));
        return Stream.concat(path, places)
                .map(directory -> directory.resolve(PROGRAM))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .map(file -> of(file, environment));
    }

    /**
     * The program of a file.
     *
     * @param file its path; need not exist: then {@link #compile} says so
     * @param environment names the toolkit
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

    /** Where it is. */
    public Path program() {
        return program;
    }

    /**
     * What decides what it makes, besides the source: where it is, and what it says of its version.
     *
     * @param directory an empty or used directory for its output
     * @throws IOException if it does not run
     */
    public String identity(Path directory) throws IOException {
        return program + "\n" + run(List.of(program.toString(), "--version"), directory);
    }

    /**
     * Compiles {@link #SOURCE}, by the options of CANN 8.5 and later, or, where the compiler does not take these, by older ones.
     *
     * @param directory has the source, and gets other files
     * @param architecture {@code NPU_ARCH}
     * @return a binary that AscendCL loads
     * @throws Refused with what the program says
     * @throws IOException if files cannot be written or read
     */
    public byte[] compile(Path directory, long architecture) throws IOException {
        try {
            return made(options(architecture), directory);
        } catch (Refused e) {
            Optional<List<String>> older = older(architecture);
            if (older.isEmpty() || !e.getMessage().contains(ARCHITECTURE_OPTION)) {
                throw e;
            }
            return made(older.get(), directory);
        }
    }

    private byte[] made(List<String> compilation, Path directory) throws IOException {
        run(compilation, directory);
        run(link(), directory);
        return Files.readAllBytes(directory.resolve(BINARY));
    }

    /** Kernels have all barriers that they need: none is added. */
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
        for (String part : List.of("", "impl", "interface")) {
            command.add("-I" + headers.get().resolve(part));
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

    /** The output of a program that ends without an error. */
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
            throw new Refused(e.getMessage(), command);
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new Refused("it was still running after " + TIME_LIMIT_SECONDS + " seconds", command);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused("interrupted", command);
        } finally {
            process.destroyForcibly();
        }
        String output = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
        if (process.exitValue() != 0) {
            throw new Refused(output.isEmpty() ? "exit code " + process.exitValue() : output, command);
        }
        return output;
    }
}
