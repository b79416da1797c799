package io.graphkernel.converter;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.common.files.FileTree;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.converter.model.ModelInterface;
import io.graphkernel.converter.model.ModelMain;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Writer of the jar of a model: its classes and weights, the runtime, and the command. Weights are stored uncompressed
 * at multiples of 64 bytes; everything else is compressed. The jar is reproducible.
 */
final class ModelJar {

    /**
     * Fixed timestamp of all entries, so that the jar is reproducible. For the first month of the format, Java would
     * write a second timestamp.
     */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    /** Location in which JavaCPP looks up the versions of its libraries. */
    private static final String JAVACPP_VERSIONS = "META-INF/maven/org.bytedeco/";

    /** Size of a local header before the name. */
    private static final int HEADER = 30;

    /** Id of the alignment field in the spelling of other tools. */
    private static final int PADDING_ID = 0xd935;

    private static final int PADDING_HEADER = 4;

    private final Conversion conversion;
    private final ModelInterface model;
    private final Set<String> written = new HashSet<>();
    private CountingOutputStream counted;
    private ZipOutputStream jar;

    ModelJar(Conversion conversion, ModelInterface model) {
        this.conversion = conversion;
        this.model = model;
    }

    /** Writes the jar from a directory of compiled classes; it is replaced atomically. */
    void write(Path classes) throws IOException {
        Path output = conversion.output();
        // Not in the system's directory of temporary files, whose permissions would prevent other users from reading
        // the jar.
        Path partial =
                output.resolveSibling(output.getFileName() + "." + UUID.randomUUID() + PrivateDirectory.PARTIAL_SUFFIX);
        try {
            try (OutputStream out = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW)) {
                counted = new CountingOutputStream(out);
                jar = new ZipOutputStream(counted);
                entry("META-INF/MANIFEST.MF", manifest());
                entry(ModelInterface.RESOURCE, model.text().getBytes(StandardCharsets.UTF_8));
                directory(classes, "");
                Path command = RuntimeClasses.command();
                String prefix = ModelMain.class.getPackageName().replace('.', '/') + "/";
                origin(command, prefix);
                for (Path path : RuntimeClasses.all()) {
                    origin(path, "");
                }
                jar.close();
            }
            Files.move(partial, output, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private byte[] manifest() {
        return ("Manifest-Version: 1.0\r\nMain-Class: " + ModelMain.class.getName()
                        + "\r\nEnable-Native-Access: ALL-UNNAMED\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private void origin(Path origin, String prefix) throws IOException {
        if (Files.isDirectory(origin)) {
            directory(origin, prefix);
            return;
        }
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(origin))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory() && entry.getName().startsWith(prefix) && isTaken(entry.getName())) {
                    entry(entry.getName(), in.readAllBytes());
                }
            }
        }
    }

    private void directory(Path directory, String prefix) throws IOException {
        for (Path file : FileTree.regularFiles(directory)) {
            String name = directory.relativize(file).toString().replace('\\', '/');
            if (name.endsWith(ConstantFormat.SUFFIX)) {
                weights(name, file);
            } else if (name.startsWith(prefix) && isTaken(name)) {
                entry(name, Files.readAllBytes(file));
            }
        }
    }

    /** Excludes module descriptors and signatures of other jars. */
    private static boolean isTaken(String name) {
        return !name.equals("META-INF/MANIFEST.MF")
                && (!name.startsWith("META-INF/maven/") || name.startsWith(JAVACPP_VERSIONS))
                && !name.startsWith("META-INF/native-image/")
                && !name.endsWith("module-info.class")
                && !name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)")
                && !name.endsWith(".java");
    }

    private void entry(String name, byte[] content) throws IOException {
        if (written.add(name)) {
            ZipEntry entry = new ZipEntry(name);
            entry.setTimeLocal(TIME);
            jar.putNextEntry(entry);
            jar.write(content);
            jar.closeEntry();
        }
    }

    private void weights(String name, Path file) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        entry.setMethod(ZipEntry.STORED);
        CRC32 checksum = new CRC32();
        byte[] chunk = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                checksum.update(chunk, 0, length);
            }
        }
        entry.setSize(Files.size(file));
        entry.setCrc(checksum.getValue());
        jar.flush();
        long begin = counted.count + HEADER + name.getBytes(StandardCharsets.UTF_8).length + PADDING_HEADER;
        int padding = (int) (ConstantFormat.aligned(begin) - begin);
        byte[] extra = new byte[PADDING_HEADER + padding];
        extra[0] = (byte) PADDING_ID;
        extra[1] = (byte) (PADDING_ID >> Byte.SIZE);
        extra[2] = (byte) padding;
        entry.setExtra(extra);
        written.add(name);
        jar.putNextEntry(entry);
        Files.copy(file, jar);
        jar.closeEntry();
    }

    /** An output stream that tracks the offset of the next entry. */
    private static final class CountingOutputStream extends FilterOutputStream {
        private long count;

        CountingOutputStream(OutputStream out) {
            super(new java.io.BufferedOutputStream(out, 1 << 16));
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            count += length;
        }
    }
}
