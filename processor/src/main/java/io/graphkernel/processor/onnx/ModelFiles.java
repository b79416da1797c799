package io.graphkernel.processor.onnx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.Filer;
import javax.tools.FileObject;
import javax.tools.JavaFileManager.Location;
import javax.tools.StandardLocation;

/** Finds the files of models where javac finds files. */
final class ModelFiles {

    /** Sources first: what is written by hand counts more than a copy of it. */
    private static final List<Location> LOCATIONS =
            List.of(StandardLocation.SOURCE_PATH, StandardLocation.CLASS_OUTPUT, StandardLocation.CLASS_PATH);

    private final Filer filer;

    ModelFiles(Filer filer) {
        this.filer = filer;
    }

    /**
     * The content of a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if this is no path within a directory
     */
    Optional<ByteBuffer> find(String path) throws IOException {
        for (Location location : LOCATIONS) {
            Optional<FileObject> file = file(location, path);
            if (file.isPresent()) {
                return Optional.of(content(file.get()));
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

    /** A file is mapped, so that its weights are read where they are; an entry of a jar is in memory. */
    private static ByteBuffer content(FileObject file) throws IOException {
        if ("file".equals(file.toUri().getScheme())) {
            try (FileChannel channel = FileChannel.open(Path.of(file.toUri()))) {
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
}
