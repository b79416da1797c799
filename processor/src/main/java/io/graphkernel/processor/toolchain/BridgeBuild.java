package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Build of the JNI bridge for every platform: a step of the build of module {@code native}, not of a user's build. */
public final class BridgeBuild {
    private static final String LIBRARY_STEM = "graphkernel-bridge";

    private BridgeBuild() {}

    /**
     * Compiles a source and writes {@code <output>/<platform>/<library>} and the hexadecimal SHA-256 hash of the
     * library to a file of the same name with suffix {@code .sha256}.
     *
     * @param arguments the C source and the output directory
     * @throws IOException if a file cannot be read or written
     * @throws ToolchainException if the source cannot be compiled
     */
    public static void main(String[] arguments) throws IOException, ToolchainException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("expected two arguments: the C source and the output directory");
        }
        build(new NativeToolchain(NativeToolchain.Settings.defaults()), Path.of(arguments[0]), Path.of(arguments[1]));
    }

    static void build(NativeToolchain toolchain, Path source, Path output) throws IOException, ToolchainException {
        String sourceName = source.getFileName().toString();
        String text = Files.readString(source, StandardCharsets.UTF_8);
        for (Platform platform : Platform.values()) {
            byte[] library = toolchain.buildBaseline(LIBRARY_STEM, sourceName, text, platform);
            write(library, LIBRARY_STEM, platform, output);
        }
    }

    /** Writes {@code <output>/<platform>/<library>} and its hash. */
    static void write(byte[] library, String stem, Platform platform, Path output) throws IOException {
        Path directory = Files.createDirectories(output.resolve(platform.platformName()));
        String fileName = platform.libraryFileName(stem);
        Files.write(directory.resolve(fileName), library);
        Files.writeString(
                directory.resolve(fileName + ".sha256"), HexFormat.of().formatHex(Digests.sha256(library)) + '\n');
    }

    /** Deletes a library and its hash. */
    static void delete(String stem, Platform platform, Path output) throws IOException {
        Path file = output.resolve(platform.platformName()).resolve(platform.libraryFileName(stem));
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".sha256"));
    }
}
