package io.graphkernel.processor.toolchain;

import io.graphkernel.cann.Bisheng;
import io.graphkernel.files.FileTree;
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
 * A binary for an Ascend chip, which the toolkit of CANN compiles.
 *
 * @param fileName what messages call the source
 * @param text Ascend C
 * @param architecture {@code NPU_ARCH}
 * @param compiler the compiler, with what it says of its version
 */
record AscendBuild(String fileName, String text, long architecture, Toolkit compiler) implements Build {
    /** Goes up when the tool-chain starts to give other bytes for the same command. */
    private static final String FORMAT = "ascend 1";

    /** The compiler of a toolkit. */
    record Toolkit(Bisheng bisheng, String identity) {}

    private static final String MADE = "made.bin";

    /**
     * The compiler of this machine.
     *
     * @throws ToolchainException if there is none, or it does not run
     */
    static Toolkit ofThisMachine() throws ToolchainException {
        Bisheng bisheng = Bisheng.find(System.getenv())
                .orElseThrow(() -> new ToolchainException(
                        ToolchainException.Kind.WITHOUT_TOOLKIT,
                        "there is no bisheng on the path, or in a toolkit that ASCEND_HOME_PATH names",
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
        } catch (Bisheng.Refused e) {
            return Optional.of(new BuildStep.Failure(
                    ToolchainException.Kind.COMPILE_FAILED,
                    "bisheng refuses " + fileName + " for NPU_ARCH " + architecture,
                    e.command(),
                    e.getMessage()));
        }
    }

    @Override
    public String resultFile() {
        return MADE;
    }
}
