package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.common.cann.Bisheng;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.common.files.UserCache;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The toolkit's compiler as a separate process, for toolkits whose AscendCL has no compiler. */
final class BishengCompiler implements BinaryCompiler {
    /** System property with the compiler's file; if it is empty, no compiler is searched. */
    static final String PROPERTY = "graphkernel.ascend.bisheng";

    private final AscendDriver driver;
    private final Bisheng bisheng;

    private BishengCompiler(AscendDriver driver, Bisheng bisheng) {
        this.driver = driver;
        this.bisheng = bisheng;
    }

    /** Returns the compiler that the setting names, else the one that the environment locates. */
    static Optional<BinaryCompiler> find(AscendDriver driver) {
        return find().map(bisheng -> new BishengCompiler(driver, bisheng));
    }

    static Optional<Bisheng> find() {
        String named = System.getProperty(PROPERTY);
        return named == null
                ? Bisheng.find(System.getenv())
                : Optional.of(named.strip())
                        .filter(file -> !file.isEmpty())
                        .map(file -> Bisheng.of(Path.of(file), System.getenv()));
    }

    @Override
    public String identity() {
        return inDirectory("bisheng", bisheng::identity);
    }

    @Override
    public byte[] compiled(String name, String source) {
        return inDirectory(name, directory -> {
            Files.writeString(directory.resolve(Bisheng.SOURCE), source);
            return bisheng.compile(directory, driver.chip().architecture());
        });
    }

    private interface Work<T> {
        T in(Path directory) throws IOException;
    }

    private <T> T inDirectory(String name, Work<T> work) {
        try {
            Path parent = NativeDirectory.current().checked();
            if (!Files.isWritable(parent)) {
                parent = PrivateDirectory.open(UserCache.current().temporary()).path();
            }
            Path directory = Files.createTempDirectory(parent, "bisheng");
            try {
                return work.in(directory);
            } finally {
                FileTree.delete(directory);
            }
        } catch (IOException e) {
            throw new KernelLibraryException(
                    e,
                    RuntimeProblem.BISHENG_REFUSED,
                    name,
                    driver.properties().name(),
                    e.getMessage(),
                    bisheng.program());
        }
    }
}
