package io.graphkernel.processor.eclipse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;

/** What a compiler of Eclipse knows of files. */
interface EclipseFiles {

    /**
     * The files of a compilation.
     *
     * @param environment Eclipse's
     * @return empty if this version of Eclipse does not tell
     */
    static Optional<EclipseFiles> of(ProcessingEnvironment environment) {
        return BatchFiles.of(environment).or(() -> ProjectFiles.of(environment));
    }

    /** Jars and directories of classes. */
    List<Path> classPath();

    /** Jars and directories of modules; empty if there are none. */
    List<Path> modulePath();

    /** Directories of sources, where this compilation is not of all of them. */
    List<Path> sourcePath();

    /** Where class files go, if that is known. */
    Optional<Path> classOutput();

    /**
     * The file that declares a class.
     *
     * @param type an outermost class that is being compiled
     * @return empty if it lies in no file system
     * @throws IOException if it cannot be read
     */
    Optional<SourceFile> source(TypeElement type) throws IOException;

    /**
     * What Eclipse calls the file that declares a class.
     *
     * @param type an outermost class that is being compiled
     * @return empty if this version of Eclipse does not tell
     */
    static Optional<String> name(TypeElement type) {
        try {
            return Optional.ofNullable((String) Reflected.call(type, "getFileName"));
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            return Optional.empty();
        }
    }
}
