package io.graphkernel.converter;

import io.graphkernel.abi.ManifestFormat;
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
import java.util.stream.Stream;

/** Compares the models that classes were compiled from with those that are there now. */
public final class ChangedModels {

    private static final Path MANIFESTS = Path.of("META-INF", "graphkernel");

    private ChangedModels() {}

    /**
     * The command: looks at the models of a build before it compiles.
     *
     * @param arguments the directory of class files, then those where models are looked for
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
     * Removes the class files in the packages of interfaces whose models have changed: a compiler that looks for what is missing compiles them
     * again.
     * A model that is in none of the directories, as one in the jar of a dependency, is not looked at: with another version of the
     * dependency everything is compiled again.
     *
     * @param classes the directory of class files
     * @param directories where models are looked for, the first one that has a file counts
     * @param messages takes a line for each interface
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
        List<Path> compiled;
        try (Stream<Path> all = Files.list(manifests)) {
            compiled = all.filter(Files::isDirectory).sorted().toList();
        }
        for (Path each : compiled) {
            Path manifest = each.resolve(ManifestFormat.FILE);
            if (Files.isRegularFile(manifest) && hasChanged(manifest, directories)) {
                String name = each.getFileName().toString();
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
     * Removes the class files of the package of an interface: which Java file it is in nobody knows here, and the compiler plugin looks for
     * the class that is called as the file.
     */
    private static void remove(Path classes, String name) throws IOException {
        Path directory = classes;
        for (String part : name.split("\\.")) {
            Path inner = directory.resolve(part);
            if (!Files.isDirectory(inner)) {
                break;
            }
            directory = inner;
        }
        List<Path> compiled;
        try (Stream<Path> all = Files.list(directory)) {
            compiled = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : compiled) {
            Files.delete(file);
        }
    }
}
