package io.graphkernel.processor.onnx.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/** Access to tensor elements stored outside the file of a model. */
@FunctionalInterface
public interface ExternalData {

    /** Access for models without external tensors. */
    ExternalData NONE = (location, offset, length) -> {
        throw new OnnxException("it is stored in another file, which is not read here");
    };

    /** Portable path from the directory of the model downwards. */
    Pattern SAFE = Pattern.compile("(?!\\.{1,2}(/|$))[^/\\\\:\\x00-\\x1f]+(/(?!\\.{1,2}(/|$))[^/\\\\:\\x00-\\x1f]+)*");

    /**
     * Reads a range of a file.
     *
     * @param location path relative to the model's directory
     * @param offset offset of the first byte
     * @param length number of bytes; -1 for all remaining
     * @return the bytes
     * @throws OnnxException if the bytes do not exist, or the path leaves the directory
     * @throws IOException if the file cannot be read
     */
    ByteBuffer read(String location, long offset, long length) throws OnnxException, IOException;

    /** Rejects a path that could leave the directory. */
    static void requireSafe(String location) throws OnnxException {
        if (!SAFE.matcher(location).matches()) {
            throw new OnnxException(
                    "it is stored in '" + location + "', which is not a file below the directory of the model");
        }
    }

    /** Rejects a range that exceeds the file or the maximum size of a buffer. */
    static long requirePart(String location, long size, long offset, long length) throws OnnxException {
        long bytes = length < 0 ? size - offset : length;
        if (offset < 0 || offset > size || bytes > size - offset || bytes > Integer.MAX_VALUE) {
            throw new OnnxException(
                    "it is " + bytes + " bytes at " + offset + " of '" + location + "', which has " + size + " bytes");
        }
        return bytes;
    }
}
