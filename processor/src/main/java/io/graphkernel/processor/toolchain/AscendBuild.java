package io.graphkernel.processor.toolchain;

import io.graphkernel.common.cann.Bisheng;
import io.graphkernel.common.files.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * Build of a binary for an Ascend chip with CANN's toolkit.
 *
 * @param fileName source file name in messages
 * @param text Ascend C source
 * @param architecture {@code NPU_ARCH}
 * @param compiler the compiler with its version
 */
record AscendBuild(String fileName, String text, long architecture, Toolkit compiler) implements Build {
    /** Version of the cache format, to be incremented when the same command produces other bytes. */
    private static final String FORMAT = "ascend 1";

    /** Compiler of a toolkit. */
    record Toolkit(Bisheng bisheng, String identity) {}

    private static final String MADE = "made.bin";

    /**
     * Returns the compiler of this machine.
     *
     * @throws ToolchainException if there is none, or it fails to start
     */
    static Toolkit ofThisMachine() throws ToolchainException {
        Bisheng bisheng = Bisheng.find(System.getenv())
                .orElseThrow(() -> new ToolchainException(
                        ToolchainException.Kind.WITHOUT_TOOLKIT,
                        "bisheng is neither on the path nor in a toolkit that ASCEND_HOME_PATH names",
                        List.of()));
        try {
            Path directory = Files.createTempDirectory("graphkernel-bisheng");
            try {
                return new Toolkit(bisheng, bisheng.identity(directory));
            } finally {
                FileTree.delete(directory);
            }
        } catch (IOException e) {
            throw new ToolchainException(
                    ToolchainException.Kind.WITHOUT_TOOLKIT,
                    bisheng.program() + " does not run: " + e.getMessage(),
                    List.of());
        }
    }

    @Override
    public String key(String compilerIdentity) {
        return new Digests()
                .add(FORMAT)
                .add(compiler.identity())
                .add(String.valueOf(architecture))
                .add(text)
                .hexadecimal();
    }

    @Override
    public SortedMap<String, byte[]> inputs() {
        SortedMap<String, byte[]> inputs = new TreeMap<>();
        inputs.put(Bisheng.SOURCE, text.getBytes(StandardCharsets.UTF_8));
        return inputs;
    }

    @Override
    public Optional<BuildStep.Failure> make(Compiler embedded, Path directory, Executor executor) throws IOException {
        try {
            Files.write(directory.resolve(MADE), compiler.bisheng().compile(directory, architecture));
            return Optional.empty();
        } catch (Bisheng.CompilationException e) {
            return Optional.of(new BuildStep.Failure(
                    ToolchainException.Kind.COMPILE_FAILED,
                    "bisheng rejects " + fileName + " for NPU_ARCH " + architecture,
                    e.command(),
                    e.getMessage()));
        }
    }

    @Override
    public String resultFile() {
        return MADE;
    }
}
