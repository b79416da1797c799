package io.graphkernel.examples.gpu;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The installed cuBLASLt: that of a CUDA toolkit, or that of PyTorch's wheels. */
final class CublasLibrary {
    /** Setting of the runtime with the path of the library. */
    static final String PROPERTY = "graphkernel.cublaslt.library";

    private static final int MAX_DEPTH = 8;
    private static final List<Path> ROOTS = List.of(
            Path.of("/usr/local"),
            Path.of("/usr/lib/x86_64-linux-gnu"),
            Path.of("/usr/lib64"),
            Path.of("/usr/lib/python3"),
            Path.of("/opt"));

    private CublasLibrary() {}

    /** Returns the newest version. */
    static Optional<Path> find() {
        return ROOTS.stream()
                .flatMap(CublasLibrary::findIn)
                .max(Comparator.comparing(file -> file.getFileName().toString()));
    }

    private static Stream<Path> findIn(Path root) {
        if (!Files.isDirectory(root)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.find(
                root,
                MAX_DEPTH,
                (file, attributes) -> file.getFileName().toString().matches("libcublasLt\\.so\\.\\d+"),
                new FileVisitOption[0])) {
            return files.toList().stream();
        } catch (IOException | java.io.UncheckedIOException e) {
            // A directory that cannot be read has no usable library.
            return Stream.empty();
        }
    }
}
