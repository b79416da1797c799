package io.graphkernel.converter;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.files.FileTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/** Detection of models that have changed since the classes were compiled from them. */
public final class ChangedModels {

    private static final Path MANIFESTS = Path.of("META-INF", "graphkernel");

    private ChangedModels() {}

    /**
     * Runs the command, which checks the models of a build before it compiles.
     *
     * @param arguments directory of class files, followed by the directories of models
     * @throws IOException if a file cannot be read or removed
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2) {
            System.err.println("ChangedModels <directory of class files> <directory with models> ...");
            System.exit(1);
        }
        List<Path> directories = Arrays.stream(arguments).skip(1).map(Path::of).toList();
        remove(Path.of(arguments[0]), directories, System.out::println);
    }

    /**
     * Removes the class files in the packages of interfaces whose models have changed, so that a compiler recompiles
     * the missing classes. Models outside of the directories, such as those in the jar of a dependency, are ignored: a
     * new version of a dependency recompiles everything.
     *
     * @param classes directory of class files
     * @param directories directories of models; the first one that has a file counts
     * @param messages receiver of a line for each interface
     * @return the qualified names of the interfaces
     * @throws IOException if a file cannot be read or removed
     */
    public static List<String> remove(Path classes, List<Path> directories, Consumer<String> messages)
            throws IOException {
        List<String> changed = new ArrayList<>();
        Path manifests = classes.resolve(MANIFESTS);
        if (!Files.isDirectory(manifests)) {
            return changed;
        }
        for (Path path : FileTree.list(manifests)) {
            Path manifest = path.resolve(ManifestFormat.FILE);
            if (Files.isRegularFile(manifest) && hasChanged(manifest, directories)) {
                String name = path.getFileName().toString();
                changed.add(name);
                remove(classes, name);
                messages.accept("the model of " + name + " has changed: its package is compiled again");
            }
        }
        return changed;
    }

    private static boolean hasChanged(Path manifest, List<Path> directories) throws IOException {
        Properties entries = new Properties();
        try (Reader reader = Files.newBufferedReader(manifest)) {
            entries.load(reader);
        }
        for (int i = 0; entries.containsKey(ManifestFormat.MODEL_FILE + i); i++) {
            String path = entries.getProperty(ManifestFormat.MODEL_FILE + i);
            Optional<Path> file = directories.stream()
                    .map(directory -> directory.resolve(path))
                    .filter(Files::isRegularFile)
                    .findFirst();
            if (file.isPresent() && !hash(file.get()).equals(entries.getProperty(ManifestFormat.MODEL_HASH + i))) {
                return true;
            }
        }
        return false;
    }

    private static String hash(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Removes the class files of an interface's package. The Java file of the interface is unknown here, and the
     * compiler plugin looks for the class with the name of the file.
     */
    private static void remove(Path classes, String name) throws IOException {
        Path directory = classes;
        for (String component : name.split("\\.")) {
            Path inner = directory.resolve(component);
            if (!Files.isDirectory(inner)) {
                break;
            }
            directory = inner;
        }
        for (Path file : FileTree.list(directory)) {
            if (file.toString().endsWith(".class")) {
                Files.delete(file);
            }
        }
    }
}
