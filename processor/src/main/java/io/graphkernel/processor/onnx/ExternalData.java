package io.graphkernel.processor.onnx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/** Where the elements of tensors are that do not lie in the file of a model. */
@FunctionalInterface
interface ExternalData {

    /** For models whose tensors all have to be in their file. */
    ExternalData NONE = (location, offset, length) -> {
        throw new OnnxException("it lies in another file, which is not read here");
    };

    /** A path from the directory of the model downwards, as every system has it. */
    Pattern SAFE = Pattern.compile("(?!\\.{1,2}(/|$))[^/\\\\:\\x00-\\x1f]+(/(?!\\.{1,2}(/|$))[^/\\\\:\\x00-\\x1f]+)*");

    /**
     * A part of a file.
     *
     * @param location what the model says: a path from its own directory
     * @param offset of the first byte
     * @param length the number of bytes; -1 for all that follow
     * @return the bytes
     * @throws OnnxException if there are no such bytes, or the path leads elsewhere
     * @throws IOException if the file cannot be read
     */
    ByteBuffer read(String location, long offset, long length) throws OnnxException, IOException;

    /** Refuses a path that could lead out of the directory. */
    static void requireSafe(String location) throws OnnxException {
        if (!SAFE.matcher(location).matches()) {
            throw new OnnxException("it lies in '" + location + "', which is no file below the directory of the model");
        }
    }

    /** Refuses a part that a file does not have, or that is too large for a buffer. */
    static long requirePart(String location, long size, long offset, long length) throws OnnxException {
        long bytes = length < 0 ? size - offset : length;
        if (offset < 0 || offset > size || bytes > size - offset || bytes > Integer.MAX_VALUE) {
            throw new OnnxException(
                    "it is " + bytes + " bytes at " + offset + " of '" + location + "', which has " + size + " bytes");
        }
        return bytes;
    }
}
