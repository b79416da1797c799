package io.graphkernel.processor.incremental;

import io.graphkernel.common.files.FileTree;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import javax.annotation.processing.Filer;
import javax.tools.StandardLocation;

/**
 * Identity of the runtime on the class path, with which javac compiles stubs: its location, size and time of
 * modification.
 */
final class ClassPathIdentity {

    private static final String PACKAGE = "io.graphkernel.runtime";
    private static final String CLASS_FILE = "Tensor.class";

    private final Filer filer;
    /** Null before the first class. */
    private Optional<String> runtime;

    /**
     * Creates the identity for one compilation.
     *
     * @param filer javac's filer
     */
    ClassPathIdentity(Filer filer) {
        this.filer = filer;
    }

    /**
     * Returns the identity.
     *
     * @return text that changes with the runtime; empty if the runtime is not in files, as on the module path
     */
    Optional<String> text() {
        if (runtime == null) {
            runtime = runtime();
        }
        return runtime;
    }

    private Optional<String> runtime() {
        try {
            URI file = filer.getResource(StandardLocation.CLASS_PATH, PACKAGE, CLASS_FILE)
                    .toUri();
            if ("jar".equals(file.getScheme())) {
                String jar = file.getRawSchemeSpecificPart();
                return Optional.of(describe(Path.of(URI.create(jar.substring(0, jar.indexOf("!/"))))));
            }
            StringBuilder text = new StringBuilder();
            for (Path path : FileTree.regularFiles(Path.of(file).getParent())) {
                text.append(describe(path)).append('\n');
            }
            return Optional.of(text.toString());
        } catch (IOException | IllegalArgumentException | FileSystemNotFoundException notInFiles) {
            return Optional.empty();
        }
    }

    private static String describe(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return path + " " + attributes.size() + " " + attributes.lastModifiedTime();
    }
}
