package io.graphkernel.processor.processing;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;

/**
 * Request for another processing round. javac starts one if the current round generates a class. An empty class is
 * generated, and removed after the next round has read it.
 */
public final class FurtherRound {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int JAVA_17 = 61;
    private static final int TAG_UTF8 = 1;
    private static final int TAG_CLASS = 7;
    private static final int SUPER_AND_SYNTHETIC = 0x1020;

    private int count;
    private Optional<JavaFileObject> file = Optional.empty();

    /**
     * Requests a round. One request per round is sufficient.
     *
     * @param type the class that needs another round
     * @param filer creator of the file
     * @param elements utility that finds the package of the class
     * @throws IOException if the file cannot be written
     */
    public void request(TypeElement type, Filer filer, Elements elements) throws IOException {
        if (file.isPresent()) {
            return;
        }
        String packageName = elements.getPackageOf(type).getQualifiedName().toString();
        String name = (packageName.isEmpty() ? "" : packageName + ".") + "GraphKernelRound" + ++count;
        JavaFileObject created = filer.createClassFile(name, type);
        try (DataOutputStream out = new DataOutputStream(created.openOutputStream())) {
            write(out, name.replace('.', '/'));
        }
        file = Optional.of(created);
    }

    /** Removes the generated class, if there is one. */
    public void end() {
        // File objects of javac's filer cannot be deleted. A file outside the file system disappears with the
        // compilation.
        if (file.isPresent() && "file".equals(file.get().toUri().getScheme())) {
            try {
                Files.deleteIfExists(Path.of(file.get().toUri()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        file = Optional.empty();
    }

    /** Writes a class without members. */
    private static void write(DataOutputStream out, String internalName) throws IOException {
        out.writeInt(MAGIC);
        out.writeShort(0);
        out.writeShort(JAVA_17);
        out.writeShort(5);
        writeClass(out, 2, internalName);
        writeClass(out, 4, "java/lang/Object");
        out.writeShort(SUPER_AND_SYNTHETIC);
        out.writeShort(1);
        out.writeShort(3);
        // Number of interfaces, fields, methods and attributes.
        out.writeLong(0);
    }

    private static void writeClass(DataOutputStream out, int nameIndex, String internalName) throws IOException {
        out.writeByte(TAG_CLASS);
        out.writeShort(nameIndex);
        out.writeByte(TAG_UTF8);
        out.writeUTF(internalName);
    }
}
