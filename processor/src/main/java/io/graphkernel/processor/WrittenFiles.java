package io.graphkernel.processor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.tools.FileObject;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;

/** javac's {@link Filer}, which remembers what was written for which class, so that it can be removed. */
final class WrittenFiles implements Filer {

    /**
     * A file.
     *
     * @param file as javac names it
     * @param directories how many directories were made for it alone
     */
    private record Written(FileObject file, int directories) {}

    private final Filer filer;
    private final Map<String, List<Written>> byClass = new HashMap<>();
    private List<Written> current = new ArrayList<>();

    WrittenFiles(Filer filer) {
        this.filer = filer;
    }

    /** From here on files belong to a class. */
    void begin(String className) {
        current = byClass.computeIfAbsent(className, name -> new ArrayList<>());
    }

    /** Where a file of a class was written; empty if it was not, or lies in no file system. */
    Optional<Path> path(String className, String name) {
        return byClass.getOrDefault(className, List.of()).stream()
                .map(each -> each.file().toUri())
                .filter(uri -> "file".equals(uri.getScheme()) && uri.getPath().endsWith("/" + name))
                .map(Path::of)
                .findFirst();
    }

    /**
     * Removes the files of a class, and directories that are empty then.
     *
     * @throws IOException if a file cannot be removed
     */
    void remove(String className) throws IOException {
        List<Written> files = byClass.remove(className);
        for (Written each : files == null ? List.<Written>of() : files) {
            // javac's Filer gives objects that do not delete. What lies in no file system ends with the compilation.
            if ("file".equals(each.file().toUri().getScheme())) {
                Path file = Path.of(each.file().toUri());
                Files.deleteIfExists(file);
                removeEmpty(file.getParent(), each.directories());
            }
        }
    }

    private static void removeEmpty(Path directory, int levels) throws IOException {
        Path each = directory;
        for (int level = 0; level < levels && isEmpty(each); level++) {
            Files.delete(each);
            each = each.getParent();
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.findAny().isEmpty();
        }
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
