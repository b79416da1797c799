package io.graphkernel.processor.incremental;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.zip.CRC32;
import javax.annotation.processing.Filer;
import javax.tools.StandardLocation;

/**
 * Class files that javac has generated from the sources of one class's stub. They are stored with the report, so that
 * the next compilation of the unchanged class writes them instead of compiling the sources again.
 *
 * @param key key of all inputs of the class files, from {@link ClassCache#stubKey}
 * @param classFiles contents by binary class name
 */
public record StubClassFiles(String key, SortedMap<String, byte[]> classFiles) {

    /** Offset of the major version in a class file. */
    private static final int MAJOR_VERSION = 6;

    /** Major version of the class files of Java 0, had it existed: that of Java n is greater by n. */
    private static final int MAJOR_VERSION_BASE = 44;

    /**
     * Reads the class files that a compilation has written.
     *
     * @param key key of their inputs
     * @param stubs names of the top-level classes
     * @param generated binary names of all classes that javac has generated, including nested ones
     * @param filer javac's filer
     * @param release Java version of the sources
     * @return the class files; empty if one is missing, or is for a later JVM than the sources
     * @throws IOException if a file cannot be read
     */
    static Optional<StubClassFiles> collect(
            String key, Iterable<String> stubs, SortedSet<String> generated, Filer filer, int release)
            throws IOException {
        SortedMap<String, byte[]> contents = new TreeMap<>();
        for (String stub : stubs) {
            if (!generated.contains(stub)) {
                return Optional.empty();
            }
            // A dollar sign is followed by no name that is greater than one with the next character.
            SortedSet<String> nested = generated.subSet(stub + '$', stub + (char) ('$' + 1));
            for (String name : nested) {
                contents.put(name, read(name, filer));
            }
            contents.put(stub, read(stub, filer));
        }
        boolean isPortable = contents.values().stream()
                .allMatch(content ->
                        content.length > MAJOR_VERSION + 1 && majorVersion(content) <= MAJOR_VERSION_BASE + release);
        return isPortable ? Optional.of(new StubClassFiles(key, contents)) : Optional.empty();
    }

    private static int majorVersion(byte[] content) {
        return (content[MAJOR_VERSION] & 0xff) << Byte.SIZE | content[MAJOR_VERSION + 1] & 0xff;
    }

    private static byte[] read(String name, Filer filer) throws IOException {
        int dot = name.lastIndexOf('.');
        String packageName = name.substring(0, Math.max(dot, 0));
        try (InputStream in = filer.getResource(
                        StandardLocation.CLASS_OUTPUT, packageName, name.substring(dot + 1) + ".class")
                .openInputStream()) {
            return in.readAllBytes();
        } catch (NoSuchFileException | FileNotFoundException missing) {
            return new byte[0];
        }
    }

    /**
     * Encodes the class files for {@link #of}.
     *
     * @return content of a file
     */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(key);
            CachedClass.write(classFiles, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ByteBuffer content = ByteBuffer.allocate(Long.BYTES + bytes.size());
        return content.putLong(checksum(bytes.toByteArray(), 0))
                .put(bytes.toByteArray())
                .array();
    }

    private static long checksum(byte[] content, int from) {
        CRC32 checksum = new CRC32();
        checksum.update(content, from, content.length - from);
        return checksum.getValue();
    }

    /**
     * Decodes class files from {@link #bytes}.
     *
     * @param content content of a file
     * @param key expected key
     * @return the class files; empty if the key differs or the content is damaged
     */
    static Optional<StubClassFiles> of(byte[] content, String key) {
        if (content.length < Long.BYTES || ByteBuffer.wrap(content).getLong() != checksum(content, Long.BYTES)) {
            return Optional.empty();
        }
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(content, Long.BYTES, content.length - Long.BYTES))) {
            return in.readUTF().equals(key)
                    ? Optional.of(new StubClassFiles(key, new TreeMap<>(CachedClass.read(in))))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
