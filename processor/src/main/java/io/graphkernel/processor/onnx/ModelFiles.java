package io.graphkernel.processor.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.annotation.processing.Filer;
import javax.tools.FileObject;
import javax.tools.JavaFileManager.Location;
import javax.tools.StandardLocation;

/**
 * Finds the files of a model where javac finds files, and notes what was read: a later build that finds other bytes there has another
 * model.
 */
final class ModelFiles {

    /** Sources first: what is written by hand counts more than a copy of it. */
    private static final List<Location> LOCATIONS =
            List.of(StandardLocation.SOURCE_PATH, StandardLocation.CLASS_OUTPUT, StandardLocation.CLASS_PATH);

    private static final int CHUNK = 1 << 16;

    private final Filer filer;
    private final SortedMap<String, String> hashes = new TreeMap<>();

    ModelFiles(Filer filer) {
        this.filer = filer;
    }

    /** The SHA-256 of each file that was read, in hexadecimal, by its path. */
    SortedMap<String, String> hashes() {
        return hashes;
    }

    /**
     * A file that was found.
     *
     * @param content all of it
     * @param external what lies next to it
     */
    record Found(ByteBuffer content, ExternalData external) {}

    /**
     * Finds a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if this is no path within a directory
     */
    Optional<Found> find(String path) throws IOException {
        for (Location location : LOCATIONS) {
            Optional<FileObject> file = file(location, path);
            if (file.isPresent()) {
                ByteBuffer content = whole(file.get());
                hashes.put(path, hash(content));
                return Optional.of(new Found(content, new NextTo(location, path, file.get())));
            }
        }
        return Optional.empty();
    }

    /** javac gives a file also where there is none, or fails if there is no such location. */
    private Optional<FileObject> file(Location location, String path) {
        try {
            FileObject file = filer.getResource(location, "", path);
            file.openInputStream().close();
            return Optional.of(file);
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    private static Optional<Path> inFiles(FileObject file) {
        return "file".equals(file.toUri().getScheme()) ? Optional.of(Path.of(file.toUri())) : Optional.empty();
    }

    /** A file is mapped, so that its weights are read where they are; an entry of a jar is in memory. */
    private static ByteBuffer whole(FileObject file) throws IOException {
        Optional<Path> path = inFiles(file);
        if (path.isPresent()) {
            try (FileChannel channel = FileChannel.open(path.get())) {
                if (channel.size() > Integer.MAX_VALUE) {
                    throw new IOException("it has " + channel.size() + " bytes, more than the format allows");
                }
                return channel.map(MapMode.READ_ONLY, 0, channel.size());
            }
        }
        try (InputStream in = file.openInputStream()) {
            return ByteBuffer.wrap(in.readAllBytes());
        }
    }

    private static String hash(ByteBuffer content) {
        MessageDigest digest = sha256();
        digest.update(content.duplicate());
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Files in the directory of a model, and below. */
    private final class NextTo implements ExternalData {
        private final Location location;
        private final String directory;
        private final FileObject model;
        /** Files that are no files of the system, as entries of jars. */
        private final Map<String, ByteBuffer> inMemory = new HashMap<>();

        NextTo(Location location, String path, FileObject model) {
            this.location = location;
            this.directory = path.substring(0, path.lastIndexOf('/') + 1);
            this.model = model;
        }

        @Override
        public ByteBuffer read(String name, long offset, long length) throws OnnxException, IOException {
            ExternalData.requireSafe(name);
            ByteBuffer known = inMemory.get(name);
            if (known != null) {
                return part(name, known, offset, length);
            }
            FileObject file = file(location, directory + name)
                    .orElseThrow(() -> new OnnxException("it lies in '" + name + "', which is not next to the model"));
            Optional<Path> path = inFiles(file);
            if (path.isEmpty()) {
                ByteBuffer content = whole(file);
                hashes.put(directory + name, hash(content));
                inMemory.put(name, content);
                return part(name, content, offset, length);
            }
            requireBelow(name, path.get());
            try (FileChannel channel = FileChannel.open(path.get())) {
                if (!hashes.containsKey(directory + name)) {
                    hashes.put(directory + name, hash(channel));
                }
                long bytes = ExternalData.requirePart(name, channel.size(), offset, length);
                return channel.map(MapMode.READ_ONLY, offset, bytes);
            }
        }

        private ByteBuffer part(String name, ByteBuffer content, long offset, long length) throws OnnxException {
            long bytes = ExternalData.requirePart(name, content.capacity(), offset, length);
            return content.slice((int) offset, (int) bytes);
        }

        /** A link could lead out of the directory. */
        private void requireBelow(String name, Path file) throws OnnxException, IOException {
            Optional<Path> own = inFiles(model);
            if (own.isEmpty()
                    || !file.toRealPath().startsWith(own.get().toRealPath().getParent())) {
                throw new OnnxException("it lies in '" + name + "', a link out of the directory of the model");
            }
        }

        private String hash(FileChannel channel) throws IOException {
            MessageDigest digest = sha256();
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            for (long position = 0; channel.read(chunk, position) >= 0; chunk.clear()) {
                position += chunk.position();
                digest.update(chunk.flip());
            }
            return HexFormat.of().formatHex(digest.digest());
        }

        private String hash(ByteBuffer content) {
            return ModelFiles.hash(content);
        }
    }
}
