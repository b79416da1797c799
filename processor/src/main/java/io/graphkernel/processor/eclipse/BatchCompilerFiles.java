package io.graphkernel.processor.eclipse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/** Files of Eclipse's batch compiler, which has a file manager like javac's. It compiles all sources. */
final class BatchCompilerFiles implements EclipseFiles {

    private static final String MODULE_FILE = "module-info.java";

    private final StandardJavaFileManager files;

    private BatchCompilerFiles(StandardJavaFileManager files) {
        this.files = files;
    }

    static Optional<EclipseFiles> of(ProcessingEnvironment environment) {
        try {
            return ReflectiveCalls.call(environment, "getFileManager") instanceof StandardJavaFileManager files
                    ? Optional.of(new BatchCompilerFiles(files))
                    : Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException notBatch) {
            return Optional.empty();
        }
    }

    @Override
    public List<Path> classPath() {
        return location(StandardLocation.CLASS_PATH);
    }

    @Override
    public List<Path> modulePath() {
        return location(StandardLocation.MODULE_PATH);
    }

    @Override
    public List<Path> sourcePath() {
        return location(StandardLocation.SOURCE_PATH);
    }

    @Override
    public Optional<Path> classOutput() {
        return location(StandardLocation.CLASS_OUTPUT).stream().findFirst();
    }

    private List<Path> location(JavaFileManager.Location location) {
        Iterable<? extends File> entries = files.getLocation(location);
        return entries == null
                ? List.of()
                : StreamSupport.stream(entries.spliterator(), false)
                        .map(File::toPath)
                        .toList();
    }

    @Override
    public Optional<SourceFile> source(TypeElement type) throws IOException {
        Optional<String> name = EclipseFiles.name(type);
        return name.isEmpty() ? Optional.empty() : read(Path.of(name.get()), name.get(), type);
    }

    /** Returns the module declaration of a class, above the directory of its package. */
    Optional<SourceFile> module(TypeElement type, int packageDepth) throws IOException {
        Optional<String> name = EclipseFiles.name(type);
        Path directory =
                name.map(file -> Path.of(file).toAbsolutePath().getParent()).orElse(null);
        for (int level = 0; level < packageDepth && directory != null; level++) {
            directory = directory.getParent();
        }
        if (directory == null) {
            return Optional.empty();
        }
        Path file = directory.resolve(MODULE_FILE);
        return read(file, file.toString(), type);
    }

    /** Eclipse's file objects determine the encoding. */
    private Optional<SourceFile> read(Path file, String name, TypeElement element) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        JavaFileObject object =
                files.getJavaFileObjects(file.toFile()).iterator().next();
        return Optional.of(
                new SourceFile(file.toUri(), name, object.getCharContent(true).toString(), element));
    }
}
