package io.graphkernel.processor.onnx;

import io.graphkernel.processor.onnx.reader.ExternalData;
import io.graphkernel.processor.onnx.reader.OnnxException;
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

/** Lookup of model files in javac's locations, which records their hashes, so that a later build detects changes. */
final class ModelFiles {

    /** Sources precede copies in class directories. */
    private static final List<Location> LOCATIONS =
            List.of(StandardLocation.SOURCE_PATH, StandardLocation.CLASS_OUTPUT, StandardLocation.CLASS_PATH);

    private static final int CHUNK = 1 << 16;

    private final Filer filer;
    private final SortedMap<String, String> hashes = new TreeMap<>();

    ModelFiles(Filer filer) {
        this.filer = filer;
    }

    /** Returns the hexadecimal SHA-256 hash of each file that was read, by path. */
    SortedMap<String, String> hashes() {
        return hashes;
    }

    /**
     * File of a model.
     *
     * @param content complete content
     * @param external access to files in its directory
     */
    record Found(ByteBuffer content, ExternalData external) {}

    /**
     * Finds a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if the path is not relative or leaves the directory
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

    /** Returns an existing file. javac also returns objects for missing files, or throws for an unknown location. */
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

    /** Returns the content: a file is memory-mapped, an entry of a jar is read. */
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
        /** Files outside the default file system, such as entries of jars. */
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
                    .orElseThrow(() -> new OnnxException(
                            "it is stored in '" + name + "', which is not in the directory of the model"));
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

        /** Rejects a symbolic link that leaves the directory. */
        private void requireBelow(String name, Path file) throws OnnxException, IOException {
            Optional<Path> own = inFiles(model);
            if (own.isEmpty()
                    || !file.toRealPath().startsWith(own.get().toRealPath().getParent())) {
                throw new OnnxException("it is stored in '" + name + "', a link out of the directory of the model");
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
