package io.graphkernel.emulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Builds an emulated library for this machine: a step of the build of module {@code native}. */
final class EmulationBuild {
    private EmulationBuild() {}

    /**
     * Compiles all sources of a directory, unless the library was built from the same ones before.
     *
     * @param arguments source directory of all emulations, test class directory, and name of this emulation
     * @throws IOException if a file cannot be read or written, or clang rejects a source
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("expected the sources, the output directory and a name");
        }
        if (!EmulatedLibrary.runsHere()) {
            return;
        }
        List<Path> files;
        try (Stream<Path> listed = Files.walk(Path.of(arguments[0]))) {
            files = listed.filter(Files::isRegularFile).sorted().toList();
        }
        Path library = Path.of(arguments[1])
                .resolve(EmulatedLibrary.resource(arguments[2]).substring(1));
        Path stamp = library.resolveSibling(library.getFileName() + ".sha256");
        String digest = digest(files);
        if (Files.exists(library)
                && Files.exists(stamp)
                && Files.readString(stamp).equals(digest)) {
            return;
        }
        Path own = Path.of(arguments[0], arguments[2]);
        List<Path> sources = files.stream()
                .filter(file -> file.startsWith(own) && file.toString().endsWith(".c"))
                .toList();
        // Written under another name and renamed: a process that has opened the old file keeps it.
        Path fresh = library.resolveSibling(library.getFileName() + ".new");
        EmbeddedClang.unpack().buildLibrary(sources, fresh);
        Files.move(fresh, library, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(stamp, digest);
    }

    private static String digest(List<Path> files) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) {
                digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
