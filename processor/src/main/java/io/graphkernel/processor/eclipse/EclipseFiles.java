package io.graphkernel.processor.eclipse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;

/** File operations of a compiler of Eclipse. */
interface EclipseFiles {

    /**
     * Returns the files of a compilation.
     *
     * @param environment environment of Eclipse
     * @return the files; empty if this version of Eclipse is not supported
     */
    static Optional<EclipseFiles> of(ProcessingEnvironment environment) {
        return BatchCompilerFiles.of(environment).or(() -> ProjectFiles.of(environment));
    }

    /** Returns the jars and directories of classes. */
    List<Path> classPath();

    /** Returns the jars and directories of modules; empty if there are none. */
    List<Path> modulePath();

    /** Returns the directories of sources, if this compilation covers only some of them. */
    List<Path> sourcePath();

    /** Returns the output directory of class files, if known. */
    Optional<Path> classOutput();

    /**
     * Returns the file that declares a class.
     *
     * @param type an outermost class that is being compiled
     * @return the file; empty if it is not in the file system
     * @throws IOException if it cannot be read
     */
    Optional<SourceFile> source(TypeElement type) throws IOException;

    /**
     * Returns the name that Eclipse uses for the file that declares a class.
     *
     * @param type an outermost class that is being compiled
     * @return the name; empty if this version of Eclipse is not supported
     */
    static Optional<String> name(TypeElement type) {
        try {
            return Optional.ofNullable((String) ReflectiveCalls.call(type, "getFileName"));
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            return Optional.empty();
        }
    }
}
