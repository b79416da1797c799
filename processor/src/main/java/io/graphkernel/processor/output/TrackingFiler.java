package io.graphkernel.processor.output;

import io.graphkernel.common.files.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.tools.FileObject;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;

/** Wrapper around javac's {@link Filer} that records the files of each class for later removal. */
public final class TrackingFiler implements Filer {

    /**
     * Written file.
     *
     * @param file javac's file object
     * @param directories number of directories created for this file only
     */
    private record Written(FileObject file, int directories) {}

    private final Filer filer;
    private final Map<String, List<Written>> byClass = new HashMap<>();
    private List<Written> current = new ArrayList<>();

    public TrackingFiler(Filer filer) {
        this.filer = filer;
    }

    /** Assigns the files written from now on to a class. */
    public void begin(String className) {
        current = byClass.computeIfAbsent(className, name -> new ArrayList<>());
    }

    /**
     * Returns the path of a written file of a class; empty if it was not written or is not in the default file system.
     */
    Optional<Path> path(String className, String name) {
        return byClass.getOrDefault(className, List.of()).stream()
                .map(file -> file.file().toUri())
                .filter(uri -> "file".equals(uri.getScheme()) && uri.getPath().endsWith("/" + name))
                .map(Path::of)
                .findFirst();
    }

    /**
     * Removes the files of a class, and directories that become empty.
     *
     * @throws IOException if a file cannot be removed
     */
    void remove(String className) throws IOException {
        List<Written> files = byClass.remove(className);
        for (Written written : files == null ? List.<Written>of() : files) {
            // File objects of javac's filer cannot be deleted. A file outside the file system disappears with the
            // compilation.
            if ("file".equals(written.file().toUri().getScheme())) {
                Path file = Path.of(written.file().toUri());
                Files.deleteIfExists(file);
                removeEmpty(file.getParent(), written.directories());
            }
        }
    }

    private static void removeEmpty(Path directory, int levels) throws IOException {
        Path parent = directory;
        for (int level = 0; level < levels && isEmpty(parent); level++) {
            Files.delete(parent);
            parent = parent.getParent();
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        return Files.isDirectory(directory) && FileTree.list(directory).isEmpty();
    }

    @Override
    public JavaFileObject createSourceFile(CharSequence name, Element... originatingElements) throws IOException {
        return recorded(filer.createSourceFile(name, originatingElements), 0);
    }

    @Override
    public JavaFileObject createClassFile(CharSequence name, Element... originatingElements) throws IOException {
        return recorded(filer.createClassFile(name, originatingElements), 0);
    }

    @Override
    public FileObject createResource(
            JavaFileManager.Location location,
            CharSequence moduleAndPackage,
            CharSequence relativeName,
            Element... originatingElements)
            throws IOException {
        FileObject file = filer.createResource(location, moduleAndPackage, relativeName, originatingElements);
        return recorded(
                file, (int) relativeName.chars().filter(letter -> letter == '/').count());
    }

    @Override
    public FileObject getResource(
            JavaFileManager.Location location, CharSequence moduleAndPackage, CharSequence relativeName)
            throws IOException {
        return filer.getResource(location, moduleAndPackage, relativeName);
    }

    private <T extends FileObject> T recorded(T file, int directories) {
        current.add(new Written(file, directories));
        return file;
    }
}
